import type { NewsReader } from '../../../ports/news.ts'
import type { PortfolioView } from '../../../ports/portfolio.ts'
import { combinedSums } from '../facts/combined-sums.ts'
import { factsOf } from '../facts/fact-finder.ts'
import { asEvidence, endsFirst, type Fact } from '../facts/facts.ts'
import { type FilteredHoldings, filteredHoldings } from '../facts/portfolio/filtered-holdings.ts'
import { heldOfNamed, type PortfolioFinderDeps, wholePortfolio } from '../facts/portfolio/portfolio-finder.ts'
import { withBestAndWorst, withoutMoves } from '../facts/portfolio/holding-moves.ts'
import { DAY_CHANGE, LAST_PRICE } from '../facts/prices/price-facts.ts'
import { unknownAmong, verdicts } from '../facts/verdict.ts'
import { membershipFact, watchlistFact } from '../facts/portfolio/watchlist-fact.ts'
import type { ArticleFinder } from '../retrieval/article-finder.ts'
import type { HeadlineFinder } from '../retrieval/headline-finder.ts'
import { tableFindings } from '../table-reading/finding.ts'
import {
  type HoldingsFilter,
  holdingsFilterAfter,
  holdingsFilterWithout,
  kindsLeftOut,
} from '../understanding/portfolio/holdings-filter.ts'
import { completedQuestion } from '../understanding/thread/completed-question.ts'
import { correctedThread } from '../understanding/spelling-correction.ts'
import { mentionsIn, substitutionsIn, withoutNames } from '../understanding/entities/mentions.ts'
import { asksWorth } from '../understanding/portfolio/portfolio-questions.ts'
import { asksNumbers, isOfPrice, type Metric } from '../understanding/intents/metrics.ts'
import { excludedAfter } from '../understanding/thread/thread-topic.ts'
import {
  type Reading,
  readQuestion,
  understand,
  type UnderstandDeps,
  type Understood,
} from '../understanding/understood.ts'
import { tellsList } from '../understanding/intents/watchlist-questions.ts'
import { type Evidence, type Finding, MOST_RECORDS, type Question, type SourceRecord } from '../answer.ts'
import {
  articlesFor,
  asksNewsOf,
  documentEvidence,
  type Found,
  NO_EVIDENCE,
  onTopic,
} from './article-evidence.ts'
import { directReply, instead } from './direct-reply.ts'
import { asksGainsOfUnnamed, didYouMean, unknownNamed, whichCompany } from './clarifications.ts'
import { type MarketDeps, marketEvidence } from './market-evidence.ts'
import { withTextApartFromNames } from './names-in-articles.ts'
import { pickedEvidence } from './picked-evidence.ts'
import { plainMessage } from './plain-message.ts'
import { notesOf } from './notes.ts'
import { withoutCurrency } from '../understanding/entities/currency-words.ts'
import { citedIn, portfolioIn } from '../facts/portfolio/portfolio-currency.ts'
import { merged, questionsIn } from './several-questions.ts'
import { substitutionNotes } from './substitutions.ts'
import {
  exclusionNote,
  narrowingOf,
  unreadOf,
  unmentionedNote,
  unappliedExclusion,
  unappliedPart,
} from './unapplied.ts'

export interface EvidenceDeps extends UnderstandDeps, PortfolioFinderDeps {
  instruments: UnderstandDeps['instruments'] & PortfolioFinderDeps['instruments'] & MarketDeps['instruments']
  news: PortfolioFinderDeps['news'] & MarketDeps['news'] & Pick<NewsReader, 'document'>
  findArticles: ArticleFinder
  findHeadlines: HeadlineFinder
}

/** Finds the evidence for a question. */
export type EvidenceFinder = (question: Question, signal: AbortSignal) => Promise<Evidence>

/**
 * Facts come first when numbers are asked for; articles are added when news is, or when nothing else answers. Each question of a message
 * gets its own evidence.
 */
