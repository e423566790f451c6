import { describe, expect, it } from 'vitest'
import { day, row } from '../../../../tests/support/ledger-rows.ts'
import { type Entry, Exact, type ValuedSpinOff } from './entry.ts'
import { replay } from './replay.ts'
import type { MovedPrices } from './replayed.ts'
import { Border, movedKey } from './transfers.ts'

const NONE: MovedPrices = new Map()
const RULES = { currency: 'USD', method: 'average' as const, appliesActions: true }

/** Flows as `[day, amount]`; without prices of all accounts. */
function flowsOf(
  entries: readonly Entry[],
  {
    movedPrices,
    outside = NONE,
    spinOffs = [],
    splits = [],
  }: {
    movedPrices: MovedPrices | null
    /** Of all accounts. */
    outside?: MovedPrices
    spinOffs?: readonly ValuedSpinOff[]
    splits?: ReadonlyArray<{ exDay: number; factor: number }>
  },
): Array<[number, number]> {
  const { flows } = replay({
    entries,
    accounts: new Map(['A', 'B', 'C'].map((id) => [id, RULES])),
    actions: { splits: new Map([['P', splits]]), spinOffs },
    only: null,
    rateOn: (currency) => (currency === 'USD' ? 1 : 2),
    until: Number.POSITIVE_INFINITY,
    isPart: movedPrices !== null,
    movedPrices: movedPrices ?? outside,
  })
  return flows.map(({ day: on, amountBase }) => [on, amountBase.toNumber()])
}

const A = { accountId: 'A' }
const B = { accountId: 'B' }
const C = { accountId: 'C' }
const PAID_IN = row('2025-01-02', 'deposit', null, null, 1_000, A)
const out = (date: string, amount: number, more: Partial<Entry>) =>
  row(date, 'transfer_out', null, null, amount, more)
const into = (date: string, amount: number, more: Partial<Entry>) =>
  row(date, 'transfer_in', null, null, amount, more)
const OPENING = [day('2025-01-02'), 1_000]
const DAY = day('2025-01-03')

describe('transfers of money', () => {
  it('between accounts are no flow of the portfolio', () => {
    const rows = [PAID_IN, out('2025-01-03', 900, A), into('2025-01-06', 890, B)]
    expect(flowsOf(rows, { movedPrices: null })).toEqual([OPENING])
  })

  it('over the border of some accounts are one', () => {
    expect(flowsOf([PAID_IN, out('2025-01-03', 900, A)], { movedPrices: NONE })).toEqual([
      OPENING,
      [DAY, -900],
    ])
    expect(flowsOf([into('2025-01-03', 900, B)], { movedPrices: NONE })).toEqual([[DAY, 900]])
  })

  it('between some accounts are none where both halves are there', () => {
    const rows = [PAID_IN, out('2025-01-03', 900, A), into('2025-01-03', 900, B)]
    expect(flowsOf(rows, { movedPrices: NONE })).toEqual([OPENING])
  })

  it.each([
    ['another day', into('2025-01-06', 900, B), [day('2025-01-06'), 900]],
    ['another amount', into('2025-01-03', 895, B), [DAY, 895]],
    [
      'another currency, at the rate of the day',
      into('2025-01-03', 900, { ...B, currency: 'EUR' }),
      [DAY, 1_800],
    ],
    ['the same account', into('2025-01-03', 900, A), [DAY, 900]],
  ])('are two where the other half is of %s', (_, other, flow) => {
    const rows = [PAID_IN, out('2025-01-03', 900, A), other]
    expect(flowsOf(rows, { movedPrices: NONE })).toHaveLength(3)
    expect(flowsOf(rows, { movedPrices: NONE })).toEqual(expect.arrayContaining([[DAY, -900], flow]))
  })

  it('are each half of one pair', () => {
    const rows = [PAID_IN, out('2025-01-03', 900, A), into('2025-01-03', 900, B), into('2025-01-03', 900, C)]
    expect(flowsOf(rows, { movedPrices: NONE })).toEqual([OPENING, [DAY, 900]])
  })

  it('from outside of the portfolio are a flow of either, and no half of a pair', () => {
    const rows = [PAID_IN, out('2025-01-03', 900, A), into('2025-01-03', 900, { ...B, external: true })]
    expect(flowsOf(rows, { movedPrices: null })).toEqual([OPENING, [DAY, 900]])
    expect(flowsOf(rows, { movedPrices: NONE })).toEqual([OPENING, [DAY, 900], [DAY, -900]])
  })
})

