import { describe, expect, it } from 'vitest'
import { instant } from '../../../../../tests/support/factories.ts'
import { nameId } from '../../../../kernel/ids.ts'
import { DAY_MS, parseDay } from '../../../../kernel/time.ts'
import type { InstantRange } from '../../../../market/bars.ts'
import type { Edge } from '../../understanding/times/periods.ts'
import type { SessionClose } from '../../../../ports/instruments.ts'
import { closesIn, type RangeCloses } from './closes.ts'
import { closeFact, performanceFact, quoteFact, volumeFact } from './price-facts.ts'

const ACME = { entityId: nameId('test', 'ACME'), ticker: 'ACME', name: 'Acme Inc.' }
const { signal } = new AbortController()

const day = (text: string): number => parseDay(text) ?? Number.NaN

/** Sessions that end at nine in the evening: the date and the adjusted close; high and low are one above and below it. */
const SESSIONS = (
  [
    ['2026-11-19', 98],
    ['2026-11-20', 100],
    ['2026-11-23', 110],
    ['2026-11-24', null],
    ['2026-11-25', 95],
  ] as const
).map(([date, close]): SessionClose => ({
  day: day(date),
  endsAt: instant(`${date}T21:00:00Z`),
  adjustedClose: close,
  prices:
    close === null
      ? null
      : {
          open: 2 * close,
          close: 2 * close,
          high: 2 * close + 1,
          low: 2 * close - 1,
          volume: close,
          splitFactor: 1,
        },
}))

const instruments = {
  closes: async (_: string, { from, to }: InstantRange) => ({
    simulated: true,
    sessions: SESSIONS.filter(({ endsAt }) => endsAt >= from && endsAt <= to),
  }),
}

/** The closes of two days and those between. */
async function of(from: string, to: string, sessions: number | null = null): Promise<RangeCloses> {
  const range = { from: day(from) * DAY_MS, to: (day(to) + 1) * DAY_MS - 1 }
  const closes = await closesIn(instruments, ACME.entityId, { range, sessions, signal })
  return closes ?? { simulated: false, before: null, within: [] }
}

