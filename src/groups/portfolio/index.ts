import { endpointsOf } from '../../contract/endpoint.ts'
import * as accountContract from '../../contract/accounts.ts'
import * as allocation from '../../contract/allocation.ts'
import * as gains from '../../contract/gains.ts'
import * as holdings from '../../contract/holdings.ts'
import * as news from '../../contract/portfolio-news.ts'
import * as returns from '../../contract/performance.ts'
import * as files from '../../contract/transaction-files.ts'
import * as ledger from '../../contract/transactions.ts'
import * as lists from '../../contract/watchlists.ts'
import type { NewsReader } from '../../ports/news.ts'
import type { PortfolioOwner, PortfolioReader } from '../../ports/portfolio.ts'
import type { PreferenceReader } from '../../ports/preferences.ts'
import type { Group, GroupAbout, Platform, Ports } from '../group.ts'
import { enterSample } from './imports/sample.ts'
import { createImports } from './imports/service.ts'
import { createAccounts } from './ledger/accounts.ts'
import { createLedgerStore } from './ledger/ledger-store.ts'
import { createTransactions } from './ledger/transactions.ts'
import { routes } from './routes.ts'
import { createLedgerReader, type ScopeQuery } from './state/ledger-reader.ts'
import { createPerformances } from './performance/performance-service.ts'
import { createPortfolioViews } from './valuation/portfolio-views.ts'
import { createPriceSeries } from './performance/price-series.ts'
import { createSectorWeights } from './valuation/sector-weights.ts'
import { createValuation } from './valuation/service.ts'
import { createWatchlists } from './watchlists/service.ts'
import { createWatchlistStore } from './watchlists/watchlist-store.ts'

/** What this group says of itself. */
export const PORTFOLIO: GroupAbout = {
  name: 'portfolio',
  about: 'Accounts, transactions and what follows from them, and watchlists.',
  endpoints: endpointsOf(holdings, allocation, returns, news, gains, accountContract, files, ledger, lists),
}

/** What the configuration says of portfolios. */
export interface PortfolioOptions {
  /** Whose portfolio begins with an account; null for nobody. */
  sampleFor: PortfolioOwner | null
}

interface PortfolioDeps
  extends
    PortfolioOptions,
    Pick<Platform, 'db' | 'clock' | 'logger' | 'gate' | 'workers' | 'bus'>,
    Pick<Ports, 'instruments'> {
  /** Read when it is needed: the group that has it starts later. */
  preferences: () => PreferenceReader
  news: () => NewsReader
}

export function portfolioGroup(deps: PortfolioDeps): Group {
  const { db, instruments, clock } = deps
  const watchlists = createWatchlists({ store: createWatchlistStore(db), instruments })
  const parts = { ...deps, store: createLedgerStore(db.withTables()) }
  const [accounts, transactions] = [createAccounts(parts), createTransactions(parts)]
  const [imports, sectors] = [createImports(parts), createSectorWeights(deps)]
  const [ledgers, prices] = [createLedgerReader(parts), createPriceSeries(deps)]
  const performances = createPerformances({ ...parts, ledgers, prices })
  const valuation = createValuation({
    ...parts,
    ledgers,
    returnsOf: (caller, scope) => performances.returnsOf(caller, scope),
    sectorWeights: (caller, signal) => sectors.of(caller, signal),
  })
  const readerIn = (scope: ScopeQuery): PortfolioReader => ({
    ...createPortfolioViews({ ledgers, instruments, clock }, scope),
    returns: (owner, query, signal) => performances.returns(owner, { ...query, ...scope }, signal),
    trades: (owner, query) => transactions.trades(owner, query),
    inCurrency: (code) => readerIn({ base_currency: code }),
  })
  return {
    routes: routes({
      watchlists,
      accounts,
      transactions,
      imports,
      valuation,
      performances,
      clock,
      news: deps.news,
      instruments,
    }),
    offers: {
      watchlists: {
        watched: (owner) => watchlists.watched(owner),
        lists: (owner) => watchlists.lists(owner),
      },
      portfolios: readerIn({}),
    },
    start: async () => {
      if (deps.sampleFor !== null) await enterSample(deps.sampleFor, parts)
    },
    close: async () => {
      await Promise.all([ledgers.close(), sectors.close()])
      prices.close()
    },
    usage: async (caller) => ({
      counts: {
        watchlists: await watchlists.count(caller),
        accounts: await accounts.count(caller),
        transactions: await transactions.count(caller),
      },
      limits: {
        watchlists: lists.MOST_WATCHLISTS,
        accounts: accountContract.MOST_ACCOUNTS,
        transactions: ledger.MOST_TRANSACTIONS,
      },
    }),
  }
}
