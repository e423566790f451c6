import { found } from '../../../adapters/storage/owned.ts'
import type { Caller } from '../../../contract/endpoint.ts'
import {
  type ChatMessages,
  type ChatRatingInput,
  type ChatStreamInput,
  type ChatThread,
  type ChatThreadDetail,
  type ChatThreadPage,
  MOST_THREADS,
} from '../../../contract/chat.ts'
import type { ChatMessage } from '../../../contract/chat-messages.ts'
import { fail } from '../../../kernel/fail.ts'
import { type Id, isUuid, newId } from '../../../kernel/ids.ts'
import { clip, echoed } from '../../../kernel/text.ts'
import { formatInstant, HOUR_MS, SECOND_MS } from '../../../kernel/time.ts'
import type { Bus } from '../../../ports/bus.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { InstrumentReader } from '../../../ports/instruments.ts'
import type { Answerer, Turn } from '../answer.ts'
import type { ModelBudget } from '../answering/budget.ts'
import { type ChatEvent, eventsBefore } from '../streams/answer-log.ts'
import type { RunningAnswers } from '../streams/running-answers.ts'
import { followStored, storedEvents } from '../streams/stored-answer.ts'
import type { MessageRow, ThreadRow, ThreadStore } from './thread-store.ts'

const NEW_TITLE = 'New thread'
/** With the ellipsis, 140. */
const PREVIEW_LENGTH = 139
/** Messages before a question that it may refer to. */
const LOOK_BACK = 12
/** How long the events of a finished answer can be replayed. */
const KEPT_MS = HOUR_MS
/** How often an answer that another process writes is polled. */
const LOOK_MS = SECOND_MS
/** A visible character. */
const VISIBLE = /[^\p{C}\p{Z}]/u

export interface ChatDeps {
  store: ThreadStore
  answers: RunningAnswers
  answerer: Pick<Answerer, 'available'>
  budget: Pick<ModelBudget, 'admit'>
  instruments: Pick<InstrumentReader, 'existing'>
  bus: Bus
  clock: Clock
}

/** Events of an answer, for a connection. */
export interface AnswerStream {
  events: AsyncGenerator<ChatEvent, void, undefined>
  messageId: Id
}

interface MessagePath {
  thread_id: string
  message_id: string
}

export type Chat = ReturnType<typeof createChat>

/** The operations on threads and answers. */
export function createChat(deps: ChatDeps) {
  return { ...threads(deps), ...asking(deps), ...answers(deps) }
}

function threads({ store, answers: running, bus }: ChatDeps) {
  const get = async (caller: Caller, id: string): Promise<ChatThreadDetail> => {
    const row = isUuid(id.toLowerCase()) ? await store.find(caller, id.toLowerCase()) : undefined
    return toDetail(found(row, 'THREAD_NOT_FOUND', noThread(id)))
  }

  return {
    get,

    /** Throws 409 `THREAD_LIMIT_REACHED`. */
    async create(caller: Caller, { title = NEW_TITLE }: { title?: string }): Promise<ChatThread> {
      const id = newId()
      if (!(await store.create(caller, { id, title, most: MOST_THREADS }))) {
        fail('THREAD_LIMIT_REACHED', `A user has at most ${MOST_THREADS} conversations: delete one first.`)
      }
      const { thread_id, title: stored, created_at } = await get(caller, id)
      return { thread_id, title: stored, created_at }
    },

    async list(
      caller: Caller,
      { limit, offset }: { limit: number; offset: number },
    ): Promise<ChatThreadPage> {
      const [total, rows] = [await store.count(caller), await store.page(caller, { limit, offset })]
      return {
        items: rows.map((row) => ({
          ...toDetail(row),
          last_message_preview: row.preview === null ? null : clip(row.preview, PREVIEW_LENGTH),
        })),
        total,
        has_more: offset + rows.length < total,
        page: Math.floor(offset / limit) + 1,
        page_size: limit,
      }
    },

    async rename(caller: Caller, id: string, title: string): Promise<ChatThreadDetail> {
      const threadId = threadIdOf(id)
      if (!(await store.rename(caller, threadId, title))) fail('THREAD_NOT_FOUND', noThread(id))
      return get(caller, threadId)
    },

    /** Answers being written in it are ended, in whichever process they are. */
    async remove(caller: Caller, id: string): Promise<{ thread_id: Id; deleted: true }> {
      const threadId = threadIdOf(id)
      const messages = (await store.messages(caller, threadId)) ?? []
      if (!(await store.remove(caller, threadId))) fail('THREAD_NOT_FOUND', noThread(id))
      await running.stop(threadId, null)
      for (const { message_id: messageId } of messages) running.forget(messageId)
      await bus.publish('chat.stop', { threadId, messageId: null })
      return { thread_id: threadId, deleted: true }
    },

    async messages(caller: Caller, id: string): Promise<ChatMessages> {
      const rows = (await store.messages(caller, threadIdOf(id))) ?? fail('THREAD_NOT_FOUND', noThread(id))
      return { items: rows.map(toMessage), total: rows.length }
    },
  }
}

