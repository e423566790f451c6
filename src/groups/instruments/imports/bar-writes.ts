import type { InstrumentDatabase } from '../tables.ts'
import { atomically } from '../../../adapters/storage/database.ts'
import { checkWithNeighbours } from '../../../market/bar-neighbours.ts'
import { checkBars, type CheckedBars } from '../../../market/bar-rules.ts'
import { type Bars, zeroBars } from '../../../market/bars.ts'
import { believableDividends } from '../../../market/dividend-rules.ts'
import { newestDay } from '../../../kernel/domain-range.ts'
import type { Id } from '../../../kernel/ids.ts'
import { formatDay, type Instant, utcDay } from '../../../kernel/time.ts'
import { calendarOf, venueOf } from '../../../market/venues.ts'
import { createActionsStore } from '../prices/actions-store.ts'
import { type Adjusted, rebuildAdjusted, withComputed } from '../prices/adjusted-closes.ts'
import { adjustingEvents } from '../prices/adjusting-events.ts'
import { createBarStore, type SeriesKey } from '../prices/bar-store.ts'
import { createHistoryStore } from '../catalogue/history-store.ts'
import {
  type BarsImport,
  type BarsStored,
  dayText,
  type FileOfBars,
  IMPORT_SOURCE,
  type SecurityImport,
  toActions,
} from './import-records.ts'
import type { InstrumentRow } from '../catalogue/instrument-row.ts'
import { createInstrumentStore } from '../catalogue/store.ts'

/** Stored bars on either side that new ones are checked beside: enough for every rule of docs/price-rules.md. */
const NEIGHBOURS = 60
/** Stored bars between the first and the last new one, for each new one and at least. */
const INSIDE_SHARE = 4
const INSIDE_LEAST = 10_000
/** Of listings whose venue nobody knows. */
const UTC = 'UTC'

/** What was stored, and what others must hear of. */
export interface Written {
  counts: BarsStored
  changed: boolean
  /** The record of the listing has changed too. */
  listed: boolean
}

/** The bars of a file that could be bars of anything, whatever is stored. */
export function plausibleBars({ columns, basis, events }: FileOfBars, marketNow: Instant): CheckedBars {
  return checkBars(columns, { basis, splits: events?.splits ?? [], newest: newestDay(marketNow) })
}

/**
 * Checks the bars of an instrument beside the stored ones and stores those that can be, with the splits and dividends of
 * the file, all in one transaction. Rejects with `SeriesConflict` for a series of another source or basis that is not to
 * be replaced.
 */
export function storeBars(
  db: InstrumentDatabase,
  entityId: Id,
  file: BarsImport,
  marketNow: Instant,
): Promise<Written> {
  return atomically(db, async (trx) => {
    const { bars, ...checked } = await checkAndWrite(trx, entityId, file, marketNow)
    const { columns } = file
    const { events, findings } = believableEvents(file, bars)
    const counts = { ...checked, findings: [...checked.findings, ...findings] }
    // A file covers its own days alone: another year's file has its own events.
    const [from, to] = [columns.at[0], columns.at.at(-1)].map((at) =>
      at === undefined || !Number.isFinite(at) ? null : formatDay(utcDay(at)),
    )
    const span = { entityId, source: IMPORT_SOURCE, from: from ?? null, to: to ?? null }
    const stored = counts.inserted + counts.updated + counts.unchanged
    const moved =
      events === undefined || stored === 0
        ? 0
        : await createActionsStore(trx).replace(span, toActions(entityId, events))
    if ((file.unadjusted?.size ?? 0) > 0 || moved > 0) await rebuild(trx, entityId)
    const taken = stored + moved === 0 ? 0 : await createInstrumentStore(trx, []).takeOver([entityId])
    return { counts, changed: counts.inserted + counts.updated + moved + taken > 0, listed: taken > 0 }
  })
}

