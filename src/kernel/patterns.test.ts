import { describe, expect, test } from 'vitest'
import { oneOf, wholeWords } from './patterns.ts'

describe('patterns, an alternative a line', () => {
  test('are one group, with backslashes as they stand', () => {
    const year = String.raw`\d{4}`
    const source = oneOf`
      earnings per share|eps
      revenue of ${year}

      book value(?! per\b)
    `
    expect(source).toBe(String.raw`(?:earnings per share|eps|revenue of \d{4}|book value(?! per\b))`)
  })

  test('match whole words', () => {
    const pattern = wholeWords(oneOf`
      eps
      p/e
    `)
    expect(['the eps of', 'steps', 'its p/e?'].map((text) => pattern.test(text))).toEqual([true, false, true])
    expect(wholeWords(oneOf`eps`, 'gi')).toEqual(/\b(?:eps)\b/gi)
  })
})