function asking({ store, answers: running, answerer, budget, instruments, clock }: ChatDeps) {
  return {
    /**
     * Throws 422 `VALIDATION_ERROR` for a blank message, 404 `THREAD_NOT_FOUND`, `INSTRUMENT_NOT_FOUND`, 409 `THREAD_BUSY`, 429 `LLM_BUDGET_EXCEEDED` and 503 `MODEL_UNAVAILABLE`.
     */
    async ask(caller: Caller, input: ChatStreamInput, signal: AbortSignal): Promise<AnswerStream> {
      const message = input.message.trim()
      if (!VISIBLE.test(message)) fail('VALIDATION_ERROR', 'message must have a character that is not blank.')
      const threadId = threadIdOf(input.thread_id)
      const given = input.context?.instruments ?? []
      const ids = await existing(instruments, given)
      if (!answerer.available()) {
        fail('MODEL_UNAVAILABLE', 'The language model is down: try again later.', { 'Retry-After': '15' })
      }
      await budget.admit(caller.tenantId)
      const includePortfolio = input.context?.include_portfolio ?? false
      const [questionId, answerId] = [newId(), newId()]
      const context = { instruments: ids, include_portfolio: includePortfolio }
      const before = await store.begin(
        caller,
        { threadId, questionId, answerId, message, context },
        LOOK_BACK,
      )
      if (before === null) return fail('THREAD_NOT_FOUND', noThread(input.thread_id))
      if (before === 'busy') {
        return fail(
          'THREAD_BUSY',
          'An answer is being written in this conversation: wait for its end, or cancel it.',
        )
      }
      const owner = { tenantId: caller.tenantId, userId: caller.userId }
      running.begin({
        owner,
        threadId,
        messageId: answerId,
        question: {
          owner,
          message,
          history: before.filter(({ content }) => content !== '').map(toTurn),
          instruments: ids,
          includePortfolio,
          now: clock.market(),
        },
      })
      return { events: running.follow(answerId, 0, signal) ?? told([]), messageId: answerId }
    },
  }
}

