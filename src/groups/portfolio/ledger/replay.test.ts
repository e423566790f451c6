import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { ACCOUNT, day, inTwoOrders, row as ledgerRow } from '../../../../tests/support/ledger-rows.ts'
import { COST_BASIS_METHODS, type CostBasisMethod } from '../../../market/vocabulary.ts'
import { type Entry, Exact, type SplitFact } from './entry.ts'
import { replay } from './replay.ts'
import type { Replayed, ReplayInput } from './replayed.ts'

const SHARE = 'share'

/** A row: `['2025-01-02', 'buy', 100, 95]` is a hundred shares at 95; money alone has no shares. */
function row(
  date: string,
  type: Entry['type'],
  quantity: number | null,
  price: number,
  more: Partial<Entry> = {},
): Entry {
  return ledgerRow(date, type, quantity === null ? null : SHARE, quantity, price, more)
}

function read(
  entries: readonly Entry[],
  {
    method = 'average',
    splits = [],
    rate = 1,
    rateOn = () => rate,
  }: {
    method?: CostBasisMethod
    splits?: readonly SplitFact[]
    rate?: number
    rateOn?: ReplayInput['rateOn']
  } = {},
): Replayed {
  return replay({
    entries,
    accounts: new Map([[ACCOUNT, { currency: 'USD', method, appliesActions: true }]]),
    actions: { splits: new Map([[SHARE, splits]]), spinOffs: [] },
    only: null,
    rateOn,
    until: Number.POSITIVE_INFINITY,
  })
}

/** Realised, and what is held at a price: quantity, cost, unrealised. */
function at(price: number, replayed: Replayed) {
  const realized = replayed.realized.reduce((sum, { gain }) => sum + gain.toNumber(), 0)
  const position = replayed.holdings[0]?.position
  const [quantity, cost] = [position?.quantity.toNumber() ?? 0, position?.cost.toNumber() ?? 0]
  return { realized, quantity, cost, unrealized: quantity * price - cost }
}

