import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tokensOf, wordsOf } from './tokens.ts'

describe('words', () => {
  it.each([
    ['Coca-Cola & Co.', ['coca', 'cola', 'and', 'co']],
    ['J.P. Morgan in the U.S.', ['jp', 'morgan', 'in', 'the', 'us']],
    ['Nestlé, Škoda', ['nestle', 'skoda']],
    ['L’Oréal and Dick’s', ['loreal', 'and', 'dicks']],
    ['9.3M users, 1,250 more', ['93m', 'users', '1250', 'more']],
    ['a\ud800b', ['a', 'b']],
    ['', []],
  ])('%s', (text, words) => {
    expect(wordsOf(text)).toEqual(words)
  })

  it('tells a possessive and the plural of initials from the name', () => {
    expect(tokensOf("Apple's RILs").map(({ base, baseEnd }) => [base, baseEnd])).toEqual([
      ['apple', 5],
      ['ril', 11],
    ])
  })

  it('says what parts them', () => {
    const gaps = tokensOf('Oil up; Dr. Reddy (Pharma), Coca-Cola - Reuters').map(({ gap }) => gap)
    expect(gaps).toEqual(['break', 'space', 'break', 'dot', 'bracket', 'mark', 'joint', 'break'])
  })

  it('keeps the mark of a percentage in its word, and initials with dots together with the name behind them', () => {
    expect(wordsOf('50 funds are 34% up')).toEqual(['50', 'funds', 'are', '34%', 'up'])
    expect(tokensOf('D.R. Horton. U.S. oil').map(({ gap }) => gap)).toEqual(['break', 'dot', 'break', 'dot'])
  })

  it('takes the small letters of a domain behind a name for neither capitals nor a word of a sentence', () => {
    const shapes = (text: string) => tokensOf(text).map(({ shape }) => shape)
    expect(shapes("Amazon.com's BigBear.ai")).toEqual(['capital', 'none', 'capital', 'none'])
    expect(shapes('amazon.com Amazon com')).toEqual(['lower', 'lower', 'capital', 'lower'])
    expect(shapes('It fell.Com and Oil.prices')).toEqual([
      'capital',
      'lower',
      'capital',
      'lower',
      'capital',
      'lower',
    ])
  })

  it('gives offsets into the text that rise and never overlap', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        let last = 0
        for (const { start, end, baseEnd } of tokensOf(text)) {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(baseEnd).toBeGreaterThan(start)
          expect(end).toBeGreaterThanOrEqual(baseEnd)
          last = end
        }
        expect(last).toBeLessThanOrEqual(text.length)
      }),
    )
  })
})