function answers({ store, answers: running, bus, clock }: ChatDeps) {
  return {
    /** The answer to a question that was asked before. Throws 404 `MESSAGE_NOT_FOUND`, and 409 `DUPLICATE` while it is being written. */
    async repeat(caller: Caller, path: MessagePath, signal: AbortSignal): Promise<AnswerStream> {
      const row = await answerOf(store, caller, path)
      const { message_id: messageId, status } = row
      if (status === 'streaming') {
        fail(
          'DUPLICATE',
          'The answer to a request with this Idempotency-Key is being written: ask again in a moment.',
        )
      }
      return { events: running.follow(messageId, 0, signal) ?? told(storedEvents(row)), messageId }
    },

    /** In whichever process the answer is or was written. Throws 404 `MESSAGE_NOT_FOUND` and 410 `STREAM_EXPIRED`. */
    async resume(
      caller: Caller,
      path: MessagePath,
      { lastEventId, signal }: { lastEventId: string | null; signal: AbortSignal },
    ): Promise<AnswerStream> {
      const row = await answerOf(store, caller, path)
      const { message_id: messageId, thread_id: threadId, status } = row
      const after = eventsBefore(lastEventId, messageId)
      const here = running.follow(messageId, after, signal)
      if (here !== null) return { events: here, messageId }
      if (status === 'streaming') {
        const read = (): Promise<MessageRow | undefined> => store.message(caller, threadId, messageId)
        const tell = (): Promise<void> => bus.publish('chat.follow', { messageId })
        return { events: followStored({ read, tell, everyMs: LOOK_MS, signal }, after), messageId }
      }
      if (clock.now() - row.alive_at > KEPT_MS) {
        fail('STREAM_EXPIRED', 'The events of this answer are not kept any more: read the message.')
      }
      return { events: told(storedEvents(row, after)), messageId }
    },

    /** Throws 404 `MESSAGE_NOT_FOUND` and 409 `NOT_STREAMING`. */
    async cancel(caller: Caller, path: MessagePath): Promise<{ message_id: Id; status: 'cancelled' }> {
      const { message_id: messageId, thread_id: threadId, status } = await answerOf(store, caller, path)
      const ended = (): never => fail('NOT_STREAMING', 'The answer is not being written any more.')
      if (status !== 'streaming') ended()
      await running.stop(threadId, messageId)
      await bus.publish('chat.stop', { threadId, messageId })
      // It may have come to its own end meanwhile.
      const left = await store.message(caller, threadId, messageId)
      if (left?.status === 'complete' || left?.status === 'error') ended()
      return { message_id: messageId, status: 'cancelled' }
    },

    /** Throws 404 `MESSAGE_NOT_FOUND`. */
    async rate(caller: Caller, path: MessagePath, rating: ChatRatingInput) {
      const { message_id: messageId, thread_id: threadId } = await answerOf(store, caller, path)
      const { reason = null, comment = null } = rating
      const isThere = await store.rate(
        caller,
        { threadId, messageId },
        { rating: rating.rating, reason, comment },
      )
      if (!isThere) noAnswer(path)
      return { message_id: messageId, rating: rating.rating, submission_id: null }
    },
  }
}

/** Throws 404 `THREAD_NOT_FOUND` and `MESSAGE_NOT_FOUND`. */
async function answerOf(store: ChatDeps['store'], caller: Caller, path: MessagePath): Promise<MessageRow> {
  const threadId = threadIdOf(path.thread_id)
  found(await store.find(caller, threadId), 'THREAD_NOT_FOUND', noThread(path.thread_id))
  const id = path.message_id.toLowerCase()
  const row = isUuid(id) ? await store.message(caller, threadId, id) : undefined
  return row?.role === 'assistant' ? row : noAnswer(path)
}

const noAnswer = ({ message_id: id }: MessagePath): never =>
  fail('MESSAGE_NOT_FOUND', `The conversation has no answer with the message_id "${echoed(id)}".`)

async function* told(events: Iterable<ChatEvent>): AsyncGenerator<ChatEvent, void, undefined> {
  yield* events
}

async function existing(
  instruments: Pick<InstrumentReader, 'existing'>,
  given: readonly string[],
): Promise<Id[]> {
  const ids = [...new Set(given.map((id) => id.toLowerCase()))]
  if (ids.length === 0) return []
  const there = await instruments.existing(ids.filter(isUuid))
  const missing = ids.find((id) => !there.has(id))
  if (missing !== undefined) {
    fail('INSTRUMENT_NOT_FOUND', `No instrument has the entity_id "${echoed(missing)}".`)
  }
  return ids
}

function threadIdOf(id: string): Id {
  const lower = id.toLowerCase()
  return isUuid(lower) ? lower : fail('THREAD_NOT_FOUND', noThread(id))
}

function noThread(id: string): string {
  return `No conversation has the thread_id "${echoed(id)}".`
}

function toDetail({ thread_id, title, created_at, updated_at, message_count }: ThreadRow): ChatThreadDetail {
  return {
    thread_id,
    title,
    created_at: formatInstant(created_at),
    updated_at: formatInstant(updated_at),
    message_count,
  }
}

const toMessage = ({ pieces: _pieces, alive_at: _aliveAt, ...row }: MessageRow): ChatMessage => ({
  ...row,
  created_at: formatInstant(row.created_at),
})

const toTurn = ({ role, content, sources }: MessageRow): Turn => ({
  role,
  content,
  // Articles have the address of their publisher.
  cited: sources.map(({ doc_id: docId, url }) => ({
    kind: url.startsWith('/v1/') ? 'fact' : 'article',
    docId,
  })),
})
