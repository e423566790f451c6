-- Accounts of users. `name_key` is the name as it is compared: upper case, NFC.
create table portfolio_account (
  account_id uuid primary key,
  tenant_id uuid not null,
  user_id text not null,
  name text not null,
  name_key text not null,
  currency text not null,
  allow_short boolean not null,
  cost_basis_method text not null check (cost_basis_method in ('average', 'fifo', 'lifo', 'hifo')),
  auto_corporate_actions boolean not null,
  external_ref text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tenant_id, user_id, account_id)
);

create unique index portfolio_account_by_name on portfolio_account (tenant_id, user_id, name_key);

-- The ledger: what users have entered, never rewritten by what happens to an instrument. All numbers are at least 0, the type gives the sign.
-- The foreign key names the owner too: foreign keys are checked without policies.
create table portfolio_transaction (
  transaction_id uuid primary key,
  account_id uuid not null,
  tenant_id uuid not null,
  user_id text not null,
  -- In the order in which they were entered: what breaks ties within a day.
  sequence bigint generated always as identity,
  type text not null,
  entity_id uuid references instrument,
  trade_date date not null,
  quantity numeric(38, 12) check (quantity >= 0),
  price numeric(38, 12) check (price >= 0),
  amount numeric(38, 12) not null check (amount >= 0),
  fee numeric(38, 12) not null check (fee >= 0),
  tax numeric(38, 12) not null check (tax >= 0),
  currency text not null,
  fx_rate numeric(38, 12) check (fx_rate > 0),
  external boolean not null,
  note text,
  external_id text,
  -- What was odd when it was entered.
  warnings jsonb not null default '[]',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (tenant_id, user_id, account_id) references portfolio_account (tenant_id, user_id, account_id) on delete cascade
);

create unique index portfolio_transaction_by_external_id on portfolio_transaction (account_id, external_id) where external_id is not null;
create index portfolio_transaction_by_owner on portfolio_transaction (tenant_id, user_id, trade_date, sequence);
create index portfolio_transaction_by_account on portfolio_transaction (account_id, entity_id);
create index portfolio_transaction_by_instrument on portfolio_transaction (entity_id);

-- How often a user's ledger was written: what was computed from one version holds until the next.
create table portfolio_ledger (
  tenant_id uuid not null,
  user_id text not null,
  version bigint not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id)
);

do $$
begin
  if exists (select from pg_roles where rolname = 'tidemark_user') then
    grant select, insert, update, delete on portfolio_account, portfolio_transaction, portfolio_ledger to tidemark_user;
  end if;
end
$$;

alter table portfolio_account enable row level security;
alter table portfolio_account force row level security;
create policy own_rows on portfolio_account
  using (tenant_id = request_tenant() and user_id = request_user())
  with check (tenant_id = request_tenant() and user_id = request_user());

alter table portfolio_transaction enable row level security;
alter table portfolio_transaction force row level security;
create policy own_rows on portfolio_transaction
  using (tenant_id = request_tenant() and user_id = request_user())
  with check (tenant_id = request_tenant() and user_id = request_user());

alter table portfolio_ledger enable row level security;
alter table portfolio_ledger force row level security;
create policy own_rows on portfolio_ledger
  using (tenant_id = request_tenant() and user_id = request_user())
  with check (tenant_id = request_tenant() and user_id = request_user());
