import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { createIdempotencyStore } from './adapters/storage/idempotency.ts'
import type { Database } from './adapters/storage/database.ts'
import { createMemoryCounter } from './adapters/counter/memory.ts'
import { type BundledProvider, createBundledProvider } from './adapters/identity/bundled/index.ts'
import { createDevTokens, createDevVerifier } from './adapters/identity/dev-login.ts'
import { fetchJson } from './adapters/identity/fetch-json.ts'
import { createInternalTokens, publicKeyOf } from './adapters/identity/internal-tokens.ts'
import { createOidcVerifier, type OidcVerifier } from './adapters/identity/oidc.ts'
import { loadSigningKey } from './adapters/identity/signing-key.ts'
import { createTokenVerifier } from './adapters/identity/verifier.ts'
import { migrate } from './adapters/storage/migrate.ts'
import type { Storage } from './adapters/storage/storage.ts'
import { createDemoSources, DEMO } from './adapters/upstream/demo/index.ts'
import type { Config } from './config/config.ts'
import { ENDPOINTS } from './contract/index.ts'
import { type Access, createAccess } from './gateway/access.ts'
import { MAX_NETWORKS } from './gateway/forgery-guard.ts'
import { docsPages } from './gateway/docs-page.ts'
import { type Check, healthPages } from './gateway/health.ts'
import { createGateway, type Gateway, type Timeouts } from './gateway/http-app.ts'
import { type LoadShedder, watchLoad } from './gateway/load.ts'
import { createMetrics, type Metrics, serveMetrics } from './gateway/metrics.ts'
import { openApiDocument } from './gateway/openapi.ts'
import { createRefusalLog, logFailure, logRequest } from './gateway/request-log.ts'
import {
  type AuthGroup,
  authGroup,
  createLoginState,
  createProvider,
  type Provider,
} from './groups/auth/index.ts'
import { type InstrumentsGroup, instrumentsGroup } from './groups/instruments/index.ts'
import { createSystemClock } from './kernel/clock.ts'
import type { Logger } from './kernel/logger.ts'
import type { Bus } from './ports/bus.ts'
import type { Cache } from './ports/cache.ts'
import type { Clock } from './ports/clock.ts'
import type { Counter } from './ports/counter.ts'
import type {
  DevTokens,
  InternalTokens,
  IssuerVerifier,
  KeyStore,
  PublicKey,
  TokenVerifier,
} from './ports/identity.ts'
import { keyStoreOf, type OpenStorage, openStorage, openSharedState, servingBusOf } from './wiring.ts'
import { checkIdentity, watchIdentity } from './identity-watch.ts'

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
}

const IDENTITY_TICK_MS = 500
const READY_TIMEOUT_MS = 1_000
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
    const bundled = openBundledProvider(config, { db, keys, clock, logger })
    const identity = await createIdentity(config, { keys, bundled, clock, logger })
    stack.defer(() => identity.stop())
    const { timeouts } = overrides
    const shared = openSharedState(config, { clock, logger, release: VERSION })
    stack.defer(() => shared.close())
    const { counter, cache } = shared
    const { auth, access } = createDoor({ config, db, identity, bus, clock, logger })
    const instruments = await startInstruments(config, open.storage, { bus, cache, clock, logger })
    stack.defer(() => instruments.close())
    const metrics = createMetrics()
    if (shared.redisAnswers !== null) {
      const { redisAnswers } = shared
      metrics.gauge('tidemark_redis_up', 'Whether Redis answers.', () => (redisAnswers() ? 1 : 0))
    }
    const load = (): ReturnType<Storage['load']> => open.storage.load()
    metrics.gauge('tidemark_database_connections', 'Connections that requests use.', () => load().inUse)
    metrics.gauge('tidemark_database_waiting', 'Requests that wait for a connection.', () => load().waiting)
    if (identity.oidc !== null) watchIdentity(metrics, identity.oidc, clock)
    metrics.gauge('tidemark_instruments', 'Instruments in the search index.', () => instruments.size())
    const shown = { config, clock, logger, metrics, access, auth, db, counter, instruments }
    const parts: Parts = { ...shown, bundled, timeouts }
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

function showLoad(metrics: Metrics, load: LoadShedder): void {
  metrics.gauge(
    'tidemark_event_loop_delay_seconds',
    'How late turns of the event loop were lately.',
    () => load.delayMs / 1_000,
  )
  metrics.gauge('tidemark_overloaded', 'Whether there is too much to do.', () => (load.late ? 1 : 0))
  metrics.counter(
    'tidemark_requests_shed_total',
    'Requests that were refused because there was too much to do.',
    () => load.refused,
  )
}

interface Identity {
  verifier: TokenVerifier
  devTokens: DevTokens | null
  internalTokens: InternalTokens
  /** Of everything that is signed here. */
  publicKeys: PublicKey[]
  oidc: OidcVerifier | null
  bundled: BundledProvider | null
  stop(): void
}

interface IdentityParts {
  keys: KeyStore
  clock: Clock
  logger: Logger
}

function openBundledProvider(
  { bundledProvider }: Config,
  { db, logger, ...parts }: IdentityParts & { db: Database },
): BundledProvider | null {
  if (bundledProvider === null) return null
  return createBundledProvider({
    ...bundledProvider,
    ...parts,
    state: createLoginState(db, parts.clock),
    report: (error) => logger.error({ error: String(error) }, 'the bundled identity provider failed'),
  })
}

