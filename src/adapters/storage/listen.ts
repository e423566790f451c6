import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { NOTIFY_CHANNEL } from './embedded/wire.ts'

const RETRY_MS = 1_000
/** An echo comes back in milliseconds; a busy server gets time. */
const ECHO_MS = 5_000

export interface Listening {
  /** The connection that listens. */
  settings: pg.ClientConfig
  signal: AbortSignal
  onPayload(payload: string): void
  /** Notifies on a channel the way everybody does. */
  notify(channel: string): Promise<void>
  /** Called when what is notified is not heard, as behind a pooler whose connections change with every transaction. */
  onDeaf(): void
}

/**
 * Listens on a connection of its own until the signal aborts, and connects again whenever that one is lost.
 * What was sent while there was none is lost: unless the very first attempt succeeds, listeners get an empty payload
 * once it listens, which means "anything may have changed".
 */
export async function listenForever(listening: Listening): Promise<void> {
  const { settings, signal } = listening
  let missedSome = false
  while (!signal.aborted) {
    const client = new pg.Client(settings) as pg.Client & { unref(): void }
    // Nobody but a listener takes an error off the process; the end of the connection follows it.
    client.on('error', () => undefined)
    client.on('notification', ({ channel, payload }) => {
      if (channel === NOTIFY_CHANNEL) listening.onPayload(payload ?? '')
    })
    try {
      await client.connect()
      await client.query(`listen ${NOTIFY_CHANNEL}`)
      if (missedSome) listening.onPayload('')
      // An echo that could not be asked for says nothing about this connection.
      checkEcho(client, listening).catch(() => undefined)
      await once(client, 'end', { signal })
    } catch {
      // Not there yet, gone again or no longer wanted: the pause below and the next turn are the response.
    } finally {
      // Not waited for, and in nobody's way: a server that hangs never says goodbye.
      client.unref()
      void client.end().catch(() => undefined)
    }
    missedSome = true
    await delay(RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

/** Calls out on a channel that nobody else listens on. Rejects when that is not possible now. */
async function checkEcho(client: pg.Client, listening: Listening): Promise<void> {
  const channel = `${NOTIFY_CHANNEL}_echo_${randomUUID().replaceAll('-', '')}`
  await client.query(`listen ${channel}`)
  const heard = new Promise<true>((resolve) => {
    client.on('notification', (notification) => {
      if (notification.channel === channel) resolve(true)
    })
  })
  await listening.notify(channel)
  if (!(await Promise.race([heard, delay(ECHO_MS, false, { ref: false })]))) listening.onDeaf()
}
