import { describe, expect, test } from 'vitest'
import { instant } from '../../support/factories.ts'
import { type Api, boot, type Reply } from '../../support/harness.ts'
import { newsroom, posted } from '../../support/news.ts'
import { TestClock } from '../../support/test-clock.ts'

const NOW = '2025-11-05T15:00:00.000Z'
const api = await boot({
  clock: new TestClock(Date.now(), instant(NOW)),
  env: { UPSTREAMS: '', DEFAULT_TIER: 'enterprise', ADMIN_EMAILS: 'admin@news.test' },
})
const admin = `Bearer ${await api.token('admin@news.test')}`
const desk = newsroom(api, admin)
const [CONTOSO = '', FABRIKAM = '', NORTHWIND = ''] = await desk.companies({
  CTSO: 'Contoso Corporation',
  FBKM: 'Fabrikam Incorporated',
  NWND: 'Northwind Traders Inc',
})
const NOBODY = '00000000-0000-4000-8000-000000000000'

const at = (minutesAgo: number): string => new Date(instant(NOW) - minutesAgo * 60_000).toISOString()
const DAY = 24 * 60

const ITEMS = [
  posted({
    headline: 'Contoso profit beats estimates and shares surge',
    source: 'Reuters',
    published_at: at(0),
  }),
  posted({ headline: 'Contoso shares plunge after profit warning', source: 'Reuters', published_at: at(10) }),
  posted({ headline: '8-K - Contoso Corporation (Filer)', source: 'Blog', published_at: at(20) }),
  posted({ headline: 'Fabrikam wins record order, shares soar', source: 'CNBC', published_at: at(30) }),
  posted({
    headline: 'Fabrikam cuts outlook, stock slumps to a loss',
    source: 'SEC EDGAR',
    published_at: at(40),
  }),
  posted({ headline: 'Fabrikam and Contoso agree to a merger', source: 'Bloomberg', published_at: at(50) }),
  posted({ headline: 'Contoso raises outlook for the year', source: 'MarketWatch', published_at: at(60) }),
  posted({ headline: 'Contoso raised its full-year outlook', source: 'CNBC', published_at: at(70) }),
  posted({ headline: 'Rain is expected tomorrow in Spain', source: 'Weather', published_at: at(80) }),
  posted({ headline: 'Northwind Traders opens a warehouse', source: 'Weather', published_at: at(DAY) }),
  posted({
    headline: 'Northwind Traders names a chairman',
    source: 'Weather',
    published_at: at(DAY + 0.001),
  }),
  posted({ headline: 'Contoso to split its stock', source: 'Reuters', published_at: at(3 * DAY) }),
]
await desk.publish(ITEMS)

const EVERYTHING = 'from=2025-01-01&limit=100'
const top = (query = '', of: Api = api): Promise<Reply> => of.get(`/v1/news/top?${query}`)
const headlines = ({ body }: Reply): string[] => body.items.map((item: any) => item.headline)
const outcome = ({ status, body }: Reply): [number, string | undefined] => [status, body.code]
const ALL = (await top(EVERYTHING)).body.items as any[]

const ARTICLE_KEYS = [
  'doc_id',
  'headline',
  'source',
  'published_at',
  'url',
  'display_relevance_score',
  'sentiment',
  'routing_tier',
  'entities',
  'summary',
]

/** The order of decision 30. */
const ranked = (items: readonly any[]): any[] =>
  items.toSorted(
    (one, other) =>
      other.display_relevance_score - one.display_relevance_score ||
      Date.parse(other.published_at) - Date.parse(one.published_at) ||
      (one.doc_id < other.doc_id ? -1 : 1),
  )

