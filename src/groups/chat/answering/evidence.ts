import { formatDay, utcDay } from '../../../kernel/time.ts'
import type { PortfolioView } from '../../../ports/portfolio.ts'
import { factsOf, liesAhead } from '../facts/fact-finder.ts'
import { asEvidence, type Fact } from '../facts/facts.ts'
import { heldOfNamed, type PortfolioFinderDeps, wholePortfolio } from '../facts/portfolio-finder.ts'
import { unknownAmong, verdicts } from '../facts/verdict.ts'
import { watchlistFact } from '../facts/watchlist-fact.ts'
import type { ArticleFinder } from '../retrieval/article-finder.ts'
import { tableFindings } from '../table-reading/finding.ts'
import { asksNumbers, isStatementMetric } from '../understanding/metrics.ts'
import { comparedIn } from '../understanding/own-portfolio.ts'
import {
  readQuestion,
  understand,
  type UnderstandDeps,
  type Understood,
} from '../understanding/understood.ts'
import { type Evidence, MOST_RECORDS, type Question, SIMULATED, type SourceRecord } from './answer.ts'
import { articlesFor, documentEvidence, NO_EVIDENCE, onTopic } from './article-evidence.ts'
import { nameOf } from '../facts/say.ts'

export interface EvidenceDeps extends UnderstandDeps, PortfolioFinderDeps {
  instruments: UnderstandDeps['instruments'] & PortfolioFinderDeps['instruments']
  findArticles: ArticleFinder
}

/** Finds what there is for a question. */
export type EvidenceFinder = (question: Question, signal: AbortSignal) => Promise<Evidence>

/** Facts first where numbers are asked for, articles where news are or nothing else is. */
export function createEvidenceFinder(deps: EvidenceDeps): EvidenceFinder {
  return async (question, signal) => {
    const reading = readQuestion(question, deps.instruments.named)
    const isOwn = question.includePortfolio || reading.metrics.includes('portfolio')
    const portfolio = isOwn ? await deps.portfolios.view(question.owner, { on: null, signal }) : null
    const understood = await understand(deps, question, { reading, portfolio })
    const { instruments, metrics } = understood
    const about = { question: understood.question, instruments, asksNews: metrics.includes('news') }
    if (SMALL_TALK.test(question.message))
      return { ...about, ...NO_EVIDENCE, clarification: WHAT_CAN_BE_ASKED }
    if (isOpen(question, understood))
      return { ...about, ...(await documentEvidence(deps.findArticles, question, { understood, signal })) }
    const wanted = { understood, asked: question, signal }
    const own = portfolio === null ? NOTHING_OWN : await ownFacts(deps, { ...wanted, portfolio })
    const answering = [
      ...own.first,
      ...watchlistFacts(question, understood),
      ...(await factsOfAll(deps, { ...wanted, isOwn: own.first.length > 0 })),
    ]
    const facts = [...answering, ...own.beside].slice(0, MOST_RECORDS)
    const { records, findings } = asEvidence(facts)
    const isTold = metrics.includes('reaction') && facts.length > 0
    const isAnswered = answering.length > 0
    const wantsNews = (metrics.includes('news') && !isTold) || !isAnswered
    // News of nothing that is held or watched are none, whatever articles have these words.
    const isOfNothing =
      understood.watched?.length === 0 ||
      (metrics.includes('portfolio') && metrics.includes('news') && instruments.length === 0)
    const limit = isOfNothing || !wantsNews ? 0 : MOST_RECORDS - records.length
    const found =
      limit <= 0 ? [] : await articlesFor(deps.findArticles, question, { understood, limit, signal })
    const articles = onTopic(understood, found)
    const all = [...records, ...articles]
    return {
      ...about,
      records: all,
      findings: [
        ...(isComparing(understood) ? verdicts(understood.question, facts) : []),
        ...findings,
        ...tableFindings(understood.question, articles, {
          first: records.length,
          isAbout: instruments.length > 0,
        }),
      ],
      clarification: null,
      notes: [
        ...(isComparing(understood) ? unknownAmong(instruments, facts) : []),
        ...notesOf(question, understood, {
          records: all,
          hasPortfolio: portfolio !== null,
          isOwnTold: own.first.length > 0,
        }),
      ],
    }
  }
}

/** Whether it asks for numbers of a company that it leaves open. */
function isOpen({ message }: Question, { metrics, instruments, ofHoldings }: Understood): boolean {
  const isAboutOwn = ofHoldings || metrics.includes('portfolio') || metrics.includes('watchlist')
  return asksNumbers(metrics) && !isAboutOwn && instruments.length === 0 && isShort(message)
}

const SMALL_TALK =
  /^\W*(?:hi|hello|hey|good (?:morning|evening|afternoon)|help|thanks?|thank you|thx|ok(?:ay)?|what can (?:you|i) (?:do|ask)(?: here| you)?|who are you)\W*$/i
