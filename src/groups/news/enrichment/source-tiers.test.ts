import { describe, expect, test } from 'vitest'
import { cpuMs } from '../../../../tests/support/cpu-time.ts'
import { isOfficial, knownTier } from './source-tiers.ts'

describe('the tier of a publisher', () => {
  test.each([
    ['SEC EDGAR', 'TIER_1'],
    ['European Central Bank', 'TIER_1'],
    ['PR Newswire', 'TIER_1'],
    ['Reuters', 'TIER_2'],
    [' bloomberg ', 'TIER_2'],
    ['MarketWatch', 'TIER_3'],
    ["Barron's", 'TIER_3'],
    ['Reuters fan page', 'TIER_4'],
    ['', 'TIER_4'],
    ['constructor', 'TIER_4'],
  ])('%s is %s', (source, tier) => {
    expect(knownTier(source)).toBe(tier)
  })
})

describe('what is official whoever carries it', () => {
  const blog = 'https://blog.example/a'
  test.each([
    ['a page of the SEC', { headline: 'Statement', url: 'https://www.sec.gov/news/a' }, ''],
    ['a page of the ECB', { headline: 'Statement', url: 'http://www.ecb.europa.eu:80/a' }, ''],
    ['a filing by its form', { headline: '10-K - Contoso Inc. (Filer)', url: blog }, ''],
    ['a filing that is told', { headline: 'Contoso files Form 8-K', url: blog }, ''],
    [
      'a release by its dateline',
      { headline: 'Contoso wins order', url: blog },
      'SEATTLE, Jan. 15, 2026 (GLOBE NEWSWIRE) -- Contoso today announced an order.',
    ],
    ['a release', { headline: 'Contoso wins', url: blog }, 'LONDON--(BUSINESS WIRE)--Contoso said'],
  ])('%s', (_, article, body) => {
    expect(isOfficial(article, body)).toBe(true)
  })

  test.each([
    ['a host that only looks like one', { headline: 'Statement', url: 'https://sec.gov.evil.example/a' }, ''],
    ['a host in the path', { headline: 'Statement', url: 'https://evil.example/https://www.sec.gov/' }, ''],
    ['a host that ends like one', { headline: 'Statement', url: 'https://notsec.gov/a' }, ''],
    ['a report about a filing', { headline: 'What the 10-K of Contoso does not say', url: blog }, ''],
    ['the word in the middle', { headline: 'News', url: blog }, `${'x '.repeat(300)}(BUSINESS WIRE)`],
  ])('not %s', (_, article, body) => {
    expect(isOfficial(article, body)).toBe(false)
  })

  test('no text takes long', () => {
    const began = cpuMs()
    for (const text of ['('.repeat(100_000), 'form '.repeat(50_000), ' '.repeat(100_000)]) {
      isOfficial({ headline: text, url: `https://${text}` }, text)
    }
    expect(cpuMs() - began).toBeLessThan(1_000)
  })
})