async function createIdentity(
  config: Config,
  { keys, bundled, clock, logger }: IdentityParts & { bundled: BundledProvider | null },
): Promise<Identity> {
  const verifiers: IssuerVerifier[] = []
  let devTokens: DevTokens | null = null
  const [internalKey, devKey] = await Promise.all([
    loadSigningKey(keys, 'internal'),
    config.devLogin ? loadSigningKey(keys, 'dev-login') : null,
  ])
  if (devKey !== null) {
    devTokens = createDevTokens(devKey, clock)
    verifiers.push(createDevVerifier(devKey, clock, () => config.devLogin))
  }
  if (bundled !== null) verifiers.push(bundled.verifier)
  const warn = (message: string): void => logger.warn({}, message)
  if (config.devLogin && config.oidc?.authUrl.startsWith('https:') === true) {
    warn(
      'Dev-login is on beside a real identity provider: whoever reaches this server can log in as anybody.',
    )
  }
  const oidc = config.oidc === null ? null : createOidcVerifier({ ...config.oidc, clock, warn })
  if (oidc !== null) verifiers.push(oidc)
  void oidc?.tick()
  const ticking = setInterval(() => void oidc?.tick(), IDENTITY_TICK_MS).unref()
  return {
    verifier: createTokenVerifier(verifiers),
    devTokens,
    internalTokens: createInternalTokens(internalKey, clock),
    publicKeys: [devKey, internalKey].flatMap((key) => (key === null ? [] : [publicKeyOf(key)])),
    oidc,
    bundled,
    stop: () => clearInterval(ticking),
  }
}

interface Foundations {
  bus: Bus
  clock: Clock
  logger: Logger
}

interface DoorParts extends Foundations {
  config: Config
  db: Database
  identity: Identity
}

/** Who may come in, and what the auth group answers about it: each needs the other. */
function createDoor({ config, db, identity, bus, clock, logger }: DoorParts): {
  auth: AuthGroup
  access: Access
} {
  const auth = authGroup({
    db,
    ...config,
    ...identity,
    clock,
    provider: providerOfBrowsers(config, identity, clock),
    clientId: (config.oidc ?? config.bundledProvider)?.clientId ?? null,
    tokenRevoked: async (revocationKey) => {
      access.forget(revocationKey)
      await bus.publish('token.revoked', { revocationKey })
    },
  })
  const access = createAccess({
    verifier: identity.verifier,
    entitlement: (claims) => auth.entitlement(claims),
    isRevoked: (key) => auth.isRevoked(key),
    forgeries: createMemoryCounter(clock, MAX_NETWORKS),
    clock,
    onRefusal: createRefusalLog(logger, () => clock.now()),
  })
  bus.subscribe('tenant.changed', () => access.forget())
  bus.subscribe('token.revoked', ({ revocationKey }) => access.forget(revocationKey))
  bus.subscribe('keys.reload', () => void reloadKeys(identity, { access, logger }))
  return { auth, access }
}

/** Once the keys are read, because what is verified until then is verified with the old ones. */
async function reloadKeys(
  { oidc }: Identity,
  { access, logger }: { access: Access; logger: Logger },
): Promise<void> {
  await oidc?.reload()
  access.forget()
  logger.info({ keys: oidc?.state().keys }, 'the keys of the identity provider were asked for again')
}

/** Where browsers log in; the bundled provider is not asked over HTTP. */
function providerOfBrowsers({ oidc }: Config, { bundled }: Identity, clock: Clock): Provider | null {
  if (bundled !== null) return { authUrl: () => bundled.issuer(), document: async () => bundled.document() }
  if (oidc === null) return null
  const { authUrl } = oidc
  const read = (): Promise<unknown> => fetchJson(`${authUrl}/.well-known/openid-configuration`)
  return createProvider({ authUrl, clock, read })
}

async function startInstruments(
  config: Config,
  storage: Storage,
  { bus, cache, clock, logger }: Foundations & { cache: Cache },
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
}

function buildGateway(parts: Parts, ready: () => Promise<Check[]>): Gateway {
  const { config, clock, logger, metrics, access, auth, db, counter, instruments, bundled, timeouts } = parts
  const simulated = config.upstreams.includes(DEMO)
  const watch = watchLoad(logger)
  showLoad(metrics, watch.load)
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
    load: watch.load,
  })
  const close = async (): Promise<void> => {
    await gateway.close()
    watch.stop()
  }
  return { ...gateway, close }
}

async function readiness(storage: Storage, { oidc, bundled }: Identity, draining: boolean): Promise<Check[]> {
  const checks: Check[] = [await checkDatabase(storage)]
  if (bundled !== null) {
    checks.push({ name: 'identity provider', ok: true, detail: 'bundled, for development' })
  }
  if (oidc !== null) checks.push(checkIdentity(oidc))
  if (draining) checks.push({ name: 'shutdown', ok: false, detail: 'the server is shutting down' })
  return checks
}

async function checkDatabase(storage: Storage): Promise<Check> {
  const timeout = AbortSignal.timeout(READY_TIMEOUT_MS)
  const late = new Promise<Check>((resolve) => {
    timeout.addEventListener('abort', () =>
      resolve({ name: 'database', ok: false, detail: 'no answer within 1 s' }),
    )
  })
  const answered = storage
    .answers()
    .then((ok): Check => ({ name: 'database', ok, ...(ok ? {} : { detail: 'out of reach' }) }))
  return Promise.race([answered, late])
}
