import { describe, expect, it } from 'vitest'
import { instant } from '../../../../../tests/support/factories.ts'
import { nameId } from '../../../../kernel/ids.ts'
import { sentimentFact, trendsFact } from './news-mentions-fact.ts'

const APPLE = { entityId: nameId('test-company', 'Apple'), ticker: 'AAPL', name: 'Apple Inc.' }
const NOW = instant('2026-06-11T18:00:00Z')
const range = { from: instant('2026-06-08T00:00:00Z'), to: NOW }

describe('the tone about an instrument', () => {
  it('is told with its computation and the address of its points', () => {
    const mentions = { mentions: 30, positive: 12, negative: 5 }
    const { sentences, record } = sentimentFact(APPLE, mentions, { range, simulated: true })
    expect(sentences).toEqual([
      'What 30 articles say about Apple Inc. (AAPL) from 2026-06-08 to 2026-06-11 is 12 positive, 5 negative and 13 neutral: on balance (12 − 5) / 30 = 23.3 % positive.',
    ])
    expect(record).toMatchObject({
      url: `/v1/entities/${APPLE.entityId}/sentiment?interval=1d&from=2026-06-08&to=2026-06-11T23:59:59Z`,
      simulated: true,
    })
  })

  it('is none where nobody wrote about it', () => {
    const fact = sentimentFact(APPLE, null, { range, simulated: false })
    expect(fact.sentences).toEqual(['No article from 2026-06-08 to 2026-06-11 mentions Apple Inc. (AAPL).'])
    expect(fact.isNone).toBe(true)
  })
})

it('what is written about more than usual is told beside what is usual', () => {
  const trends = [{ ...APPLE, mentions: 12, usual: 3.2 }]
  const context = { window: '7d', now: NOW, simulated: false } as const
  const { sentences, record } = trendsFact({ trends, usualDays: 30 }, context)
  expect(sentences[0]).toBe(
    'Written about more than usual in the last 7 days, against the average of the 30 days before: Apple Inc. (AAPL), 12 articles against 3.20.',
  )
  expect(record.url).toBe('/v1/news/trending?window=7d&limit=1')
  expect(trendsFact({ trends, usualDays: 3 }, context).record.text).toContain(
    'the average of the 3 days before:',
  )
})

it('what is written about most is told where no article is older', () => {
  const trends = [{ ...APPLE, mentions: 12, usual: 0 }]
  const { text } = trendsFact({ trends, usualDays: 0 }, { window: '24h', now: NOW, simulated: false }).record
  expect(text).toBe(
    'Written about most in the last 24 hours; there are too few articles from before it to say how much is usual: Apple Inc. (AAPL), 12 articles.',
  )
})
