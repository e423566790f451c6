import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../kernel/time.ts'
import { UnreadableFeed, type ParsedFeed } from '../../../ports/news-feed.ts'
import { OutsideFailure, type OutsideReply, type OutsideRequest } from '../../../ports/outside.ts'
import { newFeed, pollFeed, takeDue, type FeedState, type PollDeps } from './feed-poller.ts'

const NOW = Date.UTC(2026, 10, 22)
const DOCUMENT: ParsedFeed = {
  format: 'rss',
  title: 'T',
  language: null,
  link: null,
  items: [
    {
      headline: 'A',
      url: null,
      guid: null,
      permalink: null,
      summaryHtml: null,
      contentHtml: null,
      published: null,
      updated: null,
      author: null,
      language: null,
      categories: [],
      source: null,
    },
  ],
  refreshSeconds: null,
  repaired: false,
}

const feed = (changes: Partial<FeedState> = {}, interval: number | null = null): FeedState => ({
  ...newFeed({
    url: 'https://example.com/rss',
    source: 'Example',
    routingTier: 'TIER_2',
    language: null,
    intervalSeconds: interval,
    allowedNetworks: ['10.0.0.0/8'],
  }),
  ...changes,
})

/** Answers with what it is given, and shows what it was asked. */
function deps(
  answer: Partial<OutsideReply> | Error,
  changes: Partial<PollDeps> = {},
): PollDeps & { asked: OutsideRequest[] } {
  const asked: OutsideRequest[] = []
  return {
    asked,
    fetch: async (url, request) => {
      asked.push(request)
      if (answer instanceof Error) throw answer
      return { status: 200, headers: new Map(), body: new Uint8Array(), url, movedTo: null, ...answer }
    },
    parse: () => DOCUMENT,
    now: () => NOW,
    random: () => 0,
    userAgent: 'Test/1',
    ...changes,
  }
}

describe('a visit that goes well', () => {
  test('brings items and remembers what tells the next one whether anything is new', async () => {
    const outside = deps({
      headers: new Map([
        ['etag', '"1"'],
        ['last-modified', 'Sun, 22 Nov 2026 00:00:00 GMT'],
      ]),
    })
    const { state, items } = await pollFeed(feed({ failures: 3, problem: 'x' }), outside)
    expect(items).toEqual(DOCUMENT.items)
    expect(state).toMatchObject({
      etag: '"1"',
      lastModified: 'Sun, 22 Nov 2026 00:00:00 GMT',
      failures: 0,
      problem: null,
      readAt: NOW,
      nextAt: NOW + 5 * MINUTE_MS,
    })
    expect(outside.asked[0]).toMatchObject({
      redirects: 3,
      allowedNetworks: ['10.0.0.0/8'],
      headers: { 'user-agent': 'Test/1' },
    })
    expect(outside.asked[0]?.headers).not.toHaveProperty('if-none-match')
    await pollFeed(state, outside)
    expect(outside.asked[1]?.headers).toMatchObject({
      'if-none-match': '"1"',
      'if-modified-since': 'Sun, 22 Nov 2026 00:00:00 GMT',
    })
  })

  test('and nothing new brings none', async () => {
    const { state, items } = await pollFeed(feed({ etag: '"1"', failures: 1 }), deps({ status: 304 }))
    expect(items).toEqual([])
    expect(state).toMatchObject({ etag: '"1"', failures: 0, readAt: NOW })
  })

  test('notes where a feed has moved', async () => {
    const { state } = await pollFeed(feed(), deps({ movedTo: 'https://new.example/' }))
    expect(state).toMatchObject({
      movedTo: 'https://new.example/',
      config: { url: 'https://example.com/rss' },
    })
  })

  test.each<[string, number | null, number | null, number]>([
    ['every five minutes where nobody says', null, null, 300],
    ['as seldom as the feed wishes', null, 1_800, 1_800],
    ['an hour at most', null, 604_800, 3_600],
    ['never more often than every five minutes for a wish', null, 60, 300],
    ['as the operator says', 120, 1_800, 120],
  ])('the next one comes: %s', async (_, interval, refreshSeconds, seconds) => {
    const outside = deps({}, { parse: () => ({ ...DOCUMENT, refreshSeconds }) })
    expect((await pollFeed(feed({}, interval), outside)).state.nextAt).toBe(NOW + seconds * 1_000)
    const late = deps({}, { parse: () => ({ ...DOCUMENT, refreshSeconds }), random: () => 1 })
    expect((await pollFeed(feed({}, interval), late)).state.nextAt).toBe(NOW + seconds * 1_100)
  })
})

