import { nameId } from '../../../../kernel/ids.ts'
import { formatInstantSeconds } from '../../../../kernel/time.ts'
import type { InstrumentSummary } from '../../../../ports/instruments.ts'
import type {
  PortfolioOwner,
  PortfolioShare,
  PortfolioView,
  SharesBy,
  SharesQuery,
} from '../../../../ports/portfolio.ts'
import type { Fact } from '../facts.ts'
import { amount, nameOf, percent } from '../number-format.ts'

const MOST_NAMED = 12
const KINDS: Readonly<Record<SharesBy, string>> = {
  asset_class: 'asset class',
  sector: 'sector',
  country: 'country',
  currency: 'currency',
  entity: 'instrument',
}

/** Plural names of asset classes. */
const CLASSES: Readonly<Record<string, string>> = {
  equity: 'stocks',
  etf: 'funds (ETFs)',
  crypto: 'cryptocurrencies',
  Cash: 'cash',
}

/** The allocation of a portfolio; null when it is empty. */
export function sharesFact(
  { tenantId, userId }: PortfolioOwner,
  { baseCurrency, asOf, simulated }: PortfolioView,
  { by, through, shares }: SharesQuery & { shares: readonly PortfolioShare[] },
): Fact | null {
  const all = shares.filter(({ valueBase }) => valueBase !== 0)
  const named = all.slice(0, MOST_NAMED)
  if (named.length === 0) return null
  const at = formatInstantSeconds(asOf)
  const parts = named.map(
    ({ name, valueBase, weight }) =>
      `${(by === 'asset_class' ? CLASSES[name] : undefined) ?? name.replaceAll('_', ' ')}, ${baseCurrency} ${amount(valueBase)}${weight === null ? '' : ` (${percent(weight)})`}`,
  )
  const funds = through ? 'as what they hold, as far as that is stored' : 'as themselves'
  const text = `Your portfolio by ${KINDS[by]}, funds counted ${funds}, as of ${at}: ${parts.join('; ')}${all.length > named.length ? `; and ${all.length - named.length} more` : ''}.`
  return {
    sentences: [text],
    record: {
      kind: 'fact',
      docId: nameId('chat-fact', 'shares', tenantId, userId, by, `${through}`, at),
      headline: `Your portfolio by ${KINDS[by]} ${at.slice(0, 10)}`,
      url: `/v1/portfolio/allocation?by=${by}${through ? '&look_through=true' : ''}`,
      text,
      asOf,
      simulated,
    },
  }
}

/** The share of a portfolio in some instruments, held directly and through funds. */
export function throughFact(
  { tenantId, userId }: PortfolioOwner,
  { baseCurrency, asOf, simulated, holdings }: PortfolioView,
  { about, shares }: { about: readonly InstrumentSummary[]; shares: readonly PortfolioShare[] },
): Fact {
  const at = formatInstantSeconds(asOf)
  const said = (value: number): string => `${baseCurrency} ${amount(value)}`
  const sentences = about.map((instrument) => {
    const share = shares.find(({ key }) => key === instrument.entityId)
    const name = nameOf(instrument)
    if (share === undefined)
      return `Nothing of ${name} is in your portfolio, neither by itself nor in what is stored of its funds, as of ${at}.`
    const held = holdings.find(({ entityId }) => entityId === instrument.entityId)
    const direct = held?.valueBase ?? 0
    const part = share.weight === null ? '' : `, ${percent(share.weight)} of the total`
    return `With what its funds hold, as far as that is stored, ${said(share.valueBase)} of your portfolio is in ${name}${part}, as of ${at}: ${said(direct)} by itself and ${said(share.valueBase - direct)} in funds.`
  })
  return {
    sentences,
    record: {
      kind: 'fact',
      docId: nameId('chat-fact', 'through', tenantId, userId, at, ...about.map(({ entityId }) => entityId)),
      headline: `Your portfolio with what its funds hold ${at.slice(0, 10)}`,
      url: '/v1/portfolio/allocation?by=entity&look_through=true',
      text: sentences.join(' '),
      asOf,
      simulated,
    },
  }
}
