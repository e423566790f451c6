import type { RowOwner } from '../../../adapters/storage/database.ts'
import type { Id } from '../../../kernel/ids.ts'
import { isUuid } from '../../../kernel/ids.ts'
import type { InstrumentProfile, InstrumentReader } from '../../../ports/instruments.ts'
import { type Actions, actionsOf } from './actions.ts'
import type { LedgerRows, LedgerStore } from './ledger-store.ts'

/** What other groups say of the instruments that rows are about. */
export interface KnownInstruments {
  /** By id; an id that no instrument has is missing. */
  profiles: ReadonlyMap<Id, InstrumentProfile>
  actions: Actions
}

/** Gives what is known of instruments by their ids; null stands for money, and what is no id is nobody's. */
export type Knowing = (ids: ReadonlyArray<string | null>) => KnownInstruments

interface KnowingDeps {
  store: LedgerStore
  instruments: Pick<InstrumentReader, 'splits' | 'spinOffs' | 'profiles'>
}

/** Ends a write that found a row about instruments which nobody has asked about. */
class UnknownInstruments extends Error {
  readonly ids: readonly Id[]

  constructor(ids: readonly Id[]) {
    super('rows are about instruments that were not read before')
    this.ids = ids
  }
}

/**
 * Writes what depends on instruments. They are read before the transaction, in which the embedded database has no connection for other groups; a
 * row that is about others by then takes everything back, they are read too, and the work is done again.
 * @param ids What the write is thought to be about.
 */
export async function writeKnowing<T>(
  { store, instruments }: KnowingDeps,
  owner: RowOwner,
  {
    ids,
    work,
  }: { ids: ReadonlyArray<string | null>; work: (rows: LedgerRows, known: Knowing) => Promise<T> },
): Promise<T> {
  const asked = new Set(idsIn(ids))
  for (;;) {
    const all = [...asked]
    const [profiles, actions] = [await instruments.profiles(all), await actionsOf(all, instruments)]
    const knowing: Knowing = (wanted) => {
      const missing = idsIn(wanted).filter((id) => !asked.has(id))
      if (missing.length > 0) throw new UnknownInstruments(missing)
      return { profiles, actions }
    }
    try {
      return await store.write(owner, (rows) => work(rows, knowing))
    } catch (error) {
      if (!(error instanceof UnknownInstruments)) throw error
      for (const id of error.ids) asked.add(id)
    }
  }
}

const idsIn = (ids: ReadonlyArray<string | null>): Id[] =>
  ids.flatMap((id) => (id !== null && isUuid(id.toLowerCase()) ? [id.toLowerCase()] : []))
