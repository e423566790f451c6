import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { ACCOUNT, day, inTwoOrders, row } from '../../../../tests/support/ledger-rows.ts'
import { formatDay } from '../../../kernel/time.ts'
import { COST_BASIS_METHODS, type CostBasisMethod } from '../../../market/vocabulary.ts'
import type { Actions } from './actions.ts'
import { type Entry, Exact, type SplitFact, type ValuedSpinOff } from './entry.ts'
import { walkQuantities } from './quantities.ts'
import { replay } from './replay.ts'
import type { Replayed } from './replayed.ts'

/** One share of C for four of P; a fifth of the cost goes with it. */
const SPIN_OFF: ValuedSpinOff = {
  parentId: 'P',
  childId: 'C',
  exDay: day('2025-03-03'),
  to: 1,
  from: 4,
  currency: 'USD',
  costFraction: 0.2,
  ofRest: 0.2,
  basis: 'published',
  price: 60,
}

interface World {
  method?: CostBasisMethod
  spinOffs?: readonly ValuedSpinOff[]
  splits?: ReadonlyMap<string, readonly SplitFact[]>
  appliesActions?: boolean
  rateOn?: (currency: string) => number | null
  only?: string | null
}

const actionsOf = ({ spinOffs = [SPIN_OFF], splits = new Map() }: World): Actions<ValuedSpinOff> => ({
  spinOffs,
  splits,
})

function read(entries: readonly Entry[], world: World = {}): Replayed {
  const { method = 'average', appliesActions = true, rateOn = () => 1, only = null } = world
  return replay({
    entries,
    accounts: new Map([[ACCOUNT, { currency: 'USD', method, appliesActions }]]),
    actions: actionsOf(world),
    rateOn,
    only,
    until: Number.POSITIVE_INFINITY,
  })
}

/** What is held: `{ P: [quantity, cost] }`. */
const held = ({ holdings }: Replayed): Record<string, [number, number]> =>
  Object.fromEntries(
    holdings.map(({ entityId, position }) => [
      entityId,
      [position.quantity.toNumber(), position.cost.toNumber()],
    ]),
  )

