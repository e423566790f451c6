import type { CitationSource } from '../../../contract/chat-messages.ts'
import { ERRORS } from '../../../contract/errors.ts'
import { AbortWatch } from '../../../kernel/abort-watch.ts'
import { Failure } from '../../../kernel/fail.ts'
import { describeError, type Logger } from '../../../kernel/logger.ts'
import type { ChatPart, Say } from '../answer.ts'
import type { AnswerEnd } from '../threads/thread-store.ts'
import { type AnswerLog, type ChatEvent } from './answer-log.ts'

/** Most memory of one answer, events included. */
const MOST_BYTES = 1024 * 1024
/** Most pieces of reasoning that are stored separately; further ones are appended to the last. */
const MOST_REASONING = 100
/** Reasoning beyond this is neither shown nor stored. */
const MOST_REASONING_CHARACTERS = 100_000

/** What an answer is produced by and written to. */
export interface RunDeps {
  /** Produces the answer; any part after the end is refused. */
  answer: (say: Say<ChatPart>) => Promise<void>
  log: AnswerLog
  /** Aborts the answer; its reason is a {@link Failure}. */
  signal: AbortSignal
  /** Stores the end; false when the message no longer exists. */
  finish: (end: AnswerEnd) => Promise<boolean>
  logger: Logger
}

/**
 * Writes one answer to its log: thinking, tokens, one `sources`, one `done`, whatever is produced; or a prefix of that and one `error`. The
 * end is stored before it is sent, with everything written until then, whatever happens.
 */
export async function runAnswer(deps: RunDeps): Promise<void> {
  const draft = new Draft(deps.log)
  const watch = new AbortWatch(deps.signal)
  let failure: Failure | null = null
  try {
    // Not awaited after an abort: whatever hangs has the signal, too.
    await watch.or(deps.answer((part) => draft.take(part)))
    draft.complete()
  } catch (error) {
    failure = failureOf(error, deps)
  } finally {
    watch.end()
  }
  draft.close()
  await end(deps, draft, failure)
}

async function end({ log, finish, logger }: RunDeps, draft: Draft, failure: Failure | null): Promise<void> {
  let outcome = failure
  try {
    const stored = await finish(draft.endOf(failure))
    if (!stored) outcome = new Failure('THREAD_NOT_FOUND', 'The conversation was deleted.')
  } catch (error) {
    logger.error(describeError(error), 'an answer could not be stored')
    outcome ??= new Failure('UPSTREAM_UNAVAILABLE', 'The answer could not be stored.')
  }
  if (outcome === null) {
    log.append({ event: 'sources', data: { sources: draft.sources ?? [] } })
    log.append({ event: 'done', data: { message_id: log.messageId, tokens_used: draft.tokens ?? 0 } })
    return
  }
  const { code, message: detail } = outcome
  const status = ERRORS[code].status
  log.append({ event: 'error', data: { detail, code, status, message_id: log.messageId } })
}

/** The answer written so far; refuses parts that are out of order. */
class Draft {
  sources: CitationSource[] | null = null
  tokens: number | null = null
  private content = ''
  private readonly reasoning: Array<{ text: string }> = []
  private reasoned = 0
  /** Why no further part is accepted. */
  private refusal: { reason: unknown } | null = null
  private readonly log: AnswerLog

  constructor(log: AnswerLog) {
    this.log = log
  }

  /** Throws when it refuses a part; from then on it refuses all, even if the caller caught the error. */
  take(part: ChatPart): void {
    this.throwRefusal()
    try {
      this.note(part)
    } catch (error) {
      this.refusal = { reason: error }
      throw error
    }
  }

  /** Refuses everything from now on. */
  close(): void {
    this.refusal ??= { reason: new Error('the answer has ended') }
  }

  private throwRefusal(): void {
    if (this.refusal !== null) throw this.refusal.reason
  }

  private note(part: ChatPart): void {
    if (part.kind === 'usage') this.tokens = Math.max(0, Math.round(part.tokens))
    else if (this.sources !== null) throw new Error(`${part.kind} after the sources of an answer`)
    else if (part.kind === 'thinking') this.think(part.text)
    else if (part.kind === 'text') this.write(part.text)
    else
      this.sources = part.sources.map(({ n, docId, headline, url }) => ({ n, doc_id: docId, headline, url }))
  }

  /** Throws unless there is a text with its sources. */
  complete(): void {
    this.throwRefusal()
    if (this.content === '') throw new Error('an answer without a text')
    if (this.sources === null) throw new Error('an answer without its sources')
  }

  endOf(failure: Failure | null): AnswerEnd {
    return {
      status: failure === null ? 'complete' : failure.code === 'ANSWER_CANCELLED' ? 'cancelled' : 'error',
      content: this.content,
      reasoning: this.reasoning,
      sources: this.sources ?? [],
      error: failure === null ? null : { code: failure.code, detail: failure.message },
      tokensUsed: this.tokens,
    }
  }

  private think(text: string): void {
    // In the stream all thinking comes before the first token.
    if (text === '' || this.content !== '' || this.reasoned > MOST_REASONING_CHARACTERS) return
    this.reasoned += text.length
    const last = this.reasoning.at(-1)
    if (last === undefined || this.reasoning.length < MOST_REASONING) this.reasoning.push({ text })
    else last.text += text
    this.append({ event: 'thinking', data: { delta: text, type: 'reasoning' } })
  }

  private write(text: string): void {
    if (text === '') return
    this.content += text
    this.append({ event: 'token', data: { delta: text, type: 'answer' } })
  }

  private append(event: ChatEvent): void {
    this.log.append(event)
    if (this.log.bytes > MOST_BYTES) throw new Failure('MODEL_UNAVAILABLE', 'The answer became too long.')
  }
}

/** The failure shown to the user: without the message of an unexpected error. */
function failureOf(error: unknown, { signal, logger }: RunDeps): Failure {
  if (signal.aborted && signal.reason instanceof Failure) return signal.reason
  if (error instanceof Failure) return error
  logger.error(describeError(error), 'an answer failed')
  return new Failure('MODEL_UNAVAILABLE', 'The answer could not be finished.')
}
