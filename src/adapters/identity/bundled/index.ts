import { hkdfSync } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '../../../ports/clock.ts'
import type { IssuerVerifier, KeyStore } from '../../../ports/identity.ts'
import type { LoginState } from '../../../ports/login-state.ts'
import { loadPrivateJwk, loadSigningKey } from '../signing-key.ts'
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
  /** What its discovery document says, as far as the API tells it. */
  document(): ProviderAddresses
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
  let issuer = ''

  const handler = once(async (): Promise<Handler> => {
    await listening.promise
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
  })

  return {
    listeningAt(url) {
      issuer = issuerOf(url)
      listening.resolve()
    },
    issuer: () => issuer,
    document: () => ({
      issuer,
      authorizationEndpoint: `${issuer}${ROUTES.authorization}`,
      tokenEndpoint: `${issuer}${ROUTES.token}`,
      jwksUri: `${issuer}${ROUTES.jwks}`,
      endSessionEndpoint: `${issuer}${ROUTES.end_session}`,
    }),
    verifier: createBundledVerifier({
      issuer: () => issuer,
      audiences,
      clock,
      key: once(() => loadSigningKey(keys, BUNDLED_KEY)),
    }),
    paths: PATHS,
    handle: async (request, response) => (await handler())(request, response),
  }
}

/** The issuer at a gateway's address: one that listens everywhere is found on this machine. */
function issuerOf(url: string): string {
  const address = new URL(url)
  if (['0.0.0.0', '[::]'].includes(address.hostname)) address.hostname = '127.0.0.1'
  return address.origin
}

/** Does the work once; what failed is tried again by the next who asks. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | null = null
  return () =>
    (done ??= work().catch((error: unknown) => {
      done = null
      throw error
    }))
}
