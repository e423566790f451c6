import { beforeAll, describe, expect, test } from 'vitest'
import { openApiDocument } from '../../../src/gateway/documentation/openapi.ts'
import { ENDPOINTS } from '../../../src/wiring/groups.ts'
import { createIntake } from '../../../src/groups/news/intake/intake.ts'
import { createIntakeStore } from '../../../src/groups/news/intake/intake-store.ts'
import { instant } from '../../support/factories.ts'
import { type Api, boot } from '../../support/harness.ts'
import { newsroom, posted, SERVED } from '../../support/news.ts'
import { TestClock } from '../../support/test-clock.ts'

const NOW = '2025-11-05T15:00:00Z'
const demo = await boot({
  clock: new TestClock(Date.now(), instant(NOW)),
  env: { DEFAULT_TIER: 'enterprise', DEMO_NEWS_DAYS: '2', ADMIN_EMAILS: 'admin@news.test' },
})

const totalOf = async (api: Api, query: string): Promise<number> =>
  (await api.get(`/v1/news/top?limit=1&${query}`)).body.total

/** Every article of a range, page by page. */
async function allOf(api: Api, query: string): Promise<any[]> {
  const items: any[] = []
  for (;;) {
    const { body } = await api.get(`/v1/news/top?limit=100&offset=${items.length}&${query}`)
    items.push(...body.items)
    if (body.has_more !== true) return items
  }
}

const TWO_DAYS = 'from=2025-11-03T15:00:00Z'

describe('the demo', () => {
  let items: any[]

  beforeAll(async () => {
    const waiting = async (): Promise<number> => {
      const { rows } = await demo.storage.storage.pool.query(
        'select count(*)::int as total from article_intake',
      )
      return rows[0].total
    }
    const deadline = performance.now() + 50_000
    while ((await totalOf(demo, TWO_DAYS)) < 430 || (await waiting()) > 0) {
      if (performance.now() > deadline) throw new Error('the news of two days are not served in time')
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    items = await allOf(demo, TWO_DAYS)
  }, 60_000)

  test('has at least 200 articles in the last 24 hours, and in those before', async () => {
    expect(await totalOf(demo, '')).toBeGreaterThanOrEqual(200)
    expect(await totalOf(demo, 'to=2025-11-05T03:00:00Z')).toBeGreaterThanOrEqual(200)
    expect(await totalOf(demo, 'to=2025-11-04T15:00:00Z')).toBeGreaterThanOrEqual(200)
  })

  test('answers the search that the reference shows as a sample', async () => {
    const document = openApiDocument(ENDPOINTS, { version: '0', simulated: true, tags: [] }) as any
    const { parameters } = document.paths['/v1/news/search'].get
    const [sample] = parameters.find(({ name }: { name: string }) => name === 'q').schema.examples
    const { body } = await demo.get(`/v1/news/search?q=${encodeURIComponent(sample)}`)
    expect(body.items.length).toBeGreaterThan(0)
  })

  test('has an article a day about each of 50, linked to it', () => {
    const today = items.filter(({ published_at: at }) => at >= '2025-11-04T15:00:00.000Z')
    const briefs = today.filter(({ headline }) => headline.startsWith('Brief '))
    expect(briefs.length).toBeGreaterThanOrEqual(50)
    expect(new Set(briefs.map(({ entities }) => entities[0]?.entity_id)).size).toBe(50)
  })

  test('marks its articles, and serves none that has not been published', () => {
    for (const { source, url, published_at: at, entities } of items) {
      expect(source).toMatch(/^Demo /)
      expect(url).toContain('.demo.invalid/')
      expect(at <= new Date(instant(NOW)).toISOString()).toBe(true)
      expect(entities.length).toBeGreaterThan(0)
    }
  })

  test('tells the tone of what it writes, and every tier is among it', () => {
    const outlook = items.filter(({ headline }) =>
      /\b(?:raises|cuts) (?:its |full-year )?outlook/.test(headline),
    )
    expect(outlook.length).toBeGreaterThan(5)
    const tones = outlook.map(({ headline, sentiment }) => {
      const meant = headline.includes('raises') ? 'positive' : 'negative'
      if (sentiment === meant) return 'right'
      return sentiment === 'neutral' ? 'neutral' : 'opposite'
    })
    expect(tones).not.toContain('opposite')
    expect(tones.filter((tone) => tone === 'right').length).toBeGreaterThan(tones.length / 2)
    expect(new Set(items.map((item) => item.routing_tier)).size).toBe(4)
  })

  test('measures its articles with its own prices', async () => {
    const old = items.find(
      ({ headline, published_at: at }) => headline.startsWith('Brief ') && at < '2025-11-04',
    )
    const [entity] = old.entities
    const { body } = await demo.get(`/v1/news/articles/${old.doc_id}`)
    expect(body.entities_detail[0].entity_id).toBe(entity.entity_id)
    expect(body.entities_detail[0].impact_windows.day_t0).not.toBeNull()
    expect(body.entities_detail[0].impact_windows.day_t5).toBeNull()
  })

  test('gives a posted article no impact of simulated prices', async () => {
    const desk = newsroom(demo, `Bearer ${await demo.token('admin@news.test')}`)
    const apple = await demo.idOf('AAPL')
    const [docId = ''] = await desk.publish([
      posted({
        headline: 'A word about Apple Inc.',
        entity_ids: [apple],
        published_at: '2025-11-03T15:00:00Z',
      }),
    ])
    const { body } = await demo.get(`/v1/news/articles/${docId}`)
    expect(body.entities_detail.map((each: any) => [each.entity_id, each.impact_windows])).toEqual([
      [apple, { day_t0: null, day_t1: null, day_t2: null, day_t5: null }],
    ])
  })
})

describe('a server without the demo', () => {
  test('serves nothing of it, though it is stored', async () => {
    const bare = await boot({
      clock: new TestClock(Date.now(), instant(NOW)),
      env: { UPSTREAMS: '', DEFAULT_TIER: 'enterprise', DEMO_NEWS_DAYS: '2' },
    })
    const { storage } = bare.storage
    const intake = createIntake(createIntakeStore(storage.db.withTables()))
    const article = {
      headline: 'Apple raises outlook',
      url: 'https://newswire.demo.invalid/1',
      source: 'Demo Newswire',
      publishedAt: instant('2025-11-05T12:00:00Z'),
      summary: null,
      body: 'Outlook raised.',
      language: null,
      routingTier: null,
      entityIds: [],
      guid: null,
    }
    const [receipt] = await intake.receive([article], { simulated: true })
    const stored = async (): Promise<number> =>
      (await storage.pool.query('select count(*)::int as total from article')).rows[0].total
    await expect.poll(stored, SERVED).toBe(1)
    const nothing = { items: [], total: 0, has_more: false }
    expect((await bare.get('/v1/news/top?from=2020-01-01')).body).toEqual(nothing)
    expect((await bare.get('/v1/news/search?q=outlook')).body).toEqual(nothing)
    expect((await bare.get('/v1/news/trending?min_mentions=1')).body).toEqual(nothing)
    expect((await bare.get('/v1/news/sources')).body).toEqual({ items: [], total: 0 })
    for (const path of ['', '/similar']) {
      const { body } = await bare.get(`/v1/news/articles/${receipt!.docId}${path}`)
      expect(body.code).toBe('ARTICLE_NOT_FOUND')
    }
  })
})
