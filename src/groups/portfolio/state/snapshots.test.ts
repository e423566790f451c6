import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { day, row } from '../../../../tests/support/ledger-rows.ts'
import { formatDay } from '../../../kernel/time.ts'
import { COST_BASIS_METHODS } from '../../../market/vocabulary.ts'
import { type Entry, Exact, type ValuedSpinOff } from '../ledger/entry.ts'
import { keptMoney } from '../ledger/money.ts'
import type { AccountRules } from '../ledger/replayed.ts'
import { movedKey } from '../ledger/transfers.ts'
import { computeEntries, type ComputedLedger, type LedgerSince } from './compute-state.ts'
import { unpackLists } from './ledger-columns.ts'
import type { RateTable } from './ledger-state.ts'
import {
  ABOUT_NOTHING,
  cutDaysOf,
  fingerprinted,
  joinAbout,
  type MadeSnapshot,
  RULES_VERSION,
  type SnapshotInputs,
  soundOnes,
} from './snapshots.ts'

const FIRST = day('2024-01-01')
const DAYS = 500
const UNTIL = FIRST + DAYS
const ROWS_EACH = 8

const SPIN_OFF: ValuedSpinOff = {
  parentId: 'P',
  childId: 'C',
  exDay: FIRST + 200,
  to: 1,
  from: 4,
  currency: 'EUR',
  costFraction: 0.2,
  ofRest: 0.2,
  basis: 'published',
  price: 60,
}

interface World extends SnapshotInputs {
  entries: readonly Entry[]
}

const accountsWith = (rules: Partial<AccountRules>): ReadonlyMap<string, AccountRules> =>
  new Map([
    ['one', { currency: 'USD', method: 'fifo', appliesActions: true, ...rules }],
    ['two', { currency: 'EUR', method: 'average', appliesActions: false }],
  ])

/** The euro has no rate in its first days. */
const rates: ReadonlyMap<string, RateTable> = new Map([
  ['USD', { from: FIRST, values: new Float64Array(DAYS + 1).fill(1) }],
  [
    'EUR',
    {
      from: FIRST,
      values: Float64Array.from({ length: DAYS + 1 }, (_, at) => (at < 20 ? Number.NaN : 1.05 + at / 7_000)),
    },
  ],
])

const TYPES = [
  'buy',
  'buy',
  'sell',
  'dividend',
  'deposit',
  'withdrawal',
  'fee',
  'split',
  'return_of_capital',
  'transfer_in',
  'transfer_out',
] as const
const MONEY: ReadonlySet<string> = new Set(['deposit', 'withdrawal', 'fee'])

const anyEntry = fc
  .record({
    at: fc.integer({ min: 0, max: DAYS }),
    type: fc.constantFrom(...TYPES),
    share: fc.constantFrom('P', 'C', 'Q'),
    account: fc.constantFrom('one', 'two'),
    quantity: fc.integer({ min: 1, max: 9 }),
    price: fc.integer({ min: 1, max: 400 }).map((cents) => cents / 7),
    fee: fc.integer({ min: 0, max: 3 }),
    isForeign: fc.boolean(),
    fxRate: fc.option(fc.integer({ min: 7, max: 13 }).map((tenths) => new Exact(tenths).div(10))),
  })
  .map(({ at, type, share, account, quantity, price, fee, isForeign, fxRate }): Entry => {
    const isMoney = MONEY.has(type)
    const made = row(formatDay(FIRST + at), type, isMoney ? null : share, isMoney ? null : quantity, price)
    return {
      ...made,
      accountId: account,
      currency: (account === 'two') === isForeign ? 'USD' : 'EUR',
      fxRate: isForeign ? fxRate : null,
      fee: made.amount.times(0).plus(fee),
      external: true,
    }
  })

const anyWorld = fc
  .record({
    entries: fc.array(anyEntry, { minLength: 30, maxLength: 80 }),
    method: fc.constantFrom(...COST_BASIS_METHODS),
    splitAt: fc.integer({ min: 0, max: DAYS }),
    hasPrices: fc.boolean(),
    hasSpinOff: fc.boolean(),
  })
  .map(({ entries, method, splitAt, hasPrices, hasSpinOff }): World => ({
    entries,
    movedPrices: new Map(
      hasPrices ? entries.map((each) => [movedKey(each.entityId ?? '', each.day), 61.5]) : [],
    ),
    accounts: accountsWith({ method }),
    kept: keptMoney(entries),
    actions: {
      splits: new Map([['P', [{ exDay: FIRST + splitAt, factor: 2 }]]]),
      spinOffs: hasSpinOff ? [SPIN_OFF] : [],
    },
    rates,
  }))

