import type { HandlerResult, Call, Caller } from '../../../contract/endpoint.ts'
import { toLiveQuote } from '../../../contract/live-quote.ts'
import {
  MOST_ITEMS,
  MOST_WATCHLISTS,
  type QuotedWatchlist,
  type QuotedWatchlistItem,
  type Watchlist,
  type WatchlistChanges,
  type WatchlistInput,
  type WatchlistItem,
  type WatchlistItemInput,
  type WatchlistPage,
  type WatchlistSummary,
} from '../../../contract/watchlists.ts'
import { found } from '../../../adapters/storage/owned.ts'
import { fail } from '../../../kernel/fail.ts'
import { type Id, isUuid, newId } from '../../../kernel/ids.ts'
import type { PageQuery } from '../../../kernel/page.ts'
import { echoed } from '../../../kernel/text.ts'
import { formatInstant } from '../../../kernel/time.ts'
import type { InstrumentQuote, InstrumentReader, InstrumentSummary } from '../../../ports/instruments.ts'
import type { ItemRow, WatchlistRow, WatchlistRows, WatchlistStore } from './watchlist-store.ts'

export interface Deps {
  store: WatchlistStore
  instruments: ListedInstruments
}

type ListedInstruments = Pick<InstrumentReader, 'find' | 'existing' | 'summaries' | 'quotes'>

/** Who asks; a token stands behind every call of this group. */
type Asker = Pick<Call<unknown, unknown, unknown, 'user'>, 'caller' | 'signal'>
type User = Pick<Caller, 'tenantId' | 'userId'>

const DEFAULT_NAME = 'Watchlist'

export type Watchlists = ReturnType<typeof createWatchlists>

/** What the group does with watchlists; instruments are checked outside the transactions. */
export function createWatchlists(deps: Deps) {
  return { ...lists(deps), ...changes(deps), ...items(deps) }
}

function lists({ store, instruments }: Deps) {
  return {
    /** A page of the user's lists; the first call makes the default list. */
    async list(caller: Caller, query: PageQuery): Promise<WatchlistPage> {
      const read = async (): Promise<WatchlistPage> => {
        const page = await store.page(caller, query)
        return { ...page, items: page.items.map(toSummary) }
      }
      const first = await read()
      if (first.total > 0) return first
      await store.write(caller, ensureDefault)
      return read()
    },

    /** A list with its items, and their quotes if wished; throws 404 `WATCHLIST_NOT_FOUND`. */
    async get(
      { caller, signal }: Asker,
      watchlistId: string,
      withQuotes: boolean,
    ): Promise<HandlerResult<Watchlist | QuotedWatchlist>> {
      const value = await withItems(instruments, await store.read(caller, (all) => read(all, watchlistId)))
      if (!withQuotes) return { value }
      const ids = value.items.map(({ entity_id: id }) => id)
      const quotes = await instruments.quotes(ids, { tenantId: caller.tenantId, signal })
      return {
        value: { ...value, items: value.items.map((item) => withQuote(item, quotes.get(item.entity_id))) },
        dataSource: sourcesOf(quotes.values()),
      }
    },

    /** How many lists a user has. */
    count: (user: User): Promise<number> => store.read(user, (rows) => rows.count()),

    /** The instruments on any of the user's lists. */
    watched: (user: User): Promise<Id[]> => store.read(user, (rows) => rows.watched()),

    /** Each list with what is on it. */
    lists: (user: User) => store.read(user, (rows) => rows.listed()),
  }
}

