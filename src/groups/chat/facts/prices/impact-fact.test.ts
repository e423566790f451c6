import { expect, it } from 'vitest'
import { instant } from '../../../../../tests/support/factories.ts'
import { nameId } from '../../../../kernel/ids.ts'
import type { NewsImpact } from '../../../../ports/news.ts'
import { impactFact } from './impact-fact.ts'

const NVDA = { entityId: nameId('test', 'NVDA'), ticker: 'NVDA', name: 'NVIDIA Corporation' }

function impact(publishedAt: string, t0: number | null, headline = 'Chips sell [1] well.'): NewsImpact {
  return {
    article: {
      docId: nameId('test', publishedAt),
      headline,
      source: 'Example Times',
      url: 'https://n.example/1',
      publishedAt: instant(publishedAt),
      score: 0.5,
      sentiment: 'neutral',
      tier: 2,
      summary: null,
      simulated: false,
      entities: [NVDA],
    },
    entityId: NVDA.entityId,
    baseDay: null,
    returns: { day_t0: t0, day_t1: t0 === null ? null : t0 / 2, day_t2: null, day_t5: null },
  }
}

it('tells what the price did after the latest articles, the newest first, in plain words', () => {
  const fact = impactFact(
    NVDA,
    [
      impact('2025-11-03T12:00:00Z', 0.01),
      impact('2025-11-05T12:00:00Z', -0.024),
      impact('2025-11-06T12:00:00Z', null),
    ],
    'latest',
  )
  expect(fact?.sentences[0]).toBe(
    'After “Chips sell 1 well” (2025-11-05T12:00:00Z) the price of NVIDIA Corporation (NVDA) changed by −2.4 % by the first close after it, −1.2 % by the second.',
  )
  expect(fact?.sentences).toHaveLength(2)
  expect(fact?.record.url).toBe(
    `/v1/entities/${NVDA.entityId}/articles?from=2025-11-03&to=2025-11-06&with_impact_windows=true`,
  )
})

it('is nothing while no session has closed', () => {
  expect(impactFact(NVDA, [impact('2025-11-06T12:00:00Z', null)], 'latest')).toBeNull()
  expect(impactFact(NVDA, [], 'latest')).toBeNull()
})

it('of those that it moved the most after tells these first, with the times of all', () => {
  const fact = impactFact(
    NVDA,
    [
      impact('2025-11-03T12:00:00Z', 0.01),
      impact('2025-11-04T12:00:00Z', -0.03),
      impact('2025-11-05T12:00:00Z', 0.002),
      impact('2025-11-06T12:00:00Z', 0.02),
    ],
    'strongest',
  )
  expect(fact?.sentences.map((each) => /changed by (−?[\d.]+) %/.exec(each)?.[1])).toEqual([
    '−3.0',
    '2.0',
    '1.0',
  ])
  expect(fact?.record.url).toContain('from=2025-11-03&to=2025-11-07')
})
