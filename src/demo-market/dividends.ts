import { roundTo } from '../kernel/numbers.ts'
import { dayOf, fieldsOf, weekdayOf } from '../kernel/time.ts'
import { calendarOf } from '../market/venues.ts'
import { streamOf, uniform } from './random.ts'
import { splitBasis } from './splits.ts'
import { trend, yearsFromAnchor } from './timeline.ts'
import type { Day } from '../kernel/time.ts'
import type { DemoInstrument, PayoutModel } from './instrument.ts'
import type { Stream } from './random.ts'

/** A payment as it was declared. */
export interface DemoDividend {
  exDay: Day
  /** Per share, in the instrument's currency, on the split basis of the ex-date. */
  amount: number
}

/** What a market's instruments pay. */
export interface Dividends {
  /** Dividends with an ex-date from one day to another, both included, oldest first. */
  between(instrument: DemoInstrument, from: Day, to: Day): DemoDividend[]
}

/** A third of a semi-annual dividend and more is paid as the final one. */
const INTERIM_SHARE = 0.4
/** How far a fund's distribution may be from the average one. */
const FUND_SPREAD = 0.07
const FRIDAY = 5

/** The dividends of a market, computed a year at a time and kept. */
export function createDividends(seed: string): Dividends {
  const kept = new Map<string, readonly DemoDividend[]>()

  function ofYear(instrument: DemoInstrument, year: number): readonly DemoDividend[] {
    const key = `${instrument.ticker} ${instrument.mic} ${year}`
    let dividends = kept.get(key)
    if (dividends === undefined) {
      dividends = computeYear(seed, instrument, year)
      if (kept.size >= MOST_YEARS) kept.clear()
      kept.set(key, dividends)
    }
    return dividends
  }

  return {
    between(instrument, from, to) {
      const found: DemoDividend[] = []
      if (instrument.payout === null) return found
      for (let year = fieldsOf(from).year; year <= fieldsOf(to).year; year++) {
        for (const dividend of ofYear(instrument, year)) {
          if (dividend.exDay >= from && dividend.exDay <= to) found.push(dividend)
        }
      }
      return found
    },
  }
}

/** Enough for eleven years of every payer. */
const MOST_YEARS = 6000

function computeYear(seed: string, instrument: DemoInstrument, year: number): DemoDividend[] {
  const { payout } = instrument
  const calendar = calendarOf(instrument.mic, instrument.assetClass)
  if (payout === null || calendar === null) return []
  const stream = streamOf(seed, 'dividend', instrument.mic, instrument.ticker)
  const dividends: DemoDividend[] = []
  for (let payment = 0; payment < payout.perYear; payment++) {
    const exDay = calendar.addSessions(nominalDay(instrument, stream, { year, payment }), 0).day
    const amount = amountOf(instrument, payout, exDay, shareOf(payout, stream, year * 12 + payment))
    if (amount > 0) dividends.push({ exDay, amount })
  }
  return dividends.sort((one, other) => one.exDay - other.exDay)
}

/** The day on or after which a payment's ex-date falls. */
function nominalDay(
  instrument: DemoInstrument,
  stream: Stream,
  { year, payment }: { year: number; payment: number },
): Day {
  const perYear = instrument.payout?.perYear ?? 1
  if (perYear === 12) return dayOf(year, payment + 1, 1)
  const spacing = 12 / perYear
  if (instrument.company === null) return thirdFriday(year, spacing * (payment + 1))
  const yearEnd = instrument.company.yearEnd
  // Japanese dividends go to the holders at the end of the fiscal half-year.
  const japanese = instrument.mic === 'XTKS'
  const delay = japanese ? 0 : perYear === 4 ? 1 + Math.floor(3 * uniform(stream, 0)) : perYear === 2 ? 2 : 5
  const month = ((yearEnd + delay + spacing * payment - 1) % 12) + 1
  return dayOf(year, month, japanese ? 28 : 4 + Math.floor(20 * uniform(stream, 1)))
}

function thirdFriday(year: number, month: number): Day {
  const first = dayOf(year, month, 1)
  return first + ((FRIDAY - weekdayOf(first) + 7) % 7) + 14
}

/** The part of a year's dividends that one payment is. */
function shareOf(payout: PayoutModel, stream: Stream, index: number): number {
  if (!payout.steady) return (1 + FUND_SPREAD * (2 * uniform(stream, index) - 1)) / payout.perYear
  if (payout.perYear !== 2) return 1 / payout.perYear
  return index % 2 === 0 ? 1 - INTERIM_SHARE : INTERIM_SHARE
}

function amountOf(instrument: DemoInstrument, payout: PayoutModel, exDay: Day, share: number): number {
  // A payer raises its dividend once a year, with the first payment.
  const years = Math.round(yearsFromAnchor(dayOf(fieldsOf(exDay).year, 8, 21)))
  const annual = payout.yield * instrument.price.anchor * Math.exp(trend(payout.growth, years))
  const amount = (annual * share) / splitBasis(instrument, exDay)
  return roundTo(amount, decimalsOf(instrument, amount))
}

/** Dividends are declared in round amounts. */
function decimalsOf({ currency, payout }: DemoInstrument, amount: number): number {
  if (currency === 'JPY') return amount >= 5 ? 0 : 1
  if (currency === 'GBP' || payout?.steady === false || amount < 0.1) return 4
  return 2
}
