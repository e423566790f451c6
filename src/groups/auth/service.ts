import type {
  InternalTokenInput,
  JsonWebKey,
  LogoutReply,
  Me,
  OidcConfig,
  Usage,
} from '../../contract/auth.ts'
import type { PreferencesInput } from '../../contract/preferences.ts'
import type { Caller, CallerRate } from '../../contract/endpoint.ts'
import { fail } from '../../kernel/fail.ts'
import type { Id } from '../../kernel/ids.ts'
import { formatInstant, MINUTE_MS, SECOND_MS } from '../../kernel/time.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Entitlement } from '../../ports/entitlements.ts'
import type { DevTokens, InternalTokens, PublicKey, TokenClaims } from '../../ports/identity.ts'
import type { InstrumentReader } from '../../ports/instruments.ts'
import type { UsageShare } from '../../ports/usage.ts'
import { changesOf, checkPreferences } from './preferences.ts'
import type { Provider } from './provider.ts'
import { type AdminRules, standingOf } from './role.ts'
import type { AuthStore, Profile, TenantRecord } from './store.ts'

export interface Deps extends AdminRules {
  store: Omit<AuthStore, 'saveTenant' | 'isRevoked' | 'findProfile'>
  clock: Clock
  /** Null while dev-login is off. */
  devTokens: DevTokens | null
  internalTokens: InternalTokens
  /** Of everything that this gateway signs. */
  publicKeys: readonly PublicKey[]
  /** The identity provider of browsers, and their client id there; null without one. */
  provider: Provider | null
  clientId: string | null
  defaultTier: TenantRecord['tier']
  /** Where a benchmark is checked. */
  instruments: Pick<InstrumentReader, 'existing'>
  /** What every other group says of a user's usage. */
  usageShares(caller: Caller): Promise<readonly UsageShare[]>
  /** What a user has open, in all processes. */
  openOf(caller: Caller): Promise<{ streams: number; websockets: number }>
  /** Ends a log-in at a provider of ours, so that its refresh tokens are worth nothing; absent without one. */
  endLogin?: ((grantId: string) => Promise<void>) | undefined
  /** Makes every process ask again whether a token is revoked. */
  tokenRevoked(revocationKey: string): Promise<void>
}

interface TokenReply {
  access_token: string
  token_type: string
  expires_in: number
}

/** Longer than an expired token is accepted. */
const LEEWAY_MS = MINUTE_MS
const KEY_SET_MS = 5 * MINUTE_MS
const WINDOW_SECONDS = 60
/** What holds of things whose group says nothing. */
const LIMITS: Usage['limits'] = {
  alerts: 200,
  threads: 1_000,
  watchlists: 0,
  accounts: 0,
  transactions: null,
}
const NOTHING_STORED: Usage['counts'] = {
  alerts: 0,
  threads: 0,
  watchlists: 0,
  accounts: 0,
  transactions: 0,
}

const FREE_LIMIT = 60
const PRO_LIMIT = 600

export type Auth = ReturnType<typeof createAuth>

/** What the group does. */
export function createAuth(deps: Deps) {
  return { ...tokens(deps), ...provider(deps), ...users(deps) }
}

/** Tokens that this gateway issues, and the end of any. */
function tokens({ store, clock, devTokens, internalTokens, publicKeys, ...deps }: Deps) {
  /** Throws 403 `DEV_LOGIN_DISABLED` while dev-login is off. */
  const requireDevLogin = (): DevTokens =>
    devTokens ??
    fail('DEV_LOGIN_DISABLED', 'Dev-login is off on this server: log in through the identity provider.')

  return {
    requireDevLogin,

    async devLogin(email: string): Promise<TokenReply> {
      const { token, expiresInSeconds } = await requireDevLogin().issue(email)
      return { access_token: token, token_type: 'bearer', expires_in: expiresInSeconds }
    },

    async internalToken(caller: Caller, input: InternalTokenInput): Promise<TokenReply> {
      const { userId, tenantId } = caller
      const { token, expiresInSeconds } = await internalTokens.issue({
        subject: userId,
        tenantId,
        audience: input.audience,
        scope: input.scope ?? [],
      })
      return { access_token: token, token_type: 'bearer', expires_in: expiresInSeconds }
    },

    keySet(): { keys: JsonWebKey[]; freshUntil: number } {
      return { keys: [...publicKeys], freshUntil: clock.now() + KEY_SET_MS }
    },

    async logout(caller: Caller): Promise<LogoutReply> {
      const { token } = caller
      if (token.grantId !== null) await deps.endLogin?.(token.grantId)
      await store.revoke(token.revocationKey, token.expiresAt, clock.now() - LEEWAY_MS)
      await deps.tokenRevoked(token.revocationKey)
      const endSessionUrl = await deps.provider?.endSessionEndpoint(token.issuer)
      return { revoked: true, end_session_url: endSessionUrl ?? null }
    },
  }
}

