-- Long ledgers at the end of some days, as they were computed: a reading goes on from the last of them instead of from the first row. Each tells of the
-- days after the one before it. What is in them can be computed again at any time.
create table portfolio_snapshot (
  tenant_id uuid not null,
  user_id text not null,
  base_currency text not null,
  day date not null,
  -- The day of the snapshot before; null for the first.
  after date,
  -- Of everything that went into it beside the rows: what has another is of no use any more.
  fingerprint text not null,
  -- JSON: the accounts, instruments and currencies that no snapshot before it names.
  about jsonb not null,
  -- JSON: lots and money at the end of the day, in decimals.
  standing text not null,
  -- JSON: what the days since `after` have brought.
  lists text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id, base_currency, day)
);

-- A row that is entered, changed or removed, by whatever way, takes the snapshots of its day and of later ones with it.
create function drop_portfolio_snapshots() returns trigger language plpgsql as $$
begin
  delete from portfolio_snapshot as kept
    using (select tenant_id, user_id, min(trade_date) as day from changed group by tenant_id, user_id) as since
    where kept.tenant_id = since.tenant_id and kept.user_id = since.user_id and kept.day >= since.day;
  return null;
end
$$;

create trigger snapshots_go_with_new_rows after insert on portfolio_transaction
  referencing new table as changed for each statement execute function drop_portfolio_snapshots();
create trigger snapshots_go_with_removed_rows after delete on portfolio_transaction
  referencing old table as changed for each statement execute function drop_portfolio_snapshots();
-- An update counts on the day that the row had and on the one that it has.
create trigger snapshots_go_with_rows_as_they_were after update on portfolio_transaction
  referencing old table as changed for each statement execute function drop_portfolio_snapshots();
create trigger snapshots_go_with_rows_as_they_are after update on portfolio_transaction
  referencing new table as changed for each statement execute function drop_portfolio_snapshots();

do $$
begin
  if exists (select from pg_roles where rolname = 'tidemark_user') then
    grant select, insert, update, delete on portfolio_snapshot to tidemark_user;
  end if;
end
$$;

alter table portfolio_snapshot enable row level security;
alter table portfolio_snapshot force row level security;
create policy own_rows on portfolio_snapshot
  using (tenant_id = request_tenant() and user_id = request_user())
  with check (tenant_id = request_tenant() and user_id = request_user());
