import { createHash } from 'node:crypto'
import type { Id } from '../../../kernel/ids.ts'
import type { Day } from '../../../kernel/time.ts'
import type { Actions } from '../ledger/actions.ts'
import type { Entry, SpinOffFact, ValuedSpinOff } from '../ledger/entry.ts'
import type { KeptMoney } from '../ledger/money.ts'
import type { AccountRules, Cut, MovedPrices, Standing } from '../ledger/replayed.ts'
import { isBookedAround } from '../ledger/steps.ts'
import { dayOfMoved } from '../ledger/transfers.ts'
import { between, type DaysLists, encodePart } from './ledger-part.ts'
import type { RateTable } from './ledger-state.ts'

/** Raised whenever the same rows are read otherwise than before: what was computed by other rules is not gone on from. */
export const RULES_VERSION = 9
/** Lots and money of more characters are not kept: a ledger of so many open lots is read from its rows. */
const LONGEST_STANDING = 1_048_576

/** What the rows up to a day are about. */
export interface SnapshotAbout {
  accounts: readonly Id[]
  entities: readonly Id[]
  currencies: readonly string[]
}

export const ABOUT_NOTHING: SnapshotAbout = { accounts: [], entities: [], currencies: [] }

/** Which days a snapshot is of; `after` is null for the first. */
export interface SnapshotDays {
  day: Day
  after: Day | null
}

/** A snapshot before it is stored. */
export interface MadeSnapshot extends SnapshotDays {
  /** What none before it is about. */
  about: SnapshotAbout
  standing: string
  lists: string
}

/** What a snapshot is computed from beside rows. */
export interface SnapshotInputs {
  accounts: ReadonlyMap<Id, AccountRules>
  /** By any row, also of later days. */
  kept: KeptMoney
  actions: Actions<ValuedSpinOff>
  rates: ReadonlyMap<string, RateTable>
  movedPrices: MovedPrices
}

/**
 * Days after which a ledger is cut: so many rows after the last one, half as many before the end, where late rows are to be expected, and not
 * where rows on both sides may stand for a spin-off.
 */
export function cutDaysOf(
  entries: ReadonlyArray<Pick<Entry, 'day'>>,
  spinOffs: ReadonlyArray<Pick<SpinOffFact, 'exDay'>>,
  rowsEach: number,
): Day[] {
  const days = Int32Array.from(entries, ({ day }) => day).toSorted()
  const found: Day[] = []
  let last = 0
  for (let at = rowsEach; at <= days.length - rowsEach / 2; at++) {
    const [day, next] = [days[at - 1] ?? 0, days[at] ?? 0]
    if (at - last < rowsEach || day === next || spinOffs.some((each) => isBookedAround(day, each))) continue
    found.push(day)
    last = at
  }
  return found
}

/** How everything stands as a snapshot keeps it; null where that is too long. */
function writtenOf(standing: Standing): string | null {
  const written = JSON.stringify(standing)
  return written.length > LONGEST_STANDING ? null : written
}

/** Whether a reading can go on from a cut. */
export const isKeepable = ({ standing }: Cut): boolean => writtenOf(standing) !== null

/** What is kept of each cut, up to the first of too many lots. */
export function snapshotsOf(
  cuts: readonly Cut[],
  {
    entries,
    lists,
    since,
  }: {
    entries: readonly Entry[]
    lists: DaysLists
    since: { day: Day; about: SnapshotAbout } | null
  },
): MadeSnapshot[] {
  const made: MadeSnapshot[] = []
  let known = since?.about ?? ABOUT_NOTHING
  let before: { day: Day; lengths: Cut['lengths'] | null } | null = since && { day: since.day, lengths: null }
  for (const { day, standing, lengths } of cuts) {
    const written = writtenOf(standing)
    if (written === null) break
    const after = before?.day ?? null
    const rows = entries.filter((entry) => entry.day <= day && (after === null || entry.day > after))
    const held = standing.holdings.map(([accountId, entityId, currency]) => ({
      accountId,
      entityId,
      currency,
    }))
    const about = newIn([...rows, ...held], known)
    made.push({
      day,
      after,
      about,
      standing: written,
      lists: encodePart(between(lists, before?.lengths ?? null, lengths)),
    })
    known = joinAbout(known, about)
    before = { day, lengths }
  }
  return made
}

