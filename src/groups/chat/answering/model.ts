import { Failure } from '../../../kernel/fail.ts'
import { type Id, randomId } from '../../../kernel/ids.ts'
import type { LanguageModel } from '../../../ports/language-model.ts'
import type { Answerer, AnswerPart, Evidence, Question, Say } from '../answer.ts'
import { promptOf } from './model-prompt.ts'
import { countTokens } from './tokens.ts'

/** Most output tokens, reasoning included. */
const MOST_TOKENS = 4_000
/** A model that exceeds the token limit is cut off: most characters of reasoning and answer. */
const MOST_CHARACTERS = 60_000

export interface ModelAnswererDeps {
  model: LanguageModel
  /** Answers when a model has nothing to phrase: no evidence, or a question back. */
  withoutModel: Answerer
  /** Called with the tokens of every answer, complete or not. */
  spend: (tenantId: Id, tokens: number) => Promise<void>
}

/** Lets a language model phrase the evidence. */
export function createModelAnswerer({ model, withoutModel, spend }: ModelAnswererDeps): Answerer {
  const secret = randomId().replaceAll('-', '')
  return {
    secret,
    available: () => model.available(),
    answer: (question, evidence, signal, say) =>
      evidence.records.length === 0
        ? withoutModel.answer(question, evidence, signal, say)
        : answerWith({ model, spend, secret, say }, question, evidence, signal),
  }
}

interface Asked extends Pick<ModelAnswererDeps, 'model' | 'spend'> {
  secret: string
  say: Say<AnswerPart>
}

async function answerWith(
  { model, spend, secret, say }: Asked,
  question: Question,
  evidence: Evidence,
  signal: AbortSignal,
): Promise<void> {
  const messages = promptOf(question, evidence, secret)
  const asked = messages.reduce((sum, { content }) => sum + countTokens(content), 0)
  let [tokens, answered, characters]: [number | null, number, number] = [null, 0, 0]
  let isEmpty = true
  try {
    for await (const part of model.stream({ messages, mostTokens: MOST_TOKENS, signal })) {
      if (part.kind === 'usage') {
        tokens = part.tokens
        continue
      }
      characters += part.text.length
      answered += countTokens(part.text)
      if (characters > MOST_CHARACTERS)
        throw new Failure('MODEL_UNAVAILABLE', 'The language model did not come to an end.')
      if (part.kind === 'text' && part.text.trim() !== '') isEmpty = false
      say(part)
    }
    if (isEmpty) throw new Failure('MODEL_UNAVAILABLE', 'The language model said nothing.')
    for (const note of [...(evidence.readAs ?? []), ...evidence.notes])
      say({ kind: 'text', text: `\n\n${note}` })
    say({ kind: 'usage', tokens: tokens ?? asked + answered })
  } finally {
    // A model that refused to answer has cost nothing.
    const used = tokens ?? (answered === 0 ? 0 : asked + answered)
    if (used > 0) await spend(question.owner.tenantId, used)
  }
}
