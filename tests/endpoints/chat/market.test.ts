import { beforeAll, describe, expect, test } from 'vitest'
import { askChat, type ChatAnswer } from '../../support/ask-chat.ts'
import { eventually } from '../../support/eventually.ts'
import { boot } from '../../support/harness.ts'
import { SERVED } from '../../support/news.ts'

/** Questions on the market as a whole, on a Thursday afternoon in New York. */
const api = await boot({
  env: { DEFAULT_TIER: 'enterprise', CLOCK_START: '2026-06-11T18:00:00Z', DEMO_NEWS_DAYS: '3' },
})

async function answersTo(...messages: string[]): Promise<ChatAnswer[]> {
  return askChat(api, 'reader@market.test', messages)
}

/** The demo market's news are served a while after the start. */
beforeAll(async () => {
  await eventually(async () => (await api.get('/v1/news/top')).body.total >= 20, SERVED.timeout)
}, 120_000)

interface Article {
  doc_id: string
  published_at: string
  sentiment: string
  display_relevance_score: number
}

const articleOf = async (docId: string): Promise<Article> =>
  (await api.get(`/v1/news/articles/${docId}`)).body

const articlesOf = async ({ sources }: ChatAnswer): Promise<Article[]> =>
  Promise.all(sources.map(({ doc_id: docId }) => articleOf(docId)))

describe('news of all', () => {
  test.each([
    "What's the latest market news?",
    'any news today?',
    'top stories',
    'what is happening in the markets?',
  ])('%s has the most relevant articles of the day', async (question) => {
    const [answer] = await answersTo(question)
    const articles = await articlesOf(answer as ChatAnswer)
    expect(articles).toHaveLength(10)
    const scores = articles.map((article) => article.display_relevance_score)
    expect(scores).toEqual(scores.toSorted((one, other) => other - one))
    for (const { published_at: at } of articles) expect(at > '2026-06-10T17:00').toBe(true)
  })
})
