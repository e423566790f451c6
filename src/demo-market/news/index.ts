import { HOUR_MS, type Instant, MINUTE_MS, DAY_MS, type Day, formatDay, utcDay } from '../../kernel/time.ts'
import type { RoutingTier } from '../../market/vocabulary.ts'
import { calendarOf } from '../../market/venues.ts'
import type { MarketCalendar } from '../../market/calendar/index.ts'
import type { Bars } from '../../market/bars.ts'
import type { DemoInstrument } from '../instrument.ts'
import { streamOf, substream, uniform } from '../random.ts'
import { eventText, type Tone, WORDINGS } from './events.ts'

/** An article of the simulated market. */
export interface DemoArticle {
  instrument: DemoInstrument
  publishedAt: Instant
  headline: string
  url: string
  source: string
  routingTier: RoutingTier
  body: string
}

/** Those that are written about every day, by market value. */
const DAILY = 50
/** Further articles in every hour. With the daily ones, and without duplicates by an outlet, at least 200 in any 24 hours. */
const PER_HOUR = 8
/** Sessions from which the volatility of a day is taken. */
const SESSIONS = 40
/** A session that moves more than so many standard deviations had a reason. */
const REMARKABLE = 0.8
/** After a session has closed, so long is written about what it did. */
const RECAP_MS = 5 * HOUR_MS
/** Nothing is written about what has no moves yet. */
const SETTLED_DAYS = 7
/** Bars are computed for stretches of so many days at once. */
const STRETCH_DAYS = 32

const OUTLETS: ReadonlyArray<{ source: string; host: string; tier: RoutingTier }> = [
  { source: 'Demo Newswire', host: 'newswire', tier: 'TIER_2' },
  { source: 'Demo Financial Daily', host: 'daily', tier: 'TIER_3' },
  { source: 'Demo Street Talk', host: 'street', tier: 'TIER_4' },
]
const FILINGS = { source: 'Demo Filings', host: 'filings', tier: 'TIER_1' } as const

/** What is written about. */
export interface DemoNewsMarket {
  readonly instruments: readonly DemoInstrument[]
  dailyBars(instrument: DemoInstrument, fromDay: Day, toDay: Day, now: Instant): Bars
}

/** Daily returns of an instrument, by session. */
interface Moves {
  returns: ReadonlyMap<Day, number>
  closes: ReadonlyMap<Day, number>
  volatility: number
}

export interface DemoNews {
  /** Articles published from `from`, inclusive, to `to`, exclusive, in order of hours; a function of the seed alone. */
  between(from: Instant, to: Instant): Generator<DemoArticle>
}

/**
 * News of the simulated market. Events before a session agree with the price move in it; after the close the move is reported.
 * Every name of a publisher begins with Demo and every text says that it is simulated.
 */
export function createDemoNews(market: DemoNewsMarket, seed: string): DemoNews {
  const written = bySize(market.instruments)
  const movesOf = createMoves(market)

  /** A brief has a number, so that it repeats no title: an outlet's second article of one title is no other article. */
  function brief(instrument: DemoInstrument, at: Instant, slot: number): DemoArticle {
    const content = article(instrument, at, slot)
    return { ...content, headline: `Brief ${utcDay(at)}: ${content.headline}` }
  }

  function article(instrument: DemoInstrument, at: Instant, slot: number): DemoArticle {
    const calendar = calendarOf(instrument.mic, instrument.assetClass)
    const moves = movesOf(instrument, utcDay(at))
    const stream = streamOf(seed, 'article', instrument.mic, instrument.ticker)
    const own = substream(stream, Math.floor(at / MINUTE_MS))
    const recapped = calendar === null ? null : recap(instrument, calendar, moves, at)
    const text = recapped ?? event(instrument, { calendar, moves, at, stream, wording: slot })
    const outlet = outletOf(text.headline, uniform(own, 0))
    return {
      instrument,
      publishedAt: at,
      headline: text.headline,
      source: outlet.source,
      routingTier: outlet.tier,
      url: `https://${outlet.host}.demo.invalid/${formatDay(utcDay(at))}/${slugOf(instrument)}-${Math.floor(at / MINUTE_MS)}`,
      body: `${text.body} Simulated news.`,
    }
  }

  function* ofHour(hour: number): Generator<DemoArticle> {
    const stream = substream(streamOf(seed, 'news'), hour)
    const start = hour * HOUR_MS
    for (let slot = 0; slot < PER_HOUR; slot++) {
      // Squared: the larger a company, the more is written about it.
      const place = Math.floor(uniform(stream, 2 * slot) ** 2 * written.length)
      const minute = Math.floor((60 / PER_HOUR) * (slot + uniform(stream, 2 * slot + 1)))
      const instrument = written[place]
      if (instrument !== undefined && isListed(instrument, start))
        yield article(instrument, start + minute * MINUTE_MS, slot)
    }
    for (const [place, instrument] of written.slice(0, DAILY).entries()) {
      // The same minute every day, so that no 24 hours are without.
      const minuteOfDay = Math.floor((place * 24 * 60) / DAILY) + 11
      if (Math.floor(minuteOfDay / 60) !== ((hour % 24) + 24) % 24 || !isListed(instrument, start)) continue
      yield brief(instrument, start + (minuteOfDay % 60) * MINUTE_MS, place)
    }
  }

  return {
    *between(from, to) {
      for (let hour = Math.floor(from / HOUR_MS); hour * HOUR_MS < to; hour++) {
        for (const each of ofHour(hour)) if (each.publishedAt >= from && each.publishedAt < to) yield each
      }
    },
  }
}

