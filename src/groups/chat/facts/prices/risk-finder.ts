import type { InstrumentSummary } from '../../../../ports/instruments.ts'
import type { PortfolioView } from '../../../../ports/portfolio.ts'
import { createPause } from '../../../../kernel/pause.ts'
import { DAY_MS } from '../../../../kernel/time.ts'
import { customaryMarket, isIndex } from '../../understanding/intents/market-indices.ts'
import {
  askedWindow,
  isBesideUnknown,
  isOfUnknown,
  measuresAgainst,
} from '../../understanding/intents/risk-questions.ts'
import { MOST_HOLDINGS } from '../../understanding/understood.ts'
import { closesIn, type RangeCloses } from './closes.ts'
import { endsFirst, type Fact } from '../facts.ts'
import { type Beside, priceRiskFact } from './risk-fact.ts'
import { type FactFinderDeps, liesAhead, priceTimes, type FactRequest } from '../fact-request.ts'

/** More than a session takes with its weekends and holidays. */
const DAYS_A_SESSION = 2

type Instruments = Pick<FactFinderDeps['instruments'], 'named' | 'closes'>

/** What is read for whom. */
type Asking = Omit<FactRequest, 'instrument'>

/** How much the price of an instrument varied in the time of the question, and beside what else that names. */
export async function risksOf(instruments: Instruments, wanted: FactRequest): Promise<Fact[]> {
  const { understood, instrument, asked } = wanted
  if (liesAhead(understood, asked.now)) return []
  // What is listed of two is no answer for the other one.
  if (understood.risk.includes('correlation') && isOfUnknown(understood.message.unnamed)) return []
  const all = understood.instruments
  const named = marketsAmong(all, asked.message)
  // The market by which others are measured has no beta itself.
  const isMarket = named.includes(instrument)
  const asks = understood.risk.filter((ask) => ask !== 'beta' || !isMarket)
  const customary = customaryMarket(instruments.named)
  const markets = named.length > 0 || customary === null ? named : [customary]
  const isOther = ({ entityId }: InstrumentSummary): boolean => entityId !== instrument.entityId
  // Of two each is told beside the other once.
  const beside = isBesideUnknown(understood.message.unnamed) ? [] : markets
  const others = all.length > 1 ? all.slice(all.indexOf(instrument) + 1) : beside
  const closes = await closesOf(instruments, instrument, wanted)
  if (closes === null) return []
  const fact = priceRiskFact(instrument, closes, {
    asks,
    markets: asks.includes('beta') ? await besides(instruments, markets.filter(isOther), wanted) : [],
    others: asks.includes('correlation') ? await besides(instruments, others.filter(isOther), wanted) : [],
  })
  return fact === null ? [] : [fact]
}

/** What of all that a question names stands for the market: indices beside something else, or the last of two that are set against each other. */
function marketsAmong(all: readonly InstrumentSummary[], message: string): readonly InstrumentSummary[] {
  const indices = all.filter(isIndex)
  if (indices.length > 0) return indices.length < all.length ? indices : []
  return all.length === 2 && measuresAgainst(message) ? all.slice(-1) : []
}

/**
 * How much the price of each of the largest holdings varied: those that varied most and least first, because of many not all have room. Of how
 * alike they move nothing is told.
 */
export async function holdingRisks(
  instruments: Instruments,
  portfolio: PortfolioView,
  wanted: Asking,
): Promise<Fact[]> {
  const { understood, asked, signal } = wanted
  if (liesAhead(understood, asked.now)) return []
  const ask = understood.risk.find((each) => each !== 'correlation')
  if (ask === undefined) return []
  const named = ask === 'beta' ? customaryMarket(instruments.named) : null
  const markets = named === null ? [] : await besides(instruments, [named], wanted)
  const facts: Fact[] = []
  // Years of many instruments: others get their turn in between.
  const pause = createPause(signal)
  for (const holding of portfolio.holdings.slice(0, MOST_HOLDINGS)) {
    await pause()
    const closes = await closesOf(instruments, holding, wanted)
    const fact = closes === null ? null : priceRiskFact(holding, closes, { asks: [ask], markets, others: [] })
    if (fact !== null) facts.push(fact)
  }
  return endsFirst(facts)
}

function closesOf(
  instruments: Instruments,
  { entityId }: InstrumentSummary,
  { understood, asked, signal }: Asking,
): Promise<RangeCloses | null> {
  const sessions = askedWindow(asked.message)
  const times =
    sessions === null
      ? priceTimes(understood, asked.now)
      : { range: { from: asked.now - DAYS_A_SESSION * sessions * DAY_MS, to: asked.now }, sessions }
  return closesIn(instruments, entityId, { ...times, signal })
}

async function besides(
  instruments: Instruments,
  all: readonly InstrumentSummary[],
  wanted: Asking,
): Promise<Beside[]> {
  const found: Beside[] = []
  for (const instrument of all) {
    const closes = await closesOf(instruments, instrument, wanted)
    if (closes !== null) found.push({ instrument, closes })
  }
  return found
}
