import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An RSA key pair with the name that tokens call it by. */
export interface TestKey {
  kid: string
  privateKey: KeyObject
  publicKey: KeyObject
}

export function createKey(kid: string, bits = 2_048): TestKey {
  return { kid, ...generateKeyPairSync('rsa', { modulusLength: bits }) }
}

/** The public half as a key set shows it; `changes` replaces or, with undefined, removes members. */
export function publicJwk({ kid, publicKey }: TestKey, changes: Record<string, unknown> = {}): object {
  return { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256', ...changes }
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A compact JWS of any header and payload, signed with RSA PKCS #1 and SHA-256 whatever the header says. */
export function signToken(header: object, payload: unknown, { privateKey }: TestKey): string {
  const input = `${encode(header)}.${encode(payload)}`
  return `${input}.${sign('RSA-SHA256', Buffer.from(input), privateKey).toString('base64url')}`
}

export type Endpoint = 'discovery' | 'keys' | 'userinfo'
/** What an endpoint does instead of its duty. */
export type Answer = (response: ServerResponse, request: IncomingMessage) => void

const text =
  (status: number, type: string, body: string): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': type }).end(body)
  }

/** A response with this body. */
export const json = (body: unknown): Answer => text(200, 'application/json', JSON.stringify(body))

/** Ways in which providers and what stands before them fail. */
export const LIES = {
  html: text(200, 'text/html', '<!doctype html><title>Sign in</title>'),
  /** To where the truth is told. */
  redirect: (response, request) => response.writeHead(302, { location: `/moved${request.url}` }).end(),
  unauthorized: text(401, 'application/json', '{"error":"invalid_token"}'),
  broken: text(503, 'text/plain', 'upstream connect error'),
  huge: (response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(`{"keys":["${'x'.repeat(5_000_000)}"]}`),
  cut: (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    response.write('{"keys":[')
    setImmediate(() => response.destroy())
  },
  /** Accepts the request and never answers. */
  hang: () => undefined,
  /** As good as down, but the request is counted. */
  reset: (response) => void response.destroy(),
} as const satisfies Record<string, Answer>

/**
 * An OIDC identity provider on a free loopback port, as far as the gateway talks to one. A test says what it publishes
 * and may make any endpoint lie; it counts what it is asked.
 */
export class FakeIdentityProvider {
  readonly url: string
  /** How often each endpoint was asked. */
  readonly asked: Record<Endpoint, number> = { discovery: 0, keys: 0, userinfo: 0 }
  /** The members of the key set. */
  published: unknown[]
  /** What its discovery document says beyond or instead of the usual. */
  discovery: Record<string, unknown> = {}
  /** What userinfo says to the bearer of any token. */
  userinfo: Record<string, unknown> = {}
  lies: Partial<Record<Endpoint, Answer>> = {}
  private readonly server: Server

  private constructor(server: Server, published: unknown[]) {
    const { port } = server.address() as AddressInfo
    this.server = server
    this.url = `http://127.0.0.1:${port}`
    this.published = published
    server.on('request', (request, response) => this.answer(request, response))
  }

  /** Starts a provider that publishes the given keys, on a free port unless one is given. */
  static async start(keys: readonly TestKey[], port = 0): Promise<FakeIdentityProvider> {
    const server = createServer().listen(port, '127.0.0.1')
    await once(server, 'listening')
    return new FakeIdentityProvider(
      server,
      keys.map((key) => publicJwk(key)),
    )
  }

  get issuer(): string {
    const { issuer } = this.discovery
    return typeof issuer === 'string' ? issuer : this.url
  }

  /** Every endpoint does this; without an argument each does its duty again. */
  lie(answer?: Answer): void {
    this.lies = answer === undefined ? {} : { discovery: answer, keys: answer, userinfo: answer }
  }

  /** A token of this provider with the claims of an ordinary user; `claims` with undefined removes one. */
  token(key: TestKey, now: number, claims: Record<string, unknown> = {}): string {
    const seconds = Math.floor(now / 1_000)
    const payload = {
      iss: this.issuer,
      sub: 'user-1',
      aud: 'tidemark',
      email: 'Ann@Example.test',
      tenant_id: '1c0cdd38-7a4c-4a6b-8a94-6e2b0a4b3f10',
      iat: seconds,
      exp: seconds + 3_600,
      ...claims,
    }
    return signToken({ alg: 'RS256', typ: 'at+jwt', kid: key.kid }, payload, key)
  }

  async close(): Promise<void> {
    this.server.close()
    this.server.closeAllConnections()
    await once(this.server, 'close')
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const endpoint = this.endpointOf(request.url)
    if (endpoint === undefined) return void response.writeHead(404).end()
    this.asked[endpoint] += 1
    const lie = request.url?.startsWith('/moved') ? undefined : this.lies[endpoint]
    if (lie !== undefined) return lie(response, request)
    if (endpoint === 'keys') return json({ keys: this.published })(response, request)
    if (endpoint === 'userinfo') return json(this.userinfo)(response, request)
    const usual = {
      issuer: this.url,
      jwks_uri: `${this.url}/keys`,
      userinfo_endpoint: `${this.url}/userinfo`,
    }
    return json({ ...usual, ...this.discovery })(response, request)
  }

  private endpointOf(url: string | undefined): Endpoint | undefined {
    const path = url?.replace(/^\/moved/, '')
    if (path === '/.well-known/openid-configuration') return 'discovery'
    return path === '/keys' || path === '/userinfo' ? (path.slice(1) as Endpoint) : undefined
  }
}