export function createEvidenceFinder(deps: EvidenceDeps): EvidenceFinder {
  return async (written, signal) => {
    const before = written.history.map((turn) =>
      turn.role === 'user' ? { ...turn, content: plainMessage(turn.content) } : turn,
    )
    const plain = { ...written, message: plainMessage(written.message), history: before }
    const { message, history: turns, readAs, doubtful } = correctedThread(plain, deps.instruments.named)
    const picked = await pickedEvidence(deps.news, { ...written, message, history: turns })
    if (picked !== null) return { ...picked, readAs }
    const asked = completedQuestion({ ...written, message, history: turns }, deps.instruments.named)
    if (doubtful !== null)
      return {
        ...NO_EVIDENCE,
        question: message,
        instruments: [],
        isNews: false,
        clarification: didYouMean(doubtful),
      }
    const all: Evidence[] = []
    const history = [...asked.history]
    for (const part of questionsIn(asked.message, deps.instruments.named)) {
      all.push(await evidenceFor(deps, { ...asked, message: part, history: [...history] }, signal))
      history.push({ role: 'user', content: part })
    }
    const [only, ...more] = all
    const answered = only !== undefined && more.length === 0 ? only : merged(all)
    const others = substitutionNotes(substitutionsIn(mentionsIn(message, deps.instruments.named)))
    return {
      ...answered,
      readAs: [...readAs, ...others.readAs],
      notes: [...(answered.findings.length > 0 ? others.notes : []), ...answered.notes],
    }
  }
}

async function evidenceFor(deps: EvidenceDeps, question: Question, signal: AbortSignal): Promise<Evidence> {
  const read = readQuestion(question, deps.instruments.named)
  const { instruments: named, excluded } = read.message
  const wanted = { namesSome: named.length > 0, excluded, signal }
  const ofMarket = await marketEvidence(deps, question, wanted)
  if (ofMarket !== null) return ofMarket
  const isOwn = question.includePortfolio || read.metrics.includes('portfolio')
  const { portfolio, portfolios } = isOwn
    ? await portfolioIn(deps, question, signal)
    : { portfolio: null, portfolios: deps.portfolios }
  // Without a portfolio, "gains" are a statement line.
  const isOfStatements =
    portfolio === null && !question.includePortfolio && asksGainsOfUnnamed(question.message)
  const reading = isOfStatements ? withoutPortfolio(read) : read
  const part = portfolio === null ? null : holdingsFilterOf(question, read)
  const narrow =
    portfolio === null || part === null ? null : await filteredHoldings(deps.instruments, portfolio, part)
  const understood = await understand(deps, question, { reading, portfolio: narrow?.of ?? portfolio })
  const { instruments, metrics } = understood
  const isNews = understood.headlines !== null || (instruments.length > 0 && asksNewsOf(metrics))
  const about = { question: understood.question, instruments, isNews }
  const clarification = directReply(question, understood)
  if (clarification !== null) return { ...about, ...NO_EVIDENCE, clarification }
  const quotable = async (records: readonly SourceRecord[]): Promise<readonly SourceRecord[]> =>
    instruments.length > 0 || isNews
      ? records
      : withTextApartFromNames(records, question.message, deps.instruments.named, signal)
  const unnamed = await evidenceForUnnamed(deps, question, { understood, signal })
  if (unnamed !== null) {
    const context = {
      records: unnamed.records,
      isAnswered: unnamed.records.length > 0,
      hasPortfolio: portfolio !== null,
      ownCurrency: null,
      leftOut: [],
    }
    const notes = [...unnamed.notes, ...notesOf(question, understood, context)]
    const clarification = instead(question.message) ?? unnamed.clarification
    return { ...about, ...unnamed, records: await quotable(unnamed.records), notes, clarification }
  }
  const found = await evidenceOf(
    { ...deps, portfolios },
    { understood, asked: question, portfolio, narrow, signal },
  )
  return {
    ...about,
    ...found,
    records: await quotable(found.records),
    clarification: instead(question.message) ?? unknownNamed(understood.message.unnamed),
  }
}

