import { formatDay, utcDay } from '../../../kernel/time.ts'
import type { InstantRange } from '../../../market/bars.ts'
import { liesAhead } from '../facts/fact-request.ts'
import { nameOf } from '../facts/number-format.ts'
import { asksOverTime } from '../understanding/intents/asked-metrics.ts'
import { asksAdvice } from '../understanding/intents/advice-questions.ts'
import { askedCurrencies, OTHER_CURRENCY } from '../understanding/entities/currency-words.ts'
import { asksPriceRatios, isStatementMetric, type Metric } from '../understanding/intents/metrics.ts'
import { isIndex } from '../understanding/intents/market-indices.ts'
import { BEGINNING } from '../understanding/times/relative-spans.ts'
import { asksSafe } from '../understanding/intents/risk-questions.ts'
import { asksRatings } from '../understanding/intents/rating-questions.ts'
import { asksAnything, comparedIn } from '../understanding/portfolio/portfolio-questions.ts'
import { asksDistance, asksSessions } from '../understanding/intents/session-questions.ts'
import { calledList, tellsList } from '../understanding/intents/watchlist-questions.ts'
import { MOST_HOLDINGS, type Understood } from '../understanding/understood.ts'
import { MOST_RECORDS, type Question, SIMULATED, type SourceRecord } from '../answer.ts'
import { plainQuote } from '../text/quotes.ts'
import { unavailableIn } from './unavailable-data.ts'

/** The currency in which the portfolio is given, when the question asks for another: `What is my portfolio worth in euros?` */
function baseCurrencyNote(message: string, base: string): string[] {
  const asked = askedCurrencies(message)
  const others = asked.filter((each) => each !== base)
  if (others.length === 0) return []
  return [
    asked.includes(base)
      ? `Your portfolio is shown in one currency at a time, here in ${base}.`
      : `Your portfolio is shown in ${base}: no exchange rate into ${others.join(' or ')} is stored.`,
  ]
}

/** How to fill an empty portfolio, for a question about it. */
function emptyPortfolioNotes({ includePortfolio }: Question, metrics: readonly Metric[]): string[] {
  const isAsked = metrics.includes('portfolio')
  if (!isAsked && !includePortfolio) return []
  const empty = 'Your portfolio has no transactions yet.'
  return isAsked
    ? [
        `${empty} Enter them by POST /v1/portfolio/transactions, or a file of your broker by \`npx tidemark import transactions\`.`,
      ]
    : [empty]
}

const NEXT = /\b(?:next|upcoming|coming|future|will)\b/i

/** Numbers that companies report or that relate to their price; a portfolio's value is not a market capitalisation. */
const isOfCompanies = (metric: Metric): boolean => isStatementMetric(metric) || asksPriceRatios([metric])

/** Whether the answer lists the parts of a portfolio and not the whole. */
const tellsParts = ({ ofHoldings, isOfEach, metrics, ofPortfolio }: Understood): boolean =>
  ofHoldings &&
  (isOfEach ||
    (metrics.includes('risk') && !ofPortfolio.risk) ||
    (metrics.includes('performance') && !ofPortfolio.isWhole))

/** Words after "more than" that are neither a number nor a time, unlike "a loss of more than 5 %" or "better than last year". */
const SOMETHING = /^\s+(?!(?:[\d.,]+|last|this|the (?:last|previous)|in|before|expected)\b)[\p{L}]/u

function leftOutNote(phrases: readonly string[], metrics: readonly Metric[]): string {
  const words = phrases.map((phrase) => `“${plainQuote(phrase)}”`).join(', ')
  const whole = metrics.some(isStatementMetric)
    ? ' Numbers of statements are as reported, of the whole company.'
    : ''
  return `Not taken into account: ${words}.${whole}`
}

/** What the notes of an answer depend on. */
interface NotesContext {
  records: readonly SourceRecord[]
  /** Whether some of the findings answer the question and do not merely list holdings. */
  isAnswered: boolean
  hasPortfolio: boolean
  /** The currency in which the answer states the portfolio, ISO 4217; null when it does not. */
  ownCurrency: string | null
  /** Number of holdings. */
  holdings?: number
  /** Whether more was found than the sources have room for. */
  isCutShort?: boolean
  /** Words of the question that narrow a number which the answer gives for the whole. */
  leftOut: readonly string[]
}

/** ` from 2026-11-02 to 2026-11-30`; for a range without a start only its end. */
const daysOf = ({ from, to }: InstantRange): string =>
  `${utcDay(from) === BEGINNING ? '' : ` from ${formatDay(utcDay(from))}`} to ${formatDay(utcDay(to))}`

