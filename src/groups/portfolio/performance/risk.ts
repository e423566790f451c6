import type { PortfolioRisk, RISK_RULES } from '../../../contract/performance.ts'
import { ratio, wireNumber } from '../../../kernel/numbers.ts'
import { addMonths, dayOf, formatDay, utcDay } from '../../../kernel/time.ts'
import type { PortfolioOwner } from '../../../ports/portfolio.ts'
import type { Clock } from '../../../ports/clock.ts'
import { allocate } from '../valuation/allocation.ts'
import { rangeOf } from '../valuation/day-range.ts'
import type { ReadLedger } from '../state/ledger-reader.ts'
import type { Performances, PerformanceQuery } from './performance-service.ts'
import type { Valuation } from '../valuation/service.ts'
import type { ValuedLedger } from '../valuation/valued.ts'

type RuleCode = (typeof RISK_RULES)[number]

const MONTHS = 12
/** No date that anybody can write is earlier. */
const FIRST_DATE = dayOf(1, 1, 1)
/** Shares of what is invested, and fees of what was paid in, up to which a rule passes. */
const THRESHOLDS: Readonly<Record<RuleCode, number>> = {
  POSITION_WEIGHT: 0.25,
  TOP5_WEIGHT: 0.7,
  CURRENCY_WEIGHT: 0.8,
  SECTOR_WEIGHT: 0.4,
  FEE_RATIO: 0.01,
}

/** What a portfolio may lose by. Throws what {@link Performances} throw. */
export async function readRisk(
  { valuation, performances, clock }: { valuation: Valuation; performances: Performances; clock: Clock },
  { caller, query, signal }: { caller: PortfolioOwner; query: PerformanceQuery; signal: AbortSignal },
): Promise<PortfolioRisk> {
  const today = utcDay(clock.market())
  const range = rangeOf(query, { today, first: (to) => Math.max(addMonths(to, -MONTHS), FIRST_DATE) })
  const { ledger, valued } = await valuation.valueNow(caller, { query, signal })
  const performed = await performances.read(caller, { query, signal, range })
  const shares = sharesOf(valued)
  const currencies = allocate(ledger, valued, { by: 'currency', market: null, through: null }).items
  return {
    from: formatDay(range.from),
    to: formatDay(range.to),
    base_currency: ledger.base,
    volatility: wireNumber(performed.volatility),
    max_drawdown: wireNumber(performed.maxDrawdown),
    beta: wireNumber(performed.beta),
    concentration_hhi: wireNumber(shares.reduce((sum, share) => sum + share ** 2, 0)) ?? 0,
    top5_weight: weightOfFirst(shares, 5),
    top10_weight: weightOfFirst(shares, 10),
    currency_exposure: currencies.map(({ key, value_base, weight }) => ({
      currency: key,
      value_base,
      weight,
    })),
    rules: rulesOf(ledger, valued, shares),
  }
}

/** What the largest few weigh together. */
const weightOfFirst = (shares: readonly number[], count: number): number =>
  wireNumber(shares.slice(0, count).reduce((sum, share) => sum + share, 0)) ?? 0

/** Shares of the holdings in all that is invested, shorts by their size, the largest first; empty where nothing is. */
function sharesOf({ holdings }: ValuedLedger): number[] {
  const sizes = holdings.map(({ valueBase }) => Math.abs(valueBase ?? 0)).filter((size) => size > 0)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  return sizes.map((size) => size / total).toSorted((one, other) => other - one)
}

/** Those that can be computed. */
function rulesOf(
  ledger: ReadLedger,
  valued: ValuedLedger,
  shares: readonly number[],
): PortfolioRisk['rules'] {
  const invested = { ...valued, cash: [], cashBase: 0, total: valued.total - valued.cashBase }
  const most = (by: 'currency' | 'sector'): number | undefined =>
    allocate(ledger, invested, { by, market: null, through: null }).items.find(({ key }) => key !== 'unknown')
      ?.weight
  const { fees, paidIn } = ledger.state.totals
  const values: Record<RuleCode, number | null | undefined> = {
    POSITION_WEIGHT: shares[0],
    TOP5_WEIGHT: shares.length === 0 ? null : weightOfFirst(shares, 5),
    CURRENCY_WEIGHT: most('currency'),
    SECTOR_WEIGHT: most('sector'),
    FEE_RATIO: ratio(fees, paidIn),
  }
  return (Object.keys(THRESHOLDS) as RuleCode[]).flatMap((code) => {
    const value = wireNumber(values[code])
    const threshold = THRESHOLDS[code]
    return value === null ? [] : [{ code, passed: value <= threshold, value, threshold }]
  })
}
