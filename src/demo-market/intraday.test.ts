import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, dayOf, HOUR_MS, MINUTE_MS, parseInstant, utcDay } from '../kernel/time.ts'
import { calendarOf } from '../market/venues.ts'
import { createDemoMarket } from './index.ts'
import { tickSize } from './ticks.ts'
import type { Session } from '../market/calendar/index.ts'
import type { Bars } from '../market/bars.ts'
import type { DemoInstrument, DemoQuote } from './index.ts'

const NOW = instant('2026-11-20T22:30:00Z')
const market = createDemoMarket({ seed: 'tests' })

function instant(text: string): number {
  return parseInstant(text) ?? NaN
}

function listing(mic: string, ticker: string): DemoInstrument {
  const found = market.find(mic, ticker)
  if (found === null) throw new Error(`no ${ticker}`)
  return found
}

function sessionOf(instrument: DemoInstrument, day: number): Session {
  const session = calendarOf(instrument.mic, instrument.assetClass)?.sessionOn(day)
  if (session === null || session === undefined) throw new Error(`no session on ${day}`)
  return session
}

function quoteAt(instrument: DemoInstrument, now: number): DemoQuote {
  const quote = market.quoteAt(instrument, now)
  if (quote === null) throw new Error('no quote')
  return quote
}

/** One bar out of many, computed the plain way. */
function aggregate(bars: Bars): Record<string, number | undefined> {
  return {
    open: bars.open[0],
    high: Math.max(...bars.high),
    low: Math.min(...bars.low),
    close: bars.close.at(-1),
    volume: bars.volume.reduce((sum, volume) => sum + volume, 0),
    adjustedClose: bars.adjustedClose.at(-1),
  }
}

function only(bars: Bars): Record<string, number | undefined> {
  expect(bars.at).toHaveLength(1)
  const { open, high, low, close, volume, adjustedClose } = bars
  return {
    open: open[0],
    high: high[0],
    low: low[0],
    close: close[0],
    volume: volume[0],
    adjustedClose: adjustedClose[0],
  }
}

const AAPL = listing('XNAS', 'AAPL')
const TOYOTA = listing('XTKS', '7203.T')
const TENCENT = listing('XHKG', '0700.HK')
const BITCOIN = listing('CCC', 'BTC-USD')
const LLOYDS = listing('XLON', 'LLOY.L')
const SP500 = listing('SNP', '^GSPC')
const VIX = listing('WCB', '^VIX')
const kinds = [AAPL, TOYOTA, TENCENT, BITCOIN, LLOYDS, SP500, VIX, listing('CCC', 'DOGE-USD')]
const FIRST_DAY = dayOf(2021, 12, 1)
const listed = market.instruments.filter((i) => (i.listedOn ?? FIRST_DAY) <= FIRST_DAY)
const anyListing = fc.oneof(fc.constantFrom(...kinds), fc.constantFrom(...listed))
const anyDay = fc.integer({ min: FIRST_DAY, max: dayOf(2026, 11, 19) })

/** A listing and the first session on or after a random day. */
const anySession = fc.tuple(anyListing, anyDay).map(([instrument, day]) => {
  const calendar = calendarOf(instrument.mic, instrument.assetClass)
  if (calendar === null) throw new Error(`no calendar for ${instrument.ticker}`)
  return { instrument, session: calendar.addSessions(day, 0) }
})

