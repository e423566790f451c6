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
 * What sectors weigh in the market of the benchmark: the listed equities of its country by market value. What an index really holds is not
 * known before there are constituents.
 */
export function createSectorWeights(deps: {
  instruments: Pick<InstrumentReader, 'names' | 'profiles'>
  preferences: () => PreferenceReader
}) {
  const kept = new BoundedMap<{ weights: SectorWeights | null; since: number }>({
    maxBytes: MOST_KEPT_BYTES,
    sizeOf: ({ weights }) => BYTES_OF_A_SECTOR * (weights?.size ?? 0),
    idleMs: KEPT_MS,
  })
  return async (caller: PortfolioOwner, signal: AbortSignal): Promise<SectorWeights | null> => {
    const { defaultBenchmarkId: id } = await deps.preferences().of(caller)
    if (id === null) return null
    const country = (await deps.instruments.profiles([id])).get(id)?.country ?? DEFAULT_COUNTRY
    const known = kept.get(country)
    if (known !== undefined && performance.now() - known.since < KEPT_MS) return known.weights
    const weights = await readWeights(deps.instruments, country, signal)
    kept.set(country, { weights, since: performance.now() })
    return weights
  }
}

async function readWeights(
  instruments: Pick<InstrumentReader, 'names' | 'profiles'>,
  country: string,
  signal: AbortSignal,
): Promise<SectorWeights | null> {
  const values = new Map<string, number>()
  const pause = createPause(signal)
  let after: Id | null = null
  for (;;) {
    const page = await instruments.names(after, PAGE)
    const caps = new Map(
      page.flatMap(({ entityId, marketCap, assetClass, country: home }) =>
        assetClass === 'equity' && home === country && marketCap !== null
          ? [[entityId, marketCap] as const]
          : [],
      ),
    )
    for (const [id, { sector }] of await instruments.profiles([...caps.keys()])) {
      if (sector !== null) values.set(sector, (values.get(sector) ?? 0) + (caps.get(id) ?? 0))
    }
    after = page.at(-1)?.entityId ?? null
    if (page.length < PAGE) break
    await pause()
  }
  const total = [...values.values()].reduce((sum, value) => sum + value, 0)
  return total === 0 ? null : new Map([...values].map(([sector, value]) => [sector, value / total]))
}
