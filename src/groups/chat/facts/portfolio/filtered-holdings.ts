import type { InstrumentReader } from '../../../../ports/instruments.ts'
import type { HeldInstrument, PortfolioOwner, PortfolioView } from '../../../../ports/portfolio.ts'
import type { HeldKind, HoldingsFilter } from '../../understanding/portfolio/holdings-filter.ts'
import type { Fact } from '../facts.ts'
import { HELD, holdingText, ownFact, worthFact } from './portfolio-fact.ts'
import { amount, nameOf, percent } from '../number-format.ts'

const MOST_NAMED = 10

/** The part of a portfolio that a question is about, and a view with only its holdings. */
export interface FilteredHoldings {
  part: HoldingsFilter
  of: PortfolioView
  /** The names of the sectors, as in the records of the holdings; empty when the part is not a sector. */
  sectors: readonly string[]
  /** Names of what is excluded; empty for none. */
  without?: readonly string[]
}

/** A portfolio view with only the holdings that a question is about; of a ranking in its order. */
export async function filteredHoldings(
  instruments: Pick<InstrumentReader, 'profiles'>,
  view: PortfolioView,
  part: HoldingsFilter,
): Promise<FilteredHoldings> {
  const { of: kind, rank } = part
  if (part.isCash) return { part, of: { ...view, holdings: [] }, sectors: [] }
  const { all, without } = await withoutThose(instruments, view.holdings, part)
  const { holdings, sectors } =
    kind === null ? { holdings: all, sectors: [] } : await chosen(instruments, all, kind)
  if (rank === null) return { part, of: { ...view, holdings }, sectors, without }
  const valueOf = ({ valueBase }: HeldInstrument): number => (valueBase ?? 0) * (rank.isLeast ? -1 : 1)
  const ranked = holdings
    .filter(({ valueBase }) => valueBase !== null)
    .toSorted((one, other) => valueOf(other) - valueOf(one))
  return { part, of: { ...view, holdings: ranked.slice(0, rank.count) }, sectors, without }
}

/** The holdings without those that a question excludes. */
async function withoutThose(
  instruments: Pick<InstrumentReader, 'profiles'>,
  held: readonly HeldInstrument[],
  { without = [], withoutKinds = [] }: HoldingsFilter,
): Promise<{ all: HeldInstrument[]; without: string[] }> {
  const out = new Set(without.map(({ entityId }) => entityId))
  const called = without.map(nameOf)
  for (const kind of withoutKinds) {
    const { holdings, sectors } = await chosen(instruments, held, kind)
    for (const { entityId } of holdings) out.add(entityId)
    const { many } = kindOf(kind, { said: '', sectors })
    if (holdings.length > 0) called.push(kind.kind === 'sector' ? `what is ${many}` : many)
  }
  return { all: held.filter(({ entityId }) => !out.has(entityId)), without: called }
}

async function chosen(
  instruments: Pick<InstrumentReader, 'profiles'>,
  all: readonly HeldInstrument[],
  kind: HeldKind,
): Promise<{ holdings: HeldInstrument[]; sectors: string[] }> {
  const profiles = await instruments.profiles(all.map(({ entityId }) => entityId))
  const holdings = all.filter(({ entityId }) => {
    const profile = profiles.get(entityId)
    if (profile === undefined) return false
    return kind.kind === 'sector'
      ? profile.sector !== null && kind.isSector(profile.sector)
      : profile.assetClass === kind.kind
  })
  const sectors =
    kind.kind === 'sector' ? holdings.flatMap(({ entityId }) => profiles.get(entityId)?.sector ?? []) : []
  return { holdings, sectors: [...new Set(sectors)] }
}

/** The holdings of a part, their combined value, and the value of the whole portfolio. */
export function partFacts(owner: PortfolioOwner, all: PortfolioView, narrow: FilteredHoldings): Fact[] {
  const { part } = narrow
  if (part.isCash) return [worthFact(owner, all)]
  // An empty part is stated as such, instead of answering with the whole.
  const isNone = narrow.of.holdings.length === 0 && (narrow.without ?? []).length === 0
  const sentence = heldSentence(all, narrow)
  const held = ownFact(owner, all, HELD, [sentence])
  if (isNone) return [held]
  // The share is one of the whole portfolio, and the rest may include cash.
  const worth = worthFact(owner, all)
  return [{ ...held, also: [{ sentence, record: worth.record }] }, worth]
}

function heldSentence(
  { baseCurrency, totalValue, cash, on, holdings: all }: PortfolioView,
  { part: { said, of: kind, rank }, of: { holdings }, sectors, without = [] }: FilteredHoldings,
): string {
  const money = (value: number): string => `${baseCurrency} ${amount(value)}`
  const named = holdings.slice(0, MOST_NAMED).map((each) => holdingText(each, money))
  const rest = holdings.length - named.length
  const listed = `${named.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`
  const sum = holdings.reduce((total, { valueBase }) => total + (valueBase ?? 0), 0)
  const share = totalValue > 0 ? `, ${percent(sum / totalValue)} of the total` : ''
  const together = holdings.length > 1 ? `, together ${money(sum)}${share}` : ''
  const left = without.length === 0 ? '' : ` without ${without.join(', ')}`
  const yours = `your ${all.length} ${all.length === 1 ? 'holding' : 'holdings'}${left}`
  const called = kindOf(kind, { said, sectors })
  const [is, are] = on === null ? ['is', 'are'] : ['was', 'were']
  if (left !== '' && kind === null && rank === null) {
    if (holdings.length === 0) return `Of ${yours} nothing ${is} left.`
    return `Of ${yours} there ${holdings.length === 1 ? `${is} one` : `${are} ${holdings.length}`}: ${listed}${together}. With your cash that ${is} ${money(sum + cash)}.`
  }
  if (holdings.length === 0) return `None of ${yours} ${is} ${called.one}.`
  if (rank !== null) {
    const side = rank.isLeast ? 'smallest' : 'largest'
    const those = kind === null ? `of ${yours}` : `${called.among} among ${yours}`
    return holdings.length === 1
      ? `The ${side} ${those} ${is} ${listed}.`
      : `The ${holdings.length} ${side} ${those} ${are} ${listed}${together}.`
  }
  const found = holdings.length === 1 ? `one ${is} ${called.one}` : `${holdings.length} ${are} ${called.many}`
  return `Of ${yours} ${found}: ${listed}${together}.`
}

/** The noun for holdings of a kind, as in `one is …`, `two are …` and `the largest …`. */
function kindOf(
  kind: HeldKind | null,
  { said, sectors }: { said: string; sectors: readonly string[] },
): Record<'one' | 'many' | 'among', string> {
  switch (kind?.kind) {
    case 'sector': {
      const called =
        sectors.length === 0 ? `in the sector “${said}”` : `in the sector ${sectors.join(' or ')}`
      return { one: called, many: called, among: `holding ${called}` }
    }
    case 'etf':
      return { one: 'a fund', many: 'funds', among: 'fund' }
    case 'crypto':
      return { one: 'a cryptocurrency', many: 'cryptocurrencies', among: 'cryptocurrency' }
    default:
      return { one: 'held', many: 'held', among: 'holding' }
  }
}
