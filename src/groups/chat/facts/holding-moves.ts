import { nameId } from '../../../kernel/ids.ts'
import { formatDay, formatInstantSeconds } from '../../../kernel/time.ts'
import type { HeldInstrument, PortfolioOwner, PortfolioView } from '../../../ports/portfolio.ts'
import type { Fact } from './facts.ts'
import { endsOf, type RangeCloses } from './closes.ts'
import { amount, percent, price } from './say.ts'

const MOST_NAMED = 10

interface Move {
  holding: HeldInstrument
  /** Adjusted closes. */
  from: { day: string; close: number }
  to: { day: string; close: number }
  /** A fraction. */
  moved: number
  /** What that did to its value, in the base currency; null where the value is not known. */
  changeBase: number | null
}

/**
 * What the prices of holdings did over a time and what that made of their value, the largest part first; null where no two closes are known.
 * The value before is today's over one plus the return, so quantities and exchange rates are today's.
 */
export function holdingMovesFact(
  { tenantId, userId }: PortfolioOwner,
  { baseCurrency, holdings, simulated }: PortfolioView,
  closes: ReadonlyMap<string, RangeCloses>,
): Fact | null {
  const moves = holdings
    .flatMap((holding) => moveOf(holding, closes.get(holding.entityId)))
    .toSorted((one, other) => Math.abs(other.changeBase ?? 0) - Math.abs(one.changeBase ?? 0))
  const [latest] = moves.toSorted((one, other) => (one.to.day < other.to.day ? 1 : -1))
  if (latest === undefined) return null
  const said = (value: number): string => `${baseCurrency} ${amount(value)}`
  const named = moves.slice(0, MOST_NAMED)
  const ranked = moves.toSorted((one, other) => other.moved - one.moved)
  const [best, worst] = [ranked[0], ranked.at(-1)]
  const sentences = [
    ...(best === undefined || worst === undefined || best === worst
      ? []
      : [
          `Of what you hold, ${nameOf(best)} did best, ${percent(best.moved)}, and ${nameOf(worst)} worst, ${percent(worst.moved)}.`,
        ]),
    ...named.map(
      (move) =>
        `${nameOf(move)} returned ${percent(move.moved)} from the close of ${move.from.day} to that of ${move.to.day}: (${price(move.to.close)} − ${price(move.from.close)}) / ${price(move.from.close)}${move.changeBase === null ? '' : `, which is ${said(move.changeBase)} of your holding at its quantity and exchange rate of today`}.`,
    ),
  ]
  const days = [named.map(({ from }) => from.day).toSorted()[0] ?? '', latest.to.day]
  return {
    sentences,
    record: {
      kind: 'fact',
      docId: nameId(
        'chat-fact',
        'holding-moves',
        tenantId,
        userId,
        ...days,
        formatInstantSeconds(latest.endsAt),
      ),
      headline: `Your holdings ${days.join(' to ')}`,
      url: `/v1/portfolio/performance?from=${days[0]}&to=${days[1]}`,
      text: sentences.join(' '),
      asOf: latest.endsAt,
      simulated,
    },
  }
}

const nameOf = ({ holding: { name, ticker } }: Move): string => `${name} (${ticker})`

function moveOf(holding: HeldInstrument, closes: RangeCloses | undefined): Array<Move & { endsAt: number }> {
  const ends = closes === undefined ? null : endsOf(closes)
  if (ends === null) return []
  const { first, last } = ends
  const moved = (last.adjusted - first.adjusted) / first.adjusted
  const { valueBase } = holding
  return [
    {
      holding,
      from: { day: formatDay(first.day), close: first.adjusted },
      to: { day: formatDay(last.day), close: last.adjusted },
      endsAt: last.endsAt,
      moved,
      changeBase: valueBase === null || moved <= -1 ? null : (valueBase * moved) / (1 + moved),
    },
  ]
}
