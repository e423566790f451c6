import { DAY_MS } from '../../../../kernel/time.ts'
import type { EffectiveSplit } from '../../../../ports/instruments.ts'
import { askedPayout, asksSince } from '../../understanding/intents/dividend-questions.ts'
import type { Fact } from '../facts.ts'
import type { FactFinderDeps, FactRequest } from '../fact-request.ts'
import { dividendFact } from './corporate-action-facts.ts'
import { withPayout } from './payout-fact.ts'

/** From this length on a question about growth is answered year by year. */
const LONG_MS = 3 * 365 * DAY_MS
/** Words that ask for the dividends of each year. */
const YEAR_BY_YEAR =
  /\b(?:histor(?:y|ical|ically)|rais(?:e|ed|ing)|cut|(?:each|every|per|by|a) year|annual(?:ly)?|yearly|over time|cagr|compound\w*)\b/i

/** The dividends that a question asks for. */
export async function dividendsOf(
  instruments: FactFinderDeps['instruments'],
  { understood, instrument, asked, signal }: FactRequest,
  of: { currency: string; splits: readonly EffectiveSplit[]; simulated: boolean },
): Promise<Fact> {
  const { change, times } = understood
  const { range: named } = times
  const { shares } = understood.scaling
  const payout = named === null && shares === null ? askedPayout(asked.message) : null
  const isOfYears = named === null || (named.to >= asked.now && named.to - named.from > LONG_MS)
  // The yearly dividends of some shares, or of a sum, are based on the last one.
  const isOfOne = shares !== null || payout !== null
  const isByYear = isOfYears && !isOfOne && (change || YEAR_BY_YEAR.test(asked.message))
  const range = isByYear ? null : named
  const dividends = await instruments.dividends(instrument.entityId)
  const isSince = range === null && asksSince(asked.message)
  const fact = dividendFact(instrument, dividends, {
    ...of,
    now: asked.now,
    range,
    shares,
    isByYear,
    isSince,
  })
  if (payout === null || dividends.length === 0) return fact
  const { tenantId } = asked.owner
  const quote = (await instruments.quotes([instrument.entityId], { tenantId, signal })).get(
    instrument.entityId,
  )
  return quote === undefined || quote.currency !== of.currency
    ? fact
    : withPayout(instruments, fact, {
        instrument,
        quote,
        ask: payout,
        dividends,
        splits: of.splits,
        now: asked.now,
      })
}
