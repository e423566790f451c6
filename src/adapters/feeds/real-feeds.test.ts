import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { describeRealData, realData } from '../../../tests/support/real-data.ts'
import { measureFeeds, type FeedFigures } from '../../groups/news/testing/feeds-section.ts'
import { parseFeed } from './parse-feed.ts'

describeRealData('feeds that others collected', () => {
  let figures: FeedFigures

  beforeAll(() => {
    figures = measureFeeds(realData('feeds'), parseFeed)
  })

  test('are read without a crash, and only what is no feed is refused', () => {
    expect(figures.documents).toBeGreaterThan(1_500)
    expect(figures.crashed).toEqual([])
    expect(figures.refused).toEqual(['sec_atom/error_503_body.html: The document is a web page, not a feed.'])
    expect(figures.slowestMs).toBeLessThan(2_000)
  })

  test('give items wherever they have any', () => {
    expect(figures.withItems.wrong).toEqual([])
    expect(figures.withItems.right).toBeGreaterThan(800)
  })

  test.each([
    ['title', 0.95],
    ['link', 1],
    ['description', 0.95],
    ['summary', 0.95],
    ['published', 1],
    ['updated', 1],
    ['date', 0.85],
  ])('say what their cases expect: %s', (field, share) => {
    const scores = figures.expected.get(field)
    expect((scores?.right ?? 0) / (scores?.of ?? 0)).toBeGreaterThanOrEqual(share)
  })
})

describeRealData('feeds of regulators and exchanges', () => {
  const read = (...path: string[]): ReturnType<typeof parseFeed> =>
    parseFeed(readFileSync(realData('feeds', ...path)), { contentType: null, url: 'https://www.sec.gov/x' })

  test.each([0, 1, 2, 3])('a page of filings, in ISO-8859-1 with relative links: %s', (page) => {
    const feed = read('sec_atom', `getcurrent_${page}.xml`)
    expect(feed).toMatchObject({
      format: 'atom',
      repaired: false,
      link: 'https://www.sec.gov/cgi-bin/browse-edgar?action=getcurrent',
    })
    expect(feed.items).toHaveLength(100)
    for (const item of feed.items) {
      expect(item.url).toMatch(/^https:\/\/www\.sec\.gov\/Archives\//)
      expect(item.updated).toMatch(/^\d{4}-\d\d-\d\dT[\d:]{8}-0[45]:00$/)
      expect(item.guid).toMatch(/^urn:tag:sec\.gov/)
    }
  })

  test('trading halts, at the time of the halt in New York', () => {
    const feed = read('nasdaq_halts', 'tradehalts.xml')
    expect(feed.items).toHaveLength(14)
    expect(feed.items[0]).toMatchObject({
      headline: 'ROCC',
      published: '2023-06-16T23:50:01.000Z',
      summaryHtml: 'Trading in Ranger Oil Cp Cl A Cmn (NASDAQ: ROCC) was halted, reason code T12.',
    })
    expect(feed.items.every(({ published }) => published !== null)).toBe(true)
  })
})
