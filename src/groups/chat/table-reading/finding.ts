import type { Finding, SourceRecord } from '../answer.ts'
import { isSupported, textOf } from '../text/support.ts'
import { tableAnswer } from './answer.ts'

/** Most records whose tables are read. */
const MOST_READ = 3

/**
 * The answer that the tables of articles state or allow to compute, from the first article that has one: none from an article off the
 * subject.
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
