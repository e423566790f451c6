import type { InstrumentDatabase } from '../tables.ts'
import type {
  CorporateAction,
  CorporateActionInput,
  CorporateActionPage,
} from '../../../contract/corporate-actions.ts'
import { atomically } from '../../../adapters/storage/database.ts'
import { fail } from '../../../kernel/fail.ts'
import type { Instant } from '../../../kernel/time.ts'
import { type PageQuery, toPage, windowOf } from '../../../kernel/page.ts'
import { unitsOf } from '../../../market/currencies.ts'
import { CORPORATE_ACTION_TYPES, type CorporateActionType } from '../../../market/vocabulary.ts'
import type { Bus } from '../../../ports/bus.ts'
import type { Dividend, Split } from '../../../ports/market-data.ts'
import {
  type ActionFilter,
  actionIdOf,
  type ActionsStore,
  createActionsStore,
  type NewAction,
  type StoredAction,
} from './actions-store.ts'
import { rebuildAdjusted } from './adjusted-closes.ts'
import { amountIn } from './adjusting-events.ts'
import { createBarStore } from './bar-store.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { takeEffect } from '../imports/action-effects.ts'
import { API_SOURCE, toActions } from '../imports/import-records.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import type { PriceBook } from './price-book.ts'
import { createInstrumentStore } from '../catalogue/store.ts'

export interface ActionsDeps {
  catalogue: Catalogue
  db: InstrumentDatabase
  actions: ActionsStore
  prices: PriceBook
  bus: Bus
  marketNow(): Instant
}

export interface ActionsQuery extends PageQuery {
  type?: string
  from?: string
  to?: string
  sort: 'ex_date' | '-ex_date'
}

const RATIO_TYPES: readonly CorporateActionType[] = ['split', 'stock_dividend', 'spin_off']

/** A page of what is known of a listing. */
export async function listActions(
  entityId: string,
  query: ActionsQuery,
  { catalogue, actions, prices }: ActionsDeps,
): Promise<CorporateActionPage> {
  const { from = null, to = null } = query
  if (from !== null && to !== null && from > to) fail('INVALID_DATE_RANGE', 'from must not be after to.')
  const types = query.type === undefined ? null : typesOf(query.type)
  const instrument = await catalogue.find(entityId)
  const descending = query.sort === '-ex_date'
  const filter = { types, from, to, descending, ...windowOf(query) }
  const source = await prices.sourceOf(instrument)
  const found =
    source?.actions === undefined
      ? await actions.page(instrument.entityId, filter)
      : pageOf(
          await withUpstream(
            instrument,
            { ...(await source.actions(instrument)), source: source.name },
            actions,
          ),
          filter,
        )
  return toPage(found, query)
}

/** What is recorded of an instrument and what the source of its prices knows. */
async function withUpstream(
  { entityId, currency }: Instrument,
  known: { splits: readonly Split[]; dividends: readonly Dividend[]; source: string },
  actions: ActionsStore,
): Promise<StoredAction[]> {
  const stored = await actions.all(entityId)
  const upstream = toActions(entityId, { ...known, currency }).map((action) => ({
    ...action,
    action_id: actionIdOf(action),
    source: known.source,
  }))
  // What is recorded of an action counts before what its source says of it.
  return [...new Map([...upstream, ...stored].map((action) => [action.action_id, action])).values()]
}

