import { setTimeout as delay } from 'node:timers/promises'

type Notify = (payload: string) => Promise<void>

/** What a request waits at most. */
const WAIT_MS = 500
const RETRY_MS = 1_000
/** An unreachable database for so long has lost its listeners too: once they are back they take anything for changed. */
const ATTEMPTS = 30

/**
 * Notifies the other processes without failing or delaying the write it is about, which is stored already: what cannot be
 * sent within half a second is sent as soon as it can be.
 */
export function notifySoon(notify: Notify): Notify {
  return async (payload) => {
    await Promise.race([deliver(notify, payload), delay(WAIT_MS, undefined, { ref: false })])
  }
}

async function deliver(notify: Notify, payload: string): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    try {
      await notify(payload)
      return
    } catch {
      await delay(RETRY_MS, undefined, { ref: false })
    }
  }
}
