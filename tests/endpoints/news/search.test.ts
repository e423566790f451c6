import { describe, expect, test } from 'vitest'
import { WorkGate } from '../../../src/kernel/work-gate.ts'
import { instant } from '../../support/factories.ts'
import { boot, type Reply } from '../../support/harness.ts'
import { newsroom, posted } from '../../support/news.ts'
import { TestClock } from '../../support/test-clock.ts'

const NOW = '2025-11-05T15:00:00.000Z'
const gate = new WorkGate({ waiting: 0, deadlineMs: 60_000 })
const api = await boot({
  gate,
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
const DAY = 24

const TEXT =
  'The company said that it would use the proceeds to repay debt, and that demand in its home market had been better than in spring.'

const ITEMS = [
  posted({
    headline: 'Contoso dividend rises',
    body: 'The dividend is a record quarter for holders.',
    source: 'Reuters',
    published_at: at(1),
  }),
  posted({
    headline: 'Fabrikam profit',
    body: 'A quarter of record sales; no dividend was paid.',
    source: 'CNBC',
    published_at: at(2),
  }),
  posted({
    headline: 'Northwind Traders in a record quarter',
    summary: 'Sales doubled.',
    source: 'Reuters',
    published_at: at(3),
  }),
  posted({
    headline: 'Le groupe Contoso relève sa prévision',
    language: 'fr',
    source: 'Les Echos',
    published_at: at(4),
  }),
  posted({
    headline: 'Contoso and Fabrikam plan merger',
    body: TEXT,
    source: 'Bloomberg',
    published_at: at(5),
  }),
  posted({ headline: 'Contoso, Fabrikam merger planned', body: TEXT, source: 'Blog', published_at: at(6) }),
  posted({
    headline: 'Contoso and Fabrikam plan merger 2',
    body: `${TEXT} Price 40.`,
    source: 'Wire',
    published_at: at(30),
  }),
  posted({ headline: 'Contoso dividend of last month', source: 'Reuters', published_at: at(29 * DAY) }),
  posted({ headline: 'Contoso dividend of long ago', source: 'Reuters', published_at: at(31 * DAY) }),
  posted({ headline: "100% of holders' votes: (a+)+$ & \\ _ | !", source: 'Reuters', published_at: at(7) }),
]
const DOC_IDS = await desk.publish(ITEMS)
const headlineOf = new Map(ITEMS.map(({ headline }, at) => [DOC_IDS[at], headline]))

const search = (query: Record<string, string>): Promise<Reply> =>
  api.get(`/v1/news/search?${new URLSearchParams(query).toString()}`)
const found = async (query: Record<string, string>): Promise<number[]> =>
  (await search(query)).body.items.map((item: any) => DOC_IDS.indexOf(item.doc_id))
const sorted = (numbers: readonly number[]): number[] => numbers.toSorted((one, other) => one - other)
const outcome = ({ status, body }: Reply): [number, string | undefined] => [status, body.code]

describe('GET /v1/news/search', () => {
  test('200 with articles as lists have them', async () => {
    const { status, body } = await search({ q: 'dividend' })
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['items', 'total', 'has_more'])
    expect(body.items[0]).toEqual(
      (await api.get('/v1/news/top?limit=100')).body.items.find((each: any) => each.doc_id === DOC_IDS[0]),
    )
    expect(body).toMatchObject({ total: 3, has_more: false })
  })

  test.each([
    ['a word in headline, summary or text', 'dividend', [0, 1, 7]],
    ['in any form and case', 'DIVIDENDS', [0, 1, 7]],
    ['every word', 'dividend record', [0, 1]],
    ['a phrase', '"record quarter"', [0, 2]],
    ['a phrase and a word', '"record quarter" dividend', [0]],
    ['a word that must not occur', 'record -dividend', [2]],
    ['a phrase that must not occur', 'record -"record quarter"', [1]],
    ['a summary', 'doubled', [2]],
    ['nothing', 'xyzzy', []],
    ['nothing where one word is missing', 'dividend xyzzy', []],
    ['nothing of what is too frequent', 'the', []],
    ['nothing of what is too frequent, whatever is excluded', 'the -dividend', []],
  ])('200: %s', async (_, q, wanted) => {
    expect(sorted(await found({ q }))).toEqual(wanted)
  })

  test.each([
    ['a word that stands there again and again', `${'record '.repeat(20)}-dividend`, [2]],
    ['a phrase of more words than the index is asked for', `"${TEXT.slice(0, 180)}"`, [4, 5, 6]],
    ['the same words, of which one is missing', `"${TEXT.slice(0, 170)}" xyzzy`, []],
    ['many words', `${TEXT.slice(0, 150)} 40`, [6]],
    [
      'a phrase among many words that must not occur',
      `contoso merger -"price 40" -a1 -b2 -c3 -d4 -e5 -f6 -g7`,
      [4, 5],
    ],
    ['words with quotation marks and backslashes', "holders' votes \\", [9]],
  ])('200: %s', async (_, q, wanted) => {
    expect(sorted(await found({ q }))).toEqual(wanted)
  })

  test('422 for more excluded words than can be looked for', async () => {
    const excluded = (count: number): string => Array.from({ length: count }, (_, at) => `-w${at}`).join(' ')
    expect(outcome(await search({ q: `record ${excluded(8)}` }))).toEqual([200, undefined])
    expect(outcome(await search({ q: `record ${excluded(9)}` }))).toEqual([422, 'INVALID_PARAMETER'])
  })

  test('200: by relevance the headline first, by time the newest', async () => {
    expect((await found({ q: 'dividend' }))[0]).toBe(0)
    expect((await found({ q: 'dividend' })).at(-1)).toBe(1)
    expect(await found({ q: 'contoso', sort: 'published_at' })).toEqual([0, 3, 4, 5, 6, 7])
  })

  test('200: the last 30 days, or what is asked for', async () => {
    expect(await found({ q: 'dividend', sort: 'published_at', from: '2025-01-01' })).toEqual([0, 1, 7, 8])
    expect(await found({ q: 'dividend', from: at(29 * DAY), to: at(29 * DAY) })).toEqual([7])
    expect(await found({ q: 'dividend', to: at(25 * DAY), sort: 'published_at' })).toEqual([7, 8])
  })

  test('200 with every filter', async () => {
    expect(await found({ q: 'contoso', source: 'Bloomberg, Blog', sort: 'published_at' })).toEqual([4, 5])
    expect(await found({ q: 'contoso', source: 'bloomberg' })).toEqual([4])
    expect(await found({ q: 'contoso', source: 'BLOG,les echos', sort: 'published_at' })).toEqual([3, 5])
    expect(await found({ q: 'contoso', source: 'Bloom' })).toEqual([])
    expect(await found({ q: 'contoso', language: 'fr' })).toEqual([3])
    expect(await found({ q: 'contoso', language: 'FR,de' })).toEqual([3])
    expect(await found({ q: 'contoso', language: 'fr-CA' })).toEqual([3])
    expect(await found({ q: 'contoso', language: 'en,und', sort: 'published_at' })).not.toContain(3)
    expect(
      sorted([
        ...(await found({ q: 'merger', language: 'und' })),
        ...(await found({ q: 'merger', language: 'en' })),
      ]),
    ).toEqual([4, 5, 6])
    expect(await found({ q: 'contoso', tier: 'tier1_2', sort: 'published_at' })).toEqual([0, 4, 7])
    expect(sorted(await found({ q: 'record', entity_ids: CONTOSO }))).toEqual([0])
    expect(
      sorted(await found({ q: 'record', entity_ids: `${FABRIKAM.toUpperCase()}, ${NORTHWIND},` })),
    ).toEqual([1, 2])
    expect(await found({ q: 'record', entity_ids: NOBODY })).toEqual([])
    expect(await found({ q: 'record', entity_ids: 'x' })).toEqual([])
    const scores = (await search({ q: 'contoso' })).body.items.map(
      (item: any) => item.display_relevance_score,
    )
    const middle = scores.toSorted((one: number, other: number) => one - other)[3]
    const above = (await search({ q: 'contoso', min_relevance: String(middle) })).body
    expect(above.total).toBe(scores.filter((score: number) => score >= middle).length)
    for (const sentiment of ['positive', 'negative']) {
      const { items } = (await search({ q: 'contoso', sentiment })).body
      expect(items.every((item: any) => item.sentiment === sentiment)).toBe(true)
    }
  })

  test('200 with scope=watchlist: nothing without one, else what is on it', async () => {
    const token = `Bearer ${await api.token('reader@news.test')}`
    const get = async (more = '') =>
      (await api.get(`/v1/news/search?q=record&scope=watchlist${more}`, { token })).body
    expect(await get()).toEqual({ items: [], total: 0, has_more: false })
    const json = { name: 'Mine', entity_ids: [FABRIKAM] }
    await api.call('/v1/portfolio/watchlists', { method: 'POST', token, json })
    expect((await get()).items.map((item: any) => item.doc_id)).toEqual([DOC_IDS[1]])
    expect((await get(`&entity_ids=${CONTOSO}`)).total).toBe(0)
    expect((await get(`&entity_ids=${FABRIKAM},${CONTOSO}`)).total).toBe(1)
  })

  test('200: pages hold the whole list, and beyond it there is nothing', async () => {
    const whole = await found({ q: 'contoso', limit: '100' })
    const pages: number[] = []
    for (let offset = 0; offset < whole.length; offset += 2) {
      const { body } = await search({ q: 'contoso', limit: '2', offset: String(offset) })
      expect([body.total, body.has_more]).toEqual([whole.length, offset + 2 < whole.length])
      pages.push(...body.items.map((item: any) => DOC_IDS.indexOf(item.doc_id)))
    }
    expect(pages).toEqual(whole)
    expect((await search({ q: 'contoso', offset: '1000000000' })).body).toEqual({
      items: [],
      total: whole.length,
      has_more: false,
    })
  })

  test.each([
    '%',
    '_',
    '\\',
    "'",
    "' or 1=1 --",
    '" OR 1=1--',
    ':*',
    'divid:*',
    '&|!()',
    'dividend & !record',
    'a <-> b',
    '(a+)+$',
    '<script>',
    '\u202etxet',
    '🚀',
    'é'.repeat(200),
    'a '.repeat(100),
    '-'.repeat(200),
    '"'.repeat(199) + 'a',
    `${'"a" '.repeat(50)}`,
    '__proto__',
    'http://a.example/b?c=d',
  ])('200 or a typed 422 for %s, never another thing', async (q) => {
    const reply = await search({ q })
    expect([200, 422]).toContain(reply.status)
    expect([undefined, 'INVALID_PARAMETER']).toContain(reply.body.code)
  })

  test('200: signs are no operators', async () => {
    expect(await found({ q: 'divid:*' })).toEqual([])
    expect(await found({ q: 'dividend | doubled' })).toEqual([])
    expect(await found({ q: '100%' })).toEqual([9])
  })

  test.each([
    ['no q', {}],
    ['an empty q', { q: '' }],
    ['blanks', { q: '   ' }],
    ['201 characters', { q: 'a'.repeat(201) }],
    ['NUL', { q: 'a\0b' }],
    ['only excluded words', { q: '-dividend -"record quarter"' }],
    ['only signs of exclusion', { q: '- "" -""' }],
    ['51 entities', { q: 'a', entity_ids: Array.from({ length: 51 }, (_, i) => `e${i}`).join() }],
    ['51 publishers', { q: 'a', source: Array.from({ length: 51 }, (_, i) => `s${i}`).join() }],
    ['no publisher but commas', { q: 'a', source: ' , ' }],
    ['no entity but commas', { q: 'a', entity_ids: ',' }],
    ['no language but commas', { q: 'a', language: ',,' }],
    ['the name of a language', { q: 'a', language: 'en,english' }],
    ['another order', { q: 'a', sort: 'score' }],
    ['limit 0', { q: 'a', limit: '0' }],
    ['limit 101', { q: 'a', limit: '101' }],
    ['a date that is none', { q: 'a', from: 'yesterday' }],
  ])('422 INVALID_PARAMETER for %s', async (_, query) => {
    expect(outcome(await search(query as Record<string, string>))).toEqual([422, 'INVALID_PARAMETER'])
  })

  test('200 for 200 characters, 422 for bytes that are no text and 400 for what is no UTF-8, 422 INVALID_DATE_RANGE', async () => {
    expect((await search({ q: 'a'.repeat(200) })).status).toBe(200)
    expect(outcome(await api.get('/v1/news/search?q=%00'))).toEqual([422, 'INVALID_PARAMETER'])
    expect(outcome(await api.get('/v1/news/search?q=%ed%a0%80'))).toEqual([422, 'INVALID_PARAMETER'])
    expect((await api.get('/v1/news/search?q=%ff')).status).toBe(400)
    expect(outcome(await search({ q: 'a', from: '2025-11-02', to: '2025-11-01' }))).toEqual([
      422,
      'INVALID_DATE_RANGE',
    ])
  })
})

describe('GET /v1/news/articles/{doc_id}/similar', () => {
  const similar = (docId: string, query = ''): Promise<Reply> =>
    api.get(`/v1/news/articles/${docId}/similar${query}`)

  test('503 OVERLOADED while long work of others takes every place: of a form there are very many', async () => {
    const finish = Promise.withResolvers<void>()
    const others = [1, 2].map((n) => gate.run({ key: `other ${n}` }, () => finish.promise).catch(() => null))
    expect(outcome(await similar(DOC_IDS[4]!))).toEqual([503, 'OVERLOADED'])
    finish.resolve()
    await Promise.all(others)
    expect((await similar(DOC_IDS[4]!)).status).toBe(200)
  })

  test('200: the most similar first, never itself, never 1 where the numbers differ', async () => {
    const { status, body } = await similar(DOC_IDS[4]!)
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['items', 'total', 'has_more'])
    const names = body.items.map(({ article }: any) => headlineOf.get(article.doc_id))
    expect(names.slice(0, 2).toSorted()).toEqual([
      'Contoso and Fabrikam plan merger 2',
      'Contoso, Fabrikam merger planned',
    ])
    expect(names).not.toContain(ITEMS[4]!.headline)
    const shares = body.items.map((item: any) => item.similarity)
    expect(shares).toEqual(shares.toSorted((one: number, other: number) => other - one))
    for (const item of body.items) {
      expect(Object.keys(item)).toEqual(['article', 'similarity'])
      expect(item.similarity).toBeLessThan(1)
      expect(item.similarity).toBeGreaterThan(0)
    }
    expect(body.total).toBe(body.items.length)
  })

  test('200 with a limit', async () => {
    const { body: all } = await similar(DOC_IDS[4]!, '?limit=50')
    const { body } = await similar(DOC_IDS[4]!, '?limit=1')
    expect(body.items).toEqual(all.items.slice(0, 1))
    expect([body.total, body.has_more]).toEqual([all.total, true])
  })

  test('200 and empty for an article like no other', async () => {
    expect((await similar(DOC_IDS[9]!)).body).toEqual({ items: [], total: 0, has_more: false })
  })

  test('those of one event are one story, with the id of the earliest', async () => {
    const stories = await Promise.all(
      [4, 5, 6].map(async (place) => (await api.get(`/v1/news/articles/${DOC_IDS[place]}`)).body.story_id),
    )
    expect(stories).toEqual([DOC_IDS[6], DOC_IDS[6], DOC_IDS[6]])
  })

  test('404 ARTICLE_NOT_FOUND, 422 INVALID_PARAMETER', async () => {
    expect(outcome(await similar(NOBODY))).toEqual([404, 'ARTICLE_NOT_FOUND'])
    expect(outcome(await similar('x'))).toEqual([404, 'ARTICLE_NOT_FOUND'])
    for (const limit of ['0', '51', '-1', '1.5', '']) {
      expect(outcome(await similar(DOC_IDS[0]!, `?limit=${limit}`))).toEqual([422, 'INVALID_PARAMETER'])
    }
  })
})
