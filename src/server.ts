import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { createIdempotencyStore } from './adapters/storage/idempotency.ts'
import type { Database } from './adapters/storage/database.ts'
import type { BundledProvider } from './adapters/identity/bundled/index.ts'
import { migrate } from './adapters/storage/migrate.ts'
import type { Storage } from './adapters/storage/storage.ts'
import { createDemoSources, DEMO } from './adapters/upstream/demo/index.ts'
import type { Config } from './config/config.ts'
import { ENDPOINTS } from './contract/index.ts'
import type { Access } from './gateway/access.ts'
import { docsPages } from './gateway/docs-page.ts'
import { type Check, healthPages } from './gateway/health.ts'
import { createGateway, type Gateway, type Timeouts } from './gateway/http-app.ts'
import { watchLoad } from './gateway/load.ts'
import { createMetrics, type Metrics, serveMetrics } from './gateway/metrics.ts'
import { openApiDocument } from './gateway/openapi.ts'
import { logFailure, logRequest } from './gateway/request-log.ts'
import type { AuthGroup } from './groups/auth/index.ts'
import { type InstrumentsGroup, instrumentsGroup } from './groups/instruments/index.ts'
import { createSystemClock } from './kernel/clock.ts'
import type { Logger } from './kernel/logger.ts'
import type { Bus } from './ports/bus.ts'
import type { Cache } from './ports/cache.ts'
import type { Clock } from './ports/clock.ts'
import type { Counter } from './ports/counter.ts'
import type { DevTokens, KeyStore } from './ports/identity.ts'
import { createDoor, createIdentity } from './wiring/identity.ts'
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
  /** Stops listening, lets answers under way finish, and releases everything. */
  close(): Promise<void>
}

/** What a test puts in the place of the real thing. */
export interface Overrides {
  clock?: Clock
  storage?: OpenStorage
  keyStore?: KeyStore
  timeouts?: Partial<Timeouts>
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
    const bus = servingBusOf(open.storage)
    const db = open.storage.requests
    const keys = overrides.keyStore ?? keyStoreOf(open)
    const identity = await createIdentity(config, { db, keys, clock, logger })
    stack.defer(() => identity.stop())
    const { timeouts, shedsLoad = true } = overrides
    const shared = openSharedState(config, { clock, logger, release: VERSION })
    stack.defer(() => shared.close())
    const { counter, cache } = shared
    const { auth, access } = createDoor({ config, db, identity, bus, clock, logger })
    const instruments = await startInstruments(config, open.storage, { bus, cache, clock, logger })
    stack.defer(() => instruments.close())
    const metrics = createMetrics()
    const { redisAnswers } = shared
    showState(metrics, { storage: open.storage, identity, redisAnswers, instruments, clock })
    const shown = { config, clock, logger, metrics, access, auth, db, counter, instruments }
    const { bundled } = identity
    const parts: Parts = { ...shown, bundled, timeouts, shedsLoad }
    let draining = false
    const gateway = buildGateway(parts, () => readiness(open.storage, identity, draining))
    stack.defer(() => gateway.close())
    if (config.opsPort > 0) {
      const ops = await serveMetrics(metrics.registry, config.opsPort)
      stack.defer(() => ops.close())
    }
    const url = await gateway.listen(config.host, config.port)
    bundled?.listeningAt(url)
    open.dataDir?.writeServerRecord({ pid: process.pid, url })
    return {
      url,
      instruments: instruments.size(),
      devTokens: identity.devTokens,
      issuer: bundled?.issuer() ?? null,
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

async function startInstruments(
  config: Config,
  storage: Storage,
  { bus, cache, clock, logger }: { bus: Bus; cache: Cache; clock: Clock; logger: Logger },
): Promise<InstrumentsGroup> {
  const demo = config.upstreams.includes(DEMO)
    ? createDemoSources({ seed: config.demoSeed, marketNow: () => clock.market() })
    : null
  const group = instrumentsGroup({
    db: storage.requests,
    background: storage.db,
    bus,
    cache,
    clock,
    logger,
    upstreams: demo === null ? [] : [demo.prices],
    fundamentals: demo === null ? [] : [demo.fundamentals],
    hiddenSources: demo === null ? [DEMO] : [],
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
  auth: AuthGroup
  db: Database
  counter: Counter
  instruments: InstrumentsGroup
  bundled: BundledProvider | null
  timeouts: Partial<Timeouts> | undefined
  shedsLoad: boolean
}

function buildGateway(parts: Parts, ready: () => Promise<Check[]>): Gateway {
  const { config, clock, logger, metrics, access, auth, db, counter, instruments, bundled, timeouts } = parts
  const simulated = config.upstreams.includes(DEMO)
  const watch = parts.shedsLoad ? watchLoad(logger) : null
  if (watch !== null) showLoad(metrics, watch.load)
  const gateway = createGateway({
    routes: [...auth.routes, ...instruments.routes],
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
