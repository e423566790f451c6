import { nameId } from '../../../kernel/ids.ts'
import { formatInstantSeconds } from '../../../kernel/time.ts'
import type { AssetClass } from '../../../market/vocabulary.ts'
import type { DayMove, InstrumentReader, MoveOrder } from '../../../ports/instruments.ts'
import type { MovesAsk } from '../understanding/day-moves.ts'
import type { Fact } from './facts.ts'
import { nameOf, percent, price } from './say.ts'

/** Those that are told of each order. */
const MOST_MOVES = 10
/** US dollars. Of the smallest companies a single trade moves the price by tens of percent. */
const LEAST_MARKET_CAP = 2_000_000_000

/** The largest moves of the day in the whole market, one fact for each order. */
export async function dayMoveFacts(
  instruments: Pick<InstrumentReader, 'movers'>,
  { orders, assetClass }: MovesAsk,
  signal: AbortSignal,
): Promise<Fact[]> {
  const facts: Fact[] = []
  for (const order of orders) {
    const query = { order, assetClass, limit: MOST_MOVES }
    const least = assetClass === 'equity' ? LEAST_MARKET_CAP : null
    let found = await instruments.movers({ ...query, leastMarketCap: least }, signal)
    // Market capitalisations may not be known at all.
    const isOfLarge = least !== null && found.moves.length > 0
    if (!isOfLarge && least !== null)
      found = await instruments.movers({ ...query, leastMarketCap: null }, signal)
    if (found.moves.length > 0) facts.push(movesFact({ ...query, isOfLarge }, found))
  }
  return facts
}

function movesFact(
  {
    order,
    assetClass,
    limit,
    isOfLarge,
  }: { order: MoveOrder; assetClass: AssetClass; limit: number; isOfLarge: boolean },
  { asOf, moves }: { asOf: number; moves: readonly DayMove[] },
): Fact {
  const size = isOfLarge ? ' worth at least USD 2,000 million' : ''
  const text = `${ORDERS[order]} among ${KINDS[assetClass]}${size}, as of ${formatInstantSeconds(asOf)}: ${moves.map(moveOf).join('; ')}.`
  const least = isOfLarge ? `&min_market_cap=${LEAST_MARKET_CAP}` : ''
  return {
    sentences: [text],
    record: {
      kind: 'fact',
      docId: nameId('chat-fact', 'movers', order, assetClass, String(isOfLarge)),
      headline: `${ORDERS[order]}, ${KINDS[assetClass]}`,
      url: `/v1/instruments/movers?direction=${order}&asset_class=${assetClass}&limit=${limit}${least}`,
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
