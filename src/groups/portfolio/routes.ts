import { handle, type Route } from '../../contract/endpoint.ts'
import * as contract from '../../contract/watchlists.ts'
import type { Watchlists } from './watchlists.ts'

/** One line for each endpoint. */
export function routes(watchlists: Watchlists): Route[] {
  return [
    handle(contract.listWatchlists, async ({ caller, query }) => ({
      value: await watchlists.list(caller, query),
    })),
    handle(contract.createWatchlist, async ({ caller, body }) => ({
      value: await watchlists.create(caller, body),
    })),
    handle(contract.getWatchlist, (call) =>
      watchlists.get(call, call.params.watchlist_id, call.query.with_quotes),
    ),
    handle(contract.updateWatchlist, async ({ caller, params, body }) => ({
      value: await watchlists.update(caller, params.watchlist_id, body),
    })),
    handle(contract.deleteWatchlist, async ({ caller, params }) => ({
      value: await watchlists.remove(caller, params.watchlist_id),
    })),
    handle(contract.putWatchlistItem, ({ caller, params, body }) => watchlists.putItem(caller, params, body)),
    handle(contract.deleteWatchlistItem, async ({ caller, params }) => ({
      value: await watchlists.removeItem(caller, params),
    })),
  ]
}
