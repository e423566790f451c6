import type { Database } from '../../adapters/storage/database.ts'
import type { UsageShare } from '../../ports/usage.ts'
import type { Caller, Route } from '../../contract/endpoint.ts'
import { MOST_WATCHLISTS } from '../../contract/watchlists.ts'
import type { InstrumentReader } from '../../ports/instruments.ts'
import { routes } from './routes.ts'
import { createWatchlists } from './watchlists.ts'
import { createWatchlistStore } from './watchlist-store.ts'

export interface PortfolioDeps {
  db: Database
  instruments: InstrumentReader
}

/** The group's front door. */
export interface PortfolioGroup {
  routes: Route[]
  /** What a user has stored here, and may store. */
  usage(caller: Caller): Promise<UsageShare>
}

export function portfolioGroup({ db, instruments }: PortfolioDeps): PortfolioGroup {
  const watchlists = createWatchlists({ store: createWatchlistStore(db), instruments })
  return {
    routes: routes(watchlists),
    usage: async (caller) => ({
      counts: { watchlists: await watchlists.count(caller) },
      limits: { watchlists: MOST_WATCHLISTS },
    }),
  }
}
