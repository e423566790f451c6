import type { PortfolioDatabase, WatchlistItemTable, WatchlistTable } from '../tables.ts'
import { type Selectable, sql } from 'kysely'
import type { RowOwner } from '../../../adapters/storage/database.ts'
import { owned } from '../../../adapters/storage/owned.ts'
import type { Page, PageQuery } from '../../../kernel/page.ts'
import type { Id } from '../../../kernel/ids.ts'
import { nameKey } from '../name-key.ts'

const COLUMNS = ['watchlist_id', 'name', 'is_default', 'created_at', 'updated_at'] as const
const ITEM_COLUMNS = ['entity_id', 'note', 'target_price', 'created_at'] as const

/** A list with the number of its items. */
export type WatchlistRow = Selectable<Pick<WatchlistTable, (typeof COLUMNS)[number]>> & { item_count: number }
export type ItemRow = Selectable<Pick<WatchlistItemTable, (typeof ITEM_COLUMNS)[number]>>

/** What a user has written about an instrument. */
export interface ItemFields {
  note: string | null
  target_price: number | null
}

export type WatchlistStore = ReturnType<typeof createWatchlistStore>
export type WatchlistRows = ReturnType<typeof rowsOf>

/** SQL on the watchlists of one user at a time. */
export function createWatchlistStore(db: PortfolioDatabase) {
  return {
    /** Reads in one transaction. */
    read: <T>(owner: RowOwner, work: (rows: WatchlistRows) => Promise<T>): Promise<T> =>
      owned(db, owner).run((trx) => work(rowsOf(trx, owner))),

    /** A page of lists: the default list first, then the oldest first. */
    page: (owner: RowOwner, query: PageQuery): Promise<Page<WatchlistRow>> =>
      owned(db, owner).page(query, {
        count: (trx) => rowsOf(trx, owner).count(),
        rows: (trx, window) => rowsOf(trx, owner).page(window),
      }),

    /**
     * All of the work or nothing of it, and none of the user's other writes beside it: limits are counted and the
     * default moves under one lock for each user. The work may be done again and must change nothing but rows.
     */
    write: <T>(owner: RowOwner, work: (rows: WatchlistRows) => Promise<T>): Promise<T> =>
      owned(db, owner).run(async (trx) => {
        const key = `watchlists ${owner.tenantId} ${owner.userId}`
        await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx)
        return work(rowsOf(trx, owner))
      }),
  }
}

/** The policies confine every statement to the owner's rows; the conditions repeat it so that indexes are used. */
function rowsOf(trx: PortfolioDatabase, owner: RowOwner) {
  return { ...lists(trx, owner), ...changes(trx, owner), ...items(trx, owner) }
}

function lists(trx: PortfolioDatabase, { tenantId, userId }: RowOwner) {
  const owned = () =>
    trx.selectFrom('watchlist').where('tenant_id', '=', tenantId).where('user_id', '=', userId)
  const selected = () =>
    owned()
      .select(COLUMNS)
      .select(
        sql<number>`(select count(*)::int from watchlist_item as item
          where item.watchlist_id = watchlist.watchlist_id)`.as('item_count'),
      )
  return {
    count: async (): Promise<number> => {
      const row = await owned()
        .select(sql<number>`count(*)::int`.as('total'))
        .executeTakeFirstOrThrow()
      return row.total
    },

    listed: () => listed(trx, { tenantId, userId }),

    page: ({ offset, limit }: { offset: number; limit: number }): Promise<WatchlistRow[]> =>
      selected()
        .orderBy('is_default', 'desc')
        .orderBy('created_at')
        .orderBy('watchlist_id')
        .offset(offset)
        .limit(limit)
        .execute(),

    find: (id: Id): Promise<WatchlistRow | undefined> =>
      selected().where('watchlist_id', '=', id).executeTakeFirst(),

    /** The id of the list with that name, whatever its case. */
    idOfName: async (name: string): Promise<Id | undefined> =>
      (await owned().select('watchlist_id').where('name_key', '=', nameKey(name)).executeTakeFirst())
        ?.watchlist_id,
  }
}

/** Each list with its instruments in their order, the default one first. */
async function listed(
  trx: PortfolioDatabase,
  { tenantId, userId }: RowOwner,
): Promise<Array<{ name: string; entityIds: Id[] }>> {
  const rows = await trx
    .selectFrom('watchlist')
    .leftJoin('watchlist_item', 'watchlist_item.watchlist_id', 'watchlist.watchlist_id')
    .select(['watchlist.watchlist_id', 'watchlist.name', 'watchlist_item.entity_id'])
    .where('watchlist.tenant_id', '=', tenantId)
    .where('watchlist.user_id', '=', userId)
    .orderBy('watchlist.is_default', 'desc')
    .orderBy('watchlist.created_at')
    .orderBy('watchlist.watchlist_id')
    .orderBy('watchlist_item.position')
    .execute()
  const lists = Map.groupBy(rows, ({ watchlist_id: id }) => id)
  return [...lists.values()].map((items) => ({
    name: items[0]?.name ?? '',
    entityIds: items.flatMap(({ entity_id: id }) => id ?? []),
  }))
}

