import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { calendarFor } from '../../../src/market/calendar/index.ts'
import { formatDay, parseDay } from '../../../src/kernel/time.ts'
import { bars, instant, listing } from '../../support/factories.ts'
import { boot } from '../../support/harness.ts'
import { requestText, sendRaw } from '../../support/raw-http.ts'
import { TestClock } from '../../support/test-clock.ts'

/** Wednesday, half an hour after the open in New York. */
const clock = new TestClock(instant('2025-11-05T15:00:00Z'))
const api = await boot({ clock, env: { DEFAULT_TIER: 'enterprise' } })
const AAPL = `/v1/instruments/${await api.idOf('AAPL')}/ohlcv`
const BITCOIN = `/v1/instruments/${await api.idOf('BTC-USD')}/ohlcv`

const PERIODS = ['1d', '5d', '1m', '3m', '6m', '1y', '5y', 'max'] as const

const datesOf = async (path: string): Promise<string[]> => {
  const { status, body } = await api.get(path)
  expect(status).toBe(200)
  return body.bars.map(({ date }: { date: string }) => date)
}

/** Dates of the sessions in New York, both ends included. */
const sessions = (from: string, to: string): string[] =>
  (calendarFor('XNAS')?.sessions(parseDay(from)!, parseDay(to)!) ?? []).map(({ day }) => formatDay(day))

