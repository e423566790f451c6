import type { Caller } from '../contract/endpoint.ts'
import { Failure } from '../kernel/fail.ts'
import { networkOf } from './network.ts'

/** What stays open: a streaming response, a WebSocket, and a WebSocket whose client has not said yet who it is. */
type Kind = 'stream' | 'websocket' | 'unauthenticated'
type Scope = 'token' | 'user' | 'tenant' | 'address' | 'process'

/** How many may be open at once in this process. */
const LIMITS: Readonly<Record<Kind, Readonly<Partial<Record<Scope, number>>>>> = {
  stream: { token: 4, user: 8, tenant: 100, address: 4, process: 10_000 },
  websocket: { token: 5, user: 10, tenant: 100, process: 10_000 },
  unauthenticated: { address: 50, process: 1_000 },
}
const NAMES: Readonly<Record<Kind, string>> = {
  stream: 'streams',
  websocket: 'WebSockets',
  unauthenticated: 'WebSockets without a token',
}
const WHOSE: Readonly<Record<Scope, string>> = {
  token: 'for one token',
  user: 'for one user',
  tenant: 'for one tenant',
  address: 'for one address',
  process: 'on this server',
}
/** Streams end when they end: a guess that keeps those who wait from asking at once. */
const RETRY_SECONDS = '5'

/** Whoever has something open: a caller, or an address when nobody is known. */
export type Owner = Caller | { address: string | undefined }

/** What keeps something open counted until it is given back. */
export interface Place {
  /** Counts it as another's from now on, whatever that one has open; a renewed token is such another. */
  move(owner: Owner): void
  release(): void
}

/** Counts the streams and sockets that are open in this process. */
export class OpenStreams {
  private readonly counts = new Map<string, number>()

  /** A place for one more, or the 429 that refuses it. */
  admit(kind: Kind, owner: Owner): Place | Failure {
    const keys = keysOf(kind, owner)
    for (const [scope, key] of keys) {
      const limit = LIMITS[kind][scope] ?? Number.POSITIVE_INFINITY
      if (this.at(key) >= limit) return full(kind, scope, limit)
    }
    let held = keys
    this.add(held, 1)
    return {
      move: (to) => {
        this.add(held, -1)
        held = keysOf(kind, to)
        this.add(held, 1)
      },
      release: () => {
        this.add(held, -1)
        held = []
      },
    }
  }

  /** What a user has open. */
  openOf(caller: Caller): { streams: number; websockets: number } {
    const user = userOf(caller)
    return {
      streams: this.at(keyOf('stream', 'user', user)),
      websockets: this.at(keyOf('websocket', 'user', user)),
    }
  }

  /** What is open in all. */
  total(kind: 'stream' | 'websocket'): number {
    return this.at(keyOf(kind, 'process', ''))
  }

  private at(key: string): number {
    return this.counts.get(key) ?? 0
  }

  private add(keys: ReadonlyArray<readonly [Scope, string]>, by: number): void {
    for (const [, key] of keys) {
      const count = this.at(key) + by
      if (count === 0) this.counts.delete(key)
      else this.counts.set(key, count)
    }
  }
}

function keysOf(kind: Kind, owner: Owner): Array<readonly [Scope, string]> {
  const named: Array<readonly [Scope, string]> =
    'token' in owner
      ? [
          ['token', owner.token.revocationKey],
          ['user', userOf(owner)],
          ['tenant', owner.tenantId],
        ]
      : [['address', networkOf(owner.address)]]
  return [...named, ['process', ''] as const].map(([scope, id]) => [scope, keyOf(kind, scope, id)])
}

const keyOf = (kind: Kind, scope: Scope, id: string): string => `${kind} ${scope} ${id}`

const userOf = ({ tenantId, token, userId }: Caller): string => `${tenantId}:${token.issuer}:${userId}`

function full(kind: Kind, scope: Scope, limit: number): Failure {
  return new Failure(
    'RATE_LIMIT_EXCEEDED',
    `At most ${limit} ${NAMES[kind]} may be open ${WHOSE[scope]}: close one first.`,
    { 'Retry-After': RETRY_SECONDS },
  )
}