function changes(trx: PortfolioDatabase, { tenantId, userId }: RowOwner) {
  const changed = (id: Id) =>
    trx
      .updateTable('watchlist')
      .where('watchlist_id', '=', id)
      .set({ updated_at: sql<string>`now()` })

  return {
    add: async (list: { id: Id; name: string; isDefault: boolean }): Promise<void> => {
      await trx
        .insertInto('watchlist')
        .values({
          watchlist_id: list.id,
          tenant_id: tenantId,
          user_id: userId,
          name: list.name,
          name_key: nameKey(list.name),
          is_default: list.isDefault,
        })
        .execute()
    },

    touch: async (id: Id): Promise<void> => {
      await changed(id).execute()
    },

    rename: async (id: Id, name: string): Promise<void> => {
      await changed(id)
        .set({ name, name_key: nameKey(name) })
        .execute()
    },

    /** Takes the flag from the list that has it: the index allows one at a time. */
    makeDefault: async (id: Id): Promise<void> => {
      await trx
        .updateTable('watchlist')
        .set({ is_default: false, updated_at: sql<string>`now()` })
        .where('tenant_id', '=', tenantId)
        .where('user_id', '=', userId)
        .where('is_default', '=', true)
        .execute()
      await changed(id).set({ is_default: true }).execute()
    },

    remove: async (id: Id): Promise<void> => {
      await trx.deleteFrom('watchlist').where('watchlist_id', '=', id).execute()
    },
  }
}

function items(trx: PortfolioDatabase, { tenantId, userId }: RowOwner) {
  /** The instruments on any of the lists. */
  const watched = async (): Promise<Id[]> => {
    const rows = await trx
      .selectFrom('watchlist_item')
      .select('entity_id')
      .distinct()
      .where('tenant_id', '=', tenantId)
      .where('user_id', '=', userId)
      .execute()
    return rows.map(({ entity_id: id }) => id)
  }
  const ofList = (id: Id) => trx.selectFrom('watchlist_item').where('watchlist_id', '=', id)

  return {
    watched,

    items: (id: Id): Promise<ItemRow[]> =>
      ofList(id).select(ITEM_COLUMNS).orderBy('position').orderBy('entity_id').execute(),

    item: (id: Id, entityId: Id): Promise<ItemRow | undefined> =>
      ofList(id).select(ITEM_COLUMNS).where('entity_id', '=', entityId).executeTakeFirst(),

    /** Puts instruments that are not on a list at its end, in their order. */
    addItems: async (id: Id, entityIds: readonly Id[], fields: ItemFields = BARE): Promise<void> => {
      await sql`
        insert into watchlist_item (watchlist_id, tenant_id, user_id, entity_id, position, note, target_price)
        select ${id}::uuid, ${tenantId}::uuid, ${userId}::text, added.entity_id,
          coalesce((select max(position) from watchlist_item where watchlist_id = ${id}::uuid), 0) + added.place,
          ${fields.note}::text, ${fields.target_price}::double precision
        from unnest(${[...entityIds]}::uuid[]) with ordinality as added(entity_id, place)`.execute(trx)
    },

    changeItem: async (id: Id, entityId: Id, { note, target_price }: ItemFields): Promise<void> => {
      await trx
        .updateTable('watchlist_item')
        .set({ note, target_price })
        .where('watchlist_id', '=', id)
        .where('entity_id', '=', entityId)
        .execute()
    },

    /** False when it was not there. */
    removeItem: async (id: Id, entityId: Id): Promise<boolean> => {
      const { numDeletedRows } = await trx
        .deleteFrom('watchlist_item')
        .where('watchlist_id', '=', id)
        .where('entity_id', '=', entityId)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },

    /** Gives items of a list the places that they have here. */
    reorder: async (id: Id, entityIds: readonly Id[]): Promise<void> => {
      await sql`
        update watchlist_item as item set position = placed.place
        from unnest(${[...entityIds]}::uuid[]) with ordinality as placed(entity_id, place)
        where item.watchlist_id = ${id}::uuid and item.entity_id = placed.entity_id`.execute(trx)
    },
  }
}

const BARE: ItemFields = { note: null, target_price: null }
