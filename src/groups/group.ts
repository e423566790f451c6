import type { Database } from '../adapters/storage/database.ts'
import type { Caller, Endpoint, Route } from '../contract/endpoint.ts'
import type { Logger } from '../kernel/logger.ts'
import type { WorkGate } from '../kernel/work-gate.ts'
import type { WorkerPool } from '../kernel/worker-pool.ts'
import type { Bus } from '../ports/bus.ts'
import type { Cache } from '../ports/cache.ts'
import type { Clock } from '../ports/clock.ts'
import type { Entitlements } from '../ports/entitlements.ts'
import type { InstrumentReader } from '../ports/instruments.ts'
import type { JobDefinition, Jobs } from '../ports/jobs.ts'
import type { NewsReader } from '../ports/news.ts'
import type { PortfolioReader, WatchlistReader } from '../ports/portfolio.ts'
import type { PreferenceReader } from '../ports/preferences.ts'
import type { UsageShare } from '../ports/usage.ts'

/** What a server gives to every group. */
export interface Platform {
  /** For requests: waits for nothing for long. */
  db: Database
  /** For work that takes its time. */
  background: Database
  bus: Bus
  cache: Cache
  clock: Clock
  logger: Logger
  /** Long work of all groups of the process, and the threads that do it. */
  gate: WorkGate
  workers: WorkerPool
  /** Queues that groups have defined. */
  jobs: Jobs
}

/** What groups offer one another. A group reads another through these alone. */
export interface Ports {
  instruments: InstrumentReader
  watchlists: WatchlistReader
  portfolios: PortfolioReader
  news: NewsReader
  entitlements: Entitlements
  preferences: PreferenceReader
}

/** What a group says of itself before anything runs: OpenAPI, the generated pages and tests read it. */
export interface GroupAbout {
  /** The first part of the ids of its endpoints, and their tag in OpenAPI. */
  name: string
  /** One sentence for the tag. */
  about: string
  endpoints: readonly Endpoint[]
}

/** A number that `/metrics` shows. */
export interface Gauge {
  name: `tidemark_${string}`
  help: string
  read: () => number
}

/** One turn of a worker. */
export interface WorkerTurn {
  /** Aborted when the process ends or another one may have taken over. */
  signal: AbortSignal
  /** Works in one transaction; rejects, and does nothing, when another process has taken over. */
  fenced: <T>(work: (trx: Database) => Promise<T>) => Promise<T>
}

/** What is done again and again, by one process of all those on the database. */
export interface WorkerDefinition {
  /** Unique; the name of its lease. */
  name: string
  everyMs: number
  /** The first turn is when the process has taken the lease. */
  run: (turn: WorkerTurn) => Promise<unknown>
}

/** A group that has been built. */
export interface Group {
  /** One for each of its endpoints. */
  routes: readonly Route[]
  /** Ports that it implements. */
  offers?: Partial<Ports>
  gauges?: readonly Gauge[]
  /** Run where ROLE is `all` or `worker`. */
  workers?: readonly WorkerDefinition[]
  /** Done there too; any process may send them. */
  jobs?: readonly JobDefinition[]
  /** Whether a process that answers no requests starts it all the same, because its workers or jobs read what it keeps. */
  startsForWorkers?: boolean
  /** What a user has stored here, and may store. */
  usage?(caller: Caller): Promise<UsageShare>
  /** Reads what it needs before the first request. */
  start?(): Promise<void>
  close?(): Promise<void>
}
