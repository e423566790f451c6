import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuMs } from '../../../tests/support/cpu-time.ts'
import { UnreadableFeed, type FeedItem } from '../../ports/news-feed.ts'
import { parseFeed } from './parse-feed.ts'

const URL_OF_FEED = 'https://example.com/news/feed.xml'
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const parse = (text: string): ReturnType<typeof parseFeed> =>
  parseFeed(bytes(text), { contentType: null, url: URL_OF_FEED })
const item = (inner: string): FeedItem | undefined =>
  parse(`<rss version="2.0"><channel>${inner}</channel></rss>`).items[0]

describe('the formats', () => {
  test('RSS 2.0', () => {
    const feed =
      parse(`<?xml version="1.0"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/">
      <channel><title>Wire</title><link>https://example.com/</link><language>en-us</language><ttl>15</ttl>
      <item><title>A &amp; B</title><link>/a</link><guid isPermaLink="false">1</guid><description>&lt;p&gt;One&lt;/p&gt;</description>
      <content:encoded><![CDATA[<p>Two</p>]]></content:encoded><pubDate>Thu, 01 Jan 2004 19:48:21 GMT</pubDate>
      <dc:creator>Someone</dc:creator><category>X</category><category>Y</category><source url="https://other.example/">Other</source></item></channel></rss>`)
    expect(feed).toEqual({
      format: 'rss',
      title: 'Wire',
      language: 'en-us',
      link: 'https://example.com/',
      refreshSeconds: 900,
      repaired: false,
      items: [
        {
          headline: 'A & B',
          url: 'https://example.com/a',
          guid: '1',
          permalink: null,
          summaryHtml: '<p>One</p>',
          contentHtml: '<p>Two</p>',
          published: 'Thu, 01 Jan 2004 19:48:21 GMT',
          updated: null,
          author: 'Someone',
          language: null,
          categories: ['X', 'Y'],
          source: 'Other',
        },
      ],
    })
  })

  test('Atom, with a prefix of its own, a base, and more links than one', () => {
    const feed =
      parse(`<a:feed xmlns:a="http://www.w3.org/2005/Atom" xml:lang="de" xml:base="https://example.org/">
      <a:title>T</a:title><a:entry xml:base="sub/"><a:title type="html">&lt;b&gt;H&lt;/b&gt;</a:title><a:id>urn:1</a:id>
      <a:link rel="self" href="self"/><a:link rel="alternate" href="page"/><a:author><a:name>N</a:name><a:email>e</a:email></a:author>
      <a:content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Text</p></div></a:content>
      <a:category term="13F-HR" label="form"/><a:published>2020-01-01</a:published><a:updated>2020-01-02</a:updated>
      <a:source><a:title>Elsewhere</a:title></a:source></a:entry></a:feed>`)
    expect(feed).toMatchObject({ format: 'atom', title: 'T', language: 'de', repaired: false })
    expect(feed.items[0]).toMatchObject({
      headline: '<b>H</b>',
      url: 'https://example.org/sub/page',
      guid: 'urn:1',
      contentHtml: '<div xmlns="http://www.w3.org/1999/xhtml"><p>Text</p></div>',
      published: '2020-01-01',
      updated: '2020-01-02',
      author: 'N',
      categories: ['13F-HR'],
      source: 'Elsewhere',
    })
  })

  test('RDF, whose items stand beside the channel', () => {
    const feed =
      parse(`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:sy="http://purl.org/rss/1.0/modules/syndication/" xmlns:dc="http://purl.org/dc/elements/1.1/">
      <channel><title>T</title><sy:updatePeriod>hourly</sy:updatePeriod><sy:updateFrequency>2</sy:updateFrequency></channel>
      <item rdf:about="https://example.com/1"><title>H</title><dc:date>2003-12-31</dc:date><dc:publisher>P</dc:publisher></item></rdf:RDF>`)
    expect(feed).toMatchObject({ format: 'rdf', title: 'T', refreshSeconds: 1_800 })
    expect(feed.items[0]).toMatchObject({
      headline: 'H',
      url: 'https://example.com/1',
      published: '2003-12-31',
      source: 'P',
    })
  })

  test('CDF', () => {
    const feed = parse(
      '<CHANNEL HREF="https://example.com/"><ITEM HREF="/1"><TITLE>H</TITLE><ABSTRACT>S</ABSTRACT></ITEM></CHANNEL>',
    )
    expect(feed.format).toBe('cdf')
    expect(feed.items[0]).toMatchObject({ headline: 'H', url: 'https://example.com/1', summaryHtml: 'S' })
  })

  test('JSON Feed: its plain texts are HTML here', () => {
    const feed = parse(
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        title: 'T',
        home_page_url: 'https://example.com/',
        items: [
          {
            id: 7,
            url: '/1',
            title: 'A <b> & C',
            content_text: '1 < 2',
            authors: [{ name: 'N' }],
            tags: ['X', null],
          },
          'odd',
        ],
      }),
    )
    expect(feed).toMatchObject({ format: 'json', title: 'T', repaired: true })
    expect(feed.items).toMatchObject([
      {
        guid: '7',
        url: 'https://example.com/1',
        headline: 'A &lt;b&gt; &amp; C',
        contentHtml: '1 &lt; 2',
        author: 'N',
        categories: ['X'],
      },
    ])
  })
})

