import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { barsWithin, type InstantRange } from '../../../market/bars.ts'
import { BoundedMap } from '../../../kernel/bounded-map.ts'
import { DAY_MS } from '../../../kernel/time.ts'
import type { Interval } from '../../../market/vocabulary.ts'
import type { WorkFor, WorkGate } from '../../../kernel/work-gate.ts'
import type { PriceSource } from '../../../ports/market-data.ts'
import { encodeBars, type EncodedBars, sliceBars } from './encoded-bars.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import { MAX_RANGE_BARS, rangeTooLarge } from './ohlcv-range.ts'

/** Encoded bars of a range in pieces, and a tag that changes with their bytes. */
export interface BarPieces {
  pieces: Uint8Array[]
  count: number
  version: string
}

interface Block {
  version: string
  bars: EncodedBars
}

/** A part of a series that is read, encoded and remembered as one; numbered from 1970. */
interface Chunk {
  number: number
  key: string
  range: InstantRange
  version: string
}

/** What is read, and on whose behalf. */
export interface BarsWanted {
  interval: Interval
  range: InstantRange
  caller: WorkFor
}

/** How much time a block spans; a daily series is one block. */
const BLOCK_MS: Record<Interval, number> = {
  '1min': DAY_MS,
  '5min': 7 * DAY_MS,
  '1d': Number.POSITIVE_INFINITY,
}
/** No block holds more: the minutes of a day, the five minutes of a week. */
const BLOCK_BARS = 2_016
/** Missing neighbours are read together, and then everybody else gets a turn: so many, and more where they are sparse. */
const RUN = 8
const MOST_RUNS = 64
/** What has to be read in more runs than this is long work. */
const RUNS_AT_ONCE = 2
const MAX_CACHE_BYTES = 32 * 1024 * 1024
const COMMA = Buffer.from(',')

/** Serves ranges of series from encoded blocks, so that a bar is encoded once and not once per request. */
export class BarBlocks {
  private readonly blocks = new BoundedMap<Block>({
    maxBytes: MAX_CACHE_BYTES,
    sizeOf: ({ bars }) => bars.bytes.byteLength + bars.at.byteLength + bars.starts.byteLength,
  })
  private readonly loading = new Map<string, Promise<Block[]>>()
  private readonly gate: WorkGate

  constructor(gate: WorkGate) {
    this.gate = gate
  }

  /**
   * The bars of a range. How many there are is known before any is read: more than 100,000 are 422 `RANGE_TOO_LARGE`. Only
   * stretches that hold bars are walked over; what has to be read in many pieces waits for its turn at the gate.
   */
  async read(instrument: Instrument, source: PriceSource, wanted: BarsWanted): Promise<BarPieces> {
    const { interval, range: asked, caller } = wanted
    const span = await source.span(instrument, interval)
    const range = span === null ? null : intersect(asked, span)
    if (range === null) return piecesOf([], [], NOWHERE)
    const chunks = await this.chunks(instrument, source, interval, range)
    if (chunks.length * BLOCK_BARS > MAX_RANGE_BARS) {
      const count = await source.count?.(instrument, interval, range, MAX_RANGE_BARS + 1)
      if (count !== undefined && count > MAX_RANGE_BARS) throw rangeTooLarge()
    }
    const groups = runs(chunks)
    const readAll = (signal?: AbortSignal): Promise<Block[]> =>
      this.readRuns(groups, (run) => this.load(instrument, source, interval, run), signal)
    const missing = groups.filter((run) => this.known(run) === null).length
    const blocks = missing > RUNS_AT_ONCE ? await this.gate.run(caller, readAll) : await readAll()
    return piecesOf(chunks, blocks, range)
  }

  private async readRuns(
    groups: readonly Chunk[][],
    load: (run: readonly Chunk[]) => Promise<Block[]>,
    signal: AbortSignal | undefined,
  ): Promise<Block[]> {
    const blocks: Block[] = []
    for (const run of groups) {
      blocks.push(...(this.known(run) ?? (await load(run))))
      signal?.throwIfAborted()
    }
    return blocks
  }

  /** The blocks of a run, or null unless all of them are here and current. */
  private known(run: readonly Chunk[]): Block[] | null {
    const blocks: Block[] = []
    for (const { key, version } of run) {
      const block = this.blocks.get(key)
      if (block?.version !== version) return null
      blocks.push(block)
    }
    return blocks
  }

