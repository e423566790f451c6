import { sql } from 'kysely'
import { atomically, type Database } from '../../adapters/storage/database.ts'
import type { SeriesBasis } from '../../adapters/storage/schema.ts'
import type { Id } from '../../kernel/ids.ts'
import { formatInstant } from '../../kernel/time.ts'
import type { Interval } from '../../kernel/vocabulary.ts'
import type { Bars, InstantRange } from '../../kernel/bars.ts'

/** A stored series of one instrument. */
export interface StoredSeries {
  seriesId: number
  interval: Interval
  source: string
  basis: SeriesBasis
  /** Changes with every write that changes a bar. */
  version: number
  span: InstantRange
}

/** What a write did to the bars it was given. */
export interface BarCounts {
  inserted: number
  updated: number
  unchanged: number
}

export type BarStore = ReturnType<typeof createBarStore>

/** PostgreSQL counts its binary timestamps in microseconds from 2000-01-01. */
const POSTGRES_EPOCH_MS = 946_684_800_000
/** One statement's worth: large enough to be fast, small enough not to hold the embedded engine for long. */
const BATCH = 10_000

/** SQL on series and bars. */
export function createBarStore(db: Database) {
  return {
    /** Every series of an instrument that has bars. */
    async seriesOf(entityId: Id): Promise<StoredSeries[]> {
      const rows = await db
        .selectFrom('bar_series')
        .selectAll()
        .where('entity_id', '=', entityId)
        .where('first_at', 'is not', null)
        .execute()
      return rows.map((row) => ({
        seriesId: row.series_id,
        interval: row.bar_interval,
        source: row.source,
        basis: row.basis,
        version: row.version,
        span: { from: row.first_at ?? 0, to: row.last_at ?? 0 },
      }))
    },

    /** Every instrument that has bars. */
    async instruments(): Promise<ReadonlySet<Id>> {
      const rows = await db
        .selectFrom('bar_series')
        .select('entity_id')
        .distinct()
        .where('first_at', 'is not', null)
        .execute()
      return new Set(rows.map(({ entity_id: id }) => id))
    },

    read: (seriesId: number, range: InstantRange) => readBars(db, seriesId, range),

    /**
     * Stores bars of a series in one transaction; its source and basis must be the ones it has, unless it is to be
     * replaced: then what it had is gone.
     */
    write: (series: SeriesKey, bars: Bars, replace = false) =>
      atomically(db, async (trx) => {
        if (replace) await deleteSeries(trx, series)
        return writeBars(trx, series, bars)
      }),
  }
}

/** Which series bars belong to, and what is recorded with it. */
export interface SeriesKey {
  entityId: Id
  interval: Interval
  source: string
  basis: SeriesBasis
}

/** Thrown when bars of a second source or basis are about to enter a series. */
export class SeriesConflict extends Error {
  readonly existing: { source: string; basis: SeriesBasis }

  constructor(existing: { source: string; basis: SeriesBasis }) {
    super(`the series has bars from ${existing.source} (${existing.basis})`)
    this.name = 'SeriesConflict'
    this.existing = existing
  }
}

/**
 * A series as one row of packed columns: on both engines a row costs more than the numbers in it, and packed doubles
 * need no parsing.
 */
async function readBars(db: Database, seriesId: number, { from, to }: InstantRange): Promise<Bars> {
  const column = (expression: string) => sql.raw(`coalesce(string_agg(${expression}, ''::bytea), ''::bytea)`)
  const { rows } = await sql<Record<keyof Bars, Buffer>>`
    select ${column('timestamptz_send(at)')} as at, ${column('float8send(open)')} as open,
      ${column('float8send(high)')} as high, ${column('float8send(low)')} as low,
      ${column('float8send(close)')} as close, ${column('float8send(volume)')} as volume,
      ${column('float8send(adjusted_close)')} as "adjustedClose"
    from (select * from bar where series_id = ${seriesId}
      and at >= ${formatInstant(from)}::timestamptz and at <= ${formatInstant(to)}::timestamptz
      order by at) as ordered`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('an aggregate always has a row')
  return {
    at: unpackTimestamps(row.at),
    open: unpackDoubles(row.open),
    high: unpackDoubles(row.high),
    low: unpackDoubles(row.low),
    close: unpackDoubles(row.close),
    volume: unpackDoubles(row.volume),
    adjustedClose: unpackDoubles(row.adjustedClose),
  }
}

function unpackDoubles(packed: Buffer): Float64Array {
  return new Float64Array(alignedSwapped(packed))
}

