import type { OpenAICompatibleProvider } from '@ai-sdk/openai-compatible'
import { Breaker, BreakerOpen } from '../../kernel/breaker.ts'
import { Failure } from '../../kernel/fail.ts'
import type { Logger } from '../../kernel/logger.ts'
import { SECOND_MS } from '../../kernel/time.ts'
import type { LanguageModel, ModelPart, ModelRequest } from '../../ports/language-model.ts'

/** Where a model is, and how it is spoken to. */
export interface ModelSettings {
  provider: 'openai-compatible' | 'anthropic'
  /** With the version, such as `http://127.0.0.1:11434/v1`. */
  baseUrl: string
  model: string
  apiKey: string | null
}

/** How long a model may be silent, in milliseconds. */
export interface ModelTimes {
  firstPartMs: number
  silenceMs: number
}

export interface ModelDeps extends ModelSettings {
  logger: Logger
  times?: ModelTimes
}

const TIMES: ModelTimes = { firstPartMs: 30 * SECOND_MS, silenceMs: 20 * SECOND_MS }
const FAILURES_IN_A_ROW = 5
const PAUSE_MS = 15 * SECOND_MS

type Model = Pick<ReturnType<OpenAICompatibleProvider['chatModel']>, 'doStream'>
type Prompt = Parameters<Model['doStream']>[0]['prompt']
type Stream = Awaited<ReturnType<Model['doStream']>>['stream']
type Piece = Stream extends ReadableStream<infer T> ? T : never

const UNAVAILABLE = 'The language model failed.'
const SILENT = 'The language model was silent for too long.'

/** A language model over the network, through the AI SDK's providers. */
export function createLanguageModel(deps: ModelDeps): LanguageModel {
  const { logger, times = TIMES } = deps
  // Whoever has no model does not load them.
  const loading = loadModel(deps)
  loading.catch(() => undefined)
  const breaker = new Breaker({
    threshold: FAILURES_IN_A_ROW,
    openMs: PAUSE_MS,
    now: () => performance.now(),
    onChange: (open) => logger.warn({ down: open }, open ? 'the language model is down' : 'it is back'),
  })
  return {
    available: () => !breaker.refuses,
    async *stream({ messages, mostTokens, signal }: ModelRequest) {
      const over = new AbortController()
      const ended = AbortSignal.any([signal, over.signal])
      const quiet = new Silence(times, () => over.abort(new Failure('MODEL_TIMEOUT', SILENT)))
      try {
        // Whoever leaves says nothing about the model.
        const reader = await breaker.run(
          async () => {
            const call = { prompt: promptOf(messages), maxOutputTokens: mostTokens, abortSignal: ended }
            const { stream } = await (await loading).doStream(call)
            return stream.getReader()
          },
          () => signal.aborted,
        )
        for (;;) {
          const { done, value } = await reader.read()
          ended.throwIfAborted()
          if (done) throw new Error('the stream ended without a finish')
          const part = partOf(value)
          if (part !== null) {
            quiet.stop()
            yield part
            quiet.start()
          }
          if (value.type === 'finish') return
        }
      } catch (error) {
        throw failureOf(error, ended, logger)
      } finally {
        quiet.stop()
        // Ends the request where it is still under way.
        over.abort()
      }
    },
  }
}

/** The clock that runs while the model says nothing. */
class Silence {
  private readonly times: ModelTimes
  private readonly onEnd: () => void
  private timer: NodeJS.Timeout

  constructor(times: ModelTimes, onEnd: () => void) {
    this.times = times
    this.onEnd = onEnd
    this.timer = setTimeout(onEnd, times.firstPartMs)
  }

  start(): void {
    this.timer = setTimeout(this.onEnd, this.times.silenceMs)
  }

  stop(): void {
    clearTimeout(this.timer)
  }
}

async function loadModel({ provider, baseUrl, model, apiKey }: ModelSettings): Promise<Model> {
  const baseURL = baseUrl.replace(/\/+$/, '')
  if (provider === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return createAnthropic({ baseURL, apiKey: apiKey ?? '' })(model)
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const key = apiKey === null ? {} : { apiKey }
  return createOpenAICompatible({ name: 'llm', baseURL, includeUsage: true, ...key })(model)
}

function promptOf(messages: ModelRequest['messages']): Prompt {
  return messages.map(({ role, content }) =>
    role === 'system' ? { role, content } : { role, content: [{ type: 'text', text: content }] },
  )
}

/** Null for what says nothing to a reader; throws where the model failed. */
function partOf(piece: Piece): ModelPart | null {
  switch (piece.type) {
    case 'text-delta':
      return { kind: 'text', text: piece.delta }
    case 'reasoning-delta':
      return { kind: 'thinking', text: piece.delta }
    case 'error':
      throw piece.error
    case 'finish': {
      const { inputTokens, outputTokens } = piece.usage
      const { unified } = piece.finishReason
      if (unified === 'error' || unified === 'interrupted') throw new Error(`the stream ended: ${unified}`)
      return inputTokens.total === undefined || outputTokens.total === undefined
        ? null
        : { kind: 'usage', tokens: inputTokens.total + outputTokens.total }
    }
    default:
      return null
  }
}

/** What a user may know: nothing of what the provider said, which goes to the log without its text, because that may repeat keys and prompts. */
function failureOf(error: unknown, ended: AbortSignal, logger: Logger): unknown {
  if (ended.aborted && ended.reason !== undefined) {
    if (ended.reason instanceof Failure)
      logger.warn({ code: ended.reason.code }, 'an answer of the language model ended')
    return ended.reason
  }
  if (!(error instanceof BreakerOpen)) {
    const { name = 'unknown', statusCode = null } = error as { name?: string; statusCode?: number | null }
    logger.error({ name, status: statusCode }, 'the language model failed')
  }
  return new Failure('MODEL_UNAVAILABLE', UNAVAILABLE)
}
