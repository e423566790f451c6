import type { CorporateActionTable, InstrumentDatabase } from '../tables.ts'
import { type Selectable, sql } from 'kysely'
import { atomically } from '../../../adapters/storage/database.ts'
import { type Id, nameId } from '../../../kernel/ids.ts'
import type { CorporateActionType } from '../../../market/vocabulary.ts'

/** A stored corporate action; dates as YYYY-MM-DD. */
export type StoredAction = Omit<Selectable<CorporateActionTable>, 'created_at' | 'settled_at'>

/** An action to be stored: its id follows from what it is. */
export type NewAction = Omit<StoredAction, 'action_id'>

export interface ActionFilter {
  types: readonly CorporateActionType[] | null
  from: string | null
  to: string | null
  descending: boolean
  offset: number
  limit: number
}

/** The days a source covers: inclusive, null = without end. */
export interface ActionSpan {
  entityId: Id
  source: string
  from: string | null
  to: string | null
}

/** Shares of another listing that holders were given: `to` for every `from`. */
export interface StoredSpinOff {
  parent_id: Id
  child_id: Id
  /** YYYY-MM-DD. */
  ex_date: string
  to: number
  from: number
  cost_fraction: number | null
}

export type ActionsStore = ReturnType<typeof createActionsStore>

const COLUMNS = [
  'action_id',
  'entity_id',
  'type',
  'ex_date',
  'declared_on',
  'record_date',
  'pay_date',
  'ratio_to',
  'ratio_from',
  'amount',
  'currency',
  'frequency',
  'new_ticker',
  'related_entity_id',
  'cost_fraction',
  'source',
] as const

/** An action is one of its kind on its ex-date; dividends of different amounts are two, and so are spin-offs of different companies. */
export function actionIdOf({
  entity_id: entityId,
  type,
  ex_date: exDate,
  amount,
  new_ticker: ticker,
  related_entity_id: related,
}: NewAction): Id {
  const given = type === 'spin_off' && related !== null ? [related] : []
  return nameId('corporate-action', entityId, type, exDate, String(amount ?? ''), ticker ?? '', ...given)
}

/** SQL on corporate actions. */
export function createActionsStore(db: InstrumentDatabase) {
  return {
    async page(entityId: Id, filter: ActionFilter): Promise<{ items: StoredAction[]; total: number }> {
      let query = db.selectFrom('corporate_action').where('entity_id', '=', entityId)
      if (filter.types !== null) query = query.where('type', 'in', filter.types)
      if (filter.from !== null) query = query.where('ex_date', '>=', filter.from)
      if (filter.to !== null) query = query.where('ex_date', '<=', filter.to)
      const order = filter.descending ? 'desc' : 'asc'
      const [items, counted] = await Promise.all([
        query
          .select(COLUMNS)
          .orderBy('ex_date', order)
          .orderBy('action_id')
          .limit(filter.limit)
          .offset(filter.offset)
          .execute(),
        query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
      ])
      return { items, total: counted.total }
    },

    /** Everything recorded of a listing. */
    all: (entityId: Id): Promise<StoredAction[]> =>
      db.selectFrom('corporate_action').select(COLUMNS).where('entity_id', '=', entityId).execute(),

    /** Splits and cash dividends of a listing, by ex-date. */
    async adjusting(entityId: Id): Promise<StoredAction[]> {
      return db
        .selectFrom('corporate_action')
        .select(COLUMNS)
        .where('entity_id', '=', entityId)
        .where('type', 'in', ['split', 'stock_dividend', 'cash_dividend'])
        .orderBy('ex_date')
        .execute()
    },

    spinOffs: (entityIds: readonly Id[]): Promise<StoredSpinOff[]> => readSpinOffs(db, entityIds),

    /** Splits and stock dividends of listings, by ex-date. */
    splits: (entityIds: readonly Id[]): Promise<StoredAction[]> =>
      db
        .selectFrom('corporate_action')
        .select(COLUMNS)
        .where('entity_id', '=', sql<Id>`any(${[...entityIds]}::uuid[])`)
        .where('type', 'in', ['split', 'stock_dividend'])
        .orderBy('ex_date')
        .execute(),

    /** The stored action, or null when there is one like it already. */
    async add(action: NewAction): Promise<StoredAction | null> {
      const row = await db
        .insertInto('corporate_action')
        .values({ ...action, action_id: actionIdOf(action) })
        .onConflict((conflict) => conflict.doNothing())
        .returning(COLUMNS)
        .executeTakeFirst()
      return row ?? null
    },

    /**
     * Makes what a source says of a listing's splits and cash dividends the whole truth of that source over a span of
     * ex-dates. Counts changes.
     */
    replace: (of: ActionSpan, actions: readonly NewAction[]): Promise<number> =>
      atomically(db, async (trx) => {
        const rows = new Map(actions.map((action) => [actionIdOf(action), action]))
        const gone = await deleteOthers(trx, of, [...rows.keys()])
        return gone + (rows.size === 0 ? 0 : await writeActions(trx, rows))
      }),
  }
}

/**
 * Spin-offs of all listings that are tied to some by spin-offs, in either direction and over any number of them, by ex-date. What does not say how
 * many shares of what were given is left out.
 */
async function readSpinOffs(db: InstrumentDatabase, entityIds: readonly Id[]): Promise<StoredSpinOff[]> {
  const { rows } = await sql<StoredSpinOff>`with recursive given as materialized (
      select entity_id, related_entity_id, ex_date, ratio_to, ratio_from, cost_fraction from corporate_action
      where type = 'spin_off' and related_entity_id is not null and related_entity_id <> entity_id and ratio_to is not null
    ), tie as (
      select entity_id as one, related_entity_id as other from given union all select related_entity_id, entity_id from given
    ), family (id) as (
      select unnest(${[...entityIds]}::uuid[]) union select tie.other from family join tie on tie.one = family.id
    ) select entity_id as parent_id, related_entity_id as child_id, ex_date::text, ratio_to as to, ratio_from as from, cost_fraction
      from given where entity_id in (select id from family) order by ex_date, parent_id, child_id`.execute(db)
  return rows
}

async function deleteOthers(
  trx: InstrumentDatabase,
  { entityId, source, from, to }: ActionSpan,
  kept: readonly Id[],
): Promise<number> {
  let query = trx
    .deleteFrom('corporate_action')
    .where('entity_id', '=', entityId)
    .where('source', '=', source)
    .where('type', 'in', ['split', 'cash_dividend'])
  if (from !== null) query = query.where('ex_date', '>=', from)
  if (to !== null) query = query.where('ex_date', '<=', to)
  if (kept.length > 0) query = query.where('action_id', 'not in', kept)
  const { numDeletedRows } = await query.executeTakeFirst()
  return Number(numDeletedRows)
}

async function writeActions(trx: InstrumentDatabase, rows: ReadonlyMap<Id, NewAction>): Promise<number> {
  const written = await trx
    .insertInto('corporate_action')
    .values([...rows].map(([id, action]) => ({ ...action, action_id: id })))
    .onConflict((conflict) =>
      conflict
        .column('action_id')
        .doUpdateSet((row) => ({
          ratio_to: row.ref('excluded.ratio_to'),
          ratio_from: row.ref('excluded.ratio_from'),
        }))
        .where(
          sql`(corporate_action.ratio_to, corporate_action.ratio_from)`,
          'is distinct from',
          sql`(excluded.ratio_to, excluded.ratio_from)`,
        ),
    )
    .returning('action_id')
    .execute()
  return written.length
}
