import { setTimeout as delay } from 'node:timers/promises'
import type { CitationSource } from '../../../contract/chat-messages.ts'
import { ERRORS } from '../../../contract/errors.ts'
import { type ErrorCode, Failure } from '../../../kernel/fail.ts'
import type { ChatEvent } from './answer-log.ts'

/** An answer as it is stored. */
export interface StoredAnswer {
  message_id: string
  status: 'complete' | 'streaming' | 'error' | 'cancelled'
  content: string
  reasoning: ReadonlyArray<{ text: string }>
  sources: CitationSource[]
  error: { code: string; detail: string } | null
  tokens_used: number | null
  /** Lengths of the pieces in which it was streamed, those of the reasoning first. */
  pieces: readonly number[]
}

/** Access to an answer that another process writes. */
export interface StoredReading {
  /** What is stored so far; undefined once it was deleted. */
  read: () => Promise<StoredAnswer | undefined>
  /** Notifies the writing process of a reader, so that it continues and stores its events every second. */
  tell: () => Promise<void>
  everyMs: number
  signal: AbortSignal
}

/** The pieces of an answer as events in order, without ids and without its end. */
function piecesOf({ content, reasoning, pieces }: StoredAnswer): ChatEvent[] {
  const thought = reasoning.map(({ text }) => text).join('')
  const events: ChatEvent[] = []
  const tell = (kind: 'thinking' | 'token', delta: string): void => {
    if (delta === '') return
    if (kind === 'thinking') events.push({ event: kind, data: { delta, type: 'reasoning' } })
    else events.push({ event: kind, data: { delta, type: 'answer' } })
  }
  let at = 0
  for (const length of pieces) {
    if (at < thought.length) tell('thinking', thought.slice(at, at + length))
    else tell('token', content.slice(at - thought.length, at - thought.length + length))
    at += length
  }
  // Answers from before pieces were stored.
  if (at < thought.length) tell('thinking', thought.slice(at))
  tell('token', content.slice(Math.max(0, at - thought.length)))
  return events
}

function endOf(row: StoredAnswer): ChatEvent[] {
  if (row.status === 'complete' && row.error === null) {
    return [
      { event: 'sources', data: { sources: row.sources } },
      { event: 'done', data: { message_id: row.message_id, tokens_used: row.tokens_used ?? 0 } },
    ]
  }
  const code = row.error !== null && isErrorCode(row.error.code) ? row.error.code : 'ANSWER_CANCELLED'
  const detail = row.error?.detail ?? 'The answer was cancelled.'
  return [{ event: 'error', data: { detail, code, status: ERRORS[code].status, message_id: row.message_id } }]
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code)

/**
 * The events of a finished answer after the first `after`, with their original ids. When its process died, clients may have received more
 * than is stored: they get the end all the same.
 */
export function* storedEvents(row: StoredAnswer, after = 0): Generator<ChatEvent, void, undefined> {
  const begin = piecesOf(row)
  const end = endOf(row)
  const total = begin.length + end.length
  const isBeyond = after > total || (after === total && row.status !== 'complete')
  const from = isBeyond && row.status !== 'complete' ? total - 1 : after
  for (const [at, event] of [...begin, ...end].entries()) {
    if (at < from) continue
    yield { ...event, id: `${row.message_id}:${Math.max(at, isBeyond ? after : at) + 1}` }
  }
}

/** The events of an answer that another process writes, after the first `after`, as they are stored, and its end. */
export async function* followStored(
  { read, tell, everyMs, signal }: StoredReading,
  after: number,
): AsyncGenerator<ChatEvent, void, undefined> {
  for (let next = after; !signal.aborted;) {
    const row = await read()
    if (row === undefined) throw new Failure('THREAD_NOT_FOUND', 'The conversation was deleted.')
    if (row.status !== 'streaming') {
      yield* storedEvents(row, next)
      return
    }
    for (const [at, event] of piecesOf(row).entries()) {
      if (at < next) continue
      next = at + 1
      yield { ...event, id: `${row.message_id}:${next}` }
    }
    await tell()
    await delay(everyMs, undefined, { signal }).catch(() => undefined)
  }
}

/** The content of events, in the form in which it is stored. */
export function soFar(events: readonly ChatEvent[]): {
  content: string
  reasoning: Array<{ text: string }>
  pieces: number[]
} {
  const [thinking, tokens, pieces]: [string[], string[], number[]] = [[], [], []]
  for (const event of events) {
    if (event.event !== 'thinking' && event.event !== 'token') continue
    ;(event.event === 'thinking' ? thinking : tokens).push(event.data.delta)
    pieces.push(event.data.delta.length)
  }
  return {
    content: tokens.join(''),
    reasoning: thinking.length === 0 ? [] : [{ text: thinking.join('') }],
    pieces,
  }
}
