import { randomId } from '../../kernel/ids.ts'
import { pause, type RedisConnection } from '../redis/connection.ts'

const CHANNEL = 'cache'
const INVALIDATIONS_AT_ONCE = 1_000
/** From so many invalidations on that wait for Redis, everything is dropped instead. */
const MAX_WAITING_INVALIDATIONS = 10_000

/** Drops on their way to Redis and to the other processes, in order and until they have arrived. */
export function createInvalidations(
  connection: RedisConnection,
  send: (scopes: ReadonlyArray<string | null>) => Promise<void>,
) {
  const self = randomId()
  /** Scope → number of its latest drop. */
  const waiting = new Map<string | null, number>()
  let count = 0
  let repeating = false

  async function flush(): Promise<void> {
    const batch = [...waiting].slice(0, INVALIDATIONS_AT_ONCE)
    if (batch.length === 0) return
    const scopes = batch.map(([scope]) => scope)
    await send(scopes)
    await connection.publish(CHANNEL, JSON.stringify({ from: self, scopes }))
    for (const [scope, number] of batch) if (waiting.get(scope) === number) waiting.delete(scope)
  }

  async function flushUntilDone(): Promise<void> {
    if (repeating) return
    repeating = true
    while (waiting.size > 0 && !connection.closed.aborted) await flush().catch(() => pause(connection))
    repeating = false
  }

  return {
    add: (scope: string | null): void => {
      const everything = scope === null || waiting.size >= MAX_WAITING_INVALIDATIONS
      if (everything) waiting.clear()
      waiting.set(everything ? null : scope, ++count)
      void flushUntilDone()
    },
    /** Rejects while Redis still has what was dropped. */
    settle: async (): Promise<void> => {
      while (waiting.size > 0) await flush()
    },
    onOthers: (listener: (scope: string | null) => void): void =>
      connection.listen(CHANNEL, (payload) => {
        for (const scope of parseInvalidations(payload, self)) listener(scope)
      }),
  }
}

/** Everything, for what was missed or cannot be read; nothing, for what this process sent. */
function parseInvalidations(payload: string, self: string): ReadonlyArray<string | null> {
  try {
    const { from, scopes } = JSON.parse(payload) as { from: unknown; scopes: Array<string | null> }
    return from === self ? [] : [...scopes]
  } catch {
    return [null]
  }
}
