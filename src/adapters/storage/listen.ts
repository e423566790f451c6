import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { NOTIFY_CHANNEL } from './embedded/wire.ts'

const RETRY_MS = 1_000

/**
 * Listens on a connection of its own until the signal aborts, and connects again whenever that one is lost.
 * What was sent while there was none is lost: unless the very first attempt succeeds, listeners get an empty payload
 * once it listens, which means "anything may have changed".
 */
export async function listenForever(
  settings: pg.ClientConfig,
  signal: AbortSignal,
  onPayload: (payload: string) => void,
): Promise<void> {
  let missedSome = false
  while (!signal.aborted) {
    const client = new pg.Client(settings)
    // Nobody but a listener takes an error off the process; the end of the connection follows it.
    client.on('error', () => undefined)
    client.on('notification', ({ payload }) => onPayload(payload ?? ''))
    try {
      await client.connect()
      await client.query(`listen ${NOTIFY_CHANNEL}`)
      if (missedSome) onPayload('')
      await once(client, 'end', { signal })
    } catch {
      // Not there yet, gone again or no longer wanted: the pause below and the next turn are the answer.
    } finally {
      await client.end().catch(() => undefined)
    }
    missedSome = true
    await delay(RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined)
  }
}