describe('GET /v1/news/top', () => {
  test('200 with exactly the fields of the specification', async () => {
    const { status, body } = await top()
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['items', 'total', 'has_more'])
    for (const item of body.items) expect(Object.keys(item)).toEqual(ARTICLE_KEYS)
    const first = body.items.find((item: any) => item.headline === ITEMS[0]!.headline)
    expect(first).toMatchObject({
      source: 'Reuters',
      published_at: NOW,
      url: ITEMS[0]!.url,
      sentiment: 'positive',
      routing_tier: 'TIER_2',
      entities: [{ entity_id: CONTOSO, ticker: 'CTSO', name: 'Contoso Corporation' }],
      summary: null,
    })
    expect(Object.keys(first.entities[0])).toEqual(['entity_id', 'ticker', 'name'])
  })

  test('200: the last 24 hours, both ends inclusive, in the documented order', async () => {
    const { body } = await top()
    expect(body.total).toBe(10)
    expect(body.has_more).toBe(false)
    expect(body.items).toEqual(ranked(ALL.filter((item) => item.published_at >= at(DAY))))
    expect(headlines({ body } as Reply)).toContain('Northwind Traders opens a warehouse')
    expect(headlines({ body } as Reply)).not.toContain('Northwind Traders names a chairman')
  })

  test('200: everything, each article once, stories whole', async () => {
    expect(ALL).toHaveLength(ITEMS.length)
    expect(ALL).toEqual(ranked(ALL))
    const stories = await Promise.all(
      ALL.filter(({ headline }) => headline.includes('outlook')).map(async ({ doc_id: id }) => {
        const { body } = await api.get(`/v1/news/articles/${id}`)
        return [body.headline, body.story_id]
      }),
    )
    const storyOf = new Map(stories as Array<[string, string]>)
    expect(storyOf.get('Contoso raises outlook for the year')).toBe(
      storyOf.get('Contoso raised its full-year outlook'),
    )
  })

  test('200: pages of every size hold the same list', async () => {
    for (const limit of [1, 3, 5, 100]) {
      const seen: any[] = []
      for (let offset = 0; offset < ALL.length; offset += limit) {
        const { body } = await top(`from=2025-01-01&limit=${limit}&offset=${offset}`)
        expect(body.total).toBe(ALL.length)
        expect(body.has_more).toBe(offset + limit < ALL.length)
        seen.push(...body.items)
      }
      expect(seen).toEqual(ALL)
    }
  })

  test('200: 20 items where no limit is given; beyond the end there is nothing', async () => {
    expect((await top('from=2025-01-01')).body.items).toEqual(ALL.slice(0, 20))
    for (const offset of [ALL.length, 1_000_000_000, 999_999_999_999_999]) {
      expect((await top(`from=2025-01-01&offset=${offset}`)).body).toEqual({
        items: [],
        total: ALL.length,
        has_more: false,
      })
    }
  })

  test.each([
    'limit=0',
    'limit=-1',
    'limit=101',
    'limit=1.5',
    'limit=10abc',
    'limit=',
    'limit=1000000000',
    'limit=1&limit=2',
    'offset=-1',
    'offset=1.5',
    'offset=x',
    'offset=',
    'offset=1&offset=1',
    'offset=1e400',
    'scope=',
    'scope=mine',
    'scope=WATCHLIST',
    'min_relevance=-0.1',
    'min_relevance=1.1',
    'min_relevance=high',
    'min_relevance=',
    'min_relevance=NaN',
    'tier=tier2',
    'tier=TIER_1',
    'tier=',
    'sentiment=neutral',
    'sentiment=',
    'from=',
    'from=yesterday',
    'from=2025-02-30',
    'to=2025-11-05T25:00:00Z',
    'to=1730000000',
    `from=${'1'.repeat(50)}`,
    'from=2025-11-01&from=2025-11-02',
    'from=%00',
  ])('422 INVALID_PARAMETER for %s', async (query) => {
    const reply = await top(query)
    expect(outcome(reply)).toEqual([422, 'INVALID_PARAMETER'])
    expect(reply.body.detail).toContain(query.split('=')[0])
  })

  test('422 INVALID_DATE_RANGE where from is after to', async () => {
    for (const query of ['from=2025-11-05&to=2025-11-04', 'from=2025-11-06', 'from=9999-12-31']) {
      expect([query, ...outcome(await top(query))]).toEqual([query, 422, 'INVALID_DATE_RANGE'])
    }
  })

  test('200: an unknown parameter is ignored', async () => {
    expect((await top('__proto__=1&constructor=2&page=3')).status).toBe(200)
  })

  test('200: both ends are inclusive, to the millisecond', async () => {
    const [one, other] = [at(30), at(10)]
    const within = ALL.filter((item) => item.published_at >= one && item.published_at <= other)
    expect(within).toHaveLength(3)
    expect((await top(`from=${one}&to=${other}`)).body.items).toEqual(within)
    const after = new Date(Date.parse(one) + 1).toISOString()
    const before = new Date(Date.parse(other) - 1).toISOString()
    expect((await top(`from=${after}&to=${before}`)).body.total).toBe(1)
    expect((await top(`from=${one}&to=${one}`)).body.total).toBe(1)
  })

  test('200: a date alone is midnight UTC, to without from reaches 24 hours back', async () => {
    const until = ALL.filter((item) => item.published_at <= '2025-11-05T00:00:00.000Z')
    expect((await top('from=2025-01-01&to=2025-11-05')).body.items).toEqual(until)
    const day = until.filter((item) => item.published_at >= '2025-11-04T00:00:00.000Z')
    expect(day).toHaveLength(2)
    expect((await top('to=2025-11-05')).body.items).toEqual(day)
    expect((await top('to=2025-11-05T00:00:00.000Z&limit=1')).body.has_more).toBe(true)
  })

  test('200: a plus sign that was not encoded, and a time with a blank before it, mean what they say', async () => {
    const meant = (await top('from=2025-11-05T14:25:00Z')).body
    expect(meant.total).toBe(4)
    for (const text of [
      '2025-11-05T15:25:00+01:00',
      '2025-11-05T15:25:00%2B01:00',
      '2025-11-05T15:25:00%2001:00',
      '2025-11-05T19:55:00+0530',
      '2025-11-05%2014:25',
      '2025-11-05%2014:25:00',
    ]) {
      expect([text, (await top(`from=${text}`)).body]).toEqual([text, meant])
    }
  })

  test('200: min_relevance compares the score that is shown', async () => {
    for (const { display_relevance_score: score } of ALL) {
      const { body } = await top(`${EVERYTHING}&min_relevance=${score}`)
      expect(body.items).toEqual(ALL.filter((item) => item.display_relevance_score >= score))
      const above = await top(`${EVERYTHING}&min_relevance=${(score + 0.00001).toFixed(5)}`)
      expect(above.body.items).toEqual(ALL.filter((item) => item.display_relevance_score > score))
    }
    expect((await top(`${EVERYTHING}&min_relevance=1`)).body.total).toBe(0)
    expect((await top(`${EVERYTHING}&min_relevance=0.0`)).body.total).toBe(ALL.length)
  })

  test.each([
    ['tier=tier1', (item: any) => item.routing_tier === 'TIER_1', 2],
    ['tier=tier1_2', (item: any) => ['TIER_1', 'TIER_2'].includes(item.routing_tier), 6],
    ['tier=all', () => true, 12],
    ['sentiment=all', () => true, 12],
    ['sentiment=positive', (item: any) => item.sentiment === 'positive', null],
    ['sentiment=negative', (item: any) => item.sentiment === 'negative', null],
    [
      'sentiment=negative&tier=tier1',
      (item: any) => item.sentiment === 'negative' && item.routing_tier === 'TIER_1',
      1,
    ],
  ])('200: %s', async (query, isWanted, total) => {
    const { body } = await top(`${EVERYTHING}&${query}`)
    expect(body.items).toEqual(ALL.filter(isWanted))
    expect(body.total).toBe(total ?? ALL.filter(isWanted).length)
    expect(body.total).toBeGreaterThan(0)
  })

  test('200: a filing is TIER_1 on a TIER_4 site', () => {
    const tierOf = new Map(ALL.map((item) => [item.headline, item.routing_tier]))
    expect(tierOf.get('8-K - Contoso Corporation (Filer)')).toBe('TIER_1')
    expect(tierOf.get('Rain is expected tomorrow in Spain')).toBe('TIER_4')
  })

  test('401 without a token', async () => {
    expect(outcome(await api.get('/v1/news/top', { token: null }))).toEqual([401, 'TOKEN_MISSING'])
  })
})

