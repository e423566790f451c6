import { nameId } from '../../../kernel/ids.ts'
import { formatDay, formatInstantSeconds, type Instant } from '../../../kernel/time.ts'
import type { InstrumentQuote } from '../../../ports/instruments.ts'
import type { HeldInstrument, PortfolioOwner, PortfolioView } from '../../../ports/portfolio.ts'
import { endsOf, type RangeCloses } from './closes.ts'
import type { Fact } from './facts.ts'
import { amount, nameOf, percent, price } from './say.ts'

const MOST_NAMED = 10

/** What a price was at an end of a time, and what that end is called. */
interface MoveEnd {
  said: string
  price: number
}

interface Move {
  holding: HeldInstrument
  from: MoveEnd
  to: MoveEnd
  /** The instant of the second. */
  at: Instant
}

/** What the prices of holdings did between two closes, adjusted for splits and dividends; null where no two are known. */
export function holdingMovesFact(
  owner: PortfolioOwner,
  view: PortfolioView,
  closes: ReadonlyMap<string, RangeCloses>,
): Fact | null {
  const days: string[] = []
  const moves = view.holdings.flatMap((holding): Move[] => {
    const found = closes.get(holding.entityId)
    const ends = found === undefined ? null : endsOf(found)
    if (ends === null) return []
    const [from, to] = [formatDay(ends.first.day), formatDay(ends.last.day)]
    days.push(from, to)
    return [
      {
        holding,
        from: { said: `the close of ${from}`, price: ends.first.adjusted },
        to: { said: `that of ${to}`, price: ends.last.adjusted },
        at: ends.last.endsAt,
      },
    ]
  })
  const sorted = days.toSorted()
  const [from, to] = [sorted[0], sorted.at(-1)]
  const about = {
    title: `Your holdings ${from} to ${to}`,
    url: `/v1/portfolio/performance?from=${from}&to=${to}`,
  }
  return movesFact(owner, view, moves, about)
}

/** What the prices of holdings have done since the close before, at the newest prices; null where none is known. */
export function holdingsTodayFact(
  owner: PortfolioOwner,
  view: PortfolioView,
  quotes: ReadonlyMap<string, InstrumentQuote>,
): Fact | null {
  const moves = view.holdings.flatMap((holding): Move[] => {
    const quote = quotes.get(holding.entityId)
    if (quote === undefined || quote.previousClose === null || quote.previousClose === 0) return []
    const to = { said: `the price of ${formatInstantSeconds(quote.at)}`, price: quote.price }
    return [{ holding, from: { said: 'the close before', price: quote.previousClose }, to, at: quote.at }]
  })
  return movesFact(owner, view, moves, { title: 'Your holdings today', url: '/v1/portfolio/holdings' })
}

/**
 * Moves and what they made of the value of each holding, the largest part first. The value before is today's over one plus the return, so
 * quantities and exchange rates are today's.
 */
function movesFact(
  { tenantId, userId }: PortfolioOwner,
  { baseCurrency, simulated }: PortfolioView,
  moves: readonly Move[],
  { title, url }: { title: string; url: string },
): Fact | null {
  const [first] = moves
  if (first === undefined) return null
  const size = (move: Move): number => Math.abs(changeOf(move) ?? 0)
  const named = moves.toSorted((one, other) => size(other) - size(one)).slice(0, MOST_NAMED)
  const ranked = moves.toSorted((one, other) => returnOf(other) - returnOf(one))
  const [best, worst] = [ranked[0], ranked.at(-1)]
  const sentences = [
    ...(best === undefined || worst === undefined || best === worst
      ? []
      : [
          `Of what you hold, ${nameOf(best.holding)} did best, ${percent(returnOf(best))}, and ${nameOf(worst.holding)} worst, ${percent(returnOf(worst))}.`,
        ]),
    ...named.map((move) => sentenceOf(move, baseCurrency)),
  ]
  const at = Math.max(...moves.map((move) => move.at))
  return {
    sentences,
    record: {
      kind: 'fact',
      docId: nameId('chat-fact', 'holding-moves', tenantId, userId, title, formatInstantSeconds(at)),
      headline: title,
      url,
      text: sentences.join(' '),
      asOf: at,
      simulated,
    },
  }
}

function sentenceOf(move: Move, baseCurrency: string): string {
  const { from, to } = move
  const change = changeOf(move)
  const effect =
    change === null
      ? ''
      : `, which is ${baseCurrency} ${amount(change)} of your holding at its quantity and exchange rate of today`
  return `${nameOf(move.holding)} returned ${percent(returnOf(move))} from ${from.said} to ${to.said}: (${price(to.price)} − ${price(from.price)}) / ${price(from.price)}${effect}.`
}

/** A fraction. */
const returnOf = ({ from, to }: Move): number => (to.price - from.price) / from.price

/** What a move did to the value of its holding, in the base currency; null where the value is not known. */
function changeOf(move: Move): number | null {
  const { valueBase } = move.holding
  const moved = returnOf(move)
  return valueBase === null || moved <= -1 ? null : (valueBase * moved) / (1 + moved)
}
