import { formatDay, formatInstantSeconds, utcDay } from '../../../../kernel/time.ts'
import type { InstantRange } from '../../../../market/bars.ts'
import type { InstrumentQuote } from '../../../../ports/instruments.ts'
import type { HeldInstrument, PortfolioView } from '../../../../ports/portfolio.ts'
import type { Finding, SourceRecord } from '../../answer.ts'
import { endsOf, type RangeCloses } from '../prices/closes.ts'
import type { Fact } from '../facts.ts'
import { closesRecord, overviewRecord } from '../prices/price-facts.ts'
import { amount, nameOf, percent, price } from '../number-format.ts'

/** Most holdings whose moves are listed. */
const MOST_LISTED = 6
/** The name of their returns among measures. */
const RETURN = 'return of a holding'

/** A price at one end of a period, and how that end is called. */
interface MoveEnd {
  said: string
  price: number
}

interface Move {
  holding: HeldInstrument
  from: MoveEnd
  to: MoveEnd
  /** The price behind the holding's present value, adjusted like the other two. */
  newest: number
  /** The record of both prices. */
  record: Omit<SourceRecord, 'text'>
}

/**
 * Price moves of holdings between two closes, adjusted for splits and dividends, one fact each; empty when a close is missing. For a period
 * that has ended `newest` has the present adjusted close by id; for any other it is the last of the closes.
 */
export function holdingMoveFacts(
  view: PortfolioView,
  closes: ReadonlyMap<string, RangeCloses>,
  newest: ReadonlyMap<string, number> = new Map(),
): Fact[] {
  const moves = view.holdings.flatMap((holding): Move[] => {
    const found = closes.get(holding.entityId)
    const ends = found === undefined ? null : endsOf(found)
    if (found === undefined || ends === null) return []
    const [from, to] = [formatDay(ends.first.day), formatDay(ends.last.day)]
    return [
      {
        holding,
        from: { said: `the close of ${from}`, price: ends.first.adjusted },
        to: { said: `that of ${to}`, price: ends.last.adjusted },
        newest: newest.get(holding.entityId) ?? ends.last.adjusted,
        record: closesRecord(holding, found, { sentences: [], from, to, asOf: ends.last.endsAt }),
      },
    ]
  })
  return moveFacts(view, moves)
}

/** A note that no holding had a session in a past period, and which session was the last before it; empty when one had. */
export function idleFacts(
  closes: ReadonlyMap<string, RangeCloses>,
  view: PortfolioView,
  range: InstantRange,
): Fact[] {
  const [newest] = view.holdings
    .flatMap((holding) => {
      const found = closes.get(holding.entityId)
      return found?.before ? [{ holding, found, before: found.before }] : []
    })
    .toSorted((one, other) => other.before.day - one.before.day)
  if (newest === undefined || closes.values().some(({ within }) => within.length > 0)) return []
  const { holding, found, before } = newest
  const [from, to, last] = [utcDay(range.from), utcDay(range.to), before.day].map(formatDay)
  const sentences = [
    `Nothing that you hold had a session ${from === to ? `on ${from}` : `from ${from} to ${to}`}, so that no price moved: the last one before, of ${nameOf(holding)}, was on ${last}.`,
  ]
  const record = closesRecord(holding, found, {
    sentences,
    from: last ?? '',
    to: to ?? '',
    asOf: before.endsAt,
  })
  return [{ sentences, record, isNone: true }]
}

/** Price moves of the holdings since the previous close, at the newest prices; empty when none is known. */
export function holdingsTodayFacts(
  view: PortfolioView,
  quotes: ReadonlyMap<string, InstrumentQuote>,
): Fact[] {
  const moves = view.holdings.flatMap((holding): Move[] => {
    const quote = quotes.get(holding.entityId)
    if (quote === undefined || quote.previousClose === null || quote.previousClose === 0) return []
    const to = { said: `the price of ${formatInstantSeconds(quote.at)}`, price: quote.price }
    // The overview has the move as well; the time of the price is in the record of the holding.
    const record = overviewRecord(holding, quote, '')
    const from = { said: 'the close before', price: quote.previousClose }
    return [{ holding, from, to, newest: quote.price, record }]
  })
  return moveFacts(view, moves)
}

/** Facts without the numbers that {@link withBestAndWorst} reports. */
export const withoutMoves = (facts: readonly Fact[]): Fact[] =>
  facts.map((fact) => ({ ...fact, measures: fact.measures?.filter(({ what }) => what !== RETURN) ?? [] }))

/** Findings with the best and the worst holding stated first, citing both, before the move of each. */
export function withBestAndWorst(findings: readonly Finding[], facts: readonly Fact[]): Finding[] {
  const moves = facts.flatMap(({ measures = [] }, source) =>
    measures.filter(({ what }) => what === RETURN).map((measure) => ({ measure, source })),
  )
  const ranked = moves.toSorted((one, other) => other.measure.value - one.measure.value)
  const [best, worst] = [ranked[0], ranked.at(-1)]
  if (best === undefined || worst === undefined || best === worst) return [...findings]
  const moveSources = new Set(moves.map(({ source }) => source))
  const at = findings.findIndex(({ sources }) => sources.some((source) => moveSources.has(source)))
  const verdict = {
    text: `Of what you hold, ${best.measure.of} did best, ${best.measure.said}, and ${worst.measure.of} worst, ${worst.measure.said}.`,
    sources: [best.source, worst.source],
  }
  return findings.toSpliced(Math.max(0, at), 0, verdict)
}

/**
 * Moves and their effect on the value of each holding, the largest effect first; the best and the worst are always included. Quantities and
 * exchange rates are those of the present value.
 */
function moveFacts({ baseCurrency }: PortfolioView, moves: readonly Move[]): Fact[] {
  const size = (move: Move): number => Math.abs(changeOf(move) ?? 0)
  const ranked = moves.toSorted((one, other) => returnOf(other) - returnOf(one))
  const ends = new Set([ranked[0], ranked.at(-1)])
  const others = moves.filter((move) => !ends.has(move)).toSorted((one, other) => size(other) - size(one))
  const listed = [...moves.filter((move) => ends.has(move)), ...others.slice(0, MOST_LISTED - ends.size)]
  return listed
    .toSorted((one, other) => size(other) - size(one))
    .map((move) => {
      const sentence = sentenceOf(move, baseCurrency)
      const said = percent(returnOf(move))
      const when = `${move.from.said} to ${move.to.said}`
      return {
        sentences: [sentence],
        measures: [
          {
            what: RETURN,
            of: nameOf(move.holding),
            when,
            value: returnOf(move),
            unit: '',
            said,
            isChange: true,
          },
        ],
        record: { ...move.record, text: sentence },
      }
    })
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

/** The effect of a move on the value of its holding, in the base currency; null when the value is not known. */
function changeOf(move: Move): number | null {
  const { holding, from, to, newest } = move
  return holding.valueBase === null || newest <= 0
    ? null
    : (holding.valueBase * (to.price - from.price)) / newest
}