const WHAT_CAN_BE_ASKED =
  'Ask about a company, fund, index or coin by its name or ticker: its price on a day or its return over a time, statements, ratios, dividends and news, or why it moved. Your own portfolio and watchlists can be asked about as well. Every number that is told has its source.'
const ADVICE = /\b(?:should|would you|recommend|advise)\b.{0,60}\b(?:buy|sell|hold|invest)\b/i

/** Of every instrument that is named; what is held did what its own returns tell. */
async function factsOfAll(
  deps: EvidenceDeps,
  wanted: { understood: Understood; asked: Question; signal: AbortSignal; isOwn: boolean },
): Promise<Fact[]> {
  const { understood } = wanted
  const asked = wanted.isOwn
    ? { ...understood, metrics: understood.metrics.filter((metric) => metric !== 'performance') }
    : understood
  const facts = await Promise.all(
    understood.instruments.map((instrument) => factsOf(deps, { ...wanted, understood: asked, instrument })),
  )
  return facts.flat()
}

const NOTHING_OWN: { first: Fact[]; beside: Fact[] } = { first: [], beside: [] }

/** What the user's portfolio says: first where the question is about it, beside the answer where the caller has named it. */
async function ownFacts(
  deps: EvidenceDeps,
  wanted: { portfolio: PortfolioView; understood: Understood; asked: Question; signal: AbortSignal },
): Promise<{ first: Fact[]; beside: Fact[] }> {
  const { ofHoldings, metrics } = wanted.understood
  if (ofHoldings) return { first: await wholePortfolio(deps, wanted), beside: [] }
  const held = await heldOfNamed(deps, wanted)
  return metrics.includes('portfolio') ? { first: held, beside: [] } : { first: [], beside: held }
}

/** All that the user watches, where the question is about that. */
function watchlistFacts({ owner, now }: Question, { watched }: Understood): Fact[] {
  return watched === null || watched.length === 0 ? [] : [watchlistFact(owner, watched, now)]
}

/** Whether all that a question sets against each other is told: of many the first alone are. */
const isComparing = ({ ofHoldings, isCut }: Understood): boolean => !ofHoldings && !isCut

/** Currencies that somebody may ask for instead of US dollars. */
const OTHER_CURRENCY =
  /\b(?:EUR|GBP|JPY|CHF|CNY|TWD|CAD|AUD|HKD|KRW|INR|SEK|DKK|euros?|pounds|sterling|yen|francs?|yuan|renminbi|rupees?)\b/

/** Long questions say enough to look for without a company. */
const isShort = (message: string): boolean => message.split(/\s+/).length <= 12

/** What is no number and no time: a loss of more than 5 %, better than last year. */
const SOMETHING = /^\s+(?!(?:[\d.,]+|last|this|the (?:last|previous)|in|before|expected)\b)[\p{L}]/u

function notesOf(
  asked: Question,
  understood: Understood,
  {
    records,
    hasPortfolio,
    isOwnTold,
  }: { records: readonly SourceRecord[]; hasPortfolio: boolean; isOwnTold: boolean },
): string[] {
  const { metrics, instruments, watched, times, benchmark, isCut, ofHoldings } = understood
  const { range } = times
  const notes: string[] = []
  const days =
    range === null ? '' : ` from ${formatDay(utcDay(range.from))} to ${formatDay(utcDay(range.to))}`
  if (liesAhead(understood, asked.now)) {
    notes.push(`The time${days} lies ahead: nothing can be known of it yet.`)
  } else if (times.reported?.count === 0) {
    notes.push('That period lies ahead: nothing has been reported of it yet.')
  } else if (records.length === 0 && instruments.length > 0) {
    const names = instruments.map(nameOf).join(', ')
    notes.push(`Nothing was found that answers this about ${names}${days}.`)
  }
  const isMoney = metrics.some((metric) => isStatementMetric(metric) || metric === 'marketCap')
  if (isMoney && records.length > 0 && OTHER_CURRENCY.test(asked.message))
    notes.push('Amounts of statements and market capitalisations are told in US dollars alone.')
  if (ADVICE.test(asked.message))
    notes.push('What to buy or sell is not answered here: this is no investment advice.')
  const isCompared = benchmark !== null || records.some(({ url }) => url.includes('benchmark_entity_id='))
  if (isOwnTold && !isCompared && SOMETHING.test(comparedIn(asked.message) ?? '')) {
    notes.push('Name an index or a fund to compare with, or set a default benchmark in your preferences.')
  }
  if (isCut && watched === null && !ofHoldings)
    notes.push(`Of all that is named ${instruments.length} are told of.`)
  if (watched?.length === 0) notes.push('Nothing is on your watchlists.')
  if (!hasPortfolio && (asked.includePortfolio || metrics.includes('portfolio'))) {
    notes.push('Your portfolio has no transactions yet.')
  }
  if (records.some(({ simulated }) => simulated)) {
    notes.push(SIMULATED)
  }
  return notes
}
