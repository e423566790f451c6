import { describe, expect, it } from 'vitest'
import type { NewsDocument } from '../../../ports/news.ts'
import { type Question, SIMULATED } from '../answer.ts'
import { pickedEvidence } from './picked-evidence.ts'

const DOCUMENT: NewsDocument = {
  docId: 'a',
  headline: 'Contoso opens a plant.',
  source: 'Example [Times]',
  url: 'https://news.example/1',
  publishedAt: Date.UTC(2026, 4, 5, 12),
  simulated: false,
  storyId: 'a',
  score: 0.5,
  text: 'Contoso opens a plant.\n\nIt makes pumps for water works. It makes pumps for water works.',
  entityIds: [],
}

/** What is found for a message behind an answer that cites one article. */
const foundFor = (message: string, document: NewsDocument | null) => {
  const question: Question = {
    owner: { tenantId: 't', userId: 'u' },
    message,
    history: [
      { role: 'user', content: 'any news?' },
      { role: 'assistant', content: 'x', cited: [{ kind: 'article', docId: 'a' }] },
    ],
    instruments: [],
    includePortfolio: false,
    now: 0,
  }
  return pickedEvidence({ document: async (docId) => (docId === 'a' ? document : null) }, question)
}

describe('an article that is picked', () => {
  it('is quoted in plain words, each sentence once and without its headline', async () =>
    expect(await foundFor('summarize the first one', DOCUMENT)).toMatchObject({
      records: [{ docId: 'a', url: 'https://news.example/1' }],
      findings: [
        {
          text: '2026-05-05, Example Times: Contoso opens a plant – “It makes pumps for water works”',
          sources: [0],
        },
      ],
      notes: [],
    }))

  it('says what is simulated, and where no text is stored', async () =>
    expect(await foundFor('this article', { ...DOCUMENT, text: '', simulated: true })).toMatchObject({
      findings: [{ text: '2026-05-05, Example Times: Contoso opens a plant' }],
      notes: ['No more than its headline is stored.', SIMULATED],
    }))

  it.each([
    ['summarize the first one', 'That article is not stored any more.'],
    [
      'summarize the second one',
      'The answer before cites one article alone: ask for that, such as “summarize the first one”.',
    ],
  ])('is missed in a sentence: %s', async (message, clarification) =>
    expect(await foundFor(message, null)).toMatchObject({ records: [], findings: [], clarification }),
  )

  it('is none of another question', async () => expect(await foundFor('any news?', DOCUMENT)).toBeNull())
})
