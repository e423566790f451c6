import * as contract from '../../contract/chat.ts'
import { handle, handleStream, type Route } from '../../contract/endpoint.ts'
import type { Chat } from './threads/service.ts'

/** The routes of the group, one line per endpoint. */
export function routes(chat: Chat): Route[] {
  return [
    handle(contract.createThread, async ({ caller, body }) => ({ value: await chat.create(caller, body) })),
    handleStream(
      contract.streamAnswer,
      async ({ caller, body, signal }) => {
        const { events, messageId } = await chat.ask(caller, body, signal)
        return { events, headers: { 'X-Message-Id': messageId }, repeat: { message_id: messageId } }
      },
      async ({ caller, body, signal }, { message_id = '' }) => {
        const { events, messageId } = await chat.repeat(caller, { ...body, message_id }, signal)
        return { events, headers: { 'X-Message-Id': messageId } }
      },
    ),
    handle(contract.listThreads, async ({ caller, query }) => ({ value: await chat.list(caller, query) })),
    handle(contract.listMessages, async ({ caller, params }) => ({
      value: await chat.messages(caller, params.thread_id),
    })),
    handle(contract.deleteThread, async ({ caller, params }) => ({
      value: await chat.remove(caller, params.thread_id),
    })),
    handle(contract.getThread, async ({ caller, params }) => ({
      value: await chat.get(caller, params.thread_id),
    })),
    handle(contract.renameThread, async ({ caller, params, body }) => ({
      value: await chat.rename(caller, params.thread_id, body.title),
    })),
    handleStream(contract.resumeAnswer, async ({ caller, params, lastEventId, signal }) => {
      const { events } = await chat.resume(caller, params, { lastEventId, signal })
      return { events }
    }),
    handle(contract.cancelAnswer, async ({ caller, params }) => ({
      value: await chat.cancel(caller, params),
    })),
    handle(contract.rateAnswer, async ({ caller, params, body }) => ({
      value: await chat.rate(caller, params, body),
    })),
  ]
}
