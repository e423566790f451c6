import { DAY_MS, utcDay } from '../../../../kernel/time.ts'
import type { InstrumentReader, InstrumentSummary } from '../../../../ports/instruments.ts'
import type {
  IncomeBy,
  PortfolioReader,
  PortfolioReturns,
  PortfolioView,
  SharesBy,
} from '../../../../ports/portfolio.ts'
import type { Question } from '../../answer.ts'
import type { AskedTrades } from '../../understanding/portfolio/ledger-request.ts'
import { customaryMarket } from '../../understanding/intents/market-indices.ts'
import { isWorth } from '../../understanding/intents/metrics.ts'
import type { Understood } from '../../understanding/understood.ts'
import { factsOf, holdingMoves, performance } from '../fact-finder.ts'
import type { Fact } from '../facts.ts'
import { type FilteredHoldings, filteredHoldings, partFacts } from './filtered-holdings.ts'
import { withHoldings, costFact, portfolioFacts, positionFact } from './portfolio-fact.ts'
import {
  contributionsFact,
  costsFact,
  incomeFact,
  monthsFact,
  portfolioReturnsFact,
  portfolioRiskFact,
  type ReturnsOf,
} from './portfolio-returns.ts'
import { receivedFact } from './received-fact.ts'
import { concentrationFact } from './concentration-fact.ts'
import { sharesFact, throughFact } from './portfolio-shares.ts'
import { realizedFact, tradesFact } from './portfolio-trades.ts'
import { contradicts } from '../contradictions.ts'
import { holdingRisks, risksOf } from '../prices/risk-finder.ts'
import { worthComparison } from './worth-comparison.ts'
import { type FactFinderDeps, liesAhead, returnTimes, timesToTell } from '../fact-request.ts'

/** Most transactions that are read to compute totals. */
const MOST_TRADES = 500
/** Most instruments whose holdings are reported one by one. */
const MOST_HELD = 5

export interface PortfolioFinderDeps extends FactFinderDeps {
  portfolios: PortfolioReader
  instruments: FactFinderDeps['instruments'] & Pick<InstrumentReader, 'summaries'>
}

interface PortfolioWanted {
  portfolio: PortfolioView
  /** The part that the question is about, with a view of that alone; null for the whole portfolio. */
  narrow: FilteredHoldings | null
  understood: Understood
  asked: Question
  signal: AbortSignal
}

/** Facts for a question about the whole portfolio. */
export async function wholePortfolio(deps: PortfolioFinderDeps, wanted: PortfolioWanted): Promise<Fact[]> {
  const { portfolio, narrow, understood, asked } = wanted
  const { owner } = asked
  const { shares, income, incomeBy, costs, invested, returns, months, risk, isWhole, asksGain, ranksGains } =
    understood.ofPortfolio
  const ofLedger = await ledgerFacts(deps, wanted, null)
  if (ofLedger !== null)
    return asksGain
      ? withGains(ofLedger, portfolioFacts(owner, portfolio, { asksGain, ranksGains }), ranksGains)
      : ofLedger
  if (understood.ofPortfolio.concentration) return concentrationOf(deps, wanted)
  // A question for the largest holdings is not about sectors.
  if (shares !== null && (narrow?.part.rank ?? null) === null) return shareFacts(deps, wanted, shares)
  if (income) return incomeOf(deps, wanted, incomeBy)
  if (months !== null)
    return returnsOf(deps, wanted, { holding: null, say: (...given) => monthsFact(...given, months) })
  if (costs) return returnsOf(deps, wanted, { holding: null, say: costsFact })
  if (invested) return investedFacts(deps, wanted)
  if (risk) return returnsOf(deps, wanted, { holding: null, say: riskSaid(understood) })
  if (understood.metrics.includes('risk'))
    return holdingRisks(deps.instruments, narrow?.of ?? portfolio, wanted)
  const others = await worthOfOther(deps, wanted)
  if (others.length > 0) return worthComparison(owner, await portfolioOn(deps, wanted), others)
  const isAllTime = isOfAllTime(understood)
  // Instruments that are not held did not move the portfolio, and several periods are answered by the return of the whole.
  const moves =
    isAllTime || ranksGains || (isWhole && narrow === null && understood.times.each.length > 0)
      ? []
      : await movesOf(deps, wanted)
  // Before trading starts today, the moves of the holdings are those of the session before.
  const { range } = understood.times
  const isTraded =
    range === null || moves.every(({ record, isNone }) => isNone === true || (record.asOf ?? 0) >= range.from)
  const whole =
    returns && isWhole && narrow === null && isTraded
      ? await returnsOf(deps, wanted, { holding: null, say: portfolioReturnsFact })
      : []
  // Why the portfolio moved is explained by the moves of its holdings.
  if (whole.length > 0)
    return understood.isOfCause && !whole.some(contradicts) ? [...moves, ...whole] : [...whole, ...moves]
  const view = await portfolioOn(deps, wanted)
  if (narrow === null || tellsAll(narrow, portfolio))
    return [...moves, ...portfolioFacts(owner, view, { asksGain, ranksGains })]
  const then = view === portfolio ? narrow : await filteredHoldings(deps.instruments, view, narrow.part)
  return [...moves, ...partFacts(owner, view, then)]
}