describe('minute bars', () => {
  it('add up to the daily bar, whatever the venue, the day and its length', () => {
    fc.assert(
      fc.property(anySession, ({ instrument, session }) => {
        const minutes = market.minuteBars(instrument, session.day, NOW)
        const daily = market.dailyBars(instrument, session.day, session.day, NOW)
        const [sum, bar] = [aggregate(minutes), only(daily)]
        expect(sum.adjustedClose! / bar.adjustedClose!).toBeCloseTo(1, 12)
        expect({ ...sum, adjustedClose: 0 }).toEqual({ ...bar, adjustedClose: 0 })
      }),
      { numRuns: 120 },
    )
  })

  it('are one for each minute of trading, lunch breaks left out, early closes shorter', () => {
    const lengths = (instrument: DemoInstrument, ...days: number[]): number[] =>
      days.map((day) => market.minuteBars(instrument, day, NOW).at.length)
    expect(lengths(AAPL, dayOf(2026, 6, 1), dayOf(2025, 11, 28), dayOf(2026, 6, 6))).toEqual([390, 210, 0])
    expect(lengths(TOYOTA, dayOf(2024, 6, 3), dayOf(2026, 6, 1))).toEqual([300, 330])
    expect(lengths(BITCOIN, dayOf(2026, 6, 6))).toEqual([1440])
    const { at } = market.minuteBars(TOYOTA, dayOf(2026, 6, 1), NOW)
    const steps = new Set([...at].slice(1).map((time, i) => time - at[i]!))
    expect(steps).toEqual(new Set([MINUTE_MS, MINUTE_MS + HOUR_MS]))
    fc.assert(
      fc.property(anySession, ({ instrument, session }) => {
        const rest = (session.breakEnd ?? 0) - (session.breakStart ?? 0)
        const { at: times } = market.minuteBars(instrument, session.day, NOW)
        expect(times).toHaveLength((session.close - session.open - rest) / MINUTE_MS)
        expect([times[0], times.at(-1)]).toEqual([session.open, session.close - MINUTE_MS])
      }),
      { numRuns: 40 },
    )
  })

  it('are possible, and each begins within a tick of where the last one ended', () => {
    fc.assert(
      fc.property(anySession, ({ instrument, session }) => {
        const bars = market.minuteBars(instrument, session.day, NOW)
        const isPossible = bars.at.every((_, i) => {
          const [open, high, low, close] = [bars.open[i]!, bars.high[i]!, bars.low[i]!, bars.close[i]!]
          return high >= Math.max(open, close) && low <= Math.min(open, close) && bars.volume[i]! >= 0
        })
        expect(isPossible).toBe(true)
        const gaps = [...bars.open].slice(1).map((open, i) => Math.abs(open - bars.close[i]!))
        // Twice the tick allows for a price at the edge of two tick sizes.
        expect(Math.max(...gaps)).toBeLessThanOrEqual(2 * tickSize(instrument, Math.max(...bars.high) * 60))
      }),
      { numRuns: 40 },
    )
  })

  it('end where the present is: only finished minutes, and the same as later', () => {
    const { open, day } = sessionOf(AAPL, dayOf(2026, 11, 20))
    const whole = market.minuteBars(AAPL, day, NOW)
    const counts = [-1, 59_999, 60_000, 119_999, 180_000].map(
      (ms) => market.minuteBars(AAPL, day, open + ms).at.length,
    )
    expect(counts).toEqual([0, 0, 1, 1, 3])
    const part = market.minuteBars(AAPL, day, open + 100 * MINUTE_MS)
    expect(part.close).toEqual(whole.close.slice(0, 100))
    expect(part.volume).toEqual(whole.volume.slice(0, 100))
    expect(market.minuteBars(AAPL, day + 3, NOW).at).toHaveLength(0)
    expect(market.minuteBars(AAPL, market.firstDay(AAPL, NOW) - 3, NOW).at).toHaveLength(0)
  })

  it('trade and move more near the open and the close', () => {
    const [edge, middle] = [
      { volume: 0, range: 0 },
      { volume: 0, range: 0 },
    ]
    for (let day = dayOf(2026, 8, 3); day < dayOf(2026, 11, 1); day++) {
      const bars = market.minuteBars(AAPL, day, NOW)
      bars.at.forEach((_, i) => {
        const part = i < 15 || i >= 375 ? edge : i >= 180 && i < 210 ? middle : null
        if (part === null) return
        part.volume += bars.volume[i]!
        part.range += bars.high[i]! - bars.low[i]!
      })
    }
    expect(edge.volume / middle.volume).toBeGreaterThan(1.5)
    expect(edge.range / middle.range).toBeGreaterThan(1.15)
  })

  it('of a fund follow those of its index within the day', () => {
    const day = dayOf(2026, 11, 19)
    const [fund, index] = [listing('ARCX', 'SPY'), SP500].map((i) => market.minuteBars(i, day, NOW).close)
    const ratios = [...fund!].map((close, i) => close / index![i]!)
    expect(Math.max(...ratios) / Math.min(...ratios)).toBeLessThan(1.003)
  })

  it('carry later dividends and splits back like the daily bars', () => {
    const nvidia = listing('XNAS', 'NVDA')
    const day = dayOf(2024, 6, 7)
    const [before, after] = ['2024-06-08T12:00:00Z', '2024-06-11T12:00:00Z'].map((at) =>
      market.minuteBars(nvidia, day, instant(at)),
    )
    expect(before!.close[0]! / after!.close[0]!).toBeCloseTo(10, 6)
    const [minutes, daily] = [
      market.minuteBars(AAPL, dayOf(2023, 5, 2), NOW),
      market.dailyBars(AAPL, dayOf(2023, 5, 2), dayOf(2023, 5, 2), NOW),
    ]
    expect(daily.adjustedClose[0]).toBeLessThan(daily.close[0]!)
    expect(minutes.adjustedClose[0]! / minutes.close[0]!).toBeCloseTo(
      daily.adjustedClose[0]! / daily.close[0]!,
      12,
    )
  })
})

