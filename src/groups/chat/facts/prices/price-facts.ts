import { nameId } from '../../../../kernel/ids.ts'
import { type Day, formatDay, formatInstantSeconds, type Instant, utcDay } from '../../../../kernel/time.ts'
import type { InstantRange } from '../../../../market/bars.ts'
import type { InstrumentQuote, InstrumentSummary } from '../../../../ports/instruments.ts'
import type { Direction } from '../../understanding/intents/causes.ts'
import { isIndex } from '../../understanding/intents/market-indices.ts'
import { isCoin } from '../../understanding/read-message.ts'
import type { Edge } from '../../understanding/times/periods.ts'
import { endsOf, onOneBasis, type RangeCloses, rebasedTo, saidBasis } from './closes.ts'
import { eachFor } from './converted.ts'
import { contradiction } from '../contradictions.ts'
import type { Fact, Measure } from '../facts.ts'
import { amount, nameOf, percent, price } from '../number-format.ts'

/** Names of the newest price and its move among measures. */
export const LAST_PRICE = 'last price'
/** An index has a level, without a currency. */
const LAST_LEVEL = 'last level'
export const DAY_CHANGE = 'change against the close before'

/** What is asked about a newest price. */
interface QuoteQuestion {
  /** Number of shares for which it is multiplied; null for none. */
  shares?: number | null
  /** The direction that the question assumes; null when it assumes none. */
  direction?: Direction | null
}

