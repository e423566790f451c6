import { handle, handleStream, type Route } from '../../contract/endpoint.ts'
import * as account from '../../contract/accounts.ts'
import * as allocation from '../../contract/allocation.ts'
import * as gains from '../../contract/gains.ts'
import * as holdings from '../../contract/holdings.ts'
import * as news from '../../contract/portfolio-news.ts'
import * as returns from '../../contract/performance.ts'
import * as files from '../../contract/transaction-files.ts'
import * as ledger from '../../contract/transactions.ts'
import * as contract from '../../contract/watchlists.ts'
import type { InstrumentReader } from '../../ports/instruments.ts'
import type { NewsReader } from '../../ports/news.ts'
import type { Clock } from '../../ports/clock.ts'
import { exportTransactions } from './imports/export.ts'
import type { Imports } from './imports/service.ts'
import type { Accounts } from './ledger/accounts.ts'
import type { Transactions } from './ledger/transactions.ts'
import type { Performances } from './performance/performance-service.ts'
import { readNewsImpact } from './valuation/news-impact.ts'
import { readRisk } from './performance/risk.ts'
import type { Valuation } from './valuation/service.ts'
import type { Watchlists } from './watchlists/service.ts'

/** What the endpoints are served by. */
export interface Services {
  accounts: Accounts
  transactions: Transactions
  imports: Imports
  valuation: Valuation
  performances: Performances
  watchlists: Watchlists
  clock: Clock
  news: () => NewsReader
  instruments: Pick<InstrumentReader, 'dailyCloses' | 'sessionEnd'>
}

/** One line for each endpoint. */
export function routes(services: Services): Route[] {
  return [...valueRoutes(services), ...ledgerRoutes(services), ...watchlistRoutes(services)]
}

function valueRoutes({ valuation, performances, instruments, clock, news: reader }: Services): Route[] {
  return [
    handle(holdings.getSummary, async (call) => ({ value: await valuation.summary(call) })),
    handle(holdings.listHoldings, async (call) => ({ value: await valuation.holdings(call) })),
    handle(holdings.getHolding, async (call) => ({
      value: await valuation.holding(call.params.entity_id, call),
    })),
    handle(allocation.getAllocation, async (call) => ({ value: await valuation.allocation(call) })),
    handle(gains.listRealizedGains, async (call) => ({ value: await valuation.realizedGains(call) })),
    handle(gains.getIncome, async (call) => ({ value: await valuation.income(call) })),
    handle(returns.getPerformance, async ({ caller, query, signal }) => ({
      value: await performances.performance(caller, query, signal),
    })),
    handle(news.getNewsImpact, async (call) => ({
      value: await readNewsImpact({ valuation, instruments, news: reader, clock }, call),
    })),
    handle(returns.getRisk, async (call) => ({
      value: await readRisk({ valuation, performances, clock }, call),
    })),
  ]
}

function ledgerRoutes({ accounts, transactions, imports }: Services): Route[] {
  return [
    handle(files.importTransactions, async ({ caller, body, signal }) => ({
      value: await imports.run(caller, body, signal),
    })),
    handleStream(files.exportTransactions, async (call) => exportTransactions(transactions, call)),
    handle(account.listAccounts, async ({ caller, query }) => ({
      value: await accounts.list(caller, query),
    })),
    handle(account.createAccount, async ({ caller, body }) => ({
      value: await accounts.create(caller, body),
    })),
    handle(account.updateAccount, async ({ caller, params, body }) => ({
      value: await accounts.update(caller, params.account_id, body),
    })),
    handle(account.deleteAccount, async ({ caller, params, query }) => ({
      value: await accounts.remove(caller, params.account_id, query.force),
    })),
    handle(ledger.listTransactions, async ({ caller, query }) => ({
      value: await transactions.list(caller, query),
    })),
    handle(ledger.createTransaction, async ({ caller, body }) => ({
      value: await transactions.create(caller, body),
    })),
    handle(ledger.getTransaction, async ({ caller, params }) => ({
      value: await transactions.get(caller, params.transaction_id),
    })),
    handle(ledger.updateTransaction, async ({ caller, params, body }) => ({
      value: await transactions.update(caller, params.transaction_id, body),
    })),
    handle(ledger.deleteTransaction, async ({ caller, params }) => ({
      value: await transactions.remove(caller, params.transaction_id),
    })),
  ]
}

function watchlistRoutes({ watchlists }: Services): Route[] {
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