describe('GET /v1/instruments/{entity_id}/ohlcv', () => {
  test('200 with exactly the specified fields', async () => {
    const { status, body, headers } = await api.get(AAPL)
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['entity_id', 'ticker', 'interval', 'bars'])
    expect(body).toMatchObject({ ticker: 'AAPL', interval: '1d' })
    expect(AAPL).toContain(body.entity_id)
    for (const bar of body.bars) {
      expect(Object.keys(bar)).toEqual(['date', 'open', 'high', 'low', 'close', 'volume', 'adjusted_close'])
      expect(bar.high).toBeGreaterThanOrEqual(Math.max(bar.open, bar.close))
      expect(bar.low).toBeLessThanOrEqual(Math.min(bar.open, bar.close))
    }
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('x-data-source')).toBe('demo')
    expect(headers.get('cache-control')).toBe('private, no-cache')
  })

  test('200: the default is a year of daily bars up to the last finished session', async () => {
    const expected = sessions('2024-11-05', '2025-11-04')
    expect(await datesOf(AAPL)).toEqual(expected)
    expect(await datesOf(`${AAPL}?period=1y&interval=1d`)).toEqual(expected)
  })

  test.each([
    ['1d', '2025-11-04'],
    ['5d', '2025-10-29'],
    ['1m', '2025-10-05'],
    ['3m', '2025-08-05'],
    ['6m', '2025-05-05'],
    ['5y', '2020-11-05'],
  ])('200: period %s holds every session from %s on', async (period, from) => {
    expect(await datesOf(`${AAPL}?period=${period}`)).toEqual(sessions(from, '2025-11-04'))
  })

  test('200: max begins with the first bar and has no gap', async () => {
    const dates = await datesOf(`${AAPL}?period=max`)
    expect(dates.length).toBeGreaterThan(4 * 252)
    expect(dates).toEqual(sessions(dates[0]!, '2025-11-04'))
    expect(await datesOf(`${AAPL}?from=1950-01-01`)).toEqual(dates)
  })

  test.each(['AAPL', '^GSPC', '^FTSE', 'BTC-USD'])(
    '200: an empty range says from which bar of %s to which there are some',
    async (ticker) => {
      const path = `/v1/instruments/${await api.idOf(ticker)}/ohlcv`
      for (const interval of ['1d', '5min']) {
        const { body, headers } = await api.get(`${path}?interval=${interval}&from=1970-01-01&to=1970-01-31`)
        expect(body.bars).toEqual([])
        const dates = await datesOf(`${path}?interval=${interval}&period=max`)
        // The hours of these venues lie within one day of UTC.
        const [first, last] = [dates[0]!.slice(0, 10), dates.at(-1)!.slice(0, 10)]
        expect(headers.get('x-data-range')).toBe(`${first}/${last}`)
      }
    },
  )

  test.each(
    PERIODS.flatMap((period) =>
      (['1min', '5min', '1d'] as const).map((interval) => [period, interval] as const),
    ),
  )('200: %s of %s bars is answered, never an error', async (period, interval) => {
    const { status, body } = await api.get(`${AAPL}?period=${period}&interval=${interval}`)
    expect(status).toBe(200)
    expect(body.interval).toBe(interval)
    expect(body.bars.length).toBeGreaterThan(0)
    const dates: string[] = body.bars.map(({ date }: { date: string }) => date)
    expect(dates).toEqual([...new Set(dates)].toSorted())
  })

  test('200: an intraday date is the UTC instant of the open, over a change of the clocks too', async () => {
    const summer = await datesOf(`${AAPL}?interval=1min&from=2025-10-31&to=2025-10-31`)
    const winter = await datesOf(`${AAPL}?interval=1min&from=2025-11-03&to=2025-11-03`)
    for (const [dates, first, last] of [
      [summer, '2025-10-31T13:30:00Z', '2025-10-31T19:59:00Z'],
      [winter, '2025-11-03T14:30:00Z', '2025-11-03T20:59:00Z'],
    ] as const) {
      expect(dates).toHaveLength(390)
      expect([dates[0], dates.at(-1)]).toEqual([first, last])
      expect(dates.filter((date) => !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:00Z$/.test(date))).toEqual([])
    }
    const five = await datesOf(`${AAPL}?interval=5min&from=2025-10-31&to=2025-10-31`)
    expect(five).toEqual(summer.filter((_, index) => index % 5 === 0))
  })

  test('200: five-minute bars are made of the minutes', async () => {
    const range = 'from=2025-11-03&to=2025-11-03'
    const minutes = (await api.get(`${AAPL}?interval=1min&${range}`)).body.bars
    const five = (await api.get(`${AAPL}?interval=5min&${range}`)).body.bars
    for (const [index, bar] of five.entries()) {
      const parts = minutes.slice(index * 5, index * 5 + 5)
      expect(bar).toMatchObject({
        open: parts[0].open,
        close: parts[4].close,
        high: Math.max(...parts.map((each: { high: number }) => each.high)),
        low: Math.min(...parts.map((each: { low: number }) => each.low)),
      })
    }
  })

  test('200: a bar is shown once it is finished and not before', async () => {
    const last = async (interval: string): Promise<string | undefined> =>
      (await datesOf(`${AAPL}?interval=${interval}&from=2025-11-05`)).at(-1)
    const start = clock.market()
    expect([await last('1min'), await last('5min'), await last('1d')]).toEqual([
      '2025-11-05T14:59:00Z',
      '2025-11-05T14:55:00Z',
      undefined,
    ])
    clock.advance(59_999)
    expect(await last('1min')).toBe('2025-11-05T14:59:00Z')
    clock.advance(1_001)
    expect([await last('1min'), await last('5min')]).toEqual(['2025-11-05T15:00:00Z', '2025-11-05T14:55:00Z'])
    clock.advance(4 * 60_000)
    expect(await last('5min')).toBe('2025-11-05T15:00:00Z')
    clock.setMarket(instant('2025-11-05T20:59:59Z'))
    clock.advance(1_000)
    expect([await last('1d'), await last('1min')]).toEqual(['2025-11-05', '2025-11-05T20:59:00Z'])
    clock.setMarket(start)
    clock.advance(1_000)
  })

  test('200: both ends are included, and are days of the exchange', async () => {
    expect(await datesOf(`${AAPL}?from=2025-10-27&to=2025-10-31`)).toEqual(
      sessions('2025-10-27', '2025-10-31'),
    )
    expect(await datesOf(`${AAPL}?from=2025-10-31&to=2025-10-31`)).toEqual(['2025-10-31'])
    expect(await datesOf(`${AAPL}?from=2025-11-01&to=2025-11-02`)).toEqual([])
    const day = await datesOf(`${BITCOIN}?interval=5min&from=2025-11-01&to=2025-11-01`)
    expect([day.length, day[0], day.at(-1)]).toEqual([288, '2025-11-01T00:00:00Z', '2025-11-01T23:55:00Z'])
  })

  test('200: explicit dates beat the period; without from the range starts one period before to', async () => {
    expect(await datesOf(`${AAPL}?period=1d&from=2025-10-01`)).toEqual(sessions('2025-10-01', '2025-11-04'))
    expect(await datesOf(`${AAPL}?period=1m&to=2025-03-31`)).toEqual(sessions('2025-02-28', '2025-03-31'))
    expect(await datesOf(`${AAPL}?period=5d&to=2025-07-06`)).toEqual(sessions('2025-06-27', '2025-07-06'))
    expect(await datesOf(`${AAPL}?from=2025-11-03&to=9999-12-31`)).toEqual(
      sessions('2025-11-03', '2025-11-04'),
    )
  })

  test('200: a part is the same bars as the whole', async () => {
    const whole = (await api.get(`${AAPL}?period=max`)).body.bars
    const part = (await api.get(`${AAPL}?from=2024-02-01&to=2024-05-31`)).body.bars
    expect(part).toEqual(
      whole.filter(({ date }: { date: string }) => date >= '2024-02-01' && date <= '2024-05-31'),
    )
  })

  test('200 with no bars for what has none', async () => {
    await api.importer().listings([listing({ ticker: 'ZZTOP' })], 'import')
    await expect.poll(async () => (await api.get('/v1/instruments/search?q=ZZTOP')).body.total).toBe(1)
    for (const query of ['', '?interval=1min', '?period=max']) {
      const { status, body, headers } = await api.get(
        `/v1/instruments/${await api.idOf('ZZTOP')}/ohlcv${query}`,
      )
      expect(status).toBe(200)
      expect(body.bars).toEqual([])
      expect(headers.get('x-data-source')).toBeNull()
    }
    expect(await datesOf(`${AAPL}?from=1950-01-01&to=1950-12-31`)).toEqual([])
  })

  test('304: the tag is the body’s, in whatever way a client names it; another range has another', async () => {
    const plain = { 'accept-encoding': 'identity' }
    const { headers } = await api.get(AAPL, { headers: plain })
    const etag = headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]+"$/)
    for (const given of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const {
        status,
        text,
        headers: answered,
      } = await api.get(AAPL, { headers: { ...plain, 'if-none-match': given } })
      expect([status, text, answered.get('etag')]).toEqual([304, '', etag])
    }
    const head = await api.call(AAPL, { method: 'HEAD', headers: { ...plain, 'if-none-match': etag } })
    expect(head.status).toBe(304)
    expect((await api.get(AAPL, { headers: { ...plain, 'if-none-match': '"x"' } })).status).toBe(200)
    expect(
      (await api.get(`${AAPL}?period=1m`, { headers: { ...plain, 'if-none-match': etag } })).status,
    ).toBe(200)
  })

  test('304: a new bar changes the tag', async () => {
    const path = `${AAPL}?interval=1min&period=1d`
    const { headers } = await api.get(path, { headers: { 'accept-encoding': 'identity' } })
    const etag = headers.get('etag') ?? ''
    clock.advance(60_000)
    expect((await api.get(path, { headers: { 'if-none-match': etag } })).status).toBe(200)
  })

  test('200: HEAD has the headers of GET and no body', async () => {
    const token = await api.token()
    const headers = [`Authorization: Bearer ${token}`]
    const [get] = await sendRaw(api.url, requestText(`GET ${AAPL}`, headers))
    const [head] = await sendRaw(api.url, requestText(`HEAD ${AAPL}`, headers), { head: true })
    expect(head?.status).toBe(200)
    for (const name of ['content-type', 'content-length', 'etag', 'cache-control', 'vary', 'x-data-source']) {
      expect(head?.headers.get(name)).toEqual(get?.headers.get(name))
    }
    expect(get?.headers.get('content-length')).toEqual([String(get?.body.length)])
  })

  test('200: compressed for who asks for it, with a tag of its own', async () => {
    const token = await api.token()
    const request = (more: string[]) =>
      requestText(`GET ${AAPL}`, [`Authorization: Bearer ${token}`, ...more])
    const [plain] = await sendRaw(api.url, request([]))
    const [gzip] = await sendRaw(api.url, request(['Accept-Encoding: br, gzip']))
    expect(plain?.headers.get('content-encoding')).toBeUndefined()
    expect(gzip?.headers.get('content-encoding')).toEqual(['gzip'])
    expect(gzip?.headers.get('vary')).toEqual(['Authorization, Accept-Encoding'])
    expect(gunzipSync(Buffer.from(gzip?.body ?? '', 'latin1')).toString()).toBe(plain?.body)
    const etag = plain?.headers.get('etag')?.[0] ?? ''
    const compressedTag = `${etag.slice(0, -1)}-gzip"`
    expect(gzip?.headers.get('etag')).toEqual([compressedTag])
    for (const tag of [etag, compressedTag]) {
      const [answer] = await sendRaw(api.url, request([`If-None-Match: ${tag}`, 'Accept-Encoding: gzip']))
      expect([answer?.status, answer?.headers.get('etag')]).toEqual([304, [compressedTag]])
    }
    for (const refusal of ['gzip;q=0', 'gzip;q=0, *', 'identity']) {
      const [answer] = await sendRaw(api.url, request([`Accept-Encoding: ${refusal}`]))
      expect(answer?.headers.get('content-encoding')).toBeUndefined()
    }
  })

  test.each([
    ['?period=2y', 'period must be one of 1d, 5d, 1m, 3m, 6m, 1y, 5y, max, not "2y".'],
    ['?period=1Y', 'period must be one of 1d, 5d, 1m, 3m, 6m, 1y, 5y, max, not "1Y".'],
    ['?period=', 'period must not be empty.'],
    ['?interval=1h', 'interval must be one of 1min, 5min, 1d, not "1h".'],
    ['?interval=1d&interval=1d', 'interval is given 2 times: give it once.'],
    ['?from=2025-02-30', 'from must be a date as YYYY-MM-DD that exists.'],
    ['?from=2025-01-01T00:00:00Z', 'from must be a date as YYYY-MM-DD that exists.'],
    ['?from=yesterday', 'from must be a date as YYYY-MM-DD that exists.'],
    ['?from=', 'from must not be empty.'],
    ['?to=2025-1-1', 'to must be a date as YYYY-MM-DD that exists.'],
    ['?to=10000-01-01', 'to must be a date as YYYY-MM-DD that exists.'],
    ['?to=%202025-01-01', 'to must be a date as YYYY-MM-DD that exists.'],
  ])('422 INVALID_PARAMETER for %s', async (query, detail) => {
    const { status, body } = await api.get(AAPL + query)
    expect(status).toBe(422)
    expect(body).toEqual({ detail, code: 'INVALID_PARAMETER', status: 422 })
  })

  test.each([
    '?from=2025-02-02&to=2025-02-01',
    '?from=2025-11-06',
    '?from=2030-01-01&to=2031-01-01',
    '?from=9999-12-31',
  ])('422 INVALID_DATE_RANGE for %s', async (query) => {
    const { status, body } = await api.get(AAPL + query)
    expect(status).toBe(422)
    expect(body).toMatchObject({
      code: 'INVALID_DATE_RANGE',
      detail: expect.stringMatching(/^from must not be after to/),
    })
  })

  test('422 RANGE_TOO_LARGE beyond 100,000 bars, while a shorter range of the same series is served', async () => {
    const start = instant('2025-08-01T00:00:00Z')
    const minutes = Array.from(
      { length: 100_001 },
      (_, i) => [new Date(start + i * 60_000).toISOString(), 5] as const,
    )
    const importer = api.importer()
    await importer.listings(
      [listing({ ticker: 'LONG-USD', mic: 'CCC', exchange: 'CCC', assetClass: 'crypto' })],
      'import',
    )
    const { entityId } = await importer.find({ ticker: 'LONG-USD', exchange: null })
    await importer.bars(entityId, { interval: '1min', basis: 'split_adjusted', columns: bars(minutes) })
    const path = `/v1/instruments/${entityId}/ohlcv?interval=1min`
    const { status, body } = await api.get(path)
    expect(status).toBe(422)
    expect(body).toEqual({
      detail: 'The range holds more than 100000 bars: ask for a shorter one or a longer interval.',
      code: 'RANGE_TOO_LARGE',
      status: 422,
    })
    expect((await api.get(`${path}&from=2025-08-01&to=2025-08-02`)).body.bars).toHaveLength(2_880)
    expect((await api.get(`${path}&from=2025-08-02`)).body.bars).toHaveLength(100_001 - 1_440)
  })

  test('404 INSTRUMENT_NOT_FOUND for an unknown id, after 422 for its parameters', async () => {
    const path = '/v1/instruments/00000000-0000-4000-8000-000000000000/ohlcv'
    expect((await api.get(path)).body.code).toBe('INSTRUMENT_NOT_FOUND')
    expect((await api.get(`${path}?period=2y`)).body.code).toBe('INVALID_PARAMETER')
    for (const range of ['from=2025-02-02&to=2025-02-01', 'from=2099-01-01', 'from=2099-01-01&to=2099-01-02'])
      expect((await api.get(`${path}?${range}`)).body.code).toBe('INVALID_DATE_RANGE')
  })
})