describe('transfers of shares', () => {
  const bought = row('2025-01-02', 'buy', 'P', 10, 10, A)
  const gone = row('2025-01-03', 'transfer_out', 'P', 4, 0, A)
  const prices: MovedPrices = new Map([[movedKey('P', DAY), 12]])

  it('are worth their price of the day, whatever the row has as an amount', () => {
    expect(flowsOf([bought, gone], { movedPrices: prices })).toEqual([
      [day('2025-01-02'), 100],
      [DAY, -48],
    ])
    const came = row('2025-01-03', 'transfer_in', 'P', 4, 10, B)
    expect(flowsOf([came], { movedPrices: prices })).toEqual([[DAY, 48]])
    expect(flowsOf([bought, gone, came], { movedPrices: prices })).toEqual([[day('2025-01-02'), 100]])
  })

  // Ten at 10, split four for one: a share is worth 2.5.
  it('are worth what was last paid where nobody knows a price, and nothing where nothing was', () => {
    const splits = [{ exDay: DAY, factor: 4 }]
    expect(flowsOf([bought, gone], { movedPrices: NONE, splits })[1]).toEqual([DAY, -10])
    expect(flowsOf([gone], { movedPrices: NONE })).toEqual([[DAY, -0]])
  })

  it('are none where the row stands for a spin-off', () => {
    const spinOff = {
      parentId: 'P',
      childId: 'Q',
      exDay: day('2025-01-06'),
      to: 1,
      from: 1,
      currency: 'USD',
      costFraction: 0.2,
      ofRest: 0.2,
      basis: 'published' as const,
      price: 2,
    }
    const rows = [bought, row('2025-01-03', 'transfer_in', 'Q', 10, 2, A)]
    expect(flowsOf(rows, { movedPrices: NONE, spinOffs: [spinOff] })).toEqual([[day('2025-01-02'), 100]])
    expect(flowsOf(rows, { movedPrices: NONE })).toHaveLength(2)
  })
})

describe('shares from outside of the portfolio', () => {
  const bought = row('2025-01-02', 'buy', 'P', 10, 10, A)
  const came = row('2025-01-03', 'transfer_in', 'P', 4, 10, { ...B, external: true })
  const gone = row('2025-01-03', 'transfer_out', 'P', 4, 0, { ...A, external: true })
  const prices: MovedPrices = new Map([[movedKey('P', DAY), 12]])

  it('are worth their price of the day, whatever the row has as an amount, of all accounts and of some', () => {
    const flows = [
      [day('2025-01-02'), 100],
      [DAY, 48],
      [DAY, -48],
    ]
    expect(flowsOf([bought, came, gone], { movedPrices: null, outside: prices })).toEqual(flows)
    expect(flowsOf([bought, came, gone], { movedPrices: prices })).toEqual(flows)
  })

  it('are worth their price at the rate of the day, whatever rate the row has', () => {
    const foreign = { ...came, currency: 'EUR', fxRate: new Exact(3) }
    expect(flowsOf([foreign], { movedPrices: null, outside: prices })).toEqual([[DAY, 96]])
  })

  it('are worth the amount of the row where nobody knows a price', () => {
    expect(flowsOf([came], { movedPrices: null })).toEqual([[DAY, 40]])
    expect(flowsOf([came], { movedPrices: NONE })).toEqual([[DAY, 40]])
  })
})

it('are paired in time linear in them, and priced by what was last paid', () => {
  const alike = Array.from({ length: 20_000 }, () => [
    into('2025-01-03', 900, A),
    out('2025-01-03', 900, A),
    row('2025-01-03', 'transfer_out', 'never paid', 1, 0, A),
  ]).flat()
  const paid = alike.map(() => ({ day: DAY, entityId: 'P', price: new Exact(1) }))
  const began = process.cpuUsage()
  const border = new Border(alike, { isPart: true, prices: NONE, splits: new Map() })
  // Both of one account, these are no halves of one transfer.
  expect(alike.filter((entry) => border.worthOf(entry, paid) === null)).toEqual([])
  expect(process.cpuUsage(began).user).toBeLessThan(3_000_000)
})
