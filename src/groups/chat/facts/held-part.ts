import { nameId } from '../../../kernel/ids.ts'
import { formatInstantSeconds } from '../../../kernel/time.ts'
import type { InstrumentReader } from '../../../ports/instruments.ts'
import type { HeldInstrument, PortfolioOwner, PortfolioView } from '../../../ports/portfolio.ts'
import type { HeldKind, HeldPart } from '../understanding/held-part.ts'
import type { Fact } from './facts.ts'
import { holdingText, worthSentence } from './portfolio-fact.ts'
import { amount, percent } from './say.ts'

const MOST_NAMED = 10

/** The part of a portfolio that a question is about, and the portfolio with the holdings of that alone. */
export interface Narrowed {
  part: HeldPart
  of: PortfolioView
}

/** A portfolio with those of its holdings alone that are the part of it that a question is about, the largest first. */
export async function narrowed(
  instruments: Pick<InstrumentReader, 'profiles'>,
  view: PortfolioView,
  part: HeldPart,
): Promise<PortfolioView> {
  const { holdings } = view
  if (part.kind === 'cash') return { ...view, holdings: [] }
  if (part.kind === 'largest') {
    const valueOf = ({ valueBase }: HeldInstrument): number => (valueBase ?? 0) * (part.isLeast ? -1 : 1)
    const valued = holdings.filter(({ valueBase }) => valueBase !== null)
    const ranked = valued.toSorted((one, other) => valueOf(other) - valueOf(one))
    return { ...view, holdings: ranked.slice(0, part.count) }
  }
  const profiles = await instruments.profiles(holdings.map(({ entityId }) => entityId))
  const isOf = ({ entityId }: HeldInstrument): boolean => {
    const profile = profiles.get(entityId)
    if (profile === undefined) return false
    return part.kind === 'sector'
      ? profile.sector !== null && part.isSector(profile.sector)
      : profile.assetClass === part.kind
  }
  return { ...view, holdings: holdings.filter(isOf) }
}

/** What is held of a part, what that is worth together, and what all is. */
export function partFact(
  { tenantId, userId }: PortfolioOwner,
  all: PortfolioView,
  { part, of }: Narrowed,
): Fact {
  const { asOf, simulated } = all
  const at = formatInstantSeconds(asOf)
  const sentences = [...(part.kind === 'cash' ? [] : [heldSentence(all, part, of)]), worthSentence(all)]
  return {
    sentences,
    record: {
      kind: 'fact',
      docId: nameId('chat-fact', 'portfolio-part', tenantId, userId, at, JSON.stringify(part)),
      headline: `Your ${part.kind === 'cash' ? 'portfolio' : 'holdings'} ${at.slice(0, 10)}`,
      url: part.kind === 'cash' ? '/v1/portfolio/summary' : '/v1/portfolio/holdings',
      text: sentences.join(' '),
      asOf,
      simulated,
    },
  }
}

function heldSentence(
  { baseCurrency, totalValue, holdings: all }: PortfolioView,
  part: Exclude<HeldPart, { kind: 'cash' }>,
  { holdings }: PortfolioView,
): string {
  const said = (value: number): string => `${baseCurrency} ${amount(value)}`
  const named = holdings.slice(0, MOST_NAMED).map((each) => holdingText(each, said))
  const rest = holdings.length - named.length
  const listed = `${named.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`
  const sum = holdings.reduce((total, { valueBase }) => total + (valueBase ?? 0), 0)
  const share = totalValue > 0 ? `, ${percent(sum / totalValue)} of the total` : ''
  const together = holdings.length > 1 ? `, together ${said(sum)}${share}` : ''
  const of = `your ${all.length} ${all.length === 1 ? 'holding' : 'holdings'}`
  if (part.kind === 'largest') {
    const side = part.isLeast ? 'smallest' : 'largest'
    return holdings.length === 1
      ? `The ${side} of ${of} is ${listed}.`
      : `The ${holdings.length} ${side} of ${of} are ${listed}${together}.`
  }
  if (holdings.length === 0) return `None of ${of} is ${kindOf(part, 1)}.`
  const are = holdings.length === 1 ? 'one is' : `${holdings.length} are`
  return `Of ${of} ${are} ${kindOf(part, holdings.length)}: ${listed}${together}.`
}

function kindOf({ kind, said }: HeldKind, count: number): string {
  if (kind === 'sector') return `of the sector “${said}”`
  const called = kind === 'etf' ? 'fund' : 'cryptocurrency'
  return count === 1 ? `a ${called}` : kind === 'etf' ? 'funds' : 'cryptocurrencies'
}
