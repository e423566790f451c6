import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createIdempotencyStore } from './adapters/storage/idempotency.ts'
import { freeLeases } from './adapters/storage/lease.ts'
import { migrate } from './adapters/storage/migrate.ts'
import { DEMO } from './adapters/upstream/demo/index.ts'
import type { Config } from './config/config.ts'
import { publishedSettings } from './config/published-settings.ts'
import type { Route } from './contract/endpoint.ts'
import type { Access } from './gateway/access.ts'
import { docsPages } from './gateway/documentation/docs-page.ts'
import { type Check, healthPages } from './gateway/observability/health.ts'
import { createGateway, type Gateway, type Timeouts } from './gateway/http-app.ts'
import { HostList } from './gateway/hosts.ts'
import { type LoadShedder, watchLoad } from './gateway/load.ts'
import { createMetrics, type Metrics, serveMetrics } from './gateway/observability/metrics.ts'
import { openApiDocument } from './gateway/documentation/openapi.ts'
import { OpenStreams } from './gateway/open-streams.ts'
import type { Page } from './gateway/pages.ts'
import { logFailure, logRequest } from './gateway/observability/request-log.ts'
import type { Platform } from './groups/group.ts'
import { createSystemClock } from './kernel/clock.ts'
import type { Logger } from './kernel/logger.ts'
import { WorkGate } from './kernel/work-gate.ts'
import { WorkerPool } from './kernel/worker-pool.ts'
import type { Clock } from './ports/clock.ts'
import type { DevTokens, KeyStore } from './ports/identity.ts'
import type { InstrumentReader } from './ports/instruments.ts'
import { answersRequests, Background } from './wiring/background.ts'
import { ABOUT, ENDPOINTS, type Groups, openGroups } from './wiring/groups.ts'
import { authParts, createIdentity, type Identity, openAccess, withoutLogins } from './wiring/identity.ts'
import { modelUsesOf } from './wiring/model.ts'
import { sourcesOf } from './wiring/sources.ts'
import { readiness, showLoad, showState } from './wiring/readiness.ts'
import { keyStoreOf, openSharedState, servingBusOf, type SharedState } from './wiring/state.ts'
import { type OpenStorage, openStorage } from './wiring/storage.ts'

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
  /** In the place of one that watches the event loop; null: nothing is refused, because a test shares the loop. */
  load?: LoadShedder | null
  /** Endpoints beside those of the groups. */
  moreRoutes?: readonly Route[]
}

const DRAIN_MS = 5_000

/** Version of this release. */
const VERSION = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
).version

/**
 * Builds everything from explicit configuration, in order, and takes it down in the opposite order. What the process does is
 * up to its role: a gateway runs no workers, and a worker answers for its health alone.
 */
export async function startServer(given: Config, logger: Logger, overrides: Overrides = {}): Promise<Server> {
  const serves = answersRequests(given.role)
  const config = serves ? given : withoutLogins(given)
  const stack = new AsyncDisposableStack()
  try {
    const base = await openBase(config, logger, overrides, stack)
    const { open, identity, background } = base
    const product = openProduct(config, base)
    const { groups } = product
    stack.defer(() => groups.close())
    await open.storage.patiently(() => groups.start({ serves }))
    stack.defer(() => background.stop())
    await background.start(groups)
    const metrics = createMetrics()
    showState(metrics, {
      ...base.platform,
      ...base.shared,
      storage: open.storage,
      identity,
      groups: { gauges: [...groups.gauges, background.gauge] },
      openStreams: product.openStreams,
    })
    const serving = { draining: false }
    const gateway = buildGateway({ config, base, metrics, product, overrides }, () =>
      readiness(open.storage, identity, serving.draining),
    )
    stack.defer(() => gateway.close())
    await openOps(config, metrics, stack)
    const url = await gateway.listen(config.host, config.port)
    identity.bundled?.listeningAt(url)
    open.dataDir?.writeServerRecord({ pid: process.pid, url, settings: publishedSettings(config) })
    return {
      url,
      instruments: groups.ports.instruments.size(),
      devTokens: identity.devTokens,
      issuer: identity.bundled?.issuer() ?? null,
      failed: open.storage.failed,
      drain: async (hurry) => {
        serving.draining = true
        gateway.drain()
        const stopped = background.stop()
        if (serves) await delay(DRAIN_MS, undefined, { signal: hurry }).catch(() => undefined)
        else await stopped
      },
      close: async () => {
        serving.draining = true
        // Requests and work under way end at the same time.
        void background.stop()
        await stack.disposeAsync()
      },
    }
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }
}