/** Realized gains, after the unrealized gain of each holding if that is ranked, and before the unrealized gain of the whole. */
const withGains = (ofSales: readonly Fact[], ofHeld: readonly Fact[], isRanked: boolean): Fact[] =>
  isRanked ? [...ofHeld.slice(0, 1), ...ofSales, ...ofHeld.slice(1)] : [...ofSales, ...ofHeld]

/** The worth of something that a question compares the portfolio with. */
async function worthOfOther(
  deps: PortfolioFinderDeps,
  { understood, narrow, asked, signal }: PortfolioWanted,
): Promise<Fact[]> {
  const { benchmark: instrument } = understood
  const metrics = understood.metrics.filter(isWorth)
  if (instrument === null || metrics.length === 0 || narrow !== null) return []
  const of = { ...understood, metrics, instruments: [instrument] }
  return factsOf(deps, { understood: of, instrument, asked, signal })
}

/** Net contributions, and without a time also the cost of the holdings; for a part only the latter. */
async function investedFacts(deps: PortfolioFinderDeps, wanted: PortfolioWanted): Promise<Fact[]> {
  const { portfolio, narrow, understood, asked } = wanted
  if (narrow !== null && understood.times.range === null) {
    const ofPart = costFact(asked.owner, narrow.of, 'what is held of that')
    return [...partFacts(asked.owner, portfolio, narrow), ...(ofPart === null ? [] : [ofPart])]
  }
  const paid = await returnsOf(deps, wanted, { holding: null, say: contributionsFact })
  const cost = understood.times.range === null ? costFact(asked.owner, portfolio) : null
  return [...paid, ...(cost === null ? [] : [cost])]
}

/** The allocation; the value when the portfolio is empty. */
async function shareFacts(
  { portfolios }: PortfolioFinderDeps,
  { portfolio, understood, asked: { owner }, signal }: PortfolioWanted,
  by: SharesBy,
): Promise<Fact[]> {
  const query = { by, through: understood.ofPortfolio.through }
  const shares = await portfolios.shares(owner, query, signal)
  const fact = sharesFact(owner, portfolio, { ...query, shares })
  return fact === null ? portfolioFacts(owner, portfolio) : [fact]
}

/** Concentration in the largest holdings, after the allocation if that is asked for as well. */
async function concentrationOf(deps: PortfolioFinderDeps, wanted: PortfolioWanted): Promise<Fact[]> {
  const { understood, asked } = wanted
  const { shares } = understood.ofPortfolio
  const view = await portfolioOn(deps, wanted)
  const fact = concentrationFact(asked.owner, view)
  if (fact === null) return portfolioFacts(asked.owner, view)
  return shares === null ? [fact] : [...(await shareFacts(deps, wanted, shares)), fact]
}

/** Whether the part is the whole, or the largest holdings are asked for when nothing has a value. */
const tellsAll = ({ part, of }: FilteredHoldings, { holdings }: PortfolioView): boolean =>
  of.holdings.length === holdings.length ||
  (part.rank !== null && part.of === null && of.holdings.length === 0)

/** Price moves of the holdings; for a part also when its return is asked for, which is computed for the whole only. */
async function movesOf(
  deps: PortfolioFinderDeps,
  { portfolio, narrow, understood, asked, signal }: PortfolioWanted,
): Promise<Fact[]> {
  const isOfPart = narrow !== null && understood.ofPortfolio.returns
  const metrics = isOfPart ? [...understood.metrics, 'performance' as const] : understood.metrics
  const of = { understood: { ...understood, metrics }, asked, signal }
  const moves = await holdingMoves(deps, narrow?.of ?? portfolio, of)
  const { benchmark } = understood
  // With a benchmark the whole portfolio is answered by its own return.
  return narrow === null || benchmark === null
    ? moves
    : [...moves, ...(await performance(deps, { ...of, instrument: benchmark }))]
}

