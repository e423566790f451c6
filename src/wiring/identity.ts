import { type BundledProvider, createBundledProvider } from '../adapters/identity/bundled/index.ts'
import { createDevTokens, createDevVerifier } from '../adapters/identity/dev-login.ts'
import { fetchJson } from '../adapters/identity/fetch-json.ts'
import { createInternalTokens, publicKeyOf } from '../adapters/identity/internal-tokens.ts'
import { createOidcVerifier, type OidcVerifier } from '../adapters/identity/oidc.ts'
import { loadSigningKey } from '../adapters/identity/signing-key.ts'
import { createTokenVerifier } from '../adapters/identity/verifier.ts'
import type { Database } from '../adapters/storage/database.ts'
import type { Config } from '../config/config.ts'
import { type Access, createAccess } from '../gateway/access.ts'
import { createRefusalLog } from '../gateway/observability/request-log.ts'
import { createLoginState, createProvider, type Provider } from '../groups/auth/index.ts'
import type { Logger } from '../kernel/logger.ts'
import { repeat } from '../kernel/worker.ts'
import type { Bus } from '../ports/bus.ts'
import type { Clock } from '../ports/clock.ts'
import type { Entitlements } from '../ports/entitlements.ts'
import type {
  DevTokens,
  InternalTokens,
  IssuerVerifier,
  KeyStore,
  PublicKey,
  TokenVerifier,
} from '../ports/identity.ts'
import type { Parts } from './groups.ts'

const IDENTITY_TICK_MS = 250

/** Whose tokens are taken, and who issues some here. */
export interface Identity {
  verifier: TokenVerifier
  devTokens: DevTokens | null
  internalTokens: InternalTokens
  /** Of everything that is signed here. */
  publicKeys: PublicKey[]
  /** Null without an identity provider of its own address. */
  oidc: OidcVerifier | null
  bundled: BundledProvider | null
  stop(): void
}

interface IdentityParts {
  db: Database
  keys: KeyStore
  clock: Clock
  logger: Logger
}

/** The configuration of a process at which nobody can log in: it keeps no keys of an identity provider. */
export const withoutLogins = (config: Config): Config => ({
  ...config,
  oidc: null,
  bundledProvider: null,
  devLogin: false,
})

/** Builds the verifiers that the configuration asks for; keys of the identity provider are kept fresh until `stop`. */
export async function createIdentity(config: Config, parts: IdentityParts): Promise<Identity> {
  const { keys, clock, logger } = parts
  const bundled = openBundledProvider(config, parts)
  const verifiers: IssuerVerifier[] = []
  let devTokens: DevTokens | null = null
  const [internalKey, devKey] = await Promise.all([
    loadSigningKey(keys, 'internal'),
    config.devLogin ? loadSigningKey(keys, 'dev-login') : null,
  ])
  if (devKey !== null) {
    devTokens = createDevTokens(devKey, clock)
    verifiers.push(
      createDevVerifier(devKey, clock, {
        enabled: () => config.devLogin,
        provesEmail: !hasRealProvider(config),
      }),
    )
  }
  if (bundled !== null) verifiers.push(bundled.verifier)
  const warn = (message: string): void => logger.warn({}, message)
  if (config.devLogin && hasRealProvider(config)) {
    warn(
      'Dev-login is on beside a real identity provider: whoever reaches this server can log in as anybody.',
    )
  }
  const oidc = config.oidc === null ? null : createOidcVerifier({ ...config.oidc, clock, warn })
  if (oidc !== null) verifiers.push(oidc)
  const closing = new AbortController()
  if (oidc !== null) {
    const { signal } = closing
    const onError = (error: unknown): void => warn(String(error))
    void repeat({ everyMs: IDENTITY_TICK_MS, signal, run: () => oidc.tick(), onError, atOnce: true })
  }
  return {
    verifier: createTokenVerifier(verifiers),
    devTokens,
    internalTokens: createInternalTokens(internalKey, clock),
    publicKeys: [devKey, internalKey].flatMap((key) => (key === null ? [] : [publicKeyOf(key)])),
    oidc,
    bundled,
    stop: () => closing.abort(),
  }
}

/** Whether users log in at a server of their own, and not at one of a developer's machine: there http is refused. */
export const hasRealProvider = ({ oidc }: Config): boolean => oidc?.authUrl.startsWith('https:') === true

function openBundledProvider(
  { bundledProvider }: Config,
  { db, logger, ...parts }: IdentityParts,
): BundledProvider | null {
  if (bundledProvider === null) return null
  return createBundledProvider({
    ...bundledProvider,
    ...parts,
    state: createLoginState(db, parts.clock),
    report: (error) => logger.error({ error: String(error) }, 'the bundled identity provider failed'),
  })
}

interface AccessParts {
  identity: Identity
  entitlements: Entitlements
  bus: Bus
  clock: Clock
  logger: Logger
}

/** Who is let in; what other processes change about it is followed on the bus. */
export function openAccess({ identity, entitlements, bus, clock, logger }: AccessParts): Access {
  const access = createAccess({
    verifier: identity.verifier,
    ...entitlements,
    clock,
    onRefusal: createRefusalLog(logger, () => clock.now()),
  })
  bus.subscribe('tenant.changed', () => access.forget())
  bus.subscribe('token.revoked', ({ revocationKey }) => access.forget(revocationKey))
  bus.subscribe('keys.reload', () => void reloadKeys(identity, { access, logger }))
  return access
}

/** The auth group's view of the configuration and of the token issuers. */
export function authParts(
  config: Config,
  identity: Identity,
  clock: Clock,
): Omit<Parts['auth'], 'tokenRevoked' | 'openOf'> {
  const { bundled } = identity
  return {
    ...config,
    ...identity,
    provider: providerOfBrowsers(config, identity, clock),
    endLogin: bundled === null ? undefined : (grantId) => bundled.endLogin(grantId),
    clientId: (config.oidc ?? config.bundledProvider)?.clientId ?? null,
  }
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
  if (bundled !== null) {
    return {
      authUrl: () => bundled.issuer(),
      document: async () => bundled.document(),
      endSessionEndpoint: async (issuer) => bundled.endSessionEndpoint(issuer),
    }
  }
  if (oidc === null) return null
  const { authUrl } = oidc
  const read = (): Promise<unknown> => fetchJson(`${authUrl}/.well-known/openid-configuration`)
  return createProvider({ authUrl, clock, read })
}
