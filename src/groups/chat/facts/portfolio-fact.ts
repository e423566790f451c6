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
}

/** What a user holds, what it is worth and what it has gained against its cost; first that gain where it `asksGain`, of each holding where that `ranksGains`. */
export function portfolioFact(
  { tenantId, userId }: PortfolioOwner,
  view: PortfolioView,
  { asksGain = false, ranksGains = false }: PortfolioQuestion = {},
): Fact {
  const { baseCurrency, asOf, simulated, holdings } = view
  const ranked = ranksGains ? gainsSentence(view) : null
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
    worthSentence(view),
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

/** What the holdings have cost; null where nothing is held. @param called How they are called: all of what is held, or a part of it. */
export function costFact(
  owner: PortfolioOwner,
  view: PortfolioView,
  called = 'what is held now',
): Fact | null {
  const { baseCurrency, holdings } = view
  const known = holdings.flatMap(({ costBase }) => costBase ?? [])
  if (known.length === 0) return null
  const { record } = portfolioFact(owner, view)
  const cost = known.reduce((sum, each) => sum + each, 0)
  const of = known.length === holdings.length ? called : `${known.length} of ${called}`
  const sentences = [
    `The purchases of ${of} have cost ${baseCurrency} ${amount(cost)}, at the exchange rates of their days.`,
  ]
  return {
    sentences,
    record: {
      ...record,
      docId: nameId('chat-fact', 'cost', record.docId, ...sentences),
      text: sentences.join(' '),
    },
  }
}

/** What all of it is worth, and how much of that is cash. */
export function worthSentence({ baseCurrency, totalValue, cash, asOf }: PortfolioView): string {
  const said = (value: number): string => `${baseCurrency} ${amount(value)}`
  const share = totalValue > 0 ? ` (${percent(cash / totalValue)})` : ''
  return `Your portfolio is worth ${said(totalValue)} as of ${formatInstantSeconds(asOf)}, of which ${said(cash)}${share} is cash.`
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

/** How much of something is held and what that is worth. */
export function holdingText(holding: HeldInstrument, said: (value: number) => string): string {
  const { quantity, valueBase, weight } = holding
  const held = `${price(quantity)} of ${nameOf(holding)}`
  if (valueBase === null) return `${held}, without a price`
  const share = weight === null ? '' : `, ${percent(weight)} of the total`
  return `${held}, worth ${said(valueBase)}${share}`
}
