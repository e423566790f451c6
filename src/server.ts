import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { createIdempotencyStore } from './adapters/storage/idempotency.ts'
import type { Database } from './adapters/storage/database.ts'
import type { BundledProvider } from './adapters/identity/bundled/index.ts'
import { migrate } from './adapters/storage/migrate.ts'
import type { Storage } from './adapters/storage/storage.ts'
import { keepSwept } from './adapters/storage/sweep.ts'
import { createDemoSources, DEMO } from './adapters/upstream/demo/index.ts'
import type { Config } from './config/config.ts'
import type { Route } from './contract/endpoint.ts'
import { ENDPOINTS } from './contract/index.ts'
import type { Access } from './gateway/access.ts'
import { docsPages } from './gateway/docs-page.ts'
import { type Check, healthPages } from './gateway/health.ts'
import { createGateway, type Gateway, type Timeouts } from './gateway/http-app.ts'
import { HostList } from './gateway/hosts.ts'
import { watchLoad } from './gateway/load.ts'
import { createMetrics, type Metrics, serveMetrics } from './gateway/metrics.ts'
import { openApiDocument } from './gateway/openapi.ts'
import { logFailure, logRequest } from './gateway/request-log.ts'
import { type InstrumentsDeps, type InstrumentsGroup, instrumentsGroup } from './groups/instruments/index.ts'
import { type PortfolioGroup, portfolioGroup } from './groups/portfolio/index.ts'
import { createSystemClock } from './kernel/clock.ts'
import type { Logger } from './kernel/logger.ts'
import { WorkGate } from './kernel/work-gate.ts'
import { WorkerPool } from './kernel/worker-pool.ts'
import type { Clock } from './ports/clock.ts'
import type { Counter } from './ports/counter.ts'
import type { DevTokens, KeyStore } from './ports/identity.ts'
import { createAuthentication, createIdentity } from './wiring/identity.ts'
import { hiddenSourcesOf } from './wiring/hidden-sources.ts'
import { readiness, showLoad, showState } from './wiring/readiness.ts'
import { keyStoreOf, type OpenStorage, openStorage, openSharedState, servingBusOf } from './wiring/state.ts'

/** A running server. */
export interface Server {
  url: string
  /** Number of instruments that can be found. */
  instruments: number
  devTokens: DevTokens | null
  /** Of the bundled identity provider; null without it. */
  issuer: string | null
  /** Rejects when the server cannot go on. */
  failed: Promise<never>
  /**
   * Says at `/readyz` that it is going, and serves on for five seconds, so that whoever balances over several servers
   * notices; shorter when `hurry` is aborted.
   */
  drain(hurry: AbortSignal): Promise<void>
  /** Stops listening, lets responses under way finish, and releases everything. */
  close(): Promise<void>
}

/** What a test puts in the place of the real thing. */
export interface Overrides {
  clock?: Clock
  storage?: OpenStorage
  keyStore?: KeyStore
  timeouts?: Partial<Timeouts>
  /** So that a test sees the long work. */
  gate?: WorkGate
  /** False: nothing is refused however late the event loop is, because a test shares it. */
  shedsLoad?: boolean
}

const DRAIN_MS = 5_000

/** Version of this release. */
const VERSION = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
).version

