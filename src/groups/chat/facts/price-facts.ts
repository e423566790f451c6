import { nameId } from '../../../kernel/ids.ts'
import { type Day, formatDay, formatInstantSeconds, type Instant } from '../../../kernel/time.ts'
import type { InstrumentQuote, InstrumentSummary, SessionCloses } from '../../../ports/instruments.ts'
import type { Fact } from './facts.ts'
import { percent, price } from './say.ts'

/** The newest price of an instrument, and how far it is from the close before. */
export function quoteFact(instrument: InstrumentSummary, quote: InstrumentQuote): Fact {
  const at = formatInstantSeconds(quote.at)
  const last = `The last price of ${instrument.name} (${instrument.ticker}) is ${quote.currency} ${price(quote.price)}, as of ${at}.`
  const change =
    quote.previousClose === null || quote.previousClose === 0
      ? []
      : [
          `Against the close before it has changed by (${price(quote.price)} − ${price(quote.previousClose)}) / ${price(quote.previousClose)} = ${percent((quote.price - quote.previousClose) / quote.previousClose)}.`,
        ]
  const sentences = [last, ...change]
  return {
    sentences,
    record: {
      kind: 'fact',
      docId: nameId('chat-fact', 'quote', instrument.entityId, at),
      headline: `Quote ${instrument.ticker} ${at.slice(0, 10)}`,
      url: `/v1/instruments/${instrument.entityId}/live-quote`,
      text: sentences.join(' '),
      asOf: quote.at,
      simulated: quote.simulated,
    },
  }
}

/** A close that is known. */
interface KnownClose {
  day: Day
  close: number
  endsAt: Instant
}

function knownCloses({ sessions }: SessionCloses): KnownClose[] {
  return sessions.flatMap(({ day, adjustedClose, endsAt }) =>
    adjustedClose === null ? [] : [{ day, close: adjustedClose, endsAt }],
  )
}

/** The closes that a return is between; null without two. */
export function firstAndLast(closes: SessionCloses): { first: KnownClose; last: KnownClose } | null {
  const known = knownCloses(closes)
  const [first, last] = [known[0], known.at(-1)]
  return first === undefined || last === undefined || first === last || first.close === 0
    ? null
    : { first, last }
}

/** What an instrument returned between the first and the last close of a range, dividends included; null without two closes. */
export function performanceFact(instrument: InstrumentSummary, found: SessionCloses): Fact | null {
  const ends = firstAndLast(found)
  if (ends === null) return null
  const { first, last } = ends
  const closes = knownCloses(found)
  const high = closes.reduce((best, each) => (each.close > best.close ? each : best))
  const low = closes.reduce((best, each) => (each.close < best.close ? each : best))
  const [from, to] = [formatDay(first.day), formatDay(last.day)]
  const name = `${instrument.name} (${instrument.ticker})`
  const moved = (last.close - first.close) / first.close
  const sentences = [
    `${name} returned ${percent(moved)} from ${from} to ${to}: (${price(last.close)} − ${price(first.close)}) / ${price(first.close)}, closes adjusted for splits and dividends.`,
    `The highest adjusted close was ${price(high.close)} on ${formatDay(high.day)}, the lowest ${price(low.close)} on ${formatDay(low.day)}.`,
  ]
  return {
    sentences,
    record: {
      kind: 'fact',
      docId: nameId('chat-fact', 'closes', instrument.entityId, from, to),
      headline: `Prices ${instrument.ticker} ${from} to ${to}`,
      url: `/v1/instruments/${instrument.entityId}/ohlcv?from=${from}&to=${to}`,
      text: sentences.join(' '),
      asOf: last.endsAt,
      simulated: found.simulated,
    },
  }
}
