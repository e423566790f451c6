-- Instruments: one row for each listing, whatever file or source it came from.
create table instrument (
  entity_id uuid primary key,
  mic text not null,
  ticker text not null,
  name text not null,
  exchange text not null,
  asset_class text not null check (asset_class in ('equity', 'etf', 'index', 'crypto')),
  sector text,
  industry text,
  currency text not null,
  country text,
  isin text,
  figi text,
  cik text,
  market_cap double precision check (market_cap >= 0),
  aliases text[] not null default '{}',
  -- What the row came from; simulated listings are hidden when the demo source is off.
  source text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index instrument_by_ticker on instrument (upper(ticker));
create index instrument_by_isin on instrument (isin) where isin is not null;
