import { describe, expect, it } from 'vitest'
import { ABBREVIATED } from './abbreviations.ts'
import { knownIdentities, parseKnownNames } from './known-names.ts'

describe('a row of known names', () => {
  it('has names, tickers with their countries, size, aliases by kind and former tickers', () => {
    const table = `
      @equity TW/KY
      Taiwan Semi; Taiwan Semiconductor | 2330 TSM@US | 12.1 | short: tsmc; taiwan semi | former: old name | ticker: OLD
      @index
      S&P 500 | ^GSPC | | short: s&p
    `
    expect(parseKnownNames(table)).toEqual([
      {
        assetClass: 'equity',
        countries: ['TW', 'KY'],
        names: ['Taiwan Semi', 'Taiwan Semiconductor'],
        tickers: [
          { ticker: '2330', country: 'TW' },
          { ticker: 'TSM', country: 'US' },
        ],
        size: 12.1,
        aliases: [
          { text: 'tsmc', kind: 'short' },
          { text: 'taiwan semi', kind: 'short' },
          { text: 'old name', kind: 'former' },
        ],
        formerTickers: ['OLD'],
      },
      {
        assetClass: 'index',
        countries: [],
        names: ['S&P 500'],
        tickers: [{ ticker: '^GSPC', country: null }],
        size: null,
        aliases: [{ text: 's&p', kind: 'short' }],
        formerTickers: [],
      },
    ])
  })

  it.each([
    ['Apple | AAPL | 12', 'No section'],
    ['@bond US\nApple | AAPL | 12', 'Not an asset class'],
    ['@equity US\nApple | AAPL | large', 'Not a row'],
    ['@equity US\n| AAPL | 12', 'Not a row'],
    ['@equity US\nApple | AAPL | 12 | nickname: fruit', 'No kind of alias'],
    ['@equity US\nApple | AAPL | 12 | fruit', 'No kind of alias'],
  ])('%j is refused', (table, reason) => {
    expect(() => parseKnownNames(table)).toThrow(reason)
  })
})

describe('the table of known names', () => {
  const known = knownIdentities()

  it('has several hundred identities in lower-case aliases, each said once in its row', () => {
    expect(known.length).toBeGreaterThan(1_000)
    for (const { names, aliases } of known) {
      const texts = aliases.map(({ text }) => text)
      expect([names[0], texts]).toEqual([names[0], [...new Set(texts)]])
      expect(texts.filter((text) => text !== text.toLowerCase())).toEqual([])
    }
  })

  it('has sizes of a million to a hundred trillion', () => {
    const odd = known.filter(({ size }) => size !== null && (size < 6 || size > 14))
    expect(odd.map(({ names }) => names[0])).toEqual([])
  })

  it('gives a ticker to one company, in whatever rows', () => {
    const owners = new Map<string, string>()
    const disputed = known.flatMap(({ assetClass, names: [name = ''], tickers }) =>
      tickers.flatMap(({ ticker, country }) => {
        const key = `${assetClass} ${country} ${ticker}`
        const owner = owners.get(key)
        owners.set(key, name)
        const sameCompany = owner === undefined || owner.split(' ')[0] === name.split(' ')[0]
        return sameCompany ? [] : [`${key}: ${owner} and ${name}`]
      }),
    )
    expect(disputed).toEqual([])
  })
})

describe('abbreviations', () => {
  it.each([
    ['grp', ['group']],
    ['mfg', ['manufacturing']],
    ['intl', ['international']],
    ['bk', ['bank']],
    ['mtr', ['motor', 'motors']],
    ['svcs', ['service', 'services']],
    ['fin', ['financial', 'finance']],
    ['apple', []],
  ])('%s stands for %j', (word, long) => {
    expect(ABBREVIATED.expand(word)).toEqual(long)
  })

  it('agree with their words in one form, which is not that of another word', () => {
    expect(['mtr', 'mtrs', 'motor', 'motors'].map(ABBREVIATED.canonical)).toEqual(
      Array.from({ length: 4 }, () => 'motor'),
    )
    expect(ABBREVIATED.canonical('enterprises')).not.toBe(ABBREVIATED.canonical('entertainment'))
    expect(ABBREVIATED.canonical('apple')).toBe('apple')
  })
})
