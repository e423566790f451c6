import { beforeAll, describe, expect, test } from 'vitest'
import { createArticleImporter } from '../../../src/groups/news/index.ts'
import { busOf } from '../../../src/wiring/storage.ts'
import { instant } from '../../support/factories.ts'
import { boot, type Reply } from '../../support/harness.ts'
import { newsroom, posted, SERVED } from '../../support/news.ts'
import { TestClock } from '../../support/test-clock.ts'

const NOW = '2025-11-05T15:00:00.000Z'
const api = await boot({
  clock: new TestClock(Date.now(), instant(NOW)),
  env: { UPSTREAMS: '', DEFAULT_TIER: 'enterprise', ADMIN_EMAILS: 'admin@news.test' },
})
const desk = newsroom(api, `Bearer ${await api.token('admin@news.test')}`)
const [CONTOSO = '', FABRIKAM = '', NORTHWIND = ''] = await desk.companies({
  CTSO: 'Contoso Corporation',
  FBKM: 'Fabrikam Incorporated',
  NWND: 'Northwind Traders Inc',
})
const NOBODY = '00000000-0000-4000-8000-000000000000'
const HOUR = 3_600_000
const at = (hoursAgo: number): string => new Date(instant(NOW) - hoursAgo * HOUR).toISOString()
const outcome = ({ status, body }: Reply): [number, string | undefined] => [status, body.code]

const about = (id: string, hoursAgo: number, fields: Parameters<typeof posted>[0] = {}) =>
  posted({
    headline: `Nothing in particular ${id} ${hoursAgo}`,
    entity_ids: [id],
    published_at: at(hoursAgo),
    ...fields,
  })

beforeAll(async () => {
  await desk.publish([
    // Four in the last day, three in the month before.
    about(CONTOSO, 0, { headline: 'Contoso shares surge after profit beats estimates', source: 'Reuters' }),
    about(CONTOSO, 1, {
      headline: 'Contoso shares plunge on profit warning',
      source: 'Reuters',
      language: 'de',
    }),
    about(CONTOSO, 1.5),
    about(CONTOSO, 24),
    ...[25, 24 * 10, 24 * 30].map((hours) => about(CONTOSO, hours)),
    // Three in the last day, none before.
    ...[2, 3, 4].map((hours) => about(FABRIKAM, hours)),
    // Two in the last day, and more than 30 days before it one.
    ...[5, 6].map((hours) => about(NORTHWIND, hours)),
    about(NORTHWIND, 24 * 31 + 1, { source: 'Old Times' }),
    // About nobody, on the first of the 30 days before the last one and before the last week.
    ...[30.7, 36.7].map((days) =>
      posted({ headline: `Rain on day ${days}`, published_at: at(24 * days), source: 'Old Times' }),
    ),
  ])
})

describe('GET /v1/news/trending', () => {
  const trending = (query = ''): Promise<Reply> => api.get(`/v1/news/trending?${query}`)

  test('200: counts of the window against the 30 days before, by hand', async () => {
    const { status, body } = await trending()
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['items', 'total', 'has_more'])
    expect(body).toEqual({
      items: [
        {
          entity_id: FABRIKAM,
          ticker: 'FBKM',
          name: 'Fabrikam Incorporated',
          mentions: 3,
          baseline: 0,
          surge_ratio: 4,
          sentiment_balance: 0,
        },
        {
          entity_id: CONTOSO,
          ticker: 'CTSO',
          name: 'Contoso Corporation',
          mentions: 4,
          baseline: 0.1,
          surge_ratio: 4.5455,
          sentiment_balance: 0,
        },
      ].toSorted((one, other) => other.surge_ratio - one.surge_ratio),
      total: 2,
      has_more: false,
    })
  })

  test('200 with a week, a minimum, a class and a limit', async () => {
    const week = (await trending('window=7d&min_mentions=1')).body
    expect(week.items.map((item: any) => [item.ticker, item.mentions, item.baseline])).toEqual(
      expect.arrayContaining([
        ['CTSO', 5, 0.4667],
        ['FBKM', 3, 0],
        ['NWND', 2, 0.2333],
      ]),
    )
    expect((await trending('min_mentions=5')).body).toEqual({ items: [], total: 0, has_more: false })
    expect((await trending('min_mentions=2')).body.total).toBe(3)
    expect((await trending('asset_class=equity')).body.total).toBe(2)
    expect((await trending('asset_class=etf')).body.total).toBe(0)
    expect((await trending('limit=1')).body).toMatchObject({ total: 2, has_more: true })
  })

  test('200: the days before are as many as articles are held of, and none is 0', async () => {
    const young = await boot({
      clock: new TestClock(Date.now(), instant(NOW)),
      env: { UPSTREAMS: '', DEFAULT_TIER: 'enterprise', ADMIN_EMAILS: 'admin@news.test' },
    })
    const youngDesk = newsroom(young, `Bearer ${await young.token('admin@news.test')}`)
    const [id = ''] = await youngDesk.companies({ CTSO: 'Contoso Corporation' })
    // Three on each of the three days before the last, of which there are nine.
    const hours = [...Array.from({ length: 9 }, (_, hour) => hour), 30, 34, 38, 50, 54, 58, 74, 78, 90]
    await youngDesk.publish(hours.map((each) => about(id, each)))
    const trends = async (query: string) =>
      (await young.get(`/v1/news/trending?${query}`)).body.items.map((item: any) => [
        item.mentions,
        item.baseline,
        item.surge_ratio,
      ])
    expect(await trends('window=24h')).toEqual([[9, 3, 2.5]])
    expect(await trends('window=7d')).toEqual([[18, 0, 19]])
  })

  test.each([
    'window=1h',
    'min_mentions=0',
    'min_mentions=x',
    'asset_class=car',
    'limit=0',
    'limit=101',
    'limit=',
  ])('422 INVALID_PARAMETER for %s', async (query) => {
    expect(outcome(await trending(query))).toEqual([422, 'INVALID_PARAMETER'])
  })
})

