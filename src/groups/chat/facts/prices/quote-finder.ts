import { DAY_MS, formatDay, type Instant, utcDay } from '../../../../kernel/time.ts'
import type { InstantRange } from '../../../../market/bars.ts'
import { type Fact, withSentences } from '../facts.ts'
import type { FactFinderDeps, FactRequest } from '../fact-request.ts'
import { quoteFact } from './price-facts.ts'
import { withPurchase } from './purchase-fact.ts'

type Quotes = Pick<FactFinderDeps, 'instruments'>

export const isOneDay = (range: InstantRange | null): boolean =>
  range !== null && range.to - range.from < DAY_MS

/** The newest price for a range up to now: always for today, for a longer range only when it lies in it. */
export async function quoteWithin(deps: Quotes, wanted: FactRequest): Promise<Fact[]> {
  const { range } = wanted.understood.times
  if (range === null || range.to < wanted.asked.now) return []
  const facts = await quote(deps, wanted)
  return facts.flatMap((fact) => {
    const isWithin = fact.record.asOf !== null && fact.record.asOf >= range.from
    return isWithin ? [fact] : isOneDay(range) ? [notTradedSince(fact, range.from)] : []
  })
}

/** Price facts, the first with a note when all prices are from before the range. */
export function sinceThen(facts: readonly Fact[], from: Instant): Fact[] {
  const [first, ...others] = facts
  const isEarlier = facts.every(({ record }) => (record.asOf ?? from) < from)
  return first !== undefined && isEarlier ? [notTradedSince(first, from), ...others] : [...facts]
}

/** A price with a note that it is from before the range. */
const notTradedSince = (fact: Fact, from: Instant): Fact =>
  withSentences(fact, [
    ...fact.sentences,
    `Nothing has been traded since ${formatDay(utcDay(from))} began: this is of the session before.`,
  ])

export async function quote(
  { instruments }: Quotes,
  { instrument, understood, asked, signal }: FactRequest,
): Promise<Fact[]> {
  const { tenantId } = asked.owner
  const found = (await instruments.quotes([instrument.entityId], { tenantId, signal })).get(
    instrument.entityId,
  )
  if (found === undefined) return []
  const { direction, purchase, scaling } = understood
  const fact = quoteFact(instrument, found, { shares: scaling.shares, direction })
  return [
    purchase === null
      ? fact
      : await withPurchase(instruments, fact, { instrument, quote: found, ask: purchase }),
  ]
}
