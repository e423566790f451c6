import { nameId } from '../../../../kernel/ids.ts'
import { formatInstantSeconds, type Instant } from '../../../../kernel/time.ts'
import type { AssetClass } from '../../../../market/vocabulary.ts'
import type {
  DayMove,
  InstrumentReader,
  InstrumentSummary,
  MoveOrder,
} from '../../../../ports/instruments.ts'
import type { MovesAsk } from '../../understanding/intents/day-moves.ts'
import type { Fact } from '../facts.ts'
import { money, nameOf, percent, price } from '../number-format.ts'

/** Most moves listed per ranking. */
const MOST_MOVES = 10
/** Size of the endpoint's list, from which those of a sector are chosen. */
const MOST_LISTED = 50
/** US dollars. A single trade moves the price of very small companies by tens of percent. */
const LEAST_MARKET_CAP = 2_000_000_000

/** The largest moves of the day in the whole market, one fact per ranking. */
export async function dayMoveFacts(
  instruments: Pick<InstrumentReader, 'movers'>,
  {
    orders,
    assetClass,
    sector,
    excluded,
  }: Omit<MovesAsk, 'isOfToday' | 'isOfPart'> & { excluded: readonly InstrumentSummary[] },
  signal: AbortSignal,
): Promise<Fact[]> {
  const out = new Set(excluded.map(({ entityId }) => entityId))
  // No market capitalisation may be stored.
  const leasts = assetClass === 'equity' ? [LEAST_MARKET_CAP, null] : [null]
  const facts: Fact[] = []
  for (const order of orders) {
    for (const leastMarketCap of leasts) {
      const query = {
        order,
        assetClass,
        leastMarketCap,
        isSector: sector?.isSector ?? null,
        limit: MOST_MOVES + out.size,
      }
      const { asOf, moves: all } = await instruments.movers(query, signal)
      const moves = all.filter(({ entityId }) => !out.has(entityId)).slice(0, MOST_MOVES)
      if (moves.length === 0) continue
      facts.push(movesFact(query, { asOf, moves }))
      break
    }
  }
  return facts
}

function movesFact(
  { order, assetClass, leastMarketCap: least, isSector, limit }: Parameters<InstrumentReader['movers']>[0],
  { asOf, moves }: { asOf: Instant; moves: readonly DayMove[] },
): Fact {
  const size = least === null ? '' : ` worth at least ${money(least)}`
  const sectors = isSector === null ? [] : [...new Set(moves.flatMap(({ sector }) => sector ?? []))]
  const kind = [sectors.join(' and '), KINDS[assetClass]].filter(Boolean).join(' ')
  const text = `${ORDERS[order]} among ${kind}${size}, as of ${formatInstantSeconds(asOf)}: ${moves.map(moveOf).join('; ')}.`
  const ofSize = least === null ? '' : `&min_market_cap=${least}`
  return {
    sentences: [text],
    record: {
      kind: 'fact',
      docId: nameId('chat-fact', 'movers', order, assetClass, String(least), ...sectors),
      headline: `${ORDERS[order]}, ${kind}`,
      url: `/v1/instruments/movers?direction=${order}&asset_class=${assetClass}&limit=${isSector === null ? limit : MOST_LISTED}${ofSize}`,
      text,
      asOf,
      simulated: moves.some(({ simulated }) => simulated),
    },
  }
}

const ORDERS: Readonly<Record<MoveOrder, string>> = {
  gainers: 'The largest gainers of the day',
  losers: 'The largest losers of the day',
  most_active: 'The most traded by value in the session',
}

const KINDS: Readonly<Record<AssetClass, string>> = {
  equity: 'stocks',
  etf: 'exchange-traded funds',
  index: 'indices',
  crypto: 'crypto assets',
}

/** `NVIDIA Corporation (NVDA) +4.5 % at USD 251.74`. */
function moveOf(move: DayMove): string {
  const { change, currency } = move
  const said = change === null ? '' : ` ${change > 0 ? '+' : ''}${percent(change)}`
  return `${nameOf(move)}${said} at ${currency} ${price(move.price)}`
}
