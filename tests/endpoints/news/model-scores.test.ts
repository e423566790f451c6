import { describe, expect, test } from 'vitest'
import { instant } from '../../support/factories.ts'
import { boot } from '../../support/harness.ts'
import { type ModelCall, type ModelStep, startModelServer } from '../../support/model-server.ts'
import { newsroom, posted } from '../../support/news.ts'
import { TestClock } from '../../support/test-clock.ts'

let script: (call: ModelCall) => { status?: number; steps: readonly ModelStep[] } = () => ({ steps: [] })
const model = await startModelServer((call) => script(call))
const api = await boot({
  clock: new TestClock(Date.now(), instant('2025-11-05T15:00:00Z')),
  env: {
    UPSTREAMS: '',
    DEFAULT_TIER: 'enterprise',
    ADMIN_EMAILS: 'admin@news.test',
    LLM_BASE_URL: model.url,
    LLM_MODEL: 'm',
  },
})
const desk = newsroom(api, `Bearer ${await api.token('admin@news.test')}`)
await desk.companies({ CTSO: 'Contoso Corporation' })

async function published(headline: string, at = '2025-11-05T12:00:00Z'): Promise<any> {
  const [docId] = await desk.publish([posted({ headline, published_at: at })])
  return (await api.get(`/v1/news/articles/${docId}`)).body
}

/** With a language model. */
describe('GET /v1/news/articles/{doc_id}', () => {
  test('200 with the relevance and the sentiment that the model says', async () => {
    script = () => ({
      steps: [
        { say: '{"relevance": 0.75, "sentiment": -0.9, "entities": {"e1": -0.9}}' },
        { usage: [300, 20] },
        { end: 'stop' },
      ],
    })
    const article = await published('Contoso wins a large order and raises its outlook')
    expect(article).toMatchObject({ sentiment: 'negative', score: { llm_relevance_score: 0.75 } })
    expect(article.entities_detail).toMatchObject([{ ticker: 'CTSO', sentiment: 'negative' }])
    const { market_score, routing_tier_weight } = article.score
    expect(article.display_relevance_score).toBeCloseTo(
      0.5 * market_score + 0.4 * 0.75 + 0.1 * routing_tier_weight,
      4,
    )
    expect(JSON.stringify(model.calls.at(-1)?.body)).toContain('Contoso Corporation')
    // Counted for the next process.
    const { rows } = await api.storage.storage.pool.query('select tokens::int from news_model_usage')
    expect(rows).toEqual([{ tokens: 320 }])
  })

  test.each<[string, () => { status?: number; steps: readonly ModelStep[] }]>([
    ['answers 500', () => ({ status: 500, steps: [] })],
    ['breaks off', () => ({ steps: [{ say: '{"relevance": 1' }, { cut: true }] })],
    ['says something else', () => ({ steps: [{ say: 'I cannot do that.' }, { end: 'stop' }] })],
  ])('200 with the estimate where the model %s', async (what, answer) => {
    script = answer
    const article = await published(`Contoso wins a large order, ${what}`)
    expect(article).toMatchObject({ sentiment: 'positive' })
    expect(article.score.llm_relevance_score).toBeGreaterThan(0)
    expect(article.score.llm_relevance_score).toBeLessThan(1)
  })

  test('200 with the estimate for what is not of the last two days, which the model is not asked about', async () => {
    const before = model.calls.length
    await published('Contoso opened an office long ago', '2025-11-01T12:00:00Z')
    expect(model.calls).toHaveLength(before)
  })
})