describe('the return of a time', () => {
  it('tells the highest and the lowest price first where those are asked for', async () => {
    const fact = performanceFact(ACME, await of('2026-11-01', '2026-11-20'), { isOfRange: true })
    expect(fact?.sentences[0]).toMatch(
      /^The highest price of .* from 2026-11-\d\d to 2026-11-20 was [\d.]+ on 2026-11-\d\d, the lowest [\d.]+ on /,
    )
    expect(fact?.measures).toEqual([])
  })

  it('counts from the last close before it, so that its first session is in it', async () => {
    const fact = performanceFact(ACME, await of('2026-11-23', '2026-11-26'))
    expect(fact?.sentences).toEqual([
      'Acme Inc. (ACME) returned −5.0 % from the close of 2026-11-20 to that of 2026-11-25: (95 − 100) / 100, closes adjusted for splits and dividends.',
      'Its highest price in that time was 221 on 2026-11-23, its lowest 189 on 2026-11-25.',
    ])
    expect(fact?.record.url).toBe(`/v1/instruments/${ACME.entityId}/ohlcv?from=2026-11-20&to=2026-11-25`)
  })

  it('of a single session is that against the one before', async () => {
    const fact = performanceFact(ACME, await of('2026-11-23', '2026-11-23'))
    expect(fact?.sentences[0]).toContain('10.0 % from the close of 2026-11-20 to that of 2026-11-23')
  })

  it('counts from its first close where nothing was traded before', async () => {
    const fact = performanceFact(ACME, await of('2026-11-01', '2026-11-20'))
    expect(fact?.sentences[0]).toContain('2.0 % from the close of 2026-11-19 to that of 2026-11-20')
  })

  it('has a session that ends at midnight in the day that ends with it', async () => {
    const coin = {
      closes: async (_: string, { from, to }: InstantRange) => ({
        simulated: true,
        sessions: [19, 20, 21, 22]
          .map((date): SessionClose => {
            const endsAt = instant(`2026-11-${date + 1}T00:00:00Z`)
            return {
              day: day(`2026-11-${date}`),
              endsAt,
              adjustedClose: date,
              prices: { close: date, high: date, low: date, open: date, volume: 1, splitFactor: 1 },
            }
          })
          .filter(({ endsAt }) => endsAt >= from && endsAt <= to),
      }),
    }
    const range = { from: day('2026-11-21') * DAY_MS, to: day('2026-11-22') * DAY_MS - 1 }
    const closes = await closesIn(coin, ACME.entityId, { range, signal })
    expect([closes?.before?.adjusted, closes?.within.map(({ adjusted }) => adjusted)]).toEqual([20, [21]])
  })

  it('of the last sessions counts those that have a price', async () => {
    const fact = performanceFact(ACME, await of('2026-11-01', '2026-11-26', 2))
    expect(fact?.sentences[0]).toContain('from the close of 2026-11-20 to that of 2026-11-25')
  })

  it('says so where the question has it the wrong way', async () => {
    const closes = await of('2026-11-23', '2026-11-23')
    expect(performanceFact(ACME, closes, { direction: 'down' })?.sentences[1]).toBe('So it did not fall.')
    expect(performanceFact(ACME, closes, { direction: 'up' })?.sentences).toHaveLength(2)
  })

  it('says so where the time that is asked for begins before the first price', async () => {
    const closes = await of('2025-11-01', '2026-11-26')
    const said = (asksFrom: number | null): readonly string[] =>
      performanceFact(ACME, closes, { asksFrom })?.sentences ?? []
    expect(said(day('2025-11-01'))[1]).toMatch(
      /^No price before 2026-11-\d\d is stored, so that this is of less than the time that was asked for\.$/,
    )
    expect(said(null)).toHaveLength(2)
  })

  it('is not there without two closes', async () => {
    expect(performanceFact(ACME, await of('2026-11-19', '2026-11-19'))).toBeNull()
    expect(performanceFact(ACME, await of('2026-11-21', '2026-11-22'))).toBeNull()
  })
})

