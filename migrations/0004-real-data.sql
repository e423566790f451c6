-- What imports know of a listing beyond its record.
alter table instrument
  add column lei text,
  add column status text not null default 'active' check (status in ('active', 'delisted', 'suspended')),
  add column listed_on date,
  add column delisted_on date,
  add column successor_entity_id uuid;

create index instrument_by_figi on instrument (figi) where figi is not null;
create index instrument_by_cik on instrument (ltrim(cik, '0')) where cik is not null;

-- Tickers that a listing had before the one it has; days inclusive, null where unknown.
create table ticker_history (
  entity_id uuid not null references instrument on delete cascade,
  ticker text not null,
  from_day date,
  to_day date,
  primary key (entity_id, ticker)
);

create index ticker_history_by_ticker on ticker_history (upper(ticker));

-- Splits, dividends and what else changes a listing. Amounts are per share as shares counted on the ex-date.
create table corporate_action (
  action_id uuid primary key,
  entity_id uuid not null references instrument on delete cascade,
  type text not null check (type in ('split', 'cash_dividend', 'stock_dividend', 'spin_off', 'symbol_change', 'merger',
    'delisting')),
  ex_date date not null,
  declared_on date,
  record_date date,
  pay_date date,
  ratio_to integer check (ratio_to > 0),
  ratio_from integer check (ratio_from > 0),
  amount double precision check (amount > 0),
  currency text,
  frequency smallint check (frequency in (0, 1, 2, 4, 12)),
  new_ticker text,
  related_entity_id uuid,
  source text not null,
  created_at timestamptz not null default now()
);

create index corporate_action_by_entity on corporate_action (entity_id, ex_date);

-- What a company has reported, as one document: it is read as a whole and replaced as a whole.
create table company_report (
  entity_id uuid primary key references instrument on delete cascade,
  source text not null,
  reports jsonb not null,
  shares_outstanding double precision check (shares_outstanding > 0),
  updated_at timestamptz not null default now()
);

-- US dollars for one unit of a currency: on a day, or on average over a month or a year (both ends inclusive).
create table fx_rate (
  currency text not null,
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  usd double precision not null check (usd > 0),
  source text not null,
  primary key (currency, from_day, to_day)
);

-- Answers to creating requests, so that a repeated one does nothing twice.
create table idempotency_key (
  tenant_id uuid not null,
  subject text not null,
  method text not null,
  path text not null,
  key text not null,
  body_hash text not null,
  status smallint,
  answer text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, subject, method, path, key)
);

create index idempotency_key_by_age on idempotency_key (created_at);