describe('GET /v1/news/sources', () => {
  test('200: publishers with their tier, and the counts and languages of the last 30 days', async () => {
    const { status, body } = await api.get('/v1/news/sources')
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['items', 'total'])
    const [first, second, third] = body.items
    expect(first).toMatchObject({ source: 'Reuters', routing_tier: 'TIER_2', articles_30d: 2 })
    expect(first.languages).toContain('de')
    expect(second).toMatchObject({ source: 'Example Times', routing_tier: 'TIER_4', articles_30d: 10 })
    expect(third).toEqual({ source: 'Old Times', routing_tier: 'TIER_4', articles_30d: 0, languages: [] })
    expect(body.total).toBe(3)
    for (const item of body.items) {
      expect(Object.keys(item)).toEqual(['source', 'routing_tier', 'articles_30d', 'languages'])
    }
  })
})

describe('GET /v1/entities/{entity_id}/sentiment', () => {
  const sentiment = (id: string, query = ''): Promise<Reply> =>
    api.get(`/v1/entities/${id}/sentiment?${query}`)

  test('200: by day, ascending, in the tone of what is said about it', async () => {
    const { status, body } = await sentiment(CONTOSO)
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['entity_id', 'interval', 'points'])
    expect(body).toMatchObject({ entity_id: CONTOSO, interval: '1d' })
    expect(body.points.map((point: any) => [point.date, point.mentions])).toEqual([
      ['2025-10-06', 1],
      ['2025-10-26', 1],
      ['2025-11-04', 2],
      ['2025-11-05', 3],
    ])
    expect(body.points.at(-1)).toMatchObject({ positive: 1, neutral: 1, negative: 1 })
    for (const point of body.points) {
      expect(Object.keys(point)).toEqual([
        'date',
        'positive',
        'neutral',
        'negative',
        'mentions',
        'avg_relevance',
      ])
      expect(point.positive + point.neutral + point.negative).toBe(point.mentions)
      expect(point.avg_relevance).toBeGreaterThanOrEqual(0.75)
    }
  })

  test('200: by hour, within a range whose ends are inclusive', async () => {
    const { body } = await sentiment(CONTOSO, `interval=1h&from=${at(1.5)}&to=${at(0)}`)
    expect(body.points.map((point: any) => [point.date, point.mentions])).toEqual([
      ['2025-11-05T13:00:00Z', 1],
      ['2025-11-05T14:00:00Z', 1],
      ['2025-11-05T15:00:00Z', 1],
    ])
  })

  test('200 without points for an instrument that nobody wrote about', async () => {
    const [quiet = ''] = await desk.companies({ QUIET: 'Quiet Holdings Inc' })
    expect((await sentiment(quiet)).body.points).toEqual([])
    expect((await sentiment(CONTOSO, 'from=2020-01-01&to=2020-02-01')).body.points).toEqual([])
  })

  test('404 ENTITY_NOT_FOUND', async () => {
    for (const id of [NOBODY, 'x', 'CTSO']) {
      expect(outcome(await sentiment(id))).toEqual([404, 'ENTITY_NOT_FOUND'])
    }
  })

  test('422 INVALID_PARAMETER for an interval and a time that are none, INVALID_DATE_RANGE for a range that is none', async () => {
    expect(outcome(await sentiment(CONTOSO, 'interval=5m'))).toEqual([422, 'INVALID_PARAMETER'])
    expect(outcome(await sentiment(CONTOSO, 'from=x'))).toEqual([422, 'INVALID_PARAMETER'])
    expect(outcome(await sentiment(NOBODY, 'from=2025-11-02&to=2025-11-01'))).toEqual([
      422,
      'INVALID_DATE_RANGE',
    ])
    expect(outcome(await sentiment(CONTOSO, 'from=2025-11-02&to=2025-11-01'))).toEqual([
      422,
      'INVALID_DATE_RANGE',
    ])
  })

  test('422 RANGE_TOO_LARGE where more hours have mentions than a chart has points', async () => {
    const { pool } = api.storage.storage
    await pool.query(
      `insert into article (doc_id, seq, revision, simulated, headline, source, url, published_at, source_tier, routing_tier, official, positive,
        negative, sentiment, llm_relevance_score, market_score, score, story_id, signature, bands, numbers, content_hash, words)
      select id, first.seq + n, first.revision + 1, false, 'Hour ' || n, 'Hours', 'https://news.example/hour/' || n,
        timestamptz '2020-01-01' + n * interval '1 hour', 4, 4, false, 0, 0, 0, 0, 0, 0, id, '', '{}', '{}', id, ''
      from (select max(seq) as seq, max(revision) as revision from article) as first,
        generate_series(1, 2201) as n, lateral (select md5('hour' || n)::uuid as id) as made`,
    )
    await pool.query(
      `insert into article_entity (seq, entity_id, position, relevance, positive, negative, sentiment, published_at)
      select seq, $1, 0, 1, 0, 0, 0, published_at from article where source = 'Hours'`,
      [NORTHWIND],
    )
    await busOf(api.storage.storage).publish('articles.changed', {})
    const hours = (): Promise<Reply> => sentiment(NORTHWIND, 'interval=1h&from=2020-01-01')
    await expect.poll(async () => outcome(await hours()), SERVED).toEqual([422, 'RANGE_TOO_LARGE'])
    expect((await sentiment(NORTHWIND, 'from=2020-01-01')).status).toBe(200)
  })

  test('200 over all time: the work is that of what is stored', async () => {
    expect((await sentiment(CONTOSO, 'interval=1h&from=0001-01-01&to=9999-12-31')).status).toBe(200)
  })
})

