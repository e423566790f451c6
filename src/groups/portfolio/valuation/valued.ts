import type { Id } from '../../../kernel/ids.ts'
import { DAY_MS, type Day, type Instant, utcDay } from '../../../kernel/time.ts'
import type { InstrumentProfile } from '../../../ports/instruments.ts'
import type { PortfolioWarning } from '../../../contract/portfolio-warnings.ts'
import type { ReadLedger } from '../state/ledger-reader.ts'
import { rateIn, type StatePosition } from '../state/ledger-state.ts'
import type { Mark, Marks } from './marks.ts'
import { warningsOf } from './warnings.ts'

/** A price older than this is stale. */
const STALE_MS = 7 * DAY_MS
const MOST_WARNINGS = 100

/** An instrument over all accounts that are asked about; base amounts are in the base currency, the others in the instrument's. */
export interface ValuedHolding {
  profile: InstrumentProfile
  positions: readonly StatePosition[]
  quantity: number
  cost: number
  /** Null where a rate of the days on which it was bought is not known. */
  costBase: number | null
  mark: Mark | null
  isStale: boolean
  /** Units of the base currency for one of the instrument's; null where none is known. */
  rate: number | null
  value: number | null
  valueBase: number | null
  dayChangeBase: number | null
  unrealizedBase: number | null
  fxEffectBase: number | null
  realizedBase: number
  incomeBase: number
  firstAcquiredOn: Day
  transactions: number
}

/** A portfolio at its marks. */
export interface ValuedLedger {
  holdings: readonly ValuedHolding[]
  cash: ReadonlyArray<{ accountId: Id; currency: string; amount: number; base: number | null }>
  cashBase: number
  /** Everything that has a price and a rate. */
  total: number
  warnings: PortfolioWarning[]
}

/** Whether some account has anything of it, even if what one has is what another owes. */
export const isOpen = ({ positions }: Pick<ValuedHolding, 'positions'>): boolean =>
  positions.some(({ quantity }) => quantity !== 0)

/** @param at The moment that prices are compared with. */
export function valueLedger(
  { state, rates, until, accounts, profiles }: ReadLedger,
  { marks, at }: { marks: Marks; at: Instant },
): ValuedLedger {
  // Rows may be of a day that has begun in the east alone; rates are those of today.
  const day = Math.min(until, utcDay(at))
  const realized = sumsBy(state.realized, ({ entityId, gainBase }) => [entityId, gainBase])
  const income = sumsBy(state.income, ({ entityId, amountBase }) => [entityId, amountBase])
  const groups = Map.groupBy(state.positions, ({ entityId }) => entityId)
  const holdings = [...groups].flatMap(([entityId, positions]): ValuedHolding[] => {
    const profile = profiles.get(entityId)
    if (profile === undefined) return []
    const rate = rateIn(rates.get(profile.currency), day)
    const priced = priceOf(positions, { mark: marks.get(entityId) ?? null, rate })
    return [
      {
        ...priced,
        profile,
        positions,
        rate,
        isStale: priced.mark !== null && at - priced.mark.at > STALE_MS,
        realizedBase: realized.get(entityId) ?? 0,
        incomeBase: income.get(entityId) ?? 0,
        firstAcquiredOn: positions.reduce((min, each) => Math.min(min, each.firstAcquiredOn), Infinity),
        transactions: positions.reduce((sum, each) => sum + each.transactions, 0),
      },
    ]
  })
  const cash = state.cash.map((each) => {
    const rate = rateIn(rates.get(each.currency), day)
    return { ...each, base: each.amount === 0 ? 0 : rate === null ? null : each.amount * rate }
  })
  const cashBase = cash.reduce((sum, { base }) => sum + (base ?? 0), 0)
  const valued = {
    holdings,
    cash,
    cashBase,
    total: holdings.reduce((sum, { valueBase }) => sum + (valueBase ?? 0), cashBase),
  }
  const names = new Map([...accounts].map(([id, { name }]) => [id, name]))
  return { ...valued, warnings: warningsOf(valued, { state, names }).slice(0, MOST_WARNINGS) }
}

function sumsBy<T>(
  items: readonly T[],
  of: (item: T) => readonly [Id | null, number],
): Map<Id | null, number> {
  const sums = new Map<Id | null, number>()
  for (const item of items) {
    const [key, amount] = of(item)
    sums.set(key, (sums.get(key) ?? 0) + amount)
  }
  return sums
}

function priceOf(
  positions: readonly StatePosition[],
  { mark, rate }: { mark: Mark | null; rate: number | null },
) {
  const sum = (of: (position: StatePosition) => number): number =>
    positions.reduce((total, position) => total + of(position), 0)
  const [quantity, cost] = [sum((each) => each.quantity), sum((each) => each.cost)]
  const costBase = positions.some((each) => each.costBase === null) ? null : sum((each) => each.costBase ?? 0)
  const value = quantity === 0 ? 0 : mark === null ? null : quantity * mark.price
  const valueBase = value === null || rate === null ? null : value * rate
  const before = mark?.previousClose ?? null
  return {
    mark,
    quantity,
    cost,
    costBase,
    value,
    valueBase,
    dayChangeBase:
      mark === null || before === null || rate === null ? null : quantity * (mark.price - before) * rate,
    unrealizedBase: valueBase === null || costBase === null ? null : valueBase - costBase,
    fxEffectBase: rate === null || costBase === null ? null : cost * rate - costBase,
  }
}
