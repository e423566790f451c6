import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { parseFeed } from '../../src/adapters/feeds/parse-feed.ts'
import { fromFeed } from '../../src/groups/news/intake/feed-items.ts'
import { createIntake } from '../../src/groups/news/intake/intake.ts'
import { createIntakeStore, type Receipt } from '../../src/groups/news/intake/intake-store.ts'
import { describeEngines, type TestDatabase } from '../support/engines.ts'
import { instant } from '../support/factories.ts'

interface Item {
  headline: string
  guid?: string
  link?: string
}

const PLACEHOLDER = 'https://example.com/en/#'
const FEED = 'https://example.com/feed.xml'

function documentOf(items: readonly Item[]): Uint8Array {
  const each = items.map(
    ({ headline, guid, link = PLACEHOLDER }) =>
      `<item><title>${headline}</title><link>${link}</link>${guid === undefined ? '' : `<guid isPermaLink="false">${guid}</guid>`}</item>`,
  )
  return new TextEncoder().encode(
    `<rss version="2.0"><channel><title>Example</title>${each.join('')}</channel></rss>`,
  )
}

const [A, B, C] = ['a', 'b', 'c'].map((guid) => ({ headline: `Notice ${guid}`, guid })) as [Item, Item, Item]

describeEngines('items of a feed that have one address', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.create()
  })
  afterAll(() => database.drop())
  beforeEach(() => database.storage.pool.query('truncate article_intake, article_key'))

  async function poll(items: readonly Item[], url = FEED): Promise<Receipt[]> {
    const feed = parseFeed(documentOf(items), { contentType: null, url })
    const context = { source: null, routingTier: null, language: null, url, seenAt: instant('2026-01-15') }
    const intake = createIntake(createIntakeStore(database.storage.db.withTables()))
    return intake.receive(await fromFeed(feed, context), { simulated: false })
  }
  const outcomes = async (items: readonly Item[], url?: string): Promise<string[]> =>
    (await poll(items, url)).map(({ outcome }) => outcome)

  it('are articles of their own, and stay what they are at the next visit', async () => {
    const first = await poll([A, B, C])
    expect(first.map(({ outcome }) => outcome)).toEqual(['created', 'created', 'created'])
    expect(await outcomes([C, A, B])).toEqual(['unchanged', 'unchanged', 'unchanged'])
    const corrected = await poll([A, { ...B, headline: 'Notice b, corrected' }, C])
    expect(corrected.map(({ outcome }) => outcome)).toEqual(['unchanged', 'edited', 'unchanged'])
    expect(corrected.map(({ docId }) => docId)).toEqual(first.map(({ docId }) => docId))
  })

  it('leave a duplicate its own article once its headline says nothing', async () => {
    const at = (link: string, headline: string): Item => ({ headline, link, guid: link })
    const [one, other] = ['https://example.com/one', 'https://example.com/other'] as const
    const title = 'Strong quarter for the company'
    const [first] = await poll([at(one, title)])
    expect((await poll([at(other, title)]))[0]?.outcome).toBe('duplicate')
    const [renamed] = await poll([at(other, '«…» — ?!')])
    expect(renamed?.outcome).toBe('created')
    expect(renamed?.docId).not.toBe(first?.docId)
  })

  it('are still told apart when one of them is left, and when a new one stands alone', async () => {
    await poll([A, B])
    expect(await outcomes([B])).toEqual(['unchanged'])
    expect(await outcomes([C])).toEqual(['created'])
    expect(await outcomes([A, B, C])).toEqual(['unchanged', 'unchanged', 'unchanged'])
  })

  it('go on with the article of the address that was there before', async () => {
    const [first] = await poll([A])
    const both = await poll([A, B])
    expect(both).toEqual([
      { docId: first?.docId, outcome: 'unchanged' },
      { docId: expect.not.stringMatching(first?.docId ?? ''), outcome: 'created' },
    ])
    const again = await poll([{ ...A, headline: 'Notice a, corrected' }, B])
    expect(again.map(({ outcome }) => outcome)).toEqual(['edited', 'unchanged'])
    expect(again[0]?.docId).toBe(first?.docId)
  })

  it('say nothing about the same address in another feed', async () => {
    const link = 'https://news.example/story'
    await poll([
      { ...A, link },
      { ...B, link },
    ])
    const other = 'https://news.example/feed.xml'
    const [story] = await poll([{ headline: 'Story', guid: '1', link }], other)
    const [edit] = await poll([{ headline: 'Story, updated', guid: '2', link }], other)
    expect([story?.outcome, edit]).toEqual(['created', { docId: story?.docId, outcome: 'edited' }])
  })

  it('are all told apart in a document of more than one batch', async () => {
    const many = Array.from({ length: 450 }, (_, at) => ({ headline: `Notice ${at}`, guid: String(at) }))
    const [last] = await poll(many.slice(-1))
    const receipts = await poll(many)
    expect(new Set(receipts.map(({ docId }) => docId)).size).toBe(450)
    expect(receipts.at(-1)).toEqual({ docId: last?.docId, outcome: 'unchanged' })
    expect(new Set((await poll(many)).map(({ outcome }) => outcome))).toEqual(new Set(['unchanged']))
  })
})
