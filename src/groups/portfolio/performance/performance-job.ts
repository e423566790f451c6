import type { Id } from '../../../kernel/ids.ts'
import type { Day } from '../../../kernel/time.ts'
import type { JobResult } from '../../../kernel/worker-pool.ts'
import { splitFactorAfter } from '../../../market/adjustment.ts'
import { type LedgerColumns, type LedgerLists, unpackLists } from '../state/ledger-columns.ts'
import { hasRatesIn, type LedgerState, rateIn, type RateTable } from '../state/ledger-state.ts'
import { type BenchmarkReturns, returnsOf } from './performance.ts'
import { type PerformanceNumbers, type ReplyOptions, toPerformance } from './performance-reply.ts'
import { type Closes, valueSeries } from './value-series.ts'

/** What a benchmark was worth in its currency, dividends included; ascending. */
export interface BenchmarkValues {
  /** Of sessions; today where it has a price of a session that has begun. */
  days: readonly Day[]
  values: readonly number[]
  /** Into the base currency. */
  rates: RateTable
}

export interface PerformanceInput {
  /** What a ledger says up to the last day or any later one. */
  ledger: Pick<LedgerState, 'missingRates'> & { columns: LedgerColumns }
  /** What was earned before tax, by day. */
  income: { days: Int32Array; amounts: Float64Array }
  rates: ReadonlyMap<string, RateTable>
  closes: ReadonlyMap<Id, Closes>
  benchmark: BenchmarkValues | null
  /** Both inclusive. */
  from: Day
  to: Day
  /** The last day of which rows count, as `lastRowDay` has it: what is of a later day than `to` counts with that. */
  lastRow: Day
  /** The first day of the range that is valued; before it nothing was there. */
  first: Day
  /** How its reply is written; null for none. */
  reply: ReplyOptions | null
}

export interface PerformanceOutput extends PerformanceNumbers {
  /** JSON; null where none was asked for. */
  reply: Uint8Array<ArrayBuffer> | null
}

/** Values every day of a range on which something was there. */
export function perform(input: PerformanceInput): PerformanceOutput {
  const { ledger, from, to, lastRow, first } = input
  const unpacked = unpackLists(ledger.columns)
  const lists = lastRow > to ? untilToday(unpacked, input) : unpacked
  const series = valueSeries({ lists, closes: input.closes, rates: input.rates, from: first, to })
  const benchmark = input.benchmark === null ? null : benchmarkReturns(input.benchmark, from)
  const isIn = (day: Day | undefined): boolean => day !== undefined && day >= from && day <= lastRow
  const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
    items.reduce((total, item) => total + of(item), 0)
  const costs = lists.costs.filter(({ day }) => isIn(day))
  const hasRates = series.isConverted && hasRatesIn(ledger, { from, to: lastRow })
  const numbers: PerformanceNumbers = {
    ...returnsOf(series, { hasRates, benchmark }),
    from,
    first,
    income: input.income.amounts.reduce(
      (total, each, at) => (isIn(input.income.days[at]) ? total + each : total),
      0,
    ),
    fees: sum(costs, ({ fees }) => fees),
    taxes: sum(costs, ({ taxes }) => taxes),
    fxEffect: series.fxEffect,
    benchmarkTwr: benchmark?.upTo(to) ?? null,
  }
  const reply = input.reply === null ? null : JSON.stringify(toPerformance(numbers, input.reply))
  return { ...numbers, reply: reply === null ? null : new TextEncoder().encode(reply) }
}

/** What is of a later day as if it were of today, as shares count today. */
function untilToday(
  { quantities, balances, flows, paid, costs }: LedgerLists,
  { to: today, closes }: Pick<PerformanceInput, 'to' | 'closes'>,
): LedgerLists {
  const moved = <T extends { day: Day }>(
    list: readonly T[],
    change: (each: T) => T = (each) => each,
  ): readonly T[] =>
    list.some(({ day }) => day > today)
      ? list.map((each) => (each.day > today ? { ...change(each), day: today } : each))
      : list
  const sharesFor = ({ entityId, day }: { entityId: Id; day: Day }): number => {
    const splits = closes.get(entityId)?.splits ?? []
    return splitFactorAfter(splits, today) / splitFactorAfter(splits, day)
  }
  return {
    quantities: moved(quantities, (each) => ({ ...each, quantity: each.quantity / sharesFor(each) })),
    balances: moved(balances),
    flows: moved(flows),
    paid: moved(paid, (each) => ({ ...each, price: each.price * sharesFor(each) })),
    costs: moved(costs),
  }
}

/** Since the last value before the range; null before there is one. */
export function benchmarkReturns({ days, values, rates }: BenchmarkValues, from: Day): BenchmarkReturns {
  // At the rate of the day and not of the session, as all that is held: currencies move on holidays as well.
  const at = (day: Day): number | null => {
    let [low, high] = [0, days.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((days[middle] ?? 0) <= day) low = middle + 1
      else high = middle
    }
    const [value, rate] = [values[low - 1], rateIn(rates, day)]
    return value === undefined || rate === null ? null : value * rate
  }
  const start = at(from - 1)
  const sessions = new Set(days)
  return {
    upTo: (day) => {
      const value = at(day)
      return start === null || start === 0 || value === null ? null : value / start - 1
    },
    hasClose: (day) => sessions.has(day),
  }
}

/** The job of a worker thread: computes performance. */
export function run(input: PerformanceInput): JobResult<PerformanceOutput> {
  const value = perform(input)
  const { values, netContributions, twr, benchmarkTwr } = value.points
  const columns = [
    values,
    netContributions,
    twr,
    benchmarkTwr,
    ...(value.reply === null ? [] : [value.reply]),
  ]
  return { value, transfer: columns.map(({ buffer }) => buffer) }
}
