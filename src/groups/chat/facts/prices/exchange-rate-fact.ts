import { type Day, formatDay, type Instant, utcDay } from '../../../../kernel/time.ts'
import type { InstantRange } from '../../../../market/bars.ts'
import type { RateAsk } from '../../understanding/intents/exchange-rates.ts'
import { inMoney, rateFor, type Rates, rateSaid, ratesRecord } from './converted.ts'
import type { Fact } from '../facts.ts'
import { percent } from '../number-format.ts'

/** How far back to look for the day of a rate: weekends and holidays have that of the day before. */
const LOOK_BACK_DAYS = 10

interface RateWanted {
  /** Null for the newest. */
  range: InstantRange | null
  now: Instant
  /** Whether rates of the simulated market may be used. */
  simulated: boolean
}

/** A rate with its day. */
interface Stored {
  rate: number
  day: Day
  /** Whether it may be older than the day asked for. */
  isOlder: boolean
}

/**
 * The exchange rate of two currencies: newest, on a day, or at both ends of a range; null when none is stored. Without a range its change
 * is the one since the day before.
 */
export async function exchangeRateFact(
  instruments: Rates,
  ask: RateAsk,
  { range, now, simulated }: RateWanted,
): Promise<Fact | null> {
  const today = utcDay(now)
  const last = range === null ? today : Math.min(today, utcDay(range.to))
  const newest = await storedRate(instruments, ask, last)
  if (newest === null) return null
  const first = firstDayOf(ask, { range, last, newest: newest.day })
  const before = first === null ? null : await storedRate(instruments, ask, first)
  const { from, to } = ask
  const sentences = [
    ...saidRate(ask, newest),
    ...(before === null ? [] : [changeOf(ask, before, newest)]),
    ...(first !== null && before === null
      ? [`No exchange rate of ${from} into ${to} is stored for ${formatDay(first)}.`]
      : []),
  ]
  const days = { from: before?.day ?? newest.day, to: newest.day }
  const record = { ...days, text: sentences.join(' '), simulated }
  return { sentences, record: ratesRecord({ base: from, quote: to }, record) }
}

/** The first day of a change; null for none. */
function firstDayOf(
  { isMove }: RateAsk,
  { range, last, newest }: { range: InstantRange | null; last: Day; newest: Day },
): Day | null {
  const first = range === null ? last : utcDay(range.from)
  if (first !== last) return first
  return isMove === true ? newest - 1 : null
}

function saidRate({ from, to, amount }: RateAsk, { rate, day, isOlder }: Stored): string[] {
  const since = isOlder ? `, the same as ${LOOK_BACK_DAYS} days before and longer` : ''
  const inverse = `${to} 1 is ${from} ${rateFor(1, 1 / rate)}`
  const one = `${rateSaid({ base: from, quote: to }, rate, day)}${since}; ${inverse}.`
  return amount === null || amount === 1
    ? [one]
    : [
        `${inMoney(from, amount)} is ${inMoney(to, amount * rate)}: ${inMoney(from, amount)} × ${rateFor(amount, rate)}.`,
        one,
      ]
}

function changeOf({ from, to }: RateAsk, before: Stored, newest: Stored): string {
  const [was, is] = [before, newest].map(({ rate }) => Number(rateFor(1, rate))) as [number, number]
  const rest = before.isOlder ? ' or before' : ''
  return `Since ${formatDay(before.day)}${rest} ${from} has changed by (${is} − ${was}) / ${was} = ${percent((is - was) / was)} against ${to}.`
}

/** The rate on a day, and the day it is from. */
async function storedRate(instruments: Rates, ask: RateAsk, day: Day): Promise<Stored | null> {
  const first = day - LOOK_BACK_DAYS
  const rateOn = await instruments.ratesInto(ask.to, { from: first, to: day })(ask.from)
  const rate = rateOn(day)
  if (rate === null) return null
  for (let since = day; since > first; since--)
    if (rateOn(since - 1) !== rate) return { rate, day: since, isOlder: false }
  return { rate, day, isOlder: true }
}