describe('the address of an item', () => {
  test.each<[string, string, string | null]>([
    [
      'where the publisher has it, behind FeedBurner',
      '<item xmlns:feedburner="http://rssnamespace.org/feedburner/ext/1.0"><link>https://feeds.example/~r/x</link><feedburner:origLink>https://example.com/x</feedburner:origLink></item>',
      'https://example.com/x',
    ],
    ['a permanent link', '<item><guid>https://example.com/g</guid></item>', 'https://example.com/g'],
    ['not a guid that is none', '<item><guid isPermaLink="false">https://example.com/g</guid></item>', null],
    [
      'not a link to the feed itself',
      '<item xmlns:atom="http://www.w3.org/2005/Atom"><atom:link rel="self" href="/s"/><link>https://example.com/l</link></item>',
      'https://example.com/l',
    ],
    [
      'relative to the site',
      '<link>https://site.example/</link><item><link>a/b</link></item>',
      'https://site.example/a/b',
    ],
  ])('%s', (_, inner, url) => {
    expect(item(inner)?.url).toBe(url)
  })
})

test('a trading halt says in its own fields when it was', () => {
  const halt =
    item(`<item xmlns:ndaq="http://www.nasdaqtrader.com/"><title>ROCC</title><pubDate>Fri, 16 Jun 2023 04:00:00 GMT</pubDate>
    <ndaq:HaltDate>06/16/2023</ndaq:HaltDate><ndaq:HaltTime>19:50:01</ndaq:HaltTime><ndaq:IssueSymbol>ROCC </ndaq:IssueSymbol>
    <ndaq:IssueName>Ranger Oil Cp &amp; Co</ndaq:IssueName><ndaq:Market>NASDAQ</ndaq:Market><ndaq:ReasonCode>T12</ndaq:ReasonCode><ndaq:ResumptionDate /></item>`)
  expect(halt).toMatchObject({
    headline: 'ROCC',
    published: '2023-06-16T23:50:01.000Z',
    summaryHtml: 'Trading in Ranger Oil Cp &amp; Co (NASDAQ: ROCC) was halted, reason code T12.',
  })
})