/** `since inception`: the range begins before 1970. */
const isOfAllTime = ({ times: { range } }: Understood): boolean => range !== null && range.from < 0

/** The portfolio at the end of a past period, valued at the closes of that day; otherwise as of now. */
async function portfolioOn(
  { portfolios }: PortfolioFinderDeps,
  { portfolio, understood, asked, signal }: PortfolioWanted,
): Promise<PortfolioView> {
  const { range, edge } = understood.times
  const asksWorth = !understood.metrics.includes('performance')
  const on = range === null ? null : utcDay(edge === 'first' ? range.from : range.to)
  if (on === null || !asksWorth || on >= utcDay(asked.now)) return portfolio
  return (await portfolios.view(asked.owner, { on, signal })) ?? portfolio
}

/** Holdings of the named instruments, and their return if that is asked for. */
export async function heldOfNamed(deps: PortfolioFinderDeps, wanted: PortfolioWanted): Promise<Fact[]> {
  const { portfolio, understood, asked } = wanted
  const about = understood.instruments.slice(0, MOST_HELD)
  const isAsked = understood.metrics.includes('portfolio')
  const ofLedger = isAsked ? await Promise.all(about.map((each) => ledgerFacts(deps, wanted, each))) : []
  if (ofLedger.some((facts) => facts !== null)) return ofLedger.flatMap((facts) => facts ?? [])
  const { income, costs, returns, risk, through } = understood.ofPortfolio
  const view = isAsked ? await portfolioOn(deps, wanted) : portfolio
  const position = positionFact(asked.owner, view, { about, isAsked })
  const facts = position === null ? [] : [position]
  if (isAsked && through && view === portfolio) {
    const shares = await deps.portfolios.shares(asked.owner, { by: 'entity', through }, wanted.signal)
    facts.push(withHoldings(asked.owner, portfolio, throughFact(asked.owner, portfolio, { about, shares })))
  }
  if (!isAsked || !(income || costs || returns || risk)) return facts
  for (const holding of about) {
    const say = income ? incomeFact : costs ? costsFact : risk ? riskSaid(understood) : portfolioReturnsFact
    facts.push(...(await returnsOf(deps, wanted, { holding, say })))
  }
  return facts
}

/** States the risk, with the return if that is asked for as well. */
const riskSaid =
  ({ ofPortfolio }: Understood): Telling['say'] =>
  (returns, about) =>
    portfolioRiskFact(returns, about, ofPortfolio.returns)

/** The risk of a benchmark, over the days of the portfolio's returns. */
async function benchmarkRisks(
  { instruments }: PortfolioFinderDeps,
  { understood, asked, signal }: Omit<PortfolioWanted, 'portfolio'>,
  { from, to }: PortfolioReturns,
): Promise<Fact[]> {
  const { benchmark, ofPortfolio } = understood
  if (benchmark === null || !ofPortfolio.risk) return []
  const range = { from: from * DAY_MS, to: (to + 1) * DAY_MS - 1 }
  const ofBenchmark: Understood = {
    ...understood,
    instruments: [benchmark],
    risk: ['volatility', 'drawdown'],
    times: { ...understood.times, range, sessions: null, sessionRange: null },
  }
  return risksOf(instruments, { understood: ofBenchmark, instrument: benchmark, asked, signal })
}

const PURCHASES: AskedTrades = { types: ['buy'], which: null, count: null }

/** The transactions asked for: "invested in X" in a period means purchases of X. */
function tradesOf(
  { ofPortfolio: { trades, invested }, times }: Understood,
  holding: InstrumentSummary | null,
): AskedTrades | null {
  const isBought = invested && holding !== null && (trades !== null || times.range !== null)
  return isBought ? { ...PURCHASES, ...(trades?.byMonth === true ? { byMonth: true } : {}) } : trades
}

