import { afterAll } from 'vitest'
import { createMemoryCounter } from '../../src/adapters/counter/memory.ts'
import type { Route } from '../../src/contract/endpoint.ts'
import { type Access, createAccess, type Session } from '../../src/gateway/access.ts'
import { createGateway, type Gateway, type Timeouts } from '../../src/gateway/http-app.ts'
import { OpenStreams } from '../../src/gateway/open-streams.ts'
import type { Failure } from '../../src/kernel/fail.ts'
import type { Clock } from '../../src/ports/clock.ts'

/** A gateway of its own with the routes of a test; a token is `user.tenant.anything`. */
export interface StreamGateway {
  url: string
  port: number
  gateway: Gateway
  access: Access
  openStreams: OpenStreams
  /** Tokens from now on refused, as if logged out. */
  revoked: Set<string>
  /** Real time passes as far as tokens are concerned. */
  advance: (milliseconds: number) => void
  /** Tokens that end in `.held` are verified only now. */
  letThrough: () => void
  /** How many of them wait. */
  holding: () => number
  /** Failures that were reported as the server's. */
  reported: unknown[]
  /** Statuses of what was answered. */
  statuses: number[]
}

export interface StreamGatewayOptions {
  routes: readonly Route[]
  timeouts?: Partial<Timeouts>
  corsOrigins?: readonly string[]
  /** Requests in any 60 s; unlimited unless said. */
  limit?: number | null
}

/** How long tokens are valid after the start. */
export const LIFETIME_MS = 3_600_000

export async function startStreamGateway(options: StreamGatewayOptions): Promise<StreamGateway> {
  let shift = 0
  const begun = Date.now()
  const clock: Clock = { now: () => Date.now() + shift, market: () => Date.now() + shift }
  const revoked = new Set<string>()
  let holding = 0
  const held = Promise.withResolvers<void>()
  const access = createAccess({
    verifier: {
      verify: async (token) => {
        const [subject = '', tenant = '', tokenId = ''] = token.split('.')
        if (tokenId === 'held') {
          holding++
          await held.promise
        }
        if (tokenId === '') return { ok: false, refusal: { code: 'TOKEN_INVALID', reason: 'no such token' } }
        const expiresAt = Math.floor((begun + LIFETIME_MS * (tokenId === 'renewed' ? 2 : 1)) / 1_000)
        const email = `${subject}@streams.test`
        const tenantId = tenant
        const issuedAt = Math.floor(begun / 1_000)
        return {
          ok: true,
          claims: {
            subject,
            email,
            tenantId,
            tokenId,
            issuer: 'https://idp.test',
            expiresAt,
            issuedAt,
          } as never,
        }
      },
    },
    entitlement: async () => ({ role: 'member', limit: options.limit ?? null }),
    isRevoked: async (key) => [...revoked].some((token) => key === revocationKeys.get(token)),
    clock,
    onRefusal: () => undefined,
  })
  const revocationKeys = new Map<string, string>()
  // Beside the call: a closure in it would be garbage of every look at an open stream.
  const note = (authorization: string | undefined, outcome: Promise<Session | Failure>): void =>
    void outcome.then((session) => {
      if ('caller' in session) revocationKeys.set(tokenOf(authorization), session.caller.token.revocationKey)
    })
  const reported: unknown[] = []
  const statuses: number[] = []
  const openStreams = new OpenStreams()
  const gateway = createGateway({
    routes: options.routes,
    // For whoever waits until it is there.
    pages: [{ path: '/healthz', serve: (exchange) => exchange.sendText(200, [], '{}') }],
    access: {
      authenticate: (authorization, connection, from) => {
        const outcome = access.authenticate(authorization, connection, from)
        // What is known is answered at once, and was noted when it was verified.
        if (outcome instanceof Promise) note(authorization, outcome)
        return outcome
      },
      forget: (key) => access.forget(key),
    },
    idempotency: {
      begin: async () => ({ kind: 'new' }),
      finish: async () => undefined,
      abandon: async () => undefined,
    },
    counter: createMemoryCounter(clock),
    clock,
    corsOrigins: options.corsOrigins ?? [],
    trustProxy: [],
    observe: (_exchange, status) => void statuses.push(status),
    report: (_exchange, error) => void reported.push(error),
    timeouts: { lookMs: 20, ...options.timeouts },
    openStreams,
  })
  const url = await gateway.listen('127.0.0.1', 0)
  afterAll(() => gateway.close())
  return {
    url,
    port: Number(new URL(url).port),
    gateway,
    access,
    openStreams,
    revoked,
    advance: (milliseconds) => void (shift += milliseconds),
    holding: () => holding,
    letThrough: () => held.resolve(),
    reported,
    statuses,
  }
}

const tokenOf = (authorization = ''): string => authorization.slice('Bearer '.length)
