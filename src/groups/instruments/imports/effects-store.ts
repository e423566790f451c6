import { type Selectable, sql } from 'kysely'
import type { CorporateActionTable, InstrumentDatabase } from '../tables.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { CorporateActionType } from '../../../market/vocabulary.ts'

/** An action as far as it changes the record of its listing. */
export type ListingAction = Pick<
  Selectable<CorporateActionTable>,
  'action_id' | 'entity_id' | 'type' | 'ex_date' | 'new_ticker' | 'related_entity_id'
>

/** Types that change the record of the listing; all others are read from the stored actions. */
export const LISTING_TYPES: readonly CorporateActionType[] = ['symbol_change', 'merger', 'delisting']

/** SQL on which actions have had their effect. */
export function createEffectsStore(db: InstrumentDatabase) {
  return {
    /** Those without one that have an ex-date up to a day, in the order of their ex-dates, without some. */
    unsettled: (
      to: string,
      { without, limit }: { without: readonly Id[]; limit: number },
    ): Promise<ListingAction[]> =>
      db
        .selectFrom('corporate_action')
        .select(['action_id', 'entity_id', 'type', 'ex_date', 'new_ticker', 'related_entity_id'])
        .where('settled_at', 'is', null)
        .where('type', 'in', LISTING_TYPES)
        .where('ex_date', '<=', to)
        .where('action_id', '<>', sql<Id>`all(${[...without]}::uuid[])`)
        .orderBy('ex_date')
        .orderBy('created_at')
        .orderBy('action_id')
        .limit(limit)
        .execute(),

    /**
     * Whether the successors of a listing, over any number of others, lead to another one. Nobody else lets a merger take effect until the end of the
     * transaction: two that each see no circle would make one.
     */
    async leadsTo(from: Id, to: Id): Promise<boolean> {
      await sql`select pg_advisory_xact_lock(hashtextextended('mergers', 0))`.execute(db)
      const { rows } = await sql<{ leads: boolean }>`with recursive chain (id) as (
          select ${from}::uuid
          union
          select successor_entity_id from instrument join chain on entity_id = chain.id
          where successor_entity_id is not null)
        select exists (select from chain where id = ${to}::uuid) as leads`.execute(db)
      return rows[0]?.leads === true
    },

    /** Notes that an action has had its effect; false when that had been noted before. */
    async settle(actionId: Id): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('corporate_action')
        .set({ settled_at: sql`now()` })
        .where('action_id', '=', actionId)
        .where('settled_at', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}