/** Builds everything from explicit configuration, in order, and takes it down in the opposite order. */
export async function startServer(
  config: Config,
  logger: Logger,
  overrides: Overrides = {},
): Promise<Server> {
  const stack = new AsyncDisposableStack()
  try {
    const clock = overrides.clock ?? createSystemClock(config.marketStart)
    const open = overrides.storage ?? (await openStorage(config, { compact: true, logger }))
    stack.defer(() => open.close())
    await migrate(open.storage.pool)
    stack.defer(keepSwept(open.storage.db, logger))
    const bus = servingBusOf(open.storage)
    const db = open.storage.requests
    const keys = overrides.keyStore ?? keyStoreOf(open)
    const identity = await createIdentity(config, { db, keys, clock, logger })
    stack.defer(() => identity.stop())
    const shared = openSharedState(config, { clock, logger, release: VERSION })
    stack.defer(() => shared.close())
    // Filled once they stand; nothing is asked before.
    const counting: Array<Pick<PortfolioGroup, 'usage'>> = []
    const { auth, access } = createAuthentication({
      config,
      db,
      identity,
      bus,
      clock,
      logger,
      counting,
      instruments: { existing: (ids) => instruments.reader.existing(ids) },
    })
    const platform = { bus, cache: shared.cache, clock, logger, ...openWork(stack, overrides) }
    const instruments = await startInstruments(config, open.storage, platform)
    stack.defer(() => instruments.close())
    const portfolio = portfolioGroup({ db, instruments: instruments.reader })
    counting.push(portfolio)
    const metrics = createMetrics()
    showState(metrics, { ...platform, ...shared, storage: open.storage, identity, instruments })
    const routes = [...auth.routes, ...instruments.routes, ...portfolio.routes]
    const shown = { config, clock, logger, metrics, access, routes, db, counter: shared.counter }
    const { timeouts, shedsLoad = true } = overrides
    const parts: Parts = { ...shown, bundled: identity.bundled, timeouts, shedsLoad }
    let draining = false
    const gateway = buildGateway(parts, () => readiness(open.storage, identity, draining))
    stack.defer(() => gateway.close())
    await openOps(config, metrics, stack)
    const url = await gateway.listen(config.host, config.port)
    identity.bundled?.listeningAt(url)
    open.dataDir?.writeServerRecord({ pid: process.pid, url })
    return {
      url,
      instruments: instruments.size(),
      devTokens: identity.devTokens,
      issuer: identity.bundled?.issuer() ?? null,
      failed: open.storage.failed,
      drain: async (hurry) => {
        draining = true
        gateway.drain()
        await delay(DRAIN_MS, undefined, { signal: hurry }).catch(() => undefined)
      },
      close: async () => {
        draining = true
        await stack.disposeAsync()
      },
    }
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }
}

/** The metrics on a listener of their own, where one is configured. */
async function openOps({ opsPort }: Config, metrics: Metrics, stack: AsyncDisposableStack): Promise<void> {
  if (opsPort === 0) return
  const ops = await serveMetrics(metrics.registry, opsPort)
  stack.defer(() => ops.close())
}

/** One gate and one pool of threads for the long work of all groups. */
function openWork(
  stack: AsyncDisposableStack,
  { gate = new WorkGate() }: Overrides,
): { gate: WorkGate; workers: WorkerPool } {
  const workers = new WorkerPool()
  stack.defer(() => workers.close())
  return { gate, workers }
}

async function startInstruments(
  config: Config,
  storage: Storage,
  platform: Pick<InstrumentsDeps, 'bus' | 'cache' | 'clock' | 'logger' | 'gate' | 'workers'>,
): Promise<InstrumentsGroup> {
  const demo = config.upstreams.includes(DEMO)
    ? createDemoSources({ seed: config.demoSeed, marketNow: () => platform.clock.market() })
    : null
  const group = instrumentsGroup({
    db: storage.requests,
    background: storage.db,
    ...platform,
    upstreams: demo === null ? [] : [demo.prices],
    fundamentals: demo === null ? [] : [demo.fundamentals],
    hiddenSources: hiddenSourcesOf(config),
  })
  await group.start(demo === null ? [] : [demo.listings])
  return group
}

interface Parts {
  config: Config
  clock: Clock
  logger: Logger
  metrics: Metrics
  access: Access
  routes: readonly Route[]
  db: Database
  counter: Counter
  bundled: BundledProvider | null
  timeouts: Partial<Timeouts> | undefined
  shedsLoad: boolean
}

function buildGateway(parts: Parts, ready: () => Promise<Check[]>): Gateway {
  const { config, clock, logger, metrics, access, routes, db, counter, bundled, timeouts } = parts
  const simulated = config.upstreams.includes(DEMO)
  const watch = parts.shedsLoad ? watchLoad(logger) : null
  if (watch !== null) showLoad(metrics, watch.load)
  const gateway = createGateway({
    routes,
    pages: [
      ...healthPages(ready),
      ...docsPages({
        openApi: openApiDocument(ENDPOINTS, { version: VERSION, simulated }),
        simulated,
        devLogin: config.devLogin,
      }),
    ],
    mounts: bundled === null ? [] : [bundled],
    access,
    idempotency: createIdempotencyStore(db),
    counter,
    clock,
    corsOrigins: config.corsOrigins,
    trustProxy: config.trustProxy,
    hosts: config.devLogin || bundled !== null ? new HostList(config) : undefined,
    observe: (exchange, status) => {
      const milliseconds = clock.now() - exchange.startedAt
      metrics.observe(exchange, status, milliseconds / 1_000)
      logRequest(logger, exchange, status, milliseconds)
    },
    report: (exchange, error) => logFailure(logger, exchange, error),
    timeouts,
    load: watch?.load,
  })
  const close = async (): Promise<void> => {
    await gateway.close()
    watch?.stop()
  }
  return { ...gateway, close }
}