describe('encodings', () => {
  const utf32 = (text: string): Uint8Array =>
    Uint8Array.from({ length: text.length * 4 }, (_, at) => (at % 4 === 0 ? text.charCodeAt(at / 4) : 0))
  const latin = (text: string): Uint8Array => Uint8Array.from(text, (each) => each.charCodeAt(0))
  const feed = (declared: string, title: string): string =>
    `${declared}<rss><channel><item><title>${title}</title></item></channel></rss>`
  test.each<[string, Uint8Array, string | null, string]>([
    [
      'a mark comes first',
      latin(`\xef\xbb\xbf${feed('', 'caf\xc3\xa9')}`),
      'text/xml; charset=koi8-r',
      'café',
    ],
    [
      'then the header',
      latin(feed('<?xml version="1.0" encoding="koi8-r"?>', 'caf\xe9')),
      'text/xml; charset="iso-8859-1"',
      'café',
    ],
    [
      'then the declaration',
      latin(feed(`<?xml version='1.0' encoding='windows-1251'?>`, '\xcd\xe5\xf4\xf2\xfc')),
      'text/xml',
      'Нефть',
    ],
    ['then UTF-8', latin(feed('', 'caf\xc3\xa9')), null, 'café'],
    [
      'windows-1252 where it is not UTF-8 and nobody says what',
      latin(feed('', 'caf\xe9 \x93x\x94')),
      null,
      'café “x”',
    ],
    [
      'the same where UTF-8 is named for it',
      latin(feed('<?xml version="1.0" encoding="utf-8"?>', 'caf\xe9 \x93x\x94')),
      'text/xml; charset=utf-8',
      'café “x”',
    ],
    [
      'single wrong bytes of UTF-8 are replaced',
      latin(feed('<?xml version="1.0" encoding="utf-8"?>', 'caf\xc3\xa9 \xc3\xa9t\xc3\xa9 \xe9')),
      null,
      'café été \ufffd',
    ],
    [
      'and those of another encoding that is named',
      latin(feed('<?xml version="1.0" encoding="shift_jis"?>', 'a\xff')),
      null,
      'a\ufffd',
    ],
    [
      'the other name where the first one cannot be',
      latin(feed('<?xml version="1.0" encoding="iso-8859-1"?>', 'caf\xe9')),
      'text/xml; charset=utf-8',
      'café',
    ],
    [
      'UTF-8 where an encoding that fits any bytes is named for it',
      latin(feed('<?xml version="1.0" encoding="iso-8859-1"?>', 'caf\xc3\xa9 \xe2\x80\x9cx\xe2\x80\x9d')),
      'text/xml; charset=windows-1251',
      'café “x”',
    ],
    [
      'no other one where several bytes are named that fit',
      latin(feed('<?xml version="1.0" encoding="gbk"?>', '\xc2\xb5\xc2\xb5')),
      null,
      '碌碌',
    ],
    [
      'UTF-16 by its zeros',
      new Uint8Array(Buffer.from(feed('<?xml version="1.0"?>', 'café'), 'utf16le')),
      null,
      'café',
    ],
    ['UTF-32 by its zeros', utf32(feed('', 'café')), null, 'café'],
    [
      'an unknown name is none',
      latin(feed('<?xml version="1.0" encoding="x-none"?>', 'caf\xc3\xa9')),
      'text/xml; charset=???',
      'café',
    ],
  ])('%s', (_, document, contentType, title) => {
    expect(parseFeed(document, { contentType, url: null }).items[0]?.headline).toBe(title)
  })
})

describe('what is not well-formed is read as far as it goes', () => {
  test.each<[string, string, Array<string | null>]>([
    [
      'cut off between items',
      '<rss><channel><item><title>A</title></item><item><title>B</title></item><it',
      ['A', 'B'],
    ],
    [
      'cut off in a title, which would be half a title',
      '<rss><channel><item><title>A</title></item><item><title>Bc',
      ['A', null],
    ],
    [
      'a title that is never closed',
      '<rss><channel><item><title>A<link>/a</link></item><item><title>B</title></item></channel></rss>',
      ['A', 'B'],
    ],
    [
      'a description that is never closed',
      '<rss><channel><item><title>A</title><description>x<p>y</item><item><title>B</title></item></channel></rss>',
      ['A', 'B'],
    ],
    [
      'an item that is never closed',
      '<rss><channel><item><title>A</title><item><title>B</title></item></channel></rss>',
      ['A', 'B'],
    ],
    ['an end tag too many', '<rss><channel></b><item><title>A</title></item></channel></rss>', ['A']],
    [
      'a bare ampersand',
      '<rss><channel><item><title>AT&T & Co</title></item></channel></rss>',
      ['AT&T & Co'],
    ],
  ])('%s', (_, text, headlines) => {
    const feed = parse(text)
    expect(feed.items.map(({ headline }) => headline)).toEqual(headlines)
  })

  test('and says so', () => {
    expect(parse('<rss><channel><item><title>A</title></item>').repaired).toBe(true)
    expect(parse('<rss><channel><item><title>A</title></item></channel></rss>').repaired).toBe(false)
  })
})