/** The notes after the findings of an answer: what is unknown, what was not taken into account, and that data is simulated. */
export function notesOf(
  asked: Question,
  understood: Understood,
  { records, isAnswered, hasPortfolio, ownCurrency, isCutShort = false, holdings = 0, leftOut }: NotesContext,
): string[] {
  const { metrics, instruments, watched, times, benchmark, isCut, ofHoldings, ofPortfolio } = understood
  const { range } = times
  const notes: string[] = []
  const days = range === null ? '' : daysOf(range)
  // Documents that are about no instrument may state plans.
  const isPlanned = instruments.length === 0 && records.length > 0
  if (liesAhead(understood, asked.now) && !isPlanned) {
    notes.push(`The time${days} is in the future: nothing is known about it yet.`)
  } else if (times.reported?.count === 0) {
    notes.push('That period is in the future: nothing has been reported for it yet.')
  } else if (!isAnswered && instruments.length > 0) {
    const names = instruments.map(nameOf).join(', ')
    notes.push(`Nothing was found that answers this about ${names}${days}.`)
  }
  const isMoney = metrics.some(isStatementMetric)
  const others = isMoney ? leftOut.filter((phrase) => !OTHER_CURRENCY.test(phrase)) : leftOut
  if (others.length > 0) notes.push(leftOutNote(others, metrics))
  // What is held in a currency is given as shares of the portfolio.
  if (ownCurrency !== null && ofPortfolio.shares === null)
    notes.push(...baseCurrencyNote(asked.message, ownCurrency))
  else if (isMoney && records.length > 0 && OTHER_CURRENCY.test(asked.message))
    notes.push('Amounts of statements are shown in US dollars only.')
  if (times.ambiguous !== null)
    notes.push(
      `“${plainQuote(times.ambiguous.said)}” is read month first, as ${formatDay(times.ambiguous.day)}.`,
    )
  notes.push(...unnamedTimeNote(understood, records), ...unmeasuredNote(understood, records))
  notes.push(...unansweredNotes(asked, understood))
  const isCompared = benchmark !== null || records.some(({ url }) => url.includes('benchmark_entity_id='))
  if (ownCurrency !== null && !isCompared && SOMETHING.test(comparedIn(asked.message) ?? '')) {
    notes.push('Name an index or a fund to compare with, or set a default benchmark in your preferences.')
  }
  if (ofHoldings && !asksAnything(ofPortfolio) && metrics.some(isOfCompanies))
    notes.push('Ratios and statement lines are available for companies and funds, not for a portfolio.')
  if (isCut && !ofHoldings) {
    const named =
      watched === null ? 'those that are named' : `the ${watched.length} instruments on your watchlists`
    notes.push(`The answer covers ${instruments.length} of ${named}.`)
  }
  if (tellsParts(understood) && holdings > MOST_HOLDINGS)
    notes.push(`Only the ${MOST_HOLDINGS} largest of your ${holdings} holdings were looked at.`)
  if (metrics.includes('constituents') && range !== null && range.to < asked.now)
    notes.push('Holdings of funds are those that are stored now: earlier ones are not kept.')
  if (metrics.includes('dividend') && NEXT.test(asked.message))
    notes.push('Upcoming dividends are not stored: the next ex-date is not known.')
  if (isCutShort)
    notes.push(`An answer has ${MOST_RECORDS} sources at most, so not everything that was found is included.`)
  notes.push(...watchlistNotes(asked, understood))
  if (!hasPortfolio) notes.push(...emptyPortfolioNotes(asked, metrics))
  if (records.some(({ simulated }) => simulated)) {
    notes.push(SIMULATED)
  }
  return notes
}

/** The period of a return that the question left open. */
function unnamedTimeNote(
  { metrics, instruments, times, isOfCause, ofHoldings, question }: Understood,
  records: readonly SourceRecord[],
): string[] {
  const isUnnamed =
    times.range === null && times.sessionRange === null && times.sessions === null && times.each.length === 0
  const isOfPrices = metrics.includes('performance') && instruments.length > 0 && !isOfCause && !ofHoldings
  const hasReturns = records.some(({ url }) => url.includes('/ohlcv?'))
  return isUnnamed && isOfPrices && hasReturns && !asksOverTime(question)
    ? ['No time is named: returns are those of the last twelve months.']
    : []
}

/** For news whose price reaction is asked and after which no session has closed. */
function unmeasuredNote({ metrics }: Understood, records: readonly SourceRecord[]): string[] {
  const hasArticles = records.some(({ kind }) => kind === 'article')
  const isMeasured = records.some(({ url }) => url.includes('with_impact_windows='))
  return metrics.includes('reaction') && hasArticles && !isMeasured
    ? ['What prices did after these articles is not known: no close after them is stored.']
    : []
}

