import type { FundamentalsValuation } from '../../../contract/fundamentals.ts'
import { ratio, wireNumber } from '../../../kernel/numbers.ts'
import { addMonths, type Day } from '../../../kernel/time.ts'
import type { BalancePoint, FlowPeriod, FundFacts } from '../../../ports/fundamentals.ts'
import type { ValuationBasis } from '../../../ports/instruments.ts'

/** What the ratios are made of, all in US dollars. */
export interface ValuationInput {
  /** Day of the price at the venue. */
  day: Day
  /** Null when there is no price of the last ten days. */
  priceUsd: number | null
  /** Newest first. */
  quarterly: readonly FlowPeriod[]
  annual: readonly FlowPeriod[]
  balance: BalancePoint | null
  sharesOutstanding: number | null
  /** Sum of the dividends per share of the last twelve months. */
  dividendsUsd: number | null
}

/** A period that ended longer ago says nothing about what a price buys today: a year's report may be half a year late. */
const MAX_REPORT_AGE_MONTHS = 18

/** A price of a thousand years of earnings or sales, or of a thousand times the books, is a price of something else. */
const MOST_MULTIPLE = 1_000
/** Reached by earnings that grow by less than a hundredth of their multiple, in percent: by no growth. */
const MOST_PEG = 100

export const NO_VALUATION: FundamentalsValuation = {
  pe_ttm: null,
  ps_ttm: null,
  pb: null,
  ev_ebitda: null,
  ev_revenue: null,
  peg_ratio: null,
  dividend_yield: null,
}

export const NO_BASIS: ValuationBasis = {
  price: null,
  sharesOutstanding: null,
  balance: null,
  enterpriseValue: null,
  epsTtm: null,
  hasQuarters: false,
  revenueTtm: null,
  freeCashFlowTtm: null,
  dividendsTtm: null,
}

/** Market capitalisation in US dollars. */
export function marketCapOf(priceUsd: number | null, shares: number | null): number | null {
  return priceUsd === null || shares === null ? null : wireNumber(priceUsd * shares)
}

/**
 * The ratios of a company, and of what they are made. Sums over the newest four quarters (of the newest fiscal year when quarters are missing);
 * a multiple whose base is zero or less is null, and so is one whose period ended more than 18 months before the price.
 * - A multiple that says nothing is null too: of more than 1,000, and a PEG of more than 100, because what it is divided by
 *   is then next to nothing and the multiple is as large as chance will have it ({@link MOST_MULTIPLE}, {@link MOST_PEG}).
 * - EV = market cap + total debt − cash; EBITDA = operating income + depreciation and amortisation
 * - PEG = P/E over the growth of diluted EPS of the newest four quarters against the four before, in percent
 */
export function companyValuation(known: ValuationInput): {
  ratios: FundamentalsValuation
  basis: ValuationBasis
} {
  const input = withoutOutdated(known)
  const { priceUsd, balance } = input
  const basis = basisOf(input)
  const { epsTtm: eps, revenueTtm: revenue, enterpriseValue } = basis
  const marketCap = marketCapOf(priceUsd, input.sharesOutstanding)
  const ebitda = plus(
    trailing(input, ({ operatingIncome }) => operatingIncome),
    trailing(input, ({ depreciationAmortization }) => depreciationAmortization),
  )
  const priceEarnings = multiple(priceUsd, eps)
  const ratios = {
    pe_ttm: priceEarnings,
    ps_ttm: multiple(marketCap, revenue),
    pb: multiple(marketCap, balance?.totalEquity ?? null),
    ev_ebitda: multiple(enterpriseValue, ebitda),
    ev_revenue: multiple(enterpriseValue, revenue),
    peg_ratio: multiple(priceEarnings, growthPercent(input, eps), MOST_PEG),
    dividend_yield: ratio(input.dividendsUsd, priceUsd),
  }
  return { ratios, basis }
}

/** Of what ratios would be made, of what is no company. */
export const valuationBasis = (known: ValuationInput): ValuationBasis => basisOf(withoutOutdated(known))

function basisOf(input: ValuationInput): ValuationBasis {
  const { balance } = input
  const netDebt = minus(balance?.totalDebt ?? null, balance?.cashAndEquivalents ?? null)
  return {
    price: wireNumber(input.priceUsd),
    sharesOutstanding: wireNumber(input.sharesOutstanding),
    balance,
    enterpriseValue: plus(marketCapOf(input.priceUsd, input.sharesOutstanding), netDebt),
    epsTtm: trailing(input, ({ epsDiluted }) => epsDiluted),
    hasQuarters: input.quarterly.length > 0,
    revenueTtm: trailing(input, ({ revenue }) => revenue),
    freeCashFlowTtm: plus(
      trailing(input, ({ operatingCashFlow }) => operatingCashFlow),
      trailing(input, ({ capex }) => capex),
    ),
    dividendsTtm: input.dividendsUsd,
  }
}

/** A ratio within sense. */
function multiple(part: number | null, base: number | null, most: number = MOST_MULTIPLE): number | null {
  const value = ratio(part, base)
  return value === null || Math.abs(value) > most ? null : value
}

/** Newest first, so that when the first is outdated all are. */
function withoutOutdated(input: ValuationInput): ValuationInput {
  const oldest = addMonths(input.day, -MAX_REPORT_AGE_MONTHS)
  const isCurrent = (newest: { end: Day } | null | undefined): boolean =>
    newest !== null && newest !== undefined && newest.end >= oldest
  return {
    ...input,
    quarterly: isCurrent(input.quarterly[0]) ? input.quarterly : [],
    annual: isCurrent(input.annual[0]) ? input.annual : [],
    balance: isCurrent(input.balance) ? input.balance : null,
  }
}

/** A fund has the yield of its distributions and the P/E of what it holds. */
export function fundValuation(facts: FundFacts | null): FundamentalsValuation {
  return {
    ...NO_VALUATION,
    pe_ttm: wireNumber(facts?.holdingsPe),
    dividend_yield: wireNumber(facts?.distributionYield),
  }
}

/** Four consecutive quarters from `skip` on; null when one is missing or does not follow the other. */
function fourQuarters(quarterly: readonly FlowPeriod[], skip: number): readonly FlowPeriod[] | null {
  const four = quarterly.slice(skip, skip + 4)
  const indexes = four.map(({ fiscalYear, fiscalQuarter }) => fiscalYear * 4 + (fiscalQuarter ?? 0))
  const consecutive = indexes.every((index, at) => at === 0 || indexes[at - 1] === index + 1)
  return four.length === 4 && consecutive ? four : null
}

type Line = (period: FlowPeriod) => number | null

function sum(periods: readonly FlowPeriod[], line: Line): number | null {
  let total = 0
  for (const period of periods) {
    const value = line(period)
    if (value === null) return null
    total += value
  }
  return total
}

function trailing({ quarterly, annual }: ValuationInput, line: Line, yearsBack: number = 0): number | null {
  const four = fourQuarters(quarterly, yearsBack * 4)
  if (four !== null) return sum(four, line)
  const year = quarterly.length === 0 ? annual[yearsBack] : undefined
  return year === undefined ? null : line(year)
}

function growthPercent(input: ValuationInput, eps: number | null): number | null {
  const before = trailing(input, ({ epsDiluted }) => epsDiluted, 1)
  return eps === null || before === null || before <= 0 ? null : ((eps - before) / before) * 100
}

function plus(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b
}

function minus(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a - b
}