  private async chunks(
    instrument: Instrument,
    source: PriceSource,
    interval: Interval,
    range: InstantRange,
  ): Promise<Chunk[]> {
    const width = BLOCK_MS[interval]
    const chunks: Chunk[] = []
    for (const number of await numbersOf(source, instrument, interval, range)) {
      const own = Number.isFinite(width)
        ? { from: number * width, to: (number + 1) * width - 1 }
        : { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }
      const version = `${source.name}/${await source.version(instrument, interval, own)}`
      chunks.push({ number, key: `${instrument.entityId}:${interval}:${number}`, range: own, version })
    }
    return chunks
  }

  /** Reads a run of chunks in one go; callers that want the same run share it. */
  private load(
    instrument: Instrument,
    source: PriceSource,
    interval: Interval,
    run: readonly Chunk[],
  ): Promise<Block[]> {
    const key = run.map((chunk) => `${chunk.key}@${chunk.version}`).join()
    let loading = this.loading.get(key)
    if (loading === undefined) {
      loading = this.fill(instrument, source, interval, run).finally(() => this.loading.delete(key))
      this.loading.set(key, loading)
    }
    return loading
  }

  private async fill(
    instrument: Instrument,
    source: PriceSource,
    interval: Interval,
    run: readonly Chunk[],
  ): Promise<Block[]> {
    const whole = { from: run[0]?.range.from ?? 0, to: run.at(-1)?.range.to ?? 0 }
    const bars = await source.bars(instrument, interval, whole)
    const blocks = run.map(({ key, range, version }) => {
      const encoded = encodeBars(barsWithin(bars, range), interval)
      // The view would keep the columns of the whole run alive.
      const block = { version, bars: { ...encoded, at: encoded.at.slice() } }
      this.blocks.set(key, block)
      return block
    })
    await setImmediate()
    return blocks
  }
}

const NOWHERE: InstantRange = { from: 0, to: 0 }

function intersect(a: InstantRange, b: InstantRange): InstantRange | null {
  const [from, to] = [Math.max(a.from, b.from), Math.min(a.to, b.to)]
  return from <= to ? { from, to } : null
}

/** The numbers of the blocks of a range that hold bars, or, of a source without long gaps, of all of them. */
async function numbersOf(
  source: PriceSource,
  instrument: Instrument,
  interval: Interval,
  range: InstantRange,
): Promise<readonly number[]> {
  const width = BLOCK_MS[interval]
  if (!Number.isFinite(width)) return [0]
  if (source.filled !== undefined) return source.filled(instrument, interval, range, width)
  const [first, last] = [Math.floor(range.from / width), Math.floor(range.to / width)]
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** Chunks in groups whose borders do not depend on where a range begins, so that overlapping ranges share them. */
function runs(chunks: readonly Chunk[]): Chunk[][] {
  const [first, last] = [chunks[0]?.number ?? 0, chunks.at(-1)?.number ?? 0]
  const sparse = (last - first + 1) / Math.max(1, chunks.length)
  const least = Math.max(RUN, Math.ceil(chunks.length / MOST_RUNS)) * sparse
  const width = 2 ** Math.ceil(Math.log2(least))
  return [...Map.groupBy(chunks, ({ number }) => Math.floor(number / width)).values()]
}

/** What of the blocks lies in the range, and a tag of it. */
function piecesOf(chunks: readonly Chunk[], blocks: readonly Block[], range: InstantRange): BarPieces {
  const pieces: Uint8Array[] = []
  const versions: string[] = []
  let count = 0
  for (const [index, { bars, version }] of blocks.entries()) {
    versions.push(`${chunks[index]?.key}=${version}`)
    const part = sliceBars(bars, range)
    if (part.count === 0) continue
    if (pieces.length > 0) pieces.push(COMMA)
    pieces.push(part.bytes)
    count += part.count
  }
  // A source that does not count has said nothing so far.
  if (count > MAX_RANGE_BARS) throw rangeTooLarge()
  return { pieces, count, version: tag([...versions, range.from, range.to]) }
}

function tag(parts: ReadonlyArray<string | number>): string {
  return hash('sha1', parts.join('|'), 'base64url')
}
