import { expect, test } from 'vitest'
import type { InstrumentSummary } from '../../../ports/instruments.ts'
import { ArticleIndex } from './article-index.ts'
import { createArticleLists } from './article-lists.ts'
import type { ArticleRow } from './article-store.ts'

const ENTITY = 'e0000000-0000-4000-8000-000000000001'
const DOCUMENT = 'd0000000-0000-4000-8000-000000000001'
const FILTER = { range: { from: 0, to: 10 } }
const WINDOW = { offset: 0, limit: 10 }

const row: ArticleRow = {
  seq: 1,
  doc_id: DOCUMENT,
  headline: 'Contoso raises outlook',
  source: 'Example Times',
  url: 'https://news.example/a',
  published_at: 5,
  summary: null,
  simulated: false,
  routing_tier: 1,
  sentiment: 0,
  score: 1,
  entity_ids: [ENTITY],
}

const indexed = {
  seq: 1,
  docId: DOCUMENT,
  publishedAt: 5,
  score: 1,
  tier: 1,
  sentiment: 0,
  simulated: false,
  entities: [{ entityId: ENTITY, relevance: 1, sentiment: 0 }],
} as const

/** Lists whose names come as the test gives them, one reading after the other. */
function listsOf(readings: ReadonlyArray<Promise<string>>) {
  const index = new ArticleIndex({ servesSimulated: false })
  index.put([indexed])
  let reading = 0
  const summaries = async (): Promise<Map<string, InstrumentSummary>> => {
    const name = await (readings[reading++] ?? Promise.reject(new Error('one reading too many')))
    return new Map([[ENTITY, { entityId: ENTITY, ticker: 'CTSO', name }]])
  }
  return createArticleLists({
    index,
    store: { bySeqs: async () => [row], byDocId: async () => undefined },
    instruments: { summaries, closes: async () => null },
    clock: { now: () => 10, market: () => 10 },
  })
}

async function namesIn(list: ReturnType<ReturnType<typeof listsOf>['ranked']>): Promise<string[]> {
  return (await list).items.flatMap(({ entities }) => entities.map(({ name }) => name))
}

test('a list is made once', async () => {
  const lists = listsOf([Promise.resolve('Contoso')])
  expect(await namesIn(lists.ranked(FILTER, WINDOW))).toEqual(['Contoso'])
  expect(await namesIn(lists.ranked(FILTER, WINDOW))).toEqual(['Contoso'])
})

test('names that changed while a list was made are not kept with it', async () => {
  const old = Promise.withResolvers<string>()
  const lists = listsOf([old.promise, Promise.resolve('Contoso Group')])
  const list = lists.ranked(FILTER, WINDOW)
  lists.forget()
  old.resolve('Contoso')
  await list
  expect(await namesIn(lists.ranked(FILTER, WINDOW))).toEqual(['Contoso Group'])
})