describe('a visit that brings nothing', () => {
  test('doubles the wait, up to a day', async () => {
    let state = feed({}, 60)
    const waits: number[] = []
    for (let visit = 0; visit < 14; visit++) {
      state = (await pollFeed(state, deps({ status: 500 }, { random: () => 1 }))).state
      waits.push((state.nextAt - NOW) / MINUTE_MS)
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 1_440, 1_440, 1_440, 1_440])
    expect(state).toMatchObject({ failures: 14, problem: 'The server answered 500.', readAt: null })
  })

  test('and spreads it over its upper half', async () => {
    const { state } = await pollFeed(feed({}, 60), deps({ status: 404 }, { random: () => 0 }))
    expect(state.nextAt).toBe(NOW + MINUTE_MS)
  })

  test.each<[string, string, number]>([
    ['seconds', '7200', 2 * HOUR_MS],
    ['a date', 'Sun, 22 Nov 2026 03:00:00 GMT', 3 * HOUR_MS],
    ['a week at most', '99999999', 7 * DAY_MS],
    ['nonsense', 'soon', 10 * MINUTE_MS],
    ['the past', 'Sun, 22 Nov 2020 03:00:00 GMT', 10 * MINUTE_MS],
  ])('waits as long as the server asks: %s', async (_, value, wait) => {
    for (const status of [429, 503]) {
      const outside = deps({ status, headers: new Map([['retry-after', value]]) }, { random: () => 1 })
      expect((await pollFeed(feed(), outside)).state.nextAt).toBe(NOW + wait)
    }
  })

  test('ends the visits where the feed is gone', async () => {
    const { state } = await pollFeed(feed(), deps({ status: 410 }))
    expect(state.disabled).toBe('The server says that the feed is gone for good (410).')
    expect(takeDue([state], new Map(), NOW + DAY_MS, 10)).toEqual([])
  })

  test.each<[string, Partial<PollDeps>, Error | object, string]>([
    [
      'a page instead of a feed',
      {
        parse: () => {
          throw new UnreadableFeed('The document is a web page, not a feed.')
        },
      },
      {},
      'The document is a web page, not a feed.',
    ],
    [
      'no answer',
      {},
      new OutsideFailure('timeout', 'The server did not answer in time.'),
      'The server did not answer in time.',
    ],
    [
      'no server',
      {},
      new OutsideFailure('unreachable', 'The server could not be reached.', {
        cause: Object.assign(new Error('getaddrinfo ENOTFOUND wire.example'), { code: 'ENOTFOUND' }),
      }),
      'The server could not be reached (ENOTFOUND).',
    ],
  ])('says why: %s', async (_, changes, answer, problem) => {
    const { state } = await pollFeed(feed({ etag: '"1"' }), deps(answer, changes))
    expect(state).toMatchObject({ problem, failures: 1, etag: '"1"' })
  })

  test('counts for nothing where we gave up ourselves', async () => {
    const before = feed()
    const { state } = await pollFeed(before, deps(new OutsideFailure('aborted', 'The request was given up.')))
    expect(state).toBe(before)
  })

  test('hides no fault of ours', async () => {
    await expect(pollFeed(feed(), deps(new TypeError('ours')))).rejects.toThrow('ours')
  })
})

describe('whose turn it is', () => {
  const at = (url: string, nextAt: number): FeedState => ({
    ...feed({ nextAt }),
    config: { ...feed().config, url },
  })

  test('those that waited longest, one for each host, none too soon after the last', () => {
    const feeds = [
      at('https://a.example/1', NOW - 10),
      at('https://a.example/2', NOW - 30),
      at('https://b.example/', NOW - 20),
      at('https://c.example/', NOW + 1),
      at('https://d.example/', NOW),
    ]
    const visits = new Map([
      ['d.example', NOW - 1_000],
      ['z.example', NOW - HOUR_MS],
    ])
    const urls = (now: number, limit: number): string[] =>
      takeDue(feeds, visits, now, limit).map(({ config }) => config.url)
    expect(urls(NOW, 10)).toEqual(['https://a.example/2', 'https://b.example/'])
    expect([...visits.keys()]).toEqual(['d.example', 'a.example', 'b.example'])
    expect(urls(NOW + 1_999, 10)).toEqual(['https://d.example/', 'https://c.example/'])
    expect(urls(NOW + 4_000, 1)).toEqual(['https://a.example/2'])
  })
})
