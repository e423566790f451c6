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

/** What shows something of a portfolio: now, and of a past day. */
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

/** Sentences on a portfolio, with the endpoint that shows the same. */
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

/** A fact whose sentences say also what is held. */
export function besideHeld(owner: PortfolioOwner, view: PortfolioView, fact: Fact): Fact {
  const { record } = ownFact(owner, view, HELD, fact.sentences)
  const held = fact.sentences.map((sentence) => ({ sentence, record }))
  return { ...fact, also: [...(fact.also ?? []), ...held] }
}

/** What all of it is worth, and how much of that is cash. */
export const worthFact = (owner: PortfolioOwner, view: PortfolioView): Fact =>
  ofWorth(owner, view, [worthSentence(view)])

/** Sentences on the whole: of a past day what was cash, and what was gained, is shown by what was held. */
function ofWorth(owner: PortfolioOwner, view: PortfolioView, sentences: readonly string[]): Fact {
  const fact = ownFact(owner, view, WORTH, sentences)
  return view.on === null ? fact : besideHeld(owner, view, fact)
}

/** What a portfolio is worth and has gained against its cost, first that where it `asksGain`; and what is held, first the gain of each where that `ranksGains`. */
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

/** What the holdings have cost; null where nothing is held. @param called How they are called: all of what is held, or a part of it. */
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
    // Of nothing there is no price of a moment.
    return isAsked ? [`You ${hold} nothing of ${nameOf(instrument)}, as of ${day}.`] : []
  })
  if (sentences.length === 0) return null
  return ownFact(owner, view, HELD, sentences)
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