describe('damage', () => {
  const whole = `<?xml version="1.0"?><rss version="2.0"><channel><title>T</title>${[1, 2, 3, 4]
    .map(
      (each) =>
        `<item><title>Title ${each}</title><link>https://example.com/${each}</link><description><![CDATA[<p>Text "${each}"</p>]]></description><guid>${each}</guid></item>`,
    )
    .join('')}</channel></rss>`
  const titles = new Set(['Title 1', 'Title 2', 'Title 3', 'Title 4'])

  test('wherever a feed is cut off, what came before is read, and no title is half a title', () => {
    let most = 0
    for (let length = whole.indexOf('<channel>') + 9; length <= whole.length; length++) {
      const found = parse(whole.slice(0, length)).items.flatMap(({ headline }) => headline ?? [])
      expect(found.every((each) => titles.has(each))).toBe(true)
      expect(found.length).toBeGreaterThanOrEqual(most)
      most = found.length
    }
    expect(most).toBe(4)
  })

  test('wherever a feed is cut off, no item has half of what it says', () => {
    const items = new Set(parse(whole).items.map((each) => JSON.stringify(each)))
    for (let length = whole.indexOf('<channel>') + 9; length <= whole.length; length++) {
      const told = parse(whole.slice(0, length)).items.filter(({ headline }) => headline !== null)
      expect(told.filter((each) => !items.has(JSON.stringify(each)))).toEqual([])
    }
  })

  test('whatever is taken out or put in, the answer is a feed or a refusal', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '"',
      '&',
      '<![CDATA[',
      ']]>',
      '<!--',
      '</item>',
      '<item>',
      '<title>',
      '\0',
      '<a b="',
    )
    fc.assert(
      fc.property(fc.nat(whole.length), fc.nat(40), piece, (at, length, inserted) => {
        const damaged = whole.slice(0, at) + inserted + whole.slice(at + length)
        expect(outcome(damaged)).toMatch(/^(?:feed|refused)$/)
      }),
      { numRuns: 500 },
    )
  })

  function outcome(text: string): string {
    try {
      parse(text)
      return 'feed'
    } catch (error) {
      return error instanceof UnreadableFeed ? 'refused' : String(error)
    }
  }
})

describe('nothing is loaded, expanded or followed', () => {
  test('entities of a document stay what they are', () => {
    const bomb = `<!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>`
    const feed = parse(`${bomb}<rss><channel><item><title>x &b; &x;</title></item></channel></rss>`)
    expect(feed.items[0]?.headline).toBe('x &b; &x;')
  })

  test.each([
    ['deep elements', `<rss>${'<a>'.repeat(300_000)}`],
    ['many elements', `<rss><channel>${'<a/>'.repeat(600_000)}`],
    ['many items', `<rss><channel>${'<item><title>A</title></item>'.repeat(30_000)}</channel></rss>`],
    ['opening signs', `<rss><channel>${'<'.repeat(1_000_000)}`],
    ['wrong end tags', `<rss>${'<a>'.repeat(60)}${'</b>'.repeat(250_000)}`],
    ['titles in titles', `<rss><channel><item>${'<title>'.repeat(150_000)}`],
    [
      'namespaces',
      `<rss ${Array.from({ length: 190 }, (_, each) => `xmlns:n${each}="u${each}"`).join(' ')}>${'<a xmlns:b="c"/>'.repeat(60_000)}`,
    ],
    [
      'bases',
      `<rss xml:base="https://example.com/${'a'.repeat(500_000)}/">${'<a xml:base="b"/>'.repeat(30_000)}`,
    ],
  ])('%s take no more than a second or two', (_, text) => {
    const started = cpuMs()
    expect(parse(text).items.length).toBeLessThanOrEqual(5_000)
    expect(cpuMs() - started).toBeLessThan(3_000)
  })
})

describe('what is no feed is refused with a sentence', () => {
  test.each([
    ['', 'The document is empty.'],
    ['   ', 'The document is empty.'],
    ['Service unavailable', 'The document has no elements, so it is not a feed.'],
    ['<!DOCTYPE html><html><body>503</body></html>', 'The document is a web page, not a feed.'],
    ['<error>no</error>', 'The document begins with <error>, which is no kind of feed.'],
    ['{"error":"no"}', 'The document is JSON without a list of items, so it is not a feed.'],
    ['{"items":[', 'The document begins like JSON and is not well-formed.'],
  ])('%j', (text, sentence) => {
    expect(() => parse(text)).toThrow(new UnreadableFeed(sentence))
  })
})
