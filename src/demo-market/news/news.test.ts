import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, parseInstant, utcDay } from '../../kernel/time.ts'
import { calendarOf } from '../../market/venues.ts'
import { createDemoMarket } from '../index.ts'
import { createDemoNews, type DemoArticle } from './index.ts'

const SEED = 'tidemark'
const market = createDemoMarket({ seed: SEED })
const FROM = parseInstant('2025-11-14T00:00:00Z')!
/** Two weekends and Thanksgiving. */
const DAYS = 16
const TO = FROM + DAYS * DAY_MS
const ALL = [...createDemoNews(market, SEED).between(FROM, TO)]

/** An outlet's second article of one title is no other article. */
function distinct(articles: readonly DemoArticle[]): DemoArticle[] {
  const byTitle = new Map<string, DemoArticle>()
  for (const each of articles.toSorted((one, other) => one.publishedAt - other.publishedAt)) {
    const title = `${each.source} ${each.headline.toLowerCase()}`
    if (!byTitle.has(title)) byTitle.set(title, each)
  }
  return [...byTitle.values()]
}
const SHOWN = distinct(ALL)

/** The return of the session that ends next after the article, and of the one that ended last. */
function movesAround({ instrument, publishedAt: at }: DemoArticle): { last: number; next: number } | null {
  const calendar = calendarOf(instrument.mic, instrument.assetClass)
  if (calendar === null) return null
  const last = calendar.lastFinished(at).day
  const next = calendar.addSessions(last + 1, 0).day
  const bars = market.dailyBars(instrument, last - 15, next, (next + 3) * DAY_MS)
  const closes = [...bars.at].map((instant, place) => ({
    day: utcDay(instant),
    close: bars.adjustedClose[place] ?? 0,
  }))
  const moveOf = (day: number): number => {
    const place = closes.findIndex((each) => each.day === day)
    return (closes[place]?.close ?? Number.NaN) / (closes[place - 1]?.close ?? Number.NaN) - 1
  }
  return { last: moveOf(last), next: moveOf(next) }
}

const GOOD =
  /beats|tops profit|Strong quarter|raises|lifts|Demand strong|wins|lands order|to buy, target|to buy with|Upgrade for|buyback|buy back/i
const BAD =
  /misses|short of|Weak quarter|cuts|lowers|Demand weak|\bprobe\b|to sell|Downgrade for|writes down|writedown/i

describe('news of the simulated market', () => {
  test('are at least 200 different articles in any 24 hours', () => {
    const times = SHOWN.map(({ publishedAt }) => publishedAt)
    const tooFew: string[] = []
    for (let end = FROM + DAY_MS; end <= TO; end += HOUR_MS / 2) {
      const count = times.filter((at) => at > end - DAY_MS && at <= end).length
      if (count < 200) tooFew.push(`${count} until ${new Date(end).toISOString()}`)
    }
    expect(tooFew).toEqual([])
  })

  test('are about each of the 50 largest in any 24 hours', () => {
    const sizeOf = ({ sharesOutstanding, price }: DemoArticle['instrument']): number =>
      (sharesOutstanding ?? 0) * price.anchor
    const largest = market.instruments
      .filter(({ assetClass }) => assetClass === 'equity')
      .toSorted((one, other) => sizeOf(other) - sizeOf(one))
      .slice(0, 40)
    const silent = largest.filter((instrument) => {
      const times = SHOWN.filter((each) => each.instrument === instrument).map((each) => each.publishedAt)
      return [...times, TO].some((at, place) => at - (times[place - 1] ?? FROM) > DAY_MS)
    })
    expect(silent.map(({ ticker }) => ticker)).toEqual([])
    const daily = Map.groupBy(
      SHOWN.filter(({ headline }) => headline.startsWith('Brief ')),
      ({ instrument }) => instrument,
    )
    expect(daily.size).toBe(50)
    for (const each of daily.values()) expect(each).toHaveLength(DAYS)
  })

  test('are a function of the seed, whatever part is asked for first', () => {
    const again = createDemoNews(market, SEED)
    const parts: DemoArticle[] = []
    for (let at = TO; at > FROM; at -= 7 * HOUR_MS) {
      parts.unshift(...again.between(Math.max(FROM, at - 7 * HOUR_MS), at))
    }
    const plain = (articles: readonly DemoArticle[]) =>
      articles.map(({ instrument, ...article }) => ({ ...article, ticker: instrument.ticker }))
    const byUrl = (one: { url: string }, other: { url: string }): number => (one.url < other.url ? -1 : 1)
    expect(plain(parts).toSorted(byUrl)).toEqual(plain(ALL).toSorted(byUrl))
    const other = [
      ...createDemoNews(createDemoMarket({ seed: 'other' }), 'other').between(FROM, FROM + DAY_MS),
    ]
    expect(other.map(({ headline }) => headline)).not.toEqual(
      ALL.slice(0, other.length).map(({ headline }) => headline),
    )
  })

  test('say that they are simulated, in publisher, address and text', () => {
    for (const { source, url, body, routingTier } of ALL) {
      expect(source).toMatch(/^Demo /)
      expect(new URL(url).hostname).toMatch(/\.demo\.invalid$/)
      expect(body).toMatch(/Simulated news\.$/)
      expect(routingTier).toMatch(/^TIER_[1-4]$/)
    }
    expect(new Set(ALL.map(({ url }) => url)).size).toBeGreaterThan(ALL.length * 0.99)
  })

  test('agree with what the price does: events with the next session, reports with the last', () => {
    let [events, reports] = [0, 0]
    const wrong: string[] = []
    for (const article of ALL) {
      const moves = movesAround(article)
      if (moves === null) continue
      const report = /shares close (up|down) (\d+\.\d+)%/.exec(article.headline)
      const [isGood, isBad] = [GOOD.test(article.headline), BAD.test(article.headline)]
      if (report !== null) {
        reports++
        if (Math.abs(100 * Math.abs(moves.last) - Number(report[2])) > 0.0051) wrong.push(article.headline)
        if ((report[1] === 'up') !== moves.last >= 0) wrong.push(article.headline)
      } else if (isGood !== isBad) {
        events++
        if (moves.next > 0 !== isGood) wrong.push(article.headline)
      }
    }
    expect(wrong).toEqual([])
    expect(events).toBeGreaterThan(500)
    expect(reports).toBeGreaterThan(300)
  })
})
