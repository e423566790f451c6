-- What was public about a fiscal period, one row for each filing day that changed it: a question about a past day is answered with
-- the newest row filed until then. The newest rows together say what company_report says.
create table company_fact (
  entity_id uuid not null references instrument on delete cascade,
  -- The day in New York; null where it is not known, and then the row answers no question about a day.
  filed_on date,
  -- The filings of that day made this no period of the company any more.
  withdrawn boolean not null default false,
  fiscal_year integer not null,
  -- Null for a full fiscal year.
  fiscal_quarter smallint check (fiscal_quarter between 1 and 4),
  start_day date,
  end_day date not null,
  currency text not null,
  revenue double precision,
  gross_profit double precision,
  operating_income double precision,
  net_income double precision,
  eps_diluted double precision,
  depreciation_amortization double precision,
  operating_cash_flow double precision,
  capex double precision,
  total_assets double precision,
  total_liabilities double precision,
  total_equity double precision,
  cash_and_equivalents double precision,
  total_debt double precision,
  current_assets double precision,
  current_liabilities double precision,
  long_term_debt double precision,
  retained_earnings double precision,
  shares_outstanding double precision check (shares_outstanding > 0),
  unique nulls not distinct (entity_id, end_day, fiscal_quarter, filed_on)
);

-- The facts that the rows are made of, packed, to show where a number comes from.
create table company_filings (
  entity_id uuid primary key references instrument on delete cascade,
  facts bytea not null,
  updated_at timestamptz not null default now()
);

-- What is stored does not say when it became public.
with flow as (
  select entity_id, line, (line->>'fiscalQuarter')::smallint as quarter, (line->>'end')::integer as end_day
  from company_report, jsonb_array_elements((reports->'annual') || (reports->'quarterly')) as line
),
balance as (
  select entity_id, line, (line->>'fiscalQuarter')::smallint as quarter, (line->>'end')::integer as end_day
  from company_report, jsonb_array_elements(reports->'balances') as line
),
-- Each flow with the balance sheet at its end, and the balance sheets of quarters without flows.
period as (
  select entity_id, flow.quarter, end_day, flow.line as period, flow.line as flow, balance.line as balance
  from flow left join balance using (entity_id, end_day)
  union all
  select entity_id, balance.quarter, end_day, balance.line, null, balance.line
  from balance
  where not exists (select 1 from flow
    where flow.entity_id = balance.entity_id and flow.end_day = balance.end_day and flow.quarter is not null)
)
insert into company_fact (entity_id, fiscal_year, fiscal_quarter, start_day, end_day, currency,
  revenue, gross_profit, operating_income, net_income, eps_diluted, depreciation_amortization, operating_cash_flow, capex,
  total_assets, total_liabilities, total_equity, cash_and_equivalents, total_debt)
select entity_id, (period->>'fiscalYear')::integer, quarter,
  date '1970-01-01' + (flow->>'start')::integer, date '1970-01-01' + end_day, period->>'currency',
  (flow->>'revenue')::float8, (flow->>'grossProfit')::float8, (flow->>'operatingIncome')::float8,
  (flow->>'netIncome')::float8, (flow->>'epsDiluted')::float8, (flow->>'depreciationAmortization')::float8,
  (flow->>'operatingCashFlow')::float8, (flow->>'capex')::float8,
  (balance->>'totalAssets')::float8, (balance->>'totalLiabilities')::float8, (balance->>'totalEquity')::float8,
  (balance->>'cashAndEquivalents')::float8, (balance->>'totalDebt')::float8
from period
on conflict do nothing;
