import { createAuthStore, type TenantRecord } from '../groups/auth/index.ts'
import { isUuid } from '../kernel/ids.ts'
import { busOf } from '../wiring/state.ts'
import { type CommandContext, CommandError, openForCommand } from './context.ts'
import { EXIT_OK } from './report.ts'

const TIERS = ['free', 'pro', 'enterprise'] as const

export interface TenantOptions {
  tier?: string | undefined
  limit?: string | undefined
}

/** `tenant set TENANT --tier … [--limit N]`: records a tenant's tier; running servers follow. */
export async function setTenant(
  { config, output }: CommandContext,
  [tenantId, ...more]: readonly string[],
  options: TenantOptions,
): Promise<number> {
  if (tenantId === undefined || more.length > 0 || !isUuid(tenantId)) {
    throw new CommandError('tenant set takes one TENANT, the UUID that tokens carry as tenant_id.')
  }
  const record = recordOf(options)
  const open = await openForCommand(config)
  try {
    await createAuthStore(open.storage.db).saveTenant(tenantId.toLowerCase(), record)
    await busOf(open.storage).publish('tenant.changed', { tenantId: tenantId.toLowerCase() })
  } finally {
    await open.close()
  }
  const limit =
    record.tier === 'enterprise' ? `, ${record.rateLimit ?? 'unlimited'} requests in any 60 s` : ''
  output.line(`${tenantId}: tier ${record.tier}${limit}`)
  return EXIT_OK
}

function recordOf({ tier: asked, limit }: TenantOptions): TenantRecord {
  const tier = TIERS.find((each) => each === asked)
  if (tier === undefined) throw new CommandError(`--tier must be one of ${TIERS.join(', ')}.`)
  if (limit === undefined) return { tier, rateLimit: null }
  if (tier !== 'enterprise') throw new CommandError('--limit goes with --tier enterprise alone.')
  if (!/^[1-9]\d{0,8}$/.test(limit))
    throw new CommandError('--limit must be a whole number of requests per 60 s.')
  return { tier, rateLimit: Number(limit) }
}