function provider({ provider: configured, clientId, devTokens }: Deps) {
  return {
    async oidcConfig(): Promise<OidcConfig> {
      if (configured === null || clientId === null) {
        fail('OIDC_NOT_CONFIGURED', 'This server has no identity provider that browsers could log in at.')
      }
      const document =
        (await configured.document()) ??
        fail('AUTH_UNAVAILABLE', 'The identity provider is unreachable.', { 'Retry-After': '5' })
      return {
        auth_url: configured.authUrl(),
        issuer: document.issuer,
        client_id: clientId,
        authorization_endpoint: document.authorizationEndpoint,
        token_endpoint: document.tokenEndpoint,
        jwks_uri: document.jwksUri,
        end_session_endpoint: document.endSessionEndpoint,
        scopes: ['openid', 'profile', 'email'],
        code_challenge_methods: ['S256'],
        dev_login_enabled: devTokens !== null,
      }
    },
  }
}

function users({ store, clock, defaultTier, ...deps }: Deps) {
  async function tenantOf(tenantId: Id): Promise<TenantRecord> {
    return (await store.tenant(tenantId)) ?? { tier: defaultTier, rateLimit: null }
  }

  async function describe(caller: Caller, { preferences, createdAt }: Profile): Promise<Me> {
    const { userId, email, tenantId, role, token } = caller
    const tenant = await tenantOf(tenantId)
    return {
      user_id: userId,
      email,
      tenant_id: tenantId,
      role,
      tier: tenant.tier,
      rate_limit_per_minute: limitOf(tenant),
      token_expires_at: formatInstant(token.expiresAt),
      preferences,
      created_at: formatInstant(createdAt),
    }
  }

  return {
    async entitlement(claims: TokenClaims): Promise<Entitlement> {
      const tenant = await tenantOf(claims.tenantId)
      return { role: standingOf(claims, deps).role, tier: tenant.tier, limit: limitOf(tenant) }
    },

    async me(caller: Caller): Promise<Me> {
      return describe(caller, await store.profile(caller))
    },

    async updateMe(caller: Caller, input: PreferencesInput): Promise<Me> {
      const changes = changesOf(input)
      await checkPreferences(changes, deps.instruments)
      return describe(caller, await store.saveProfile(caller, changes))
    },

    async usage(caller: Caller, rate: CallerRate | null): Promise<Usage> {
      const now = clock.now()
      const [{ tier }, shares, { streams, websockets }] = await Promise.all([
        tenantOf(caller.tenantId),
        deps.usageShares(caller),
        deps.openOf(caller),
      ])
      return {
        tier,
        window_seconds: WINDOW_SECONDS,
        limit: rate?.limit ?? null,
        remaining: rate?.remaining ?? null,
        reset_at: formatInstant(now + (rate?.resetSeconds ?? 0) * SECOND_MS),
        open_websockets: websockets,
        open_streams: streams,
        counts: Object.assign(
          { ...NOTHING_STORED },
          ...shares.map(({ counts }) => counts),
        ) as Usage['counts'],
        limits: Object.assign({ ...LIMITS }, ...shares.map(({ limits }) => limits)) as Usage['limits'],
      }
    },
  }
}

function limitOf({ tier, rateLimit }: TenantRecord): number | null {
  switch (tier) {
    case 'free':
      return FREE_LIMIT
    case 'pro':
      return PRO_LIMIT
    case 'enterprise':
      return rateLimit
  }
}
