import { describe, expect, it } from 'vitest'
import { leadingWord, listingName, shortenedNames } from './company-names.ts'

describe('the name of a listing', () => {
  it.each([
    ['Apple Inc. - Common Stock', 'apple'],
    ['Walt Disney Company (The) Common Stock', 'walt disney'],
    ['Procter & Gamble Co', 'procter and gamble'],
    ['Alibaba Group Holding Limited American Depositary Shares each representing eight', 'alibaba'],
    ['Alphabet Inc. - Class C Capital Stock', 'alphabet'],
    ['Ares Capital Corporation - Closed End Fund', 'ares capital'],
    ['Nestlé S.A.', 'nestle'],
    ['Volkswagen AG', 'volkswagen'],
    ['The Gap, Inc.', 'gap'],
    ['Inc', 'inc'],
  ])('%s is %s', (name, core) => {
    expect(listingName(name).core.join(' ')).toBe(core)
  })

  it('knows what is not common equity', () => {
    expect(listingName('Acme Corp Warrants').senior).toBe(true)
    expect(listingName('Acme Corp Depositary Shares 5% Preferred Stock').senior).toBe(true)
    expect(listingName('Acme Corp Common Stock').senior).toBe(false)
    expect(listingName('Acme Acquisition Corp. Units').senior).toBe(true)
    expect(listingName('Acme LP Common Units').senior).toBe(false)
  })
})

describe('shorter names', () => {
  it('drop what a company does while something of its own is left', () => {
    expect(shortenedNames(['palantir', 'technologies'])).toEqual([['palantir']])
    expect(shortenedNames(['first', 'solar', 'energy'])).toEqual([])
    expect(shortenedNames(['bank', 'of', 'america'])).toEqual([])
  })

  it('are the first word only where that means nothing else', () => {
    expect(leadingWord(['goldman', 'sachs'])).toBe('goldman')
    expect(leadingWord(['best', 'buy'])).toBeNull()
    expect(leadingWord(['charles', 'schwab'])).toBeNull()
  })
})