function changes({ store, instruments }: Deps) {
  return {
    /**
     * Makes a list with its items or nothing. Throws 404 `INSTRUMENT_NOT_FOUND`, 409 `NAME_TAKEN` and 409
     * `WATCHLIST_LIMIT_REACHED`.
     */
    async create(caller: Caller, { name, entity_ids: given = [] }: WatchlistInput): Promise<Watchlist> {
      const entityIds = [...new Set(given.map((id) => id.toLowerCase()))]
      const existing = await instruments.existing(entityIds)
      const unknown = entityIds.find((id) => !existing.has(id))
      if (unknown !== undefined) return noInstrument(unknown)
      const id = newId()
      const made = await store.write(caller, async (all) => {
        await ensureDefault(all)
        if ((await all.idOfName(name)) !== undefined) return nameTaken(name)
        if ((await all.count()) >= MOST_WATCHLISTS) {
          return fail('WATCHLIST_LIMIT_REACHED', `You have ${MOST_WATCHLISTS} watchlists: delete one first.`)
        }
        await all.add({ id, name, isDefault: false })
        await all.addItems(id, entityIds)
        return read(all, id)
      })
      return withItems(instruments, made)
    },

    /**
     * Changes what is given, all or none. Throws 404 `WATCHLIST_NOT_FOUND`, 409 `NAME_TAKEN`, and 422 `VALIDATION_ERROR` for an order that
     * does not name exactly the items.
     */
    async update(caller: Caller, watchlistId: string, changes: WatchlistChanges): Promise<Watchlist> {
      const { name, is_default: makeDefault, order } = changes
      const changed = await store.write(caller, async (all) => {
        const [list, present] = await read(all, watchlistId)
        const id = list.watchlist_id
        if (order !== undefined) {
          await all.reorder(id, checkOrder(order, present))
          await all.touch(id)
        }
        if (name !== undefined) {
          const holder = await all.idOfName(name)
          if (holder !== undefined && holder !== id) return nameTaken(name)
          await all.rename(id, name)
        }
        if (makeDefault === true && !list.is_default) await all.makeDefault(id)
        return read(all, id)
      })
      return withItems(instruments, changed)
    },

    /** Throws 404 `WATCHLIST_NOT_FOUND` and 409 `DEFAULT_WATCHLIST`. */
    async remove(caller: Caller, watchlistId: string): Promise<{ watchlist_id: Id; deleted: boolean }> {
      const id = await store.write(caller, async (all) => {
        const list = await require(all, watchlistId)
        if (list.is_default) {
          fail('DEFAULT_WATCHLIST', 'The default watchlist stays: make another list the default first.')
        }
        await all.remove(list.watchlist_id)
        return list.watchlist_id
      })
      return { watchlist_id: id, deleted: true }
    },
  }
}

/** A list as it is shown, with what its instruments are called now. */
async function withItems(
  instruments: ListedInstruments,
  [list, rows]: readonly [WatchlistRow, readonly ItemRow[]],
): Promise<Watchlist> {
  const named = await instruments.summaries(rows.map(({ entity_id: id }) => id))
  return { ...toSummary(list), items: toItems(rows, named) }
}

function items({ store, instruments }: Deps) {
  return {
    /**
     * Puts an instrument on a list, or replaces what is written about it there. Throws 404 `WATCHLIST_NOT_FOUND` and
     * `INSTRUMENT_NOT_FOUND`, and 409 `WATCHLIST_FULL`.
     */
    async putItem(
      caller: Caller,
      { watchlist_id: watchlistId, entity_id: entityId }: { watchlist_id: string; entity_id: string },
      { note = null, target_price: targetPrice = null }: WatchlistItemInput,
    ): Promise<HandlerResult<WatchlistItem>> {
      const fields = { note, target_price: targetPrice }
      const instrument = await instruments.find(entityId)
      if (instrument === null) {
        await store.read(caller, (rows) => require(rows, watchlistId))
        return noInstrument(entityId)
      }
      const { row, created } = await store.write(caller, async (rows) => {
        const list = await require(rows, watchlistId)
        const [id, of] = [list.watchlist_id, instrument.entityId]
        const present = await rows.item(id, of)
        if (present === undefined) {
          if (list.item_count >= MOST_ITEMS) {
            fail('WATCHLIST_FULL', `The watchlist has ${MOST_ITEMS} items: remove one first.`)
          }
          await rows.addItems(id, [of], fields)
        } else if (present.note !== note || present.target_price !== targetPrice) {
          await rows.changeItem(id, of, fields)
        } else return { row: present, created: false }
        await rows.touch(id)
        return { row: await rows.item(id, of), created: present === undefined }
      })
      if (row === undefined) throw new Error('an item was not there after it had been written')
      return { value: toItem(row, instrument), created }
    },

    /** Throws 404 `WATCHLIST_NOT_FOUND`, and `INSTRUMENT_NOT_FOUND` for what is not on the list. */
    async removeItem(
      caller: Caller,
      { watchlist_id: watchlistId, entity_id: entityId }: { watchlist_id: string; entity_id: string },
    ): Promise<{ entity_id: Id; deleted: boolean }> {
      const of = entityId.toLowerCase()
      await store.write(caller, async (rows) => {
        const { watchlist_id: id } = await require(rows, watchlistId)
        if (!isUuid(of) || !(await rows.removeItem(id, of))) {
          fail('INSTRUMENT_NOT_FOUND', `The watchlist has no instrument "${echoed(entityId)}".`)
        }
        await rows.touch(id)
      })
      return { entity_id: of, deleted: true }
    },
  }
}