/** What the groups stand on. */
interface Base {
  open: OpenStorage
  identity: Identity
  shared: SharedState
  platform: Platform
  background: Background
}

async function openBase(
  config: Config,
  logger: Logger,
  overrides: Overrides,
  stack: AsyncDisposableStack,
): Promise<Base> {
  const clock = overrides.clock ?? createSystemClock(config.marketStart)
  const open = overrides.storage ?? (await openStorage(config, { logger }))
  stack.defer(() => open.close())
  await migrate(open.storage.pool)
  // Nobody else can have a data directory that this process has locked.
  if (open.dataDir !== null) await freeLeases(open.storage.db)
  const db = open.storage.requests
  const keys = overrides.keyStore ?? keyStoreOf(open)
  const identity = await createIdentity(config, { db, keys, clock, logger })
  stack.defer(() => identity.stop())
  const shared = await openSharedState(config, { clock, logger, release: VERSION })
  stack.defer(() => shared.close())
  const { gate = new WorkGate() } = overrides
  const workers = new WorkerPool()
  stack.defer(() => workers.close())
  const background = new Background({ role: config.role, storage: open.storage, logger })
  const platform = {
    db,
    background: open.storage.db,
    bus: servingBusOf(open.storage),
    cache: shared.cache,
    clock,
    logger,
    gate,
    workers,
    jobs: background.jobs,
  }
  return { open, identity, shared, platform, background }
}

/** The metrics on a listener of their own, where one is configured. */
async function openOps({ opsPort }: Config, metrics: Metrics, stack: AsyncDisposableStack): Promise<void> {
  if (opsPort === 0) return
  const ops = await serveMetrics(metrics.registry, opsPort)
  stack.defer(() => ops.close())
}

/** The groups, who may call them, and what callers have open. */
interface Product {
  groups: Groups
  access: Access
  openStreams: OpenStreams
}

function openProduct(config: Config, { platform, identity, open, shared }: Base): Product {
  const { bus, clock, logger, workers } = platform
  const openStreams = new OpenStreams(shared.openCounts)
  const { instruments, news, portfolio } = sourcesOf(config, { clock, workers })
  const uses = modelUsesOf(config, logger)
  const groups = openGroups({
    platform,
    news: { ...news, ...uses.news },
    chat: uses.chat,
    portfolio,
    sources: {
      ...instruments,
      keptIndex: open.dataDir === null ? null : join(open.dataDir.path, 'search-index'),
    },
    auth: {
      ...authParts(config, identity, clock),
      openOf: (caller) => openStreams.openOf(caller),
      tokenRevoked: async (revocationKey) => {
        access.forget(revocationKey)
        await bus.publish('token.revoked', { revocationKey })
      },
    },
  })
  const { entitlements } = groups.ports
  const access = openAccess({ identity, entitlements, bus, clock, logger })
  return { groups, access, openStreams }
}

interface Parts {
  config: Config
  base: Base
  metrics: Metrics
  product: Product
  overrides: Overrides
}

function buildGateway(
  { config, base, metrics, product, overrides }: Parts,
  ready: () => Promise<Check[]>,
): Gateway {
  const { db, clock, logger } = base.platform
  const { bundled } = base.identity
  const { timeouts, moreRoutes = [] } = overrides
  const { groups, access, openStreams } = product
  const serves = answersRequests(config.role)
  const watch = overrides.load === undefined ? watchLoad(logger) : null
  const load = watch?.load ?? overrides.load ?? undefined
  if (load !== undefined) showLoad(metrics, load)
  const gateway = createGateway({
    routes: serves ? [...groups.routes, ...moreRoutes] : [],
    pages: [...healthPages(ready), ...(serves ? documentation(config, groups.ports.instruments) : [])],
    mounts: bundled === null ? [] : [bundled],
    access,
    idempotency: createIdempotencyStore(db),
    counter: base.shared.counter,
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
    load,
    openStreams,
  })
  const close = async (): Promise<void> => {
    await gateway.close()
    watch?.stop()
  }
  return { ...gateway, close }
}

function documentation({ upstreams, devLogin, oidc }: Config, instruments: InstrumentReader): Page[] {
  const simulated = upstreams.includes(DEMO)
  const openApi = openApiDocument(ENDPOINTS, { version: VERSION, simulated, tags: ABOUT })
  const providerOrigin = oidc === null ? null : new URL(oidc.authUrl).origin
  const example = () => instruments.named('AAPL', 1)[0] ?? instruments.named('a', 1)[0] ?? null
  return docsPages({ openApi, simulated, devLogin, providerOrigin, example })
}