const compute = (world: World, since: LedgerSince | null = null, stops?: () => boolean): ComputedLedger =>
  computeEntries(
    world.entries.filter((entry) => since === null || entry.day > since.day),
    { ...world, only: null, until: UNTIL, since, rowsPerSnapshot: ROWS_EACH, stops },
  )

/** What the first snapshots say. */
function sinceOf(world: World, made: readonly MadeSnapshot[]): LedgerSince | null {
  const last = made.at(-1)
  if (last === undefined) return null
  const about = made.reduce((joined, each) => joinAbout(joined, each.about), ABOUT_NOTHING)
  const firstDay = Math.min(...world.entries.map((entry) => entry.day))
  return {
    day: last.day,
    firstDay,
    kept: world.kept,
    about,
    standing: last.standing,
    parts: made.map(({ lists }) => lists),
  }
}

/** As it is told apart: JSON knows no negative zero, and neither does a reader. */
function plain({ state }: ComputedLedger): unknown {
  if (state === null) return null
  const { columns, ...rest } = state
  return JSON.parse(JSON.stringify({ ...rest, lists: unpackLists(columns) }))
}

describe('a reading that goes on from a snapshot', () => {
  it('says what a reading of all rows says, from whichever it goes on', () => {
    let [snapshots, worlds] = [0, 0]
    fc.assert(
      fc.property(anyWorld, (world) => {
        const whole = compute(world)
        worlds++
        for (let count = 1; count <= whole.snapshots.length; count++) {
          snapshots++
          const since = sinceOf(world, whole.snapshots.slice(0, count))
          const gone = compute(world, since)
          expect(plain(gone)).toEqual(plain(whole))
          // And makes the others anew, as they were.
          expect(gone.snapshots.map(({ day: each }) => each).slice(0, 1)).toEqual(
            whole.snapshots
              .slice(count)
              .map(({ day: each }) => each)
              .slice(0, 1),
          )
        }
      }),
      { numRuns: 150 },
    )
    expect(snapshots).toBeGreaterThan(2 * worlds)
  })

  it('says it in the end where each one before has stopped at its first snapshot', () => {
    let stopped = 0
    fc.assert(
      fc.property(anyWorld, (world) => {
        const made: MadeSnapshot[] = []
        let read = compute(world, null, () => true)
        while (read.state === null) {
          stopped++
          expect(read.snapshots).toHaveLength(1)
          made.push(...read.snapshots)
          read = compute(world, sinceOf(world, made), () => true)
        }
        expect(plain(read)).toEqual(plain(compute(world)))
      }),
      { numRuns: 50 },
    )
    expect(stopped).toBeGreaterThan(100)
  })

  it('says what all rows say after a row is entered behind the snapshots', () => {
    fc.assert(
      fc.property(anyWorld, anyEntry, (world, late) => {
        const before = compute(world)
        const now = {
          ...world,
          entries: [...world.entries, late],
          kept: keptMoney([...world.entries, late]),
        }
        const stored = fingerprinted(before.snapshots, ABOUT_NOTHING, world).filter(
          (each) => each.day < late.day,
        )
        const { count } = soundOnes(stored, now)
        const gone = compute(now, sinceOf(now, before.snapshots.slice(0, count)))
        expect(plain(gone)).toEqual(plain(compute(now)))
      }),
      { numRuns: 150 },
    )
  })
})

