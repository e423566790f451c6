import type { InstrumentDatabase, SeriesBasis } from '../tables.ts'
import { type RawBuilder, sql } from 'kysely'
import { atomically } from '../../../adapters/storage/database.ts'
import type { Id } from '../../../kernel/ids.ts'
import { formatInstant, type Instant } from '../../../kernel/time.ts'
import type { Interval } from '../../../market/vocabulary.ts'
import { type Bars, type InstantRange, joinBars } from '../../../market/bars.ts'

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
export function createBarStore(db: InstrumentDatabase) {
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

    ...walksOf(db),
    ...accessOf(db),

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

/** What a write reads first; to be called in the transaction that writes. */
function accessOf(db: InstrumentDatabase) {
  return {
    /**
     * The series that bars are to enter, locked until the end of the transaction; what it had is gone when it is to be
     * replaced. Rejects with {@link SeriesConflict} for one of another source or basis.
     */
    async begin(series: SeriesKey, replace = false): Promise<number> {
      if (replace) await deleteSeries(db, series)
      return (await ensureSeries(db, series)).seriesId
    },

    /** The bars of a range, if there are not too many, and up to `count` on either side of it. */
    async around(seriesId: number, { from, to }: InstantRange, count: number, most: number): Promise<Bars> {
      const first = formatInstant(from)
      const last = formatInstant(to)
      const edge = (side: RawBuilder<unknown>): RawBuilder<unknown> => sql`
        select extract(epoch from at)::float8 * 1000 as at from bar where series_id = ${seriesId} and ${side} limit ${count}`
      const { rows } = await sql<{ begin: number | null; finish: number | null; inside: number }>`
        select (select min(at) from (${edge(sql`at < ${first}::timestamptz order by bar.at desc`)}) as b) as begin,
          (select max(at) from (${edge(sql`at > ${last}::timestamptz order by bar.at`)}) as a) as finish,
          (select count(*) from (select 1 from bar where series_id = ${seriesId} and at >= ${first}::timestamptz
            and at <= ${last}::timestamptz limit ${most + 1}) as i) as inside`.execute(db)
      const { begin = null, finish = null, inside = 0 } = rows[0] ?? {}
      const [start, end] = [begin ?? from, finish ?? to]
      if (inside <= most) return readBars(db, seriesId, { from: start, to: end })
      return joinBars([
        await readBars(db, seriesId, { from: start, to: from - 1 }),
        await readBars(db, seriesId, { from: to + 1, to: end }),
      ])
    },
  }
}

/** How bars lie in a series, without reading them. */
function walksOf(db: InstrumentDatabase) {
  return {
    /** How many bars a range holds, counted no further than `most`. */
    async count(seriesId: number, { from, to }: InstantRange, most: number): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from (select 1 from bar where series_id = ${seriesId}
          and at >= ${formatInstant(from)}::timestamptz and at <= ${formatInstant(to)}::timestamptz
          limit ${most}) as counted`.execute(db)
      return rows[0]?.count ?? 0
    },

    /**
     * The numbers of the stretches of so many milliseconds since 1970 that hold bars of a range, ascending. Walks from
     * each to the next by the index, so that the cost is that of the stretches and not of the time between them.
     */
    async filled(seriesId: number, { from, to }: InstantRange, widthMs: number): Promise<number[]> {
      const number = sql`floor(extract(epoch from at) * 1000 / ${widthMs}::float8)::bigint`
      const next = (after: RawBuilder<unknown>): RawBuilder<unknown> => sql`
        select ${number} as number from bar where series_id = ${seriesId}
          and at >= ${after} and at <= ${formatInstant(to)}::timestamptz order by at limit 1`
      const later = sql`to_timestamp((walk.number + 1) * ${widthMs}::float8 / 1000)`
      const { rows } = await sql<{ numbers: string | null }>`
        with recursive walk(number) as (
          (${next(sql`${formatInstant(from)}::timestamptz`)})
          union all
          select (${next(later)}) from walk where walk.number is not null)
        select string_agg(number::text, ',' order by number) as numbers from walk`.execute(db)
      return (rows[0]?.numbers ?? '').split(',').filter(Boolean).map(Number)
    },

    /** The instant of the `count`-th bar before `at`, or of the first one; null when there is none before it. */
    async before(seriesId: number, at: Instant, count: number): Promise<Instant | null> {
      const { rows } = await sql<{ instant: number | null }>`
        select (extract(epoch from min(at)) * 1000)::float8 as instant from (select at from bar
          where series_id = ${seriesId} and at < ${formatInstant(at)}::timestamptz
          order by at desc limit ${count}) as earlier`.execute(db)
      return rows[0]?.instant ?? null
    },
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

/** Numbers of a packed bar: its instant, and one for each other column. */
const PACKED = 7

/**
 * A range as one value in which bar follows bar: on both engines a row costs more than the numbers in it, seven
 * aggregates twice what one costs, and packed doubles need no parsing.
 */
async function readBars(db: InstrumentDatabase, seriesId: number, { from, to }: InstantRange): Promise<Bars> {
  const { rows } = await sql<{ packed: Buffer | null }>`
    select string_agg(timestamptz_send(at) || float8send(open) || float8send(high) || float8send(low)
      || float8send(close) || float8send(volume) || float8send(adjusted_close), ''::bytea) as packed
    from (select * from bar where series_id = ${seriesId}
      and at >= ${formatInstant(from)}::timestamptz and at <= ${formatInstant(to)}::timestamptz
      order by at) as ordered`.execute(db)
  return unpackBars(alignedSwapped(rows[0]?.packed ?? Buffer.alloc(0)))
}

/** Bars one after the other into columns. Plain loops: `Float64Array.from` takes nine times as long. */
function unpackBars(words: ArrayBuffer): Bars {
  const numbers = new Float64Array(words)
  const column = (place: number): Float64Array => {
    const values = new Float64Array(numbers.length / PACKED)
    for (let index = 0; index < values.length; index++) {
      values[index] = numbers[index * PACKED + place] ?? Number.NaN
    }
    return values
  }
  return {
    at: unpackTimestamps(words),
    open: column(1),
    high: column(2),
    low: column(3),
    close: column(4),
    volume: column(5),
    adjustedClose: column(6),
  }
}

/** Microseconds as two halves: whole numbers of 64 bits one by one would take ten times as long. */
function unpackTimestamps(words: ArrayBuffer): Float64Array {
  const [high, low] = [new Int32Array(words), new Uint32Array(words)]
  const instants = new Float64Array(words.byteLength / 8 / PACKED)
  for (let index = 0; index < instants.length; index++) {
    const at = 2 * PACKED * index
    const micros = (high[at + 1] ?? 0) * 0x1_0000_0000 + (low[at] ?? 0)
    instants[index] = micros / 1_000 + POSTGRES_EPOCH_MS
  }
  return instants
}

/** Network byte order to the machine's, in memory that starts at a multiple of eight. */
function alignedSwapped(packed: Buffer): ArrayBuffer {
  const aligned = new Uint8Array(packed.byteLength)
  aligned.set(packed)
  Buffer.from(aligned.buffer).swap64()
  return aligned.buffer
}

async function writeBars(trx: InstrumentDatabase, key: SeriesKey, bars: Bars): Promise<BarCounts> {
  const { seriesId, empty } = await ensureSeries(trx, key)
  const counts: BarCounts = { inserted: 0, updated: 0, unchanged: 0 }
  for (let start = 0; start < bars.at.length; start += BATCH) {
    const given = givenBars(bars, start)
    const { inserted, updated } = empty
      ? { inserted: await insertBatch(trx, seriesId, given), updated: 0 }
      : await upsertBatch(trx, seriesId, given)
    counts.inserted += inserted
    counts.updated += updated
    counts.unchanged += Math.min(BATCH, bars.at.length - start) - inserted - updated
  }
  if (counts.inserted + counts.updated > 0) await touchSeries(trx, seriesId)
  return counts
}

async function deleteSeries(trx: InstrumentDatabase, { entityId, interval }: SeriesKey): Promise<void> {
  await trx
    .deleteFrom('bar_series')
    .where('entity_id', '=', entityId)
    .where('bar_interval', '=', interval)
    .execute()
}

async function ensureSeries(
  trx: InstrumentDatabase,
  { entityId, interval, source, basis }: SeriesKey,
): Promise<{ seriesId: number; empty: boolean }> {
  const row = await trx
    .insertInto('bar_series')
    .values({ entity_id: entityId, bar_interval: interval, source, basis })
    .onConflict((conflict) =>
      // Written back unchanged, because only a written row is returned, and locked until the end of the transaction.
      conflict
        .columns(['entity_id', 'bar_interval'])
        .doUpdateSet((row) => ({ source: row.ref('bar_series.source') })),
    )
    .returning(['series_id', 'source', 'basis', 'first_at'])
    .executeTakeFirstOrThrow()
  if (row.source !== source || row.basis !== basis) throw new SeriesConflict(row)
  return { seriesId: row.series_id, empty: row.first_at === null }
}

/** A batch of bars as rows of SQL, beginning with the bar at `start`. */
function givenBars(bars: Bars, start: number): RawBuilder<unknown> {
  const end = start + BATCH
  const doubles = (column: Float64Array): string => `{${column.subarray(start, end).join(',')}}`
  const seconds = `{${bars.at
    .subarray(start, end)
    .map((instant) => instant / 1_000)
    .join(',')}}`
  return sql`(select to_timestamp(seconds) as at, open, high, low, close, adjusted_close, volume
    from unnest(${seconds}::float8[], ${doubles(bars.open)}::float8[],
      ${doubles(bars.high)}::float8[], ${doubles(bars.low)}::float8[], ${doubles(bars.close)}::float8[],
      ${doubles(bars.adjustedClose)}::float8[], ${doubles(bars.volume)}::float8[])
      as given(seconds, open, high, low, close, adjusted_close, volume))`
}

const COLUMNS = sql.raw('series_id, at, open, high, low, close, adjusted_close, volume')

/** Inserts bars of a series that has none: nothing is there to compare them with. */
async function insertBatch(
  trx: InstrumentDatabase,
  seriesId: number,
  given: RawBuilder<unknown>,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into bar (${COLUMNS}) select ${seriesId}::integer, given.* from ${given} as given`.execute(trx)
  return Number(numAffectedRows ?? 0n)
}

/**
 * Inserts what is new and updates what differs. The series' row is locked by {@link ensureSeries}, so that nobody else
 * writes bars of it, and plain statements do what `on conflict` would do more slowly.
 */
async function upsertBatch(
  trx: InstrumentDatabase,
  seriesId: number,
  given: RawBuilder<unknown>,
): Promise<{ inserted: number; updated: number }> {
  const { rows } = await sql<{ inserted: number; updated: number }>`
    with given as materialized ${given},
    updated as (
      update bar set open = given.open, high = given.high, low = given.low, close = given.close,
        adjusted_close = given.adjusted_close, volume = given.volume
      from given
      where bar.series_id = ${seriesId} and bar.at = given.at
        and (bar.open, bar.high, bar.low, bar.close, bar.adjusted_close, bar.volume) is distinct from
          (given.open, given.high, given.low, given.close, given.adjusted_close, given.volume)
      returning 1),
    inserted as (
      insert into bar (${COLUMNS}) select ${seriesId}::integer, given.* from given
      left join bar on bar.series_id = ${seriesId} and bar.at = given.at
      where bar.at is null
      returning 1)
    select (select count(*) from inserted) as inserted, (select count(*) from updated) as updated`.execute(
    trx,
  )
  return rows[0] ?? { inserted: 0, updated: 0 }
}

async function touchSeries(trx: InstrumentDatabase, seriesId: number): Promise<void> {
  await sql`
    update bar_series set version = nextval('bar_series_version'), updated_at = now(),
      first_at = (select min(at) from bar where series_id = ${seriesId}),
      last_at = (select max(at) from bar where series_id = ${seriesId})
    where series_id = ${seriesId}`.execute(trx)
}
