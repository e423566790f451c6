import { CitationFilter } from '../citations/citation-filter.ts'
import { MarkupFilter } from '../citations/markup-filter.ts'
import type { Answerer, AnswerPart, AnswerPipeline, ChatPart, CitedSource, Evidence, Say } from '../answer.ts'
import type { EvidenceFinder } from './evidence.ts'
import { countTokens } from './tokens.ts'

/** From question to answer: finds evidence, has an answerer phrase it, and checks the citations. */
export function createPipeline({
  findEvidence,
  answerer,
}: {
  findEvidence: EvidenceFinder
  answerer: Answerer
}): AnswerPipeline {
  return {
    async answer(question, signal, say) {
      say({ kind: 'thinking', text: 'Reading the question.' })
      const evidence = await findEvidence(question, signal)
      const check = new AnswerCheck(evidence, answerer.secret, say)
      let tokens: number | null = null
      await answerer.answer(question, evidence, signal, (part) => {
        if (part.kind === 'usage') tokens = part.tokens
        else check.take(part)
      })
      check.end()
      say({ kind: 'sources', sources: check.sources() })
      say({ kind: 'usage', tokens: tokens ?? countTokens(question.message) + countTokens(check.said) })
    },
  }
}

/** Filters an answerer's output: removes what must not be shown and keeps citations sound. */
class AnswerCheck {
  /** All of the answer so far. */
  said = ''
  private readonly markup: MarkupFilter
  private readonly reasoning: MarkupFilter
  private readonly citations: CitationFilter
  private readonly say: Say<ChatPart>
  private reasons = false

  constructor(evidence: Evidence, secret: string | null, say: Say<ChatPart>) {
    this.say = say
    this.markup = new MarkupFilter(secret)
    this.reasoning = new MarkupFilter(secret)
    this.citations = new CitationFilter(evidence)
  }

  take({ kind, text }: Exclude<AnswerPart, { kind: 'usage' }>): void {
    if (kind === 'thinking') {
      this.reasons = true
      this.think(this.reasoning.take(text))
      return
    }
    this.endReasoning()
    this.write(this.citations.take(this.markup.take(text)))
  }

  end(): void {
    this.write(this.citations.take(this.markup.end()) + this.citations.end())
  }

  sources(): CitedSource[] {
    return this.citations.sources()
  }

  private write(text: string): void {
    this.said += text
    if (text !== '') this.say({ kind: 'text', text })
  }

  private think(text: string): void {
    if (text !== '') this.say({ kind: 'thinking', text })
  }

  /** Emits the reasoning that was held back. */
  private endReasoning(): void {
    if (!this.reasons) return
    this.reasons = false
    this.think(this.reasoning.end())
  }
}