function unpackTimestamps(packed: Buffer): Float64Array {
  return Float64Array.from(
    new BigInt64Array(alignedSwapped(packed)),
    (micros) => Number(micros) / 1_000 + POSTGRES_EPOCH_MS,
  )
}

/** Network byte order to the machine's, in memory that starts at a multiple of eight. */
function alignedSwapped(packed: Buffer): ArrayBuffer {
  const aligned = new Uint8Array(packed.byteLength)
  aligned.set(packed)
  Buffer.from(aligned.buffer).swap64()
  return aligned.buffer
}

async function writeBars(trx: Database, key: SeriesKey, bars: Bars): Promise<BarCounts> {
  const seriesId = await ensureSeries(trx, key)
  const counts: BarCounts = { inserted: 0, updated: 0, unchanged: 0 }
  for (let start = 0; start < bars.at.length; start += BATCH) {
    const { inserted, updated } = await upsertBatch(trx, seriesId, bars, start)
    counts.inserted += inserted
    counts.updated += updated
    counts.unchanged += Math.min(BATCH, bars.at.length - start) - inserted - updated
  }
  if (counts.inserted + counts.updated > 0) await touchSeries(trx, seriesId)
  return counts
}

async function deleteSeries(trx: Database, { entityId, interval }: SeriesKey): Promise<void> {
  await trx
    .deleteFrom('bar_series')
    .where('entity_id', '=', entityId)
    .where('bar_interval', '=', interval)
    .execute()
}

async function ensureSeries(
  trx: Database,
  { entityId, interval, source, basis }: SeriesKey,
): Promise<number> {
  const row = await trx
    .insertInto('bar_series')
    .values({ entity_id: entityId, bar_interval: interval, source, basis })
    .onConflict((conflict) =>
      // Written back unchanged, because only a written row is returned, and locked until the end of the transaction.
      conflict
        .columns(['entity_id', 'bar_interval'])
        .doUpdateSet((row) => ({ source: row.ref('bar_series.source') })),
    )
    .returning(['series_id', 'source', 'basis'])
    .executeTakeFirstOrThrow()
  if (row.source !== source || row.basis !== basis) throw new SeriesConflict(row)
  return row.series_id
}

/**
 * Inserts what is new and updates what differs. The series' row is locked by {@link ensureSeries}, so that nobody else
 * writes bars of it, and plain statements do what `on conflict` would do more slowly.
 */
async function upsertBatch(
  trx: Database,
  seriesId: number,
  bars: Bars,
  start: number,
): Promise<{ inserted: number; updated: number }> {
  const end = start + BATCH
  const doubles = (column: Float64Array): string => `{${column.subarray(start, end).join(',')}}`
  const seconds = `{${bars.at
    .subarray(start, end)
    .map((instant) => instant / 1_000)
    .join(',')}}`
  const { rows } = await sql<{ inserted: number; updated: number }>`
    with given as (
      select to_timestamp(seconds) as at, open, high, low, close, adjusted_close, volume
      from unnest(${seconds}::float8[], ${doubles(bars.open)}::float8[],
        ${doubles(bars.high)}::float8[], ${doubles(bars.low)}::float8[], ${doubles(bars.close)}::float8[],
        ${doubles(bars.adjustedClose)}::float8[], ${doubles(bars.volume)}::float8[])
        as given(seconds, open, high, low, close, adjusted_close, volume)),
    updated as (
      update bar set open = given.open, high = given.high, low = given.low, close = given.close,
        adjusted_close = given.adjusted_close, volume = given.volume
      from given
      where bar.series_id = ${seriesId} and bar.at = given.at
        and (bar.open, bar.high, bar.low, bar.close, bar.adjusted_close, bar.volume) is distinct from
          (given.open, given.high, given.low, given.close, given.adjusted_close, given.volume)
      returning 1),
    inserted as (
      insert into bar (series_id, at, open, high, low, close, adjusted_close, volume)
      select ${seriesId}::integer, given.* from given
      left join bar on bar.series_id = ${seriesId} and bar.at = given.at
      where bar.at is null
      returning 1)
    select (select count(*) from inserted) as inserted, (select count(*) from updated) as updated`.execute(
    trx,
  )
  return rows[0] ?? { inserted: 0, updated: 0 }
}

async function touchSeries(trx: Database, seriesId: number): Promise<void> {
  await sql`
    update bar_series set version = nextval('bar_series_version'), updated_at = now(),
      first_at = (select min(at) from bar where series_id = ${seriesId}),
      last_at = (select max(at) from bar where series_id = ${seriesId})
    where series_id = ${seriesId}`.execute(trx)
}