/** Facts on sales or transactions for each period of a question; null when it asks for neither. */
async function ledgerFacts(
  { portfolios }: PortfolioFinderDeps,
  { understood, asked, signal }: PortfolioWanted,
  holding: InstrumentSummary | null,
): Promise<Fact[] | null> {
  const { sales, isUpTo } = understood.ofPortfolio
  const trades = tradesOf(understood, holding)
  if (sales === null && trades === null) return null
  const facts: Fact[] = []
  for (const { range: times } of timesToTell(understood)) {
    if (times !== null && times.from > asked.now) continue
    const entityId = holding?.entityId ?? null
    const to = utcDay(Math.min(times?.to ?? asked.now, asked.now))
    const isOfAll = times === null || times.from < 0
    const range = isOfAll ? null : { from: isUpTo ? null : utcDay(times.from), to }
    const part = { owner: asked.owner, holding, range, now: asked.now }
    if (sales !== null) {
      const query = { from: range?.from ?? null, to, entityId }
      facts.push(realizedFact(await portfolios.realized(asked.owner, query, signal), sales, part))
    } else if (trades !== null) {
      const { types, which } = trades
      const query = { types, entityId, range, oldestFirst: which === 'first', limit: MOST_TRADES }
      facts.push(tradesFact(await portfolios.trades(asked.owner, query), trades, part))
    }
  }
  return facts
}

/** Income of each period of the question; without one, since the first transaction. */
async function incomeOf(
  { portfolios }: PortfolioFinderDeps,
  { portfolio, understood, asked, signal }: PortfolioWanted,
  by: IncomeBy | null,
): Promise<Fact[]> {
  const facts: Fact[] = []
  for (const { range } of timesToTell(understood)) {
    if (range !== null && range.from > asked.now) continue
    const isFromStart = range === null || range.from < 0 || understood.ofPortfolio.isUpTo
    const query = {
      from: isFromStart ? null : utcDay(range.from),
      to: utcDay(Math.min(range?.to ?? asked.now, asked.now)),
      by: by ?? 'entity',
    }
    const income = await portfolios.income(asked.owner, query, signal)
    facts.push(receivedFact(income, { by, owner: asked.owner, ...portfolio }))
  }
  return facts
}

/** How returns are phrased, and of what. */
interface Telling {
  /** Null for the whole portfolio. */
  holding: InstrumentSummary | null
  say: (returns: PortfolioReturns, about: ReturnsOf) => Fact
}

/** Returns over the periods of the question, without one since the first transaction; none for the future or for what was never held. */
async function returnsOf(
  deps: PortfolioFinderDeps,
  wanted: PortfolioWanted,
  telling: Telling,
): Promise<Fact[]> {
  const facts: Fact[] = []
  for (const times of timesToTell(wanted.understood)) {
    const understood = { ...wanted.understood, times }
    facts.push(...(await returnsIn(deps, { ...wanted, understood }, telling)))
  }
  return facts
}

async function returnsIn(
  deps: PortfolioFinderDeps,
  wanted: PortfolioWanted,
  { holding, say }: Telling,
): Promise<Fact[]> {
  const { portfolios, instruments } = deps
  const { portfolio, understood, asked, signal } = wanted
  if (liesAhead(understood, asked.now)) return []
  const { owner, now } = asked
  // Without a period, the moves that explain "why" are those of a few days.
  const named = understood.isOfCause ? returnTimes(understood, now).range : understood.times.range
  const range = isOfAllTime(understood) ? null : named
  const { income, costs, invested, isUpTo } = understood.ofPortfolio
  const isOfAllBefore = isUpTo && (income || costs || invested)
  // A beta needs a benchmark.
  const market = understood.risk.includes('beta') ? customaryMarket(instruments.named) : null
  const returns = await portfolios.returns(
    owner,
    {
      from: range === null || isOfAllBefore ? null : utcDay(range.from),
      to: utcDay(Math.min(range?.to ?? now, now)),
      benchmarkId: understood.benchmark?.entityId ?? null,
      customaryBenchmarkId: market?.entityId ?? null,
      entityId: holding?.entityId ?? null,
    },
    signal,
  )
  if (returns === null) return []
  const id = returns.benchmark?.entityId
  const benchmark = id === undefined ? null : ((await instruments.summaries([id])).get(id) ?? null)
  const { asOf, simulated } = portfolio
  const { direction } = understood
  const fact = say(returns, { owner, holding, benchmark, asOf, simulated, direction })
  return [fact, ...(await benchmarkRisks(deps, wanted, returns))]
}
