import type { OidcVerifier } from '../adapters/identity/oidc.ts'
import type { RedisConnection } from '../adapters/redis/connection.ts'
import type { Storage } from '../adapters/storage/storage.ts'
import type { Check } from '../gateway/observability/health.ts'
import type { LoadShedder } from '../gateway/load.ts'
import type { Metrics } from '../gateway/observability/metrics.ts'
import type { OpenStreams } from '../gateway/open-streams.ts'
import { formatInstantSeconds, SECOND_MS } from '../kernel/time.ts'
import type { WorkGate } from '../kernel/work-gate.ts'
import type { Clock } from '../ports/clock.ts'
import type { Groups } from './groups.ts'
import type { Identity } from './identity.ts'

const READY_TIMEOUT_MS = 1_000

/** What `/readyz` says. */
export async function readiness(
  storage: Storage,
  { oidc, bundled }: Identity,
  draining: boolean,
): Promise<Check[]> {
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
      resolve({ name: 'database', ok: false, detail: 'no response within 1 s' }),
    )
  })
  const answered = storage
    .reachable()
    .then((ok): Check => ({ name: 'database', ok, ...(ok ? {} : { detail: 'unreachable' }) }))
  return Promise.race([answered, late])
}

/** What readiness says of the identity provider: without its keys nobody can be let in. */
function checkIdentity(oidc: OidcVerifier): Check {
  const { keys, failing, fetchedAt, believedUntil } = oidc.state()
  const name = 'identity provider'
  if (keys === 0)
    return { name, ok: false, detail: failing ? 'unreachable, and no keys to go on with' : 'not asked yet' }
  if (!failing || fetchedAt === null || believedUntil === null) return { name, ok: true }
  const [from, until] = [fetchedAt, believedUntil].map(formatInstantSeconds)
  return { name, ok: true, detail: `unreachable; its keys of ${from} are used until ${until}` }
}

/** Gauges by which an outage of the identity provider is seen before it is felt. */
function showIdentity(metrics: Metrics, oidc: OidcVerifier, clock: Clock): void {
  metrics.gauge(
    'tidemark_identity_provider_up',
    'Whether the keys of the identity provider could be read last time.',
    () => (oidc.state().failing || oidc.state().fetchedAt === null ? 0 : 1),
  )
  metrics.gauge(
    'tidemark_identity_keys',
    'Keys of the identity provider that tokens are checked with.',
    () => oidc.state().keys,
  )
  metrics.gauge(
    'tidemark_identity_keys_age_seconds',
    'Seconds since the keys of the identity provider were read; NaN before.',
    () => (clock.now() - (oidc.state().fetchedAt ?? Number.NaN)) / SECOND_MS,
  )
}

/** What the state of a server is seen by at `/metrics`. */
export interface Watched {
  storage: Storage
  identity: Identity
  /** Null without Redis. */
  redis: Pick<RedisConnection, 'down' | 'failed'> | null
  groups: Pick<Groups, 'gauges'>
  clock: Clock
  gate: Pick<WorkGate, 'running' | 'waiting' | 'refused'>
  openStreams: OpenStreams
}

/** Gauges of what a server depends on. */
export function showState(
  metrics: Metrics,
  { storage, identity, redis, groups, clock, gate, openStreams }: Watched,
): void {
  if (redis !== null) {
    metrics.gauge('tidemark_redis_up', 'Whether Redis is reachable.', () => (redis.down ? 0 : 1))
    metrics.counter(
      'tidemark_redis_failures_total',
      'Commands to Redis that failed or had no response in time: this process counted or cached by itself.',
      () => redis.failed,
    )
  }
  metrics.gauge('tidemark_database_connections', 'Connections that requests use.', () => storage.load().inUse)
  metrics.gauge(
    'tidemark_database_waiting',
    'Requests that wait for a connection.',
    () => storage.load().waiting,
  )
  if (identity.oidc !== null) showIdentity(metrics, identity.oidc, clock)
  for (const { name, help, read } of groups.gauges) metrics.gauge(name, help, read)
  metrics.gauge('tidemark_open_streams', 'Responses that are streaming.', () => openStreams.total('stream'))
  metrics.gauge('tidemark_open_websockets', 'WebSockets that are open.', () => openStreams.total('websocket'))
  metrics.gauge('tidemark_long_work_running', 'Long computations under way.', () => gate.running)
  metrics.gauge(
    'tidemark_long_work_waiting',
    'Long computations that wait for their turn.',
    () => gate.waiting,
  )
  metrics.counter(
    'tidemark_long_work_refused_total',
    'Long computations that were refused or not finished in time.',
    () => gate.refused,
  )
}

/** Gauges of the event loop, by which overload is seen. */
export function showLoad(metrics: Metrics, load: LoadShedder): void {
  metrics.gauge(
    'tidemark_event_loop_delay_seconds',
    'How late turns of the event loop were lately.',
    () => load.delayMs / 1_000,
  )
  metrics.gauge(
    'tidemark_overloaded',
    'Whether requests are refused: the event loop is late or memory is short.',
    () => (load.overloaded ? 1 : 0),
  )
  metrics.counter(
    'tidemark_requests_shed_total',
    'Requests that were refused because the server was overloaded.',
    () => load.refused,
  )
}
