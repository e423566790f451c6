import type { CHAT_EVENTS } from '../../../contract/chat-events.ts'
import type { EventOf } from '../../../contract/events.ts'

/** An event of an answer. */
export type ChatEvent = EventOf<(typeof CHAT_EVENTS)['events']>

/** Notified when a client begins and stops reading. */
export interface LogReader {
  begin(): void
  end(): void
}

/** The memory cost of an event in addition to its text. */
const EVENT_BYTES = 120

/**
 * The events of one answer in order, numbered from 1, for present and later readers. The writer bounds it: `bytes` is what it keeps in
 * memory.
 */
export class AnswerLog {
  readonly messageId: string
  bytes = 0
  ended = false
  /** Tokens are kept as plain strings: they are nearly all events, and hundreds of answers keep thousands each. */
  private readonly kept: Array<ChatEvent | string> = []
  private readonly waiting = new Set<() => void>()

  constructor(messageId: string) {
    this.messageId = messageId
  }

  get length(): number {
    return this.kept.length
  }

  /** All events, recreated. */
  get events(): ChatEvent[] {
    return this.kept.map((event, at) => this.eventOf(event, at))
  }

  append(event: ChatEvent): void {
    const text = event.event === 'token' ? event.data.delta : JSON.stringify(event.data)
    this.kept.push(event.event === 'token' ? text : event)
    this.bytes += EVENT_BYTES + 2 * text.length
    if (event.event === 'done' || event.event === 'error') this.ended = true
    for (const ring of this.waiting) ring()
  }

  /**
   * The events after the first `after`, and those to come, until the end or the signal. `reader` is notified when reading begins and when
   * it is over, however it ends.
   */
  async *read(
    after: number,
    signal: AbortSignal,
    reader: LogReader | null = null,
  ): AsyncGenerator<ChatEvent, void, undefined> {
    let wake: (() => void) | null = null
    const ring = (): void => wake?.()
    this.waiting.add(ring)
    signal.addEventListener('abort', ring)
    reader?.begin()
    try {
      for (let at = after; !signal.aborted;) {
        const event = this.kept[at]
        if (event !== undefined) yield this.eventOf(event, at++)
        else if (this.ended) return
        else
          await new Promise<void>((resolve) => {
            wake = resolve
          })
      }
    } finally {
      this.waiting.delete(ring)
      signal.removeEventListener('abort', ring)
      reader?.end()
    }
  }

  private eventOf(event: ChatEvent | string, at: number): ChatEvent {
    const id = `${this.messageId}:${at + 1}`
    return typeof event === 'string'
      ? { event: 'token', data: { delta: event, type: 'answer' }, id }
      : { ...event, id }
  }
}

/** How many events a client with this `Last-Event-ID` already has; none for an id of another answer or an invalid one. */
export function eventsBefore(lastEventId: string | null, messageId: string): number {
  const [id, number = ''] = (lastEventId ?? '').split(':')
  return id === messageId && /^\d{1,9}$/.test(number) ? Number(number) : 0
}
