import { CitationFilter } from '../citations/citation-filter.ts'
import { MarkupFilter } from '../citations/markup-filter.ts'
import type { Answerer, AnswerPart, AnswerPipeline, ChatPart, CitedSource, Evidence } from '../answer.ts'
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
      const check = new AnswerCheck(evidence, answerer.secret)
      let tokens: number | null = null
      for await (const part of answerer.answer(question, evidence, signal)) {
        if (part.kind === 'usage') tokens = part.tokens
        else for (const each of check.take(part)) yield each
      }
      for (const each of check.end()) yield each
      yield { kind: 'sources', sources: check.sources() }
      yield { kind: 'usage', tokens: tokens ?? countTokens(question.message) + countTokens(check.said) }
    },
  }
}

/** What an answerer says, without what must not be said and with citations that hold. */
class AnswerCheck {
  /** All of the answer so far. */
  said = ''
  private readonly markup: MarkupFilter
  private readonly reasoning: MarkupFilter
  private readonly citations: CitationFilter
  private reasons = false

  constructor(evidence: Evidence, secret: string | null) {
    this.markup = new MarkupFilter(secret)
    this.reasoning = new MarkupFilter(secret)
    this.citations = new CitationFilter(evidence)
  }

  take({ kind, text }: Exclude<AnswerPart, { kind: 'usage' }>): ChatPart[] {
    if (kind === 'thinking') {
      this.reasons = true
      return partOf('thinking', this.reasoning.take(text))
    }
    return [...this.endOfReasoning(), ...this.text(this.citations.take(this.markup.take(text)))]
  }

  end(): ChatPart[] {
    return this.text(this.citations.take(this.markup.end()) + this.citations.end())
  }

  sources(): CitedSource[] {
    return this.citations.sources()
  }

  private text(text: string): ChatPart[] {
    this.said += text
    return partOf('text', text)
  }

  /** What was held back of it. */
  private endOfReasoning(): ChatPart[] {
    if (!this.reasons) return []
    this.reasons = false
    return partOf('thinking', this.reasoning.end())
  }
}

const partOf = (kind: 'thinking' | 'text', text: string): ChatPart[] => (text === '' ? [] : [{ kind, text }])
