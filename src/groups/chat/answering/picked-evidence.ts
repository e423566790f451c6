import type { NewsReader } from '../../../ports/news.ts'
import { type Evidence, type Question, SIMULATED } from '../answer.ts'
import { toRecord } from '../retrieval/article-finder.ts'
import { passageOf } from '../retrieval/passage.ts'
import { firstSentences, plainQuote, quotation } from '../text/quotes.ts'
import { pickedArticle } from '../understanding/thread/picked-article.ts'
import { NO_EVIDENCE } from './article-evidence.ts'

/** Sentences quoted of one article. */
const MOST_SENTENCES = 4

/** The article that a question picks from the citations of the previous answer, with its beginning quoted; null when it picks none. */
export async function pickedEvidence(
  news: Pick<NewsReader, 'document'>,
  { message, history }: Question,
): Promise<Evidence | null> {
  const picked = pickedArticle(message, history)
  if (picked === null) return null
  const about = { question: message, instruments: [], isNews: true, ...NO_EVIDENCE }
  if ('of' in picked) return { ...about, clarification: notSoMany(picked.of) }
  const document = await news.document(picked.article.docId)
  if (document === null) return { ...about, clarification: GONE }
  const record = toRecord(document, passageOf([document.text], 0))
  const quoted = firstSentences(record.text, MOST_SENTENCES, plainQuote(document.headline))
  const isWhole = quoted.length < MOST_SENTENCES
  return {
    ...about,
    records: [record],
    findings: [{ text: quotation(record, quoted, document.source), sources: [0] }],
    notes: [
      quoted.length === 0 ? HEADLINE_ALONE : isWhole ? [] : BEGINNING,
      document.simulated ? SIMULATED : [],
    ].flat(),
  }
}

const notSoMany = (articles: number): string =>
  articles === 1
    ? 'The answer before cites one article alone: ask for that, such as “summarize the first one”.'
    : `The answer before cites ${articles} articles: ask for one of these, such as “summarize the first one”.`
const GONE = 'That article is not stored any more.'
const HEADLINE_ALONE = 'No more than its headline is stored.'
const BEGINNING = 'That is how it begins: ask for what you want to know of it.'
