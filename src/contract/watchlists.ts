import { Type, type Static } from 'typebox'
import { EntityId, nullable, page, PAGE_QUERY, textOf, Ticker, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { LiveQuote } from './instruments.ts'

/** The most lists of a user, and the most items of a list. */
export const MOST_WATCHLISTS = 50
export const MOST_ITEMS = 500

const WATCHLIST_ID = '018f9d1c-1e2f-7b0d-8a9b-1e0a4c2d8e6f'
const ENTITY_ID = '7f9d1c1e-2f0b-5d6a-9b1e-0a4c2d8e6f10'
const NAME = { kind: 'name', maxLength: 80 } as const
const NOTE = { kind: 'lines', maxLength: 500 } as const

const SUMMARY = {
  watchlist_id: WATCHLIST_ID,
  name: 'Watchlist',
  is_default: true,
  item_count: 1,
  created_at: '2026-01-15T14:30:01.250Z',
  updated_at: '2026-01-15T14:30:01.250Z',
}

const ITEM = {
  entity_id: ENTITY_ID,
  ticker: 'AAPL',
  name: 'Apple Inc.',
  note: 'After the next report',
  target_price: 250,
  added_at: '2026-01-15T14:30:01.250Z',
}

const WatchlistId = Type.String({ description: 'Opaque id of a watchlist.', examples: [WATCHLIST_ID] })
const listName = textOf(
  NAME,
  'Name of the list, unique among those of the user whatever its case.',
  'Watchlist',
)
const note = nullable(textOf(NOTE, 'What the user has written; null for nothing.', ITEM.note))
const targetPrice = nullable(
  Type.Number({
    exclusiveMinimum: 0,
    description: "Price to wait for, in the instrument's currency; null for none.",
    examples: [250],
  }),
)

const FIELDS = {
  watchlist_id: WatchlistId,
  name: listName,
  is_default: Type.Boolean({ description: 'True for the one default list of the user.', examples: [true] }),
  item_count: Type.Integer({ minimum: 0, description: 'How many instruments are on it.', examples: [1] }),
  created_at: timestamp('When the list was made, ISO 8601, UTC.'),
  updated_at: timestamp('When the list or an item of it was last changed, ISO 8601, UTC.'),
}

const WatchlistSummary = Type.Object(FIELDS, {
  $id: 'WatchlistSummary',
  additionalProperties: false,
  description: 'A watchlist without its items.',
  examples: [SUMMARY],
})
export type WatchlistSummary = Static<typeof WatchlistSummary>

const ITEM_FIELDS = {
  entity_id: EntityId,
  ticker: Ticker,
  name: Type.String({ description: 'Name of the instrument as it is now.', examples: ['Apple Inc.'] }),
  note,
  target_price: targetPrice,
  added_at: timestamp('When it was put on the list, ISO 8601, UTC.'),
}

const WatchlistItem = Type.Object(ITEM_FIELDS, {
  $id: 'WatchlistItem',
  additionalProperties: false,
  description: 'An instrument on a watchlist.',
  examples: [ITEM],
})
export type WatchlistItem = Static<typeof WatchlistItem>

const QuotedWatchlistItem = Type.Object(
  {
    ...ITEM_FIELDS,
    quote: Type.Union([LiveQuote, Type.Null()], {
      description: 'The most recent tick; null where no source has a price.',
      examples: [null],
    }),
  },
  {
    $id: 'QuotedWatchlistItem',
    additionalProperties: false,
    description: 'An instrument on a watchlist with its live quote.',
    examples: [{ ...ITEM, quote: null }],
  },
)
export type QuotedWatchlistItem = Static<typeof QuotedWatchlistItem>

const IN_ORDER = {
  maxItems: MOST_ITEMS,
  description: 'In the order that the user has chosen; new ones at the end.',
}

const Watchlist = Type.Object(
  { ...FIELDS, items: Type.Array(WatchlistItem, IN_ORDER) },
  {
    $id: 'Watchlist',
    additionalProperties: false,
    description: 'A watchlist with its items.',
    examples: [{ ...SUMMARY, items: [ITEM] }],
  },
)
export type Watchlist = Static<typeof Watchlist>

const QuotedWatchlist = Type.Object(
  { ...FIELDS, items: Type.Array(QuotedWatchlistItem, IN_ORDER) },
  {
    $id: 'QuotedWatchlist',
    additionalProperties: false,
    description: 'A watchlist with its items and their live quotes.',
    examples: [{ ...SUMMARY, items: [{ ...ITEM, quote: null }] }],
  },
)
export type QuotedWatchlist = Static<typeof QuotedWatchlist>

const WatchlistPage = page(WatchlistSummary)
export type WatchlistPage = Static<typeof WatchlistPage>

const entityIds = (description: string) =>
  Type.Array(EntityId, { maxItems: MOST_ITEMS, description, examples: [[ENTITY_ID]] })

const WatchlistInput = Type.Object(
  { name: listName, entity_ids: Type.Optional(entityIds('Instruments to put on it; each counts once.')) },
  {
    $id: 'WatchlistInput',
    additionalProperties: false,
    description: 'A watchlist to be made.',
    examples: [{ name: 'Semiconductors', entity_ids: [ENTITY_ID] }],
  },
)
export type WatchlistInput = Static<typeof WatchlistInput>

const WatchlistChanges = Type.Object(
  {
    name: Type.Optional(listName),
    is_default: Type.Optional(
      Type.Boolean({
        const: true,
        description: 'True makes this the default list, and the one that was no longer.',
        examples: [true],
      }),
    ),
    order: Type.Optional(entityIds('Every item of the list, each once, in the order that they shall have.')),
  },
  {
    $id: 'WatchlistChangesInput',
    additionalProperties: false,
    description: 'What to change; what is left out stays.',
    examples: [{ name: 'Chips', is_default: true }],
  },
)
export type WatchlistChanges = Static<typeof WatchlistChanges>

const WatchlistItemInput = Type.Object(
  { note: Type.Optional(note), target_price: Type.Optional(targetPrice) },
  {
    $id: 'WatchlistItemInput',
    additionalProperties: false,
    description:
      'What goes with the instrument. It replaces what was there: what is left out is null afterwards.',
    examples: [{ note: ITEM.note, target_price: 250 }],
  },
)
export type WatchlistItemInput = Static<typeof WatchlistItemInput>

const deleted = Type.Boolean({ const: true, description: 'Always true.', examples: [true] })

const WatchlistDeleted = Type.Object(
  { watchlist_id: WatchlistId, deleted },
  {
    $id: 'WatchlistDeleted',
    additionalProperties: false,
    description: 'A watchlist that is no more.',
    examples: [{ watchlist_id: WATCHLIST_ID, deleted: true }],
  },
)

const WatchlistItemDeleted = Type.Object(
  { entity_id: EntityId, deleted },
  {
    $id: 'WatchlistItemDeleted',
    additionalProperties: false,
    description: 'An instrument that is no longer on the list.',
    examples: [{ entity_id: ENTITY_ID, deleted: true }],
  },
)

const LISTS = '/v1/portfolio/watchlists'
const LIST = `${LISTS}/{watchlist_id}` as const
const LIST_ITEM = `${LIST}/items/{entity_id}` as const
const params = Type.Object({ watchlist_id: WatchlistId })
const itemParams = Type.Object({ watchlist_id: WatchlistId, entity_id: EntityId })

export const listWatchlists = endpoint({
  id: 'portfolio.listWatchlists',
  method: 'GET',
  path: LISTS,
  auth: 'user',
  summary: 'Your watchlists',
  description:
    'The default list first, then the oldest first. Whoever has none yet gets an empty one named Watchlist, which is the default.',
  query: Type.Object(PAGE_QUERY),
  reply: WatchlistPage,
  errors: [],
})

export const createWatchlist = endpoint({
  id: 'portfolio.createWatchlist',
  method: 'POST',
  path: LISTS,
  auth: 'user',
  summary: 'Make a watchlist',
  description:
    'All or nothing: an entity_id that no instrument has is 404. A user has at most 50 lists, the default list ' +
    'among them. With the same `Idempotency-Key` a repeated request is answered as the first one; while that is under ' +
    'way it is 409 `DUPLICATE`.',
  body: WatchlistInput,
  reply: Watchlist,
  status: 201,
  idempotent: true,
  errors: ['INSTRUMENT_NOT_FOUND', 'NAME_TAKEN', 'WATCHLIST_LIMIT_REACHED'],
})

export const getWatchlist = endpoint({
  id: 'portfolio.getWatchlist',
  method: 'GET',
  path: LIST,
  auth: 'user',
  costWith: { parameter: 'with_quotes', cost: 5 },
  summary: 'A watchlist with its items',
  description:
    'With `with_quotes=true` every item has its live quote, and the call counts 5. Tickers and names are those of now.',
  params,
  query: Type.Object({
    with_quotes: Type.Boolean({ default: false, description: 'Whether items have their live quote.' }),
  }),
  reply: Type.Union([Watchlist, QuotedWatchlist]),
  errors: ['WATCHLIST_NOT_FOUND'],
  replyHeaders: { 'X-Data-Source': 'With quotes: where their prices come from, separated by commas.' },
})

export const updateWatchlist = endpoint({
  id: 'portfolio.updateWatchlist',
  method: 'PATCH',
  path: LIST,
  auth: 'user',
  summary: 'Rename or reorder a watchlist, or make it the default',
  description: 'Changes what is given, all or none. `order` must name exactly the items of the list.',
  params,
  body: WatchlistChanges,
  reply: Watchlist,
  errors: ['WATCHLIST_NOT_FOUND', 'NAME_TAKEN'],
})

export const deleteWatchlist = endpoint({
  id: 'portfolio.deleteWatchlist',
  method: 'DELETE',
  path: LIST,
  auth: 'user',
  summary: 'Delete a watchlist',
  description: 'Deletes the list with its items. The default list stays: make another one the default first.',
  params,
  reply: WatchlistDeleted,
  errors: ['WATCHLIST_NOT_FOUND', 'DEFAULT_WATCHLIST'],
})

export const putWatchlistItem = endpoint({
  id: 'portfolio.putWatchlistItem',
  method: 'PUT',
  path: LIST_ITEM,
  auth: 'user',
  summary: 'Put an instrument on a watchlist',
  description:
    '201 when it is new on the list, where it goes to the end; 200 when it was there: it keeps its place, and note and target price ' +
    'are replaced. Without a body both are null. A list has at most 500 items.',
  params: itemParams,
  body: WatchlistItemInput,
  bodyOptional: true,
  reply: WatchlistItem,
  creates: true,
  errors: ['WATCHLIST_NOT_FOUND', 'INSTRUMENT_NOT_FOUND', 'WATCHLIST_FULL'],
})

export const deleteWatchlistItem = endpoint({
  id: 'portfolio.deleteWatchlistItem',
  method: 'DELETE',
  path: LIST_ITEM,
  auth: 'user',
  summary: 'Take an instrument off a watchlist',
  description: 'An instrument that is not on the list is 404 `INSTRUMENT_NOT_FOUND`.',
  params: itemParams,
  reply: WatchlistItemDeleted,
  errors: ['WATCHLIST_NOT_FOUND', 'INSTRUMENT_NOT_FOUND'],
})
