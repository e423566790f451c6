import { Breaker, BreakerOpen } from '../../kernel/breaker.ts'
import { Failure } from '../../kernel/fail.ts'
import type { Logger } from '../../kernel/logger.ts'
import { SECOND_MS } from '../../kernel/time.ts'
import type { LanguageModel, ModelRequest } from '../../ports/language-model.ts'
import type { ModelSettings } from './provider.ts'
import { createThreadedProvider } from './threaded-provider.ts'

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

const UNAVAILABLE = 'The language model failed.'
const SILENT = 'The language model was silent for too long.'

/** A language model over the network, through the AI SDK's providers. */
export function createLanguageModel(deps: ModelDeps): LanguageModel {
  const { logger, times = TIMES } = deps
  const { provider, baseUrl, model, apiKey } = deps
  const open = createThreadedProvider({ provider, baseUrl, model, apiKey })
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
        const parts = await breaker.run(
          () => open({ messages, mostTokens }, ended),
          () => signal.aborted,
        )
        for await (const part of parts) {
          quiet.stop()
          yield part
          quiet.start()
        }
      } catch (error) {
        throw failureOf(error, ended, logger)
      } finally {
        quiet.end()
        // Ends the request where it is still under way.
        over.abort()
      }
    },
  }
}

/** The clock that runs while the model says nothing. */
class Silence {
  private readonly first: NodeJS.Timeout
  private readonly later: NodeJS.Timeout
  /** A timer that is set anew for every part costs more than one that may run out while nobody minds. */
  private runs = false

  constructor({ firstPartMs, silenceMs }: ModelTimes, onEnd: () => void) {
    this.first = setTimeout(onEnd, firstPartMs)
    this.later = setTimeout(() => {
      if (this.runs) onEnd()
    }, silenceMs)
  }

  start(): void {
    this.runs = true
    this.later.refresh()
  }

  stop(): void {
    this.runs = false
    clearTimeout(this.first)
  }

  end(): void {
    this.stop()
    clearTimeout(this.later)
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
