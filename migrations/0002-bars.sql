-- A series of bars has one source and one basis. Its version changes with every write that changes a bar.
create sequence bar_series_version;

create table bar_series (
  series_id integer generated always as identity primary key,
  entity_id uuid not null references instrument on delete cascade,
  bar_interval text not null check (bar_interval in ('1min', '5min', '1d')),
  source text not null,
  basis text not null check (basis in ('as_traded', 'split_adjusted')),
  version bigint not null default nextval('bar_series_version'),
  first_at timestamptz,
  last_at timestamptz,
  updated_at timestamptz not null default now(),
  unique (entity_id, bar_interval)
);

-- Daily bars stand at midnight UTC of their session date, intraday bars at the instant of their open. There is no
-- foreign key: checking it row by row costs 40 % of an import, and bars are only written under a lock of their series.
create table bar (
  series_id integer not null,
  at timestamptz not null,
  open double precision not null,
  high double precision not null,
  low double precision not null,
  close double precision not null,
  adjusted_close double precision not null,
  volume double precision not null check (volume >= 0),
  primary key (series_id, at),
  check (open > 0 and low > 0 and high >= low and close > 0 and adjusted_close > 0)
);

create function delete_bars_of_series() returns trigger language plpgsql as $$
begin
  delete from bar where series_id = old.series_id;
  return null;
end
$$;

create trigger bars_go_with_their_series
  after delete on bar_series for each row execute function delete_bars_of_series();