describe('a spin-off', () => {
  const bought = [row('2025-01-02', 'buy', 'P', 100, 50), row('2025-02-03', 'buy', 'P', 100, 70)]

  // 200 of P give 50 of C. Of 5,000 + 7,000 a fifth goes: 12,000 = 9,600 + 2,400.
  it.each(COST_BASIS_METHODS)('with %s divides the cost and gives shares for shares', (method) => {
    expect(held(read(bought, { method }))).toEqual({ P: [200, 9_600], C: [50, 2_400] })
  })

  // Lots of C: 25 for 1,000 (40 each, of January) and 25 for 1,400 (56 each, of February). 30 are sold at 60 for 1,800.
  it.each([
    // 25 × 40 + 5 × 56 = 1,280.
    ['fifo', 520, '2025-01-02', 1_120],
    // 25 × 56 + 5 × 40 = 1,600.
    ['lifo', 200, '2025-01-02', 800],
    // The dearest first, here the same.
    ['hifo', 200, '2025-01-02', 800],
    // 2,400 / 50 = 48 each: 30 × 48 = 1,440.
    ['average', 360, '2025-01-02', 960],
  ] as const)(
    '%s: a sale of the new shares closes the lots that they were given for',
    (method, gain, from, rest) => {
      const { realized, holdings } = read([...bought, row('2025-04-01', 'sell', 'C', 30, 60)], { method })
      expect(realized.map((each) => each.gain.toNumber())).toEqual([gain])
      expect(formatDay(realized[0]?.openedOn ?? 0)).toBe(from)
      const child = holdings.find(({ entityId }) => entityId === 'C')
      expect(child?.position.cost.toNumber()).toBe(rest)
      expect(formatDay(child?.firstAcquiredOn ?? 0)).toBe('2025-01-02')
    },
  )

  // 120 of P sold at 80 before the ex-date leave 80 of the 7,000: 80 × 70 = 5,600 by FIFO. 20 of C take 1,120 of them.
  it('counts what is held before the ex-date: sales before it and purchases on it give nothing', () => {
    const entries = [
      ...bought,
      row('2025-02-28', 'sell', 'P', 120, 80),
      row('2025-03-03', 'buy', 'P', 40, 60),
    ]
    // 5,600 − 1,120 + 2,400.
    expect(held(read(entries, { method: 'fifo' }))).toEqual({ P: [120, 6_880], C: [20, 1_120] })
  })

  // A split of 2 on the same day comes first, recorded or entered: 400 of P give 100 of C. The new shares are split later on.
  it('counts shares after the splits of the day, and the new shares are split as any', () => {
    const later = { exDay: day('2025-06-02'), factor: 3 }
    const recorded = new Map([
      ['P', [{ exDay: SPIN_OFF.exDay, factor: 2 }]],
      ['C', [later]],
    ])
    const expected = { P: [400, 9_600], C: [300, 2_400] }
    expect(held(read(bought, { splits: recorded }))).toEqual(expected)
    const own = [...bought, row('2025-03-03', 'split', 'P', 2, 0)]
    expect(held(read(own, { splits: recorded }))).toEqual(expected)
    expect(held(read(own, { splits: new Map([['C', [later]]]) }))).toEqual(expected)
  })

  // C gives one D for two of itself in June, with half of its cost: 25 of D for 1,200.
  it('may be followed by one of what it gave', () => {
    const next = { parentId: 'C', childId: 'D', exDay: day('2025-06-02'), to: 1, from: 2, ofRest: 0.5 }
    const spinOffs = [SPIN_OFF, { ...SPIN_OFF, ...next }]
    expect(held(read(bought, { spinOffs }))).toEqual({ P: [200, 9_600], C: [50, 1_200], D: [25, 1_200] })
  })

  // One for three of 200 is 66 2/3: exact, but for the 34th digit.
  it('gives fractions of a share', () => {
    const { holdings } = read(bought, { spinOffs: [{ ...SPIN_OFF, from: 3 }] })
    expect(holdings[1]?.position.quantity.times(3).toDecimalPlaces(28).toString()).toBe('200')
  })

  it('leaves the cost where it was when nobody knows which part goes, and says so', () => {
    const unknown = { ...SPIN_OFF, costFraction: null, ofRest: 0, basis: 'unknown' as const }
    const replayed = read(bought, { spinOffs: [unknown] })
    expect(held(replayed)).toEqual({ P: [200, 12_000], C: [50, 0] })
    expect(replayed.received).toMatchObject([{ spinOff: { basis: 'unknown' } }])
  })

  // A euro is 1.25 dollars: 2,400 dollars are 1,920 euros; in dollars as the base currency nothing changes.
  it('into another currency takes the cost over at the rate of the ex-date', () => {
    const rateOn = (currency: string): number => (currency === 'EUR' ? 1.25 : 1)
    const replayed = read(bought, { spinOffs: [{ ...SPIN_OFF, currency: 'EUR' }], rateOn })
    expect(held(replayed)).toEqual({ P: [200, 9_600], C: [50, 1_920] })
    expect(replayed.holdings[1]).toMatchObject({ currency: 'EUR' })
    expect(replayed.holdings[1]?.position.lots[0]?.costBase.toNumber()).toBe(2_400)
  })

  // 100 of P sold short at 50: whoever lent them is owed 25 of C as well, for a fifth of the 5,000.
  it('of what is sold short is owed', () => {
    expect(held(read([row('2025-01-02', 'sell', 'P', 100, 50)]))).toEqual({
      P: [-100, -4_000],
      C: [-25, -1_000],
    })
  })

  // 20 of P give 6 2/3 of C, three times: in 34 digits the lots are a little more than the 20 that they are together.
  it.each(COST_BASIS_METHODS)('with %s leaves nothing of a lot when all of the thirds are sold', (method) => {
    const entries = [2, 3, 6].map((date) => row(`2025-01-0${date}`, 'buy', 'P', 20, 50))
    const sold = [...entries, row('2025-04-01', 'sell', 'C', 30, 60)]
    const { holdings } = read(sold, { method, spinOffs: [{ ...SPIN_OFF, from: 3 }] })
    const lots = holdings.find(({ entityId }) => entityId === 'C')?.position.lots
    expect(lots?.map(({ remaining }) => remaining.toNumber())).toEqual([-10])
  })

  // 1 and 4 of P at 10 give a third and four thirds of C at 6 each, which the 34th digit would tell apart.
  it('hifo: closes the older of two lots of equal cost', () => {
    const entries = [row('2025-01-02', 'buy', 'P', 1, 10), row('2025-02-03', 'buy', 'P', 4, 10)]
    const sold = [...entries, row('2025-04-01', 'sell', 'C', 0.2, 60)]
    const { realized } = read(sold, { method: 'hifo', spinOffs: [{ ...SPIN_OFF, from: 3 }] })
    expect(realized.map(({ openedOn }) => formatDay(openedOn))).toEqual(['2025-01-02'])
  })

  // 10 of C sold short at 70 in February are covered by the first of 25, which have cost 1,000 (40 each): 700 − 400 is gained, 15 are left.
  it('covers what of the new shares was sold short', () => {
    const entries = [row('2025-01-02', 'buy', 'P', 100, 50), row('2025-02-03', 'sell', 'C', 10, 70)]
    const replayed = read(entries, { method: 'fifo' })
    expect(held(replayed)).toEqual({ P: [100, 4_000], C: [15, 600] })
    expect(replayed.realized.map(({ gain }) => gain.toNumber())).toEqual([300])
  })
})

