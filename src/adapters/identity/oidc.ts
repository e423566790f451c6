import type { JWTPayload } from 'jose'
import { v5 } from 'uuid'
import { foldEmail } from '../../kernel/email.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { Clock } from '../../ports/clock.ts'
import type {
  IssuerVerifier,
  Refusal,
  SignatureGate,
  TokenClaims,
  Verification,
} from '../../ports/identity.ts'
import { refuseClaims } from './claims.ts'
import { fetchJson } from './fetch-json.ts'
import { KeySet, type KeySetState } from './key-set.ts'
import { type ProviderEmail, UserinfoEmails } from './userinfo.ts'
import { ACCESS_TYPES, invalid, isRefusal, verifyJwt } from './verify-jwt.ts'

export interface OidcOptions {
  /** Base address of the provider, without a slash at its end; the issuer of its tokens. */
  authUrl: string
  /** Any of these; empty = not checked. */
  audiences: readonly string[]
  tenantClaim: string
  /** The claim `<emailClaim>_verified` says whether the address is proved. */
  emailClaim: string
  /** Claim that holds `admin` for administrators; null = none does. */
  roleClaim?: string | null
  /** How long keys are believed while the provider is unreachable. */
  staleMs?: number | undefined
  /** What distinguishes an access token from an ID token when the provider's ID tokens have none of the usual marks. */
  required?: ReadonlyArray<'at+jwt' | 'jti'>
  clock: Clock
  warn: (message: string) => void
  /** Longest wait for one response of the provider. */
  timeoutMs?: number
}

const ADMIN = 'admin'

/** What the provider's discovery document says, as far as we use it. */
interface Discovery {
  issuer: string
  jwksUri: string
  userinfoEndpoint: string | null
}

export interface OidcVerifier extends IssuerVerifier {
  /** Keeps discovery and keys fresh; to be called every few seconds. */
  tick(): Promise<void>
  /** Reads discovery and keys now, because a key must no longer be believed. */
  reload(): Promise<void>
  state(): KeySetState & { issuer: string }
}

/** Accepts RS256 access tokens of one OIDC identity provider. */
export function createOidcVerifier(options: OidcOptions): OidcVerifier {
  const { authUrl, clock, timeoutMs } = options
  let discovery: Discovery | null = null
  const keys = new KeySet({
    clock,
    staleMs: options.staleMs,
    warn: options.warn,
    fetch: async () => {
      // Read anew each time: a provider that moves its keys says so here.
      const document = await fetchJson(`${authUrl}/.well-known/openid-configuration`, { timeoutMs })
      discovery = readDiscovery(document, authUrl)
      return fetchJson(discovery.jwksUri, { timeoutMs })
    },
  })
  const emails = new UserinfoEmails(clock, timeoutMs)
  const issuer = (): string => discovery?.issuer ?? authUrl

  const askUserinfo = (payload: JWTPayload, token: string) => async (): Promise<ProviderEmail | null> => {
    const endpoint = discovery?.userinfoEndpoint ?? null
    return endpoint === null ? null : emails.emailOf(String(payload.sub), endpoint, token)
  }

  async function verify(token: string, gate?: SignatureGate): Promise<TokenClaims | Refusal> {
    const keyFor = (kid: string) => keys.keyFor(kid)
    const { audiences, required = [] } = options
    const verified = await verifyJwt(token, {
      issuer,
      audiences,
      ...(required.includes('at+jwt') ? { types: ACCESS_TYPES } : {}),
      needsId: required.includes('jti'),
      now: clock.now(),
      keyFor,
      gate,
    })
    if (isRefusal(verified)) return verified
    const { payload } = verified
    const tenantId = tenantOf(payload[options.tenantClaim], issuer())
    if (tenantId === null) return missing(options.tenantClaim, 'OIDC_TENANT_CLAIM')
    const email = await emailOf(payload, options.emailClaim, askUserinfo(payload, token))
    if (isRefusal(email)) return email
    const claims = { [options.tenantClaim]: payload[options.tenantClaim], [options.emailClaim]: email.email }
    const hasAdminClaim = holdsAdmin(payload, options.roleClaim ?? null)
    return refuseClaims(claims) ?? claimsOf(payload, { issuer: issuer(), tenantId, hasAdminClaim, ...email })
  }

  return {
    handles: (claimed) => claimed === issuer() || claimed === `${authUrl}/`,
    tick: () => keys.tick(),
    reload: () => {
      emails.forget()
      return keys.reload()
    },
    state: () => ({ ...keys.state(), issuer: issuer() }),
    async verify(token, gate): Promise<Verification> {
      const outcome = await verify(token, gate)
      return isRefusal(outcome) ? { ok: false, refusal: outcome } : { ok: true, claims: outcome }
    },
  }
}

