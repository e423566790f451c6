import { createDemoSources, DEMO } from '../adapters/upstream/demo/index.ts'
import { readFileSync } from 'node:fs'
import { personOf } from '../adapters/identity/person.ts'
import { parseInWorker } from '../adapters/feeds/parse-in-worker.ts'
import { outsideFetch } from '../adapters/outbound/fetch-outside.ts'
import type { Config } from '../config/config.ts'
import { ConfigError } from '../config/reader.ts'
import type { InstrumentSources } from '../groups/instruments/index.ts'
import { type FeedConfig, FeedsFileError, type NewsOptions, parseFeedsFile } from '../groups/news/index.ts'
import type { PortfolioOptions } from '../groups/portfolio/index.ts'
import type { WorkerPool } from '../kernel/worker-pool.ts'
import type { Clock } from '../ports/clock.ts'

/** What the configured sources feed. */
export interface Sources {
  instruments: Omit<InstrumentSources, 'keptIndex'>
  news: Omit<NewsOptions, 'model'>
  portfolio: PortfolioOptions
}

/** The sources that are configured. */
export function sourcesOf(
  config: Config,
  { clock, workers }: { clock: Clock; workers: WorkerPool },
): Sources {
  const { upstreams, demoSeed, demoNewsDays, demoAccountEmail } = config
  const feeds = {
    feeds: feedsOf(config),
    feedTools: { fetch: outsideFetch(), parse: parseInWorker(workers) },
  }
  if (!upstreams.includes(DEMO)) {
    return {
      instruments: { upstreams: [], fundamentals: [], listings: [], hiddenSources: [DEMO] },
      news: { ...feeds, servesSimulated: false, articleSources: [] },
      portfolio: { sampleFor: null },
    }
  }
  const demo = createDemoSources({
    seed: demoSeed,
    newsDays: demoNewsDays,
    marketNow: () => clock.market(),
  })
  return {
    instruments: {
      upstreams: [demo.prices],
      fundamentals: [demo.fundamentals],
      listings: [demo.listings],
      hiddenSources: [],
    },
    news: { ...feeds, servesSimulated: true, articleSources: demoNewsDays === 0 ? [] : [demo.articles] },
    portfolio: { sampleFor: demoAccountEmail === null ? null : personOf(demoAccountEmail) },
  }
}

/** The feeds of the operator's file; throws {@link ConfigError}. */
function feedsOf({ newsFeedsFile }: Config): FeedConfig[] {
  if (newsFeedsFile === null) return []
  try {
    return parseFeedsFile(readFileSync(newsFeedsFile, 'utf8'))
  } catch (error) {
    if (error instanceof FeedsFileError) throw new ConfigError(error.problems)
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    throw new ConfigError([`NEWS_FEEDS_FILE names ${newsFeedsFile}, which cannot be read (${code}).`])
  }
}
