import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { barsWithin, type InstantRange } from '../../kernel/bars.ts'
import { fail } from '../../kernel/fail.ts'
import { DAY_MS } from '../../kernel/time.ts'
import type { Interval } from '../../kernel/vocabulary.ts'
import type { PriceSource } from '../../ports/market-data.ts'
import { encodeBars, type EncodedBars, sliceBars } from './encoded-bars.ts'
import type { Instrument } from './instrument.ts'

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
  key: string
  range: InstantRange
  version: string
}

/** How much time a block spans; a daily series is one block. */
const BLOCK_MS: Record<Interval, number> = {
  '1min': DAY_MS,
  '5min': 7 * DAY_MS,
  '1d': Number.POSITIVE_INFINITY,
}
/** Missing neighbours are read together, up to this many, and then everybody else gets a turn. */
const RUN = 8
const MAX_BARS = 100_000
const MAX_CACHE_BYTES = 64 * 1024 * 1024
const COMMA = Buffer.from(',')

/** Serves ranges of series from encoded blocks, so that a bar is encoded once and not once per request. */
export class BarBlocks {
  private readonly blocks = new LRUCache<string, Block>({
    maxSize: MAX_CACHE_BYTES,
    // An empty day is remembered too and must weigh something.
    sizeCalculation: ({ bars }) => bars.bytes.byteLength + bars.at.byteLength + bars.starts.byteLength + 256,
  })
  private readonly loading = new Map<string, Promise<Block[]>>()

  /** Throws 422 `RANGE_TOO_LARGE` beyond 100,000 bars. */
  async read(
    instrument: Instrument,
    source: PriceSource,
    interval: Interval,
    asked: InstantRange,
  ): Promise<BarPieces> {
    const span = await source.span(instrument, interval)
    const range = span === null ? null : intersect(asked, span)
    const pieces: Uint8Array[] = []
    const versions: string[] = []
    let count = 0
    if (range === null) return { pieces, count, version: tag([]) }
    for (const run of runs(await this.chunks(instrument, source, interval, range))) {
      const blocks = this.known(run) ?? (await this.load(instrument, source, interval, run))
      for (const [index, { bars, version }] of blocks.entries()) {
        versions.push(`${run[index]?.key}=${version}`)
        const part = sliceBars(bars, range)
        if (part.count === 0) continue
        if (pieces.length > 0) pieces.push(COMMA)
        pieces.push(part.bytes)
        count += part.count
      }
      if (count > MAX_BARS) {
        fail(
          'RANGE_TOO_LARGE',
          `The range holds more than ${MAX_BARS} bars: ask for a shorter one or a longer interval.`,
        )
      }
    }
    return { pieces, count, version: tag([...versions, range.from, range.to]) }
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
    const [first, last] = Number.isFinite(width)
      ? [Math.floor(range.from / width), Math.floor(range.to / width)]
      : [0, 0]
    const chunks: Chunk[] = []
    for (let number = first; number <= last; number++) {
      const own = Number.isFinite(width)
        ? { from: number * width, to: (number + 1) * width - 1 }
        : { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }
      const version = `${source.name}/${await source.version(instrument, interval, own)}`
      chunks.push({ key: `${instrument.entityId}:${interval}:${number}`, range: own, version })
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

function intersect(a: InstantRange, b: InstantRange): InstantRange | null {
  const [from, to] = [Math.max(a.from, b.from), Math.min(a.to, b.to)]
  return from <= to ? { from, to } : null
}

function* runs(chunks: readonly Chunk[]): Generator<readonly Chunk[]> {
  for (let at = 0; at < chunks.length; at += RUN) yield chunks.slice(at, at + RUN)
}

function tag(parts: ReadonlyArray<string | number>): string {
  return hash('sha1', parts.join('|'), 'base64url')
}
