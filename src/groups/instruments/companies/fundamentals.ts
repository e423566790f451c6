import type { Fundamentals, FundamentalsValuation } from '../../../contract/fundamentals.ts'
import { addMonths, DAY_MS, type Day, formatDay, zonedDay } from '../../../kernel/time.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { FundamentalsSource, FundFacts } from '../../../ports/fundamentals.ts'
import type { FxRates } from '../../../ports/fx.ts'
import type { ValuationBasis } from '../../../ports/instruments.ts'
import type { Quote } from '../../../ports/market-data.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import { sourcesFor } from '../catalogue/origin.ts'
import type { PriceBook } from '../prices/price-book.ts'
import { NO_STATEMENTS, toStatements } from './statements.ts'
import { toUsd, type UsdReports } from './usd-reports.ts'
import {
  companyValuation,
  fundValuation,
  marketCapOf,
  NO_BASIS,
  NO_VALUATION,
  valuationBasis,
} from './valuation.ts'

export interface FundamentalsDeps {
  prices: PriceBook
  fundamentals: readonly FundamentalsSource[]
  fx: FxRates
  clock: Pick<Clock, 'market'>
}

/** What is known of an instrument beside its price, with the names of the sources it came from. */
export interface CompanyFacts {
  reports: UsdReports | null
  fund: FundFacts | null
  /** Shares, fund units or coins. */
  sharesOutstanding: number | null
  source: string | null
}

/** A price older than this says nothing about today's valuation. */
const MAX_PRICE_AGE_MS = 10 * DAY_MS
const YEAR_MONTHS = 12

/** Reads reports or fund facts from the first of its sources that covers the instrument; indices and coins have neither. */
export async function readFacts(
  instrument: Instrument,
  { fundamentals: sources, fx }: FundamentalsDeps,
): Promise<CompanyFacts> {
  for (const source of sourcesFor(instrument, sources)) {
    const [reports, fund, sharesOutstanding] = await Promise.all([
      instrument.assetClass === 'equity' ? source.reports(instrument) : null,
      instrument.assetClass === 'etf' ? source.fund(instrument) : null,
      source.sharesOutstanding(instrument),
    ])
    if (reports === null && fund === null && sharesOutstanding === null) continue
    return {
      reports: reports === null ? null : await toUsd(reports, source.fx ?? fx),
      fund,
      sharesOutstanding,
      source: source.name,
    }
  }
  return { reports: null, fund: null, sharesOutstanding: null, source: null }
}

/** The price that ratios use: the newest one, unless it is older than ten days. */
export interface RatioPrice {
  day: Day
  usd: number | null
}

export async function ratioPrice(
  instrument: Instrument,
  quote: Quote | null,
  { fx, prices, clock }: FundamentalsDeps,
): Promise<RatioPrice | null> {
  if (quote === null || clock.market() - quote.at > MAX_PRICE_AGE_MS) return null
  const day = zonedDay(instrument.timezone, quote.at)
  const rates = (await prices.sourceOf(instrument))?.fx ?? fx
  const rate = await rates.usdOn(instrument.currency, day)
  return { day, usd: rate === null ? null : quote.price * rate }
}

/** The ratios of a fund or a company, and of what they are made; all null without a price of the last ten days. */
export async function readValuation(
  instrument: Instrument,
  { fund, reports, sharesOutstanding }: CompanyFacts,
  price: RatioPrice | null,
  deps: FundamentalsDeps,
): Promise<{ ratios: FundamentalsValuation; basis: ValuationBasis }> {
  if (price === null) return { ratios: NO_VALUATION, basis: NO_BASIS }
  const input = {
    day: price.day,
    priceUsd: price.usd,
    quarterly: reports?.quarterly ?? [],
    annual: reports?.annual ?? [],
    balance: reports?.balances.quarterly[0] ?? null,
    sharesOutstanding,
    dividendsUsd: reports === null ? null : await dividendsUsd(instrument, price.day, deps),
  }
  if (instrument.assetClass !== 'etf' && reports !== null) return companyValuation(input)
  const ratios = instrument.assetClass === 'etf' ? fundValuation(fund) : NO_VALUATION
  return { ratios, basis: valuationBasis(input) }
}

/** Market capitalisation in US dollars; what a file said when the count of shares is not known. */
export function marketCap(
  instrument: Instrument,
  facts: CompanyFacts,
  price: RatioPrice | null,
): number | null {
  return facts.sharesOutstanding === null
    ? instrument.marketCap
    : marketCapOf(price?.usd ?? null, facts.sharesOutstanding)
}

/** The fundamentals of an instrument; every money amount in US dollars, whatever is unavailable null. */
export async function buildFundamentals(
  instrument: Instrument,
  facts: CompanyFacts,
  asked: { quote: Quote | null; mode: 'annual' | 'quarterly'; limit: number },
  deps: FundamentalsDeps,
): Promise<Fundamentals> {
  const price = await ratioPrice(instrument, asked.quote, deps)
  const statements =
    facts.reports === null ? NO_STATEMENTS : toStatements(facts.reports, asked.mode, asked.limit)
  // What has neither reports nor a fund's figures has nothing that a date could be of.
  const dated = facts.reports !== null || instrument.assetClass === 'etf'
  return {
    entity_id: instrument.entityId,
    ticker: instrument.ticker,
    as_of: price !== null && dated ? formatDay(price.day) : newestStatement(statements),
    valuation: (await readValuation(instrument, facts, price, deps)).ratios,
    ...statements,
  }
}

function newestStatement(
  statements: Pick<Fundamentals, 'income_statement' | 'balance_sheet' | 'cash_flow'>,
): string | null {
  const dates = Object.values(statements).flatMap((items) =>
    items.slice(0, 1).map(({ end_date: date }) => date),
  )
  return dates.sort().at(-1) ?? null
}

/** Dividends per share with an ex-date in the twelve months before `day`; null when nothing is known of them. */
async function dividendsUsd(
  instrument: Instrument,
  day: Day,
  { prices, fx }: FundamentalsDeps,
): Promise<number | null> {
  const source = await prices.sourceOf(instrument)
  const dividends = (await source?.dividends(instrument)) ?? null
  if (dividends === null) return null
  const since = addMonths(day, -YEAR_MONTHS)
  let total = 0
  for (const { exDay, amount } of dividends) {
    if (exDay <= since || exDay > day) continue
    const rate = await (source?.fx ?? fx).usdOn(instrument.currency, exDay)
    if (rate === null) return null
    total += amount * rate
  }
  return total
}