/** The newest price of an instrument, and its change from the previous close. */
export function quoteFact(
  instrument: InstrumentSummary,
  quote: InstrumentQuote,
  { shares = null, direction = null }: QuoteQuestion = {},
): Fact {
  const at = formatInstantSeconds(quote.at)
  const isLevel = isIndex(instrument)
  const said = isLevel ? `${price(quote.price)} points` : `${quote.currency} ${price(quote.price)}`
  const what = isLevel ? LAST_LEVEL : LAST_PRICE
  const last = `The ${what} of ${nameOf(instrument)} is ${said}, as of ${at}.`
  const moved = dayChange(instrument, quote)
  const held = shares === null || isLevel ? null : sharesAt(instrument, quote, shares)
  const sentences = [
    last,
    ...(held === null ? [] : [held.sentence]),
    ...moved.flatMap(({ sentence, measure }) => [sentence, ...contradiction(measure.value, direction)]),
  ]
  const money = { of: nameOf(instrument), currency: quote.currency, day: utcDay(quote.at) }
  return {
    sentences,
    also: moved.map(({ sentence }) => ({ sentence, record: overviewRecord(instrument, quote, sentence) })),
    amounts: isLevel
      ? []
      : [
          ...(held === null ? [] : [{ ...money, what: held.what, value: held.value }]),
          { ...money, what, value: quote.price },
        ],
    measures: [
      ...moved.map(({ measure }) => measure),
      {
        what,
        of: nameOf(instrument),
        when: '',
        value: quote.price,
        unit: isLevel ? '' : quote.currency,
        said,
        isChange: false,
      },
    ],
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

/** The value of some shares at the newest price, or at a past one. */
function sharesAt(
  instrument: InstrumentSummary,
  { price: each, currency }: Pick<InstrumentQuote, 'price' | 'currency'>,
  shares: number,
  verb: 'are' | 'were' = 'are',
): { what: string; value: number; sentence: string } {
  const value = shares * each
  return {
    what: `value of ${price(shares)} ${isCoin(instrument) ? 'coins' : 'shares'}`,
    value,
    sentence: `At that price ${price(shares)} of it ${verb} worth ${currency} ${amount(value)}: ${price(shares)} × ${eachFor(shares, each)}.`,
  }
}

/** The record of a price's move since the previous close: the overview, which a quote is not. */
export function overviewRecord(
  { entityId, ticker }: InstrumentSummary,
  quote: Pick<InstrumentQuote, 'at' | 'simulated'>,
  text: string,
): Fact['record'] {
  const at = formatInstantSeconds(quote.at)
  return {
    kind: 'fact',
    docId: nameId('chat-fact', 'overview', entityId, at),
    headline: `Overview ${ticker} ${at.slice(0, 10)}`,
    url: `/v1/instruments/${entityId}/overview`,
    text,
    asOf: quote.at,
    simulated: quote.simulated,
  }
}

/** The move of a quote since the previous close, once; empty when that is not known. */
function dayChange(
  instrument: InstrumentSummary,
  { price: last, previousClose: before }: InstrumentQuote,
): Array<{ sentence: string; measure: Measure }> {
  if (before === null || before === 0) return []
  const value = (last - before) / before
  const said = percent(value)
  return [
    {
      sentence: `Against the close before it has changed by (${price(last)} − ${price(before)}) / ${price(before)} = ${said}.`,
      measure: { what: DAY_CHANGE, of: nameOf(instrument), when: '', value, unit: '', said, isChange: true },
    },
  ]
}

/** The volume of the session of the newest price. */
export function volumeFact(instrument: InstrumentSummary, quote: InstrumentQuote): Fact {
  const { record } = quoteFact(instrument, quote)
  const name = nameOf(instrument)
  const said = price(quote.volume)
  const sentences = [
    `The trading volume of ${name} in its last session, to ${formatInstantSeconds(quote.at)}, was ${said}.`,
  ]
  const volume = {
    what: 'trading volume',
    of: name,
    when: '',
    value: quote.volume,
    unit: '',
    isChange: false,
  }
  return {
    sentences,
    measures: [{ ...volume, said }],
    record: { ...record, docId: nameId('chat-fact', 'volume', record.docId), text: sentences.join(' ') },
  }
}

/** What is asked about a return. */
interface PerformanceQuestion {
  /** The direction that the question assumes; null when it assumes none. */
  direction?: Direction | null
  /** Whether the highest and lowest price are asked for, and stated first. */
  isOfRange?: boolean
  /** Whether dividends are excluded. */
  isOfPrice?: boolean
  /** Whether it is annualised as well. */
  isYearly?: boolean
  /** The first day of the named range; null when none is named, or all history is meant. */
  asksFrom?: Day | null
}

/** Most days between two sessions. */
const LONGEST_BREAK_DAYS = 10

/** A note that the range begins before the first stored price. */
function beginsLate({ before, within: [first] }: RangeCloses, asksFrom: Day | null): string[] {
  if (before !== null || first === undefined || asksFrom === null) return []
  return first.day - asksFrom <= LONGEST_BREAK_DAYS
    ? []
    : [
        `No price before ${formatDay(first.day)} is stored, so that this is of less than the time that was asked for.`,
      ]
}

/** The return of an instrument over a range, dividends included, and its highest and lowest price; null without two closes. */
export function performanceFact(
  instrument: InstrumentSummary,
  closes: RangeCloses,
  {
    direction = null,
    isOfRange = false,
    isOfPrice = false,
    isYearly = false,
    asksFrom = null,
  }: PerformanceQuestion = {},
): Fact | null {
  const { closes: onOne, basis } = onOneBasis(closes)
  const ends = endsOf(closes)
  const priced = endsOf(onOne)
  if (ends === null || priced === null) return null
  const { first, last } = ends
  const [was, is] = isOfPrice
    ? [priced.first.prices.close, priced.last.prices.close]
    : [first.adjusted, last.adjusted]
  const { within } = onOne
  const high = within.reduce((best, each) => (each.prices.high > best.prices.high ? each : best))
  const low = within.reduce((best, each) => (each.prices.low < best.prices.low ? each : best))
  const [from, to] = [formatDay(first.day), formatDay(last.day)]
  const name = nameOf(instrument)
  const moved = (is - was) / was
  const what = isOfPrice
    ? ['returned in price, without dividends,', 'closes adjusted for splits alone']
    : ['returned', 'closes adjusted for splits and dividends']
  const returned = [
    `${name} ${what[0]} ${percent(moved)} from the close of ${from} to that of ${to}: (${price(is)} − ${price(was)}) / ${price(was)}, ${what[1]}.`,
    ...(isYearly ? yearlySentence(moved, last.day - first.day) : []),
    ...beginsLate(closes, asksFrom),
    ...contradiction(moved, direction),
  ]
  const highest = `${price(high.prices.high)} on ${formatDay(high.day)}`
  const lowest = `${price(low.prices.low)} on ${formatDay(low.day)}${saidBasis(basis)}`
  const since = formatDay((closes.within[0] ?? last).day)
  const sentences = isOfRange
    ? [
        `The highest price of ${name} from ${since} to ${to} was ${highest}, the lowest ${lowest}.`,
        ...returned,
      ]
    : [...returned, `Its highest price in that time was ${highest}, its lowest ${lowest}.`]
  const when = `${from} to ${to}`
  return {
    sentences,
    measures: isOfRange
      ? []
      : [{ what: 'return', of: name, when, value: moved, unit: '', said: percent(moved), isChange: true }],
    record: closesRecord(instrument, closes, { sentences, from, to, asOf: last.endsAt }),
  }
}

const YEAR_DAYS = 365.25

/** The annualised return; none for less than a year, or after a total loss. */
function yearlySentence(moved: number, days: number): string[] {
  const years = days / YEAR_DAYS
  if (years < 1 || moved <= -1) return []
  const yearly = (1 + moved) ** (1 / years) - 1
  const grown = (1 + moved).toFixed(4).replace(/0+$/, '').replace(/\.$/, '')
  return [`That is ${percent(yearly)} a year: ${grown} ^ (1 / ${years.toFixed(2)}) − 1.`]
}

/** What is asked about a close. */
export interface CloseQuestion {
  /** A day, or a range of days. */
  range: InstantRange
  /** Whether the first or the last session of the range is meant; null for a day. */
  edge: Edge | null
  currency: string
  /** Number of shares whose value is stated as well. */
  shares?: number | null
}

/**
 * The close of an instrument on a day or at one end of a range, or the one before it on a day without a session; null when nothing is
 * known.
 */
export function closeFact(
  instrument: InstrumentSummary,
  closes: RangeCloses,
  { range, edge, currency, shares = null }: CloseQuestion,
): Fact | null {
  const within = edge === 'first' ? closes.within[0] : closes.within.at(-1)
  const close = within ?? closes.before
  if (close === null) return null
  const on = formatDay(close.day)
  const name = nameOf(instrument)
  const newest = rebasedTo(close, 1).prices.close
  const [said, saidNewest] = [close.prices.close, newest].map((value) =>
    `${currency} ${price(value)}`.trimStart(),
  )
  const since = newest === close.prices.close ? '' : ` (${saidNewest} with the splits since)`
  const where = within === undefined ? whereNone(range, closes) : whereOf(on, range, edge)
  const isCounted = shares !== null && currency !== '' && !isIndex(instrument)
  const held = isCounted
    ? sharesAt(instrument, { price: close.prices.close, currency }, shares, 'were')
    : null
  const sentences = [
    `${name} closed at ${said}${since} on ${on}${where}.`,
    ...(held === null ? [] : [held.sentence]),
  ]
  const record = closesRecord(instrument, closes, { sentences, from: on, to: on, asOf: close.endsAt })
  return {
    sentences,
    // On the present split basis, like the measure.
    amounts:
      currency === ''
        ? []
        : [
            ...(held === null
              ? []
              : [{ what: held.what, of: name, value: held.value, currency, day: close.day }]),
            { what: 'close', of: name, value: newest, currency, day: close.day },
          ],
    measures: [
      // Closes of two days are comparable only on one split basis.
      {
        what: 'close',
        of: name,
        when: on,
        value: newest,
        unit: currency,
        said: saidNewest ?? '',
        isChange: false,
      },
    ],
    // Two days without a session may have the same close, each with its own sentence.
    record: { ...record, docId: where === '' ? record.docId : nameId('chat-fact', record.docId, where) },
  }
}

/** Where the session of a close lies in the range asked for; empty when it is that day. */
function whereOf(on: string, range: InstantRange, edge: Edge | null): string {
  const [from, to] = daysOf(range)
  if (edge === 'first') return on === from ? '' : `, the first session from ${from} on`
  return on === to ? '' : `, the last session up to ${to}`
}

/** Why a session before the range is used. */
export function whereNone(range: InstantRange, { hasGap }: RangeCloses): string {
  const [from, to] = daysOf(range)
  const when = from === to ? 'on that day' : `from ${from} to ${to}`
  return hasGap === true
    ? `, the last close before ${from}: none is known ${when}`
    : `, the last session before ${from}: there was none ${when}`
}

const daysOf = ({ from, to }: InstantRange): [string, string] => [
  formatDay(utcDay(from)),
  formatDay(utcDay(to)),
]

/** The record of the closes between two days. */
export function closesRecord(
  { entityId, ticker }: InstrumentSummary,
  { simulated }: Pick<RangeCloses, 'simulated'>,
  { sentences, from, to, asOf }: { sentences: readonly string[]; from: string; to: string; asOf: Instant },
): Fact['record'] {
  return {
    kind: 'fact',
    docId: nameId('chat-fact', 'closes', entityId, from, to),
    headline: `Prices ${ticker} ${from === to ? from : `${from} to ${to}`}`,
    url: `/v1/instruments/${entityId}/ohlcv?from=${from}&to=${to}`,
    text: sentences.join(' '),
    asOf,
    simulated,
  }
}
