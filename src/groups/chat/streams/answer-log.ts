import type { CHAT_EVENTS } from '../../../contract/chat-events.ts'
import type { EventOf } from '../../../contract/events.ts'

/** An event of an answer. */
export type ChatEvent = EventOf<(typeof CHAT_EVENTS)['events']>

/** An event costs this much beside its text. */
const EVENT_BYTES = 120

/**
 * The events of one answer in their order, numbered from 1, for whoever reads them now or later. Bounded by whoever writes: `bytes` says
 * what it keeps.
 */
export class AnswerLog {
  readonly messageId: string
  readonly events: ChatEvent[] = []
  bytes = 0
  ended = false
  private readonly waiting = new Set<() => void>()

  constructor(messageId: string) {
    this.messageId = messageId
  }

  append(event: ChatEvent): void {
    this.events.push({ ...event, id: `${this.messageId}:${this.events.length + 1}` })
    this.bytes += EVENT_BYTES + 2 * JSON.stringify(event.data).length
    if (event.event === 'done' || event.event === 'error') this.ended = true
    for (const wake of this.waiting) wake()
  }

  /** The events behind the first `after`, and those to come, until the end or until the signal. */
  async *read(after: number, signal: AbortSignal): AsyncGenerator<ChatEvent, void, undefined> {
    for (let at = after; !signal.aborted;) {
      const event = this.events[at]
      if (event !== undefined) {
        at++
        yield event
      } else if (this.ended) return
      else await this.next(signal)
    }
  }

  private next(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        this.waiting.delete(wake)
        signal.removeEventListener('abort', wake)
        resolve()
      }
      this.waiting.add(wake)
      signal.addEventListener('abort', wake, { once: true })
    })
  }
}

/** How many events a client has that sends this `Last-Event-ID`; none for an id of another answer or of none. */
export function eventsBefore(lastEventId: string | null, messageId: string): number {
  const [id, number = ''] = (lastEventId ?? '').split(':')
  return id === messageId && /^\d{1,9}$/.test(number) ? Number(number) : 0
}
