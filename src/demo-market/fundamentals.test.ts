import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addMonths, DAY_MS, dayOf, fieldsOf, parseInstant, utcDay } from '../kernel/time.ts'
import { harmonicMean } from './fund-facts.ts'
import { createDemoMarket } from './index.ts'
import type { DemoFlowPeriod } from './fundamentals.ts'
import type { DemoInstrument, DemoReports } from './index.ts'

const NOW = instant('2026-11-20T22:30:00Z')
const TODAY = utcDay(NOW)
const market = createDemoMarket({ seed: 'tests' })
const companies = market.instruments.filter((i) => i.company !== null)

function instant(text: string): number {
  return parseInstant(text) ?? NaN
}

function listing(mic: string, ticker: string): DemoInstrument {
  const found = market.find(mic, ticker)
  if (found === null) throw new Error(`no ${ticker}`)
  return found
}

function reportsOf(instrument: DemoInstrument, now = NOW): DemoReports {
  const reports = market.reports(instrument, now)
  if (reports === null) throw new Error(`no reports of ${instrument.ticker}`)
  return reports
}

/** Every company for which the claim does not hold. */
function exceptions(holds: (reports: DemoReports, instrument: DemoInstrument) => boolean): string[] {
  return companies.filter((i) => !holds(reportsOf(i), i)).map((i) => i.ticker)
}

function trailingEps({ quarterly }: DemoReports): number {
  return quarterly.slice(0, 4).reduce((sum, { epsDiluted }) => sum + epsDiluted!, 0)
}

/** Price over trailing earnings, in dollars. */
function priceEarnings(instrument: DemoInstrument, now = NOW): number {
  const reports = reportsOf(instrument, now)
  const earned = trailingEps(reports) * market.usdOn(reports.quarterly[0]!.currency, utcDay(now))!
  return (market.quoteAt(instrument, now)!.price * market.usdOn(instrument.currency, utcDay(now))!) / earned
}

const FLOWS = [
  'revenue',
  'grossProfit',
  'operatingIncome',
  'netIncome',
  'depreciationAmortization',
  'operatingCashFlow',
  'capex',
] as const

