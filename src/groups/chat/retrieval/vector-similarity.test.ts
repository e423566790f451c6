import { expect, it } from 'vitest'
import type { Embeddings } from '../../../ports/embeddings.ts'
import { bySimilarity } from './vector-similarity.ts'

const DOCUMENTS = Array.from({ length: 60 }, (_, at) => ({ at, headline: `${at}`, text: 'text' }))
const signal = new AbortController().signal
/** The question points to 0; documents turn away from it the further they are from the 7th. */
const embedder = (hasVector: (place: number) => boolean): Embeddings => ({
  vectors: async (texts) =>
    texts.map((_, place) => {
      const angle = place === 0 ? 0 : Math.abs(place - 8) / 60
      return hasVector(place) ? Float32Array.of(Math.cos(angle), Math.sin(angle)) : null
    }),
})

it('puts the nearest first', async () => {
  const near = await bySimilarity(
    embedder(() => true),
    'q',
    DOCUMENTS,
    signal,
  )
  expect(near.slice(0, 3)).toEqual([7, 6, 8])
  expect(near).toHaveLength(60)
})

it('orders those before the first without a vector', async () => {
  const near = await bySimilarity(
    embedder((place) => place !== 56),
    'q',
    DOCUMENTS,
    signal,
  )
  expect(near).toHaveLength(55)
})

it.each([
  ['the question has none', (place: number) => place > 0],
  ['few documents have one', (place: number) => place < 20],
])('leaves it to words where %s', async (_, hasVector) => {
  expect(await bySimilarity(embedder(hasVector), 'q', DOCUMENTS, signal)).toEqual([])
})