describe('scope=watchlist', () => {
  let users = 0

  async function newUser(...entityIds: string[]): Promise<(path: string) => Promise<Reply>> {
    const token = `Bearer ${await api.token(`user${users++}@news.test`)}`
    if (entityIds.length > 0) {
      const json = { name: 'Mine', entity_ids: entityIds }
      const made = await api.call('/v1/portfolio/watchlists', { token, method: 'POST', json })
      if (made.status !== 201) throw new Error(made.text)
    }
    return (path) => api.get(path, { token })
  }

  const WATCHED = `/v1/news/top?${EVERYTHING}&scope=watchlist`
  const about = (...ids: string[]) =>
    ALL.filter((item) => item.entities.some((each: any) => ids.includes(each.entity_id)))

  test('200 and empty for a user without a list, before and after everybody else asked for all', async () => {
    const get = await newUser()
    const nothing = { items: [], total: 0, has_more: false }
    for (const query of [EVERYTHING, 'limit=100', 'limit=7&from=2025-01-01']) {
      expect((await get(`/v1/news/top?${query}&scope=watchlist`)).body).toEqual(nothing)
      expect((await get(`/v1/news/top?${query}&scope=all`)).body.total).toBeGreaterThan(0)
      expect((await get(`/v1/news/top?${query}&scope=watchlist`)).body).toEqual(nothing)
      expect((await get(`/v1/news/top?${query}`)).body.total).toBeGreaterThan(0)
    }
    // The first call made the default list, which holds nothing.
    await get('/v1/portfolio/watchlists')
    expect((await get(WATCHED)).body).toEqual(nothing)
  })

  test('200: of one instrument, of several, of several lists', async () => {
    for (const ids of [[FABRIKAM], [FABRIKAM, NORTHWIND], [CONTOSO, FABRIKAM, NORTHWIND]]) {
      const get = await newUser(...ids)
      const { body } = await get(WATCHED)
      expect(body.items).toEqual(about(...ids))
      expect(body.total).toBe(about(...ids).length)
      expect(body.total).toBeGreaterThan(0)
    }
  })

  test('200: two users at the same time see their own, warmed by the other', async () => {
    const [one, other] = await Promise.all([newUser(FABRIKAM), newUser(NORTHWIND)])
    for (let round = 0; round < 5; round++) {
      const [ours, theirs] = await Promise.all([one(WATCHED), other(WATCHED)])
      expect(ours.body.items).toEqual(about(FABRIKAM))
      expect(theirs.body.items).toEqual(about(NORTHWIND))
    }
  })

  test('200: an instrument that is put on a list counts at once', async () => {
    const token = `Bearer ${await api.token('adds@news.test')}`
    const { items } = (await api.get('/v1/portfolio/watchlists', { token })).body
    const path = `/v1/portfolio/watchlists/${items[0].watchlist_id}/items/${NORTHWIND}`
    expect((await api.get(WATCHED, { token })).body.total).toBe(0)
    expect((await api.call(path, { token, method: 'PUT', json: {} })).status).toBeLessThan(300)
    expect((await api.get(WATCHED, { token })).body.items).toEqual(about(NORTHWIND))
  })

  test('200 with the other filters', async () => {
    const get = await newUser(CONTOSO)
    const { body } = await get(`${WATCHED}&sentiment=negative`)
    expect(body.items).toEqual(about(CONTOSO).filter((item) => item.sentiment === 'negative'))
    expect(body.total).toBeGreaterThan(0)
  })

  test('is never kept by a shared cache, and neither is anything else of this group', async () => {
    const get = await newUser(CONTOSO)
    for (const path of [WATCHED, `/v1/news/top?${EVERYTHING}`, `/v1/entities/${CONTOSO}/articles`]) {
      const { headers } = await get(path)
      expect(headers.get('cache-control')).toMatch(/^private\b/)
      expect(headers.get('vary')?.toLowerCase()).toContain('authorization')
    }
    // What one caller has may not be confirmed to be what another one would get.
    const tag = (await get(WATCHED)).headers.get('etag')
    const stranger = await newUser(FABRIKAM)
    expect((await stranger(WATCHED)).headers.get('etag')).not.toBe(tag ?? 'none')
  })
})

