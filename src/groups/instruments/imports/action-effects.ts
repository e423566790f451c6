import type { InstrumentDatabase } from '../tables.ts'
import { fail } from '../../../kernel/fail.ts'
import { type Day, formatDay, type Instant, parseDay, zonedDay } from '../../../kernel/time.ts'
import type { MarketCalendar } from '../../../market/calendar/index.ts'
import { isSameTicker } from '../../../market/ticker-spellings.ts'
import { toInstrument } from '../catalogue/catalogue.ts'
import { createHistoryStore } from '../catalogue/history-store.ts'
import type { InstrumentRow } from '../catalogue/instrument-row.ts'
import { createInstrumentStore } from '../catalogue/store.ts'
import { changedTickers } from '../catalogue/ticker-timeline.ts'
import { createEffectsStore, LISTING_TYPES, type ListingAction } from './effects-store.ts'
import { lockTickers, otherBearer } from './identity-store.ts'
import { IMPORT_SOURCE } from './import-records.ts'

/** Longer than any market is closed. */
const LONGEST_CLOSURE_DAYS = 21

/** What became of an action: its day lies ahead, or the record of its listing is another now, or was so already. */
export type Effect = 'ahead' | 'changed' | 'unchanged'

/**
 * Applies an action to the record of its listing once its ex-date is reached where the listing is traded; idempotent.
 * To be called in a transaction, after whose commit the caller notifies the other processes. Throws 409 `DUPLICATE`, and the transaction
 * is to be rolled back, for a ticker that another listing of the venue has, and 422 `VALIDATION_ERROR` for a merger into its own successor.
 */
export async function takeEffect(
  trx: InstrumentDatabase,
  action: ListingAction,
  marketNow: Instant,
): Promise<Effect> {
  if (!LISTING_TYPES.includes(action.type)) return 'unchanged'
  const history = createHistoryStore(trx)
  const row = await history.lock(action.entity_id)
  const exDay = parseDay(action.ex_date)
  if (row === undefined || exDay === null) return 'unchanged'
  if (action.type === 'merger') await refuseCircle(trx, action)
  const { calendar, timezone } = toInstrument(row)
  if (exDay > zonedDay(timezone, marketNow)) return 'ahead'
  if (!(await createEffectsStore(trx).settle(action.action_id))) return 'unchanged'
  const isChanged =
    action.type === 'symbol_change'
      ? await rename(trx, row, action)
      : await history.end(
          row.entity_id,
          formatDay(lastSessionBefore(exDay, calendar)),
          action.type === 'merger' ? action.related_entity_id : null,
        )
  return isChanged ? 'changed' : 'unchanged'
}

/** Whoever follows successors must come to an end: none takes the place of what has taken its own. */
async function refuseCircle(
  trx: InstrumentDatabase,
  { entity_id: merged, related_entity_id: into }: ListingAction,
): Promise<void> {
  if (into !== null && (await createEffectsStore(trx).leadsTo(into, merged)))
    fail('VALIDATION_ERROR', 'related_entity_id must not be a listing whose successor is this one.')
}

function lastSessionBefore(exDay: Day, calendar: MarketCalendar | null): Day {
  const sessions = calendar?.sessions(exDay - LONGEST_CLOSURE_DAYS, exDay - 1) ?? []
  return sessions.at(-1)?.day ?? exDay - 1
}

async function rename(
  trx: InstrumentDatabase,
  row: InstrumentRow,
  { new_ticker: given, ex_date: from }: ListingAction,
): Promise<boolean> {
  const { entity_id: entityId, mic, ticker: now } = row
  const ticker = given?.trim() ?? now
  // Another spelling of the same is no change.
  if (isSameTicker(now, ticker, mic)) return false
  const history = createHistoryStore(trx)
  const tickers = changedTickers({ now, past: await history.tickers(entityId) }, { ticker, from, mic })
  const isRenamed = tickers.now !== now
  if (isRenamed) await giveTicker(trx, row, tickers.now)
  return (await history.replaceTickers(entityId, tickers.past)) || isRenamed
}

/** Stores the listing under its ticker as a record of a file that names it so would. */
async function giveTicker(trx: InstrumentDatabase, row: InstrumentRow, ticker: string): Promise<void> {
  const { entity_id: entityId, mic, exchange } = row
  if (!isSameTicker(row.ticker, ticker, mic)) {
    // Two listings must not be given one ticker at the same time.
    await lockTickers(trx, mic)
    if ((await otherBearer(trx, { ticker, mic }, entityId)) !== null) {
      fail('DUPLICATE', `${ticker} on ${exchange} is another listing.`)
    }
  }
  const { asset_class: assetClass, market_cap: marketCap, source: _, status: __, ...rest } = row
  const name = row.name === row.ticker ? ticker : row.name
  const record = { ...rest, assetClass, marketCap, entityId, ticker, name, previousTicker: null }
  await createInstrumentStore(trx, []).upsert([record], IMPORT_SOURCE)
}