describe('cost basis', () => {
  // api.md 9.1, numbers of the Portfolio Performance manual.
  const first = [
    row('2025-01-02', 'buy', 100, 95),
    row('2025-02-03', 'buy', 200, 105),
    row('2025-03-03', 'buy', 100, 107),
    row('2025-04-01', 'sell', 150, 110),
  ]
  const second = [
    ...first,
    row('2025-05-02', 'buy', 50, 100),
    row('2025-06-02', 'buy', 300, 107.5),
    row('2025-07-01', 'sell', 200, 108),
  ]

  it.each([
    // Average cost of 400 shares for 41,200 is 103: 150 × (110 − 103) = 1,050; 250 × (110 − 103) = 1,750.
    ['average', first, 110, 1_050, 1_750],
    // 100 × (110 − 95) + 50 × (110 − 105) = 1,750; 150 × 5 + 100 × 3 = 1,050.
    ['fifo', first, 110, 1_750, 1_050],
    // 250 for 25,750 and 50 for 5,000 and 300 for 32,250: 600 for 63,000 is 105: 200 × 3 = 600 more; 400 × 3 = 1,200.
    ['average', second, 108, 1_650, 1_200],
    // 150 × (108 − 105) + 50 × (108 − 107) = 500 more; the rest of 100 at 107 is 50 × 1, 50 × 8, 300 × 0.5 = 600.
    ['fifo', second, 108, 2_250, 600],
    // The last first: 100 at 107 and 50 at 105: 300 + 250 = 550; the rest 100 × 15 + 150 × 5 = 2,250.
    ['lifo', first, 110, 550, 2_250],
    // The dearest first: here the same as the last.
    ['hifo', first, 110, 550, 2_250],
    // The dearest of the second sale: 200 of those at 107.5: 100 more; 100 left × 0.5, 50 × 8, 150 × 3, 100 × 13 = 2,200.
    ['hifo', second, 108, 650, 2_200],
  ] as const)('%s', (method, entries, price, realized, unrealized) => {
    expect(at(price, read(entries, { method }))).toMatchObject({ realized, unrealized })
  })

  it('has fees and taxes in the cost of a purchase, and takes them from the proceeds of a sale', () => {
    const costs = { fee: new Exact(5), tax: new Exact(1) }
    // 10 × 100 + 6 = 1,006; half of it is 503; 5 × 120 − 6 = 594; 594 − 503 = 91.
    const entries = [row('2025-01-02', 'buy', 10, 100, costs), row('2025-02-03', 'sell', 5, 120, costs)]
    expect(at(120, read(entries))).toEqual({ realized: 91, quantity: 5, cost: 503, unrealized: 97 })
  })

  it('is exact: ten times 0.1 at 0.3 and all sold at 0.3 is nothing', () => {
    const buys = Array.from({ length: 10 }, () => row('2025-01-02', 'buy', 0.1, 0.3))
    const { realized, quantity, cost } = at(1, read([...buys, row('2025-01-03', 'sell', 1, 0.3)]))
    expect([realized, quantity, cost]).toEqual([0, 0, 0])
  })

  // api.md 9.3.
  it.each(COST_BASIS_METHODS)('with %s a split of 4 changes shares and not cost', (method) => {
    const entries = [row('2020-08-03', 'buy', 3, 400)]
    const splits = [{ exDay: day('2020-08-31'), factor: 4 }]
    expect(at(100, read(entries, { method, splits }))).toEqual({
      realized: 0,
      quantity: 12,
      cost: 1_200,
      unrealized: 0,
    })
    // Sold on the ex-date: the split comes first. 6 of 12 cost 600 and bring 660.
    const sold = [...entries, row('2020-08-31', 'sell', 6, 110)]
    expect(at(100, read(sold, { method, splits }))).toMatchObject({ realized: 60, quantity: 6, cost: 600 })
  })

  it('a split that the user has entered stands for the recorded one of the day', () => {
    const entries = [row('2020-08-03', 'buy', 3, 400), row('2020-08-31', 'split', 4, 0)]
    const splits = [{ exDay: day('2020-08-31'), factor: 4 }]
    expect(at(100, read(entries, { splits })).quantity).toBe(12)
  })

  it('capital that is returned lowers the cost, and is a gain where there is none left', () => {
    const entries = [
      row('2025-01-02', 'buy', 10, 10),
      row('2025-02-03', 'return_of_capital', 10, 6),
      row('2025-03-03', 'return_of_capital', 10, 6),
    ]
    // 100 − 60 − 40; 20 are more than the cost.
    expect(at(10, read(entries))).toMatchObject({ realized: 20, cost: 0, quantity: 10 })
  })

  // 100 are 5 for each of 20 shares: 50 of the first lot, which has cost 10. What it cannot give comes from the other.
  it.each(['fifo', 'lifo', 'hifo'] as const)(
    'with %s no lot has cost less than nothing once capital is returned',
    (method) => {
      const entries = [
        row('2025-01-02', 'buy', 10, 1),
        row('2025-01-03', 'buy', 10, 50),
        row('2025-02-03', 'return_of_capital', 20, 5),
      ]
      const costs = (list: readonly Entry[]): Array<[number, number]> =>
        (read(list, { method }).holdings[0]?.position.lots ?? []).map((lot) => [
          lot.cost.toNumber(),
          lot.costBase.toNumber(),
        ])
      expect(costs(entries)).toEqual([
        [0, 0],
        [410, 410],
      ])
      // All of it: nothing is left of either.
      expect(costs([...entries, row('2025-02-04', 'return_of_capital', 20, 20.5)])).toEqual([
        [0, 0],
        [0, 0],
      ])
    },
  )

  it('a short gains when it is covered for less, and turns into a long one beyond that', () => {
    const entries = [row('2025-01-02', 'sell', 10, 50), row('2025-02-03', 'buy', 15, 40)]
    const replayed = read(entries, { method: 'fifo' })
    // 10 × (50 − 40) = 100; 5 at 40 are left.
    expect(at(40, replayed)).toEqual({ realized: 100, quantity: 5, cost: 200, unrealized: 0 })
    expect(replayed.short.map(({ day: on }) => on)).toEqual([day('2025-01-02')])
    // The sale that opened it brought 500, and covering it cost 400.
    const [closed] = replayed.realized
    expect([closed?.proceeds.toNumber(), closed?.cost.toNumber()]).toEqual([500, 400])
  })

  it('a reverse split leaves nothing behind when all that is shown is sold', () => {
    for (const method of COST_BASIS_METHODS) {
      const bought = [row('2025-01-02', 'buy', 10, 6), row('2025-01-03', 'buy', 20, 9)]
      const splits = [{ exDay: day('2025-02-03'), factor: 1 / 3 }]
      const sold = read([...bought, row('2025-03-03', 'sell', 10, 27)], { method, splits })
      expect(at(27, sold)).toEqual({ realized: 30, quantity: 0, cost: 0, unrealized: 0 })
      expect(sold.holdings[0]?.position.lots).toEqual([])
      const part = [row('2025-01-02', 'buy', 20, 6), row('2025-03-03', 'sell', 6.66666667, 27)]
      const moved = [row('2025-01-02', 'buy', 20, 6), row('2025-03-03', 'transfer_out', 6.66666667, 27)]
      for (const rows of [part, moved]) {
        const none = read(rows, { method, splits })
        expect(at(27, none)).toMatchObject({ quantity: 0, cost: 0 })
        expect(none.short).toEqual([])
      }
    }
  })

  it('a trade that turns a position leaves no rest of it', () => {
    for (const method of COST_BASIS_METHODS) {
      const turned = read(
        [
          row('2025-01-02', 'sell', 1.72341771, 10),
          row('2025-01-03', 'buy', 9, 10),
          row('2025-01-06', 'sell', 7.27658229, 10),
        ],
        { method },
      )
      expect(at(10, turned)).toMatchObject({ quantity: 0, cost: 0 })
      expect(turned.holdings[0]?.position.lots).toEqual([])
    }
  })

  it('shares that are moved in cover a short like a purchase', () => {
    for (const method of COST_BASIS_METHODS) {
      const covered = read(
        [row('2025-01-02', 'sell', 10, 50), row('2025-02-03', 'transfer_in', 15, 40, { fee: new Exact(3) })],
        { method },
      )
      // 10 × (50 − 40) less two thirds of the fee; 5 at 40 and the rest of it are left.
      expect(at(40, covered)).toEqual({ realized: 98, quantity: 5, cost: 201, unrealized: -1 })
      expect(covered.realized[0]?.fee.toNumber()).toBe(3)
    }
  })

  it('shares that are moved out beyond what is there are owed from then on', () => {
    for (const method of COST_BASIS_METHODS) {
      const beyond = read([row('2025-01-02', 'buy', 4, 10), row('2025-02-03', 'transfer_out', 10, 12)], {
        method,
      })
      expect(at(15, beyond)).toEqual({ realized: 0, quantity: -6, cost: -72, unrealized: -18 })
      const short = read([row('2025-01-02', 'sell', 10, 50), row('2025-02-03', 'transfer_out', 4, 40)], {
        method,
      })
      expect(at(40, short)).toEqual({ realized: 0, quantity: -14, cost: -660, unrealized: 100 })
    }
  })

  it('shares that are moved out take their cost along and gain nothing', () => {
    const entries = [row('2025-01-02', 'buy', 10, 10), row('2025-02-03', 'transfer_out', 4, 99)]
    expect(at(10, read(entries))).toEqual({ realized: 0, quantity: 6, cost: 60, unrealized: 0 })
  })
})