describe('GET /v1/entities/{entity_id}/articles', () => {
  const of = (id: string, query = EVERYTHING): Promise<Reply> =>
    api.get(`/v1/entities/${id}/articles?${query}`)
  const about = (id: string) => ALL.filter((item) => item.entities.some((each: any) => each.entity_id === id))

  test('200: what mentions it, in the order of all lists, without further fields', async () => {
    for (const id of [CONTOSO, FABRIKAM, NORTHWIND]) {
      const { body } = await of(id)
      expect(body.items).toEqual(about(id))
      expect(body).toMatchObject({ total: about(id).length, has_more: false })
      expect(body.total).toBeGreaterThan(1)
    }
    expect((await of(CONTOSO.toUpperCase())).body.items).toEqual(about(CONTOSO))
  })

  test('200: the last 24 hours by default', async () => {
    const { body } = await of(CONTOSO, '')
    expect(body.items).toEqual(about(CONTOSO).filter((item) => item.published_at >= at(DAY)))
  })

  test('200: filters and pages as of all articles', async () => {
    expect((await of(CONTOSO, `${EVERYTHING}&tier=tier1`)).body.items).toEqual(
      about(CONTOSO).filter((item) => item.routing_tier === 'TIER_1'),
    )
    expect((await of(CONTOSO, 'from=2025-01-01&limit=2&offset=1')).body).toEqual({
      items: about(CONTOSO).slice(1, 3),
      total: about(CONTOSO).length,
      has_more: true,
    })
    expect((await of(CONTOSO, `from=2025-01-01&offset=1000000000`)).body).toMatchObject({
      items: [],
      has_more: false,
    })
  })

  test('200 with impact windows, all null without a price', async () => {
    const { body } = await of(CONTOSO, `${EVERYTHING}&with_impact_windows=true`)
    expect(Object.keys(body)).toEqual(['items', 'total', 'has_more'])
    for (const item of body.items) {
      expect(Object.keys(item)).toEqual([...ARTICLE_KEYS, 'impact_windows'])
      expect(item.impact_windows).toEqual({ day_t0: null, day_t1: null, day_t2: null, day_t5: null })
    }
    for (const item of body.items) delete item.impact_windows
    expect(body.items).toEqual(about(CONTOSO))
    expect((await of(CONTOSO, `${EVERYTHING}&with_impact_windows=false`)).body.items).toEqual(about(CONTOSO))
  })

  test('200 with scope=watchlist: what it is only where the caller watches it', async () => {
    const query = `${EVERYTHING}&scope=watchlist`
    const token = `Bearer ${await api.token('scoped@news.test')}`
    const get = (id: string, more = '') => api.get(`/v1/entities/${id}/articles?${query}${more}`, { token })
    const empty = { items: [], total: 0, has_more: false }
    expect((await get(FABRIKAM)).body).toEqual(empty)
    expect((await get(FABRIKAM, '&with_impact_windows=true')).body).toEqual(empty)
    await api.call('/v1/portfolio/watchlists', {
      token,
      method: 'POST',
      json: { name: 'One', entity_ids: [FABRIKAM] },
    })
    expect((await get(FABRIKAM)).body.items).toEqual(about(FABRIKAM))
    expect((await get(FABRIKAM, '&with_impact_windows=true')).body.total).toBe(about(FABRIKAM).length)
    expect((await get(CONTOSO)).body).toEqual(empty)
  })

  test.each([
    'limit=0',
    'limit=101',
    'with_impact_windows=1',
    'with_impact_windows=TRUE',
    'with_impact_windows=',
  ])('422 INVALID_PARAMETER for %s', async (query) => {
    expect(outcome(await of(CONTOSO, query))).toEqual([422, 'INVALID_PARAMETER'])
  })

  test('422 INVALID_DATE_RANGE; parameters come before existence', async () => {
    expect(outcome(await of(CONTOSO, 'from=2025-11-02&to=2025-11-01'))).toEqual([422, 'INVALID_DATE_RANGE'])
    expect(outcome(await of(NOBODY, 'limit=0'))).toEqual([422, 'INVALID_PARAMETER'])
    expect(outcome(await of(NOBODY, 'from=x'))).toEqual([422, 'INVALID_PARAMETER'])
    expect(outcome(await of(NOBODY, 'from=2025-11-02&to=2025-11-01'))).toEqual([422, 'INVALID_DATE_RANGE'])
  })

  test.each([NOBODY, 'x', 'CTSO', '🚀', 'a'.repeat(300), "' or 1=1", '__proto__', 'a b'])(
    '404 ENTITY_NOT_FOUND for %s',
    async (id) => {
      const reply = await api.get(`/v1/entities/${encodeURIComponent(id)}/articles`)
      expect(outcome(reply)).toEqual([404, 'ENTITY_NOT_FOUND'])
      expect(reply.body.detail.length).toBeLessThan(200)
    },
  )
})

