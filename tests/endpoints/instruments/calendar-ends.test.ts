import { expect, test } from 'vitest'
import { createImporter } from '../../../src/groups/instruments/index.ts'
import { HOUR_MS } from '../../../src/kernel/time.ts'
import { busOf } from '../../../src/wiring/storage.ts'
import { bars, instant, listing } from '../../support/factories.ts'
import { boot } from '../../support/harness.ts'
import { TestClock } from '../../support/test-clock.ts'

const clock = new TestClock(Date.now(), instant('2027-03-01T12:00:00Z'))
const api = await boot({ clock, env: { UPSTREAMS: '', DEFAULT_TIER: 'enterprise' } })

/** An imported listing with a daily bar on each of these days. */
async function add(mic: string, days: readonly string[]): Promise<string> {
  const { storage } = api.storage
  const importer = createImporter(storage.db, busOf(storage), clock)
  const ticker = `END-${mic}`
  await importer.listings([listing({ ticker, name: `End of ${mic}`, mic, exchange: mic })], 'import')
  const { entityId } = await importer.find({ ticker, exchange: mic })
  const columns = bars(days.map((date, index) => [date, 10 + index] as const))
  await importer.bars(entityId, { interval: '1d', basis: 'split_adjusted', columns })
  return entityId
}

/** Everything that is read of a listing, with ranges that end on these days. */
function readsOf(id: string, days: readonly string[]): string[] {
  const own = `/v1/instruments/${id}`
  const reads = ['overview', 'live-quote', 'fundamentals', 'peers', 'corporate-actions'].map(
    (name) => `${own}/${name}`,
  )
  const ends = ['', ...days.map((day) => `&to=${day}`)]
  for (const period of ['1d', '5d', '1m', '3m', '6m', '1y', '5y', 'max']) {
    for (const end of period.endsWith('d') ? ends : ['']) {
      reads.push(`${own}/ohlcv?period=${period}${end}`)
      reads.push(`${own}/ohlcv?interval=5min&period=${period}${end}`)
    }
    reads.push(`${own}/indicators?name=sma&period=${period}`)
  }
  return [...reads, `/v1/instruments/live-quotes?entity_ids=${id}`, '/v1/instruments/markets']
}

test.each([
  ['XSHG', ['2005-01-04', '2005-01-05', '2026-12-30', '2026-12-31', '2027-01-04', '2027-02-26']],
  ['XNSE', ['2012-12-31', '2013-01-01', '2026-12-30', '2026-12-31', '2027-01-04', '2027-02-26']],
])('no market time turns a read of %s into a failure, before its calendar or after', async (mic, days) => {
  clock.setMarket(instant('2027-03-01T12:00:00Z'))
  const id = await add(mic, days)
  const year = Number(days[1]?.slice(0, 4))
  const ends = [`${year - 1}-12-31`, `${year}-01-01`, `${year}-01-04`, '2026-12-31', '2027-01-01']
  const times = [
    `${year}-01-01T03:00:00Z`,
    '2026-12-31T12:00:00Z',
    '2026-12-31T23:59:59Z',
    '2027-03-01T12:00:00Z',
  ]
  for (const now of times) {
    // What was cached is forgotten.
    clock.advance(2 * HOUR_MS)
    clock.setMarket(instant(now))
    for (const read of readsOf(id, ends)) {
      const { status } = await api.get(read)
      // Before its first bar a listing has no price.
      const expected = read.endsWith('/live-quote') && now < '2026' && mic === 'XSHG' ? 503 : 200
      expect([now, read, status]).toEqual([now, read, expected])
    }
  }
  const { body } = await api.get(`/v1/instruments/${id}/live-quote`)
  expect(body).toMatchObject({ price: 15, market_status: 'UNKNOWN' })
  const series = await api.get(`/v1/instruments/${id}/ohlcv?period=5d`)
  expect(series.body.bars).toMatchObject([{ date: '2027-02-26', close: 15 }])
  expect((await api.get(`/v1/instruments/markets/${mic}/sessions`)).body.code).toBe('INVALID_DATE_RANGE')
})