/** Under the lock of the user: whoever has no list gets the default one. */
async function ensureDefault(rows: WatchlistRows): Promise<void> {
  if ((await rows.count()) === 0) await rows.add({ id: newId(), name: DEFAULT_NAME, isDefault: true })
}

/** The list; 404 for one that is malformed, nobody's or somebody else's, which look alike. */
async function require(rows: WatchlistRows, watchlistId: string): Promise<WatchlistRow> {
  const id = watchlistId.toLowerCase()
  const row = isUuid(id) ? await rows.find(id) : undefined
  return found(row, 'WATCHLIST_NOT_FOUND', `You have no watchlist "${echoed(watchlistId)}".`)
}

async function read(rows: WatchlistRows, watchlistId: string): Promise<[WatchlistRow, ItemRow[]]> {
  const list = await require(rows, watchlistId)
  return [list, await rows.items(list.watchlist_id)]
}

function checkOrder(order: readonly string[], present: readonly ItemRow[]): Id[] {
  const wanted = new Set(order.map((id) => id.toLowerCase()))
  const names = wanted.size === order.length && order.length === present.length
  if (!names || !present.every(({ entity_id: id }) => wanted.has(id))) {
    fail('VALIDATION_ERROR', `order must name each of the ${present.length} items of the list exactly once.`)
  }
  return [...wanted]
}

const noInstrument = (entityId: string): never =>
  fail('INSTRUMENT_NOT_FOUND', `No instrument has the entity_id "${echoed(entityId)}".`)

const nameTaken = (name: string): never =>
  fail('NAME_TAKEN', `You have a watchlist named "${name}" already; case does not matter.`)

function toSummary({
  created_at: createdAt,
  updated_at: updatedAt,
  ...list
}: WatchlistRow): WatchlistSummary {
  return { ...list, created_at: formatInstant(createdAt), updated_at: formatInstant(updatedAt) }
}

/** An instrument that was deleted since its item was read is left out. */
function toItems(rows: readonly ItemRow[], named: ReadonlyMap<Id, InstrumentSummary>): WatchlistItem[] {
  return rows.flatMap((row) => {
    const instrument = named.get(row.entity_id)
    return instrument === undefined ? [] : [toItem(row, instrument)]
  })
}

function toItem(row: ItemRow, { ticker, name }: InstrumentSummary): WatchlistItem {
  const { entity_id, note, target_price, created_at: addedAt } = row
  return { entity_id, ticker, name, note, target_price, added_at: formatInstant(addedAt) }
}

const withQuote = (item: WatchlistItem, quote: InstrumentQuote | undefined): QuotedWatchlistItem => ({
  ...item,
  quote: quote === undefined ? null : toLiveQuote(quote),
})

function sourcesOf(quotes: Iterable<InstrumentQuote>): string | undefined {
  const names = new Set([...quotes].flatMap(({ source }) => (source === null ? [] : [source])))
  return names.size === 0 ? undefined : [...names].sort().join(', ')
}
