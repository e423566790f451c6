import type { Id } from '../../../kernel/ids.ts'
import type { InstrumentReader } from '../../../ports/instruments.ts'
import type { SpinOffFact, SplitFact } from './entry.ts'

/** What changes shares without a row of the ledger. */
export interface Actions<S extends SpinOffFact = SpinOffFact> {
  /** By instrument, ascending by ex-date; those without any may be missing. */
  splits: ReadonlyMap<Id, readonly SplitFact[]>
  /** Ascending by ex-date. */
  spinOffs: readonly S[]
}

export const NO_ACTIONS: Actions = { splits: new Map(), spinOffs: [] }

/** What is recorded of instruments, and of all that are tied to them by spin-offs; null stands for money. */
export async function actionsOf(
  ids: ReadonlyArray<Id | null>,
  instruments: Pick<InstrumentReader, 'splits' | 'spinOffs'>,
): Promise<Actions> {
  const known = [...new Set(ids)].filter((id) => id !== null)
  const spinOffs = await instruments.spinOffs(known)
  return { spinOffs, splits: await instruments.splits(tiedTo(known, spinOffs)) }
}

/** The instruments, those that they came out of and those that came out of either, whatever is between them. */
export function tiedTo(ids: readonly Id[], spinOffs: readonly SpinOffFact[]): Id[] {
  const both = spinOffs.flatMap(({ parentId, childId }) => [
    [parentId, childId] as const,
    [childId, parentId] as const,
  ])
  return reachedFrom(ids, both)
}

/** The instruments and those that came out of them. */
export const withChildren = (ids: readonly Id[], spinOffs: readonly SpinOffFact[]): Id[] =>
  reachedFrom(
    ids,
    spinOffs.map(({ parentId, childId }) => [parentId, childId]),
  )

/** The instruments and those that they came out of. */
export const withParents = (ids: readonly Id[], spinOffs: readonly SpinOffFact[]): Id[] =>
  reachedFrom(
    ids,
    spinOffs.map(({ parentId, childId }) => [childId, parentId]),
  )

function reachedFrom(ids: readonly Id[], ties: ReadonlyArray<readonly [from: Id, to: Id]>): Id[] {
  const next = Map.groupBy(ties, ([from]) => from)
  const reached = new Set(ids)
  // A set is walked in the order of insertion: what is added while it is walked is walked too.
  for (const id of reached) for (const [, to] of next.get(id) ?? []) reached.add(to)
  return [...reached]
}
