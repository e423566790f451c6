import {
  explainFigure,
  type Explanation,
  type Figure,
  valueOf,
} from '../adapters/files/companyfacts/index.ts'
import type { Database } from '../adapters/storage/database.ts'
import { createFactsStore, createInstrumentStore } from '../groups/instruments/index.ts'
import type { Id } from '../kernel/ids.ts'
import { type Day, parseDay } from '../kernel/time.ts'
import { tickerSpellings } from '../market/ticker-spellings.ts'
import type { PeriodFacts } from '../ports/fundamentals.ts'
import type { CompanyFacts } from '../ports/instruments.ts'
import { CommandError } from './context.ts'

/** What can be explained, by the names of the API's fields. */
const FIELDS: Readonly<Record<string, Figure>> = {
  revenue: 'revenue',
  gross_profit: 'grossProfit',
  operating_income: 'operatingIncome',
  net_income: 'netIncome',
  eps_diluted: 'epsDiluted',
  depreciation_amortization: 'depreciationAmortization',
  operating_cash_flow: 'operatingCashFlow',
  capex: 'capex',
  free_cash_flow: 'freeCashFlow',
  total_assets: 'totalAssets',
  total_liabilities: 'totalLiabilities',
  total_equity: 'totalEquity',
  cash_and_equivalents: 'cashAndEquivalents',
  total_debt: 'totalDebt',
  long_term_debt: 'longTermDebt',
  current_assets: 'currentAssets',
  current_liabilities: 'currentLiabilities',
  retained_earnings: 'retainedEarnings',
  shares_outstanding: 'sharesOutstanding',
}
/** After every filing. */
const EVER = '9999-12-31'

/** A fiscal year or quarter by its name, such as `Q4FY2025`. */
interface NamedPeriod {
  label: string
  fiscalYear: number
  fiscalQuarter: 1 | 2 | 3 | 4 | null
}

/** What a user asks for. */
export interface Asked {
  ticker: string
  field: string
  figure: Figure
  /** Null: the newest one that has the number. */
  period: NamedPeriod | null
  day: Day
  asOf: string | null
}

/** An explanation beside what is stored. */
export interface ExplainedFigure extends Explanation {
  asked: Asked & { period: NamedPeriod }
  storedValue: number | null
  /** The day on which the facts of the period became what they are. */
  publicSince: Day
}

/** Explains a number as it is stored. Throws {@link CommandError} for a ticker, a field or a period that there is not. */
export async function explainStored(
  db: Database,
  asked: Asked,
  exchange: string | undefined,
): Promise<ExplainedFigure> {
  const rows = await createInstrumentStore(db, []).byTickers([...tickerSpellings(asked.ticker, null)])
  const entityId = onlyListing(asked.ticker, rows, exchange)
  const facts = createFactsStore(db)
  const known = (await facts.asOf([entityId], asked.day)).get(entityId) ?? []
  const packed = await facts.packed(entityId)
  if (packed === null) throw new CommandError(whyNothing(asked, known))
  const stored = periodOf(asked, known)
  if (stored === undefined) throw new CommandError(whyNoPeriod(asked, known))
  const { fiscalYear, fiscalQuarter } = stored
  const period = { label: labelOf(stored), fiscalYear, fiscalQuarter }
  const explanation = explainFigure(packed, { ...asked, ...period })
  if (explanation === null) {
    throw new CommandError(
      `${period.label} of ${asked.ticker} is by the rules of another release: import its companyfacts file again.`,
    )
  }
  const storedValue = valueOf(stored, asked.figure)
  return { ...explanation, asked: { ...asked, period }, storedValue, publicSince: stored.filed }
}

/** The period that is asked for, of those that were public, the newest first. */
function periodOf({ period, figure }: Asked, known: readonly CompanyFacts[]): CompanyFacts | undefined {
  if (period === null) return known.find((each) => valueOf(each, figure) !== null) ?? known[0]
  return known.find(
    (each) => each.fiscalYear === period.fiscalYear && each.fiscalQuarter === period.fiscalQuarter,
  )
}

/** Reads the arguments; throws {@link CommandError} for those that mean nothing. */
export function readQuestion(
  [ticker, field, period, ...rest]: readonly string[],
  asOf: string | undefined,
): Asked {
  if (ticker === undefined || field === undefined || rest.length > 0) {
    throw new CommandError('explain needs TICKER FIELD [PERIOD], such as: explain AAPL total_debt Q4FY2025.')
  }
  const figure = Object.hasOwn(FIELDS, field.toLowerCase()) ? FIELDS[field.toLowerCase()] : undefined
  if (figure === undefined) {
    throw new CommandError(`FIELD ${quoted(field)} is none of: ${Object.keys(FIELDS).join(', ')}.`)
  }
  const day = parseDay(asOf ?? EVER)
  if (day === null) throw new CommandError(`--as-of ${quoted(asOf ?? '')} must be a date (YYYY-MM-DD).`)
  return {
    ticker: ticker.toUpperCase(),
    field: field.toLowerCase(),
    figure,
    period: period === undefined ? null : readPeriod(period),
    day,
    asOf: asOf ?? null,
  }
}

function readPeriod(text: string): NamedPeriod {
  const [, quarter, year] = /^(?:Q([1-4]))?FY(\d{4})$/i.exec(text) ?? []
  if (year === undefined) {
    throw new CommandError(`PERIOD ${quoted(text)} must be a fiscal year or quarter: FY2025 or Q4FY2025.`)
  }
  return {
    label: text.toUpperCase(),
    fiscalYear: Number(year),
    fiscalQuarter: quarter === undefined ? null : (Number(quarter) as 1 | 2 | 3 | 4),
  }
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 40))
}

/** Tickers are given again: what is still listed is meant before what is not. */
function onlyListing(
  ticker: string,
  rows: ReadonlyArray<{ entity_id: Id; mic: string; exchange: string; status: string }>,
  exchange: string | undefined,
): Id {
  const named = rows.filter(
    ({ mic, exchange: name }) =>
      exchange === undefined || [mic, name].some((each) => each.toUpperCase() === exchange.toUpperCase()),
  )
  const living = named.filter(({ status }) => status !== 'delisted')
  const [only, ...others] = living.length > 0 ? living : named
  if (only === undefined) {
    const where = exchange === undefined ? '' : ` on ${exchange}`
    throw new CommandError(`No listing has the ticker ${quoted(ticker)}${where}.`)
  }
  if (others.length > 0) {
    const venues = [only, ...others].map(({ exchange: name, mic }) => `${name} (${mic})`).join(', ')
    throw new CommandError(`${ticker} is listed on ${venues}: name one with --exchange.`)
  }
  return only.entity_id
}

function whyNothing({ ticker }: Asked, known: readonly CompanyFacts[]): string {
  return known.length > 0
    ? `The facts of ${ticker} are too many to be kept: its numbers cannot be explained.`
    : `No filed facts of ${ticker} are stored: import its companyfacts file (again, if that was before this release).`
}

function whyNoPeriod({ ticker, period, asOf }: Asked, known: readonly CompanyFacts[]): string {
  if (known.length === 0 || period === null)
    return `Nothing was public about ${ticker} on ${asOf ?? 'any day'}.`
  const when = asOf === null ? '' : ` on ${asOf}`
  return `PERIOD ${period.label} is none of those that were public about ${ticker}${when}: ${known.map(labelOf).join(', ')}.`
}

function labelOf({ fiscalYear, fiscalQuarter }: PeriodFacts): string {
  return fiscalQuarter === null ? `FY${fiscalYear}` : `Q${fiscalQuarter}FY${fiscalYear}`
}
