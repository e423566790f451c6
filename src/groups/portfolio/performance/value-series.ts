import { splitFactorAfter } from '../../../market/adjustment.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { Day } from '../../../kernel/time.ts'
import type { SplitFact } from '../ledger/entry.ts'
import type { LedgerLists } from '../state/ledger-columns.ts'
import { rateIn, type RateTable } from '../state/ledger-state.ts'
import type { DayValue } from './returns.ts'

/** What an instrument closed at, on today's split basis, in its currency; ascending. */
export interface Closes {
  currency: string
  days: Int32Array
  closes: Float64Array
  /** What counts from a day on in the place of closes: the newest price, and whether it is of a session of that day; null for none. */
  newest: { day: Day; price: number; isOfSession: boolean } | null
  splits: readonly SplitFact[]
}

export interface SeriesInput {
  lists: Pick<LedgerLists, 'quantities' | 'balances' | 'flows' | 'paid'>
  /** By instrument. */
  closes: ReadonlyMap<Id, Closes>
  /** By currency. */
  rates: ReadonlyMap<string, RateTable>
  /** Both inclusive. */
  from: Day
  to: Day
}

/** What a portfolio was worth day by day, in the base currency. */
export interface ValueSeries {
  /** At the end of the day before the first. */
  start: number
  days: DayValue[]
  /** Whether an exchange had a close for anything held on the day, or, today, has a price of a session of the day. */
  isPriced: Uint8Array
  /** Whether there is a rate for all that was worth something. */
  isConverted: boolean
  /** What moves of exchange rates alone have brought or cost: Σ value in a currency the evening before × change of its rate. */
  fxEffect: number
}

/**
 * Values every day of a range: what is held at the end of the day, at the last close up to it. What has no close yet is worth what was last paid
 * for it. What has no exchange rate counts as nothing.
 */
export function valueSeries(input: SeriesInput): ValueSeries {
  const { from, to, rates, lists } = input
  // The first slot is the day before.
  const slots = to - from + 2
  const isPriced = new Uint8Array(slots)
  const local = new Map<string, Float64Array>()
  const valuesIn = (currency: string): Float64Array => {
    const values = local.get(currency) ?? new Float64Array(slots)
    local.set(currency, values)
    return values
  }
  const paid = changesBy(lists.paid, ({ entityId }) => entityId)
  for (const [entityId, changes] of changesBy(lists.quantities, ({ entityId }) => entityId)) {
    const closes = input.closes.get(entityId)
    if (closes === undefined) continue
    const steps = changes.map(({ day, accountId, quantity }) => ({ day, key: accountId, amount: quantity }))
    const own = paid.get(entityId) ?? []
    addHolding(valuesIn(closes.currency), { steps, closes, paid: own, isPriced, from })
  }
  for (const [currency, changes] of changesBy(lists.balances, (each) => each.currency)) {
    const steps = changes.map(({ day, accountId, balance }) => ({ day, key: accountId, amount: balance }))
    const values = valuesIn(currency)
    walk(steps, { from, slots }, (slot, amount) => (values[slot] = (values[slot] ?? 0) + amount))
  }
  const { total, fxEffect, isConverted } = inBase(local, rates, { from, slots })
  const days = Array.from({ length: slots - 1 }, (_, at): DayValue => {
    return { day: from + at, value: total[at + 1] ?? 0, inflow: 0, outflow: 0 }
  })
  for (const { day, amountBase } of lists.flows) {
    const own = days[day - from]
    if (own === undefined) continue
    if (amountBase > 0) own.inflow += amountBase
    else own.outflow -= amountBase
  }
  return { start: total[0] ?? 0, days, isPriced: isPriced.subarray(1), isConverted, fxEffect }
}

function changesBy<T>(changes: readonly T[], keyOf: (each: T) => string): Map<string, T[]> {
  const byKey = new Map<string, T[]>()
  for (const each of changes) {
    const list = byKey.get(keyOf(each))
    if (list === undefined) byKey.set(keyOf(each), [each])
    else list.push(each)
  }
  return byKey
}

interface Step {
  day: Day
  /** What the amount belongs to: the sum over all keys counts. */
  key: string
  /** From the day on. */
  amount: number
}

/** Calls back for each slot with the sum of the newest amounts of all keys. */
function walk(
  steps: readonly Step[],
  { from, slots }: { from: Day; slots: number },
  visit: (slot: number, sum: number) => void,
): void {
  const ordered = steps.toSorted((one, other) => one.day - other.day)
  const amounts = new Map<string, number>()
  let [next, sum] = [0, 0]
  for (let slot = 0; slot < slots; slot++) {
    let isChanged = false
    for (let step = ordered[next]; step !== undefined && step.day < from + slot; step = ordered[++next]) {
      amounts.set(step.key, step.amount)
      isChanged = true
    }
    // Summed anew: differences of doubles would leave a rest where everything is sold.
    if (isChanged) sum = [...amounts.values()].reduce((total, each) => total + each, 0)
    if (sum !== 0) visit(slot, sum)
  }
}

interface HoldingInput {
  steps: readonly Step[]
  closes: Closes
  paid: LedgerLists['paid']
  isPriced: Uint8Array
  from: Day
}

function addHolding(values: Float64Array, { steps, closes, paid, isPriced, from }: HoldingInput): void {
  const { days, closes: prices, newest, splits } = closes
  const end = newest === null ? days.length : firstFrom(days, newest.day)
  const known = [...paid].toSorted((one, other) => one.day - other.day)
  let [nextClose, nextPaid] = [0, 0]
  /** On today's split basis. */
  let price: number | null = null
  walk(steps, { from, slots: values.length }, (slot, quantity) => {
    const day = from + slot - 1
    for (let each = known[nextPaid]; each !== undefined && each.day <= day; each = known[++nextPaid]) {
      if (nextClose === 0) price = each.price / splitFactorAfter(splits, each.day)
    }
    while (nextClose < end && (days[nextClose] ?? 0) <= day) price = prices[nextClose++] ?? price
    if (nextClose > 0 && days[nextClose - 1] === day) isPriced[slot] = 1
    if (newest !== null && newest.day <= day) price = newest.price
    if (newest?.day === day && (newest.isOfSession || days[end] === day)) isPriced[slot] = 1
    if (price !== null) {
      values[slot] = (values[slot] ?? 0) + quantity * price * splitFactorAfter(splits, day)
    }
  })
}

/** Where the days from one on begin. */
function firstFrom(days: Int32Array, day: Day): number {
  const at = days.findIndex((each) => each >= day)
  return at === -1 ? days.length : at
}

function inBase(
  local: ReadonlyMap<string, Float64Array>,
  rates: ReadonlyMap<string, RateTable>,
  { from, slots }: { from: Day; slots: number },
): { total: Float64Array; fxEffect: number; isConverted: boolean } {
  const total = new Float64Array(slots)
  let [fxEffect, isConverted] = [0, true]
  for (const [currency, values] of local) {
    const table = rates.get(currency)
    let before: number | null = null
    for (let slot = 0; slot < slots; slot++) {
      const rate = rateIn(table, from + slot - 1)
      const value = values[slot] ?? 0
      if (rate !== null) total[slot] = (total[slot] ?? 0) + value * rate
      else if (value !== 0) isConverted = false
      if (rate !== null && before !== null) fxEffect += (values[slot - 1] ?? 0) * (rate - before)
      before = rate
    }
  }
  return { total, fxEffect, isConverted }
}
