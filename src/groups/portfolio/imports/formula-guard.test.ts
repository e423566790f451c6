import fc from 'fast-check'
import { expect, it } from 'vitest'
import { guarded, unguarded } from './formula-guard.ts'

const texts = fc.array(
  fc.constantFrom("'", '=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r', '\n', ' ', 'a'),
  {
    maxLength: 6,
  },
)

it('comes off as it went on, and leaves nothing that a spreadsheet computes', () => {
  fc.assert(
    fc.property(texts, (characters) => {
      const text = characters.join('')
      expect(unguarded(guarded(text))).toBe(text)
      expect(guarded(text)).not.toMatch(/^[=+\-@＝＋－＠\t\r\n]/)
    }),
  )
})

it.each([
  ['=1', "'=1"],
  ["'=1", "''=1"],
  ['＝1', "'＝1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠a', "'＠a"],
  ['\n=1', "'\n=1"],
  ["'quoted'", "'quoted'"],
  ["'", "'"],
  ['plain', 'plain'],
])('%j is exported as %j', (text, cell) => {
  expect(guarded(text)).toBe(cell)
})
