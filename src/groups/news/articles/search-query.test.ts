import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseSearch } from './search-query.ts'

describe('what is searched for', () => {
  test.each([
    ['dividend', ['dividend'], [], []],
    ['  raise   dividend ', ['raise', 'dividend'], [], []],
    ['"record quarter"', [], ['record quarter'], []],
    ['profit "record quarter" -loss', ['profit'], ['record quarter'], ['loss']],
    ['-"profit warning" apple', ['apple'], [], ['profit warning']],
    ['“record quarter”', [], ['record quarter'], []],
    ['"never closed', [], ['never closed'], []],
    ['co-operative AT&T', ['co-operative', 'AT&T'], [], []],
    ['- "" " " -""', [], [], []],
    ['a"b c"d', ['a', 'd'], ['b c'], []],
    ["%' & | ! ( ) :*", ["%'", '&', '|', '!', '(', ')', ':*'], [], []],
  ])('%j', (text, words, phrases, excluded) => {
    expect(parseSearch(text)).toEqual({ words, phrases, excluded })
  })

  test('no text breaks it, and every term is a part of the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const { words, phrases, excluded } = parseSearch(text)
        for (const term of [...words, ...phrases, ...excluded]) {
          expect(term).not.toBe('')
          expect(text).toContain(term)
        }
      }),
    )
  })
})
