import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { readBars } from '../../../src/adapters/files/bars-csv.ts'
import { readLeanFolder } from '../../../src/adapters/files/lean/index.ts'
import { newestDay } from '../../../src/kernel/domain-range.ts'
import { bars, instant, listing } from '../../support/factories.ts'
import { type Api, boot } from '../../support/harness.ts'
import { newsroom, posted } from '../../support/news.ts'
import { describeRealData, realData } from '../../support/real-data.ts'
import { TestClock } from '../../support/test-clock.ts'

const ENV = { UPSTREAMS: '', DEFAULT_TIER: 'enterprise', ADMIN_EMAILS: 'admin@news.test' }
const NAMES = ['day_t0', 'day_t1', 'day_t2', 'day_t5'] as const
const SESSIONS_AFTER = { day_t0: 0, day_t1: 1, day_t2: 2, day_t5: 5 } as const
const NONE = { day_t0: null, day_t1: null, day_t2: null, day_t5: null }

async function server(now: string) {
  const clock = new TestClock(Date.now(), instant(now))
  const api = await boot({ clock, env: ENV })
  return { api, clock, desk: newsroom(api, `Bearer ${await api.token('admin@news.test')}`) }
}

/** What lists and #32 say of an article's company. */
async function windowsOf(api: Api, entityId: string, docId: string): Promise<Record<string, number | null>> {
  const path = `/v1/entities/${entityId}/articles?with_impact_windows=true&from=1990-01-01&to=2030-01-01&limit=100`
  const item = (await api.get(path)).body.items.find((each: any) => each.doc_id === docId)
  const { entities_detail: details } = (await api.get(`/v1/news/articles/${docId}`)).body
  const detail = details.find((each: any) => each.entity_id === entityId)
  expect(detail.impact_windows).toEqual(item.impact_windows)
  return item.impact_windows
}

describe('impact windows of what is imported', async () => {
  const { api, clock, desk } = await server('2025-11-28T15:00:00Z')
  const [contoso = '', fabrikam = ''] = await desk.companies({
    CTSO: 'Contoso Corporation',
    FBKM: 'Fabrikam Incorporated',
  })
  const store = (id: string, rows: Parameters<typeof bars>[0]) =>
    api.importer().bars(id, { interval: '1d', basis: 'split_adjusted', columns: bars(rows) })
  const ofBoth = { entity_ids: [contoso, fabrikam] }

  test('are those of each company, null until a session has closed', async () => {
    await store(contoso, [
      ['2025-11-24', 100],
      ['2025-11-25', 101.2],
      ['2025-11-26', 103],
    ])
    await store(fabrikam, [
      ['2025-11-24', 50],
      ['2025-11-25', 40],
    ])
    const [docId = ''] = await desk.publish([posted({ ...ofBoth, published_at: '2025-11-25T15:00:00Z' })])
    const own = await windowsOf(api, contoso, docId)
    expect(own['day_t0']).toBeCloseTo(0.012, 9)
    expect(own['day_t1']).toBeCloseTo(0.03, 9)
    expect([own['day_t2'], own['day_t5']]).toEqual([null, null])
    // No price came for the day before Thanksgiving.
    const other = await windowsOf(api, fabrikam, docId)
    expect(other).toEqual({ ...NONE, day_t0: expect.closeTo(-0.2, 9) })
    const before = (await api.get(`/v1/news/articles/${docId}`)).body
    // Friday after Thanksgiving ends at 13:00 in New York.
    await store(contoso, [['2025-11-28', 110]])
    clock.setMarket(instant('2025-11-28T17:59:59Z'))
    expect((await windowsOf(api, contoso, docId))['day_t2']).toBeNull()
    clock.setMarket(instant('2025-11-28T18:00:01Z'))
    await expect
      .poll(async () => (await windowsOf(api, contoso, docId))['day_t2'], { timeout: 8_000, interval: 100 })
      .toBeCloseTo(0.1, 9)
    expect(before.published_at).toBe('2025-11-25T15:00:00.000Z')
  })

  test('of an article before the first price and after the last are null', async () => {
    const [early = '', late = ''] = await desk.publish([
      posted({ ...ofBoth, published_at: '2025-11-24T15:00:00Z' }),
      posted({ ...ofBoth, published_at: '2025-11-28T18:00:00Z' }),
    ])
    expect(await windowsOf(api, contoso, early)).toEqual(NONE)
    expect(await windowsOf(api, contoso, late)).toEqual(NONE)
  })
})

interface Close {
  date: string
  close: number
}

/** Closes of a Yahoo file, as they stand in the column `Adj Close`. */
function yahooCloses(): Close[] {
  const [, ...lines] = readFileSync(realData('prices', 'yahoo-csv', 'AAPL.csv'), 'utf8')
    .trim()
    .split(/\r?\n/)
  return lines.map((line) => {
    const [date = '', , , , , adjusted = ''] = line.split(',')
    return { date, close: Number(adjusted) }
  })
}