/** The same of a security through all its renames: history, actions, daily and minute bars. */
export function storeSecurity(
  db: InstrumentDatabase,
  entityId: Id,
  security: SecurityImport,
  marketNow: Instant,
): Promise<Written> {
  return atomically(db, async (trx) => {
    const { daily, minute, previousTickers, delistedOn, events, replace } = security
    const counts = {
      inserted: 0,
      updated: 0,
      unchanged: 0,
      findings: [] as Array<BarsStored['findings'][number]>,
    }
    for (const [interval, columns] of [['1d', daily] as const, ['1min', minute] as const]) {
      if (columns === null) continue
      const file = { interval, basis: 'as_traded', columns, events: events ?? undefined, replace } as const
      const written = await checkAndWrite(trx, entityId, file, marketNow)
      for (const name of ['inserted', 'updated', 'unchanged'] as const) counts[name] += written[name]
      counts.findings.push(...written.findings)
    }
    if (events !== null) {
      const always = { entityId, source: IMPORT_SOURCE, from: null, to: null }
      await createActionsStore(trx).replace(always, toActions(entityId, events))
    }
    const past = previousTickers.map(({ ticker, from, to }) => ({
      ticker,
      from: dayText(from),
      to: dayText(to),
    }))
    const until = delistedOn === null ? null : formatDay(delistedOn)
    const renamed = await createHistoryStore(trx).record(entityId, past, until)
    const taken = await createInstrumentStore(trx, []).takeOver([entityId])
    return { counts, changed: true, listed: renamed || taken > 0 }
  })
}

function believableEvents(
  { events, basis }: BarsImport,
  bars: Bars,
): { events: BarsImport['events']; findings: BarsStored['findings'] } {
  if (events === undefined) return { events, findings: [] }
  const { dividends, findings } = believableDividends(events.dividends, bars, {
    basis,
    splits: events.splits,
  })
  return { events: { ...events, dividends }, findings }
}

async function checkAndWrite(
  trx: InstrumentDatabase,
  entityId: Id,
  { interval, basis, columns: given, events, replace, unadjusted = NONE }: BarsImport,
  marketNow: Instant,
): Promise<BarsStored & { bars: Bars }> {
  const store = createBarStore(trx)
  const row = await listingOf(trx, entityId)
  const key: SeriesKey = { entityId, interval, source: IMPORT_SOURCE, basis }
  const seriesId = await store.begin(key, replace)
  const known = events ?? adjustingEvents(await createActionsStore(trx).adjusting(entityId), row.currency)
  const columns =
    unadjusted.size === 0
      ? given
      : await withComputed({ columns: given, interval, lacking: unadjusted }, adjustedOf(row), known, store)
  const stored = await neighbours(seriesId, columns, store)
  const { bars, findings } = checkWithNeighbours(columns, stored, {
    basis,
    splits: known.splits,
    newest: newestDay(marketNow),
    days: { interval, marketNow, ...sessionsOf(row) },
  })
  const ownUntil = bars.at.findLast((at) => !unadjusted.has(at)) ?? null
  return { ...(await store.write(key, bars, false, ownUntil)), findings, bars }
}

const NONE: ReadonlySet<Instant> = new Set()

async function listingOf(trx: InstrumentDatabase, entityId: Id): Promise<InstrumentRow> {
  const row = await createInstrumentStore(trx, []).byId(entityId)
  if (row === undefined) throw new Error(`no instrument ${entityId}`)
  return row
}

/** A new bar may reach an ex-date, and its close may be the one that a dividend is measured by. */
async function rebuild(trx: InstrumentDatabase, entityId: Id): Promise<void> {
  const stores = { actions: createActionsStore(trx), bars: createBarStore(trx) }
  await rebuildAdjusted(adjustedOf(await listingOf(trx, entityId)), stores)
}

const adjustedOf = (row: InstrumentRow): Adjusted => ({
  entityId: row.entity_id,
  currency: row.currency,
  timezone: sessionsOf(row).timezone ?? UTC,
})

function neighbours(
  seriesId: number,
  { at }: Bars,
  store: ReturnType<typeof createBarStore>,
): Promise<Bars> | Bars {
  const times = at.filter(Number.isFinite)
  if (times.length === 0) return zeroBars(0)
  const range = { from: times.reduce((a, b) => Math.min(a, b)), to: times.reduce((a, b) => Math.max(a, b)) }
  return store.around(seriesId, range, NEIGHBOURS, Math.max(INSIDE_LEAST, INSIDE_SHARE * times.length))
}

/** The calendar and the zone of a listing's venue; null for a venue that nobody knows. */
function sessionsOf({ mic, exchange, asset_class: assetClass }: InstrumentRow) {
  const calendar = calendarOf(mic, assetClass)
  return { calendar, timezone: calendar?.timezone ?? venueOf({ exchange, mic, assetClass }).timezone }
}
