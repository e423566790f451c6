import { nameId } from '../../../../kernel/ids.ts'
import { formatDay, formatInstantSeconds, utcDay } from '../../../../kernel/time.ts'
import type { InstrumentSummary } from '../../../../ports/instruments.ts'
import type { HeldInstrument, PortfolioOwner, PortfolioView } from '../../../../ports/portfolio.ts'
import type { Fact } from '../facts.ts'
import { amount, nameOf, percent, price } from '../number-format.ts'

const MOST_NAMED = 10

/** What is asked of a portfolio. */
interface PortfolioQuestion {
  asksGain?: boolean
  ranksGains?: boolean
}

/** The endpoints that show a part of a portfolio: now, and for a past day. */
interface Shown {
  headline: string
  url: string
  pastUrl: (day: string) => string
}

const WORTH: Shown = {
  headline: 'Your portfolio',
  url: '/v1/portfolio/summary',
  pastUrl: (day) => `/v1/portfolio/performance?from=${day}&to=${day}`,
}
export const HELD: Shown = {
  headline: 'Your holdings',
  url: '/v1/portfolio/holdings',
  pastUrl: (day) => `/v1/portfolio/holdings?as_of=${day}`,
}

/** Sentences about a portfolio, citing the endpoint that shows the same. */
export function ownFact(
  { tenantId, userId }: PortfolioOwner,
  { asOf, on, simulated }: Pick<PortfolioView, 'asOf' | 'on' | 'simulated'>,
  { headline, url, pastUrl }: Shown,
  sentences: readonly string[],
): Fact {
  const at = formatInstantSeconds(asOf)
  const path = on === null ? url : pastUrl(formatDay(on))
  return {
    sentences,
    record: {
      kind: 'fact',
      docId: nameId('chat-fact', path, tenantId, userId, at),
      headline: `${headline} ${at.slice(0, 10)}`,
      url: path,
      text: sentences.join(' '),
      asOf,
      simulated,
    },
  }
}

/** A fact whose sentences also depend on the holdings. */
export function withHoldings(owner: PortfolioOwner, view: PortfolioView, fact: Fact): Fact {
  const { record } = ownFact(owner, view, HELD, fact.sentences)
  const held = fact.sentences.map((sentence) => ({ sentence, record }))
  return { ...fact, also: [...(fact.also ?? []), ...held] }
}

/** The value of the portfolio, and its share of cash. */
export const worthFact = (owner: PortfolioOwner, view: PortfolioView): Fact =>
  ofWorth(owner, view, [worthSentence(view)])

/** Sentences about the whole; on a past day cash and gain are cited from the holdings of that day. */
function ofWorth(owner: PortfolioOwner, view: PortfolioView, sentences: readonly string[]): Fact {
  const fact = ownFact(owner, view, WORTH, sentences)
  return view.on === null ? fact : withHoldings(owner, view, fact)
}

/**
 * The value of a portfolio and its gain over cost, the latter first if it `asksGain`; and the holdings, the gain of each first if it
 * `ranksGains`.
 */
export function portfolioFacts(
  owner: PortfolioOwner,
  view: PortfolioView,
  { asksGain = false, ranksGains = false }: PortfolioQuestion = {},
): Fact[] {
  const { baseCurrency, holdings } = view
  const said = (value: number): string => `${baseCurrency} ${amount(value)}`
  if (holdings.length === 0)
    return [
      ofWorth(owner, view, [
        worthSentence(view),
        `Nothing ${view.on === null ? 'is held now' : 'was held'}.`,
      ]),
    ]
  const gain = holdings.reduce((sum, { unrealizedBase }) => sum + (unrealizedBase ?? 0), 0)
  const turned = `${gain < 0 ? 'lost' : 'gained'} ${said(Math.abs(gain))}`
  const gained =
    view.on === null
      ? `Against what it has cost, what is held has ${turned} so far.`
      : `Against what it had cost, what was held had ${turned} by then.`
  const ofAll = asksGain ? [gained, worthSentence(view)] : [worthSentence(view), gained]
  const named = holdings.slice(0, MOST_NAMED)
  const rest = holdings.length - named.length
  const held = `You ${holdVerb(view)} ${holdings.length} instruments: ${named.map((each) => holdingText(each, said)).join('; ')}${rest > 0 ? `; and ${rest} more` : ''}.`
  const ranked = ranksGains ? gainsSentence(view) : null
  const whole = ofWorth(owner, view, ofAll)
  return ranked === null
    ? [whole, ownFact(owner, view, HELD, [held])]
    : [ownFact(owner, view, HELD, [ranked, held]), whole]
}

