import type { InstrumentDatabase, SeriesBasis } from '../tables.ts'
import { type RawBuilder, sql } from 'kysely'
import { atomically } from '../../../adapters/storage/database.ts'
import type { Id } from '../../../kernel/ids.ts'
import { formatInstant, type Instant } from '../../../kernel/time.ts'
import type { Interval } from '../../../market/vocabulary.ts'
import { type Bars, barsWithin, type InstantRange, joinBars, zeroBars } from '../../../market/bars.ts'
import { type BarBlock, blocksOf, mergeBars, packBars, unpackBars } from './packed-bars.ts'

/** A stored series of one instrument. */
export interface StoredSeries {
  seriesId: number
  interval: Interval
  source: string
  basis: SeriesBasis
  /** Changes with every write that changes a bar. */
  version: number
  span: InstantRange
  /** The newest bar whose adjusted close its source gave, or minus infinity. */
  adjustedUntil: Instant
}

/** What a write did to the bars it was given. */
export interface BarCounts {
  inserted: number
  updated: number
  unchanged: number
}

export type BarStore = ReturnType<typeof createBarStore>

/** Blocks of one statement: some 2 MB, large enough to be fast, small enough not to hold the embedded engine for long. */
const BATCH = 100
/** Blocks that are computed anew in one turn: some three milliseconds for minutes of sessions. */
const READJUSTED_AT_ONCE = 8
const BEFORE_ALL_BLOCKS = -(2 ** 31)

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
        adjustedUntil: row.adjusted_until ?? Number.NEGATIVE_INFINITY,
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
     * replaced: then what it had is gone. The adjusted close of the bar at `adjustedUntil` is
     * its source's own, and none of a later one of these; by default all are, and with null none is.
     */
    write: (
      series: SeriesKey,
      bars: Bars,
      replace = false,
      adjustedUntil: Instant | null = bars.at.at(-1) ?? null,
    ) =>
      atomically(db, async (trx) => {
        if (replace) await emptySeries(trx, series)
        return writeBars(trx, series, bars, adjustedUntil)
      }),

    /** Computes the adjusted closes after an instant anew, as the close times the factor of theirs, in one transaction. */
    readjust: (series: SeriesKey, factorAt: (at: Instant) => number, after = Number.NEGATIVE_INFINITY) =>
      atomically(db, (trx) => readjustBars(trx, series, factorAt, after)),
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
      if (replace) await emptySeries(db, series)
      return (await ensureSeries(db, series)).seriesId
    },

    /** The bars of a range, if there are not too many, and up to `count` on either side of it. */
    async around(seriesId: number, { from, to }: InstantRange, count: number, most: number): Promise<Bars> {
      const start = (await instantAway(db, seriesId, { at: from, count, side: 'before' })) ?? from
      const end = (await instantAway(db, seriesId, { at: to, count, side: 'after' })) ?? to
      const inside = await countBars(db, seriesId, { from, to }, most + 1)
      if (inside <= most) return readBars(db, seriesId, { from: start, to: end })
      return joinBars([
        await readBars(db, seriesId, { from: start, to: from - 1 }),
        await readBars(db, seriesId, { from: to + 1, to: end }),
      ])
    },
  }
}

/** How bars lie in a series, without reading more than two blocks of them. */
function walksOf(db: InstrumentDatabase) {
  return {
    /** How many bars a range holds, counted no further than `most`. */
    count: (seriesId: number, range: InstantRange, most: number) => countBars(db, seriesId, range, most),

    /**
     * The numbers of the stretches of so many milliseconds since 1970 that hold bars, ascending: those with a block that
     * the range meets. A stretch is as long as a block or several of them.
     */
    async filled(seriesId: number, range: InstantRange, widthMs: number): Promise<number[]> {
      const { rows } = await sql<{ numbers: string | null }>`
        select string_agg(number::text, ',' order by number) as numbers from (
          select distinct floor(extract(epoch from first_at) * 1000 / ${widthMs}::float8)::bigint as number
          from bar_block where ${meets(seriesId, range)}) as stretches`.execute(db)
      return (rows[0]?.numbers ?? '').split(',').filter(Boolean).map(Number)
    },

    /** The instant of the `count`-th bar before `at`, or of the first one; null when there is none before it. */
    before: (seriesId: number, at: Instant, count: number) =>
      instantAway(db, seriesId, { at, count, side: 'before' }),
  }
}

/** The blocks of a series with a bar in the range, or one on either side of it. */
function meets(seriesId: number, { from, to }: InstantRange): RawBuilder<unknown> {
  return sql`series_id = ${seriesId} and first_at <= ${formatInstant(to)}::timestamptz
    and last_at >= ${formatInstant(from)}::timestamptz`
}

