import { CitationFilter } from '../citations/citation-filter.ts'
import { MarkupFilter } from '../citations/markup-filter.ts'
import type { Answerer, AnswerPart, AnswerPipeline, ChatPart, Evidence } from './answer.ts'
import type { EvidenceFinder } from './evidence.ts'
import { countTokens } from './tokens.ts'

/** From a question to its answer: evidence is found, an answerer says it, and citations are made to hold. */
export function createPipeline({
  findEvidence,
  answerer,
}: {
  findEvidence: EvidenceFinder
  answerer: Answerer
}): AnswerPipeline {
  return {
    async *answer(question, signal) {
      yield { kind: 'thinking', text: 'Reading the question.' }
      const evidence = await findEvidence(question, signal)
      yield* checked(answerer.answer(question, evidence, signal), evidence, {
        message: question.message,
        secret: answerer.secret,
      })
    },
  }
}

/** What an answerer says, without what must not be said and with citations that hold. */
async function* checked(
  parts: AsyncIterable<AnswerPart>,
  evidence: Evidence,
  { message, secret }: { message: string; secret: string | null },
): AsyncGenerator<ChatPart, void, undefined> {
  const [markup, reasoning] = [new MarkupFilter(secret), new MarkupFilter(secret)]
  const citations = new CitationFilter(evidence)
  let tokens: number | null = null
  let said = ''
  for await (const part of parts) {
    if (part.kind === 'usage') tokens = part.tokens
    else if (part.kind === 'thinking') yield* partOf('thinking', reasoning.take(part.text))
    else {
      yield* partOf('thinking', reasoning.end())
      const text = citations.take(markup.take(part.text))
      said += text
      yield* partOf('text', text)
    }
  }
  const rest = citations.take(markup.end()) + citations.end()
  yield* partOf('text', rest)
  yield { kind: 'sources', sources: citations.sources() }
  yield { kind: 'usage', tokens: tokens ?? countTokens(message) + countTokens(said + rest) }
}

function* partOf(kind: 'thinking' | 'text', text: string): Generator<ChatPart> {
  if (text !== '') yield { kind, text }
}
