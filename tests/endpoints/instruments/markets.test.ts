import { describe, expect, test } from 'vitest'
import { instant } from '../../support/factories.ts'
import { boot } from '../../support/harness.ts'
import { TestClock } from '../../support/test-clock.ts'

/** Wednesday, half an hour after the open in New York. */
const clock = new TestClock(instant('2025-11-05T15:00:00Z'))
const api = await boot({ clock, env: { DEFAULT_TIER: 'enterprise' } })

const MARKETS = '/v1/instruments/markets'

const sessions = (mic: string, query: string = '') => api.get(`${MARKETS}/${mic}/sessions${query}`)

/** The market as the list shows it when market time is what is said. */
async function marketAt(mic: string, market: string) {
  const before = clock.market()
  clock.setMarket(instant(market))
  const { body } = await api.get(MARKETS)
  clock.setMarket(before)
  return body.items.find((each: { mic: string }) => each.mic === mic)
}

/** The day so many days after another. */
const plus = (date: string, days: number): string =>
  new Date(instant(date) + days * 86_400_000).toISOString().slice(0, 10)

describe('GET /v1/instruments/markets', () => {
  test('200 with exactly items and total, and items of exactly the fields of the contract', async () => {
    const { status, body, headers } = await api.get(MARKETS)
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['items', 'total'])
    for (const market of body.items) {
      expect(Object.keys(market)).toEqual([
        'mic',
        'name',
        'country',
        'timezone',
        'market_status',
        'next_open',
        'next_close',
        'reason',
        'calendar_from',
        'calendar_to',
      ])
    }
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('cache-control')).toBe('private, no-cache')
    expect(headers.get('x-data-source')).toBeNull()
  })

  test('200: every market once, ascending by mic', async () => {
    const { body } = await api.get(MARKETS)
    const mics: string[] = body.items.map(({ mic }: { mic: string }) => mic)
    expect(mics).toEqual([...new Set(mics)].toSorted())
    expect(mics).toEqual(expect.arrayContaining(['CCC', 'XHKG', 'XLON', 'XNAS', 'XNYS', 'XTKS']))
    expect(body.total).toBe(mics.length)
  })

  test('200: New York half an hour after its open', async () => {
    expect(await marketAt('XNYS', '2025-11-05T15:00:00Z')).toEqual({
      mic: 'XNYS',
      name: 'New York Stock Exchange',
      country: 'US',
      timezone: 'America/New_York',
      market_status: 'OPEN',
      next_open: '2025-11-06T14:30:00.000Z',
      next_close: '2025-11-05T21:00:00.000Z',
      reason: null,
      calendar_from: '1960-01-01',
      calendar_to: '2099-12-31',
    })
  })

  test('200: crypto assets are always open, so nothing is next', async () => {
    for (const market of ['2025-11-08T03:00:00Z', '2025-12-25T15:00:00Z']) {
      expect(await marketAt('CCC', market)).toMatchObject({
        country: null,
        timezone: 'UTC',
        market_status: 'OPEN',
        next_open: null,
        next_close: null,
        reason: null,
      })
    }
  })

  test.each([
    ['XNYS', '2025-11-05T14:29:59Z', 'PRE_MARKET', '2025-11-05T14:30', '2025-11-05T21:00', null],
    ['XNYS', '2025-11-05T21:00:00Z', 'AFTER_HOURS', '2025-11-06T14:30', '2025-11-06T21:00', null],
    ['XNYS', '2025-11-08T15:00:00Z', 'CLOSED', '2025-11-10T14:30', '2025-11-10T21:00', null],
    ['XNYS', '2026-03-07T15:00:00Z', 'CLOSED', '2026-03-09T13:30', '2026-03-09T20:00', null],
    ['XNYS', '2026-11-26T15:00:00Z', 'CLOSED', '2026-11-27T14:30', '2026-11-27T18:00', 'Thanksgiving Day'],
    ['XNYS', '2026-11-27T18:30:00Z', 'AFTER_HOURS', '2026-11-30T14:30', '2026-11-30T21:00', null],
    ['XLON', '2025-12-25T12:00:00Z', 'CLOSED', '2025-12-29T08:00', '2025-12-29T16:30', 'Christmas Day'],
    ['XTKS', '2025-11-05T03:00:00Z', 'CLOSED', '2025-11-05T03:30', '2025-11-05T06:30', null],
  ])('200: %s at %s is %s, opens next at %s, closes next at %s, for %s', async (mic, now, ...state) => {
    const { market_status, next_open, next_close, reason } = await marketAt(mic, now)
    expect([market_status, next_open.slice(0, 16), next_close.slice(0, 16), reason]).toEqual(state)
  })

  test('200: agrees with the status of a live quote', async () => {
    const id = await api.idOf('AAPL')
    const quote = await api.get(`/v1/instruments/${id}/live-quote`)
    const listed = await marketAt('XNAS', '2025-11-05T15:00:00Z')
    expect(listed.market_status).toBe(quote.body.market_status)
  })

  test('401 TOKEN_MISSING without a token', async () => {
    const { status, body } = await api.get(MARKETS, { token: null })
    expect([status, body.code]).toEqual([401, 'TOKEN_MISSING'])
  })

  test('405 METHOD_NOT_ALLOWED for a POST', async () => {
    const { status, body } = await api.call(MARKETS, { method: 'POST', json: {} })
    expect([status, body.code]).toEqual([405, 'METHOD_NOT_ALLOWED'])
  })
})

