import { nameId } from '../../../kernel/ids.ts'
import { formatInstantSeconds } from '../../../kernel/time.ts'
import type { PortfolioOwner, PortfolioShare, PortfolioView, SharesBy } from '../../../ports/portfolio.ts'
import type { Fact } from './facts.ts'
import { amount, percent } from './say.ts'

const MOST_NAMED = 12
const KINDS: Readonly<Record<SharesBy, string>> = {
  asset_class: 'asset class',
  sector: 'sector',
  country: 'country',
  currency: 'currency',
}

/** What a portfolio is made of; null where there is nothing. */
export function sharesFact(
  { tenantId, userId }: PortfolioOwner,
  { baseCurrency, asOf, simulated }: PortfolioView,
  { by, shares }: { by: SharesBy; shares: readonly PortfolioShare[] },
): Fact | null {
  const all = shares.filter(({ valueBase }) => valueBase !== 0)
  const named = all.slice(0, MOST_NAMED)
  if (named.length === 0) return null
  const at = formatInstantSeconds(asOf)
  const parts = named.map(
    ({ name, valueBase, weight }) =>
      `${name.replaceAll('_', ' ')}, ${baseCurrency} ${amount(valueBase)}${weight === null ? '' : ` (${percent(weight)})`}`,
  )
  const text = `Your portfolio by ${KINDS[by]}, funds counted as themselves, as of ${at}: ${parts.join('; ')}${all.length > named.length ? `; and ${all.length - named.length} more` : ''}.`
  return {
    sentences: [text],
    record: {
      kind: 'fact',
      docId: nameId('chat-fact', 'shares', tenantId, userId, by, at),
      headline: `Your portfolio by ${KINDS[by]} ${at.slice(0, 10)}`,
      url: `/v1/portfolio/allocation?by=${by}`,
      text,
      asOf,
      simulated,
    },
  }
}