describe('statements', () => {
  it('cover eight fiscal years and their quarters, newest first and without gaps', () => {
    const irregular = exceptions(({ annual, quarterly, balances }) => {
      const ends = quarterly.map(({ end }) => end)
      return (
        annual.length === 8 &&
        quarterly.length >= 32 &&
        annual.every(({ fiscalYear }, i) => fiscalYear === annual[0]!.fiscalYear - i) &&
        quarterly.slice(1).every(({ end }, i) => end + 1 === quarterly[i]!.start) &&
        balances.every(({ end }, i) => end === ends[i])
      )
    })
    expect(irregular).toEqual([])
  })

  it('years are exactly the sum of their quarters, line by line, null where any is', () => {
    const wrong = exceptions(({ annual, quarterly }) =>
      annual.every((year) => {
        const quarters = quarterly.filter(({ fiscalYear }) => fiscalYear === year.fiscalYear)
        const adds = FLOWS.every((line) => {
          const parts = quarters.map((quarter) => quarter[line])
          const sum = parts.includes(null) ? null : parts.reduce<number>((total, part) => total + part!, 0)
          return year[line] === sum
        })
        return (
          adds && quarters.length === 4 && year.end === quarters[0]!.end && year.start === quarters[3]!.start
        )
      }),
    )
    expect(wrong).toEqual([])
  })

  it('balance: assets are liabilities and equity, and no part is larger than the whole', () => {
    const wrong = exceptions(({ balances }) =>
      balances.every((point) => {
        const [assets, liabilities] = [point.totalAssets!, point.totalLiabilities!]
        return (
          assets === liabilities + point.totalEquity! &&
          assets > 0 &&
          point.cashAndEquivalents! > 0 &&
          point.cashAndEquivalents! < assets &&
          (point.totalDebt ?? 0) <= liabilities
        )
      }),
    )
    expect(wrong).toEqual([])
  })

  it('profits shrink from line to line, and capital expenditure is an outflow', () => {
    const wrong = exceptions(({ quarterly }) =>
      quarterly.every(
        ({ revenue, grossProfit, operatingIncome, netIncome, capex, depreciationAmortization }) =>
          revenue! > 0 &&
          (grossProfit ?? 0) <= revenue! &&
          (operatingIncome ?? 0) <= (grossProfit ?? revenue!) &&
          netIncome! <= (operatingIncome ?? revenue!) &&
          (capex ?? -1) < 0 &&
          (depreciationAmortization ?? 1) > 0,
      ),
    )
    expect(wrong).toEqual([])
  })

  it('earnings per share are net income over the shares there were', () => {
    const wrong = exceptions(({ annual, quarterly, sharesOutstanding }) => {
      const shares = ({ netIncome, epsDiluted }: DemoFlowPeriod): number => netIncome! / epsDiluted!
      // Few decimals of a small loss say little about the shares.
      const telling = [...quarterly, ...annual].filter(({ epsDiluted }) => Math.abs(epsDiluted!) > 0.05)
      const newest = telling.find(({ end }) => end === quarterly[0]!.end)
      const isNear = newest === undefined || Math.abs(shares(newest) / sharesOutstanding! - 1.007) < 0.002
      return isNear && telling.every((one) => shares(one) > sharesOutstanding! * 0.6)
    })
    expect(wrong).toEqual([])
    const { annual, quarterly } = reportsOf(listing('XNAS', 'MSFT'))
    const quarters = quarterly.filter(({ fiscalYear }) => fiscalYear === annual[0]!.fiscalYear)
    const average = quarters.reduce((sum, q) => sum + q.netIncome! / q.epsDiluted!, 0) / 4
    expect(annual[0]!.netIncome! / annual[0]!.epsDiluted! / average).toBeCloseTo(1, 4)
  })

  it('lenders and insurers report no gross profit, operating income or capital expenditure', () => {
    const silent = companies.filter((i) => ['Banks', 'Insurance', 'Consumer Finance'].includes(i.industry!))
    expect(silent.length).toBeGreaterThan(40)
    const lines = silent.flatMap((i) => {
      const [newest] = reportsOf(i).annual
      return [newest!.grossProfit, newest!.operatingIncome, newest!.capex, newest!.depreciationAmortization]
    })
    expect(new Set(lines)).toEqual(new Set([null]))
    expect(reportsOf(listing('XNYS', 'JPM')).balances[0]!.totalDebt).toBeNull()
    expect(reportsOf(listing('XNYS', 'ANET')).balances[0]!.totalDebt).toBe(0)
    const untagged = companies.filter((i) => reportsOf(i).annual[0]!.depreciationAmortization === null)
    expect(untagged.length).toBeGreaterThan(silent.length)
  })

  it('end with the real fiscal years and are in the currency the company reports in', () => {
    const facts = (mic: string, ticker: string): unknown[] => {
      const [newest] = reportsOf(listing(mic, ticker), instant('2026-12-31T12:00:00Z')).annual
      return [newest!.fiscalYear, newest!.end, newest!.currency]
    }
    expect(facts('XNAS', 'AAPL')).toEqual([2026, dayOf(2026, 9, 30), 'USD'])
    expect(facts('XNAS', 'MSFT')).toEqual([2026, dayOf(2026, 6, 30), 'USD'])
    expect(facts('XNAS', 'NVDA')).toEqual([2026, dayOf(2026, 1, 31), 'USD'])
    expect(facts('XTKS', '7203.T')).toEqual([2026, dayOf(2026, 3, 31), 'JPY'])
    expect(facts('XLON', 'SHEL.L')).toEqual([2025, dayOf(2025, 12, 31), 'USD'])
    expect(facts('XNYS', 'TSM')).toEqual([2025, dayOf(2025, 12, 31), 'TWD'])
  })

  it('are known 30 to 60 days after the period, and never change afterwards', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...companies),
        fc.integer({ min: instant('2005-02-01T00:00:00Z'), max: NOW - 400 * DAY_MS }),
        (instrument, earlier) => {
          const known = reportsOf(instrument, earlier)
          const age = utcDay(earlier) - known.quarterly[0]!.end
          expect(age).toBeGreaterThanOrEqual(29)
          expect(age).toBeLessThanOrEqual(92 + 60)
          const later = reportsOf(instrument, earlier + 400 * DAY_MS)
          const same = later.quarterly.find(({ end }) => end === known.quarterly[0]!.end)
          expect({ ...same, epsDiluted: 0 }).toEqual({ ...known.quarterly[0], epsDiluted: 0 })
        },
      ),
      { numRuns: 60 },
    )
  })

  it('annual accounts take longer than quarterly ones, both within two months', () => {
    /** Days from the end of a period to the first day on which its results are known. */
    const lagOf = (instrument: DemoInstrument, end: number): number =>
      Array.from({ length: 90 }, (_, lag) => lag).findIndex(
        (lag) => reportsOf(instrument, (end + lag) * DAY_MS + DAY_MS / 2).quarterly[0]!.end >= end,
      )
    for (const instrument of companies.filter((_, n) => n % 25 === 0)) {
      const { annual, quarterly } = reportsOf(instrument)
      const third = quarterly.find(({ fiscalQuarter }) => fiscalQuarter === 3)!
      const lags = [lagOf(instrument, third.end), lagOf(instrument, annual[0]!.end)]
      expect(lags[0]).toBeGreaterThanOrEqual(30)
      expect(lags[1]).toBeGreaterThan(lags[0]! + 8)
      expect(lags[1]).toBeLessThanOrEqual(60)
    }
  })

  it('follow a split: earnings per share are divided, shares multiplied, money stays', () => {
    const tesla = listing('XNAS', 'TSLA')
    const [before, after] = [instant('2022-08-24T12:00:00Z'), instant('2022-08-25T12:00:00Z')]
    const [old, rebased] = [reportsOf(tesla, before), reportsOf(tesla, after)]
    expect(old.annual[0]!.epsDiluted! / rebased.annual[0]!.epsDiluted!).toBeCloseTo(3, 2)
    expect(rebased.sharesOutstanding! / old.sharesOutstanding!).toBeCloseTo(3, 6)
    expect(rebased.annual[0]!.netIncome).toBe(old.annual[0]!.netIncome)
  })

  it('have seasons: a holiday retailer sells most in the quarter of December', () => {
    const { quarterly } = reportsOf(listing('XNYS', 'BBY'))
    for (let year = 2020; year <= 2026; year++) {
      const quarters = quarterly.filter(({ fiscalYear }) => fiscalYear === year)
      const best = quarters.reduce((one, other) => (one.revenue! > other.revenue! ? one : other))
      expect(fieldsOf(best.end).month).toBe(1)
    }
  })

  it('belong to companies only', () => {
    const others = market.instruments.filter((i) => i.company === null)
    expect(others.filter((i) => market.reports(i, NOW) !== null)).toEqual([])
  })
})

