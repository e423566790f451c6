import type { Finding, SourceRecord } from '../answer.ts'
import { isSupported, textOf } from '../text/support.ts'
import { tableAnswer } from './answer.ts'

/** Records whose tables are read. */
const MOST_READ = 3

/**
 * What the tables of articles say or give by computing, of the first that answers: none where the article is not about the question.
 * @param first The position of the first article among all records.
 */
export function tableFindings(
  question: string,
  articles: readonly SourceRecord[],
  { first, isAbout }: { first: number; isAbout: boolean },
): Finding[] {
  for (const [at, article] of articles.slice(0, MOST_READ).entries()) {
    if (!isAbout && !isSupported(question, textOf(article))) continue
    const answer = tableAnswer(question, article.text)
    if (answer !== null) return [{ text: answer.text, sources: [first + at] }]
  }
  return []
}
