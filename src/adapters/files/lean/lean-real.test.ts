import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { describeRealData, realData } from '../../../../tests/support/real-data.ts'
import { adjustmentFactors } from '../../../market/adjustment.ts'
import { type Bars, barsWithin } from '../../../market/bars.ts'
import { calendarFor } from '../../../market/calendar/index.ts'
import { LAST_DAY } from '../../../kernel/domain-range.ts'
import { DAY_MS, formatDay, formatInstant, MINUTE_MS, parseDay, utcDay } from '../../../kernel/time.ts'
import { type LeanRejection, type LeanSecurity, readLeanFolder } from './index.ts'

const day = (text: string): number => parseDay(text) ?? Number.NaN

interface YahooDay {
  close: number
  adjustedClose: number
}

/** Yahoo's daily closes, read here without the product's own reader. */
function yahooDays(ticker: string): Map<number, YahooDay> {
  const lines = readFileSync(realData('prices', 'yahoo-csv', `${ticker}.csv`), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
  return new Map(
    lines.map((line) => {
      const cells = line.split(',')
      return [day(cells[0] ?? ''), { close: Number(cells[4]), adjustedClose: Number(cells[5]) }]
    }),
  )
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

describeRealData('Lean’s own sample of US equities', () => {
  const securities: LeanSecurity[] = []
  const rejected: LeanRejection[] = []

  beforeAll(async () => {
    const options = {
      ticker: null,
      newest: LAST_DAY,
      onRejected: (each: LeanRejection) => rejected.push(each),
    }
    for await (const each of readLeanFolder(realData('prices', 'lean'), options)) securities.push(each)
  })

  const security = (ticker: string): LeanSecurity => {
    const found = securities.find((each) => each.ticker === ticker && each.delistedOn === null)
    if (found === undefined) throw new Error(`${ticker} is not there`)
    return found
  }

  const dailyOf = (ticker: string): Bars => {
    const { daily } = security(ticker)
    if (daily === null) throw new Error(`${ticker} has no daily bars`)
    return daily
  }

  const minutesOf = (ticker: string): Bars => {
    const { minute } = security(ticker)
    if (minute === null) throw new Error(`${ticker} has no minute bars`)
    return minute
  }

  test('every row is read, but for five tickers’ days before their map file begins', () => {
    expect(rejected.map(({ file, line, reason }) => `${file.split('/').pop()}:${line} ${reason}`)).toEqual([
      'bac.zip:1 no map file says which security was BAC from 1998-01-02 to 1998-09-30',
      'bno.zip:1 no map file says which security was BNO from 1998-01-02 to 2002-05-20',
      'eem.zip:1 no map file says which security was EEM from 1998-01-06 to 2002-12-05',
      'uso.zip:1 no map file says which security was USO from 1998-01-02 to 1998-12-30',
      'wm.zip:1 no map file says which security was WM from 1998-12-09 to 2008-09-26',
    ])
  })

  test('renames lead to one security, tickers used twice to two', () => {
    const previous = (ticker: string): string[] =>
      security(ticker).previousTickers.map(
        (each) => `${each.ticker} ${formatDay(each.from)} ${formatDay(each.to)}`,
      )
    expect(previous('BAC')).toEqual(['NB 1998-01-02 1998-09-30'])
    expect(previous('WM')).toEqual(['UW 1998-01-02 1998-07-16', 'WMI 1998-07-17 2009-08-04'])
    expect(previous('GOOGL')).toEqual(['GOOG 2004-08-19 2014-04-02'])
    expect(previous('GOOG')).toEqual(['GOOCV 2014-03-27 2014-04-02'])
    expect(previous('QQQ')).toEqual(['QQQQ 2004-12-01 2011-03-22'])
    const ends = securities.filter(({ ticker }) => ticker === 'FB').map(({ delistedOn }) => delistedOn)
    expect(ends).toEqual([day('2003-03-28'), null])
    // Waste Management’s years as UW, WMI and WM without a day missing, and none of Washington Mutual.
    const waste = dailyOf('WM')
    const sessions = calendarFor('XNYS')?.sessions(day('1998-01-02'), day('2021-03-31')) ?? []
    expect([...waste.at].map(utcDay)).toEqual(sessions.map((session) => session.day))
  })

  test('exchange letters become venues', () => {
    const venues = Object.fromEntries(
      ['AAPL', 'IBM', 'SPY', 'VXX', 'SHY'].map((ticker) => [ticker, security(ticker).mic]),
    )
    expect(venues).toEqual({ AAPL: 'XNAS', IBM: 'XNYS', SPY: 'ARCX', VXX: 'BATS', SHY: 'XXXX' })
  })

  test('Apple’s splits and dividends are the ones it announced', () => {
    expect(security('AAPL').splits).toEqual([
      { exDay: day('2000-06-21'), factor: 2 },
      { exDay: day('2005-02-28'), factor: 2 },
      { exDay: day('2014-06-09'), factor: 7 },
      { exDay: day('2020-08-31'), factor: 4 },
    ])
    const announced: readonly (readonly [string, number])[] = [
      ['2012-08-09', 2.65],
      ['2012-11-07', 2.65],
      ['2013-02-07', 2.65],
      ['2013-05-09', 3.05],
      ['2013-08-08', 3.05],
      ['2013-11-06', 3.05],
      ['2014-02-06', 3.05],
      ['2014-05-08', 3.29],
      ['2014-08-07', 0.47],
      ['2014-11-06', 0.47],
      ['2015-02-05', 0.47],
      ['2015-05-07', 0.52],
      ['2015-08-06', 0.52],
      ['2015-11-05', 0.52],
      ['2016-02-04', 0.52],
      ['2016-05-05', 0.57],
      ['2020-08-07', 0.82],
      ['2020-11-06', 0.205],
      ['2021-02-05', 0.205],
    ]
    const own = new Map(security('AAPL').dividends.map(({ exDay, amount }) => [formatDay(exDay), amount]))
    for (const [exDate, amount] of announced) expect([exDate, own.get(exDate)]).toEqual([exDate, amount])
    expect(own.size).toBe(35)
  })

  // Lean's close is the session's last trade, Yahoo's the official one: they differ by up to 0.3 % on single days.
  test.each([
    { ticker: 'AAPL', days: 1_258, close: 0.0017, adjusted: 0.002 },
    { ticker: 'BAC', days: 1_258, close: 0.003, adjusted: 0.003 },
    { ticker: 'FB', days: 1_258, close: 0.003, adjusted: 0.003 },
    { ticker: 'GOOG', days: 867, close: 0.003, adjusted: 0.003 },
  ])(
    '$ticker: raw closes and splits rebuild Yahoo’s close, all factors its adjusted close, on all $days common days',
    ({ ticker, days, close, adjusted }) => {
      const yahoo = yahooDays(ticker)
      const { splits } = security(ticker)
      const bars = dailyOf(ticker)
      const ratios: number[] = []
      // Yahoo's files end in September 2017 and carry the splits up to then.
      const until = day('2017-09-30')
      for (let i = 0; i < bars.at.length; i++) {
        const on = utcDay(bars.at[i] ?? 0)
        const theirs = yahoo.get(on)
        if (theirs === undefined) continue
        const divisor = splits
          .filter(({ exDay }) => on < exDay && exDay <= until)
          .reduce((product, { factor }) => product * factor, 1)
        expect(Math.abs((bars.close[i] ?? 0) / divisor / theirs.close - 1)).toBeLessThan(close)
        ratios.push((bars.adjustedClose[i] ?? 0) / theirs.adjustedClose)
      }
      expect(ratios).toHaveLength(days)
      const middle = median(ratios)
      expect(Math.max(...ratios) / middle - 1).toBeLessThan(adjusted)
      expect(1 - Math.min(...ratios) / middle).toBeLessThan(adjusted)
    },
  )

  test.each(['AAPL', 'SPY', 'IBM', 'BAC', 'IWM', 'EEM', 'QQQ', 'WM'])(
    'the splits and dividends of %s lead back to the factor file’s adjusted closes',
    (ticker) => {
      const bars = dailyOf(ticker)
      const factors = adjustmentFactors(bars, security(ticker))
      for (let i = 0; i < bars.at.length; i++) {
        const own = (bars.close[i] ?? 0) * (factors[i] ?? 0)
        expect(Math.abs(own / (bars.adjustedClose[i] ?? 0) - 1)).toBeLessThan(0.005)
      }
    },
  )

  test.each(['AAPL', 'SPY', 'IBM', 'BAC', 'AIG'])(
    'the minutes of %s aggregate to its daily bars: open and close equal, the range by a tick or two',
    (ticker) => {
      const [daily, minutes] = [dailyOf(ticker), minutesOf(ticker)]
      const days = new Set([...minutes.at].map((at) => utcDay(at - 5 * 60 * MINUTE_MS)))
      let compared = 0
      for (const each of days) {
        const session = calendarFor('XNYS')?.sessionOn(each)
        const index = daily.at.indexOf(each * DAY_MS)
        if (session === null || session === undefined || index === -1) continue
        compared++
        const own = barsWithin(minutes, { from: session.open, to: session.close - 1 })
        expect(own.open[0]).toBe(daily.open[index])
        expect(own.close.at(-1)).toBe(daily.close[index])
        expect(own.adjustedClose.at(-1)).toBeCloseTo(daily.adjustedClose[index] ?? 0, 9)
        expect(Math.max(...own.high) / (daily.high[index] ?? 0) - 1).toBeLessThan(0.0004)
        expect(Math.min(...own.low) / (daily.low[index] ?? 0) - 1).toBeGreaterThan(-0.0004)
        const volume = own.volume.reduce((sum, value) => sum + value, 0)
        expect(volume / (daily.volume[index] ?? 0)).toBeGreaterThan(0.975)
        expect(volume / (daily.volume[index] ?? 0)).toBeLessThan(1.0001)
      }
      expect(compared).toBe({ AAPL: 3, SPY: 6 }[ticker] ?? 6)
    },
  )

  test('the first minute of a session is at 13:30Z in summer and 14:30Z in winter', () => {
    const firstOf = (ticker: string, date: string): string => {
      const session = calendarFor('XNYS')?.sessionOn(day(date))
      const from = session?.open ?? 0
      return formatInstant(barsWithin(minutesOf(ticker), { from, to: from + 30 * MINUTE_MS }).at[0] ?? 0)
    }
    expect(firstOf('AAPL', '2014-06-05')).toBe('2014-06-05T13:30:00.000Z')
    expect(firstOf('SPY', '2013-10-07')).toBe('2013-10-07T13:30:00.000Z')
    expect(firstOf('SPY', '2023-08-03')).toBe('2023-08-03T13:30:00.000Z')
    // Daylight saving time began on 9 March 2008, between the two days of SHY.
    expect(firstOf('SHY', '2008-03-07')).toBe('2008-03-07T14:30:00.000Z')
    expect(firstOf('SHY', '2008-03-10')).toBe('2008-03-10T13:30:00.000Z')
  })

  test('Apple’s seven-for-one split stands between two days of minutes', () => {
    const minutes = minutesOf('AAPL')
    const last = (date: string): { close: number; adjusted: number } => {
      const session = calendarFor('XNYS')?.sessionOn(day(date))
      const own = barsWithin(minutes, { from: session?.open ?? 0, to: (session?.close ?? 0) - 1 })
      return { close: own.close.at(-1) ?? 0, adjusted: own.adjustedClose.at(-1) ?? 0 }
    }
    const [friday, monday] = [last('2014-06-06'), last('2014-06-09')]
    expect(friday.close).toBe(645.57)
    expect(monday.close).toBe(93.7)
    // The day’s return without the split: 93.70 × 7 ÷ 645.57.
    expect(monday.adjusted / friday.adjusted).toBeCloseTo((93.7 * 7) / 645.57, 5)
  })
})
