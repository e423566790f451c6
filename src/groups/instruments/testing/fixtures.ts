import type { Bars, InstantRange } from '../../../market/bars.ts'
import { barsWithin, zeroBars } from '../../../market/bars.ts'
import { type Day, type Instant, parseDay, parseInstant } from '../../../kernel/time.ts'
import { calendarOf } from '../../../market/venues.ts'
import type { PriceSource, Quote } from '../../../ports/market-data.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import { createPeerColumnsBuilder, type PeerColumns } from '../discovery/peer-columns.ts'
import { openPeerIndex, type PeerIndex } from '../discovery/peer-index.ts'

/** The instant of an ISO timestamp. */
export function at(text: string): Instant {
  const instant = parseInstant(text)
  if (instant === null) throw new Error(`${text} is no instant`)
  return instant
}

/** The day of an ISO date. */
export function day(text: string): Day {
  const parsed = parseDay(text)
  if (parsed === null) throw new Error(`${text} is no date`)
  return parsed
}

/** An index of these instruments alone. */
export function peerIndexOf(instruments: readonly Instrument[]): PeerIndex {
  return openPeerIndex(peerColumnsOf(instruments))
}

/** An index of instruments as they were, beside those of them that are otherwise now. */
export function changedPeerIndexOf(before: readonly Instrument[], now: readonly Instrument[]): PeerIndex {
  const changed = new Set(now.map(({ entityId }) => entityId))
  return openPeerIndex(peerColumnsOf(before), { changed, columns: peerColumnsOf(now) })
}

function peerColumnsOf(instruments: readonly Instrument[]): PeerColumns {
  const builder = createPeerColumnsBuilder()
  for (const instrument of instruments) builder.add(instrument)
  return builder.finish()
}

/** An American common stock, changed where the test cares; calendar and zone follow the venue. */
export function instrumentOf(fields: Partial<Instrument> = {}): Instrument {
  const mic = fields.mic ?? 'XNAS'
  const assetClass = fields.assetClass ?? 'equity'
  const calendar = calendarOf(mic, assetClass)
  return {
    entityId: '7f9d1c1e-2f0b-5d6a-9b1e-0a4c2d8e6f10',
    ticker: 'AAPL',
    name: 'Apple Inc.',
    exchange: 'NASDAQ',
    mic,
    assetClass,
    sector: 'Technology',
    industry: null,
    currency: 'USD',
    country: 'US',
    isin: null,
    figi: null,
    cik: null,
    marketCap: null,
    aliases: [],
    source: 'import',
    calendar,
    timezone: calendar?.timezone ?? 'UTC',
    ...fields,
  }
}

/** One bar as a test writes it: when, close and volume; the other prices lie around the close. */
export type BarRow = readonly [when: string, close: number, volume?: number]

/** Bars of dates or of instants, ascending. */
export function barsOf(rows: readonly BarRow[]): Bars {
  const bars = zeroBars(rows.length)
  rows.forEach(([when, close, volume = 1_000], index) => {
    bars.at[index] = at(when)
    bars.open[index] = close - 1
    bars.high[index] = close + 2
    bars.low[index] = close - 2
    bars.close[index] = close
    bars.volume[index] = volume
    bars.adjustedClose[index] = close / 2
  })
  return bars
}

/** A quote of 100 in dollars, changed where the test cares. */
export function quoteOf(fields: Partial<Quote> = {}): Quote {
  return {
    price: 100,
    bid: 99.99,
    ask: 100.01,
    bidSize: 300,
    askSize: 500,
    volume: 1_000_000,
    at: at('2025-11-05T15:00:00Z'),
    previousClose: 98,
    halted: false,
    freshUntil: at('2025-11-05T15:00:01Z'),
    ...fields,
  }
}

/** A price source that serves given bars, records its calls, and can be set to change or to fail. */
export class ScriptedSource implements PriceSource {
  readonly name: string = 'scripted'
  readonly reads: InstantRange[] = []
  edition = 1
  failure: Error | null = null
  /** Awaited before bars are returned. */
  gate: Promise<void> = Promise.resolve()
  private readonly all: Bars

  constructor(all: Bars) {
    this.all = all
  }

  covers = (): boolean => true
  covered = (): [] => []
  quote = async (): Promise<Quote | null> => quoteOf()
  dividends = async (): Promise<[]> => []

  span = async (): Promise<InstantRange | null> => {
    const [from, to] = [this.all.at[0], this.all.at.at(-1)]
    return from === undefined || to === undefined ? null : { from, to }
  }

  version = async (): Promise<string> => String(this.edition)

  bars = async (_listing: unknown, _interval: unknown, range: InstantRange): Promise<Bars> => {
    this.reads.push(range)
    await this.gate
    if (this.failure !== null) throw this.failure
    return barsWithin(this.all, range)
  }
}