describe('a spin-off that the user has entered', () => {
  const parent = row('2025-01-02', 'buy', 'P', 201, 50)
  const nothing = { P: [201, 10_050] }

  // 201 of P give 50.25 of C: 50 shares, and cash for the rest.
  it.each([
    ['as a transfer, whatever it is of', row('2025-03-05', 'transfer_in', 'C', 49, 40), [49, 1_960]],
    ['as a purchase of as many whole shares', row('2025-03-05', 'buy', 'C', 50, 0), [50, 0]],
    ['a little before the ex-date', row('2025-02-28', 'buy', 'C', 50, 40), [50, 2_000]],
  ])('%s counts once', (_, entry, child) => {
    const replayed = read([parent, entry])
    expect(held(replayed)).toEqual({ ...nothing, C: child })
    expect(replayed.received).toEqual([])
  })

  // 50.25 come, and 7 are bought: 57.25. A fifth of 10,050 is 2,010; 7 × 40 = 280.
  it.each([
    ['a purchase of another number', row('2025-03-05', 'buy', 'C', 7, 40)],
    ['a transfer of another time', row('2025-05-05', 'transfer_in', 'C', 7, 40)],
  ])('is not %s', (_, entry) => {
    expect(held(read([parent, entry]))).toEqual({ P: [201, 8_040], C: [57.25, 2_290] })
  })

  it('stands for one spin-off alone', () => {
    const again = { ...SPIN_OFF, exDay: day('2025-03-10'), ofRest: 0 }
    const entries = [parent, row('2025-03-05', 'transfer_in', 'C', 50, 40)]
    expect(held(read(entries, { spinOffs: [SPIN_OFF, again] }))).toEqual({ ...nothing, C: [100.25, 2_000] })
  })

  it('does not count in an account that applies none; what is missing is said', () => {
    const replayed = read([parent], { appliesActions: false })
    expect(held(replayed)).toEqual(nothing)
    expect(replayed.unapplied).toEqual([
      { kind: 'spin_off', accountId: ACCOUNT, entityId: 'P', day: SPIN_OFF.exDay },
    ])
    const entered = [parent, row('2025-03-05', 'transfer_in', 'C', 50, 40)]
    expect(read(entered, { appliesActions: false }).unapplied).toEqual([])
  })
})

describe('a ledger of one instrument alone', () => {
  const entries = [row('2025-01-02', 'buy', 'P', 200, 50), row('2025-04-01', 'sell', 'C', 10, 70)]
  const flows = (only: string) =>
    read(entries, { only }).flows.map((each) => [formatDay(each.day), each.amountBase.toNumber()])

  // 50 of C at 60 leave P and come into C on the ex-date.
  it('has what a spin-off gives come in, or go out, at what it was worth', () => {
    expect(flows('P')).toEqual([
      ['2025-01-02', 10_000],
      ['2025-03-03', -3_000],
    ])
    expect(flows('C')).toEqual([
      ['2025-03-03', 3_000],
      ['2025-04-01', -700],
    ])
  })

  it('has gains of its own alone', () => {
    expect(read(entries, { only: 'P' }).realized).toEqual([])
    expect(read(entries, { only: 'C' }).realized).toHaveLength(1)
  })
})

