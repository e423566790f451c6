import { createOidcVerifier, tenantOf } from '../adapters/identity/oidc.ts'
import { personOf, tenantOfDomain } from '../adapters/identity/person.ts'
import type { Config } from '../config/config.ts'
import { createAuthStore, type TenantRecord } from '../groups/auth/index.ts'
import { createSystemClock } from '../kernel/clock.ts'
import { type Id, isUuid } from '../kernel/ids.ts'
import { hasRealProvider } from '../wiring/identity.ts'
import { busOf } from '../wiring/storage.ts'
import { type CommandContext, CommandError, openForCommand } from './context.ts'
import { EXIT_OK } from './report.ts'
import { runningServer } from './running-server.ts'

const TIERS = ['free', 'pro', 'enterprise'] as const

export interface TenantOptions {
  tier?: string | undefined
  limit?: string | undefined
}

/** `tenant set TENANT --tier … [--limit N]`: records a tenant's tier; running servers follow. */
export async function setTenant(
  { config, output }: CommandContext,
  named: string,
  options: TenantOptions,
): Promise<number> {
  const record = recordOf(options)
  const tenantId = await tenantNamed(named.trim(), { ...config, ...runningServer(config)?.settings })
  const open = await openForCommand(config)
  try {
    await createAuthStore(open.storage.db).saveTenant(tenantId, record)
    await busOf(open.storage).publish('tenant.changed', { tenantId })
  } finally {
    await open.close()
  }
  const limit =
    record.tier === 'enterprise' ? `, ${record.rateLimit ?? 'unlimited'} requests in any 60 s` : ''
  const who = named.toLowerCase() === tenantId ? named : `${named} (tenant ${tenantId})`
  output.result({ tenant_id: tenantId, tier: record.tier, rate_limit: record.rateLimit }, [
    `${who}: tier ${record.tier}${limit}`,
  ])
  return EXIT_OK
}

/**
 * The id of a tenant. An address or a domain identifies it where tenants are domains, which is with dev-login and the bundled provider; the
 * tenants of a real provider are identified by name alone.
 */
async function tenantNamed(named: string, config: Config): Promise<Id> {
  if (isUuid(named)) return named.toLowerCase()
  if (named === '' || /\s/.test(named)) throw new CommandError(`"${named}" is no tenant: ${FORMS}.`)
  if (!hasRealProvider(config)) {
    if (/^[^@]+@[^@]+$/.test(named)) return personOf(named).tenantId
    if (/^[^@]+\.[^@.]+$/.test(named)) return tenantOfDomain(named)
    throw new CommandError(`"${named}" is no tenant: ${FORMS}.`)
  }
  const { oidc } = config
  if (oidc === null || named.includes('@')) {
    throw new CommandError(
      `With the identity provider at ${oidc?.authUrl} an address does not tell its tenant: give what its tokens carry as ${oidc?.tenantClaim}; doctor --token T shows the id.`,
    )
  }
  const verifier = createOidcVerifier({ ...oidc, clock: createSystemClock(null), warn: () => undefined })
  await verifier.tick()
  const { keys, issuer } = verifier.state()
  if (keys === 0) {
    throw new CommandError(`${oidc.authUrl} does not answer, and without it only a tenant_id names a tenant.`)
  }
  return tenantOf(named, issuer) ?? named
}

const FORMS = 'give the id that tokens carry as tenant_id, or an e-mail address or domain of its users'

function recordOf({ tier: asked, limit }: TenantOptions): TenantRecord {
  const tier = TIERS.find((each) => each === asked)
  if (tier === undefined) throw new CommandError(`--tier must be one of ${TIERS.join(', ')}.`)
  if (limit === undefined) return { tier, rateLimit: null }
  if (tier !== 'enterprise') throw new CommandError('--limit goes with --tier enterprise alone.')
  if (!/^[1-9]\d{0,8}$/.test(limit))
    throw new CommandError('--limit must be a whole number of requests per 60 s.')
  return { tier, rateLimit: Number(limit) }
}
