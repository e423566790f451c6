import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Turn } from '../answer.ts'
import { createRanking, type RankedDocument } from '../retrieval/ranking.ts'
import { standalone } from '../understanding/thread/standalone.ts'

/** Locates a file of the real data. */
export type DataFile = (...path: string[]) => string

/** nDCG with binary gains over the first ten (Järvelin and Kekäläinen, 2002). */
function ndcg(found: readonly string[], relevant: ReadonlySet<string>): number {
  const gain = (place: number): number => 1 / Math.log2(place + 2)
  let reached = 0
  for (const [place, id] of found.slice(0, 10).entries()) if (relevant.has(id)) reached += gain(place)
  let ideal = 0
  for (let place = 0; place < Math.min(10, relevant.size); place++) ideal += gain(place)
  return ideal === 0 ? 0 : reached / ideal
}

/** Mean nDCG@10 on the business reports. */
export function businessReports(realData: DataFile): { queries: number; ndcg: number } {
  const file = (name: string): string => readFileSync(realData('retrieval', 'business-reports', name), 'utf8')
  const corpus = file('corpus.jsonl')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { _id: string; title: string; text: string })
  const relevant = new Map<string, Set<string>>()
  for (const line of file('test.tsv').trim().split('\n').slice(1)) {
    const [query = '', id = ''] = line.split('\t')
    relevant.set(query, (relevant.get(query) ?? new Set()).add(id))
  }
  const queries = file('queries.jsonl')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { _id: string; text: string })
    .filter(({ _id: id }) => relevant.has(id))
  const ranking = createRanking(corpus)
  let sum = 0
  for (const { _id: id, text } of queries) {
    const found = ranking.rank(text, 10).map(({ at }) => corpus[at]?._id ?? '')
    sum += ndcg(found, relevant.get(id) ?? new Set())
  }
  return { queries: queries.length, ndcg: sum / queries.length }
}

/** A context of TAT-QA: a table, paragraphs, and questions about them. */
export interface TableContext {
  table: { uid: string; table: string[][] }
  paragraphs: Array<{ order: number; text: string }>
  questions: Array<{
    uid: string
    question: string
    answer: unknown
    answer_type: string
    scale: string
    derivation: string
  }>
}

export function tableContexts(realData: DataFile): TableContext[] {
  const file = readFileSync(realData('retrieval', 'tatqa-dev.json.gz'))
  return JSON.parse(gunzipSync(file).toString('utf8')) as TableContext[]
}

/** A context as a page: its paragraphs, and its table with bars between the cells. */
export function pageOf({ table, paragraphs }: TableContext): RankedDocument {
  const rows = table.table.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
  const text = paragraphs
    .toSorted((one, other) => one.order - other.order)
    .map((paragraph) => paragraph.text)
    .join('\n\n')
  return { title: '', text: `${text}\n\n${rows}` }
}

/** A question and the position of its page. */
interface PageQuestion {
  question: string
  page: number
  /** One of five folds, by the id of the table, so that all questions on a page are in one. */
  fold: number
}

const FOLDS = 5

/** The pages with their questions. */
export function tablePageQuestions(realData: DataFile): {
  pages: RankedDocument[]
  questions: PageQuestion[]
} {
  const contexts = tableContexts(realData)
  const questions = contexts.flatMap(({ table, questions: asked }, page) => {
    const fold = Number.parseInt(table.uid.slice(0, 8), 16) % FOLDS
    return asked.map(({ question }) => ({ question, page, fold }))
  })
  return { pages: contexts.map(pageOf), questions }
}

/** How often the page that a question is about is found first, and among the first ten. */
export interface PageHits {
  questions: number
  hitAt1: number
  hitAt10: number
}

/** Over all questions, which the weights were fitted on as well. */
export function tablePages(realData: DataFile): PageHits {
  const { pages, questions } = tablePageQuestions(realData)
  const ranking = createRanking(pages)
  const places = questions.map(({ question, page }) =>
    ranking.rank(question, 10).findIndex(({ at }) => at === page),
  )
  const share = (most: number): number =>
    places.filter((place) => place >= 0 && place < most).length / questions.length
  return { questions: questions.length, hitAt1: share(1), hitAt10: share(10) }
}

/** A turn of a conversation of MTRAG. */
export interface ConversationTurn {
  conversation_id: string
  turn: string
  contexts: Array<{ document_id: string; text: string; title?: string }>
  input: Array<{ speaker: 'user' | 'agent'; text: string }>
  answerability: string[]
}

export function conversationTurns(realData: DataFile): ConversationTurn[] {
  const text = gunzipSync(readFileSync(realData('retrieval', 'mtrag-dev.jsonl.gz'))).toString('utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ConversationTurn)
}

export function historyOf({ input }: ConversationTurn): { message: string; history: Turn[] } {
  const turns = input.map(({ speaker, text }) => ({
    role: speaker === 'user' ? ('user' as const) : ('assistant' as const),
    content: text,
  }))
  return { message: turns.at(-1)?.content ?? '', history: turns.slice(0, -1) }
}

/** Recall of the passages of later turns among the first five and ten of all passages, by the last message alone and rewritten. */
export function followUps(realData: DataFile): {
  turns: number
  last: readonly [number, number]
  rewritten: readonly [number, number]
} {
  const turns = conversationTurns(realData)
  const passages = new Map(turns.flatMap(({ contexts }) => contexts.map((each) => [each.document_id, each])))
  const ids = [...passages.keys()]
  const ranking = createRanking([...passages.values()].map(({ title = '', text }) => ({ title, text })))
  const later = turns.filter(({ turn, contexts }) => turn !== '1' && contexts.length > 0)
  const recall = (question: string, wanted: ReadonlySet<string>, most: number): number => {
    const found = ranking.rank(question, most).filter(({ at }) => wanted.has(ids[at] ?? ''))
    return found.length / Math.min(most, wanted.size)
  }
  const sums = { last: [0, 0], rewritten: [0, 0] }
  for (const each of later) {
    const wanted = new Set(each.contexts.map(({ document_id: id }) => id))
    const { message, history } = historyOf(each)
    for (const [place, most] of [5, 10].entries()) {
      sums.last[place] = (sums.last[place] ?? 0) + recall(message, wanted, most)
      sums.rewritten[place] =
        (sums.rewritten[place] ?? 0) + recall(standalone(message, history), wanted, most)
    }
  }
  const mean = (list: readonly number[]): readonly [number, number] => [
    (list[0] ?? 0) / later.length,
    (list[1] ?? 0) / later.length,
  ]
  return { turns: later.length, last: mean(sums.last), rewritten: mean(sums.rewritten) }
}