/** Whole trades of P and C over a year with the spin-off in it; what would be short is left out. */
const trades = fc
  .array(
    fc.record({
      month: fc.integer({ min: 1, max: 6 }),
      type: fc.constantFrom('buy' as const, 'sell' as const, 'transfer_in' as const),
      entityId: fc.constantFrom('P', 'P', 'C'),
      quantity: fc.integer({ min: 1, max: 40 }),
      price: fc.integer({ min: 1, max: 10_000 }).map((cents) => cents / 100),
    }),
    { maxLength: 20 },
  )
  .map((list) => {
    const entries = list.map(({ month, type, entityId, quantity, price }, at) =>
      row(`2025-0${month}-${String(1 + at).padStart(2, '0')}`, type, entityId, quantity, price),
    )
    const isOut = new Set(entries.filter(({ type }) => type === 'sell').map(({ id }) => id))
    const { dropped } = walkQuantities(entries, { actions: actionsOf({}), mayDrop: (id) => isOut.has(id) })
    return entries.filter((entry) => !dropped.includes(entry))
  })

describe('whatever is traded around a spin-off', () => {
  test('realised and unrealised gains together are the same with every method, and what came of the money', () => {
    fc.assert(
      fc.property(
        trades,
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 1, max: 500 }),
        (entries, p, c) => {
          const paid = entries.reduce(
            (sum, { type, amount }) => (type === 'sell' ? sum.minus(amount) : sum.plus(amount)),
            new Exact(0),
          )
          for (const method of COST_BASIS_METHODS) {
            const { realized, holdings } = read(entries, { method })
            const prices: Record<string, number> = { P: p, C: c }
            const [value, cost] = [new Exact(0), new Exact(0)].map((zero, which) =>
              holdings.reduce(
                (sum, { entityId, position }) =>
                  sum.plus(which === 0 ? position.quantity.times(prices[entityId] ?? 0) : position.cost),
                zero,
              ),
            )
            const gain = realized.reduce((sum, each) => sum.plus(each.gain), new Exact(0))
            const total = gain.plus(value ?? 0).minus(cost ?? 0)
            expect(total.toNumber()).toBeCloseTo((value ?? new Exact(0)).minus(paid).toNumber(), 6)
          }
        },
      ),
      { numRuns: 200 },
    )
  })

  test('the walk that refuses sales and the replay count the same shares, and nothing is short', () => {
    fc.assert(
      fc.property(trades, (entries) => {
        const { shorts, dropped } = walkQuantities(entries, { actions: actionsOf({}), mayDrop: () => false })
        expect([shorts.size, dropped]).toEqual([0, []])
        expect(read(entries).short).toEqual([])
        for (const { position } of read(entries).holdings) expect(position.quantity.isNegative()).toBe(false)
        // One share more than there is of either is one too many, at the end of the year.
        for (const { entityId, position } of read(entries).holdings) {
          const more = row('2025-12-31', 'sell', entityId, 1, 1, { quantity: position.quantity.plus('0.5') })
          const walked = walkQuantities([...entries, more], { actions: actionsOf({}), mayDrop: () => false })
          expect([...walked.shorts.keys()]).toEqual([entityId])
        }
      }),
      { numRuns: 200 },
    )
  })

  test('the order in which the rows arrive changes no quantity', () => {
    fc.assert(
      fc.property(inTwoOrders(trades), ([entries, shuffled]) => {
        const quantities = (list: readonly Entry[]): Record<string, number> =>
          Object.fromEntries(
            read(list).holdings.map((each) => [each.entityId, each.position.quantity.toNumber()]),
          )
        expect(quantities(shuffled)).toEqual(quantities(entries))
      }),
      { numRuns: 200 },
    )
  })
})