/** Whether it had been traded for some days. */
function isListed({ listedOn }: DemoInstrument, at: Instant): boolean {
  return listedOn === null || listedOn + SETTLED_DAYS <= utcDay(at)
}

/** What the session that has just ended did; null at other times. */
function recap(
  { name }: DemoInstrument,
  calendar: MarketCalendar,
  { returns, closes }: Moves,
  at: Instant,
): { headline: string; body: string } | null {
  const { day, close } = calendar.lastFinished(at)
  const [move, price] = [returns.get(day), closes.get(day)]
  if (move === undefined || price === undefined || at - close > RECAP_MS) return null
  const percent = (100 * Math.abs(move)).toFixed(2)
  const rose = move >= 0
  return {
    headline: `${name} shares close ${rose ? 'up' : 'down'} ${percent}% at ${price.toFixed(2)}`,
    body:
      `Shares of ${name} ${rose ? 'rose' : 'fell'} ${percent}% to close at ${price.toFixed(2)}. ` +
      (rose ? 'Buyers were in the majority.' : 'Sellers were in the majority.'),
  }
}

/** What happens before the next session, or nothing of note. */
function event(
  instrument: DemoInstrument,
  {
    calendar,
    moves,
    at,
    stream,
    wording,
  }: { calendar: MarketCalendar | null; moves: Moves; at: Instant; stream: number; wording: number },
): { headline: string; body: string } {
  const last = calendar?.lastFinished(at).day ?? utcDay(at)
  const next = calendar?.addSessions(last + 1, 0).day ?? last
  const move = moves.returns.get(next) ?? 0
  const isRemarkable = instrument.assetClass === 'equity' && Math.abs(move) > REMARKABLE * moves.volatility
  const tone: Tone = !isRemarkable ? 'even' : move > 0 ? 'good' : 'bad'
  const price = moves.closes.get(last) ?? instrument.price.anchor
  // What moves a session is one event; what moves nothing is another one every time.
  const about = isRemarkable ? substream(stream, next) : substream(stream, Math.floor(at / MINUTE_MS))
  return eventText(tone, about, wording % WORDINGS, { name: instrument.name, price })
}

function outletOf(headline: string, share: number): { source: string; host: string; tier: RoutingTier } {
  if (/\bfiles\b|^Filing:|\bstatement no\./.test(headline)) return FILINGS
  return OUTLETS[Math.floor(share * OUTLETS.length)] ?? FILINGS
}

function slugOf({ mic, ticker }: DemoInstrument): string {
  return `${mic}-${ticker}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
}

/** Companies and the other things that are written about, the largest first. */
function bySize(instruments: readonly DemoInstrument[]): DemoInstrument[] {
  const sizeOf = ({ sharesOutstanding, price, assetClass }: DemoInstrument): number =>
    // A fund is written about as a company a tenth of its size is.
    (sharesOutstanding ?? 0) * price.anchor * (assetClass === 'equity' ? 1 : 0.1)
  return instruments
    .filter(({ assetClass }) => assetClass !== 'index')
    .toSorted((one, other) => sizeOf(other) - sizeOf(one))
}

/** Moves by instrument, for one stretch of days at a time. */
function createMoves(market: DemoNewsMarket): (instrument: DemoInstrument, day: Day) => Moves {
  let stretch = Number.NaN
  const known = new Map<DemoInstrument, Moves>()
  return (instrument, day) => {
    const wanted = Math.floor(day / STRETCH_DAYS)
    if (wanted !== stretch) known.clear()
    stretch = wanted
    let moves = known.get(instrument)
    if (moves === undefined) {
      moves = readMoves(market, instrument, wanted * STRETCH_DAYS)
      known.set(instrument, moves)
    }
    return moves
  }
}

function readMoves(market: DemoNewsMarket, instrument: DemoInstrument, first: Day): Moves {
  const [from, to] = [first - 2 * SESSIONS, first + STRETCH_DAYS + 10]
  const bars = market.dailyBars(instrument, from, to, (to + 2) * DAY_MS)
  const returns = new Map<Day, number>()
  const closes = new Map<Day, number>()
  let squares = 0
  for (let at = 0; at < bars.at.length; at++) {
    const day = utcDay(bars.at[at] ?? 0)
    closes.set(day, bars.close[at] ?? 0)
    const before = bars.adjustedClose[at - 1]
    if (before === undefined || before <= 0) continue
    const move = (bars.adjustedClose[at] ?? 0) / before - 1
    returns.set(day, move)
    squares += move ** 2
  }
  return { returns, closes, volatility: Math.sqrt(squares / Math.max(1, returns.size)) }
}