/** Evidence for news on nothing in particular, and for numbers when the company is left open; null for any other question. */
async function evidenceForUnnamed(
  { findArticles, findHeadlines }: EvidenceDeps,
  question: Question,
  wanted: { understood: Understood; signal: AbortSignal },
): Promise<Found | null> {
  const { headlines, sentiment, times } = wanted.understood
  // No article has the price of an unnamed company.
  if (asksPriceOfUnnamed(wanted.understood))
    return { ...NO_EVIDENCE, clarification: whichCompany(wanted.understood.message.kept) }
  if (headlines === null)
    return isOpen(question, wanted.understood) ? documentEvidence(findArticles, question, wanted) : null
  const asked = { ...headlines, range: times.range, sentiment, limit: MOST_RECORDS, now: question.now }
  return { ...NO_EVIDENCE, records: await findHeadlines(asked) }
}

/** The part of the holdings that a question is about, with its exclusions; null for all of them. */
function holdingsFilterOf(question: Question, { message, topic }: Reading): HoldingsFilter | null {
  const text = withoutCurrency(message.kept).trimEnd()
  const kinds = kindsLeftOut(text)
  const asked = question.history.flatMap(({ role, content }) => (role === 'user' ? [content] : []))
  const part = holdingsFilterAfter(kinds?.before ?? text, asked)
  return holdingsFilterWithout(part, { instruments: excludedAfter(message, topic), kinds })
}

const asksPriceOfUnnamed = ({ instruments, metrics, message }: Understood): boolean =>
  instruments.length === 0 && isPriceAlone(metrics, message)

const isPriceAlone = (metrics: readonly Metric[], { isBare }: Understood['message']): boolean =>
  isBare && metrics.length > 0 && metrics.every((metric) => metric === 'price' || metric === 'volume')

const withoutPortfolio = (reading: Reading): Reading => ({
  ...reading,
  metrics: reading.metrics.filter((metric) => metric !== 'portfolio'),
})

interface EvidenceWanted {
  understood: Understood
  asked: Question
  portfolio: PortfolioView | null
  narrow: FilteredHoldings | null
  signal: AbortSignal
}

async function evidenceOf(deps: EvidenceDeps, wanted: EvidenceWanted): Promise<Found> {
  const { understood, asked, portfolio, narrow, signal } = wanted
  const { instruments, metrics, question } = understood
  const own = portfolio === null ? NOTHING_OWN : await ownFacts(deps, { ...wanted, portfolio })
  const hasOwn = own.first.length > 0
  const ofInstruments = await factsOfAll(deps, { ...wanted, isOwn: hasOwn })
  const ofLists = [...own.first, ...watchlistFacts(asked, understood)]
  // Price reactions to news come before holdings.
  const answering = metrics.includes('reaction')
    ? [...ofInstruments, ...ofLists]
    : [...ofLists, ...ofInstruments]
  const known = [...answering, ...own.alongside]
  const facts = known.slice(0, MOST_RECORDS)
  const { records, findings: told } = asEvidence(facts)
  const findings = told.map((finding): Finding =>
    finding.sources.every((at) => at >= answering.length) ? { ...finding, isAccompanying: true } : finding,
  )
  const isAnswered = answering.some(({ isNone }) => isNone !== true)
  const scope = isAnswered ? narrowingOf(understood) : []
  const needed = { isAnswered, facts: facts.length, isNarrowed: scope.length > 0, now: asked.now }
  const limit = wantsArticles(understood, needed) ? MOST_RECORDS - records.length : 0
  const found = limit <= 0 ? [] : await articlesFor(deps.findArticles, asked, { understood, limit, signal })
  const articles = onTopic(understood, found, scope)
  const about = { first: records.length, isAbout: instruments.length > 0 }
  // Every number in an article about a company is taken as the company's own.
  const isNamed = articles.length > 0 && instruments.length > 0
  const ofTables = isNamed ? withoutNames(question, deps.instruments.named) : question
  const inTables = tableFindings(ofTables, articles, about)
  const isOfWhole = scope.length > 0 && inTables.length === 0
  const ofFacts = understood.ofHoldings
    ? [...verdicts(question, withoutMoves(facts)), ...withBestAndWorst(findings, facts)]
    : [...comparedIn(understood, facts, known), ...findings]
  const all = [...records, ...articles]
  return {
    records: all,
    // Findings about a part come before those about the whole, and any finding before a note that nothing is stored.
    findings: isAnswered && scope.length === 0 ? [...ofFacts, ...inTables] : [...inTables, ...ofFacts],
    clarification: null,
    notes: [
      ...(isComparing(understood) && !understood.isOverview ? unknownAmong(instruments, known) : []),
      ...exclusionNote(understood, narrow),
      ...unmentionedNote(understood, articles),
      ...notesOf(asked, understood, {
        records: all,
        isAnswered: answering.length > 0 || articles.length > 0,
        hasPortfolio: portfolio !== null,
        ownCurrency: hasOwn ? (portfolio?.baseCurrency ?? null) : null,
        isCutShort: known.length > facts.length,
        holdings: (narrow?.of ?? portfolio)?.holdings.length ?? 0,
        leftOut: [
          ...(isOfWhole ? scope : []),
          ...(isAnswered ? unreadOf(understood, scope) : []),
          ...unappliedPart(understood, narrow),
          ...unappliedExclusion(understood, narrow),
        ],
      }),
    ],
  }
}

