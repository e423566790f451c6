import { nameId } from '../../../kernel/ids.ts'
import type { CitedSource, Evidence, Question, SourceRecord } from '../answer.ts'
import { createExtractiveAnswerer } from '../answering/extractive.ts'
import { createPipeline } from '../answering/pipeline.ts'
import { createRanking, type RankedDocument } from '../retrieval/ranking.ts'
import { standalone } from '../understanding/thread/standalone.ts'
import { tableFindings } from '../table-reading/finding.ts'
import { citationFaults } from './citation-check.ts'
import { conversationTurns, type DataFile, historyOf, tablePageQuestions } from './retrieval-eval.ts'

const MOST_RECORDS = 10
const MOST_PASSAGE = 4_000

/** Answers with only sound citations, among those with any. */
export interface Soundness {
  answers: number
  cited: number
  sound: number
  /** The first that were found. */
  faults: readonly string[]
}

/**
 * The extractive answerer's answers to every `step`-th question of TAT-QA and MTRAG from the best ten of all pages and passages, checked by
 * {@link citationFaults}.
 */
export async function soundness(realData: DataFile, step = 1): Promise<Soundness> {
  const { pages, questions: pageQuestions } = tablePageQuestions(realData)
  const turns = conversationTurns(realData)
  const passages = new Map(turns.flatMap(({ contexts }) => contexts.map((each) => [each.document_id, each])))
  const texts = [...passages.values()].map(({ title = '', text }) => ({ title, text }))
  const sets = [
    {
      documents: pages,
      questions: pageQuestions.map(({ question }) => ({ message: question, history: [] })),
    },
    { documents: texts, questions: turns.map(historyOf) },
  ]
  const counts = { answers: 0, cited: 0, sound: 0 }
  const faults: string[] = []
  for (const { documents, questions } of sets) {
    const records = documents.map(recordOf)
    const ranking = createRanking(documents)
    for (const asked of questions.filter((_, at) => at % step === 0)) {
      const question = standalone(asked.message, asked.history)
      const found = ranking.rank(question, MOST_RECORDS).flatMap(({ at, sections }) => {
        const record = records[at]
        const text = sections.map((section) => `${section.heading}\n${section.text}`.trim()).join('\n\n')
        return record === undefined ? [] : [{ ...record, text: text.slice(0, MOST_PASSAGE) }]
      })
      const { text, sources } = await answer(asked, evidenceOf(question, found))
      counts.answers++
      if (sources.length === 0 && !/\[\d+\]/.test(text)) continue
      counts.cited++
      const wrong = citationFaults({ text, sources, records: found })
      if (wrong.length === 0) counts.sound++
      else if (faults.length < 20) faults.push(`${question}: ${wrong.join('; ')}`)
    }
  }
  return { ...counts, faults }
}

function recordOf({ title, text }: RankedDocument, at: number): SourceRecord {
  const docId = nameId('chat-eval', String(at))
  return {
    kind: 'article',
    docId,
    headline: title === '' ? 'Page of an annual report' : title,
    url: `https://eval.example/${at}?id=${docId}`,
    text,
    asOf: null,
    simulated: false,
  }
}

function evidenceOf(question: string, records: readonly SourceRecord[]): Evidence {
  return {
    question,
    instruments: [],
    records,
    findings: tableFindings(question, records, { first: 0, isAbout: false }),
    clarification: null,
    isNews: false,
    notes: [],
  }
}

async function answer(
  { message, history }: Pick<Question, 'message' | 'history'>,
  evidence: Evidence,
): Promise<{ text: string; sources: readonly CitedSource[] }> {
  const pipeline = createPipeline({
    findEvidence: async () => evidence,
    answerer: createExtractiveAnswerer(),
  })
  const owner = { tenantId: nameId('chat-eval', 'tenant'), userId: 'eval' }
  const question: Question = {
    owner,
    message,
    history,
    instruments: [],
    includePortfolio: false,
    now: 0,
  }
  let text = ''
  let sources: readonly CitedSource[] = []
  await pipeline.answer(question, new AbortController().signal, (part) => {
    if (part.kind === 'text') text += part.text
    else if (part.kind === 'sources') sources = part.sources
  })
  return { text, sources }
}
