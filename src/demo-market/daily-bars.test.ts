import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addMonths, DAY_MS, dayOf, parseInstant, utcDay } from '../kernel/time.ts'
import { calendarOf } from '../market/venues.ts'
import { createDemoMarket } from './index.ts'
import { splitBasis } from './splits.ts'
import { tickSize } from './ticks.ts'
import { FIRST_BAR_DAY, trend } from './timeline.ts'
import type { Bars } from '../market/bars.ts'
import type { DemoInstrument, DemoMarket } from './index.ts'

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

function allBars(instrument: DemoInstrument, now = NOW, of: DemoMarket = market): Bars {
  return of.dailyBars(instrument, -100_000, 100_000, now)
}

function returnsOf({ close }: Bars): number[] {
  return [...close].slice(1).map((value, i) => Math.log(value / close[i]!))
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function correlation(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [mean(one), mean(other)]
  const covariance = mean(one.map((value, i) => (value - a) * (other[i]! - b)))
  return covariance / Math.sqrt(mean(one.map((v) => (v - a) ** 2)) * mean(other.map((v) => (v - b) ** 2)))
}

function autocorrelation(values: readonly number[], lag: number): number {
  return correlation(values.slice(lag), values.slice(0, -lag))
}

function isYoung({ listedOn }: DemoInstrument): boolean {
  return (listedOn ?? 0) > utcDay(NOW) - 3653
}

const AAPL = listing('XNAS', 'AAPL')
const SPY = listing('ARCX', 'SPY')
const SP500 = listing('SNP', '^GSPC')
/** Those that split in the meantime come up often. */
const anyInstrument = fc.oneof(
  fc.constantFrom(...market.instruments),
  fc.constantFrom(...['AMZN', 'TSLA', 'NVDA', 'GOOGL'].map((ticker) => listing('XNAS', ticker))),
)

describe('determinism', () => {
  it('two markets of one seed agree, in whatever order they are read; another seed differs', () => {
    const twin = createDemoMarket({ seed: 'tests' })
    const shuffled = market.instruments.filter((_, i) => i % 40 === 0)
    const inOrder = shuffled.map((i) => allBars(i))
    const backwards = shuffled.toReversed().map((i) => {
      twin.quoteAt(i, NOW - 40 * DAY_MS)
      return allBars(i, NOW, twin)
    })
    expect(backwards.toReversed()).toEqual(inOrder)
    const stranger = createDemoMarket({ seed: 'other' })
    expect(allBars(AAPL, NOW, stranger).close).not.toEqual(allBars(AAPL).close)
  })

  it('a past bar is the same from any later moment, but for the splits in between', () => {
    const moments = ['2022-03-04T15:00:00Z', '2022-12-31T23:59:59Z', '2024-01-01T00:00:00Z'].map(instant)
    const property = fc.property(anyInstrument, fc.constantFrom(...moments), (instrument, moment) => {
      fc.pre((instrument.listedOn ?? 0) < utcDay(moment) - 100)
      const [earlier, later] = [allBars(instrument, moment), allBars(instrument)]
      const since = market.splits(instrument, NOW).filter((split) => split.exDay > utcDay(moment))
      const factor = since.reduce((product, split) => product * split.factor, 1)
      const shift = earlier.at.indexOf(later.at[0]!)
      const shared = earlier.at.length - shift
      expect(shared).toBeGreaterThan(50)
      expect(later.at.slice(0, shared)).toEqual(earlier.at.slice(shift))
      for (const column of ['open', 'high', 'low', 'close'] as const) {
        const ratios = later[column]
          .slice(0, shared)
          .map((value, i) => (value * factor) / earlier[column][i + shift]!)
        expect(Math.max(...ratios.map((ratio) => Math.abs(ratio - 1)))).toBeLessThan(1e-6)
      }
    })
    fc.assert(property, { numRuns: 25 })
  })
})

describe('daily bars', () => {
  it('cover exactly the finished sessions of ten years, of thirty for an index, from the listing on', () => {
    fc.assert(
      fc.property(
        anyInstrument,
        fc.integer({ min: instant('2005-01-03T00:00:00Z'), max: instant('2034-12-28T00:00:00Z') }),
        (instrument, now) => {
          const calendar = calendarOf(instrument.mic, instrument.assetClass)!
          const finished = calendar.lastFinished(now).day
          const first = market.firstDay(instrument, now)
          const months = instrument.assetClass === 'index' ? -360 : -120
          const listedOn = Math.max(FIRST_BAR_DAY, instrument.listedOn ?? FIRST_BAR_DAY)
          // The date at the venue may be the day before or after that in UTC.
          const starts = [-1, 0, 1].map((shift) => Math.max(listedOn, addMonths(utcDay(now) + shift, months)))
          expect(starts).toContain(first)
          const days = calendar.sessions(first, finished).map((session) => session.day * DAY_MS)
          expect([...allBars(instrument, now).at]).toEqual(days)
        },
      ),
      { numRuns: 30 },
    )
  })

  it('are possible: high and low enclose open and close, all on the tick, volumes whole', () => {
    const impossible: string[] = []
    for (const instrument of market.instruments.filter((_, n) => n % 6 === 0)) {
      if (market.splits(instrument, NOW).length > 0) continue
      const bars = allBars(instrument)
      for (let i = 0; i < bars.at.length; i += 3) {
        const [open, high, low, close] = [bars.open[i]!, bars.high[i]!, bars.low[i]!, bars.close[i]!]
        const isEnclosed = high >= Math.max(open, close) && low <= Math.min(open, close) && low > 0
        const ticks = close / tickSize(instrument, close)
        const isOnTick = Math.abs(ticks - Math.round(ticks)) < 1e-6
        const isWhole = Number.isInteger(bars.volume[i]) && bars.volume[i]! >= 0
        if (!isEnclosed || !isOnTick || !isWhole) impossible.push(`${instrument.ticker} ${bars.at[i]}`)
      }
    }
    expect(impossible).toEqual([])
  })

  it('follow the date range, both ends included', () => {
    const bars = market.dailyBars(AAPL, dayOf(2026, 3, 2), dayOf(2026, 3, 6), NOW)
    expect([...bars.at]).toEqual([2, 3, 4, 5, 6].map((date) => dayOf(2026, 3, date) * DAY_MS))
    const all = allBars(AAPL)
    const at = all.at.indexOf(bars.at[0]!)
    expect(bars.adjustedClose).toEqual(all.adjustedClose.slice(at, at + 5))
  })

  it('pass through the anchor prices', () => {
    const day = dayOf(2026, 8, 21)
    const bars = market.dailyBars(AAPL, day, day, NOW)
    expect(bars.close[0]).toBeCloseTo(AAPL.price.anchor, 2)
  })

  it('are none outside the simulated years', () => {
    expect(allBars(AAPL, instant('2060-05-05T12:00:00Z')).at).toHaveLength(0)
    expect(market.quoteAt(AAPL, instant('2060-05-05T12:00:00Z'))).toBeNull()
  })
})

describe('adjustment', () => {
  /** Rebuilds the column from the published dividends and splits alone. */
  function rebuilt(instrument: DemoInstrument, bars: Bars, now: number): number[] {
    const splits = market.splits(instrument, now)
    const payments = market.dividends(instrument, now).map(({ exDay, amount }) => {
      const later = splits.filter((split) => split.exDay > exDay)
      const paid = amount / later.reduce((product, split) => product * split.factor, 1)
      const at = bars.at.findIndex((time) => time >= exDay * DAY_MS)
      return { at, factor: at < 1 ? 1 : 1 - paid / bars.close[at - 1]! }
    })
    return [...bars.close].map((close, i) => {
      const later = payments.filter((payment) => payment.at > i)
      return later.reduce((adjusted, { factor }) => adjusted * factor, close)
    })
  }

  it.each([
    ['XNAS', 'NVDA', '2026-11-20T22:30:00Z'],
    ['XNYS', 'KO', '2026-11-20T22:30:00Z'],
    ['XNAS', 'TLT', '2025-07-01T15:00:00Z'],
    ['XTKS', '6758.T', '2026-11-20T22:30:00Z'],
    ['XLON', 'SHEL.L', '2017-02-03T12:00:00Z'],
    ['XNYS', 'C', '2012-05-09T21:30:00Z'],
    ['CCC', 'BTC-USD', '2026-11-20T22:30:00Z'],
  ])('%s %s: the adjusted close follows from dividends and splits at %s', (mic, ticker, moment) => {
    const now = instant(moment)
    const bars = allBars(listing(mic, ticker), now)
    const expected = rebuilt(listing(mic, ticker), bars, now)
    expected.forEach((value, i) => expect(bars.adjustedClose[i]! / value).toBeCloseTo(1, 9))
    expect(bars.adjustedClose.at(-1)).toBe(bars.close.at(-1))
  })

  it('a split divides the prices before it and multiplies their volume, from its day on', () => {
    const nvidia = listing('XNAS', 'NVDA')
    const [before, after] = [instant('2024-06-09T12:00:00Z'), instant('2024-06-10T12:00:00Z')]
    const [old, rebased] = [allBars(nvidia, before), allBars(nvidia, after)]
    expect(market.splits(nvidia, before).map((split) => split.factor)).toEqual([4])
    expect(market.splits(nvidia, after).map((split) => split.factor)).toEqual([4, 10])
    expect(old.close.at(-1)! / rebased.close.at(-1)!).toBeCloseTo(10, 6)
    expect(rebased.volume.at(-1)! / old.volume.at(-1)!).toBeCloseTo(10, 6)
    expect(market.quoteAt(nvidia, before)!.price / market.quoteAt(nvidia, after)!.price).toBeCloseTo(10, 6)
    const day = market.dailyBars(
      nvidia,
      dayOf(2024, 6, 7),
      dayOf(2024, 6, 10),
      instant('2024-06-10T23:00:00Z'),
    )
    expect(Math.abs(Math.log(day.close[1]! / day.close[0]!))).toBeLessThan(0.2)
  })

  it('ex-dates are sessions and as many as the payer pays; the others pay none', () => {
    const wrong = market.instruments.filter((instrument) => {
      const dividends = market.dividends(instrument, NOW)
      const calendar = calendarOf(instrument.mic, instrument.assetClass)
      const perYear = instrument.payout?.perYear ?? 0
      const years = (utcDay(NOW) - market.firstDay(instrument, NOW)) / 365.25
      return (
        Math.abs(dividends.length - years * perYear) > 1 + 0.03 * dividends.length ||
        dividends.some(({ exDay, amount }) => calendar?.sessionOn(exDay)?.day !== exDay || !(amount > 0))
      )
    })
    expect(wrong.map((i) => i.ticker)).toEqual([])
    expect(market.dividends(SP500, NOW)).toEqual([])
    expect(market.dividends(listing('CCC', 'BTC-USD'), NOW)).toEqual([])
    expect(market.dividends(listing('XNAS', 'ADBE'), NOW)).toEqual([])
  })

  it('companies pay quarterly in New York and twice a year in Tokyo, more as they grow; bond funds monthly', () => {
    const paidBy = (mic: string, ticker: string): number[] =>
      market.dividends(listing(mic, ticker), NOW).map(({ amount }) => amount)
    expect(paidBy('XNYS', 'KO').length).toBe(40)
    expect(paidBy('XTKS', '7203.T').length).toBe(20)
    expect(paidBy('ARCX', 'AGG').length).toBe(120)
    expect(paidBy('XNYS', 'KO').at(-1)).toBeGreaterThan(paidBy('XNYS', 'KO')[0]!)
  })
})

describe('the look of a market', () => {
  const us = market.instruments.filter(
    (i, n) => i.company !== null && i.mic === 'XNYS' && !isYoung(i) && n % 6 === 0,
  )
  const returns = new Map(us.map((i) => [i, returnsOf(allBars(i))]))

  it('volatility clusters while returns do not predict returns', () => {
    const series = [...returns.values()]
    expect(mean(series.map((r) => autocorrelation(r.map(Math.abs), 1)))).toBeGreaterThan(0.05)
    expect(mean(series.map((r) => autocorrelation(r.map(Math.abs), 10)))).toBeGreaterThan(0.03)
    expect(Math.abs(mean(series.map((r) => autocorrelation(r, 1))))).toBeLessThan(0.04)
  })

  it('has fat tails', () => {
    const kurtosis = (r: number[]): number => mean(r.map((x) => x ** 4)) / mean(r.map((x) => x ** 2)) ** 2
    expect(mean([...returns.values()].map(kurtosis))).toBeGreaterThan(4)
  })

  it('shares of one sector move together more than shares of different ones', () => {
    const [same, different]: [number[], number[]] = [[], []]
    us.forEach((one, n) => {
      for (const other of us.slice(n + 1)) {
        const pair = correlation(returns.get(one)!, returns.get(other)!)
        ;(one.sector === other.sector ? same : different).push(pair)
      }
    })
    expect(mean(same)).toBeGreaterThan(mean(different) + 0.08)
    expect(mean(different)).toBeGreaterThan(0.1)
  })

  it('funds follow what they hold', () => {
    const returnsSince2016 = (one: DemoInstrument): number[] => returnsOf(allBars(one)).slice(-2500)
    const follows = (one: DemoInstrument, other: DemoInstrument): number =>
      correlation(returnsSince2016(one), returnsSince2016(other))
    expect(follows(SPY, SP500)).toBeGreaterThan(0.995)
    expect(follows(listing('XNAS', 'QQQ'), listing('NIM', '^NDX'))).toBeGreaterThan(0.995)
    expect(follows(listing('ARCX', 'XLE'), listing('XNYS', 'XOM'))).toBeGreaterThan(
      follows(listing('ARCX', 'XLE'), listing('XNYS', 'KO')) + 0.1,
    )
  })

  it('expected volatility rises when the market falls and stays between 9 and 80', () => {
    const vix = listing('WCB', '^VIX')
    for (const year of [2005, 2012, 2019, 2026, 2034]) {
      const bars = allBars(vix, instant(`${year}-12-30T22:30:00Z`))
      expect(Math.min(...bars.low)).toBeGreaterThanOrEqual(9)
      expect(Math.max(...bars.high)).toBeLessThanOrEqual(80)
    }
    expect(correlation(returnsOf(allBars(vix)), returnsOf(allBars(SP500)))).toBeLessThan(-0.5)
  })

  it('bonds are calm, crypto assets are not, and those trade on weekends', () => {
    const volatility = (i: DemoInstrument): number => Math.sqrt(mean(returnsOf(allBars(i)).map((r) => r * r)))
    expect(volatility(listing('ARCX', 'AGG'))).toBeLessThan(0.006)
    expect(volatility(listing('CCC', 'BTC-USD'))).toBeGreaterThan(0.018)
    expect(allBars(listing('CCC', 'BTC-USD')).at).toHaveLength(3652)
  })

  it('volume is larger on days of large moves', () => {
    const bars = allBars(AAPL)
    const moves = returnsOf(bars).map(Math.abs)
    expect(correlation(moves, [...bars.volume].slice(1).map(Math.log))).toBeGreaterThan(0.3)
  })

  it('keeps prices near their trend for any clock from 2005 to 2035', () => {
    const strays: string[] = []
    for (const year of [2005, 2015, 2025, 2035]) {
      const now = instant(`${year}-06-15T12:00:00Z`)
      for (const instrument of market.instruments.filter((_, n) => n % 4 === 0)) {
        if ((instrument.listedOn ?? 0) >= utcDay(now)) continue
        const { anchor, growth } = instrument.price
        const fair = anchor * Math.exp(trend(growth, year - 2026))
        const price = market.quoteAt(instrument, now)!.price * splitBasis(instrument, utcDay(now))
        const most = instrument.assetClass === 'crypto' ? 20 : 10
        if (price > fair * most || price < fair / most) strays.push(`${instrument.ticker} ${year}: ${price}`)
      }
    }
    expect(strays).toEqual([])
  })
})