describe('an article whose date could not be read', () => {
  test('is in no list and has null by id', async () => {
    const importer = createArticleImporter(api.storage.storage.db)
    const record = {
      headline: 'Contoso undated',
      url: 'https://news.example/undated',
      source: 'Undated Times',
      published: 'the other day',
      summary: null,
      body: null,
      language: null,
    }
    const article = importer.check(record, instant(NOW))
    if (typeof article === 'string') throw new Error(article)
    expect(article.publishedAt).toBeNull()
    expect(await importer.receive([article])).toEqual({ stored: 1, unchanged: 0 })
    const idOf = async (): Promise<string | undefined> => {
      const { rows } = await api.storage.storage.pool.query<{ doc_id: string }>(
        `select doc_id from article where source = 'Undated Times'`,
      )
      return rows[0]?.doc_id
    }
    await expect.poll(idOf, SERVED).toBeDefined()
    const docId = await idOf()
    const { status, body } = await api.get(`/v1/news/articles/${docId}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ published_at: null, headline: record.headline })
    expect(body.entities_detail[0].impact_windows).toEqual({
      day_t0: null,
      day_t1: null,
      day_t2: null,
      day_t5: null,
    })
    expect((await api.get(`/v1/news/articles/${docId}/similar`)).status).toBe(200)
    for (const path of [
      '/v1/news/top?from=0001-01-01&to=9999-12-31&limit=100',
      `/v1/entities/${CONTOSO}/articles?from=0001-01-01&to=9999-12-31&limit=100`,
      '/v1/news/search?q=undated&from=0001-01-01&to=9999-12-31',
    ]) {
      const list = (await api.get(path)).body
      expect(list.items.map((item: any) => item.doc_id)).not.toContain(docId)
    }
  })
})