describe('valuation', () => {
  it('price/earnings are plausible, and losses exist', () => {
    const ratios = companies.map((i) => priceEarnings(i)).toSorted((one, other) => one - other)
    const profitable = ratios.filter((ratio) => ratio > 0)
    expect(ratios.length - profitable.length).toBeGreaterThan(10)
    const usual = profitable.filter((ratio) => ratio >= 6 && ratio <= 65)
    expect(usual.length / profitable.length).toBeGreaterThan(0.9)
    expect(profitable[0]).toBeGreaterThan(2)
    expect(profitable.at(-1)).toBeLessThan(150)
  })

  it('price/earnings stay plausible for other clocks', () => {
    for (const year of [2006, 2016, 2034]) {
      const now = instant(`${year}-05-10T18:00:00Z`)
      const listed = companies.filter((i, n) => n % 7 === 0 && (i.listedOn ?? 0) < utcDay(now))
      const ratios = listed.map((i) => priceEarnings(i, now))
      const profitable = ratios.filter((ratio) => ratio > 0).toSorted((one, other) => one - other)
      const median = profitable[Math.floor(profitable.length / 2)]
      expect(median).toBeGreaterThan(9)
      expect(median).toBeLessThan(45)
    }
  })

  it('the largest companies are the ones everybody expects', () => {
    const value = (i: DemoInstrument): number =>
      market.quoteAt(i, NOW)!.price * market.sharesOutstanding(i, NOW)! * market.usdOn(i.currency, TODAY)!
    const values = companies.map((i) => ({ ticker: i.ticker, value: value(i) }))
    const largest = values.toSorted((one, other) => other.value - one.value).slice(0, 8)
    expect(largest.map(({ ticker }) => ticker)).toEqual(expect.arrayContaining(['NVDA', 'AAPL', 'MSFT']))
    expect(largest[0]!.value).toBeGreaterThan(2e12)
    expect(largest[0]!.value).toBeLessThan(12e12)
    expect(market.sharesOutstanding(listing('SNP', '^GSPC'), NOW)).toBeNull()
    expect(market.sharesOutstanding(listing('CCC', 'BTC-USD'), NOW)).toBe(20_060_000)
  })
})