describe('GET /v1/instruments/markets/{mic}/sessions', () => {
  test('200 with exactly items and total, and items of exactly the fields of the contract', async () => {
    const { status, body, headers } = await sessions('XNYS', '?from=2026-11-26&to=2026-11-30')
    expect(status).toBe(200)
    expect(body).toEqual({
      items: [
        {
          date: '2026-11-26',
          kind: 'holiday',
          pre_open: null,
          open: null,
          close: null,
          post_close: null,
          name: 'Thanksgiving Day',
        },
        {
          date: '2026-11-27',
          kind: 'early_close',
          pre_open: '2026-11-27T09:00:00.000Z',
          open: '2026-11-27T14:30:00.000Z',
          close: '2026-11-27T18:00:00.000Z',
          post_close: '2026-11-27T22:00:00.000Z',
          name: 'Day after Thanksgiving',
        },
        {
          date: '2026-11-30',
          kind: 'regular',
          pre_open: '2026-11-30T09:00:00.000Z',
          open: '2026-11-30T14:30:00.000Z',
          close: '2026-11-30T21:00:00.000Z',
          post_close: '2026-12-01T01:00:00.000Z',
          name: null,
        },
      ],
      total: 3,
    })
    expect(Object.keys(body)).toEqual(['items', 'total'])
    for (const item of body.items) {
      expect(Object.keys(item)).toEqual(['date', 'kind', 'pre_open', 'open', 'close', 'post_close', 'name'])
    }
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  })

  test('200: every market of the list has sessions', async () => {
    const { body } = await api.get(MARKETS)
    for (const { mic } of body.items) {
      const { status, body: found } = await sessions(mic)
      expect([mic, status]).toEqual([mic, 200])
      expect(found.items[0].date).toMatch(/^2025-11-0[56]$/)
      expect(found.total).toBe(found.items.length)
    }
  })

  test('200: the default is from today at the market to 30 days later, both included', async () => {
    const crypto = (await sessions('CCC')).body.items
    expect([crypto.length, crypto[0].date, crypto.at(-1).date]).toEqual([31, '2025-11-05', '2025-12-05'])
    const later = (await sessions('CCC', '?from=2026-01-01')).body.items
    expect([later.length, later[0].date, later.at(-1).date]).toEqual([31, '2026-01-01', '2026-01-31'])
    // At 15:00 UTC it is tomorrow in Tokyo.
    expect((await sessions('XTKS')).body.items[0].date).toBe('2025-11-06')
    expect((await sessions('XNYS', '?to=2025-11-05')).body.items).toHaveLength(1)
  })

  test('200: a weekend is not listed, except for crypto assets', async () => {
    expect((await sessions('XNYS', '?from=2026-01-17&to=2026-01-18')).body).toEqual({ items: [], total: 0 })
    expect((await sessions('CCC', '?from=2026-01-17&to=2026-01-18')).body.total).toBe(2)
  })

  test.each([
    ['XNYS', '2026-03-06', '14:30', '2026-03-09', '13:30'],
    ['XNYS', '2026-10-30', '13:30', '2026-11-02', '14:30'],
    ['XLON', '2026-03-27', '08:00', '2026-03-30', '07:00'],
    ['XASX', '2026-10-02', '00:00', '2026-10-05', '23:00'],
  ])('200: when the clocks change, %s opens on %s at %sZ and on %s at %sZ', async (mic, ...days) => {
    const [before, was, after, is] = days
    const { items } = (await sessions(mic, `?from=${before}&to=${after}`)).body
    expect(items.map(({ date }: { date: string }) => date)).toEqual([before, after])
    expect(items.map(({ open }: { open: string }) => open.slice(11, 16))).toEqual([was, is])
  })

  test.each([
    ['xnys', 'XNYS'],
    ['XNGS', 'XNAS'],
    ['xngs', 'XNAS'],
    ['XJPX', 'XTKS'],
    ['ccc', 'CCC'],
  ])('200: %s is read as %s', async (mic, operating) => {
    const { status, body } = await sessions(mic)
    expect(status).toBe(200)
    expect(body).toEqual((await sessions(operating)).body)
  })

  test('200: up to 400 days, and the first and last days of the calendars', async () => {
    const { status, body } = await sessions('CCC', `?from=2026-01-01&to=${plus('2026-01-01', 399)}`)
    expect([status, body.total]).toEqual([200, 400])
    expect((await sessions('CCC', '?from=1960-01-01&to=1960-01-02')).body.total).toBe(2)
    expect((await sessions('CCC', '?from=2099-12-30')).body.total).toBe(2)
  })

  test('304: the tag stands for the body', async () => {
    const { headers } = await sessions('XLON')
    const etag = headers.get('etag') ?? ''
    const again = await api.get(`${MARKETS}/XLON/sessions`, { headers: { 'if-none-match': etag } })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  test.each(['XXXX', 'XFRA', 'NASDAQ', '%20', '__proto__', 'x%2Fy', '..%2f..', '%F0%9F%98%80'])(
    '404 MARKET_NOT_FOUND for %s',
    async (mic) => {
      const { status, body } = await sessions(mic)
      expect(status).toBe(404)
      expect(body).toEqual({
        detail: `No market has the MIC "${decodeURIComponent(mic)}".`,
        code: 'MARKET_NOT_FOUND',
        status: 404,
      })
    },
  )

  test('404 MARKET_NOT_FOUND: a long MIC is not echoed in full', async () => {
    expect((await sessions('x'.repeat(500))).body.detail).toBe(`No market has the MIC "${'x'.repeat(60)}…".`)
  })

  test.each([
    ['?from=2026-02-02&to=2026-02-01', 'INVALID_DATE_RANGE'],
    ['?from=2026-01-01&to=2028-01-01', 'RANGE_TOO_LARGE'],
  ])('422 for %s also of an unknown market: parameters come before existence', async (query, code) => {
    const { status, body } = await sessions('XXXX', query)
    expect([status, body.code]).toEqual([422, code])
  })

  test.each([
    ['?from=2026-02-30', 'from must be a date as YYYY-MM-DD that exists.'],
    ['?from=2026-01-01T00:00:00Z', 'from must be a date as YYYY-MM-DD that exists.'],
    ['?from=', 'from must not be empty.'],
    ['?to=2026-1-1', 'to must be a date as YYYY-MM-DD that exists.'],
    ['?to=10000-01-01', 'to must be a date as YYYY-MM-DD that exists.'],
    ['?to=2026-01-01&to=2026-01-01', 'to is given 2 times: give it once.'],
  ])('422 INVALID_PARAMETER for %s', async (query, detail) => {
    const { status, body } = await sessions('XNYS', query)
    expect(status).toBe(422)
    expect(body).toEqual({ detail, code: 'INVALID_PARAMETER', status: 422 })
  })

  test.each(['?from=2026-02-02&to=2026-02-01', '?to=2025-11-04'])(
    '422 INVALID_DATE_RANGE for %s, which ends before it starts',
    async (query) => {
      const { status, body } = await sessions('XNYS', query)
      expect(status).toBe(422)
      expect(body).toMatchObject({
        code: 'INVALID_DATE_RANGE',
        detail: expect.stringMatching(/^from must not be after to/),
      })
    },
  )

  test.each(['?from=1959-12-31&to=1960-01-31', '?from=2099-12-31&to=2100-01-01', '?from=9999-12-31'])(
    '422 INVALID_DATE_RANGE for %s, which the calendars do not cover',
    async (query) => {
      for (const mic of ['XNYS', 'CCC']) {
        const { status, body } = await sessions(mic, query)
        expect(status).toBe(422)
        expect(body).toEqual({
          detail: `from and to must lie within the calendar of ${mic}, 1960-01-01 to 2099-12-31.`,
          code: 'INVALID_DATE_RANGE',
          status: 422,
        })
      }
    },
  )

  test('422 RANGE_TOO_LARGE beyond 400 days', async () => {
    const { status, body } = await sessions('XNYS', `?from=2026-01-01&to=${plus('2026-01-01', 400)}`)
    expect(status).toBe(422)
    expect(body).toEqual({
      detail: 'from and to hold more than 400 days: ask for a shorter range.',
      code: 'RANGE_TOO_LARGE',
      status: 422,
    })
  })

  test('401 TOKEN_MISSING without a token', async () => {
    const { status, body } = await api.get(`${MARKETS}/XNYS/sessions`, { token: null })
    expect([status, body.code]).toEqual([401, 'TOKEN_MISSING'])
  })
})
