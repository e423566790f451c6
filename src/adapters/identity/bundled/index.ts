import { hkdfSync } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '../../../ports/clock.ts'
import type { IssuerVerifier, KeyStore } from '../../../ports/identity.ts'
import type { LoginState } from '../../../ports/login-state.ts'
import { loadPrivateJwk, loadSigningKey } from '../signing-key.ts'
import { endGrant } from './grants.ts'
import { LOGIN_PATH, ROUTES } from './routes.ts'
import { createBundledVerifier } from './verifier.ts'

export interface BundledOptions {
  clientId: string
  /** The first is put into tokens, any is taken. */
  audiences: readonly string[]
  keys: KeyStore
  state: LoginState
  clock: Clock
  /** Told what went wrong here, not in a request. */
  report: (error: unknown) => void
}

/** The development identity provider of this gateway: anybody may log in as anyone. */
export interface BundledProvider {
  /** Says where the gateway listens: only then it is known who issues the tokens. */
  listeningAt(url: string): void
  /** The gateway's own address without a slash at its end; empty while the gateway does not listen. */
  issuer(): string
  /** Its discovery document, as far as the API passes it on. */
  document(): ProviderAddresses
  /** Where a browser ends its session with one of its issuers; null for another issuer. */
  endSessionEndpoint(issuer: string): string | null
  /** Ends a log-in: its refresh tokens are worth nothing from then on. */
  endLogin(grantId: string): Promise<void>
  verifier: IssuerVerifier
  paths: ReadonlyArray<{ method: 'GET' | 'POST'; path: string }>
  handle: Handler
}

interface ProviderAddresses {
  issuer: string
  authorizationEndpoint: string
  tokenEndpoint: string
  jwksUri: string
  endSessionEndpoint: string
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** What the key of its tokens is kept as. */
export const BUNDLED_KEY = 'bundled-provider'

const PATHS: BundledProvider['paths'] = [
  { method: 'GET', path: '/.well-known/openid-configuration' },
  { method: 'GET', path: ROUTES.jwks },
  { method: 'GET', path: ROUTES.authorization },
  { method: 'GET', path: `${ROUTES.authorization}/:uid` },
  { method: 'GET', path: `${LOGIN_PATH}/:uid` },
  { method: 'POST', path: `${LOGIN_PATH}/:uid` },
  { method: 'POST', path: ROUTES.token },
  { method: 'GET', path: ROUTES.end_session },
  { method: 'POST', path: `${ROUTES.end_session}/confirm` },
  { method: 'GET', path: `${ROUTES.end_session}/success` },
]

/** Nothing is loaded, and no key made, before somebody asks for one of its paths. */
export function createBundledProvider(options: BundledOptions): BundledProvider {
  const { keys, clock, audiences } = options
  const listening = Promise.withResolvers<void>()
  /** The first is the one that is published. */
  let issuers: readonly string[] = []
  const own = (): string => issuers[0] ?? ''
  const handlers = new Map<string, () => Promise<Handler>>()

  /** The provider as whom a request asks: clients hold an issuer to the letter of the address they have it from. */
  async function handlerFor(host: string | undefined): Promise<Handler> {
    await listening.promise
    const issuer = issuers.find((each) => new URL(each).host === host?.toLowerCase()) ?? own()
    const known = handlers.get(issuer) ?? once(() => openHandler(issuer))
    handlers.set(issuer, known)
    return known()
  }

  async function openHandler(issuer: string): Promise<Handler> {
    const [{ createHandler }, jwk] = await Promise.all([
      import('./provider.ts'),
      loadPrivateJwk(keys, BUNDLED_KEY),
    ])
    const secret = hkdfSync('sha256', jwk.d ?? '', '', 'cookies of the bundled provider', 32)
    return createHandler({
      ...options,
      issuer,
      audience: audiences[0] ?? '',
      jwk,
      cookieKey: Buffer.from(secret).toString('base64url'),
    })
  }

  return {
    listeningAt(url) {
      issuers = issuersOf(url)
      listening.resolve()
    },
    issuer: own,
    document: () => ({
      issuer: own(),
      authorizationEndpoint: `${own()}${ROUTES.authorization}`,
      tokenEndpoint: `${own()}${ROUTES.token}`,
      jwksUri: `${own()}${ROUTES.jwks}`,
      endSessionEndpoint: `${own()}${ROUTES.end_session}`,
    }),
    endSessionEndpoint: (issuer) => (issuers.includes(issuer) ? `${issuer}${ROUTES.end_session}` : null),
    endLogin: (grantId) => endGrant(options.state, grantId),
    verifier: createBundledVerifier({
      issuers: () => issuers,
      audiences,
      clock,
      key: once(() => loadSigningKey(keys, BUNDLED_KEY)),
    }),
    paths: PATHS,
    handle: async (request, response) => (await handlerFor(request.headers.host))(request, response),
  }
}

/**
 * The issuers at a gateway's address: one that listens everywhere is found on this machine, and this machine under its name and under
 * its address.
 */
function issuersOf(url: string): string[] {
  const address = new URL(url)
  if (['0.0.0.0', '[::]'].includes(address.hostname)) address.hostname = '127.0.0.1'
  const first = address.origin
  const other = OTHER_NAME[address.hostname]
  if (other === undefined) return [first]
  address.hostname = other
  return [first, address.origin]
}

const OTHER_NAME: Readonly<Record<string, string>> = {
  '127.0.0.1': 'localhost',
  '[::1]': 'localhost',
  localhost: '127.0.0.1',
}

/** Does the work once; after a failure the next caller tries again. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | null = null
  return () =>
    (done ??= work().catch((error: unknown) => {
      done = null
      throw error
    }))
}