describe('money', () => {
  it('is kept where deposits are entered, in each currency by itself', () => {
    const { cash, flows } = read([
      row('2025-01-02', 'deposit', null, 1_000),
      row('2025-01-03', 'buy', 10, 50, { fee: new Exact(1) }),
      row('2025-02-03', 'dividend', 10, 1, { tax: new Exact(2) }),
      row('2025-03-03', 'withdrawal', null, 100),
      row('2025-03-04', 'interest', null, 7, { currency: 'EUR' }),
    ])
    // 1,000 − 501 + 8 − 100.
    expect(
      Object.fromEntries([...(cash.get(ACCOUNT) ?? [])].map(([key, value]) => [key, value.toNumber()])),
    ).toEqual({ USD: 407, EUR: 7 })
    expect(flows.map(({ amountBase }) => amountBase.toNumber())).toEqual([1_000, -100])
  })

  it('crosses the border with each trade where they are not', () => {
    const { cash, flows, income } = read([
      row('2025-01-03', 'buy', 10, 50, { fee: new Exact(1) }),
      row('2025-02-03', 'dividend', 10, 1, { tax: new Exact(2) }),
      row('2025-03-03', 'sell', 10, 60),
    ])
    expect(cash.size).toBe(0)
    expect(flows.map(({ amountBase }) => amountBase.toNumber())).toEqual([501, -8, -600])
    expect(income.map(({ amountBase, taxBase }) => [amountBase.toNumber(), taxBase.toNumber()])).toEqual([
      [10, 2],
    ])
  })

  it('in another currency is worth what it was on its day', () => {
    const { holdings, realized, missingRates } = read(
      [
        row('2025-01-03', 'buy', 10, 50, { currency: 'EUR' }),
        row('2025-03-03', 'sell', 5, 60, { currency: 'EUR' }),
      ],
      { rate: 1.1 },
    )
    expect(holdings[0]?.position.lots[0]?.costBase.toNumber()).toBeCloseTo(275)
    expect(realized[0]?.gainBase.toNumber()).toBeCloseTo(55)
    expect([...missingRates]).toEqual([])
  })

  it('has an unknown cost where the rate of its day is not known', () => {
    const rows = [
      row('2025-01-03', 'buy', 10, 50, { currency: 'EUR' }),
      row('2025-02-03', 'buy', 10, 50, { currency: 'EUR' }),
      row('2025-03-03', 'sell', 10, 60, { currency: 'EUR' }),
    ]
    const rateOn = (_: string, day: number) => (day < Date.parse('2025-02-01') / 86_400_000 ? null : 1.1)
    const { holdings, realized } = read(rows, { method: 'fifo', rateOn })
    expect(realized[0]?.gainBase.toNumber()).toBeNaN()
    expect(holdings[0]?.position.lots.map(({ costBase }) => costBase.toNumber())).toEqual([
      expect.closeTo(550, 9),
    ])
  })
})