/** Comparisons between the numbers found; none of those that have no room among the sources. */
function comparedIn(understood: Understood, facts: readonly Fact[], known: readonly Fact[]): Finding[] {
  const { question, metrics } = understood
  if (!isComparing(understood)) return []
  // Prices of one share are not comparable as more or less, unless that is asked.
  const asks = (metric: Metric): boolean => metrics.includes(metric) && !understood.isOverview
  const unasked = new Set([
    ...(asks('price') ? [] : [LAST_PRICE]),
    ...(asks('performance') ? [] : [DAY_CHANGE]),
  ])
  // In a ranking, what has no room lies between the ends that are shown.
  const left = isRanked(understood) ? [] : known.slice(facts.length)
  const cut = new Set(left.flatMap(({ measures = [] }) => measures.map(({ what }) => what)))
  const comparable = facts.map((fact) => ({
    ...fact,
    measures: fact.measures?.filter(({ what }) => !cut.has(what) && !unasked.has(what)) ?? [],
  }))
  return [
    ...combinedSums(question, comparable),
    ...verdicts(question, comparable, understood.message.comparesWithThread),
  ]
}

/** Whether articles are wanted: news is asked for, nothing else answers, or the facts cover the whole where a part is asked. */
function wantsArticles(
  { metrics, watched, instruments, times, message }: Understood,
  {
    isAnswered,
    facts,
    isNarrowed,
    now,
  }: { isAnswered: boolean; facts: number; isNarrowed: boolean; now: number },
): boolean {
  // News on empty holdings or an empty watchlist does not exist, whatever articles contain these words.
  const isOfNothing =
    watched?.length === 0 ||
    (metrics.includes('portfolio') && (instruments.length === 0 || !metrics.includes('news')))
  // No article answers what a fund holds better than the note that it is not stored.
  if (facts > 0 && metrics.every((metric) => metric === 'constituents')) return false
  // Nor does any know a price of a day to come.
  const isAhead = times.range !== null && times.range.from > now && metrics.every(isOfPrice)
  const isOfPrices = isAhead || isPriceAlone(metrics, message)
  if (instruments.length > 0 && metrics.length > 0 && times.range !== null && isOfPrices) return false
  const hasReaction = metrics.includes('reaction') && facts > 0
  return !isOfNothing && ((metrics.includes('news') && !hasReaction) || !isAnswered || isNarrowed)
}