function pageOf(
  all: readonly StoredAction[],
  { types, from, to, descending, offset, limit }: ActionFilter,
): { items: StoredAction[]; total: number } {
  const direction = descending ? -1 : 1
  const wanted = all
    .filter(
      ({ type, ex_date: day }) =>
        (types?.includes(type) ?? true) && (from ?? day) <= day && day <= (to ?? day),
    )
    .sort((a, b) => direction * compare(a.ex_date, b.ex_date) || compare(a.action_id, b.action_id))
  return { items: wanted.slice(offset, offset + limit), total: wanted.length }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function typesOf(text: string): CorporateActionType[] {
  return text.split(',').map((part) => {
    const type = CORPORATE_ACTION_TYPES.find((each) => each === part.trim())
    return (
      type ??
      fail(
        'INVALID_PARAMETER',
        `type must be a list of ${CORPORATE_ACTION_TYPES.join(', ')}, separated by commas.`,
      )
    )
  })
}

/**
 * Records an action and carries it into the adjusted closes that no source gave and, where its ex-date is reached, into the
 * record of the listing: all of it or nothing. Throws 409 `DUPLICATE` for one that is recorded, and for a ticker that another
 * listing has.
 */
export async function createAction(
  entityId: string,
  input: CorporateActionInput,
  deps: ActionsDeps,
): Promise<CorporateAction> {
  const action = toAction(input)
  const instrument = await deps.catalogue.find(entityId)
  const related =
    action.related_entity_id === null ? null : await deps.catalogue.find(action.related_entity_id)
  if (related?.entityId === instrument.entityId) {
    fail('VALIDATION_ERROR', 'related_entity_id must be another listing.')
  }
  if (action.type === 'cash_dividend' && amountIn(instrument.currency, action) === null) {
    fail(
      'VALIDATION_ERROR',
      `currency must be that of the listing, ${unitsOf(instrument.currency).join(' or ')}: convert the amount at the rate of the ex-date.`,
    )
  }
  let isListed = false
  const stored = await atomically(deps.db, async (trx) => {
    const actions = createActionsStore(trx)
    const of = { entity_id: instrument.entityId, related_entity_id: related?.entityId ?? null }
    const added = await actions.add({ ...action, ...of })
    if (added === null) return null
    const taken = await createInstrumentStore(trx, []).takeOver([instrument.entityId])
    await rebuildAdjusted(instrument, { actions, bars: createBarStore(trx) })
    const effect = await takeEffect(trx, added, deps.marketNow())
    isListed = taken > 0 || effect === 'changed'
    return added
  })
  if (stored === null) {
    return fail('DUPLICATE', `${instrument.ticker} already has this ${input.type} on ${input.ex_date}.`)
  }
  await deps.bus.publish('instruments.changed', { entityIds: [instrument.entityId], catalogue: isListed })
  return stored
}

/** The input with what it must have for its type. */
function toAction(input: CorporateActionInput): Omit<NewAction, 'entity_id'> {
  const { type, ratio_to: to = null, ratio_from: from = null, amount = null, currency = null } = input
  const needs = (what: string): never => fail('VALIDATION_ERROR', `A ${type} needs ${what}.`)
  if (RATIO_TYPES.includes(type) && (to === null || from === null)) needs('ratio_to and ratio_from')
  if ((to === null) !== (from === null)) fail('VALIDATION_ERROR', 'ratio_to and ratio_from belong together.')
  if (type === 'split' && to === from)
    fail('VALIDATION_ERROR', 'A split changes the number of shares: ratio_to must not be ratio_from.')
  if (type === 'stock_dividend' && (to ?? 0) <= (from ?? 0))
    fail('VALIDATION_ERROR', 'A stock_dividend adds shares: ratio_to must be above ratio_from.')
  if (type === 'cash_dividend' && (amount === null || currency === null)) needs('amount and currency')
  if ((amount === null) !== (currency === null)) {
    fail('VALIDATION_ERROR', 'amount and currency belong together.')
  }
  if (type !== 'spin_off' && (input.cost_fraction ?? null) !== null) {
    fail('VALIDATION_ERROR', 'cost_fraction is of spin-offs alone.')
  }
  // Without it the shares that holders of the parent received are unknown.
  if (type === 'spin_off' && (input.related_entity_id ?? null) === null) needs('related_entity_id')
  if (type === 'symbol_change' && (input.new_ticker ?? null) === null) needs('new_ticker')
  return {
    type,
    ex_date: input.ex_date,
    declared_on: input.declared_on ?? null,
    record_date: input.record_date ?? null,
    pay_date: input.pay_date ?? null,
    ratio_to: to,
    ratio_from: from,
    amount,
    currency,
    frequency: input.frequency ?? null,
    new_ticker: input.new_ticker ?? null,
    related_entity_id: input.related_entity_id ?? null,
    cost_fraction: input.cost_fraction ?? null,
    source: API_SOURCE,
  }
}
