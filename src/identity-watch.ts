import type { OidcVerifier } from './adapters/identity/oidc.ts'
import type { Check } from './gateway/health.ts'
import type { Metrics } from './gateway/metrics.ts'
import { formatInstantSeconds, SECOND_MS } from './kernel/time.ts'
import type { Clock } from './ports/clock.ts'

/** What readiness says of the identity provider: without its keys nobody can be let in. */
export function checkIdentity(oidc: OidcVerifier): Check {
  const { keys, failing, fetchedAt, believedUntil } = oidc.state()
  const name = 'identity provider'
  if (keys === 0)
    return { name, ok: false, detail: failing ? 'out of reach, and no keys to go on with' : 'not asked yet' }
  if (!failing || fetchedAt === null || believedUntil === null) return { name, ok: true }
  const [from, until] = [fetchedAt, believedUntil].map(formatInstantSeconds)
  return { name, ok: true, detail: `out of reach; its keys of ${from} are used until ${until}` }
}

/** Gauges by which an outage of the identity provider is seen before it is felt. */
export function watchIdentity(metrics: Metrics, oidc: OidcVerifier, clock: Clock): void {
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