describe('funds', () => {
  it('hold what their name says, with weights that add up to 1', () => {
    const holdings = (ticker: string): string[] =>
      market.fund(listing('ARCX', ticker), NOW)!.holdings.map(({ instrument }) => instrument.ticker)
    expect(holdings('SPY').slice(0, 8)).toEqual(expect.arrayContaining(['NVDA', 'AAPL', 'MSFT', 'AMZN']))
    expect(holdings('XLE')[0]).toBe('XOM')
    expect(holdings('DIA')).toHaveLength(30)
    expect(holdings('GLD')).toEqual([])
    for (const fund of market.instruments.filter((i) => i.basket !== null)) {
      const { holdings: parts } = market.fund(fund, NOW)!
      expect(parts.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 9)
      expect(parts.length).toBeGreaterThanOrEqual(8)
    }
  })

  it('pay what their yield says', () => {
    const bonds = listing('ARCX', 'AGG')
    const year = market.dividends(bonds, NOW).filter(({ exDay }) => exDay > addMonths(TODAY, -12))
    const close = market.dailyBars(bonds, TODAY - 10, TODAY, NOW).close.at(-1)!
    expect(year).toHaveLength(12)
    const paid = year.reduce((sum, { amount }) => sum + amount, 0)
    expect(market.fund(bonds, NOW)!.distributionYield).toBeCloseTo(paid / close, 12)
    expect(market.fund(listing('ARCX', 'GLD'), NOW)).toEqual({
      distributionYield: null,
      holdingsPe: null,
      holdings: [],
    })
  })

  it('have the price/earnings of what they hold; bond and commodity funds have none', () => {
    const { holdings, holdingsPe } = market.fund(listing('ARCX', 'XLF'), NOW)!
    const closeOf = (i: DemoInstrument): number => market.dailyBars(i, TODAY - 10, TODAY, NOW).close.at(-1)!
    let [value, earnings] = [0, 0]
    for (const { instrument, weight } of holdings) {
      const eps = trailingEps(reportsOf(instrument))
      if (eps <= 0) continue
      value += weight
      earnings += (weight / closeOf(instrument)) * eps
    }
    expect(holdingsPe! / (value / earnings)).toBeCloseTo(1, 9)
    expect(market.fund(listing('ARCX', 'AGG'), NOW)!.holdingsPe).toBeNull()
    expect(market.fund(listing('SNP', '^GSPC'), NOW)).toBeNull()
  })

  it('average ratios harmonically, without those that lose money', () => {
    // Half the money at 10 and half at 50 buys 0.06 of earnings for each unit: 16 2/3.
    const halves = [10, 50].map((ratio) => ({ weight: 0.5, ratio }))
    expect(harmonicMean(halves)).toBeCloseTo(50 / 3, 12)
    expect(harmonicMean([...halves, { weight: 2, ratio: -5 }, { weight: 1, ratio: null }])).toBeCloseTo(
      50 / 3,
      12,
    )
    expect(harmonicMean([{ weight: 1, ratio: null }])).toBeNull()
  })
})

describe('exchange rates', () => {
  it('are near real levels, the same on a weekend as on the Friday before', () => {
    expect(market.usdOn('USD', TODAY)).toBe(1)
    expect(market.usdOn('EUR', TODAY)).toBeGreaterThan(0.85)
    expect(market.usdOn('EUR', TODAY)).toBeLessThan(1.5)
    expect(1 / market.usdOn('JPY', TODAY)!).toBeGreaterThan(90)
    expect(1 / market.usdOn('JPY', TODAY)!).toBeLessThan(260)
    expect(1 / market.usdOn('HKD', TODAY)!).toBeCloseTo(7.8, 0)
    const friday = dayOf(2026, 11, 20)
    expect(market.usdOn('GBP', friday + 2)).toBe(market.usdOn('GBP', friday))
    expect(market.usdOn('GBP', friday + 3)).not.toBe(market.usdOn('GBP', friday))
    expect(market.usdOn('XXX', TODAY)).toBeNull()
  })

  it('of pence are a hundredth of those of the pound', () => {
    for (const day of [dayOf(2012, 3, 3), TODAY])
      expect(market.usdOn('GBX', day)).toBe(market.usdOn('GBP', day)! / 100)
    const [from, to] = [dayOf(2026, 2, 1), dayOf(2026, 2, 28)]
    expect(market.averageUsd('GBX', from, to)).toBeCloseTo(market.averageUsd('GBP', from, to)! / 100, 12)
    expect(market.usdOn('ILA', TODAY)).toBeNull()
  })

  it('average over the weekdays of a period', () => {
    const [from, to] = [dayOf(2026, 2, 1), dayOf(2026, 2, 28)]
    const rates: number[] = []
    for (let day = from; day <= to; day++) {
      // 1 February 2026 is a Sunday.
      if ((day - from) % 7 !== 0 && (day - from) % 7 !== 6) rates.push(market.usdOn('EUR', day)!)
    }
    expect(rates).toHaveLength(20)
    const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length
    expect(market.averageUsd('EUR', from, to)).toBeCloseTo(mean, 12)
    expect(market.averageUsd('USD', from, to)).toBe(1)
    expect(market.averageUsd('EUR', from, from)).toBeNull()
    expect(market.averageUsd('XXX', from, to)).toBeNull()
  })

  it('exist for every currency of the universe and its reporters, on every simulated day', () => {
    const currencies = new Set(companies.flatMap((i) => [i.currency, i.company!.reportingCurrency]))
    const missing = [...currencies].flatMap((currency) =>
      [dayOf(1999, 6, 1), dayOf(2012, 3, 3), TODAY, dayOf(2045, 1, 2)]
        .filter((day) => !(market.usdOn(currency, day)! > 0))
        .map((day) => `${currency} ${day}`),
    )
    expect(missing).toEqual([])
    expect(currencies.size).toBeGreaterThanOrEqual(10)
  })
})
