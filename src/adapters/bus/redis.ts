import type { Bus } from '../../ports/bus.ts'
import { pause, type RedisConnection } from '../redis/connection.ts'
import { createPostgresBus } from './postgres.ts'

const CHANNEL = 'bus'
/** What listeners take for "anything may have changed". */
const ANYTHING = ''

/**
 * Reaches every process on the same Redis. A publication never fails: while Redis is away this process is told at once,
 * and all are told that anything may have changed as soon as Redis is back.
 */
export function createRedisBus(connection: RedisConnection): Bus {
  const listeners: Array<(payload: string) => void> = []
  /** Publications that did not get through. */
  let owed = 0
  let repaying = false

  function tell(payload: string): void {
    for (const listener of listeners) listener(payload)
  }

  async function repay(): Promise<void> {
    if (repaying) return
    repaying = true
    while (owed > 0 && !connection.closed.aborted) {
      const covered = owed
      try {
        await connection.publish(CHANNEL, ANYTHING)
        owed -= covered
      } catch {
        await pause(connection)
      }
    }
    repaying = false
  }

  connection.listen(CHANNEL, tell)
  return createPostgresBus({
    notify: async (payload) => {
      try {
        await connection.publish(CHANNEL, payload)
      } catch {
        owed += 1
        tell(payload)
        void repay()
      }
    },
    onNotification: (listener) => void listeners.push(listener),
  })
}
