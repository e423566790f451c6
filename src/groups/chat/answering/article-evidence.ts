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
import { isSupportedBeside, support, termsBeside, textOf } from '../text/support.ts'

export type Found = Pick<Evidence, 'records' | 'findings' | 'notes' | 'clarification'>

export const NO_EVIDENCE: Found = { records: [], findings: [], notes: [], clarification: null }

/** What articles are looked for, and for how many. */
interface ArticlesWanted {
  understood: Understood
  limit: number
  signal: AbortSignal
}

/**
 * What documents say to a question that names no company. One that asks for nothing but a line of some statement is asked back, whatever
 * sentences have that word; the number of the table that fits best is told all the same.
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
 * The best articles. Where none was published in a time that may be what they speak of, those of all times; where no news of an instrument are
 * asked and none about it speaks of the question, those that have its name.
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
    const isOn = found.some((each) => isSupportedBeside(question, textOf(each), instruments))
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

/** `the last fiscal year` is mostly what documents speak of, and not when they were published. */
const isOfYears = ({ from, to }: InstantRange): boolean => to - from >= YEAR_MS
const YEAR_MS = 364 * DAY_MS

/** Whether a text has the name of any: whole, by its first word where that means nothing else, or by its ticker. */
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

/** Whether news are asked for, or what they did. */
export const asksNewsOf = (metrics: readonly Metric[]): boolean =>
  metrics.includes('news') || metrics.includes('reaction')

/** When articles were published that a question may mean: a year that it names is mostly what they speak of, and that they speak of later. */
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
    // Articles are found by words, and those of a question about what is held are `holdings` and `portfolio`, which names have as well.
    question: isUnnamed ? instruments.map(({ name }) => name).join(', ') : question,
    entityIds: instruments.map(({ entityId }) => entityId),
    // Of names alone what is new is wanted.
    asksNews:
      asksNewsOf(metrics) || (instruments.length > 0 && termsBeside(question, instruments).length === 0),
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
 * Of news on instruments those that speak of what else is asked, where any does: "what did analysts say about SAP?" Of articles that are
 * read for a part of something, those that have all words by which it is called.
 */
export function onTopic(
  { question, message, instruments, metrics, hasTopic }: Understood,
  articles: SourceRecord[],
  scope: readonly string[],
): SourceRecord[] {
  // A profit above what analysts had expected is no rating.
  if (asksRatings(message.unnamed)) return articles.filter((each) => tellsRating(textOf(each)))
  if (metrics.includes('news')) {
    if (instruments.length === 0) return articles
    const speaking = articles.filter((each) => isSupportedBeside(question, textOf(each), instruments))
    // Whether something happened that none speaks of is not answered with what else did: "did they announce a buyback?"
    const isAnswered = speaking.length > 0 || (hasTopic && YES_OR_NO.test(message.text))
    return isAnswered ? speaking : articles
  }
  const wanted = termsOf(scope.join(' '))
  return wanted.length === 0
    ? articles
    : articles.filter((each) => support(wanted, new Set(termsOf(textOf(each)))) === 1)
}
