import { describe, expect, test } from 'vitest'
import { parseFeed } from '../../../adapters/feeds/parse-feed.ts'
import { instant } from '../../../../tests/support/factories.ts'
import type { IncomingArticle } from '../../../ports/article-source.ts'
import { fromFeed } from './feed-items.ts'

const HOME = 'https://example.com/en/'
const item = (headline: string, more: string): string => `<item><title>${headline}</title>${more}</item>`
const rss = (...items: readonly string[]): string =>
  `<rss version="2.0"><channel><title>Example</title><link>${HOME}</link>${items.join('')}</channel></rss>`

function read(text: string, url: string | null = null): Promise<IncomingArticle[]> {
  const feed = parseFeed(new TextEncoder().encode(text), { contentType: null, url })
  const seenAt = instant('2026-01-15T12:00:00Z')
  return fromFeed(feed, { source: null, routingTier: null, language: null, url, seenAt })
}

const shared = (articles: readonly IncomingArticle[]): unknown[] =>
  articles.map(({ guid }) => guid?.isShared === true && guid.key)

test('an item without a headline has the beginning of its text, with one ellipsis where it goes on', async () => {
  const [article] = await read(
    rss(`<item><link>https://example.com/1</link><description>${'word '.repeat(100)}</description></item>`),
  )
  expect(article?.headline).toMatch(/^[word ]{119}…$/)
})

test('thousands of items let everything else have its turn', async () => {
  let turns = 0
  const other = setImmediate(() => turns++)
  const items = Array.from({ length: 5_000 }, (_, at) =>
    item(`${at}`, `<link>https://example.com/${at}</link>`),
  )
  const feed = parseFeed(new TextEncoder().encode(rss(...items)), { contentType: null, url: null })
  const context = {
    source: null,
    routingTier: null,
    language: null,
    url: null,
    seenAt: instant('2026-01-15'),
  }
  const articles = await fromFeed(feed, context)
  clearImmediate(other)
  expect([articles.length, turns]).toEqual([5_000, 1])
})

test('the time of an item is the first of its times that can be one', async () => {
  const dated = (date: string, updated: string): string =>
    item('One', `<link>https://example.com/1</link><pubDate>${date}</pubDate><updated>${updated}</updated>`)
  const [noon, nine] = ['2026-01-15T12:00:00Z', '2026-01-15T09:00:00Z']
  const pairs = [
    [nine, noon],
    ['soon', nine],
    ['0000-00-00 00:00:00', nine],
    ['2099-01-01', nine],
    ['soon', 'later'],
  ]
  const timeOf = async ([date = '', updated = '']: string[]) =>
    (await read(rss(dated(date, updated))))[0]?.publishedAt
  const times = await Promise.all(pairs.map(timeOf))
  expect(times).toEqual([instant(nine), instant(nine), instant(nine), instant(nine), null])
})

describe('an address of an item', () => {
  test('is its own in an ordinary feed, also where an item stands twice', async () => {
    const one = item('One', '<link>https://example.com/1</link><guid isPermaLink="false">1</guid>')
    const two = item('Two', '<link>https://example.com/2</link>')
    expect(shared(await read(rss(one, two, one, two)))).toEqual([false, false, false, false])
  })

  test('is not its own where the feed tells apart what has it: by guid, by fragment, by headline', async () => {
    const link = '<link>https://example.com/list#</link>'
    const byGuid = ['a', 'b'].map((guid) => item('Notice', `${link}<guid isPermaLink="false">${guid}</guid>`))
    expect(shared(await read(rss(...byGuid)))).toEqual([
      'https://example.com/list##a',
      'https://example.com/list##b',
    ])
    const byPlace = ['#v1', '#v2'].map((place) =>
      item('Release', `<link>https://example.com/list${place}</link>`),
    )
    expect(new Set(shared(await read(rss(...byPlace)))).size).toBe(2)
    const byHeadline = ['One', 'Two'].map((headline) => item(headline, link))
    expect(shared(await read(rss(...byHeadline)))).toEqual([
      'https://example.com/list##One ',
      'https://example.com/list##Two ',
    ])
  })

  test.each([
    ['the page of the feed', HOME],
    ['that page written otherwise', 'http://www.example.com/en/index.html#top'],
    ['the feed itself', 'https://example.com/feed.xml'],
    ['no address at all', 'javascript:void(0)'],
    ['one with a password', 'https://reader:secret@example.com/1'],
    ['one that is too long', `https://example.com/${'a'.repeat(2_048)}`],
  ])('is not its own where it is %s', async (_, link) => {
    const only = item('One', `<link>${link}</link><guid isPermaLink="false">7</guid>`)
    const [article] = await read(rss(only), 'https://example.com/feed.xml')
    expect(article?.guid).toMatchObject({ isShared: true, key: `${article?.url}#7` })
  })

  test('is as supplied also where it is not its own', async () => {
    const link = '<link>https://example.com/en/#</link>'
    const items = ['a', 'b'].map((guid) => item('Notice', `${link}<guid isPermaLink="false">${guid}</guid>`))
    expect((await read(rss(...items))).map(({ url }) => url)).toEqual([`${HOME}#`, `${HOME}#`])
  })

  test.each(['', ' isPermaLink="true"'])(
    'gives way to a permanent link that is its own%s',
    async (attribute) => {
      const items = ['1', '2'].map((at) =>
        item('Notice', `<link>${HOME}</link><guid${attribute}>https://example.com/${at}</guid>`),
      )
      expect((await read(rss(...items))).map(({ guid }) => guid)).toMatchObject([
        { key: 'https://example.com/1', url: 'https://example.com/1', isShared: true },
        { key: 'https://example.com/2', url: 'https://example.com/2', isShared: true },
      ])
    },
  )

  test('does not give way to a permanent link that is the same placeholder', async () => {
    const items = ['One', 'Two'].map((headline) =>
      item(headline, `<link>${HOME}#</link><guid>${HOME}</guid><pubDate>2026-01-15</pubDate>`),
    )
    expect(shared(await read(rss(...items)))).toEqual([`${HOME}##One 2026-01-15`, `${HOME}##Two 2026-01-15`])
  })

  test('is judged alike in Atom and in JSON feeds', async () => {
    const entries = ['urn:1', 'urn:2'].map(
      (id) => `<entry><title>Notice</title><id>${id}</id><link href="/en/"/></entry>`,
    )
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><link href="${HOME}"/>${entries.join('')}</feed>`
    const json = JSON.stringify({
      home_page_url: HOME,
      items: ['urn:1', 'urn:2'].map((id) => ({ id, url: HOME, title: 'Notice' })),
    })
    const wanted = [`${HOME}#urn:1`, `${HOME}#urn:2`]
    expect(shared(await read(atom, 'https://example.com/atom.xml'))).toEqual(wanted)
    expect(shared(await read(json))).toEqual(wanted)
    const byId = JSON.stringify({ items: [{ id: 'https://example.com/7', title: 'Notice' }] })
    expect((await read(byId)).map(({ url }) => url)).toEqual(['https://example.com/7'])
  })
})
