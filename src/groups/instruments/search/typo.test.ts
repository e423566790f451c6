import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPostingTableBuilder, stringAt } from './posting-table.ts'
import { buildDeletionTable, isOneEdit, mayBeMisspelt, wordsOneEditFrom } from './typo.ts'

/** Every text one edit away over the letters a to c, by making all edits. */
function editsOf(word: string): Set<string> {
  const edits = new Set<string>()
  for (let i = 0; i <= word.length; i++) {
    const [before, after] = [word.slice(0, i), word.slice(i)]
    edits.add(before + after.slice(1))
    edits.add(before + after.slice(1, 2) + after.slice(0, 1) + after.slice(2))
    for (const letter of 'abc') {
      edits.add(before + letter + after)
      if (after !== '') edits.add(before + letter + after.slice(1))
    }
  }
  edits.delete(word)
  return edits
}

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 6 })

describe('isOneEdit', () => {
  it('holds for exactly the texts that one insertion, deletion, substitution or exchange makes', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(isOneEdit(a, b)).toBe(editsOf(a).has(b))
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('wordsOneEditFrom', () => {
  it('finds every indexed word one edit away and no other', () => {
    const longer = word.map((text) => `x${text}${text}`)
    fc.assert(
      fc.property(fc.uniqueArray(longer, { minLength: 1, maxLength: 40 }), longer, (words, misspelt) => {
        const builder = createPostingTableBuilder()
        for (const text of words) builder.add(text, 0)
        const table = builder.finish(Uint32Array.of(0))
        const deletions = buildDeletionTable(table, words.keys())
        const lengths = { lows: new Uint32Array(), highs: new Uint32Array(), sets: new Uint32Array() }
        const found = wordsOneEditFrom(misspelt, { table, deletions, heavy: lengths })
        const expected = words.filter((text) => text.length >= 3 && isOneEdit(misspelt, text))
        expect(found.map((index) => stringAt(table, index))).toEqual(expected.toSorted())
      }),
      { numRuns: 300 },
    )
  })
})

describe('mayBeMisspelt', () => {
  it.each([
    ['appl', true],
    ['app', false],
    ['appl3', false],
    ['a'.repeat(32), true],
    ['a'.repeat(33), false],
  ])('%s: %s', (text, expected) => {
    expect(mayBeMisspelt(text)).toBe(expected)
  })
})
