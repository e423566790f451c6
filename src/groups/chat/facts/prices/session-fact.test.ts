import { expect, it } from 'vitest'
import { nameId } from '../../../../kernel/ids.ts'
import { DAY_MS, parseDay } from '../../../../kernel/time.ts'
import type { PriceLimit } from '../../understanding/intents/price-limits.ts'
import type { SessionAsk } from '../../understanding/intents/session-questions.ts'
import type { KnownClose, RangeCloses } from './closes.ts'
import { sessionFact } from './session-fact.ts'

const ACME = { entityId: nameId('test', 'ACME'), ticker: 'ACME', name: 'Acme Inc.' }
const FIRST = parseDay('2026-11-16') ?? 0

/** Sessions on following days: the adjusted close; prices are twice that, opened one below, volume a thousand times. */
const sessions = (...closes: number[]): KnownClose[] =>
  closes.map((adjusted, at) => {
    const day = FIRST + at
    const close = 2 * adjusted
    const prices = {
      open: close - 1,
      close,
      high: close + 3,
      low: close - 5,
      volume: 1_000 * adjusted,
      splitFactor: 1,
    }
    return { day, endsAt: day * DAY_MS, adjusted, prices }
  })

function of(...closes: number[]): RangeCloses {
  const [before = null, ...within] = sessions(...closes)
  return { simulated: false, before, within }
}

const said = (ask: SessionAsk, closes: RangeCloses): readonly string[] | undefined =>
  sessionFact(ACME, closes, { asks: [ask], currency: 'USD', range: null })?.sentences

const WEEK = of(100, 110, 99, 99, 120)

it.each<[SessionAsk, string]>([
  ['open', 'The opening price of Acme Inc. (ACME) in the session of 2026-11-17 was USD 219.'],
  [
    'high',
    'The highest price of Acme Inc. (ACME) over the 4 sessions from 2026-11-17 to 2026-11-20 was USD 243, on 2026-11-20.',
  ],
  [
    'low',
    'The lowest price of Acme Inc. (ACME) over the 4 sessions from 2026-11-17 to 2026-11-20 was USD 193, on 2026-11-18.',
  ],
  [
    'volume',
    'The trading volume of Acme Inc. (ACME) was 107,000 a session on average over the 4 sessions from 2026-11-17 to 2026-11-20, 428,000 in all, the highest 120,000 on 2026-11-20, the lowest 99,000 on 2026-11-18.',
  ],
  [
    'bestDay',
    'Acme Inc. (ACME) returned 21.2 % on 2026-11-20, its best of the 4 sessions from 2026-11-17 to 2026-11-20: (120 − 99) / 99, closes adjusted for splits and dividends.',
  ],
  [
    'worstDay',
    'Acme Inc. (ACME) returned −10.0 % on 2026-11-18, its worst of the 4 sessions from 2026-11-17 to 2026-11-20: (99 − 110) / 110, closes adjusted for splits and dividends.',
  ],
  [
    'daysUp',
    'Acme Inc. (ACME) rose in 2 of the 4 sessions from 2026-11-17 to 2026-11-20, from close to close.',
  ],
  [
    'daysDown',
    'Acme Inc. (ACME) fell in 1 of the 4 sessions from 2026-11-17 to 2026-11-20, from close to close.',
  ],
  [
    'averageClose',
    'The average close of Acme Inc. (ACME) over the 4 sessions from 2026-11-17 to 2026-11-20 was USD 214.',
  ],
  [
    'highestClose',
    'The highest close of Acme Inc. (ACME) over the 4 sessions from 2026-11-17 to 2026-11-20 was USD 240, on 2026-11-20.',
  ],
  [
    'lowestClose',
    'The lowest close of Acme Inc. (ACME) over the 4 sessions from 2026-11-17 to 2026-11-20 was USD 198, on 2026-11-18.',
  ],
  [
    'fromHigh',
    'Acme Inc. (ACME) closed at USD 240 on 2026-11-20, 1.2 % below its highest price of the 4 sessions from 2026-11-17 to 2026-11-20, USD 243 on 2026-11-20: (240 − 243) / 243 = −1.2 %.',
  ],
  [
    'fromLow',
    'Acme Inc. (ACME) closed at USD 240 on 2026-11-20, 24.4 % above its lowest price of the 4 sessions from 2026-11-17 to 2026-11-20, USD 193 on 2026-11-18: (240 − 193) / 193 = 24.4 %.',
  ],
])('%s', (ask, expected) => expect(said(ask, WEEK)).toEqual([expected]))

it('of one session says its volume and its return alone', () => {
  expect(said('volume', of(100, 110))).toEqual([
    'The trading volume of Acme Inc. (ACME) in the session of 2026-11-17 was 110,000.',
  ])
  expect(said('bestDay', of(100, 110))?.[0]).toBe(
    'Acme Inc. (ACME) returned 10.0 % on 2026-11-17: (110 − 100) / 100, closes adjusted for splits and dividends.',
  )
})