describe('GET /v1/news/articles/{doc_id}', () => {
  test('200: the fields of lists, the parts of the score and what is said of each company', async () => {
    for (const item of ALL) {
      const { status, body } = await api.get(`/v1/news/articles/${item.doc_id}`)
      expect(status).toBe(200)
      const { score, entities_detail: details, language, story_id: story, ...rest } = body
      expect(rest).toEqual(item)
      expect(Object.keys(score)).toEqual(['market_score', 'llm_relevance_score', 'routing_tier_weight'])
      const weight = { TIER_1: 1, TIER_2: 0.8, TIER_3: 0.5, TIER_4: 0.2 }[item.routing_tier as 'TIER_1']
      expect(score.routing_tier_weight).toBe(weight)
      const exact = 0.5 * score.market_score + 0.4 * score.llm_relevance_score + 0.1 * weight
      expect(Math.abs(item.display_relevance_score - exact)).toBeLessThan(0.00005 + 1e-9)
      expect(
        details.map(({ entity_id: id, ticker, name }: any) => ({ entity_id: id, ticker, name })),
      ).toEqual(item.entities)
      for (const detail of details) {
        expect(Object.keys(detail)).toEqual([
          'entity_id',
          'ticker',
          'name',
          'relevance',
          'sentiment',
          'impact_windows',
        ])
      }
      expect(details.map((each: any) => each.relevance)).toEqual(
        details.map((each: any) => each.relevance).toSorted((one: number, other: number) => other - one),
      )
      expect(['und', 'en']).toContain(language)
      expect(story).toMatch(/^[0-9a-f-]{36}$/)
    }
  })

  test('200 for the id in capitals', async () => {
    const { body } = await api.get(`/v1/news/articles/${ALL[0].doc_id.toUpperCase()}`)
    expect(body.doc_id).toBe(ALL[0].doc_id)
  })

  test.each([NOBODY, 'x', 'a'.repeat(500), "'; drop table article; --", '🚀'])(
    '404 ARTICLE_NOT_FOUND for %s',
    async (id) => {
      const reply = await api.get(`/v1/news/articles/${encodeURIComponent(id)}`)
      expect(outcome(reply)).toEqual([404, 'ARTICLE_NOT_FOUND'])
    },
  )
})
