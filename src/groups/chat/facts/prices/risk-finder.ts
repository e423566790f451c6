import type { InstrumentSummary } from '../../../../ports/instruments.ts'
import type { PortfolioView } from '../../../../ports/portfolio.ts'
import { createPause } from '../../../../kernel/pause.ts'
import { DAY_MS } from '../../../../kernel/time.ts'
import { customaryMarket, isIndex } from '../../understanding/intents/market-indices.ts'
import {
  askedWindow,
  correlatesWithUnknown,
  isOfUnknown,
  measuresAgainst,
} from '../../understanding/intents/risk-questions.ts'
import { MOST_HOLDINGS } from '../../understanding/understood.ts'
import { closesIn, type RangeCloses } from './closes.ts'
import { endsFirst, type Fact } from '../facts.ts'
import { type InstrumentCloses, priceRiskFact } from './risk-fact.ts'
import { type FactFinderDeps, liesAhead, priceTimes, type FactRequest } from '../fact-request.ts'

/** Calendar days per session, with weekends and holidays. */
const DAYS_A_SESSION = 2

type Instruments = Pick<FactFinderDeps['instruments'], 'named' | 'closes'>

/** Everything in a request but its instrument. */
type Asking = Omit<FactRequest, 'instrument'>

/** The risk metrics of an instrument in the range of the question, against the other named instruments. */
export async function risksOf(instruments: Instruments, wanted: FactRequest): Promise<Fact[]> {
  const { understood, instrument, asked } = wanted
  if (liesAhead(understood, asked.now)) return []
  // Correlation with something unlisted is not answered by another pair.
  if (understood.risk.includes('correlation') && isOfUnknown(understood.message.unnamed)) return []
  const all = understood.instruments
  const named = marketsAmong(all, asked.message)
  // The market index has no beta of its own.
  const isMarket = named.includes(instrument)
  const asks = understood.risk.filter((ask) => ask !== 'beta' || !isMarket)
  const customary = customaryMarket(instruments.named)
  const markets = named.length > 0 || customary === null ? named : [customary]
  const isOther = ({ entityId }: InstrumentSummary): boolean => entityId !== instrument.entityId
  // Each pair is reported once.
  const benchmarks = correlatesWithUnknown(understood.message.unnamed) ? [] : markets
  const others = all.length > 1 ? all.slice(all.indexOf(instrument) + 1) : benchmarks
  const closes = await closesOf(instruments, instrument, wanted)
  if (closes === null) return []
  const fact = priceRiskFact(instrument, closes, {
    asks,
    markets: asks.includes('beta') ? await closesOfAll(instruments, markets.filter(isOther), wanted) : [],
    others: asks.includes('correlation')
      ? await closesOfAll(instruments, others.filter(isOther), wanted)
      : [],
  })
  return fact === null ? [] : [fact]
}

/** Which of the named instruments is the market: indices next to others, or the last of two that are compared. */
function marketsAmong(all: readonly InstrumentSummary[], message: string): readonly InstrumentSummary[] {
  const indices = all.filter(isIndex)
  if (indices.length > 0) return indices.length < all.length ? indices : []
  return all.length === 2 && measuresAgainst(message) ? all.slice(-1) : []
}

/**
 * The risk of each of the largest holdings, ordered from both ends because of many not all have room. Correlations between them are not
 * reported.
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
  const markets = named === null ? [] : await closesOfAll(instruments, [named], wanted)
  const facts: Fact[] = []
  // Years of bars for many instruments: let other requests run in between.
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

async function closesOfAll(
  instruments: Instruments,
  all: readonly InstrumentSummary[],
  wanted: Asking,
): Promise<InstrumentCloses[]> {
  const found: InstrumentCloses[] = []
  for (const instrument of all) {
    const closes = await closesOf(instruments, instrument, wanted)
    if (closes !== null) found.push({ instrument, closes })
  }
  return found
}
