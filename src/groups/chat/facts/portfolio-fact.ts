import { nameId } from '../../../kernel/ids.ts'
import { formatInstantSeconds } from '../../../kernel/time.ts'
import type { InstrumentSummary } from '../../../ports/instruments.ts'
import type { HeldInstrument, PortfolioOwner, PortfolioView } from '../../../ports/portfolio.ts'
import type { Fact } from './facts.ts'
import { amount, nameOf, percent, price } from './say.ts'

const MOST_NAMED = 10

/** What is asked of a portfolio. */
interface PortfolioQuestion {
  asksGain?: boolean
  ranksGains?: boolean
  question?: string
}

/**
 * What a user holds, what it is worth and what it has gained against its cost; first that gain where it `asksGain`, and which holding is the largest or
 * the smallest where the question asks that.
 */
export function portfolioFact(
  { tenantId, userId }: PortfolioOwner,
  view: PortfolioView,
  { asksGain = false, ranksGains = false, question = '' }: PortfolioQuestion = {},
): Fact {
  const { baseCurrency, totalValue, cash, asOf, simulated, holdings } = view
  const ranked = ranksGains ? gainsSentence(view) : rankedSentence(view, question)
  const at = formatInstantSeconds(asOf)
  const gain = holdings.reduce((sum, { unrealizedBase }) => sum + (unrealizedBase ?? 0), 0)
  const said = (value: number): string => `${baseCurrency} ${amount(value)}`
  const named = holdings.slice(0, MOST_NAMED)
  const rest = holdings.length - named.length
  const gained = `Against what it has cost, what is held has ${gain < 0 ? 'lost' : 'gained'} ${said(Math.abs(gain))} so far.`
  const isGainFirst = asksGain && holdings.length > 0
  const sentences = [
    ...(ranked === null ? [] : [ranked]),
    ...(isGainFirst ? [gained] : []),
    `Your portfolio is worth ${said(totalValue)} as of ${at}, of which ${said(cash)}${totalValue > 0 ? ` (${percent(cash / totalValue)})` : ''} is cash.`,
    ...(holdings.length === 0
      ? ['Nothing is held now.']
      : [
          `You hold ${holdings.length} instruments: ${named.map((each) => holdingText(each, said)).join('; ')}${rest > 0 ? `; and ${rest} more` : ''}.`,
          ...(isGainFirst ? [] : [gained]),
        ]),
  ]
  return {
    sentences,
    record: {
      kind: 'fact',
      docId: nameId('chat-fact', 'portfolio', tenantId, userId, at),
      headline: `Your portfolio ${at.slice(0, 10)}`,
      url: '/v1/portfolio/summary',
      text: sentences.join(' '),
      asOf,
      simulated,
    },
  }
}

/** Which holding is the largest or the smallest, where a question asks that; null where there are not two with a value. */
function rankedSentence({ baseCurrency, holdings }: PortfolioView, question: string): string | null {
  const [side] = SIDE.exec(question) ?? []
  if (side === undefined || !OF_HOLDINGS.test(question)) return null
  const isLeast = /^small/i.test(side)
  const valueOf = ({ valueBase }: HeldInstrument): number => (valueBase ?? 0) * (isLeast ? -1 : 1)
  const [found, ...others] = holdings
    .filter(({ valueBase }) => valueBase !== null)
    .toSorted((one, other) => valueOf(other) - valueOf(one))
  if (found === undefined || others.length === 0) return null
  const text = holdingText(found, (value) => `${baseCurrency} ${amount(value)}`)
  return `The ${isLeast ? 'smallest' : 'largest'} of your ${holdings.length} holdings is ${text}.`
}

/** What each holding has gained against its cost; null where that of no two is known. */
function gainsSentence({ baseCurrency, holdings }: PortfolioView): string | null {
  const known = holdings.flatMap((holding) => {
    const { unrealizedBase: gain, costBase: cost } = holding
    return gain === null ? [] : [{ name: nameOf(holding), gain, cost }]
  })
  if (known.length < 2) return null
  const sorted = known.toSorted((one, other) => other.gain - one.gain)
  const half = MOST_NAMED / 2
  const told = sorted.length <= MOST_NAMED ? sorted : [...sorted.slice(0, half), ...sorted.slice(-half)]
  const said = told.map(({ name, gain, cost }) => {
    const of = cost === null || cost <= 0 ? '' : ` (${percent(gain / cost)})`
    return `${name}, ${baseCurrency} ${amount(gain)}${of}`
  })
  const left = known.length - told.length
  const some = left === 0 ? '' : `, without ${left} between them`
  return `Against what it has cost, each holding has gained, from the most to the least${some}: ${said.join('; ')}.`
}

const SIDE = /\b(?:largest|biggest|smallest)\b/i
const OF_HOLDINGS = /\b(?:holdings?|positions?|investments?|stocks?|shares?)\b/i

/** What of the user's portfolio is in the instruments that a question is about, and where that `isAsked`, in which of them nothing is; null where nothing is to be said. */
export function positionFact(
  { tenantId, userId }: PortfolioOwner,
  { baseCurrency, asOf, simulated, holdings }: PortfolioView,
  {
    about,
    isAsked,
    isPast = false,
  }: { about: readonly InstrumentSummary[]; isAsked: boolean; isPast?: boolean },
): Fact | null {
  const at = formatInstantSeconds(asOf)
  const hold = isPast ? 'held' : 'hold'
  const said = (value: number): string => `${baseCurrency} ${amount(value)}`
  const sentences = about.flatMap((instrument) => {
    const held = holdings.find(({ entityId }) => entityId === instrument.entityId)
    if (held !== undefined)
      return [`You ${hold} ${holdingText(held, said)}${gainText(held, baseCurrency)}, as of ${at}.`]
    return isAsked ? [`You ${hold} nothing of ${nameOf(instrument)}, as of ${at}.`] : []
  })
  if (sentences.length === 0) return null
  return {
    sentences,
    record: {
      kind: 'fact',
      docId: nameId('chat-fact', 'positions', tenantId, userId, at, ...about.map(({ entityId }) => entityId)),
      headline: `Your holdings ${at.slice(0, 10)}`,
      url: '/v1/portfolio/holdings',
      text: sentences.join(' '),
      asOf,
      simulated,
    },
  }
}

/** What it has gained or lost against its cost; nothing where that is not known. */
function gainText(
  { quantity, unrealizedBase: gain, costBase: cost }: HeldInstrument,
  baseCurrency: string,
): string {
  const said = (value: number): string => `${baseCurrency} ${amount(value)}`
  if (gain === null) return ''
  const each =
    quantity > 0 && cost !== null ? `, on average ${baseCurrency} ${price(cost / quantity)} each` : ''
  const of = cost === null ? '' : ` of ${said(cost)}${each}`
  return `, ${said(Math.abs(gain))} ${gain < 0 ? 'less' : 'more'} than its cost${of}`
}

function holdingText(holding: HeldInstrument, said: (value: number) => string): string {
  const { quantity, valueBase, weight } = holding
  const held = `${price(quantity)} of ${nameOf(holding)}`
  if (valueBase === null) return `${held}, without a price`
  const share = weight === null ? '' : `, ${percent(weight)} of the total`
  return `${held}, worth ${said(valueBase)}${share}`
}