/** The cost of the holdings; null when there are none. @param called What they are called: all holdings, or a part of them. */
export function costFact(
  owner: PortfolioOwner,
  view: PortfolioView,
  called = 'what is held now',
): Fact | null {
  const { baseCurrency, holdings } = view
  const known = holdings.flatMap(({ costBase }) => costBase ?? [])
  if (known.length === 0) return null
  const cost = known.reduce((sum, each) => sum + each, 0)
  const of = known.length === holdings.length ? called : `${known.length} of ${called}`
  const sentences = [
    `The purchases of ${of} have cost ${baseCurrency} ${amount(cost)}, at the exchange rates of their days.`,
  ]
  return ownFact(owner, view, HELD, sentences)
}

const holdVerb = ({ on }: PortfolioView): string => (on === null ? 'hold' : 'held')

function worthSentence({ baseCurrency, totalValue, cash, asOf, on }: PortfolioView): string {
  const is = on === null ? 'is' : 'was'
  const said = (value: number): string => `${baseCurrency} ${amount(value)}`
  const share = totalValue > 0 ? ` (${percent(cash / totalValue)})` : ''
  return `Your portfolio ${is} worth ${said(totalValue)} as of ${formatInstantSeconds(asOf)}, of which ${said(cash)}${share} ${is} cash.`
}

/** The gain of each holding over its cost; null unless at least two are known. */
function gainsSentence({ baseCurrency, holdings }: PortfolioView): string | null {
  const known = holdings.flatMap((holding) => {
    const { unrealizedBase: gain, costBase: cost } = holding
    return gain === null ? [] : [{ name: nameOf(holding), gain, cost }]
  })
  if (known.length < 2) return null
  const sorted = known.toSorted((one, other) => other.gain - one.gain)
  const half = MOST_NAMED / 2
  const listed = sorted.length <= MOST_NAMED ? sorted : [...sorted.slice(0, half), ...sorted.slice(-half)]
  const said = listed.map(({ name, gain, cost }) => {
    const of = cost === null || cost <= 0 ? '' : ` (${percent(gain / cost)})`
    return `${name}, ${baseCurrency} ${amount(gain)}${of}`
  })
  const left = known.length - listed.length
  const some = left === 0 ? '' : `, without ${left} between them`
  return `Against what it has cost, each holding has gained, from the most to the least${some}: ${said.join('; ')}.`
}

/**
 * The user's holdings of the instruments that a question is about; if it `isAsked`, also those not held. Null when there is nothing to
 * state.
 */
export function positionFact(
  owner: PortfolioOwner,
  view: PortfolioView,
  { about, isAsked }: { about: readonly InstrumentSummary[]; isAsked: boolean },
): Fact | null {
  const { baseCurrency, asOf, holdings } = view
  const [at, day] = [formatInstantSeconds(asOf), formatDay(utcDay(asOf))]
  const hold = holdVerb(view)
  const said = (value: number): string => `${baseCurrency} ${amount(value)}`
  const sentences = about.flatMap((instrument) => {
    const held = holdings.find(({ entityId }) => entityId === instrument.entityId)
    if (held !== undefined)
      return [`You ${hold} ${holdingText(held, said)}${gainText(held, baseCurrency)}, as of ${at}.`]
    // Holding nothing does not depend on a price.
    return isAsked ? [`You ${hold} nothing of ${nameOf(instrument)}, as of ${day}.`] : []
  })
  if (sentences.length === 0) return null
  return ownFact(owner, view, HELD, sentences)
}

/** The gain or loss over cost; empty when not known. */
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

/** The quantity of a holding and its value. */
export function holdingText(holding: HeldInstrument, said: (value: number) => string): string {
  const { quantity, valueBase, weight } = holding
  const held = `${price(quantity)} of ${nameOf(holding)}`
  if (valueBase === null) return `${held}, without a price`
  const share = weight === null ? '' : `, ${percent(weight)} of the total`
  return `${held}, worth ${said(valueBase)}${share}`
}
