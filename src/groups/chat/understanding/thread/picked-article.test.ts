import { describe, expect, it } from 'vitest'
import type { CitedBefore, Turn } from '../../answer.ts'
import { pickedArticle } from './picked-article.ts'

const cited = (...ids: readonly string[]): CitedBefore[] =>
  ids.map((docId) => ({ kind: docId.startsWith('fact') ? 'fact' : 'article', docId }))

const asked = (content: string): Turn => ({ role: 'user', content })
const answered = (...ids: readonly string[]): Turn => ({
  role: 'assistant',
  content: 'x',
  cited: cited(...ids),
})

const NEWS = [asked('news on Apple'), answered('a', 'b', 'c')]

/** The article that a message picks, or the number of those that there are; null for none. */
function picked(message: string, before: readonly Turn[] = NEWS): string | number | null {
  const found = pickedArticle(message, before)
  if (found === null) return null
  return 'of' in found ? found.of : found.article.docId
}

describe('an article is picked', () => {
  it.each([
    ['summarize the second one', 'b'],
    ['Summarise 2', 'b'],
    ['third', 'c'],
    ['tell me more about headline #1, please', null],
    ['tell me more about headline #1', 'a'],
    ['what is the last story about?', 'c'],
    ['give me a summary of the first article in two sentences', 'a'],
    ['who published the 3rd one', 'c'],
    ['open article 7', 3],
    ['article 0', null],
  ])('%s: %s', (message, expected) => expect(picked(message)).toBe(expected))

  it('by its place among the articles, where it is called one and others are cited as well', () => {
    const mixed = [asked('why did Apple fall?'), answered('fact-1', 'a', 'b')]
    expect(picked('summarize the second article', mixed)).toBe('b')
    expect(picked('summarize the second one', mixed)).toBeNull()
  })

  it('from the same answer as the one before', () => {
    const before = [...NEWS, asked('summarize the first one'), answered('a')]
    expect(picked('and the second?', before)).toBe('b')
    expect(picked('what does that article say?', before)).toBe('a')
    const twice = [...before, asked('and the second?'), answered('b')]
    expect(picked('and the third?', twice)).toBe('c')
  })
})

it.each([
  'why did the second fall?',
  'when was the last report?',
  'revenue of the second one',
  'the second quarter',
  'what about 2023?',
  'what does this article say?',
  `summarize the second one ${'and more '.repeat(20)}`,
])('none is picked: %s', (message) => expect(picked(message)).toBeNull())

it('none is picked where nothing was cited', () =>
  expect(picked('summarize the second one', [asked('hi'), answered()])).toBeNull())
