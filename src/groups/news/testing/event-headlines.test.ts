import { expect, test } from 'vitest'
import { EVENT_HEADLINES } from './event-headlines.ts'
import { writtenHeadlines } from './sentiment-data.ts'

test('every pattern names the entity once, and its choices are closed', () => {
  for (const pattern of Object.values(EVENT_HEADLINES).flat()) {
    expect([pattern, pattern.split('@').length]).toEqual([pattern, 2])
    expect([pattern, pattern.replaceAll(/[^()]/g, '')]).toEqual([
      pattern,
      '()'.repeat(pattern.split('(').length - 1),
    ])
  }
})

test('headlines are the patterns with a name at its mention', () => {
  const written = writtenHeadlines()
  expect(written.length).toBeGreaterThan(500)
  for (const { text, mention, fold } of written) {
    expect(text.headline).not.toMatch(/[@()|]/)
    expect(text.headline.slice(mention.start, mention.end)).toMatch(/^[A-Z][a-z]+$/)
    expect(fold).toBe(-1)
  }
  expect(new Set(written.map(({ label }) => label))).toEqual(new Set(['negative', 'neutral', 'positive']))
})

test('no name stands with one label alone', () => {
  const labels = new Map<string, Set<string>>()
  for (const { text, mention, label } of writtenHeadlines()) {
    const name = text.headline.slice(mention.start, mention.end)
    labels.set(name, (labels.get(name) ?? new Set()).add(label))
  }
  expect([...labels.values()].every(({ size }) => size === 3)).toBe(true)
})
