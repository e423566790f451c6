import { expect, describe, test } from 'vitest'
import { bars, instant, listing } from '../../support/factories.ts'
import { boot } from '../../support/harness.ts'
import { TestClock } from '../../support/test-clock.ts'

const clock = new TestClock(instant('2026-01-15T15:00:00Z'))
const api = await boot({ clock, env: { DEFAULT_TIER: 'enterprise' } })

/** A listing whose prices end in 2017, as old data sets do. */
const importer = api.importer()
await importer.listings([listing({ ticker: 'OLDPX', name: 'Old Prices Inc.' })], 'import')
const { entityId: old } = await importer.find({ ticker: 'OLDPX', exchange: 'NASDAQ' })
const columns = bars([
  ['2017-11-09', 10],
  ['2017-11-10', 11],
])
await importer.bars(old, { interval: '1d', basis: 'split_adjusted', columns })
const read = (id: string, path: string, headers: Record<string, string> = {}) =>
  api.get(`/v1/instruments/${id}/${path}`, { headers })

describe('how old a price is', () => {
  test.each(['overview', 'live-quote', 'fundamentals'])(
    '%s names the instant of a price of 2017',
    async (path) => {
      const { status, headers } = await read(old, path)
      expect(status).toBe(200)
      // The close of that Friday's session in New York.
      expect(headers.get('x-data-as-of')).toBe('2017-11-10T21:00:00.000Z')
      expect(headers.get('age')).toBe('0')
    },
  )

  test.each(['overview', 'live-quote', 'fundamentals'])(
    '%s names the tick of a price of now, and 304 does as well',
    async (path) => {
      const id = await api.idOf('AAPL')
      const { headers } = await read(id, path)
      const at = Date.parse(headers.get('x-data-as-of') ?? '')
      expect(clock.market() - at).toBeGreaterThanOrEqual(0)
      expect(clock.market() - at).toBeLessThan(5_000)
      const again = await read(id, path, { 'if-none-match': headers.get('etag') ?? '' })
      expect([again.status, again.headers.get('x-data-as-of')]).toEqual([304, headers.get('x-data-as-of')])
    },
  )

  test('a quote has the instant of its own timestamp', async () => {
    const { body, headers } = await read(await api.idOf('MSFT'), 'live-quote')
    expect(headers.get('x-data-as-of')).toBe(body.timestamp)
  })

  test('what has no price has no instant', async () => {
    await importer.listings([listing({ ticker: 'NOPX', name: 'No Prices Inc.' })], 'import')
    const { entityId } = await importer.find({ ticker: 'NOPX', exchange: 'NASDAQ' })
    for (const path of ['overview', 'fundamentals']) {
      expect((await read(entityId, path)).headers.get('x-data-as-of')).toBeNull()
    }
  })

  test('a browser of another origin may read it', async () => {
    const open = await boot({ clock, env: { CORS_ORIGINS: 'https://app.example.com' } })
    const { headers } = await open.get('/v1/instruments/search?q=aapl', {
      headers: { origin: 'https://app.example.com' },
    })
    const exposed = headers.get('access-control-expose-headers')?.split(', ')
    expect(exposed).toEqual(expect.arrayContaining(['X-Data-As-Of', 'X-Data-Range', 'Age']))
  })
})

describe('a chart that is empty because data ends earlier', () => {
  test('says where its data is', async () => {
    const { body, headers } = await read(old, 'ohlcv')
    expect(body.bars).toEqual([])
    expect(headers.get('x-data-range')).toBe('2017-11-09/2017-11-10')
  })

  test('says nothing where it has bars, and where there is no data at all', async () => {
    const { body, headers } = await read(old, 'ohlcv?period=max')
    expect([body.bars.length, headers.get('x-data-range')]).toEqual([2, null])
    expect((await read(old, 'ohlcv?interval=1min')).headers.get('x-data-range')).toBeNull()
  })
})