describe('quotes', () => {
  const fraction = fc.double({ min: 0, max: 1, noNaN: true })
  const anyMoment = fc.tuple(anySession, fraction).map(([{ instrument, session }, part]) => {
    const { open, close, breakStart, breakEnd } = session
    const moment = Math.floor(open + 1_000 + part * (close - open - 1_001))
    const isLunch =
      breakStart !== null && breakEnd !== null && moment >= breakStart && moment < breakEnd + 1_000
    return { instrument, session, now: isLunch ? breakStart - 1 : moment }
  })

  it('lie within the minute they fall in, with a bid below the ask, for the whole session', () => {
    fc.assert(
      fc.property(anyMoment, ({ instrument, session, now }) => {
        const quote = quoteAt(instrument, now)
        const minutes = market.minuteBars(instrument, session.day, Math.max(now, session.close))
        const minute = minutes.at.findLastIndex((at) => at <= quote.at)
        expect(quote.at).toBeLessThanOrEqual(now)
        expect(now - quote.at).toBeLessThan(2_000)
        expect(quote.freshUntil).toBeGreaterThan(now)
        expect(quote.price).toBeGreaterThanOrEqual(minutes.low[minute]!)
        expect(quote.price).toBeLessThanOrEqual(minutes.high[minute]!)
        expect(quote.halted).toBe(false)
        const isIndex = instrument.assetClass === 'index'
        const book = [quote.bid, quote.ask, quote.bidSize, quote.askSize]
        expect(book.map((value) => value === null)).toEqual(Array(4).fill(isIndex))
        const [bid, ask] = [quote.bid ?? quote.price, quote.ask ?? quote.price * 2]
        expect(bid).toBeLessThan(ask)
        expect(bid).toBeGreaterThan(0)
        expect(bid).toBeLessThanOrEqual(quote.price)
        expect(ask).toBeGreaterThanOrEqual(quote.price)
        const sizes = [quote.bidSize ?? 1, quote.askSize ?? 1]
        expect(sizes.every((size) => Number.isInteger(size) && size > 0)).toBe(true)
      }),
      { numRuns: 150 },
    )
  })

  it('are on the tick grid of the day', () => {
    const { open } = sessionOf(AAPL, dayOf(2026, 11, 20))
    for (let minute = 1; minute < 390; minute += 13) {
      const { bid, ask, price } = quoteAt(AAPL, open + minute * MINUTE_MS)
      const cents = [bid!, ask!, price].map((value) => value * 100)
      cents.forEach((value) => expect(value).toBeCloseTo(Math.round(value), 6))
    }
  })

  it('tick every one to two seconds, at the times they announce', () => {
    const { open, close } = sessionOf(AAPL, dayOf(2026, 11, 19))
    let quote = quoteAt(AAPL, open + 2_000)
    const gaps = new Set<number>()
    for (let tick = 0; tick < 500; tick++) {
      const next = quoteAt(AAPL, quote.freshUntil)
      expect(next.at).toBe(quote.freshUntil)
      expect(quoteAt(AAPL, quote.freshUntil - 1).at).toBe(quote.at)
      expect(next.at - quote.at).toBeGreaterThanOrEqual(1_000)
      expect(next.at - quote.at).toBeLessThanOrEqual(2_000)
      gaps.add(next.at - quote.at)
      quote = next
    }
    expect(gaps.size).toBeGreaterThan(50)
    expect(quoteAt(AAPL, close - 1).at).toBeGreaterThan(close - 2_000)
  })

  it('end each minute on its close, touch its high and low and count its volume', () => {
    for (const instrument of [AAPL, TOYOTA, BITCOIN]) {
      const { day } = sessionOf(instrument, dayOf(2026, 11, 19))
      const bars = market.minuteBars(instrument, day, NOW)
      let before = 0
      for (let minute = 0; minute < 60; minute++) {
        const start = bars.at[minute]!
        const prices: number[] = []
        for (let ms = 500; ms < MINUTE_MS; ms += 250) {
          const quote = quoteAt(instrument, start + ms)
          expect(quote.volume).toBeGreaterThanOrEqual(before)
          before = quote.volume
          if (quote.at >= start) prices.push(quote.price)
        }
        expect([prices[0], prices.at(-1)]).toEqual([bars.open[minute], bars.close[minute]])
        expect([Math.max(...prices), Math.min(...prices)]).toEqual([bars.high[minute], bars.low[minute]])
        expect(before).toBe(bars.volume.slice(0, minute + 1).reduce((sum, volume) => sum + volume, 0))
      }
    }
  })

  it('stay the last one of the session while the venue is closed', () => {
    const day = dayOf(2026, 11, 20)
    const { close } = sessionOf(AAPL, day)
    const bar = only(market.dailyBars(AAPL, day, day, NOW))
    const previous = market.dailyBars(AAPL, day - 1, day - 1, NOW).close[0]
    const last = quoteAt(AAPL, close - 1)
    expect(last).toMatchObject({ price: bar.close, volume: bar.volume, previousClose: previous })
    const monday = sessionOf(AAPL, day + 3)
    expect(last.freshUntil).toBe(monday.open)
    for (const moment of [close, close + HOUR_MS, close + 2 * DAY_MS, monday.preOpen! + 1, monday.open - 1]) {
      expect(quoteAt(AAPL, moment)).toEqual(last)
    }
    expect(quoteAt(AAPL, monday.open + 600)).toMatchObject({ previousClose: bar.close })
    expect(quoteAt(AAPL, monday.open + 600).volume).toBeLessThan(bar.volume!)
  })

  it('wait for the end of a lunch break', () => {
    const { breakStart, breakEnd } = sessionOf(TOYOTA, dayOf(2026, 11, 20))
    const atLunch = quoteAt(TOYOTA, breakStart! + 20 * MINUTE_MS)
    expect(atLunch.at).toBeLessThan(breakStart!)
    expect(atLunch.freshUntil).toBe(breakEnd)
    expect(quoteAt(TOYOTA, breakEnd! + 600).at).toBeGreaterThanOrEqual(breakEnd!)
  })

  it('of crypto assets never pause, their volume starts anew each UTC day', () => {
    const midnight = (utcDay(NOW) + 1) * DAY_MS
    const [before, after] = [quoteAt(BITCOIN, midnight - 1), quoteAt(BITCOIN, midnight + 2_000)]
    expect(before.freshUntil).toBeLessThan(midnight + 1_000)
    expect(after.at).toBeGreaterThanOrEqual(midnight)
    expect(after.volume).toBeLessThan(before.volume)
    expect(after.previousClose).toBe(before.price)
  })

  it('are a function of the moment, not of what was asked before', () => {
    const twin = createDemoMarket({ seed: 'tests' })
    const moments = [0, 7, 3, 11, 5].map((hours) => NOW - 3 * HOUR_MS - hours * DAY_MS)
    const forth = moments.map((now) => kinds.map((i) => market.quoteAt(i, now)))
    const back = moments.toReversed().map((now) => kinds.toReversed().map((i) => twin.quoteAt(i, now)))
    expect(back.toReversed().map((row) => row.toReversed())).toEqual(forth)
  })
})