/** Closes of the Lean zip times the factors that hold until the dates of the factor file. */
function leanCloses(): Close[] {
  const usa = realData('prices', 'lean', 'Data', 'equity', 'usa')
  const zip = readFileSync(join(usa, 'daily', 'aapl.zip'))
  const text = inflateRawSync(zip.subarray(30 + zip.readUInt16LE(26) + zip.readUInt16LE(28))).toString()
  const factors = readFileSync(join(usa, 'factor_files', 'aapl.csv'), 'utf8')
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(',').map(Number) as [number, number, number])
  return text
    .trim()
    .split(/\r?\n/)
    .map((line) => {
      const [time = '', , , , close = ''] = line.split(',')
      const day = time.slice(0, 8)
      const [, price = 1, split = 1] = factors.find(([until]) => until >= Number(day)) ?? []
      return {
        date: day.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'),
        close: (Number(close) / 10_000) * price * split,
      }
    })
}

/** By the definition: the first session after, and the close before it. Ends of sessions in UTC, early closes by hand. */
function expectedWindows(closes: readonly Close[], published: string): Record<string, number | null> {
  const endOf = ({ date }: Close): number => instant(`${date}T${date === '2014-07-03' ? '17' : '20'}:00:00Z`)
  const t0 = closes.findIndex((each) => endOf(each) > instant(published))
  const base = closes[t0 - 1]?.close ?? Number.NaN
  return Object.fromEntries(
    NAMES.map((name) => [name, (closes[t0 + SESSIONS_AFTER[name]]?.close ?? Number.NaN) / base - 1]),
  )
}

/** All in summer: New York is four hours behind. */
const PUBLISHED = [
  ['in the session before the split', '2014-06-06T15:00:00Z'],
  ['after the close before the split', '2014-06-06T20:30:00Z'],
  ['at the weekend before the split', '2014-06-08T12:00:00Z'],
  ['on the day of the split', '2014-06-09T14:00:00Z'],
  ['some sessions before the split', '2014-06-03T14:00:00Z'],
  ['before the early close', '2014-07-03T16:59:00Z'],
  ['after the early close', '2014-07-03T17:00:00Z'],
  ['between the early and the usual close', '2014-07-03T18:30:00Z'],
  ['on Independence Day', '2014-07-04T15:00:00Z'],
  ['the day before the early close', '2014-07-02T21:00:00Z'],
] as const

describeRealData('impact windows on AAPL', () => {
  const found = new Map<string, Array<Record<string, number | null>>>()

  async function publishAll(
    importPrices: (api: Api) => Promise<string>,
  ): Promise<Array<Record<string, number | null>>> {
    const { api, desk } = await server('2014-09-01T12:00:00Z')
    const entityId = await importPrices(api)
    const docIds = await desk.publish(
      PUBLISHED.map(([when, at]) =>
        posted({ headline: `Note ${when}`, published_at: at, entity_ids: [entityId] }),
      ),
    )
    const windows = []
    for (const docId of docIds) windows.push(await windowsOf(api, entityId, docId))
    return windows
  }

  beforeAll(async () => {
    found.set(
      'lean',
      await publishAll(async (api) => {
        const newest = newestDay(instant('2026-01-01'))
        const folder = realData('prices', 'lean')
        for await (const security of readLeanFolder(folder, {
          ticker: 'AAPL',
          newest,
          onRejected: () => undefined,
        })) {
          const { splits, dividends } = security
          const events = { splits, dividends, currency: 'USD' }
          const stored = await api.importer().security({ ...security, minute: null, events, replace: false })
          return stored.entityId
        }
        throw new Error('there is no AAPL in the folder')
      }),
    )
    found.set(
      'yahoo',
      await publishAll(async (api) => {
        await api.importer().listings([listing({ ticker: 'AAPL', name: 'Apple Inc.' })], 'import')
        const { entityId } = await api.importer().find({ ticker: 'AAPL', exchange: null })
        const file = realData('prices', 'yahoo-csv', 'AAPL.csv')
        const read = await readBars(file, '1d', () => undefined, newestDay(instant('2026-01-01')))
        await api.importer().bars(entityId, { interval: '1d', basis: 'split_adjusted', columns: read.bars })
        return entityId
      }),
    )
  }, 60_000)

  test.each(['lean', 'yahoo'])('from %s are those that the files say', (source) => {
    const closes = source === 'lean' ? leanCloses() : yahooCloses()
    for (const [place, [when, at]] of PUBLISHED.entries()) {
      const expected = expectedWindows(closes, at)
      const windows = found.get(source)![place]!
      for (const name of NAMES) {
        expect(windows[name], `${when}: ${name}`).not.toBeNull()
        expect(Math.abs(windows[name]! - expected[name]!), `${when}: ${name}`).toBeLessThan(0.002)
      }
    }
  })

  test('from Lean and from Yahoo are the same, and no split is a fall of six sevenths', () => {
    for (const [place, [when]] of PUBLISHED.entries()) {
      for (const name of NAMES) {
        const [lean, yahoo] = ['lean', 'yahoo'].map((source) => found.get(source)![place]![name]!)
        expect(Math.abs(lean! - yahoo!), `${when}: ${name}`).toBeLessThan(0.002)
        expect(Math.abs(lean!), `${when}: ${name}`).toBeLessThan(0.2)
      }
    }
  })
})
