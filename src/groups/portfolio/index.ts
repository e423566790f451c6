import { endpointsOf } from '../../contract/endpoint.ts'
import * as contract from '../../contract/watchlists.ts'
import type { Group, GroupAbout, Platform, Ports } from '../group.ts'
import { routes } from './routes.ts'
import { createWatchlists } from './watchlists.ts'
import { createWatchlistStore } from './watchlist-store.ts'

/** What this group says of itself. */
export const PORTFOLIO: GroupAbout = {
  name: 'portfolio',
  about: 'Watchlists: the instruments that a user keeps an eye on.',
  endpoints: endpointsOf(contract),
}

export function portfolioGroup({
  db,
  instruments,
}: Pick<Platform, 'db'> & Pick<Ports, 'instruments'>): Group {
  const watchlists = createWatchlists({ store: createWatchlistStore(db), instruments })
  return {
    routes: routes(watchlists),
    offers: { watchlists: { watched: (owner) => watchlists.watched(owner) } },
    usage: async (caller) => ({
      counts: { watchlists: await watchlists.count(caller) },
      limits: { watchlists: contract.MOST_WATCHLISTS },
    }),
  }
}
