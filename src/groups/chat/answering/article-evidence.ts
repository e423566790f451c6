import { DAY_MS, type Instant } from '../../../kernel/time.ts'
import { coreName, foldName } from '../../../market/known-names-index.ts'
import { isDistinctiveWord } from '../../../market/known-names-words.ts'
import type { InstantRange } from '../../../market/bars.ts'
import type { InstrumentSummary } from '../../../ports/instruments.ts'
import { recentNews } from '../facts/fact-finder.ts'
import { liesAhead } from '../facts/fact-request.ts'
import type { ArticleFinder } from '../retrieval/article-finder.ts'
import { tableFindings } from '../table-reading/finding.ts'
import { asksNumbers, type Metric } from '../understanding/intents/metrics.ts'
import type { Understood } from '../understanding/understood.ts'
import { type Evidence, MOST_RECORDS, type Question, type SourceRecord } from '../answer.ts'
import { whichCompany } from './clarifications.ts'
import { namesAnyOf, unlistedCompanies } from '../understanding/entities/unlisted-companies.ts'
import { termsOf } from '../text/terms.ts'
import { asksRatings, tellsRating } from '../understanding/intents/rating-questions.ts'
import { isSupportedApartFromNames, support, termsApartFromNames, textOf } from '../text/support.ts'

export type Found = Pick<Evidence, 'records' | 'findings' | 'notes' | 'clarification'>

export const NO_EVIDENCE: Found = { records: [], findings: [], notes: [], clarification: null }

/** Which articles to look for, and how many. */
interface ArticlesWanted {
  understood: Understood
  limit: number
  signal: AbortSignal
}

/**
 * What documents answer to a question that names no company. A question for a statement line alone is asked back for the company, whatever
 * sentences contain its words; the best fitting number in a table is given all the same.
 */
export async function documentEvidence(
  findArticles: ArticleFinder,
  question: Question,
  { understood, signal }: Omit<ArticlesWanted, 'limit'>,
): Promise<Found> {
  const records = await articlesFor(findArticles, question, { understood, limit: MOST_RECORDS, signal })
  const findings = tableFindings(understood.question, records, { first: 0, isAbout: false })
  const { isBare, metrics, kept } = understood.message
  const which = whichCompany(kept)
  if (!isBare) return { records, findings, notes: [], clarification: asksNumbers(metrics) ? which : null }
  return findings.length === 0
    ? { ...NO_EVIDENCE, clarification: which }
    : { records, findings, notes: [which], clarification: null }
}

/**
 * The best articles. Falls back to articles of all times when none was published in the time named, and to those that merely contain the
 * instrument's name when no news about it fits the question.
 */
export async function articlesFor(
  findArticles: ArticleFinder,
  asked: Question,
  wanted: ArticlesWanted,
): Promise<SourceRecord[]> {
  const { times, instruments, metrics, question } = wanted.understood
  const range = publicationRange(wanted.understood, asked.now)
  const found = await articlesOf(findArticles, asked, { ...wanted, range, instruments })
  if (instruments.length > 0) {
    const isOn = found.some((each) => isSupportedApartFromNames(question, textOf(each), instruments))
    if (isOn || asksNewsOf(metrics)) return found
    const others = await articlesOf(findArticles, asked, { ...wanted, range, instruments: [] })
    return others.filter((each) => namesAny(textOf(each), instruments))
  }
  const mayBeOfText =
    range !== null && (!times.isRelative || isOfYears(range) || liesAhead(wanted.understood, asked.now))
  const all =
    found.length > 0 || !mayBeOfText
      ? found
      : await articlesOf(findArticles, asked, { ...wanted, range: null, instruments })
  const names = unlistedCompanies(asked.message, asksNumbers(metrics))
  return names.length === 0 ? all : all.filter((each) => namesAnyOf(textOf(each), names))
}

/** `the last fiscal year` is mostly the subject of documents, not the time of their publication. */
const isOfYears = ({ from, to }: InstantRange): boolean => to - from >= YEAR_MS
const YEAR_MS = 364 * DAY_MS

/** Whether a text contains one of the names: in full, by its first word if that is unambiguous, or by its ticker. */
function namesAny(text: string, instruments: readonly InstrumentSummary[]): boolean {
  const folded = ` ${foldName(text)} `
  return instruments.some(({ name, ticker }) => {
    const core = coreName(name)
    const [first = ''] = core.split(' ')
    return (
      folded.includes(` ${core} `) ||
      (isDistinctiveWord(first) && folded.includes(` ${first} `)) ||
      (ticker.length > 1 && text.split(/[^\p{L}\p{N}.]+/u).includes(ticker))
    )
  })
}

/** Whether news is asked for, or the price reaction to it. */
export const asksNewsOf = (metrics: readonly Metric[]): boolean =>
  metrics.includes('news') || metrics.includes('reaction')

/** The publication dates that a question may mean; a year it names is mostly what articles are about, including later ones. */
function publicationRange({ metrics, instruments, times }: Understood, now: Instant): InstantRange | null {
  const asksNews = asksNewsOf(metrics)
  if (times.range === null) return asksNews && instruments.length > 0 ? recentNews(now) : null
  const isOfNews = asksNews && (instruments.length > 0 || times.fiscal.length === 0)
  return times.isRelative || isOfNews ? times.range : null
}

function articlesOf(
  findArticles: ArticleFinder,
  { owner, now }: Question,
  {
    understood: { question, metrics, ofHoldings, watched, sentiment },
    instruments,
    range,
    limit,
    signal,
  }: ArticlesWanted & { instruments: readonly InstrumentSummary[]; range: InstantRange | null },
): Promise<SourceRecord[]> {
  const isUnnamed = ofHoldings || watched !== null
  return findArticles({
    // Articles are found by words; "holdings" and "portfolio", from a question about the user's own, also occur in company names.
    question: isUnnamed ? instruments.map(({ name }) => name).join(', ') : question,
    entityIds: instruments.map(({ entityId }) => entityId),
    // For names alone the newest articles are wanted.
    asksNews:
      asksNewsOf(metrics) ||
      (instruments.length > 0 && termsApartFromNames(question, instruments).length === 0),
    range,
    sentiment,
    limit,
    tenantId: owner.tenantId,
    now,
    signal,
  })
}

const YES_OR_NO =
  /^\W*(?:(?:and|so|but) )?(?:(?:did|does|has|have|had|will)\b(?! (?:you|i|we)\b)|(?:is|are|was|were)\b(?! (?:there|you|i)\b))/i

/**
 * Of news on instruments, the articles that also mention the rest of the question, if any do: "what did analysts say about SAP?" Of
 * articles about a part of something, those that contain every word of its name.
 */
export function onTopic(
  { question, message, instruments, metrics, hasTopic }: Understood,
  articles: SourceRecord[],
  scope: readonly string[],
): SourceRecord[] {
  // A profit above analysts' expectations is not a rating.
  if (asksRatings(message.unnamed)) return articles.filter((each) => tellsRating(textOf(each)))
  if (metrics.includes('news')) {
    if (instruments.length === 0) return articles
    const speaking = articles.filter((each) => isSupportedApartFromNames(question, textOf(each), instruments))
    // Other events do not answer whether something happened that no article mentions: "did they announce a buyback?"
    const isAnswered = speaking.length > 0 || (hasTopic && YES_OR_NO.test(message.text))
    return isAnswered ? speaking : articles
  }
  const wanted = termsOf(scope.join(' '))
  return wanted.length === 0
    ? articles
    : articles.filter((each) => support(wanted, new Set(termsOf(textOf(each)))) === 1)
}
