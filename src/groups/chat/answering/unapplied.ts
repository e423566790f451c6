import type { FilteredHoldings } from '../facts/portfolio/filtered-holdings.ts'
import { nameOf } from '../facts/number-format.ts'
import type { SourceRecord } from '../answer.ts'
import { plainQuote } from '../text/quotes.ts'
import { termsApartFromNames, textOf } from '../text/support.ts'
import { termsOf } from '../text/terms.ts'
import { askedMetrics } from '../understanding/intents/asked-metrics.ts'
import { withoutTimes } from '../understanding/times/periods.ts'
import { isGeneralTerm } from '../understanding/entities/scope.ts'
import { leftOutSaid } from '../understanding/portfolio/holdings-filter.ts'
import { sinceThenIn } from '../understanding/thread/carried-time.ts'
import { asksNumbers, type Metric } from '../understanding/intents/metrics.ts'
import { isIndex } from '../understanding/intents/market-indices.ts'
import { isAmong } from '../understanding/entities/instrument-lists.ts'
import type { Understood } from '../understanding/understood.ts'

/** The words by which a question narrows a number that is only stored for the whole company. */
export const narrowingOf = ({ metrics, scope, ofHoldings }: Understood): readonly string[] =>
  !ofHoldings && asksNumbers(metrics.filter((metric) => !MOVES.includes(metric))) ? scope : []

/**
 * Times in a question for prices and returns that were not understood, unless another time is named; articles answer what happened then.
 */
export function unreadOf(
  { metrics, message: { unread, text }, times }: Understood,
  scope: readonly string[],
): string[] {
  const isOfTimes = metrics.some((metric) => OF_TIMES.includes(metric))
  if (!isOfTimes || metrics.includes('news') || metrics.includes('reaction')) return []
  // Nothing answered before had a time to start from.
  const since = times.range === null ? sinceThenIn(text) : null
  const [clock] = TIME_OF_DAY.exec(text) ?? []
  const phrases = [...unread, ...(since === null ? [] : [since]), ...(clock === undefined ? [] : [clock])]
  return phrases.filter((phrase) => !scope.some((part) => phrase.includes(part)))
}

/** The words by which a question narrows a number that is only computed for the whole portfolio: `dividends of my tech stocks`. */
export function unappliedPart(
  { ofHoldings, times, message, ofPortfolio: { income, costs, invested, risk, sales, trades } }: Understood,
  narrow: FilteredHoldings | null,
): string[] {
  const leftOut = ofHoldings && narrow === null ? leftOutSaid(message.kept) : null
  if (leftOut !== null) return [leftOut]
  if (ofHoldings && invested && narrow === null) return investedIn(message)
  const isPaidInTime = invested && times.range !== null
  const isOfWhole = income || costs || isPaidInTime || risk || sales !== null || trades !== null
  return ofHoldings && isOfWhole && narrow !== null ? [narrow.part.said] : []
}

/** Investments named in the question that are neither held nor a kind of holding; an index is not held. */
const investedIn = ({ unread, instruments, against }: Understood['message']): string[] => [
  ...unread,
  ...instruments.filter((each) => isIndex(each) && !isAmong(each, against)).map(nameOf),
]

/**
 * Whether an exclusion can be applied to what is answered: it cannot to the return of an index, nor to cash or sectors of the whole
 * portfolio.
 */
function leavesOut(
  { watched, ofHoldings, ofPortfolio: { shares }, metrics, instruments, message }: Understood,
  narrow: FilteredHoldings | null,
): boolean {
  const isOfPart = narrow !== null && !narrow.part.isCash && (shares === null || narrow.part.rank !== null)
  const isOfLists = watched !== null || (ofHoldings && isOfPart)
  // Instruments carried over from the thread are already without it.
  const isOfThread = message.instruments.length === 0 && instruments.length > 0
  return isOfLists || isOfThread || metrics.includes('peers') || metrics.includes('constituents')
}

/** Exclusions of a question that the answer includes nevertheless. */
export const unappliedExclusion = (understood: Understood, narrow: FilteredHoldings | null): string[] =>
  leavesOut(understood, narrow) ? [] : understood.excluded.map((each) => `without ${nameOf(each)}`)

/** A note on what the answer leaves out. */
export function exclusionNote(understood: Understood, narrow: FilteredHoldings | null): string[] {
  if (!leavesOut(understood, narrow) || unappliedPart(understood, narrow).length > 0) return []
  const ofPart = understood.ofHoldings ? (narrow?.without ?? []) : []
  return leftOutNote(ofPart.length > 0 ? ofPart : understood.excluded.map(nameOf))
}

/** The same for the given names. */
export const leftOutNote = (names: readonly string[]): string[] =>
  names.length === 0 ? [] : [`Left out, as asked: ${names.join(', ')}.`]

const MOST_UNMENTIONED = 3

/** A note that no article mentions the event whose reason is asked: "Why did Apple go bankrupt?" */
export function unmentionedNote(
  {
    message: { text, unnamed },
    instruments,
    metrics,
  }: Pick<Understood, 'message' | 'instruments' | 'metrics'>,
  articles: readonly SourceRecord[],
): string[] {
  const isOfNews = metrics.every((metric) => OF_REASONS.includes(metric))
  if (!WHY.test(text) || !isOfNews || instruments.length === 0 || articles.length === 0) return []
  const asked = termsApartFromNames(withoutTimes(askedMetrics(unnamed).rest), instruments)
  const terms = asked.filter((term) => !isGeneralTerm(term))
  const there = new Set(articles.flatMap((article) => termsOf(textOf(article))))
  if (terms.length === 0 || terms.some((term) => there.has(term))) return []
  const said = (text.match(/[\p{L}’'-]+/gu) ?? []).filter((word) =>
    termsOf(word).some((each) => terms.includes(each)),
  )
  const quoted = said.slice(0, MOST_UNMENTIONED).map((word) => `“${plainQuote(word)}”`)
  return [`No article that was found speaks of ${quoted.join(' or ')}.`]
}

const WHY = /\bwhy\b/i
const OF_REASONS: readonly Metric[] = ['news', 'performance', 'price', 'reaction']

/** Prices are per session, not per time of day. */
const TIME_OF_DAY =
  /\b(?:at|before|after|around|by) (?:\d{1,2}:\d\d(?: ?[ap]\.?m\b)?|\d{1,2} ?[ap]\.?m\b|noon|midday)/i

const OF_TIMES: readonly Metric[] = ['price', 'performance']

/** With these metrics most remaining words are times. */
const MOVES: readonly Metric[] = ['performance', 'split']