it('of a time without a session is the one before, and nothing where none is known', () => {
  expect(said('open', of(100))).toEqual([
    'The opening price of Acme Inc. (ACME) in the session of 2026-11-16 was USD 199.',
  ])
  expect(said('bestDay', of(100))).toBeUndefined()
  expect(said('open', { simulated: false, before: null, within: [] })).toBeUndefined()
})

it('says that the time that was asked for had no session', () => {
  const day = FIRST + 1
  const range = { from: day * DAY_MS, to: (day + 1) * DAY_MS - 1 }
  expect(sessionFact(ACME, of(100), { asks: ['open'], currency: 'USD', range })?.sentences).toEqual([
    'The opening price of Acme Inc. (ACME) in the session of 2026-11-16 was USD 199, the last session before 2026-11-17: there was none on that day.',
  ])
})

it('cites the bars of the days that it is of', () => {
  const fact = sessionFact(ACME, WEEK, { asks: ['open', 'bestDay'], currency: '', range: null })
  expect(fact?.record.url).toBe(`/v1/instruments/${ACME.entityId}/ohlcv?from=2026-11-17&to=2026-11-20`)
  expect(fact?.sentences).toHaveLength(2)
})

const ABOVE: PriceLimit = { side: 'above', value: 222, currency: null, isOfCloses: false }

it.each<[PriceLimit, string]>([
  [
    ABOVE,
    'Acme Inc. (ACME) traded above USD 222 in 2 of the 4 sessions from 2026-11-17 to 2026-11-20, first on 2026-11-17 and last on 2026-11-20; its highest price was USD 243, on 2026-11-20.',
  ],
  [
    { ...ABOVE, isOfCloses: true },
    'Acme Inc. (ACME) closed above USD 222 in 1 of the 4 sessions from 2026-11-17 to 2026-11-20, on 2026-11-20; its highest close was USD 240, on 2026-11-20.',
  ],
  [
    { ...ABOVE, side: 'below', value: 100 },
    'Acme Inc. (ACME) traded below USD 100 in none of the 4 sessions from 2026-11-17 to 2026-11-20: its lowest price was USD 193, on 2026-11-18.',
  ],
  [
    { ...ABOVE, side: 'at', value: 220 },
    'Acme Inc. (ACME) traded at or across USD 220 in 2 of the 4 sessions from 2026-11-17 to 2026-11-20, first on 2026-11-17 and last on 2026-11-20; its highest price was USD 243, on 2026-11-20; its lowest price was USD 193, on 2026-11-18.',
  ],
  [
    { ...ABOVE, currency: 'EUR' },
    'Prices of Acme Inc. (ACME) are in USD: one in EUR is not set against them.',
  ],
])('tells in how many sessions a price was beyond %o', (limit, sentence) => {
  const fact = sessionFact(ACME, WEEK, { asks: ['beyond'], currency: 'USD', range: null, limits: [limit] })
  expect(fact?.sentences).toEqual([sentence])
})

it('tells that a price was reached that it went past between two sessions', () => {
  const limits: PriceLimit[] = [{ side: 'at', value: 105, currency: null, isOfCloses: true }]
  const told = (...adjusted: number[]): string | undefined =>
    sessionFact(ACME, of(...adjusted), { asks: ['beyond'], currency: 'USD', range: null, limits })
      ?.sentences[0]
  // Closes are twice the adjusted ones: 100, 110 and 100.
  expect(told(50, 55, 50)).toMatch(
    /closed at or across USD 105 in 2 of the 2 sessions .*, first on 2026-11-17 and last on 2026-11-18;/,
  )
  expect(told(50, 52, 51)).toMatch(/in none of the 2 sessions/)
})

it('sets pounds against prices in pence, and tells every limit', () => {
  const limits: PriceLimit[] = [
    { ...ABOVE, value: 2.22, currency: 'GBP' },
    { ...ABOVE, side: 'below', value: 195 },
  ]
  const fact = sessionFact(ACME, WEEK, { asks: ['beyond'], currency: 'GBX', range: null, limits })
  expect(fact?.sentences).toEqual([
    expect.stringContaining('traded above GBX 222 in 2 of the 4 sessions'),
    expect.stringContaining('traded below GBX 195 in 2 of the 4 sessions'),
  ])
})

it('lists all prices of sessions', () => {
  expect(said('bars', of(100, 110))).toEqual([
    'The prices and volumes of Acme Inc. (ACME) in the session of 2026-11-17, in USD, were: 2026-11-17, open 219, high 223, low 215, close 220, volume 110,000.',
  ])
})
