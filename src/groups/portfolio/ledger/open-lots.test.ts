import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { COST_BASIS_METHODS, type CostBasisMethod } from '../../../market/vocabulary.ts'
import { Exact, ZERO } from './entry.ts'
import { type Lot, OpenLots } from './open-lots.ts'

let ids = 0

const lot = (shares: number, cost: number, openedOn = 0): Lot => ({
  id: `t${ids++}`,
  openedOn,
  opened: new Exact(shares),
  remaining: new Exact(shares),
  cost: new Exact(cost),
  costBase: new Exact(cost),
  splitFactor: new Exact(1),
})

const told = (lots: readonly Lot[]): unknown[] =>
  lots.map(({ id, remaining, cost }) => [id, remaining.toString(), cost.toString()])

/** The same looked for among all lots each time. */
function nextOf(method: CostBasisMethod, lots: readonly Lot[]): Lot | undefined {
  if (method === 'lifo') return lots.at(-1)
  if (method !== 'hifo') return lots[0]
  return lots.toSorted((one, other) => other.cost.div(other.remaining).cmp(one.cost.div(one.remaining)))[0]
}

const anyLot = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 40 }))
const anyStep = fc.oneof(
  { weight: 5, arbitrary: fc.record({ add: anyLot }) },
  { weight: 5, arbitrary: fc.record({ take: fc.constantFrom(1, 2, 100) }) },
  { weight: 1, arbitrary: fc.record({ change: fc.constantFrom(2, 0.5) }) },
  { weight: 1, arbitrary: fc.record({ takeIn: fc.array(fc.tuple(fc.nat(60), anyLot), { maxLength: 4 }) }) },
)

type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never

/** @param sign Of the shares: negative of what is sold short. */
function take(open: OpenLots, step: Step, { day, sign }: { day: number; sign: number }): void {
  if ('add' in step) open.add(lot(sign * step.add[0], sign * step.add[1], day))
  else if ('takeIn' in step) {
    open.takeIn(step.takeIn.map(([ago, [shares, cost]]) => lot(sign * shares, sign * cost, day - ago)))
  } else if ('change' in step) {
    open.change((each) => {
      each.remaining = each.remaining.times(step.change)
    })
  } else {
    const part = Exact.min(step.take, open.next()?.remaining.abs() ?? 0).times(sign)
    open.takeNext({ remaining: part, cost: part, costBase: ZERO })
  }
}

describe('open lots', () => {
  it.each(COST_BASIS_METHODS)('are closed as %s says, whatever was done to them before', (method) => {
    let most = 0
    fc.assert(
      fc.property(
        fc.array(anyStep, { minLength: 50, maxLength: 150 }),
        fc.constantFrom(1, -1),
        (steps, sign) => {
          const open = new OpenLots(method)
          for (const [day, step] of steps.entries()) {
            take(open, step, { day, sign })
            const lots = open.list()
            most = Math.max(most, lots.length)
            expect(open.next()).toBe(nextOf(method, lots))
            const days = lots.map(({ openedOn }) => openedOn)
            expect(days).toEqual(days.toSorted((one, other) => one - other))
            const sum = lots.reduce((total, { remaining }) => total.plus(remaining), ZERO)
            expect([open.quantity.toString(), lots.every(({ remaining }) => !remaining.isZero())]).toEqual([
              sum.toString(),
              true,
            ])
          }
          // Read from what is left, they go on as they would have.
          expect(new OpenLots(method, open.list()).next()).toEqual(open.next())
        },
      ),
      { numRuns: 60 },
    )
    expect(most).toBeGreaterThan(method === 'average' ? 0 : 20)
  })

  it('of one pool are one lot', () => {
    const open = new OpenLots('average', [lot(10, 100)])
    open.add(lot(5, 20))
    open.takeIn([lot(1, 6, -3)])
    expect(open.list()).toMatchObject([{ openedOn: -3 }])
    expect(told(open.list())).toEqual([[open.next()?.id, '16', '126']])
  })

  it('of the same transaction are one where they are taken in', () => {
    const bought = lot(10, 100)
    const open = new OpenLots('fifo', [bought, lot(1, 1)])
    open.takeIn([{ ...lot(5, 50), id: bought.id }])
    expect(open.list()).toHaveLength(2)
    expect(open.next()).toMatchObject({ id: bought.id, remaining: new Exact(15), cost: new Exact(150) })
  })

  it('that are closed leave nothing, also of what cannot be divided', () => {
    const third = new Exact(1).div(3)
    const open = new OpenLots('fifo')
    for (const shares of [third, third.times(100), third.times(2)]) {
      open.add({ ...lot(1, 1), remaining: shares, opened: shares })
    }
    for (let next = open.next(); next !== undefined; next = open.next()) open.takeNext({ ...next })
    expect([open.list(), open.quantity.isZero()]).toEqual([[], true])
  })
})
