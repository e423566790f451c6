-- Bars lie in blocks of a stretch of time each: a year of days, a week of five minutes, a day of minutes. Reading and writing
-- thousands of rows was what a long series and an import cost.
create table bar_block (
  series_id integer not null,
  -- The number of the stretch, counted from 1970.
  number integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  bars integer not null check (bars > 0),
  -- Column after column (instant in milliseconds since 1970, open, high, low, close, volume, adjusted close), each an array
  -- of big-endian doubles as float8send writes them.
  packed bytea not null,
  primary key (series_id, number),
  check (octet_length(packed) = bars * 56),
  check (first_at <= last_at)
);

-- Doubles do not shrink by compression, and trying takes longer than reading them.
alter table bar_block alter column packed set storage external;

create index bar_block_by_time on bar_block (series_id, first_at, last_at);

insert into bar_block (series_id, number, first_at, last_at, bars, packed)
select series_id, number, min(at), max(at), count(*),
  string_agg(float8send((extract(epoch from at) * 1000)::float8), ''::bytea order by at)
  || string_agg(float8send(open), ''::bytea order by at)
  || string_agg(float8send(high), ''::bytea order by at)
  || string_agg(float8send(low), ''::bytea order by at)
  || string_agg(float8send(close), ''::bytea order by at)
  || string_agg(float8send(volume), ''::bytea order by at)
  || string_agg(float8send(adjusted_close), ''::bytea order by at)
from (
  select bar.*, floor(extract(epoch from at) / 86400 / case bar_interval when '1d' then 365 when '5min' then 7 else 1 end)::integer
    as number
  from bar join bar_series using (series_id)
) as numbered
group by series_id, number;

create or replace function delete_bars_of_series() returns trigger language plpgsql as $$
begin
  delete from bar_block where series_id = old.series_id;
  return null;
end
$$;

drop table bar;