async function countBars(
  db: InstrumentDatabase,
  seriesId: number,
  range: InstantRange,
  most: number,
): Promise<number> {
  const isWhole = sql`(first_at >= ${formatInstant(range.from)}::timestamptz
    and last_at <= ${formatInstant(range.to)}::timestamptz)`
  const { rows } = await sql<{ whole: number; parts: Buffer[] | null }>`
    select coalesce(sum(bars) filter (where ${isWhole}), 0)::integer as whole,
      array_agg(packed) filter (where not ${isWhole}) as parts
    from bar_block where ${meets(seriesId, range)}`.execute(db)
  const { whole = 0, parts } = rows[0] ?? {}
  const inParts = (parts ?? []).map((part) => barsWithin(unpackBars([part]), range).at.length)
  return Math.min(
    most,
    inParts.reduce((sum, bars) => sum + bars, whole),
  )
}

/** Which bar beside an instant is meant: the `count`-th before or after it. */
interface BarsAway {
  at: Instant
  count: number
  side: 'before' | 'after'
}

/** The instant of that bar, or of the last one on that side when there are fewer; null when there is none or none is asked for. */
async function instantAway(
  db: InstrumentDatabase,
  seriesId: number,
  { at, count, side }: BarsAway,
): Promise<Instant | null> {
  if (count < 1) return null
  const isBefore = side === 'before'
  const order = isBefore ? sql`desc` : sql`asc`
  const isOnSide = isBefore ? sql`first_at < ${formatInstant(at)}` : sql`last_at > ${formatInstant(at)}`
  const { rows } = await sql<{ number: number; packed: Buffer }>`
    select number, packed from bar_block where series_id = ${seriesId} and ${isOnSide}::timestamptz
    order by number ${order} limit 1`.execute(db)
  const [nearest] = rows
  if (nearest === undefined) return null
  const instants = outwards(nearest.packed, side).filter((instant) =>
    isBefore ? instant < at : instant > at,
  )
  const found = instants[count - 1]
  if (found !== undefined) return found
  const wanted = count - instants.length
  const isFarther = isBefore ? sql`number < ${nearest.number}` : sql`number > ${nearest.number}`
  const farther = await sql<{ packed: Buffer; passed: number }>`
    select packed, passed from (
      select number, packed, bars, (sum(bars) over (order by number ${order}) - bars)::integer as passed
      from bar_block where series_id = ${seriesId} and ${isFarther}) as counted
    where passed + bars >= ${wanted} or number = (
      select ${isBefore ? sql`min` : sql`max`}(number) from bar_block where series_id = ${seriesId})
    order by number ${order} limit 1`.execute(db)
  const [block] = farther.rows
  if (block === undefined) return instants.at(-1) ?? null
  const beyond = outwards(block.packed, side)
  return beyond[wanted - block.passed - 1] ?? beyond.at(-1) ?? null
}