describe('what a snapshot is good for', () => {
  const entries = Array.from({ length: 60 }, (_, at) =>
    row(formatDay(FIRST + 8 * at), 'buy', at % 2 === 0 ? 'P' : 'Q', 3, 50 + at),
  ).map((each) => ({ ...each, accountId: 'one' }))
  const world: World = {
    entries,
    accounts: accountsWith({}),
    kept: new Map(),
    actions: { splits: new Map(), spinOffs: [] },
    rates,
    movedPrices: new Map(),
  }
  const stored = fingerprinted(compute(world).snapshots, ABOUT_NOTHING, world)
  const sound = (change: Partial<World>): number => soundOnes(stored, { ...world, ...change }).count
  const lastBefore = (each: number): number => stored.filter(({ day: own }) => own < each).length

  it('all of them while nothing changes, whatever happens to others', () => {
    expect(stored.length).toBeGreaterThan(4)
    expect(sound({})).toBe(stored.length)
    const elsewhere = new Map([['X', [{ exDay: FIRST + 100, factor: 2 }]]])
    expect(sound({ actions: { splits: elsewhere, spinOffs: [{ ...SPIN_OFF, parentId: 'X' }] } })).toBe(
      stored.length,
    )
    expect(sound({ kept: new Map([['two', ['USD']]]) })).toBe(stored.length)
  })

  it('those before a split, a spin-off or a rate that is recorded later', () => {
    const exDay = FIRST + 200
    expect(sound({ actions: { splits: new Map([['Q', [{ exDay, factor: 2 }]]]), spinOffs: [] } })).toBe(
      lastBefore(exDay),
    )
    // A row of up to a week before it may stand for it.
    expect(sound({ actions: { splits: new Map(), spinOffs: [SPIN_OFF] } })).toBe(lastBefore(exDay - 7))
    const corrected = Float64Array.from(rates.get('USD')?.values ?? [])
    corrected[200] = 1.01
    expect(sound({ rates: new Map([...rates, ['USD', { from: FIRST, values: corrected }]]) })).toBe(
      lastBefore(exDay),
    )
  })

  it('those before a price of shares from outside that is recorded later', () => {
    const moved = FIRST + 200
    expect(sound({ movedPrices: new Map([[movedKey('Q', moved), 12]]) })).toBe(lastBefore(moved))
  })

  it('none where an account is read otherwise, or one is missing', () => {
    expect(sound({ accounts: accountsWith({ method: 'lifo' }) })).toBe(0)
    expect(sound({ accounts: accountsWith({ appliesActions: false }) })).toBe(0)
    expect(sound({ accounts: accountsWith({ currency: 'CHF' }) })).toBe(0)
    expect(sound({ kept: new Map([['one', ['CHF']]]) })).toBe(0)
    expect(soundOnes(stored.slice(1), world).count).toBe(0)
    expect(soundOnes(stored.toSpliced(2, 1), world).count).toBe(2)
  })
})

describe('where a ledger is cut', () => {
  const on = (...offsets: number[]) => offsets.map((offset) => ({ day: FIRST + offset }))

  it('after so many rows, at the end of a day, with half as many left', () => {
    expect(cutDaysOf(on(0, 1, 2, 3, 4, 5), [], 2)).toEqual([FIRST + 1, FIRST + 3])
    expect(cutDaysOf(on(0, 1, 1, 1, 4, 5), [], 2)).toEqual([FIRST + 1])
    expect(cutDaysOf(on(0, 0, 0, 0), [], 2)).toEqual([])
    expect(cutDaysOf([], [], 2)).toEqual([])
  })

  it('not where rows on both sides may stand for a spin-off', () => {
    const days = on(...Array.from({ length: 60 }, (_, at) => at))
    const cut = cutDaysOf(days, [{ exDay: FIRST + 20 }], 2)
    expect(cut.filter((each) => each >= FIRST + 13 && each < FIRST + 50)).toEqual([])
    expect(cut).toContain(FIRST + 50)
  })
})

it('the rules have the version under which snapshots are kept', () => {
  const entries = [
    row('2024-01-02', 'deposit', null, null, 1_000),
    row('2024-01-03', 'buy', 'P', 7, 50),
    row('2024-03-04', 'buy', 'P', 3, 55),
    row('2024-05-06', 'sell', 'P', 8, 60),
    row('2024-07-01', 'split', 'P', 2, 0),
    row('2024-08-05', 'dividend', 'P', 4, 1),
    row('2024-09-02', 'return_of_capital', 'P', 4, 2),
    row('2024-10-01', 'transfer_in', 'Q', 4, 20, { external: true }),
    row('2024-11-01', 'fee', null, null, 3),
    row('2024-11-04', 'buy', 'Q', 2, 20.03, { currency: 'EUR', fxRate: new Exact(1.07) }),
  ].map((each, at) => ({ ...each, id: `t${at}`, accountId: 'one' }))
  const world = {
    entries,
    accounts: accountsWith({}),
    kept: new Map([['one', ['USD']]]),
    actions: { splits: new Map(), spinOffs: [SPIN_OFF] },
    rates,
    movedPrices: new Map([[movedKey('Q', day('2024-10-01')), 25]]),
  }
  const said = createHash('sha256')
    .update(JSON.stringify(plain(compute(world))))
    .digest('hex')
    .slice(0, 16)
  // Where this fails because the rules have changed, raise RULES_VERSION: snapshots of the old ones must not be gone on from.
  expect([RULES_VERSION, said]).toEqual([9, '9be953618645116e'])
})
