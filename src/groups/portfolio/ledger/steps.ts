import type { Id } from '../../../kernel/ids.ts'
import type { Day } from '../../../kernel/time.ts'
import type { Actions } from './actions.ts'
import { type Entry, type Exact, inOrder, type SpinOffFact } from './entry.ts'

/** What happens to a ledger next. */
export type Step<S extends SpinOffFact = SpinOffFact> =
  | { entry: Entry }
  | { day: Day; split: { entityId: Id; factor: number } }
  | { day: Day; spinOff: S }

export const dayOfStep = (step: Step): Day => ('entry' in step ? step.entry.day : step.day)

/**
 * Rows, and the actions that happen between them, up to a day; of the actions those after `after`, which comes before all rows. Actions take
 * effect before trading: on a day first the recorded splits, then those that users have entered, then spin-offs, which count shares as they are
 * then, then all other rows.
 */
export function* stepsOf<S extends SpinOffFact>(
  entries: readonly Entry[],
  { splits, spinOffs }: Actions<S>,
  { after = null, until }: { after?: Day | null; until: Day },
): Generator<Step<S>> {
  const all = [
    ...[...splits].flatMap(([entityId, list]) =>
      list.map(({ exDay: day, factor }) => ({ day, split: { entityId, factor } })),
    ),
    ...spinOffs.map((spinOff) => ({ day: spinOff.exDay, spinOff })),
  ].toSorted((one, other) => one.day - other.day)
  const happened = after === null ? all : all.filter(({ day }) => day > after)
  let next = 0
  for (const entry of inOrder(entries)) {
    if (entry.day > until) break
    for (let step = happened[next]; step !== undefined; step = happened[++next]) {
      if (step.day > entry.day) break
      if (step.day === entry.day && entry.type === 'split' && 'spinOff' in step) break
      yield step
    }
    yield { entry }
  }
  for (; next < happened.length; next++) {
    const step = happened[next]
    if (step !== undefined && step.day <= until) yield step
  }
}

/** Custodians book what a spin-off gives some days around its ex-date. */
const BOOKED_DAYS_BEFORE = 7
const BOOKED_DAYS_AFTER = 30

/** Whether rows on both sides of a day's end may stand for a spin-off. */
export const isBookedAround = (day: Day, { exDay }: Pick<SpinOffFact, 'exDay'>): boolean =>
  exDay - BOOKED_DAYS_BEFORE <= day && day < exDay + BOOKED_DAYS_AFTER

/** Corporate actions that users have entered as rows of their own: their word on it, for which the recorded ones do not count. */
export class OwnActions {
  private readonly entries: readonly Entry[]
  private readonly splits: ReadonlySet<string>
  /** What may be shares of a spin-off, by account and instrument; most ledgers have none. */
  private incoming: Map<string, Entry[]> | null = null
  private readonly taken = new Set<Id>()

  constructor(entries: readonly Entry[]) {
    this.entries = entries
    const splits = entries.filter(({ type }) => type === 'split')
    this.splits = new Set(splits.map(({ accountId, entityId, day }) => `${accountId} ${entityId} ${day}`))
  }

  hasSplit(accountId: Id, entityId: Id, day: Day): boolean {
    return this.splits.has(`${accountId} ${entityId} ${day}`)
  }

  /**
   * Whether the account has the shares of a spin-off as a row: any transfer of them into it around the ex-date or, as a purchase may be one like
   * any other, a purchase of just as many, but for the fraction of a share that is paid in cash. Each row stands for one spin-off.
   */
  takeSpinOff(accountId: Id, { childId, exDay }: SpinOffFact, entitled: Exact): boolean {
    this.incoming ??= Map.groupBy(
      inOrder(this.entries.filter(({ type }) => type === 'buy' || type === 'transfer_in')),
      (entry) => `${entry.accountId} ${entry.entityId}`,
    )
    const rows = this.incoming.get(`${accountId} ${childId}`) ?? []
    const at = rows.findIndex(
      ({ type, day, quantity }) =>
        day >= exDay - BOOKED_DAYS_BEFORE &&
        day <= exDay + BOOKED_DAYS_AFTER &&
        (type === 'transfer_in' || quantity?.minus(entitled).abs().lt(1) === true),
    )
    if (at === -1) return false
    for (const { id } of rows.splice(at, 1)) this.taken.add(id)
    return true
  }

  /** Whether a row was found to stand for a spin-off. */
  hasTaken({ id }: Entry): boolean {
    return this.taken.has(id)
  }
}
