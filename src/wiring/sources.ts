import { createDemoSources, DEMO } from '../adapters/upstream/demo/index.ts'
import type { Config } from '../config/config.ts'
import type { InstrumentSources } from '../groups/instruments/index.ts'
import type { Clock } from '../ports/clock.ts'

/** The sources that are configured. */
export function sourcesOf(
  { upstreams, demoSeed }: Config,
  clock: Clock,
): Omit<InstrumentSources, 'keptIndex'> {
  if (!upstreams.includes(DEMO))
    return { upstreams: [], fundamentals: [], listings: [], hiddenSources: [DEMO] }
  const demo = createDemoSources({ seed: demoSeed, marketNow: () => clock.market() })
  return {
    upstreams: [demo.prices],
    fundamentals: [demo.fundamentals],
    listings: [demo.listings],
    hiddenSources: [],
  }
}
