import { describe, expect, it } from 'vitest'
import { type Day, formatDay, parseDay, weekdayOf } from '../../../kernel/time.ts'
import { type Entry, Exact, type SplitFact } from '../ledger/entry.ts'
import { unpackLists } from '../state/ledger-columns.ts'
import { computeEntries } from '../state/compute-state.ts'
import { returnsOf } from './performance.ts'
import { benchmarkReturns } from './performance-job.ts'
import { valueSeries } from './value-series.ts'

const day = (text: string): number => parseDay(text) ?? 0
const rates = (rate: (day: number) => number) => ({
  from: day('2020-01-01'),
  values: Float64Array.from({ length: 4_000 }, (_, at) => rate(day('2020-01-01') + at)),
})

interface World {
  from: string
  to: string
  closes: ReadonlyArray<readonly [date: string, close: number]>
  currency?: string
  splits?: readonly SplitFact[]
  /** US dollars for a euro. */
  euro?: (day: number) => number
}

let sequence = 0
function row(
  date: string,
  type: Entry['type'],
  quantity: number | null,
  price: number,
  more: Partial<Entry> = {},
): Entry {
  const shares = quantity === null ? null : new Exact(quantity)
  return {
    id: `t${++sequence}`,
    accountId: 'a',
    type,
    entityId: shares === null ? null : 'share',
    day: day(date),
    sequence,
    quantity: shares,
    amount: (shares ?? new Exact(1)).times(price),
    fee: new Exact(0),
    tax: new Exact(0),
    currency: 'USD',
    fxRate: null,
    external: false,
    ...more,
  }
}

function perform(entries: readonly Entry[], world: World) {
  const { currency = 'USD', splits = [], euro = () => 1.1 } = world
  const table = new Map([
    ['USD', rates(() => 1)],
    ['EUR', rates(euro)],
  ])
  const accounts = new Map([['a', { currency: 'USD', method: 'average' as const, appliesActions: true }]])
  const actions = { splits: new Map([['share', splits]]), spinOffs: [] }
  const until = day(world.to)
  const { state } = computeEntries(entries, {
    accounts,
    actions,
    only: null,
    rates: table,
    until,
    since: null,
    rowsPerSnapshot: null,
  })
  if (state === null) throw new Error('it never stops')
  const closes = {
    currency,
    splits,
    days: Int32Array.from(world.closes, ([date]) => day(date)),
    closes: Float64Array.from(world.closes, ([, close]) => close),
    newest: null,
  }
  const range = { from: day(world.from), to: until }
  const series = valueSeries({
    lists: unpackLists(state.columns),
    closes: new Map([['share', closes]]),
    rates: table,
    ...range,
  })
  return { series, ...returnsOf(series, { hasRates: true, benchmark: null }) }
}

