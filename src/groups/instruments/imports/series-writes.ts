import type { BarInput, BarsWritten, FundamentalsInput } from '../../../contract/series-writes.ts'
import { type Bars, zeroBars } from '../../../market/bars.ts'
import { quantityFault } from '../../../kernel/domain-range.ts'
import { fail } from '../../../kernel/fail.ts'
import {
  addMonths,
  DAY_MS,
  type Day,
  type Instant,
  MINUTE_MS,
  parseDay,
  parseInstant,
} from '../../../kernel/time.ts'
import { isMoney, wholeOf } from '../../../market/currencies.ts'
import { BAR_MINUTES, type Interval } from '../../../market/vocabulary.ts'
import type { BalancePoint, CompanyReports, FlowPeriod } from '../../../ports/fundamentals.ts'
import { SeriesConflict } from '../prices/bar-store.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Importer } from './importer.ts'
import type { FxStore } from '../companies/fx-store.ts'
import type { ReportsStore } from '../companies/reports-store.ts'

export interface SeriesWritesDeps {
  catalogue: Catalogue
  reports: Pick<ReportsStore, 'read'>
  importer: Pick<Importer, 'bars' | 'reports'>
  fx: Pick<FxStore, 'has'>
}

const MONTHS = { quarter: 3, year: 12 }

/** Stores the bars that can be, and says of the others why not. */
export async function putBars(
  entityId: string,
  { interval, bars }: { interval: Interval; bars: readonly BarInput[] },
  deps: SeriesWritesDeps,
): Promise<BarsWritten> {
  const instrument = await deps.catalogue.find(entityId)
  const rejected: BarsWritten['rejected'] = []
  const rows = readRows(bars, interval, rejected)
  if (rows.length === 0) return { inserted: 0, updated: 0, rejected }
  const columns = toColumns(rows.map(({ at, bar }) => [at, bar]))
  const unadjusted = new Set(rows.filter(({ bar }) => bar.adjusted_close === undefined).map(({ at }) => at))
  const written = await deps.importer
    .bars(instrument.entityId, { interval, basis: 'split_adjusted', columns, unadjusted })
    .catch((error: unknown) => {
      if (!(error instanceof SeriesConflict)) throw error
      const { source, basis } = error.existing
      return fail('DUPLICATE', `The series has bars from ${source} (${basis}), and a series has one basis.`)
    })
  const { inserted, updated, findings } = written
  for (const { index, rows: count, action, reason } of findings) {
    if (action !== 'rejected') continue
    for (const row of rows.slice(index, index + count)) rejected.push({ index: row.index, reason })
  }
  rejected.sort((a, b) => a.index - b.index)
  return { inserted, updated, rejected }
}

interface Row {
  index: number
  at: Instant
  bar: BarInput
}

/** Rows with a readable time, ascending; of two for one instant the later in the request counts. */
function readRows(bars: readonly BarInput[], interval: Interval, rejected: BarsWritten['rejected']): Row[] {
  const byInstant = new Map<Instant, Row>()
  for (const [index, bar] of bars.entries()) {
    const at = instantOf(bar.date, interval)
    if (at === null) {
      const form =
        interval === '1d'
          ? 'a date (YYYY-MM-DD)'
          : `an ISO 8601 timestamp with its offset, on a whole bar of ${interval}`
      rejected.push({ index, reason: `"${bar.date.slice(0, 40)}" is not ${form}` })
      continue
    }
    const earlier = byInstant.get(at)
    if (earlier !== undefined)
      rejected.push({ index: earlier.index, reason: `bar ${index} has the same time` })
    byInstant.set(at, { index, at, bar })
  }
  return [...byInstant.values()].sort((a, b) => a.at - b.at)
}

/** The UTC offset at the end of a time: without it the instant is ambiguous, and a date has no instant of its own. */
const OFFSET = /[Tt ].*(?:[Zz]|[+-]\d{2}:?\d{2})$/

function instantOf(text: string, interval: Interval): Instant | null {
  if (interval === '1d') {
    const day = parseDay(text)
    return day === null ? null : day * DAY_MS
  }
  const at = OFFSET.test(text) ? parseInstant(text) : null
  return at === null || at % (BAR_MINUTES[interval] * MINUTE_MS) !== 0 ? null : at
}

function toColumns(rows: ReadonlyArray<readonly [Instant, BarInput]>): Bars {
  const columns = zeroBars(rows.length)
  for (const [i, [at, bar]] of rows.entries()) {
    columns.at[i] = at
    columns.open[i] = bar.open
    columns.high[i] = bar.high
    columns.low[i] = bar.low
    columns.close[i] = bar.close
    columns.volume[i] = bar.volume
    columns.adjustedClose[i] = bar.adjusted_close ?? bar.close
  }
  return columns
}

