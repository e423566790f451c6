import { expect, test } from 'vitest'
import { ArticleIndex } from './articles/article-index.ts'
import { createNewsReader, type NewsReaderDeps } from './reader.ts'

const [ONE, OTHER] = ['e0000000-0000-4000-8000-000000000001', 'e0000000-0000-4000-8000-000000000002']
const RANGE = { from: 0, to: 10 }

test('what stands beside an instrument is counted once the index holds everything', async () => {
  const index = new ArticleIndex({ servesSimulated: false })
  const loading = Promise.withResolvers<undefined>()
  const deps: Partial<NewsReaderDeps> = { index, loaded: () => loading.promise, servesSimulated: false }
  const beside = createNewsReader(deps as NewsReaderDeps).mentionedWith(ONE, RANGE)
  index.put([
    {
      seq: 1,
      docId: 'd0000000-0000-4000-8000-000000000001',
      publishedAt: 5,
      score: 1,
      tier: 1,
      sentiment: 0,
      simulated: false,
      entities: [ONE, OTHER].map((entityId) => ({ entityId, relevance: 1, sentiment: 0 })),
    },
  ])
  loading.resolve(undefined)
  expect(await beside).toEqual(new Map([[OTHER, 1]]))
})
