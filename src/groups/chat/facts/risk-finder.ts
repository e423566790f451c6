import type { InstrumentSummary } from '../../../ports/instruments.ts'
import type { PortfolioView } from '../../../ports/portfolio.ts'
import { createPause } from '../../../kernel/pause.ts'
import { customaryMarket } from '../understanding/market-indices.ts'
import { closesIn, type RangeCloses } from './closes.ts'
import type { Fact } from './facts.ts'
import { type Beside, priceRiskFact } from './risk-fact.ts'
import { type FactFinderDeps, liesAhead, MOST_HOLDINGS, priceTimes, type Wanted } from './wanted.ts'

type Instruments = Pick<FactFinderDeps['instruments'], 'named' | 'closes'>

/** What is read for whom. */
type Asking = Omit<Wanted, 'instrument'>

/** How much the price of an instrument varied in the time of the question, and beside what else that names. */
export async function risksOf(instruments: Instruments, wanted: Wanted): Promise<Fact[]> {
  const { understood, instrument, asked } = wanted
  if (liesAhead(understood, asked.now)) return []
  const all = understood.instruments
  const index = all.some((each) => !isIndex(each)) ? all.find(isIndex) : undefined
  // By what the others are measured is not measured itself.
  if (index === instrument) return []
  const market = index ?? customaryMarket(instruments.named)
  const behind = all.slice(all.indexOf(instrument) + 1)
  const isOther = market !== null && market.entityId !== instrument.entityId
  const others = all.length > 1 || !isOther ? behind : [market]
  const closes = await closesOf(instruments, instrument, wanted)
  if (closes === null) return []
  const isOfMarket = understood.risk.includes('beta') && isOther
  const isOfOthers = understood.risk.includes('correlation')
  const fact = priceRiskFact(instrument, closes, {
    asks: understood.risk,
    market: isOfMarket ? ((await besides(instruments, [market], wanted))[0] ?? null) : null,
    others: isOfOthers ? await besides(instruments, others, wanted) : [],
  })
  return fact === null ? [] : [fact]
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
  const [market = null] = named === null ? [] : await besides(instruments, [named], wanted)
  const facts: Fact[] = []
  // Years of many instruments: others get their turn in between.
  const pause = createPause(signal)
  for (const holding of portfolio.holdings.slice(0, MOST_HOLDINGS)) {
    await pause()
    const closes = await closesOf(instruments, holding, wanted)
    const fact = closes === null ? null : priceRiskFact(holding, closes, { asks: [ask], market, others: [] })
    if (fact !== null) facts.push(fact)
  }
  const size = ({ measures }: Fact): number => measures?.[0]?.value ?? 0
  const sorted = facts.toSorted((one, other) => size(other) - size(one))
  return [...sorted.slice(0, 1), ...sorted.slice(1).slice(-1), ...sorted.slice(1, -1)]
}

const isIndex = ({ ticker }: InstrumentSummary): boolean => ticker.startsWith('^')

function closesOf(
  instruments: Instruments,
  { entityId }: InstrumentSummary,
  { understood, asked, signal }: Asking,
): Promise<RangeCloses | null> {
  return closesIn(instruments, entityId, { ...priceTimes(understood, asked.now), signal })
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
