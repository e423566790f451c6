import { AbortWatch } from '../../../kernel/abort-watch.ts'
import { BoundedMap } from '../../../kernel/bounded-map.ts'
import type { Id } from '../../../kernel/ids.ts'
import { createPause } from '../../../kernel/pause.ts'
import type { InstrumentReader } from '../../../ports/instruments.ts'
import type { PortfolioOwner } from '../../../ports/portfolio.ts'
import type { PreferenceReader } from '../../../ports/preferences.ts'
import type { SectorWeights } from './allocation.ts'

const PAGE = 1_000
const KEPT_MS = 600_000
const MOST_KEPT_BYTES = 64 * 1024
const BYTES_OF_A_SECTOR = 100
/** Where the benchmark's is not known. */
const DEFAULT_COUNTRY = 'US'

/**
 * What sectors weigh in the benchmark: by what it holds, where that is known, else in its market, which is the listed equities of its country by
 * market value. Whoever asks while they are read waits for the same reading, which goes on where one of them leaves: it is kept for the next.
 */
export function createSectorWeights(deps: {
  instruments: Pick<InstrumentReader, 'names' | 'profiles' | 'constituents'>
  preferences: () => PreferenceReader
}) {
  const kept = new BoundedMap<{ weights: SectorWeights | null; since: number }>({
    maxBytes: MOST_KEPT_BYTES,
    sizeOf: ({ weights }) => BYTES_OF_A_SECTOR * (weights?.size ?? 0),
    idleMs: KEPT_MS,
  })
  const closing = new AbortController()
  const running = new Map<Id, Promise<SectorWeights | null>>()

  async function read(id: Id): Promise<SectorWeights | null> {
    try {
      const within = await weightsWithin(deps.instruments, id)
      const weights = within ?? (await weightsAround(deps.instruments, id, closing.signal))
      kept.set(id, { weights, since: performance.now() })
      return weights
    } finally {
      running.delete(id)
    }
  }

  return {
    /** Null where nobody knows. */
    async of(caller: PortfolioOwner, signal: AbortSignal): Promise<SectorWeights | null> {
      const { defaultBenchmarkId: id } = await deps.preferences().of(caller)
      if (id === null) return null
      const known = kept.get(id)
      if (known !== undefined && performance.now() - known.since < KEPT_MS) return known.weights
      const reading = running.get(id) ?? read(id)
      running.set(id, reading)
      const watch = new AbortWatch(signal)
      return watch.or(reading).finally(() => watch.end())
    },

    async close(): Promise<void> {
      closing.abort()
      await Promise.allSettled(running.values())
    },
  }
}

/** By what the benchmark holds; null where that is not known. */
async function weightsWithin(
  instruments: Pick<InstrumentReader, 'profiles' | 'constituents'>,
  id: Id,
): Promise<SectorWeights | null> {
  const held = await instruments.constituents(id)
  const profiles = await instruments.profiles([...held.keys()])
  return sharesOf([...held].map(([each, weight]) => [profiles.get(each)?.sector ?? null, weight]))
}

async function weightsAround(
  instruments: Pick<InstrumentReader, 'names' | 'profiles'>,
  id: Id,
  signal: AbortSignal,
): Promise<SectorWeights | null> {
  const country = (await instruments.profiles([id])).get(id)?.country ?? DEFAULT_COUNTRY
  return readWeights(instruments, country, signal)
}

/** Values by sector as shares of their sum; null without any. */
function sharesOf(
  values: ReadonlyArray<readonly [sector: string | null, value: number]>,
): SectorWeights | null {
  const sums = new Map<string, number>()
  for (const [sector, value] of values) {
    if (sector !== null) sums.set(sector, (sums.get(sector) ?? 0) + value)
  }
  const total = [...sums.values()].reduce((sum, value) => sum + value, 0)
  return total === 0 ? null : new Map([...sums].map(([sector, value]) => [sector, value / total]))
}

async function readWeights(
  instruments: Pick<InstrumentReader, 'names' | 'profiles'>,
  country: string,
  signal: AbortSignal,
): Promise<SectorWeights | null> {
  const values: Array<readonly [string | null, number]> = []
  const pause = createPause(signal)
  let after: Id | null = null
  for (;;) {
    signal.throwIfAborted()
    const page = await instruments.names(after, PAGE)
    const caps = new Map(
      page.flatMap(({ entityId, marketCap, assetClass, country: home }) =>
        assetClass === 'equity' && home === country && marketCap !== null
          ? [[entityId, marketCap] as const]
          : [],
      ),
    )
    for (const [id, { sector }] of await instruments.profiles([...caps.keys()])) {
      values.push([sector, caps.get(id) ?? 0])
    }
    after = page.at(-1)?.entityId ?? null
    if (page.length < PAGE) break
    await pause()
  }
  return sharesOf(values)
}
