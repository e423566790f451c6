import { describe, expect, it } from 'vitest'
import { chunksOf, fold, squash } from './fold.ts'

describe('fold', () => {
  it.each([
    ['Nestlé', 'nestle'],
    ['Nestle\u0301', 'nestle'],
    ['SOCIÉTÉ', 'societe'],
    ['Ørsted', 'orsted'],
    ['Straße', 'strasse'],
    ['STRASSE ẞ', 'strasse ss'],
    ['Łódź', 'lodz'],
    ['Æther Œuvre', 'aether oeuvre'],
    ['İş Bankası', 'is bankasi'],
    ['Ａｐｐｌｅ１', 'apple1'],
    ['ﬁnance', 'finance'],
    ['App\u00adle\u200d', 'apple'],
    ['Apple™', 'apple'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['株式会社', '株式会社'],
  ])('%j is compared as %j', (text, folded) => {
    expect(fold(text)).toBe(folded)
  })
})

describe('chunksOf', () => {
  it.each([
    ['AT&T Inc.', [['at', 't'], ['inc']]],
    ["L'Oréal", [['l', 'oreal']]],
    ['  S&P\t500 \n', [['s', 'p'], ['500']]],
    ['Coca-Cola\u00a0Company', [['coca', 'cola'], ['company']]],
    ['- % 🚀', []],
    ['', []],
    ['𝟛M', [['3m']]],
    ['𠮷野家', [['𠮷野家']]],
  ])('%j has the words %j', (text, chunks) => {
    expect(chunksOf(text)).toEqual(chunks)
  })
})

describe('squash', () => {
  it('writes the words as one', () => {
    expect(squash('BRK.B / x')).toBe('brkbx')
    expect(squash('%')).toBe('')
  })
})
