import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll } from 'vitest'

/** What a scripted model does next: says something, or fails as providers do. */
export type ModelStep =
  | { say: string }
  | { think: string }
  | { usage: [prompt: number, completion: number] }
  | { wait: number }
  | { until: Promise<void> }
  | { raw: string }
  | { cut: true }
  | { end: 'stop' | 'length' }

/** What came to it. */
export interface ModelCall {
  path: string
  headers: Record<string, unknown>
  body: any
  /** Pieces that were written before the client went. */
  written: number
  closed: boolean
}

type Script = (call: ModelCall) => { status?: number; type?: string; steps: readonly ModelStep[] }

/** A server that speaks the streams of chat completions and of messages as providers write them. */
export async function startModelServer(script: Script) {
  const calls: ModelCall[] = []
  const server = createServer((request, response) => void answer(request, response, script, calls))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/v1`, calls }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  script: Script,
  calls: ModelCall[],
): Promise<void> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  const call: ModelCall = {
    path: request.url ?? '',
    headers: request.headers,
    body: JSON.parse(text),
    written: 0,
    closed: false,
  }
  calls.push(call)
  response.on('close', () => (call.closed = true))
  const { status = 200, type = 'text/event-stream', steps } = script(call)
  response.writeHead(status, { 'content-type': type })
  response.flushHeaders()
  const wire = call.path.endsWith('/messages') ? messages() : completions()
  response.write(wire.start)
  for (const step of steps) {
    if (call.closed) return
    if ('wait' in step) await delay(step.wait)
    else if ('until' in step) await step.until
    else if ('cut' in step) {
      response.destroy()
      return
    } else {
      response.write('raw' in step ? step.raw : wire.write(step))
      call.written++
    }
  }
  response.end()
}

type Words = Exclude<ModelStep, { wait: number } | { until: Promise<void> } | { raw: string } | { cut: true }>

function completions() {
  const chunk = (fields: object): string =>
    `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_763_000_000, model: 'm', ...fields })}\n\n`
  const delta = (value: object, finish: string | null = null): string =>
    chunk({ choices: [{ index: 0, delta: value, finish_reason: finish }] })
  let usage = ''
  return {
    start: '',
    write: (step: Words): string => {
      if ('say' in step) return delta({ role: 'assistant', content: step.say })
      if ('think' in step) return delta({ reasoning_content: step.think })
      if ('usage' in step) {
        const [prompt_tokens, completion_tokens] = step.usage
        const total_tokens = prompt_tokens + completion_tokens
        usage = chunk({ choices: [], usage: { prompt_tokens, completion_tokens, total_tokens } })
        return ''
      }
      return `${delta({}, step.end)}${usage}data: [DONE]\n\n`
    },
  }
}

function messages() {
  const event = (type: string, fields: object = {}): string =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`
  let [index, open]: [number, string | null] = [-1, null]
  let counts = { input_tokens: 1, output_tokens: 1 }
  const block = (kind: 'text' | 'thinking', start: object): string => {
    if (open === kind) return ''
    const before = open === null ? '' : event('content_block_stop', { index })
    open = kind
    return before + event('content_block_start', { index: ++index, content_block: { type: kind, ...start } })
  }
  const delta = (value: object): string => event('content_block_delta', { index, delta: value })
  return {
    start: event('message_start', {
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        content: [],
        model: 'm',
        stop_reason: null,
        stop_sequence: null,
        usage: counts,
      },
    }),
    write: (step: Words): string => {
      if ('say' in step) return block('text', { text: '' }) + delta({ type: 'text_delta', text: step.say })
      if ('think' in step) {
        return (
          block('thinking', { thinking: '', signature: '' }) +
          delta({ type: 'thinking_delta', thinking: step.think })
        )
      }
      if ('usage' in step) {
        counts = { input_tokens: step.usage[0], output_tokens: step.usage[1] }
        return ''
      }
      const reason = step.end === 'stop' ? 'end_turn' : 'max_tokens'
      const closing = open === null ? '' : event('content_block_stop', { index })
      const done = event('message_delta', {
        delta: { stop_reason: reason, stop_sequence: null },
        usage: counts,
      })
      return closing + done + event('message_stop')
    },
  }
}