function claimsOf(
  { sub = '', exp = 0, iat = 0, jti }: JWTPayload,
  { email, proved, ...rest }: Pick<TokenClaims, 'issuer' | 'tenantId' | 'hasAdminClaim'> & ProviderEmail,
): TokenClaims {
  return {
    ...rest,
    subject: sub,
    email: foldEmail(email),
    emailProved: proved,
    fromProvider: true,
    expiresAt: exp,
    issuedAt: iat,
    tokenId: jti ?? null,
  }
}

/** The address in the token, or the one that `ask` finds, and whether its source calls it verified too. */
async function emailOf(
  payload: JWTPayload,
  claim: string,
  ask: () => Promise<ProviderEmail | null>,
): Promise<ProviderEmail | Refusal> {
  const claimed = payload[claim]
  if (typeof claimed === 'string' && claimed.includes('@')) {
    return { email: claimed, proved: payload[`${claim}_verified`] === true }
  }
  try {
    return (await ask()) ?? missing(claim, 'OIDC_EMAIL_CLAIM')
  } catch (error) {
    return {
      code: 'AUTH_UNAVAILABLE',
      reason: `userinfo: ${error instanceof Error ? error.message : 'failed'}`,
    }
  }
}

/** Whether a claim is `admin`, lists it, or has it as a key, as the roles of Zitadel do: `{"admin": {"<org>": "<domain>"}}`. */
function holdsAdmin(payload: JWTPayload, claim: string | null): boolean {
  const value = claim !== null && Object.hasOwn(payload, claim) ? payload[claim] : undefined
  if (typeof value !== 'object' || value === null) return value === ADMIN
  if (Array.isArray(value)) return value.includes(ADMIN)
  // A key without a value has been taken away from its bearer.
  return Object.hasOwn(value, ADMIN) && Boolean((value as Record<string, unknown>)[ADMIN])
}

const missing = (claim: string, variable: string): Refusal =>
  invalid(`missing claim "${claim}": set ${variable} to the claim of your provider that holds it`)

/** A tenant is a UUID; any other value is mapped to one that depends on the issuer as well. Null for a missing or odd value. */
export function tenantOf(value: unknown, issuer: string): string | null {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  if (typeof text !== 'string' || text === '') return null
  return isUuid(text) ? text.toLowerCase() : v5(text.toWellFormed(), v5(issuer, v5.URL))
}

function readDiscovery(document: unknown, authUrl: string): Discovery {
  const {
    issuer,
    jwks_uri: jwksUri,
    userinfo_endpoint: userinfo,
  } = (document ?? {}) as Record<string, unknown>
  if (typeof issuer !== 'string' || issuer.replace(/\/$/, '') !== authUrl) {
    throw new Error('its discovery document names another issuer than AUTH_URL')
  }
  if (!isWebAddress(jwksUri)) throw new Error('its discovery document has no jwks_uri')
  return { issuer, jwksUri, userinfoEndpoint: isWebAddress(userinfo) ? userinfo : null }
}

const isWebAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^https?:\/\//.test(value)