const trades = fc
  .array(
    fc.record({
      month: fc.integer({ min: 1, max: 12 }),
      type: fc.constantFrom('buy', 'buy', 'sell', 'dividend'),
      quantity: fc.integer({ min: 1, max: 100 }),
      price: fc.integer({ min: 1, max: 10_000 }).map((cents) => cents / 100),
      fee: fc.integer({ min: 0, max: 500 }).map((cents) => cents / 100),
    }),
    { maxLength: 30 },
  )
  .map((list) => {
    let held = 0
    return list
      .toSorted((one, other) => one.month - other.month)
      .flatMap(({ month, type, quantity, price, fee }, at) => {
        if (type === 'sell' && quantity > held) return []
        held += type === 'buy' ? quantity : type === 'sell' ? -quantity : 0
        const date = `2025-${String(month).padStart(2, '0')}-${String(1 + Math.min(at, 27)).padStart(2, '0')}`
        return [row(date, type, quantity, price, { fee: new Exact(fee) })]
      })
      .toSorted((one, other) => one.day - other.day)
  })

describe('whatever is traded', () => {
  test('realised and unrealised gains together are the same with every method', () => {
    fc.assert(
      fc.property(trades, fc.integer({ min: 1, max: 500 }), (entries, price) => {
        const totals = COST_BASIS_METHODS.map((method) => {
          const replayed = read(entries, { method })
          const realized = replayed.realized.reduce((sum, { gain }) => sum.plus(gain), new Exact(0))
          const position = replayed.holdings[0]?.position
          const unrealized = (position?.quantity ?? new Exact(0)).times(price).minus(position?.cost ?? 0)
          return realized.plus(unrealized).toDecimalPlaces(20).toNumber()
        })
        for (const total of totals) expect(total).toBeCloseTo(totals[0] ?? 0, 9)
      }),
      { numRuns: 300 },
    )
  })

  test('the order in which the rows of one day are entered changes no quantity', () => {
    const rows = fc.array(
      fc.record({
        type: fc.constantFrom(
          'buy' as const,
          'sell' as const,
          'transfer_in' as const,
          'transfer_out' as const,
          'split' as const,
        ),
        quantity: fc.integer({ min: 1, max: 20 }),
      }),
      { minLength: 1, maxLength: 12 },
    )
    const both = inTwoOrders(rows)
    const quantityOf = (list: ReadonlyArray<{ type: Entry['type']; quantity: number }>): number =>
      at(
        1,
        read([
          row('2025-01-02', 'buy', 500, 1),
          ...list.map(({ type, quantity }) => row('2025-01-03', type, quantity, 1)),
        ]),
      ).quantity
    fc.assert(
      fc.property(both, ([one, other]) => {
        expect(quantityOf(other)).toBe(quantityOf(one))
      }),
      { numRuns: 200 },
    )
  })

  test('the order in which the rows of different days arrive changes nothing', () => {
    fc.assert(
      fc.property(inTwoOrders(trades), ([entries, shuffled]) => {
        for (const method of COST_BASIS_METHODS) {
          expect(at(50, read(shuffled, { method }))).toEqual(at(50, read(entries, { method })))
        }
      }),
      { numRuns: 200 },
    )
  })
})
