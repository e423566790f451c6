import type { Bus, BusMessages, Topic } from '../../ports/bus.ts'
import { createMemoryBus } from './memory.ts'

/** What the adapter needs of the database: `NOTIFY` and what comes of it. */
export interface Notifications {
  notify(payload: string): Promise<void>
  onNotification(listener: (payload: string) => void): void
}

/** PostgreSQL refuses a longer payload. */
const MAX_PAYLOAD_BYTES = 7_999
/** A longer list comes from a bulk import, after which everything is reread anyway. */
const MOST_PAYLOADS = 4

/** "Anything may have changed": what is left when the list is too long, or messages may have been lost. */
const EVERYTHING: { [T in Topic]: BusMessages[T] } = {
  'instruments.changed': { entityIds: null, catalogue: true },
  'articles.changed': {},
  // Nothing: whose answer it was is lost, and the process that writes it looks at its row anyway.
  'chat.stop': { threadId: '', messageId: null },
  // Nothing: who reads says so again.
  'chat.follow': { messageId: null },
  'tenant.changed': { tenantId: null },
  'token.revoked': { revocationKey: null },
  'keys.reload': {},
}

const TOPICS = Object.keys(EVERYTHING) as Topic[]

/** Reaches every process on the same database, embedded or not, through LISTEN and NOTIFY. */
export function createPostgresBus(database: Notifications): Bus {
  const local = createMemoryBus()

  database.onNotification((payload) => {
    const parsed = parse(payload)
    if (parsed !== null) return local.deliver(parsed.topic, parsed.message)
    for (const topic of TOPICS) local.deliver(topic, EVERYTHING[topic])
  })

  return {
    publish: async (topic, message) => {
      for (const payload of payloadsOf(topic, message)) await database.notify(payload)
    },
    subscribe: (topic, listener) => local.subscribe(topic, listener),
  }
}

/** A message as payloads that fit: a list of changes in some parts, anything that is longer as {@link EVERYTHING}. */
function payloadsOf<T extends Topic>(topic: T, message: BusMessages[T]): string[] {
  const payload = JSON.stringify({ topic, message })
  const fewest = Math.ceil(Buffer.byteLength(payload) / MAX_PAYLOAD_BYTES)
  if (fewest === 1) return [payload]
  const ids = ('entityIds' in message ? message.entityIds : null) ?? []
  for (let parts = fewest; parts <= Math.min(MOST_PAYLOADS, ids.length); parts++) {
    const size = Math.ceil(ids.length / parts)
    const payloads = Array.from({ length: parts }, (_, part) =>
      JSON.stringify({
        topic,
        message: { ...message, entityIds: ids.slice(part * size, (part + 1) * size) },
      }),
    )
    if (payloads.every((each) => Buffer.byteLength(each) <= MAX_PAYLOAD_BYTES)) return payloads
  }
  return [JSON.stringify({ topic, message: EVERYTHING[topic] })]
}

/** Null for what no Tidemark process of this release sent; listeners then assume the worst. */
function parse(payload: string): { topic: Topic; message: never } | null {
  try {
    const { topic, message } = JSON.parse(payload) as { topic?: unknown; message?: unknown }
    const known = TOPICS.find((each) => each === topic)
    if (known === undefined || typeof message !== 'object' || message === null) return null
    const complete = Object.keys(EVERYTHING[known]).every((name) => name in message)
    return complete ? { topic: known, message: message as never } : null
  } catch {
    return null
  }
}