/** The instants of a block, those nearest to what it lies beside first. */
function outwards(packed: Buffer, side: BarsAway['side']): Float64Array {
  const { at } = unpackBars([packed])
  return side === 'before' ? at.reverse() : at
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

async function readBars(db: InstrumentDatabase, seriesId: number, range: InstantRange): Promise<Bars> {
  const { rows } = await sql<{ packed: Buffer }>`
    select packed from bar_block where ${meets(seriesId, range)} order by first_at`.execute(db)
  return barsWithin(unpackBars(rows.map(({ packed }) => packed)), range)
}

/** Block by block; of a series that had none nothing has to be read. */
async function writeBars(
  trx: InstrumentDatabase,
  key: SeriesKey,
  bars: Bars,
  adjustedUntil: Instant | null,
): Promise<BarCounts> {
  const { seriesId, empty } = await ensureSeries(trx, key, adjustedUntil)
  const counts: BarCounts = { inserted: 0, updated: 0, unchanged: 0 }
  const given = blocksOf(bars, key.interval)
  for (let start = 0; start < given.length; start += BATCH) {
    const batch = given.slice(start, start + BATCH)
    const known = empty ? new Map<number, Bars>() : await knownBlocks(trx, seriesId, batch)
    const changed: BarBlock[] = []
    for (const { number, bars: fresh } of batch) {
      const merged = mergeBars(known.get(number) ?? zeroBars(0), fresh)
      counts.inserted += merged.inserted
      counts.updated += merged.updated
      counts.unchanged += fresh.at.length - merged.inserted - merged.updated
      if (merged.inserted + merged.updated > 0) changed.push({ number, bars: merged.bars })
    }
    await storeBlocks(trx, seriesId, changed)
  }
  if (counts.inserted + counts.updated > 0) await touchSeries(trx, seriesId)
  return counts
}

/** A few blocks at a time: a series of a million minutes must not hold the event loop. */
async function readjustBars(
  trx: InstrumentDatabase,
  key: SeriesKey,
  factorAt: (at: Instant) => number,
  after: Instant,
): Promise<void> {
  const { seriesId } = await ensureSeries(trx, key)
  let [isChanged, done] = [false, BEFORE_ALL_BLOCKS]
  for (;;) {
    const { rows } = await sql<{ number: number; packed: Buffer }>`
      select number, packed from bar_block where series_id = ${seriesId}
        and number > ${done} order by number limit ${READJUSTED_AT_ONCE}`.execute(trx)
    const last = rows.at(-1)
    if (last === undefined) break
    done = last.number
    const bars = unpackBars(rows.map(({ packed }) => packed))
    const adjustedClose = bars.close.map((close, index) => {
      const at = bars.at[index] ?? 0
      return at > after ? close * factorAt(at) : (bars.adjustedClose[index] ?? close)
    })
    if (adjustedClose.every((close, index) => close === bars.adjustedClose[index])) continue
    await storeBlocks(trx, seriesId, blocksOf({ ...bars, adjustedClose }, key.interval))
    isChanged = true
  }
  if (isChanged) await touchSeries(trx, seriesId)
}

/**
 * Takes a series over for a source and a basis, without its bars. The row stays and is locked: of two replacements at the
 * same time the second would not see what the first has inserted in the place of a deleted one, and would be merged with it.
 */
async function emptySeries(
  trx: InstrumentDatabase,
  { entityId, interval, source, basis }: SeriesKey,
): Promise<void> {
  const { series_id: seriesId } = await trx
    .insertInto('bar_series')
    .values({ entity_id: entityId, bar_interval: interval, source, basis })
    .onConflict((conflict) =>
      conflict
        .columns(['entity_id', 'bar_interval'])
        .doUpdateSet({ source, basis, first_at: null, last_at: null, adjusted_until: null }),
    )
    .returning('series_id')
    .executeTakeFirstOrThrow()
  await trx.deleteFrom('bar_block').where('series_id', '=', seriesId).execute()
}

async function ensureSeries(
  trx: InstrumentDatabase,
  { entityId, interval, source, basis }: SeriesKey,
  adjustedUntil: Instant | null = null,
): Promise<{ seriesId: number; empty: boolean }> {
  const row = await trx
    .insertInto('bar_series')
    .values({
      entity_id: entityId,
      bar_interval: interval,
      source,
      basis,
      adjusted_until: adjustedUntil === null ? null : formatInstant(adjustedUntil),
    })
    .onConflict((conflict) =>
      // Written back, because only a written row is returned, and locked until the end of the transaction. A series whose
      // every bar was rejected has none and belongs to nobody.
      conflict.columns(['entity_id', 'bar_interval']).doUpdateSet({
        source: sql`case when bar_series.first_at is null then excluded.source else bar_series.source end`,
        basis: sql`case when bar_series.first_at is null then excluded.basis else bar_series.basis end`,
        adjusted_until: sql`greatest(case when bar_series.first_at is not null then bar_series.adjusted_until end,
          excluded.adjusted_until)`,
      }),
    )
    .returning(['series_id', 'source', 'basis', 'first_at'])
    .executeTakeFirstOrThrow()
  if (row.source !== source || row.basis !== basis) throw new SeriesConflict(row)
  return { seriesId: row.series_id, empty: row.first_at === null }
}

/** What the series has in the stretches of these blocks. */
async function knownBlocks(
  trx: InstrumentDatabase,
  seriesId: number,
  blocks: readonly BarBlock[],
): Promise<ReadonlyMap<number, Bars>> {
  const { rows } = await sql<{ number: number; packed: Buffer }>`
    select number, packed from bar_block where series_id = ${seriesId}
      and number = any(${blocks.map(({ number }) => number)}::integer[])`.execute(trx)
  return new Map(rows.map(({ number, packed }) => [number, unpackBars([packed])]))
}

/**
 * The series' row is locked by {@link ensureSeries}, so that nobody else writes blocks of it. The bytes go as one parameter,
 * because the driver sends a buffer as it is and buffers of an array as text.
 */
async function storeBlocks(
  trx: InstrumentDatabase,
  seriesId: number,
  blocks: readonly BarBlock[],
): Promise<void> {
  if (blocks.length === 0) return
  const packed = blocks.map(({ bars }) => packBars(bars))
  let next = 1
  const starts = packed.map(({ byteLength }) => (next += byteLength) - byteLength)
  const instants = (pick: (at: Float64Array) => number | undefined): string[] =>
    blocks.map(({ bars }) => formatInstant(pick(bars.at) ?? Number.NaN))
  await sql`
    insert into bar_block (series_id, number, first_at, last_at, bars, packed)
    select ${seriesId}::integer, number, first_at, last_at, bars,
      substring(${Buffer.concat(packed)}::bytea from start for bytes)
    from unnest(${blocks.map(({ number }) => number)}::integer[],
      ${instants((at) => at[0])}::timestamptz[], ${instants((at) => at.at(-1))}::timestamptz[],
      ${blocks.map(({ bars }) => bars.at.length)}::integer[], ${starts}::integer[],
      ${packed.map(({ byteLength }) => byteLength)}::integer[])
      as given (number, first_at, last_at, bars, start, bytes)
    on conflict (series_id, number) do update set first_at = excluded.first_at, last_at = excluded.last_at,
      bars = excluded.bars, packed = excluded.packed`.execute(trx)
}

async function touchSeries(trx: InstrumentDatabase, seriesId: number): Promise<void> {
  await sql`
    update bar_series set version = nextval('bar_series_version'), updated_at = now(),
      first_at = (select first_at from bar_block where series_id = ${seriesId} order by number limit 1),
      last_at = (select last_at from bar_block where series_id = ${seriesId} order by number desc limit 1)
    where series_id = ${seriesId}`.execute(trx)
}