/** Replaces the statements of an instrument. */
export async function putFundamentals(
  entityId: string,
  input: FundamentalsInput,
  deps: SeriesWritesDeps,
): Promise<void> {
  const reports = toReports(input)
  await checkCurrency(input, deps.fx)
  const instrument = await deps.catalogue.find(entityId)
  const known = await deps.reports.read(instrument.entityId)
  const sharesOutstanding = known?.sharesOutstanding ?? null
  await deps.importer.reports([instrument.entityId], null, { reports, sharesOutstanding })
}

/** For a currency that never existed no rate will ever come: all values would silently be null. */
async function checkCurrency(
  { reporting_currency: currency, fx_rates: rates = {}, ...statements }: FundamentalsInput,
  fx: Pick<FxStore, 'has'>,
): Promise<void> {
  const { income_statement: income, balance_sheet: balances, cash_flow: cash } = statements
  const without = [...income, ...balances, ...cash].find(({ period }) => rates[period] === undefined)
  if (without === undefined || isMoney(wholeOf(currency) ?? currency) || (await fx.has(currency))) return
  fail(
    'VALIDATION_ERROR',
    `reporting_currency must be a currency of ISO 4217, not "${currency}", or fx_rates have a rate for ${without.period}.`,
  )
}

interface Label {
  fiscalYear: number
  fiscalQuarter: 1 | 2 | 3 | 4 | null
  end: Day
}

type Statement = FundamentalsInput['income_statement'][number] & FundamentalsInput['cash_flow'][number]

function toReports(input: FundamentalsInput): CompanyReports {
  const { income_statement: income, cash_flow: cash } = input
  const flows = new Map<string, Statement>()
  for (const row of [...once(income, 'income_statement'), ...once(cash, 'cash_flow')]) {
    const other = flows.get(row.period)
    if (other !== undefined && other.end_date !== row.end_date) {
      fail('VALIDATION_ERROR', `${row.period} ends on ${other.end_date} and on ${row.end_date}.`)
    }
    flows.set(row.period, { ...other, ...row })
  }
  const periods = [...flows.values()].map((row) => toFlow(row, input)).sort((a, b) => b.end - a.end)
  return {
    annual: periods.filter(({ fiscalQuarter }) => fiscalQuarter === null),
    quarterly: periods.filter(({ fiscalQuarter }) => fiscalQuarter !== null),
    balances: [...once(input.balance_sheet, 'balance_sheet')]
      .map((row) => toBalance(row, input))
      .sort((a, b) => b.end - a.end),
  }
}

function once<Row extends { period: string }>(rows: readonly Row[], name: string): readonly Row[] {
  const seen = new Set<string>()
  for (const { period } of rows) {
    if (seen.has(period)) fail('VALIDATION_ERROR', `${name} has ${period} twice.`)
    seen.add(period)
  }
  return rows
}

function labelOf({ period, end_date: end }: { period: string; end_date: string }): Label {
  const [quarter = '', year = ''] = period.split('FY')
  return {
    fiscalYear: Number(year),
    fiscalQuarter: quarter === '' ? null : (Number(quarter.slice(1)) as 1 | 2 | 3 | 4),
    end: parseDay(end) ?? 0,
  }
}

/** Money as reported, or in dollars where the request has a rate for the period. */
function moneyOf(period: string, { reporting_currency: currency, fx_rates: rates }: FundamentalsInput) {
  const rate = rates?.[period]
  return {
    currency: rate === undefined ? currency : 'USD',
    money: (value: number | null | undefined): number | null => {
      if (value === null || value === undefined) return null
      const money = value * (rate ?? 1)
      const fault = quantityFault(money)
      if (fault !== null) fail('VALIDATION_ERROR', `An amount of ${period} in US dollars ${fault}.`)
      return money
    },
  }
}

function toFlow(row: Statement, input: FundamentalsInput): FlowPeriod {
  const label = labelOf(row)
  const { currency, money } = moneyOf(row.period, input)
  return {
    ...label,
    start: addMonths(label.end + 1, label.fiscalQuarter === null ? -MONTHS.year : -MONTHS.quarter),
    currency,
    revenue: money(row.revenue),
    grossProfit: money(row.gross_profit),
    operatingIncome: money(row.operating_income),
    netIncome: money(row.net_income),
    epsDiluted: money(row.eps_diluted),
    depreciationAmortization: null,
    operatingCashFlow: money(row.operating_cash_flow),
    capex: outflow(money(row.capex)),
  }
}

/** Capital expenditure below zero, as companyfacts have it: sources differ in its sign, and free cash flow is a sum. */
const outflow = (amount: number | null): number | null => (amount === null ? null : 0 - Math.abs(amount))

function toBalance(row: FundamentalsInput['balance_sheet'][number], input: FundamentalsInput): BalancePoint {
  const { fiscalQuarter, ...label } = labelOf(row)
  const { currency, money } = moneyOf(row.period, input)
  return {
    ...label,
    fiscalQuarter: fiscalQuarter ?? 4,
    currency,
    totalAssets: money(row.total_assets),
    totalLiabilities: money(row.total_liabilities),
    totalEquity: money(row.total_equity),
    cashAndEquivalents: money(row.cash_and_equivalents),
    totalDebt: money(row.total_debt),
  }
}
