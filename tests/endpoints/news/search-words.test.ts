import { describe, expect, test } from 'vitest'
import { instant } from '../../support/factories.ts'
import { boot } from '../../support/harness.ts'
import { newsroom, posted } from '../../support/news.ts'
import { TestClock } from '../../support/test-clock.ts'

const NOW = '2025-11-05T15:00:00.000Z'
const api = await boot({
  clock: new TestClock(Date.now(), instant(NOW)),
  env: { UPSTREAMS: '', DEFAULT_TIER: 'enterprise', ADMIN_EMAILS: 'admin@words.test' },
})
const desk = newsroom(api, `Bearer ${await api.token('admin@words.test')}`)

const HEADLINES = [
  'AT&T adds subscribers',
  'Amazon.com raises prices',
  'Apple/Google antitrust ruling in Q3/2026',
  'Index fell -2.5% and then +3.75%',
  'Gain of 4,000 % in 10 months',
  'Volume of 10,000 shares',
  'Nestlé and Société Générale',
  'S&P cuts its rating',
  'Mean of 5 s and 3 p',
  'U.S. economy grows',
  '苹果公司提高股息，现货黄金。',
  'トヨタ自動車が2026年度の利益見通しを上方修正、A株',
  '삼성전자가 배당을 늘린다',
]
const DOC_IDS = await desk.publish(
  HEADLINES.map((headline, at) =>
    posted({ headline, source: 'Wire', published_at: new Date(instant(NOW) - at * 60_000).toISOString() }),
  ),
)

const PUBLISHERS = ['Échos, Inc.', 'Inc.', 'Échos']
const BY_PUBLISHER = await desk.publish(
  PUBLISHERS.map((source) => posted({ headline: `Publisher ${source}`, source, published_at: NOW })),
)

describe('GET /v1/news/search', () => {
  test.each([
    ['échos, inc.', [0, 1, 2]],
    ['ÉCHOS,INC.', [0, 1, 2]],
    ['échos', [2]],
    ['inc.,échos', [1, 2]],
    ['nobody,INC.', [1]],
    ['cho', []],
  ])('200: publishers by name in any case, also those with a comma in it: %s', async (source, wanted) => {
    const query = new URLSearchParams({ q: 'publisher', source })
    const { body } = await api.get(`/v1/news/search?${query.toString()}`)
    const found = body.items.map((item: { doc_id: string }) => BY_PUBLISHER.indexOf(item.doc_id))
    expect(found.toSorted()).toEqual(wanted)
  })

  test.each([
    ['AT&T', [0]],
    ['"at&t"', [0]],
    ['amazon', [1]],
    ['amazon.com', [1]],
    ['google', [2]],
    ['"apple google"', [2]],
    ['Q3', [2]],
    ['Q3/2026', [2]],
    ['2.5%', [3]],
    ['3.75', [3]],
    ['10,000', [5]],
    ['10000', [5]],
    ['nestle', [6]],
    ['Nestlé', [6]],
    ['NESTLE\u0301', [6]],
    ['societe generale', [6]],
    ['s&p', [7]],
    ['US', [9]],
    ['U.S.', [9]],
    ['rating -s&p', []],
    ['股息', [10]],
    ['苹果公司', [10]],
    ['苹果提高', []],
    ['公司 黄金', [10]],
    ['金', [10]],
    ['黄', [10]],
    ['自動車', [11]],
    ['ﾄﾖﾀ', [11]],
    ['2026年', [11]],
    ['年度の利益', [11]],
    ['A株', [11]],
    ['삼성전자', [12]],
    ['배당', [12]],
    ['"삼성전자가 배당을"', [12]],
    ['"배당을 삼성전자가"', []],
    ['배당 -삼성', []],
  ])('200: words as they are written and as they are typed: %s', async (q, wanted) => {
    const { body } = await api.get(`/v1/news/search?${new URLSearchParams({ q }).toString()}`)
    expect(body.items.map((item: { doc_id: string }) => DOC_IDS.indexOf(item.doc_id))).toEqual(wanted)
  })
})
