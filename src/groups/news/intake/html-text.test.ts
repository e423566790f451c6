import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuMs } from '../../../../tests/support/cpu-time.ts'
import { describeRealData, realData } from '../../../../tests/support/real-data.ts'
import { measureItems } from '../testing/feeds-section.ts'
import { cleanHeadline } from './headline.ts'
import { htmlToText } from './html-text.ts'

describe('the words of HTML', () => {
  test.each<[string, string, string]>([
    [
      'blocks become lines',
      '<p>One</p><p>Two<br>Three</p><ul><li>Four<li>Five</ul>',
      'One\nTwo\nThree\nFour\nFive',
    ],
    ['inline elements do not', 'A<b>pp</b>le <i>rose</i>', 'Apple rose'],
    ['line breaks of HTML are blanks', '<p>One\n  two</p>', 'One two'],
    ['line breaks of plain text are lines', 'One\n\nTwo\r\nThree', 'One\nTwo\nThree'],
    [
      'references are decoded',
      'AT&amp;T &quot;rose&quot; 5&nbsp;% &#8211; caf&eacute;',
      'AT&T "rose" 5 % – café',
    ],
    ['what is no reference stays', 'AT&T, R&D, S&P 500', 'AT&T, R&D, S&P 500'],
    ['comparisons stay', 'EPS < 5 and P/E > 3', 'EPS < 5 and P/E > 3'],
    [
      'HTML that was escaped twice',
      '&lt;p&gt;One &amp;amp; two&lt;/p&gt;&lt;p&gt;Three&lt;/p&gt;',
      'One & two\nThree',
    ],
    ['and three times', '&amp;lt;b&amp;gt;Bold&amp;lt;/b&amp;gt; move', 'Bold move'],
    ['scripts and styles', 'a<script>if (1 < 2) "<p>"</script>b<style>p{}</style><!-- c -->d', 'a b d'],
    [
      'captions and frames',
      '<figure><img src=x><figcaption>Photo: X</figcaption></figure>Text<iframe>no</iframe>',
      'Text',
    ],
    ['pixels', 'Text<img src="http://t.example/1.gif" width="1" height="1" alt="pixel">', 'Text'],
    ['a script without an end takes the rest', 'a<script>b', 'a'],
    ['an object without an end takes nothing', 'a<object data=x>b', 'ab'],
    ['what nobody sees', 'Ap\u200bple\u202e \u0007 x\u00adyz', 'Apple xyz'],
    ['halves of characters', 'a\ud800b', 'a\ufffdb'],
    ['codes of instruments are not tags', 'Apple <AAPL.O> and euro <EUR=>', 'Apple (AAPL.O) and euro (EUR=)'],
    ['and where they were escaped', 'Apple &lt;AAPL.O&gt;', 'Apple (AAPL.O)'],
    [
      'rows of a table',
      '<table><tr><th>EPS</th><td>$1.20</td></tr><tr><td>Revenue</td><td>$5</td></tr></table>',
      'EPS $1.20\nRevenue $5',
    ],
    ['UTF-8 that was read as Latin-1', 'He\u00e2\u0080\u0099s here', 'He’s here'],
    ['a tag that is cut off', '<p>Text <a href="http', 'Text'],
  ])('%s', (_, html, text) => {
    expect(htmlToText(html)).toBe(text)
  })
})