describe('the close of a day', () => {
  const close = async (
    from: string,
    { to = from, edge = null }: { to?: string; edge?: Edge | null } = {},
  ): Promise<readonly string[] | undefined> => {
    const range = { from: day(from) * DAY_MS, to: (day(to) + 1) * DAY_MS - 1 }
    return closeFact(ACME, await of(from, to), { range, edge, currency: 'USD' })?.sentences
  }

  it('is what was traded, not adjusted for dividends', async () => {
    expect(await close('2026-11-20')).toEqual(['Acme Inc. (ACME) closed at USD 200 on 2026-11-20.'])
  })

  it('is told for so many shares, with digits that come to the amount', async () => {
    const range = { from: day('2026-11-20') * DAY_MS, to: day('2026-11-21') * DAY_MS - 1 }
    const closes = await of('2026-11-20', '2026-11-20')
    const asked = { range, edge: null, currency: 'USD', shares: 3 }
    const fact = closeFact(ACME, closes, asked)
    expect(fact?.sentences[1]).toBe('At that price 3 of it were worth USD 600: 3 × 200.')
    expect(fact?.amounts?.map(({ what, value }) => [what, value])).toEqual([
      ['value of 3 shares', 600],
      ['close', 200],
    ])
    expect(closeFact({ ...ACME, ticker: '^ACME' }, closes, asked)?.sentences).toHaveLength(1)
    expect(closeFact(ACME, closes, { ...asked, currency: '' })?.sentences).toHaveLength(1)
  })

  it('of days without a session is the one before, and says so', async () => {
    const before = 'Acme Inc. (ACME) closed at USD 200 on 2026-11-20, the last session before'
    expect(await close('2026-11-22')).toEqual([`${before} 2026-11-22: there was none on that day.`])
    expect(await close('2026-11-21', { to: '2026-11-22' })).toEqual([
      `${before} 2026-11-21: there was none from 2026-11-21 to 2026-11-22.`,
    ])
  })

  it('of a session without a price is the one before, which is not said to be the last session', async () => {
    expect(await close('2026-11-24')).toEqual([
      'Acme Inc. (ACME) closed at USD 220 on 2026-11-23, the last close before 2026-11-24: none is known on that day.',
    ])
  })

  it('at the start or the end of a time is that of its first or last session', async () => {
    expect(await close('2026-11-18', { to: '2026-11-22', edge: 'first' })).toEqual([
      'Acme Inc. (ACME) closed at USD 196 on 2026-11-19, the first session from 2026-11-18 on.',
    ])
    expect(await close('2026-11-18', { to: '2026-11-22', edge: 'last' })).toEqual([
      'Acme Inc. (ACME) closed at USD 200 on 2026-11-20, the last session up to 2026-11-22.',
    ])
    expect(await close('2026-11-18', { to: '2026-11-20', edge: 'last' })).toEqual([
      'Acme Inc. (ACME) closed at USD 200 on 2026-11-20.',
    ])
  })

  it('of two days without a session are two records of one close', async () => {
    const facts = await Promise.all(
      ['2026-11-21', '2026-11-22'].map(async (date) => {
        const range = { from: day(date) * DAY_MS, to: (day(date) + 1) * DAY_MS - 1 }
        return closeFact(ACME, await of(date, date), { range, edge: null, currency: 'USD' })
      }),
    )
    expect(new Set(facts.map((fact) => fact?.record.docId)).size).toBe(2)
    expect(new Set(facts.map((fact) => fact?.record.url)).size).toBe(1)
  })

  it('is not there where nothing was traded yet', async () => {
    expect(await close('2026-11-18')).toBeUndefined()
  })
})

describe('volumeFact', () => {
  it('says what was traded by the time of the newest price', () => {
    const quote = {
      ...ACME,
      price: 95,
      currency: 'USD',
      previousClose: 110,
      bid: null,
      ask: null,
      bidSize: null,
      askSize: null,
      volume: 1_234_567,
      at: instant('2026-11-25T20:59:58Z'),
      marketStatus: 'CLOSED',
      source: null,
      simulated: false,
    } as const
    const { sentences, record } = volumeFact(ACME, quote)
    expect(sentences).toEqual([
      'The trading volume of Acme Inc. (ACME) in its last session, to 2026-11-25T20:59:58Z, was 1,234,567.',
    ])
    expect(record.url).toBe(`/v1/instruments/${ACME.entityId}/live-quote`)
  })
})

it('cites with a quote where the close before it is shown', () => {
  const quote = {
    entityId: ACME.entityId,
    ticker: ACME.ticker,
    price: 102,
    currency: 'USD',
    previousClose: 100,
    bid: null,
    ask: null,
    bidSize: null,
    askSize: null,
    volume: 1_000,
    at: instant('2026-11-25T20:00:00Z'),
    marketStatus: 'OPEN' as const,
    source: null,
    simulated: false,
  }
  const fact = quoteFact(ACME, quote)
  expect(fact.record.url).toMatch(/\/live-quote$/)
  expect(fact.also?.map(({ sentence, record: { url } }) => [sentence, url])).toEqual([
    [fact.sentences[1], `/v1/instruments/${ACME.entityId}/overview`],
  ])
  expect(quoteFact(ACME, { ...quote, previousClose: null }).also).toEqual([])
  // The level of an index is no money.
  const level = quoteFact({ ...ACME, ticker: '^ACME' }, quote, { shares: 5 })
  expect(level.sentences[0]).toMatch(/^The last level of Acme Inc\. \(\^ACME\) is [\d.,]+ points, as of /)
  expect(level.sentences).toHaveLength(2)
  expect(level.amounts).toEqual([])
})
