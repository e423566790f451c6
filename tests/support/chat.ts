import { afterAll } from 'vitest'
import { createMemoryBus } from '../../src/adapters/bus/memory.ts'
import type { AnswerPipeline, ChatPart, Question, Say } from '../../src/groups/chat/answer.ts'
import { NO_BUDGET } from '../../src/groups/chat/answering/budget.ts'
import { routes } from '../../src/groups/chat/routes.ts'
import { type AnswerTimes, createRunningAnswers } from '../../src/groups/chat/streams/running-answers.ts'
import { createChat } from '../../src/groups/chat/threads/service.ts'
import { createThreadStore } from '../../src/groups/chat/threads/thread-store.ts'
import type { Logger } from '../../src/kernel/logger.ts'
import { newId } from '../../src/kernel/ids.ts'
import { openTestStorage } from './database.ts'
import { startStreamGateway } from './stream-gateway.ts'
import { SILENT } from './silent-logger.ts'

/** An answer under the control of a test. */
export interface ScriptedAnswer {
  question: Question
  signal: AbortSignal
  say: (...parts: ChatPart[]) => void
  /** The answer ends without more; with an error it fails. */
  end: (error?: Error) => void
}

export const text = (value: string): ChatPart => ({ kind: 'text', text: value })
export const sources: ChatPart = { kind: 'sources', sources: [] }
export const usage: ChatPart = { kind: 'usage', tokens: 7 }

/** The chat group on a database of its own, with answers that the test writes. */
export async function chatGateway(times: Partial<AnswerTimes> = {}, logger: Logger = SILENT) {
  const opened = await openTestStorage()
  const store = createThreadStore(opened.storage.db.withTables())
  const begun: ScriptedAnswer[] = []
  const pipeline: AnswerPipeline = {
    answer: (question, signal, say) => scripted(begun, { question, signal }, say),
  }
  const bus = createMemoryBus()
  const now = (): number => Date.now()
  /** What one process has of its own. */
  const processOf = async () => {
    const answers = createRunningAnswers({
      pipeline,
      store,
      logger,
      times: { graceMs: 50, ...times },
    })
    bus.subscribe('chat.stop', ({ threadId, messageId }) => void answers.stop(threadId, messageId))
    bus.subscribe('chat.follow', ({ messageId }) => answers.followedElsewhere(messageId ?? ''))
    const chat = createChat({
      store,
      answers,
      answerer: { available: () => true },
      budget: NO_BUDGET,
      instruments: { existing: async () => new Set<string>() },
      bus,
      clock: { now, market: now },
    })
    const { url } = await startStreamGateway({ routes: routes(chat) })
    return { answers, url }
  }
  const { answers, url } = await processOf()
  const elsewhere = await processOf()
  afterAll(async () => {
    await Promise.all([answers.close(), elsewhere.answers.close()])
    await opened.close()
  })
  const tenant = newId()

  /** Calls of one user. */
  function user(name: string, tenantId: string = tenant) {
    const headers = { authorization: `Bearer ${name}.${tenantId}.t`, 'content-type': 'application/json' }
    const send = async (method: string, path: string, json?: unknown, more: Record<string, string> = {}) => {
      const body = json === undefined ? null : JSON.stringify(json)
      const response = await fetch(url + path, { method, headers: { ...headers, ...more }, body })
      return response
    }
    const call = async (
      method: string,
      path: string,
      json?: unknown,
    ): Promise<{ status: number; body: any }> => {
      const response = await send(method, path, json)
      return { status: response.status, body: await response.json() }
    }
    const thread = async (): Promise<string> => (await call('POST', '/v1/chat/threads')).body.thread_id
    /** Asks, where told through a proxy, and waits until the answer is begun. */
    const ask = async (threadId: string, signal?: AbortSignal, from: string = url) => {
      const before = begun.length
      const body = JSON.stringify({ thread_id: threadId, message: ' What is it? ' })
      const response = await fetch(`${from}/v1/chat/stream`, {
        method: 'POST',
        headers,
        body,
        ...(signal === undefined ? {} : { signal }),
      })
      const answer = begun[before]
      if (answer === undefined) throw new Error(`no answer was begun: ${await response.text()}`)
      return { response, answer, messageId: response.headers.get('x-message-id') ?? '' }
    }
    /** Reads an answer on in another process. */
    const resumeElsewhere = (threadId: string, messageId: string, lastEventId: string) =>
      fetch(`${elsewhere.url}/v1/chat/threads/${threadId}/messages/${messageId}/stream`, {
        headers: { ...headers, 'last-event-id': lastEventId },
      })
    const messages = async (threadId: string): Promise<any[]> =>
      (await call('GET', `/v1/chat/threads/${threadId}/messages`)).body.items
    return { send, call, thread, ask, messages, resumeElsewhere }
  }
  return { user, tenant, store, answers, begun, pool: opened.storage.pool, url, elsewhere }
}

/** An answer that a test says, piece by piece; what is refused ends it. */
function scripted(
  begun: ScriptedAnswer[],
  { question, signal }: Pick<ScriptedAnswer, 'question' | 'signal'>,
  say: Say<ChatPart>,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  begun.push({
    question,
    signal,
    say: (...parts) => {
      try {
        for (const part of parts) say(part)
      } catch (error) {
        reject(error)
      }
    },
    end: (error) => (error === undefined ? resolve() : reject(error)),
  })
  return promise
}