function newIn(
  rows: ReadonlyArray<Pick<Entry, 'accountId' | 'entityId' | 'currency'>>,
  known: SnapshotAbout,
): SnapshotAbout {
  const [accounts, entities, currencies] = [new Set<Id>(), new Set<Id>(), new Set<string>()]
  for (const { accountId, entityId, currency } of rows) {
    accounts.add(accountId)
    currencies.add(currency)
    if (entityId !== null) entities.add(entityId)
  }
  const without = (found: ReadonlySet<string>, old: readonly string[]): string[] => [
    ...found.difference(new Set(old)),
  ]
  return {
    accounts: without(accounts, known.accounts),
    entities: without(entities, known.entities),
    currencies: without(currencies, known.currencies),
  }
}

export const joinAbout = (one: SnapshotAbout, other: SnapshotAbout): SnapshotAbout => ({
  accounts: [...one.accounts, ...other.accounts],
  entities: [...one.entities, ...other.entities],
  currencies: [...one.currencies, ...other.currencies],
})

/**
 * Of all that has gone into a snapshot beside rows. A split that is recorded later, a rate that is corrected or another method of an account give
 * another one.
 * @param about What the rows up to the snapshot's day are about.
 */
function fingerprintOf(
  { day, after }: SnapshotDays,
  about: SnapshotAbout,
  { accounts, kept, actions, rates, movedPrices }: SnapshotInputs,
): string {
  const isIn = (each: Day): boolean => each <= day && (after === null || each > after)
  const entities = new Set(about.entities)
  const spinOffs = actions.spinOffs.filter(
    (each) =>
      entities.has(each.parentId) &&
      (isIn(each.exDay) || isBookedAround(day, each) || (after !== null && isBookedAround(after, each))),
  )
  const rules = about.accounts.map((id) => [id, accounts.get(id), (kept.get(id) ?? []).toSorted()])
  const splits = about.entities.flatMap((id) =>
    (actions.splits.get(id) ?? []).filter(({ exDay }) => isIn(exDay)).map((split) => [id, split]),
  )
  const currencies = new Set(about.currencies)
  for (const id of about.accounts) currencies.add(accounts.get(id)?.currency ?? '')
  const moved = [...movedPrices].filter(([key]) => isIn(dayOfMoved(key))).toSorted(byKey)
  const hash = createHash('sha256').update(JSON.stringify([RULES_VERSION, rules, splits, spinOffs, moved]))
  for (const currency of [...currencies].toSorted()) {
    const { from, values } = rates.get(currency) ?? { from: day, values: new Float64Array(0) }
    const first = Math.max(0, after === null ? 0 : after + 1 - from)
    const own = values.subarray(first, Math.max(first, day + 1 - from))
    hash.update(currency).update(new Uint8Array(own.buffer, own.byteOffset, own.byteLength))
  }
  return hash.digest('base64url')
}

const byKey = ([one]: readonly [string, number], [other]: readonly [string, number]): number =>
  one < other ? -1 : 1

/** How many of the snapshots, from the first on, follow one another and were computed from what is known now, and what they are about. */
export function soundOnes(
  stored: ReadonlyArray<SnapshotDays & { about: SnapshotAbout; fingerprint: string }>,
  inputs: SnapshotInputs,
): { count: number; about: SnapshotAbout } {
  let about = ABOUT_NOTHING
  let [count, last] = [0, null as Day | null]
  for (const each of stored) {
    const joined = joinAbout(about, each.about)
    if (each.after !== last || fingerprintOf(each, joined, inputs) !== each.fingerprint) break
    about = joined
    last = each.day
    count++
  }
  return { count, about }
}

/** Those that are new with the fingerprints under which they are kept. */
export function fingerprinted(
  made: readonly MadeSnapshot[],
  before: SnapshotAbout,
  inputs: SnapshotInputs,
): Array<MadeSnapshot & { fingerprint: string }> {
  let about = before
  return made.map((each) => {
    about = joinAbout(about, each.about)
    return { ...each, fingerprint: fingerprintOf(each, about, inputs) }
  })
}
