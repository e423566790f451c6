import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuMs } from '../../../../tests/support/cpu-time.ts'
import { numbersOf, resemblance, signatureOf, wordsOf } from './signature.ts'

const WORDS = Array.from({ length: 400 }, (_, at) => `word${at}x`)
const sentence = fc.array(fc.constantFrom(...WORDS), { minLength: 60, maxLength: 200 })
const sign = (words: readonly string[]) => signatureOf({ headline: '', body: words.join(' ') }).bytes

function shingles(words: readonly string[]): Set<string> {
  return new Set(words.slice(0, -2).map((_, at) => words.slice(at, at + 3).join(' ')))
}

describe('a signature', () => {
  test('is the same for the same words, whatever their case and punctuation, and of a fixed length', () => {
    const one = signatureOf({ headline: 'Apple raises its dividend', body: 'By 4 percent, it said.' })
    const other = signatureOf({ headline: 'APPLE raises its “dividend”!', body: 'By 4 percent -- it said' })
    expect(other).toEqual(one)
    expect(one.bytes).toHaveLength(192)
    expect(one.bands).toHaveLength(6)
    expect(one.bands.every((band) => band === (band | 0))).toBe(true)
  })

  test('does not depend on the order in which the shingles of a text come', () => {
    fc.assert(
      fc.property(sentence, (words) => {
        // A circle of words has the same shingles wherever it begins.
        const circle = [...words, ...words.slice(0, 2)]
        const turned = [...words.slice(25), ...words.slice(0, 25), ...words.slice(25, 27)]
        expect(sign(turned)).toEqual(sign(circle))
      }),
      { numRuns: 50 },
    )
  })

  test('estimates the share of common shingles, alike in both directions', () => {
    fc.assert(
      fc.property(sentence, fc.integer({ min: 0, max: 200 }), (words, kept) => {
        const other = [...words.slice(0, kept), 'quite', 'another', 'end', 'of', 'it']
        const [ours, theirs] = [shingles(words), shingles(other)]
        const share = ours.intersection(theirs).size / ours.union(theirs).size
        const estimate = resemblance(sign(words), sign(other))
        // 48 draws: four standard deviations of 0.5 / √48.
        expect(Math.abs(estimate - share)).toBeLessThan(0.29)
        expect(resemblance(sign(other), sign(words))).toBe(estimate)
        expect(resemblance(sign(words), sign(words))).toBe(1)
      }),
      { numRuns: 100 },
    )
  })

  test('shares a band with that of a text of which few words differ, and none with another text', () => {
    const text = WORDS.slice(0, 200)
    const edited = text.with(100, 'edited')
    const [one, near, far] = [text, edited, WORDS.slice(200)].map((words) =>
      signatureOf({ headline: '', body: words.join(' ') }),
    )
    expect(one!.bands.some((band) => near!.bands.includes(band))).toBe(true)
    expect(one!.bands.some((band) => far!.bands.includes(band))).toBe(false)
  })

  test('of texts of no, one and two words exists, and only equal ones resemble one another', () => {
    const all = ['', 'Apple', 'Apple rises', 'Orange', '株価'].map((headline) =>
      signatureOf({ headline, body: '' }),
    )
    for (const [at, one] of all.entries()) {
      for (const [place, other] of all.entries()) {
        expect(resemblance(one.bytes, other.bytes)).toBe(at === place ? 1 : 0)
      }
    }
    expect(resemblance(new Uint8Array(0), all[0]!.bytes)).toBe(0)
  })

  test.each([
    ['苹果公司', ['苹果', '果公', '公司']],
    ['金 は', ['金', 'は']],
    ['Apple、iPhone発売へ', ['apple', 'iphone', '発売', '売へ']],
    ['𠮷野家', ['𠮷野', '野家']],
    ['2026年 배당', ['2026', '年', '배당']],
  ])('takes pairs of characters for words where no blanks stand between these: %s', (text, words) => {
    expect(wordsOf(text)).toEqual(words)
    expect(wordsOf(text, 1)).toEqual(words.slice(0, 1))
  })

  test('looks at the beginning of a long text', () => {
    const long = 'a b c d e f g h '.repeat(20_000)
    const began = cpuMs()
    signatureOf({ headline: '', body: long })
    expect(cpuMs() - began).toBeLessThan(1_000)
    expect(wordsOf(long, 10)).toHaveLength(10)
    expect(wordsOf('息'.repeat(1_000_000), 10)).toHaveLength(10)
  })
})

describe('numbers of a text', () => {
  test.each([
    ['profit of 1,234.50 million', ['1234.5']],
    ['1.234,5', ['1.234,5']],
    ['3 and 3 and 3.0 and 0003', ['3']],
    ['up 5%, down 12.25%', ['12.25', '5']],
    ['no number', []],
    [`${'9'.repeat(50)}`, ['1e+40']],
  ])('%j states %j', (text, numbers) => {
    expect(numbersOf(text)).toEqual(numbers)
  })

  test('are 64 at most, whatever the text', () => {
    expect(numbersOf(Array.from({ length: 1_000 }, (_, at) => at).join(' '))).toHaveLength(64)
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const numbers = numbersOf(text)
        expect(numbers).toEqual([...new Set(numbers)].toSorted())
      }),
    )
  })
})
