import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalUrl, titleKey } from './canonical-url.ts'

describe('addresses', () => {
  test.each<[string, string]>([
    ['HTTP://WWW.Example.com:80/a/b/?utm_source=x&b=2&a=1#frag', 'https://example.com/a/b?a=1&b=2'],
    ['https://m.example.co.uk/x/amp/', 'https://example.co.uk/x'],
    ['https://www.example.com', 'https://example.com/'],
    ['https://www.com/', 'https://www.com/'],
    ['https://example.com/a/index.html', 'https://example.com/a'],
    ['https://example.com/a.amp.html?amp=1', 'https://example.com/a.html'],
    ['https://example.com/#!/route', 'https://example.com/#!/route'],
    ['https://example.com/story?siteid=rss&mod=mw_rss_topstories', 'https://example.com/story'],
    ['https://example.com/story?mod=42&id=7', 'https://example.com/story?id=7&mod=42'],
    ['https://finance.example.com/x.html?.tsrc=rss&guccounter=1', 'https://finance.example.com/x.html'],
    ['http://user:pw@example.com/%7ea%2fb', 'https://example.com/~a%2Fb'],
    ['http://example.com:8080/', 'https://example.com:8080/'],
    ['https://example.com/a?x&x', 'https://example.com/a?x'],
  ])('%s', (url, expected) => {
    expect(canonicalUrl(url)).toBe(expected)
  })

  test.each([
    '',
    'ftp://example.com/',
    'javascript:alert(1)',
    'urn:x',
    '/relative',
    'https://',
    `https://x.com/${'a'.repeat(3_000)}`,
  ])('none: %s', (url) => {
    expect(canonicalUrl(url)).toBeNull()
  })

  test('of the same page are one, however often it is asked', () => {
    const part = fc.constantFrom('amp', 'index.html', 'a', '%41', '%2f', '/', 'x.amp', '//', 'news')
    const parameter = fc.constantFrom('utm_x=1', 'a=1', 'b=%7E', 'ref=rss', 'ref=7', 'amp', '=', 'q=%zz')
    fc.assert(
      fc.property(
        fc.constantFrom('www.m.example.com', 'amp.example.com.', 'Example.com:443', 'm.co:8080'),
        fc.array(part, { maxLength: 6 }),
        fc.array(parameter, { maxLength: 5 }),
        (host, parts, parameters) => {
          const url = `http://${host}/${parts.join('/')}?${parameters.join('&')}`
          const once = canonicalUrl(url)
          expect(once).not.toBeNull()
          expect(canonicalUrl(once ?? '')).toBe(once)
          expect(canonicalUrl(`${url}&utm_campaign=x#top`)).toBe(once)
          const reversed = `https://${host.replace(':443', '')}/${parts.join('/')}?${parameters.toReversed().join('&')}`
          expect(canonicalUrl(reversed)).toBe(once)
        },
      ),
    )
  })
})

describe('titles', () => {
  test.each([
    ['Apple’s profit up 5.5%', "APPLE'S  profit up 5.5 %!"],
    ['ＡＢＣ straße', 'abc STRASSE'],
    ['U.S. jobs: a record', 'U.S. jobs – a record'],
    ['S&P 500-ETF', 'S&P 500 ETF'],
  ])('%j and %j are one', (one, other) => {
    expect(titleKey(one, 'WSJ')).toBe(titleKey(other, 'wsj'))
  })

  test.each([
    ['Apple up 5%', 'Apple up 6%'],
    ['Apple -5%', 'Apple +5%'],
    ['Profit 1.5 billion', 'Profit 15 billion'],
    ['Costs $5', 'Costs €5'],
  ])('%j and %j are two', (one, other) => {
    expect(titleKey(one, null)).not.toBe(titleKey(other, null))
  })

  test('of two publications are two; without a word there is none', () => {
    expect(titleKey('Apple rises', 'A')).not.toBe(titleKey('Apple rises', 'B'))
    expect(titleKey('… !', 'A')).toBe('')
  })
})
