import { framesOf } from './sse-frames.ts'
import type { Api } from './harness.ts'

export interface ChatAnswer {
  text: string
  sources: Array<{ n: number; doc_id: string; headline: string; url: string }>
  /** The code with which it broke off; null where it did not. */
  failed: string | null
}

/** Asks questions of one thread, one after the other, and gives what each was answered. */
export async function askChat(
  server: Api,
  email: string,
  messages: readonly string[],
  context: object = {},
): Promise<ChatAnswer[]> {
  const token = `Bearer ${await server.token(email)}`
  const { body: thread } = await server.call('/v1/chat/threads', { token, json: {} })
  const answers: ChatAnswer[] = []
  for (const message of messages) {
    const response = await fetch(`${server.url}/v1/chat/stream`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify({ thread_id: thread.thread_id, message, context }),
    })
    const frames = framesOf(await response.text())
    const text = frames.filter(({ event }) => event === 'token').map(({ data }) => data.delta)
    const sources = frames.find(({ event }) => event === 'sources')?.data.sources ?? []
    const failed = frames.find(({ event }) => event === 'error')?.data.code ?? null
    answers.push({ text: text.join(''), sources, failed })
  }
  return answers
}