/** `best quarter for Apple stock`, `the average return of the S&P 500` */
const BY_PERIODS =
  /\b(?:best|worst|strongest|weakest) (?:(?:calendar|single|performing) )?(?:years?|quarters?|months?|weeks?)\b|\b(?:average|mean|typical) (?:\w+ ){0,2}?returns?\b/i

/** Prices only: for a statement line the best year is answered. */
const isOfReturns = (metrics: readonly Metric[]): boolean =>
  !metrics.some((metric) => isStatementMetric(metric) || asksPriceRatios([metric]) || metric === 'sessions')

/** `what have I held for more than a year?` */
const HELD_SO_LONG =
  /\b(?:hold(?:ing)?|held|own(?:ed|ing)?|bought)\b.{0,40}\b(?:less|more|longer|shorter|under|over) (?:than )?(?:an?|one|\w{1,6}) (?:years?|months?|weeks?|days?)\b|\bhow long (?:have|did) i (?:held|hold|owned|own|had)\b/i

/** `how far is my portfolio from its high` */
const AS_A_WHOLE = /\b(?:my|the) (?:whole |entire |total )?portfolio\b(?!['’]s)/i

/** `more tech than the S&P 500`, `am I overweight in energy` */
const AGAINST_INDEX =
  /\b(?:than|vs\.?|versus|against|relative to|compared? (?:to|with)|(?:over|under)[- ]?weight(?:ed)?)(?![\w-])/i

/** Kinds of questions that are never answered: ratings, advice, single days of a portfolio. */
function unansweredNotes(
  { message }: Question,
  { message: read, metrics, instruments, ofHoldings, ofPortfolio, isOverview, isOfLineCause }: Understood,
): string[] {
  return [
    ...(ofHoldings && ofPortfolio.shares !== null && AGAINST_INDEX.test(message)
      ? [
          'Weights of an index or the market by sector, country or currency are not stored, so yours cannot be compared with them.',
        ]
      : []),
    ...(isOfLineCause && instruments.length > 0
      ? [
          'Why a statement line changed is not stored: how it changed, and the lines it follows from, are what the statements show. Ask for more years, or for news about the company.',
        ]
      : []),
    ...(asksRatings(read.unnamed)
      ? ['Ratings and price targets of analysts are not stored: only articles may mention them.']
      : []),
    ...(instruments.length > 0 || metrics.includes('portfolio') ? unavailableIn(read.unnamed) : []),
    ...(metrics.includes('valuation') && instruments.length === 1 && !ofHoldings
      ? ['Whether that is cheap or expensive is not judged here: compare it with a competitor.']
      : []),
    // A company is called Best Buy.
    ...(asksAdvice(read.unnamed)
      ? ['What to buy or sell is not answered here: this is not investment advice.']
      : []),
    ...(metrics.includes('risk') && asksSafe(read.unnamed)
      ? [
          'Safety cannot be measured: this is how much the prices have varied and fallen so far, which says nothing about the future.',
        ]
      : []),
    ...(!isOverview && asksPriceRatios(metrics) && instruments.some(isIndex)
      ? [
          'An index has no ratios and no statements here: ask for those of a fund on it, such as “P/E of SPY”.',
        ]
      : []),
    ...(!ofHoldings && isOfReturns(metrics) && BY_PERIODS.test(read.unnamed)
      ? [
          'Returns are given for a time that you name, ranked by calendar years, quarters and months only, and not averaged: ask for “return in 2024”, “best year”, or “annualized return over 10 years”.',
        ]
      : []),
    ...(ofHoldings && HELD_SO_LONG.test(message)
      ? ['Holding periods are not computed: ask for what was bought, such as “my purchases this year”.']
      : []),
    ...(ofHoldings && asksDistance(message) && AS_A_WHOLE.test(message)
      ? [
          'The highest value of the portfolio as a whole is not kept: each holding is set against its own high or low. Ask for the maximum drawdown of your portfolio.',
        ]
      : []),
    ...(ofHoldings && asksSessions(message) && !asksDistance(message)
      ? ['Single days of a portfolio are not computed: this is what its holdings did over the whole time.']
      : []),
  ]
}

function watchlistNotes({ message }: Question, { watched, watchedOn, metrics }: Understood): string[] {
  if (watched === null) return []
  const called = watchedOn === null ? calledList(message) : null
  const on = watchedOn === null ? 'watchlists' : `watchlist “${plainQuote(watchedOn)}”`
  return [
    ...(called === null
      ? []
      : [`None of your watchlists is called “${plainQuote(called)}”: all of them are included.`]),
    ...(watchedOn === null || watched.length === 0 || tellsList(metrics)
      ? []
      : [`Only your watchlist “${plainQuote(watchedOn)}” was looked at.`]),
    ...(watched.length === 0 ? [`Nothing is on your ${on}.`] : []),
  ]
}