describe('returns of a ledger', () => {
  // 1,000 in, ten shares at 100; they close at 110, then 121: 10 % and 10 %, 21 %. No flow later: both returns agree over the range.
  it('without flows after the first, time and money weigh the same', () => {
    const { twr, mwr, startValue, endValue, netContributions } = perform(
      [row('2025-01-02', 'deposit', null, 1_000), row('2025-01-02', 'buy', 10, 100)],
      {
        from: '2025-01-02',
        to: '2025-01-03',
        closes: [
          ['2025-01-02', 110],
          ['2025-01-03', 121],
        ],
      },
    )
    expect([startValue, endValue, netContributions]).toEqual([0, 1_210, 1_000])
    expect(twr).toBeCloseTo(0.21, 12)
    expect(mwr).toBeCloseTo(0.21, 9)
  })

  // Seven hundred days with a loss, and years of nothing before them.
  it.each(['2023-01-01', '2020-06-01'])(
    'a range that begins before any money, %s, changes no return',
    (from) => {
      const closes = Array.from({ length: 700 }, (_, at) => {
        const date = new Date(Date.UTC(2023, 0, 2 + at)).toISOString().slice(0, 10)
        return [date, 100 - at / 100 + (at % 2)] as const
      })
      const of = (start: string) => {
        const entries = [row('2023-01-02', 'deposit', null, 1_000), row('2023-01-02', 'buy', 10, 100)]
        return perform(entries, { from: start, to: '2024-11-30', closes })
      }
      const [whole, early] = [of('2023-01-02'), of(from)]
      expect(whole.mwr).toBeLessThan(-0.05)
      for (const figure of [
        'twr',
        'twrAnnualized',
        'mwr',
        'mwrAnnualized',
        'volatility',
        'maxDrawdown',
      ] as const)
        expect([figure, early[figure]]).toEqual([figure, expect.closeTo(whole[figure] ?? Number.NaN, 9)])
    },
  )

  // Half stays money: 500 + 5 × 110 = 1,050, 5 %.
  it('money that lies idle counts', () => {
    const { twr } = perform([row('2025-01-02', 'deposit', null, 1_000), row('2025-01-02', 'buy', 5, 100)], {
      from: '2025-01-02',
      to: '2025-01-02',
      closes: [['2025-01-02', 110]],
    })
    expect(twr).toBeCloseTo(0.05, 12)
  })

  // Without deposits the purchase is what comes in: 5 shares for 500 become 550.
  it('money that nobody keeps account of does not', () => {
    const { twr, netContributions } = perform([row('2025-01-02', 'buy', 5, 100)], {
      from: '2025-01-02',
      to: '2025-01-02',
      closes: [['2025-01-02', 110]],
    })
    expect([twr, netContributions]).toEqual([expect.closeTo(0.1, 12), 500])
  })

  // 100 at 100; sold on the next day at 120 with a fee of 20: 11,980 / 10,000 − 1 = 19.8 %; nothing is held afterwards.
  it('a sale takes its proceeds out at the end of its day, after fees', () => {
    const { twr, series } = perform(
      [row('2025-01-02', 'buy', 100, 100), row('2025-01-03', 'sell', 100, 120, { fee: new Exact(20) })],
      {
        from: '2025-01-02',
        to: '2025-01-06',
        closes: [
          ['2025-01-02', 100],
          ['2025-01-03', 125],
        ],
      },
    )
    expect(twr).toBeCloseTo(0.198, 12)
    expect(series.days.map(({ value }) => value)).toEqual([10_000, 0, 0, 0, 0])
  })

  // A dividend of 30 on 1,000 while the price stands still: 3 %, whether or not there is an account of money.
  it.each([true, false])('a dividend is a return, with money kept: %s', (keeps) => {
    const deposits = keeps ? [row('2025-01-02', 'deposit', null, 1_000)] : []
    const { twr } = perform(
      [...deposits, row('2025-01-02', 'buy', 10, 100), row('2025-01-03', 'dividend', 10, 3)],
      {
        from: '2025-01-02',
        to: '2025-01-03',
        closes: [
          ['2025-01-02', 100],
          ['2025-01-03', 100],
        ],
      },
    )
    expect(twr).toBeCloseTo(0.03, 12)
  })

  // 3 shares at 400; 4 for 1 on 31 August: closes are on today's basis, 100 before and 101 after. 1,200 → 1,212.
  it('a split changes no value', () => {
    const { series, twr } = perform([row('2020-08-28', 'buy', 3, 400)], {
      from: '2020-08-28',
      to: '2020-08-31',
      closes: [
        ['2020-08-28', 100],
        ['2020-08-31', 101],
      ],
      splits: [{ exDay: day('2020-08-31'), factor: 4 }],
    })
    expect(series.days.map(({ value }) => value)).toEqual([1_200, 1_200, 1_200, 1_212])
    expect(twr).toBeCloseTo(0.01, 12)
  })

  // 10 shares at 100 EUR bought at 1.10 (1,100 USD); they stand still, the euro rises to 1.21: 10 %, all of it exchange rate, 110 USD.
  it('tells apart what exchange rates have done', () => {
    const { twr, series } = perform([row('2025-01-02', 'buy', 10, 100, { currency: 'EUR' })], {
      from: '2025-01-02',
      to: '2025-01-03',
      closes: [
        ['2025-01-02', 100],
        ['2025-01-03', 100],
      ],
      currency: 'EUR',
      euro: (at) => (at < day('2025-01-03') ? 1.1 : 1.21),
    })
    expect(twr).toBeCloseTo(0.1, 12)
    expect(series.fxEffect).toBeCloseTo(110, 9)
  })

  // Bought at 50 before any close is known; 50 stands until the first close of 60.
  it('what has no close yet is worth what was paid for it', () => {
    const { series } = perform([row('2025-01-02', 'buy', 10, 50)], {
      from: '2025-01-02',
      to: '2025-01-06',
      closes: [['2025-01-06', 60]],
    })
    expect(series.days.map(({ value }) => value)).toEqual([500, 500, 500, 500, 600])
  })

  // A range that begins later begins with the value of the evening before: 110 → 121.
  it('a range begins with what was there before', () => {
    const { startValue, twr, mwr, netContributions } = perform([row('2025-01-02', 'buy', 1, 100)], {
      from: '2025-01-06',
      to: '2025-01-07',
      closes: [
        ['2025-01-02', 100],
        ['2025-01-03', 110],
        ['2025-01-07', 121],
      ],
    })
    expect([startValue, netContributions]).toEqual([110, 0])
    expect(twr).toBeCloseTo(0.1, 12)
    expect(mwr).toBeCloseTo(0.1, 9)
  })

  // In a year 100 become 120: 20 % over 365 days, with the day of the purchase; 364 days are not made a year of.
  it.each([
    ['2025-12-31', expect.closeTo(0.2, 9)],
    ['2025-12-30', null],
  ])('up to %s a year’s return is %s', (to, expected) => {
    const { twrAnnualized, mwrAnnualized } = perform([row('2025-01-01', 'buy', 1, 100)], {
      from: '2025-01-01',
      to,
      closes: [
        ['2025-01-01', 100],
        ['2025-12-30', 120],
      ],
    })
    expect([twrAnnualized, mwrAnnualized]).toEqual([expected, expected])
  })

  // Sold short at 100 without other money: owing shares is no capital.
  it('says why there is none', () => {
    const world = {
      from: '2025-01-02',
      to: '2025-01-03',
      closes: [
        ['2025-01-02', 100],
        ['2025-01-03', 90],
      ],
    } as const
    expect(perform([row('2025-01-02', 'sell', 1, 100)], world).unavailable).toBe('NEGATIVE_CAPITAL')
    expect(perform([], world).unavailable).toBe('NO_TRANSACTIONS')
    const { series } = perform([row('2025-01-02', 'buy', 1, 100)], world)
    expect(returnsOf(series, { hasRates: false, benchmark: null })).toMatchObject({
      twr: null,
      unavailable: 'FX_MISSING',
    })
  })

  // 100 in at the start of the first day and 100 more at the start of the second; 100 → 110 → (110 + 100) × 1.1 = 231. TWR 21 %;
  // money-weighted over two days: 100 r² + 100 r = 231 with r the growth of a day: r = 1.1 as well.
  it('later money weighs by its time', () => {
    const { twr, mwr, simpleReturn } = perform(
      [row('2025-01-02', 'buy', 1, 100), row('2025-01-03', 'buy', 100 / 110, 110)],
      {
        from: '2025-01-02',
        to: '2025-01-03',
        closes: [
          ['2025-01-02', 110],
          ['2025-01-03', 121],
        ],
      },
    )
    expect(twr).toBeCloseTo(0.21, 12)
    expect(mwr).toBeCloseTo(0.21, 9)
    expect(simpleReturn).toBeCloseTo(31 / 200, 12)
  })

  it('of a benchmark is at the rate of each day, also of one without a session', () => {
    const friday = day('2025-01-10')
    const benchmark = benchmarkReturns(
      {
        days: [friday - 1, friday],
        values: [100, 110],
        rates: { from: friday - 1, values: Float64Array.of(1, 1, 1.2, Number.NaN, 1.5) },
      },
      friday,
    )
    expect([0, 1, 2, 3].map((after) => benchmark.upTo(friday + after))).toEqual([
      expect.closeTo(0.1, 9),
      expect.closeTo(0.32, 9),
      null,
      expect.closeTo(0.65, 9),
    ])
    expect([0, 1].map((after) => benchmark.hasClose(friday + after))).toEqual([true, false])
  })

  // A coin that trades on every day, and a benchmark that returns half of what the coin does from one of its own sessions to the next.
  describe('beta', () => {
    const FIRST = day('2025-01-06')
    const coin = (at: Day): number => 100 + 10 * Math.sin(1.3 * (at - FIRST)) + (at - FIRST) / 3
    const betaOver = (count: number, isOpen: (at: Day) => boolean): number | null => {
      const days = Array.from({ length: count }, (_, at) => FIRST + at)
      const { series } = perform([row('2025-01-06', 'buy', 1, coin(FIRST))], {
        from: '2025-01-06',
        to: formatDay(FIRST + count - 1),
        closes: days.map((at) => [formatDay(at), coin(at)] as const),
      })
      const open = days.filter(isOpen)
      const values = open.reduce<number[]>((made, at, place) => {
        const [last, before] = [made.at(-1), open[place - 1]]
        const next =
          last === undefined || before === undefined ? 50 : last * (1 + (coin(at) / coin(before) - 1) / 2)
        return [...made, next]
      }, [])
      const rates = { from: FIRST - 1, values: Float64Array.of(1) }
      const benchmark = benchmarkReturns(
        { days: [FIRST - 1, ...open], values: [50, ...values], rates },
        FIRST,
      )
      return returnsOf(series, { hasRates: true, benchmark }).beta
    }
    const isWeekday = (at: Day): boolean => ![0, 6].includes(weekdayOf(at))

    it.each([
      ['on every day', () => true],
      ['on weekdays', isWeekday],
      ['on weekdays without a holiday', (at: Day) => isWeekday(at) && at !== FIRST + 10],
    ])('is 2 against a benchmark with sessions %s', (_, isOpen) => {
      expect(betaOver(60, isOpen)).toBeCloseTo(2, 9)
    })

    // Four weeks and a Monday have 21 weekdays and 20 returns between them.
    it.each([
      [29, expect.closeTo(2, 9)],
      [28, null],
    ])('of %i days is %s', (count, expected) => {
      expect(betaOver(count, isWeekday)).toEqual(expected)
    })
  })
})