/** Whether it asks for a company's numbers and leaves the company open. */
function isOpen({ message }: Question, { metrics, instruments, ofHoldings }: Understood): boolean {
  const isAboutOwn = ofHoldings || metrics.includes('portfolio') || metrics.includes('watchlist')
  return asksNumbers(metrics) && !isAboutOwn && instruments.length === 0 && isShort(message)
}

/** Metrics that for a holding come from the holder's own returns and not from the price. */
const OF_OWN_RETURNS: readonly Metric[] = ['performance', 'risk']

/** Facts of every instrument in question; performance and risk of holdings come from the user's own returns. */
async function factsOfAll(
  deps: EvidenceDeps,
  wanted: { understood: Understood; asked: Question; signal: AbortSignal; isOwn: boolean },
): Promise<Fact[]> {
  const { understood } = wanted
  const asked = wanted.isOwn
    ? { ...understood, metrics: understood.metrics.filter((metric) => !OF_OWN_RETURNS.includes(metric)) }
    : understood
  const facts = await Promise.all(
    understood.instruments.map((instrument) => factsOf(deps, { ...wanted, understood: asked, instrument })),
  )
  if (isRanked(understood)) return endsFirst(facts.flat())
  if (facts.flat().length <= MOST_RECORDS) return facts.flat()
  // The first metric of every instrument comes before the second of any.
  const most = Math.max(...facts.map((each) => each.length))
  return Array.from({ length: most }, (_, at) => facts.flatMap((each) => each[at] ?? [])).flat()
}

/** Whether holdings, watched instruments or sectors are ranked by a number; the price of one share does not rank. */
const isRanked = ({ isOfEach, isOfSectors, watched, metrics }: Understood): boolean =>
  isOfEach ||
  isOfSectors ||
  (watched !== null && !metrics.every((metric) => metric === 'watchlist' || metric === 'price'))

const NOTHING_OWN: { first: Fact[]; alongside: Fact[] } = { first: [], alongside: [] }

/** Facts of the user's portfolio: first when the question is about it, after the answer when the caller only included it. */
async function ownFacts(
  deps: EvidenceDeps,
  wanted: EvidenceWanted & { portfolio: PortfolioView },
): Promise<{ first: Fact[]; alongside: Fact[] }> {
  const { ofHoldings, isOfEach, metrics } = wanted.understood
  if (isOfEach && !asksWorth(wanted.asked.message)) return NOTHING_OWN
  // A question only for news on the portfolio does not need its value as well.
  if (
    ofHoldings &&
    metrics.includes('news') &&
    metrics.every((each) => each === 'portfolio' || each === 'news')
  )
    return NOTHING_OWN
  const cited = (facts: Fact[]): Fact[] => facts.map((fact) => citedIn(fact, wanted.portfolio))
  if (ofHoldings) return { first: cited(await wholePortfolio(deps, wanted)), alongside: [] }
  const held = cited(await heldOfNamed(deps, wanted))
  return metrics.includes('portfolio') ? { first: held, alongside: [] } : { first: [], alongside: held }
}

/** The user's watchlist, or whether an instrument is on it, when the question asks for that alone. */
function watchlistFacts(
  { owner, now }: Question,
  { watched, watchedOn, watchedIds, instruments, excluded, metrics }: Understood,
): Fact[] {
  if (watchedIds !== null) return [membershipFact(owner, instruments, { watchedIds, now, list: watchedOn })]
  const isListed = watched !== null && watched.length > 0 && tellsList(metrics)
  return isListed ? [watchlistFact(owner, watched, { now, list: watchedOn, without: excluded })] : []
}

/** Whether all that is compared is shown: of many only the first are, and the whole of the holdings is not compared. */
const isComparing = ({ ofHoldings, isOfEach, isCut }: Understood): boolean =>
  (!ofHoldings || isOfEach) && !isCut

/** A long question has enough words to search for without a company. */
const isShort = (message: string): boolean => message.split(/\s+/).length <= 12
