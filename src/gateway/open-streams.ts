import type { Caller } from '../contract/endpoint.ts'
import { Failure } from '../kernel/fail.ts'
import { ALONE, type OpenCounts } from '../ports/open-counts.ts'
import { networkOf } from './network.ts'

/** What stays open: a streaming response, a WebSocket, and a WebSocket whose client has not said yet who it is. */
type Kind = 'stream' | 'websocket' | 'unauthenticated'
type Scope = 'token' | 'user' | 'tenant' | 'address' | 'process'

/** How many may be open at once: over all processes, but for what one process may have. */
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

/** Counts the streams and sockets that are open in this process, within limits that hold over all processes. */
export class OpenStreams {
  private readonly counts = new Map<string, number>()
  private readonly shared: OpenCounts

  constructor(shared: OpenCounts = ALONE) {
    this.shared = shared
  }

  /** A place for one more, or the 429 that refuses it. It is taken at once, so that two requests never get the same one. */
  async admit(kind: Kind, owner: Owner): Promise<Place | Failure> {
    const keys = keysOf(kind, owner)
    for (const [scope, key] of keys) {
      const limit = limitOf(kind, scope)
      if (this.at(key) >= limit) return full(kind, scope, limit)
    }
    this.add(keys, 1)
    const sharedKeys = keys.filter(isShared)
    const refusing = await this.shared.take(
      sharedKeys.map(([scope, key]) => ({ key, here: this.at(key), limit: limitOf(kind, scope) })),
    )
    const place = this.placeAt(kind, keys)
    if (refusing === null) return place
    place.release()
    const [scope = 'process'] = sharedKeys[refusing] ?? []
    return full(kind, scope, limitOf(kind, scope))
  }

  /** What a user has open, in all processes. */
  async openOf(caller: Caller): Promise<{ streams: number; websockets: number }> {
    const user = userOf(caller)
    const keys = [keyOf('stream', 'user', user), keyOf('websocket', 'user', user)]
    const [streams = 0, websockets = 0] = (await this.shared.elsewhere(keys)).map(
      (count, i) => count + this.at(keys[i] ?? ''),
    )
    return { streams, websockets }
  }

  /** What this process has open in all. */
  total(kind: 'stream' | 'websocket'): number {
    return this.at(keyOf(kind, 'process', ''))
  }

  private placeAt(kind: Kind, keys: Keys): Place {
    let held = keys
    const change = (to: Keys): void => {
      const changed = [...held, ...to].filter(isShared)
      this.add(held, -1)
      held = to
      this.add(held, 1)
      this.shared.tell(changed.map(([, key]) => ({ key, here: this.at(key) })))
    }
    return {
      move: (to) => change(keysOf(kind, to)),
      release: () => held.length > 0 && change([]),
    }
  }

  private at(key: string): number {
    return this.counts.get(key) ?? 0
  }

  private add(keys: Keys, by: number): void {
    for (const [, key] of keys) {
      const count = this.at(key) + by
      if (count === 0) this.counts.delete(key)
      else this.counts.set(key, count)
    }
  }
}

type Keys = ReadonlyArray<readonly [Scope, string]>

const isShared = ([scope]: readonly [Scope, string]): boolean => scope !== 'process'

const limitOf = (kind: Kind, scope: Scope): number => LIMITS[kind][scope] ?? Number.MAX_SAFE_INTEGER

function keysOf(kind: Kind, owner: Owner): Keys {
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