describe('what is not the article', () => {
  test.each<[string, string, string]>([
    [
      'share buttons',
      'Text.<div><a href="https://www.facebook.com/sharer/sharer.php?u=x">Facebook</a> | <a href="https://twitter.com/intent/tweet?x">Twitter</a></div>',
      'Text.',
    ],
    [
      'share buttons by what they say',
      '<p>Text.</p><p>Share this: <a href="/a">Share on Facebook</a> <a href="/b">Tweet</a></p>',
      'Text.',
    ],
    [
      'FeedBurner flares',
      'Text.<a href="http://feeds.example.com/~ff/x?a=1"><img src="http://feeds.example.com/~ff/x"></a>',
      'Text.',
    ],
    ['links to read on', '<p>Text … <a href="/x">Continue reading Apple rises</a></p>', 'Text …'],
    ['words to read on', 'Text goes on... Read more »', 'Text goes on'],
    ['in other languages', '<p>Texte.</p><p><a href="/x">Lire la suite</a></p>', 'Texte.'],
    [
      'where the post appeared',
      '<p>Text.</p><p>The post <a href="/x">Apple</a> appeared first on <a href="/">Blog</a>.</p>',
      'Text.',
    ],
    [
      'lists of related articles',
      '<p>Text.</p><h3>Related articles</h3><ul><li><a href="/1">Tesla falls</a></li><li><a href="/2">Ford rises</a></li></ul>',
      'Text.',
    ],
    [
      'one related article',
      '<p>Text.</p><p>Read also: <a href="/1">Tesla falls</a></p><p>More text.</p>',
      'Text.\nMore text.',
    ],
    [
      'lists at the end without markup',
      'Text.See more from Example  * Tesla falls  * Ford rises(C) 2020 Example.com. Example gives no advice.',
      'Text.',
    ],
    [
      'titles at the end without markup',
      'Text.Related News:  Tesla Falls 3.7% On Profit Decline  Ford Rises',
      'Text.',
    ],
    [
      'accounts to follow',
      '<p>Text.</p><p>Follow Example on <a href="https://twitter.com/x">Twitter</a>, <a href="https://facebook.com/x">Facebook</a></p>',
      'Text.',
    ],
    ['an end that was cut by the publisher', '<p>Apple rose. [&#8230;]</p>', 'Apple rose. …'],
    [
      'links of forums',
      'Text <br/> <span><a href="https://x/1">[link]</a></span> <span><a href="https://x/2">[comments]</a></span>',
      'Text',
    ],
    [
      'calls to subscribe',
      'He said.”For more articles like this, please visit us at example.comSubscribe now to stay ahead.©2020 Example L.P.',
      'He said.”',
    ],
    [
      'lines that send elsewhere',
      '<p>Text.</p><p>Pulse stories are short. Visit Example.com for more information on this news.</p>',
      'Text.',
    ],
    ['copyright lines', '<p>Text.</p><p>© 2020 Example L.P.</p>', 'Text.'],
  ])('%s', (_, html, text) => {
    expect(htmlToText(html)).toBe(text)
  })

  test.each([
    'Shares of Facebook rose; Twitter fell.',
    'Read more books, says Warren Buffett.',
    'The post office appeared first in 1775.',
    'Facebook',
    'Related companies: Apple, which rose, and Microsoft.',
    'Tweet sends Tesla lower',
    'Copyright 2020 rules are hard, said Apple. '.repeat(5).trim(),
    'Related news: Apple rose. Microsoft fell.',
  ])('words of an article that sound alike stay: %s', (text) => {
    expect(htmlToText(`<p>${text}</p>`)).toBe(text)
  })

  test('links of the article itself stay', () => {
    expect(
      htmlToText(
        '<p><a href="/q/AAPL">Apple</a> and <a href="https://facebook.com/zuck">Zuckerberg</a> rose</p>',
      ),
    ).toBe('Apple and Zuckerberg rose')
  })
})

describe('headlines', () => {
  test.each<[string, string | null, string]>([
    [': Disney loses $5 billion', null, 'Disney loses $5 billion'],
    ['  <b>Apple</b>\n rises &amp; falls ', null, 'Apple rises & falls'],
    ['Apple rises - Reuters', 'Reuters', 'Apple rises'],
    ['Apple rises | The Wall Street Journal', 'Wall Street Journal', 'Apple rises'],
    ['Apple rises - Reuters', 'Bloomberg', 'Apple rises - Reuters'],
    ['The Ratings Game: Apple rises', null, 'The Ratings Game: Apple rises'],
    ['-5% for Apple', null, '-5% for Apple'],
    ['$AAPL up', null, '$AAPL up'],
    ["'Don't get greedy'", null, "'Don't get greedy'"],
    ['Read more', null, 'Read more'],
    ['', null, ''],
  ])('%j of %j', (text, source, expected) => {
    expect(cleanHeadline(text, source)).toBe(expected)
  })
})

describe('time is linear in the text, whatever it is', () => {
  test.each([
    ['opening signs', '<'.repeat(1_000_000)],
    ['ampersands', '&'.repeat(1_000_000)],
    ['nested elements', `${'<div>'.repeat(300_000)}x${'</b>'.repeat(300_000)}`],
    ['open links', '<a href="x">'.repeat(80_000)],
    ['links in one block', '<a href=q>foo bar</a> '.repeat(45_000)],
    ['scripts', '<script>'.repeat(120_000)],
    ['lines', '<br>a'.repeat(200_000)],
    ['escaped tags', '&lt;p&gt;'.repeat(110_000)],
    ['words that lead on', 'read more '.repeat(100_000)],
    ['blanks', `${' '.repeat(1_000_000)}x`],
  ])('%s', (_, html) => {
    const started = cpuMs()
    htmlToText(html)
    cleanHeadline(html)
    expect(cpuMs() - started).toBeLessThan(2_000)
  })

  test('any text gives lines without tags that are none the longer for it', () => {
    const part = fc.constantFrom(
      '<p>',
      '</p>',
      '<a href="x">',
      '</a>',
      '&lt;',
      'gt;',
      '&amp;',
      'b',
      ' ',
      '<script>',
      '</script>',
      '<',
      '>',
      '\n',
      '"',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const html = parts.join('')
        const text = htmlToText(html)
        expect(text.length).toBeLessThanOrEqual(html.length)
        expect(text).toBe(text.trim())
      }),
    )
  })
})

describeRealData('items of real feeds', () => {
  test('leave no markup and no share bar, and every date and address is read', () => {
    const { items, headlines, summaries, dates, addresses } = measureItems(realData('news', 'feed-items'))
    expect(items).toBeGreaterThan(1_000)
    expect([headlines, summaries, dates, addresses].flatMap(({ wrong }) => wrong)).toEqual([])
  })
})
