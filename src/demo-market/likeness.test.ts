import { describe, expect, it } from 'vitest'
import { dayOf, parseInstant, utcDay } from '../kernel/time.ts'
import { createDemoMarket } from './index.ts'
import type { Day, Instant } from '../kernel/time.ts'
import type { DemoInstrument } from './index.ts'

/*
 * Whether the simulated market looks like a market. It is the same for a seed, so these are no games of chance; the bounds are
 * wide, because another seed is another market. The seed is that of the demo.
 */

const NOW = parseInstant('2026-11-20T22:30:00Z') ?? NaN
const market = createDemoMarket({ seed: 'tidemark' })
const companies = market.instruments.filter(({ assetClass }) => assetClass === 'equity')

function listing(ticker: string): DemoInstrument {
  const found = market.instruments.find((each) => each.ticker === ticker)
  if (found === undefined) throw new Error(`no ${ticker}`)
  return found
}

/** Daily log returns with dividends of ten years, by session. */
function returnsOf(ticker: string): Map<number, number> {
  const { at, adjustedClose } = market.dailyBars(listing(ticker), dayOf(2016, 11, 21), utcDay(NOW), NOW)
  const returns = new Map<number, number>()
  for (let i = 1; i < at.length; i++)
    returns.set(at[i] ?? 0, Math.log((adjustedClose[i] ?? NaN) / (adjustedClose[i - 1] ?? NaN)))
  return returns
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** Over common sessions: correlation, slope of the first against the second, and volatility of the first a year. */
function relation(one: string, other: string): { correlation: number; beta: number; volatility: number } {
  const [a, b] = [returnsOf(one), returnsOf(other)]
  const pairs = [...a].flatMap(([at, x]) => (b.has(at) ? [[x, b.get(at) ?? 0] as const] : []))
  const [mx, my] = [mean(pairs.map(([x]) => x)), mean(pairs.map(([, y]) => y))]
  const covariance = mean(pairs.map(([x, y]) => (x - mx) * (y - my)))
  const [vx, vy] = [mean(pairs.map(([x]) => (x - mx) ** 2)), mean(pairs.map(([, y]) => (y - my) ** 2))]
  return {
    correlation: covariance / Math.sqrt(vx * vy),
    beta: covariance / vy,
    volatility: Math.sqrt(252 * vx),
  }
}

/** Share of companies whose price is lower than five years before. */
function shareOfLosers(now: Instant): number {
  const from: Day = utcDay(now) - 1826
  // Every second one is enough, and half the work.
  const changes = companies.flatMap((each, n) => {
    if (n % 2 === 1 || (each.listedOn ?? 0) > from) return []
    const { close } = market.dailyBars(each, from, utcDay(now), now)
    return [(close.at(-1) ?? NaN) / (close[0] ?? NaN)]
  })
  return changes.filter((change) => change < 1).length / changes.length
}

describe('the simulated market looks like one', () => {
  it('has losers: of shares held for five years a quarter to a half are below their price', () => {
    // Orders of magnitude of CRSP studies (as Bessembinder, Do Stocks Outperform Treasury Bills?, 2018): 35 to 45 %, fewer after a boom.
    const shares = [2018, 2026].map((year) => shareOfLosers(parseInstant(`${year}-11-20T22:30:00Z`) ?? NaN))
    expect(shares.at(-1)).toBeGreaterThan(0.3)
    expect(shares.at(-1)).toBeLessThan(0.48)
    expect(mean(shares)).toBeGreaterThan(0.22)
    expect(mean(shares)).toBeLessThan(0.45)
  })

  it('has thirty years of an index with the bear markets that everybody remembers, and still grows', () => {
    const { at, close } = market.dailyBars(listing('^GSPC'), -100_000, 100_000, NOW)
    expect(utcDay(at[0] ?? 0)).toBe(dayOf(1996, 11, 20))
    const fallIn = (from: Day, to: Day): number => {
      let [peak, deepest] = [0, 0]
      close.forEach((price, i) => {
        const day = utcDay(at[i] ?? 0)
        if (day < from || day > to) return
        peak = Math.max(peak, price)
        deepest = Math.min(deepest, price / peak - 1)
      })
      return deepest
    }
    expect(fallIn(dayOf(2000, 1, 1), dayOf(2002, 12, 31))).toBeLessThan(-0.25)
    expect(fallIn(dayOf(2007, 6, 1), dayOf(2009, 6, 30))).toBeLessThan(-0.4)
    expect(fallIn(dayOf(2020, 2, 1), dayOf(2020, 4, 30))).toBeLessThan(-0.2)
    expect(fallIn(dayOf(2022, 1, 1), dayOf(2022, 12, 31))).toBeLessThan(-0.15)
    // Its constituents' dividends left out, the S&P 500 has made 8 % a year since 1996.
    const perYear = ((close.at(-1) ?? NaN) / (close[0] ?? NaN)) ** (1 / 30) - 1
    expect(perYear).toBeGreaterThan(0.05)
    expect(perYear).toBeLessThan(0.1)
  })

  it('has companies that shrink: a fifth to two fifths of all years, and more in the recession of 2020', () => {
    // Of the S&P 500 a fifth to a third report lower revenue in an ordinary year, almost half did for 2020 (orders of magnitude of FactSet's Earnings Insight).
    const changes = companies.flatMap((each) => {
      const annual = market.reports(each, NOW)?.annual ?? []
      return annual.slice(0, -1).map(({ fiscalYear, revenue }, i) => ({
        fiscalYear,
        isFall: (revenue ?? NaN) < (annual[i + 1]?.revenue ?? NaN),
      }))
    })
    const share = (of: typeof changes): number => of.filter(({ isFall }) => isFall).length / of.length
    expect(share(changes)).toBeGreaterThan(0.2)
    expect(share(changes)).toBeLessThan(0.4)
    const in2020 = share(changes.filter(({ fiscalYear }) => fiscalYear === 2020))
    expect(in2020).toBeGreaterThan(0.38)
    expect(in2020).toBeGreaterThan(share(changes) + 0.1)
  })

  it('a share that has halved belongs to a company that earns less than others of its growth', () => {
    const change = (values: ReadonlyArray<number | null>): number =>
      Math.log((values[0] ?? NaN) / (values.at(-1) ?? NaN))
    const pairs = companies.flatMap((each) => {
      if (each.price.growth < 0 || (each.company?.netMargin ?? -1) < 0 || each.listedOn !== null) return []
      const annual = market.reports(each, NOW)?.annual.slice(0, 5) ?? []
      const { close } = market.dailyBars(each, utcDay(NOW) - 1826, utcDay(NOW), NOW)
      return [[change([...close].toReversed()), change(annual.map(({ netIncome }) => netIncome))] as const]
    })
    const sorted = pairs.toSorted(([one], [other]) => one - other).map(([, earned]) => earned)
    const fifth = Math.floor(sorted.length / 5)
    expect(mean(sorted.slice(-fifth))).toBeGreaterThan(mean(sorted.slice(0, fifth)) + 0.3)
  })

  it.each([
    ['TSLA', 2, 0.58],
    ['NVDA', 1.8, 0.5],
    ['COIN', 2.6, 0.9],
    ['AAPL', 1.15, 0.3],
    ['JPM', 1.05, 0.27],
    ['XOM', 0.75, 0.27],
    ['KO', 0.5, 0.17],
    ['JNJ', 0.45, 0.18],
    ['PG', 0.45, 0.18],
  ])('%s has a beta of about %d and a volatility of about %d', (ticker, beta, volatility) => {
    const found = relation(ticker, 'SPY')
    expect(Math.abs(found.beta / beta - 1)).toBeLessThan(0.25)
    expect(found.volatility / volatility).toBeGreaterThan(0.75)
    expect(found.volatility / volatility).toBeLessThan(1.4)
  })

  it('bonds move by their duration, and those of governments against shares', () => {
    const [short, middle, long] = ['SHY', 'IEF', 'TLT'].map((ticker) => relation(ticker, 'SPY'))
    // Effective durations of about 1.9, 7 and 16 years (iShares).
    expect(middle!.volatility / short!.volatility).toBeGreaterThan(3)
    expect(long!.volatility / middle!.volatility).toBeGreaterThan(1.8)
    expect(long!.volatility).toBeGreaterThan(0.11)
    expect(long!.volatility).toBeLessThan(0.2)
    expect(long!.correlation).toBeLessThan(-0.1)
    expect(long!.correlation).toBeGreaterThan(-0.4)
    expect(relation('TLT', 'IEF').correlation).toBeGreaterThan(0.9)
    expect(relation('HYG', 'SPY').correlation).toBeGreaterThan(0.6)
    expect(Math.abs(relation('AGG', 'SPY').correlation)).toBeLessThan(0.2)
    const { close } = market.dailyBars(listing('TLT'), dayOf(2021, 12, 31), dayOf(2022, 12, 30), NOW)
    expect((close.at(-1) ?? NaN) / (close[0] ?? NaN)).toBeLessThan(0.9)
  })

  it('crypto assets fall and rise with shares, and mostly for reasons of their own', () => {
    const bitcoin = relation('BTC-USD', 'SPY')
    // 0.36 in 2020 and 2021 (IMF, Global Financial Stability Notes 2022/01).
    expect(bitcoin.correlation).toBeGreaterThan(0.2)
    expect(bitcoin.correlation).toBeLessThan(0.55)
    expect(bitcoin.volatility).toBeGreaterThan(0.4)
    expect(relation('ETH-USD', 'BTC-USD').correlation).toBeGreaterThan(0.7)
    expect(relation('COIN', 'BTC-USD').correlation).toBeGreaterThan(0.35)
  })

  it('rivals move together more than strangers do', () => {
    for (const [one, other, stranger] of [
      ['KO', 'PEP', 'XOM'],
      ['XOM', 'CVX', 'KO'],
      ['V', 'MA', 'NEE'],
      ['HD', 'LOW', 'PFE'],
    ] as const) {
      expect(relation(one, other).correlation).toBeGreaterThan(0.6)
      expect(relation(one, stranger).correlation).toBeLessThan(0.5)
    }
  })

  it('nothing has a price before it was listed', () => {
    const coinbase = listing('COIN')
    const debut = dayOf(2021, 4, 14)
    expect(market.firstDay(coinbase, NOW)).toBe(debut)
    expect(utcDay(market.dailyBars(coinbase, 0, 100_000, NOW).at[0] ?? 0)).toBe(debut)
    expect(market.quoteAt(coinbase, parseInstant('2021-04-13T18:00:00Z') ?? NaN)).toBeNull()
    const first = market.quoteAt(coinbase, parseInstant('2021-04-14T18:00:00Z') ?? NaN)
    expect(first?.price).toBeGreaterThan(0)
    expect(first?.previousClose).toBeNull()
    const before = parseInstant('2023-12-01T18:00:00Z') ?? NaN
    expect(market.dailyBars(listing('IBIT'), 0, 100_000, before).at).toHaveLength(0)
    expect(market.fund(listing('IBIT'), before)).toBeNull()
  })
})
