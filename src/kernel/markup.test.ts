import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuMs } from '../../tests/support/cpu-time.ts'
import { decodeReferences, MarkupReader, readAttributes } from './markup.ts'

/** Every token as a short text. */
function tokens(text: string, xml = false): string[] {
  const reader = new MarkupReader(text, xml)
  const found: string[] = []
  for (let token = reader.next(); token !== null; token = reader.next()) {
    if (token.kind === 'open') found.push(`<${token.name}${token.closed ? '/' : ''}>`)
    else if (token.kind === 'close') found.push(`</${token.name}>`)
    else if (token.kind === 'cdata') found.push(`[${text.slice(token.inner, token.innerTo)}]`)
    else found.push(token.kind === 'text' ? text.slice(token.from, token.to) : '!')
  }
  return found
}

describe('tags are read as they are found', () => {
  test.each<[string, string, string[]]>([
    ['names in lower case', '<A:B c="1">x</A:B>', ['<a:b>', 'x', '</a:b>']],
    ['an empty element', '<br/><br />', ['<br/>', '<br/>']],
    ['an unquoted address at the end of a tag', '<a href=x/y>', ['<a>']],
    [
      'comments, declarations and instructions left out',
      '<!-- <a> --><?x y?><!DOCTYPE a [<!ENTITY b "c">]>d',
      ['d'],
    ],
    ['a section', 'a<![CDATA[<b> ]] >]]>c', ['a', '[<b> ]] >]', 'c']],
    ['a section without an end', '<![CDATA[a', ['[a]']],
    ['what is no tag', '1 < 2 <3 <> </ >', ['1 < 2 <3 <> </ >']],
    ['a sign of more in quotes', '<a title="x > y">z', ['<a>', 'z']],
    ['a quote without an end', `<a title="x>y <b>z`, ['<a>', 'y ', '<b>', 'z']],
    ['an apostrophe that is no quote', `<p it's>x<q isn't>y`, ['<p>', 'x', '<q>', 'y']],
    ['a tag that the next one interrupts', '<a <b>c', ['<a>', '<b>', 'c']],
    ['a tag that is cut off', 'x<a href=', ['x', '!']],
    ['a comment that is cut off', 'x<!-- <a>y', ['x', '!']],
  ])('%s', (_, text, expected) => {
    expect(tokens(text)).toEqual(expected)
  })

  test('in XML an opening sign inside a value means that its quote was never closed', () => {
    expect(tokens('<a b="c><d e="f">g', true)).toEqual(['<a>', '<d>', 'g'])
  })
})

test('attributes: quoted or not, decoded, the first of two, valueless ones empty', () => {
  const found = readAttributes(` a="1 &amp; 2" B='x' c=y/z d a=3 = `)
  expect([...found]).toEqual([
    ['a', '1 & 2'],
    ['b', 'x'],
    ['c', 'y/z'],
    ['d', ''],
  ])
})

test('references are decoded by name and number where a semicolon ends them', () => {
  expect(decodeReferences('&lt;&#65;&#x42;&eacute;&nbsp;&copy=1&T &mine; &#0;')).toBe(
    '<ABé\u00a0&copy=1&T &mine; \ufffd',
  )
})

describe('whatever the text is', () => {
  test('its parts come back whole and in order', () => {
    const part = fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '=',
      '/',
      '!',
      '--',
      '[CDATA[',
      ']]>',
      'a',
      ' ',
      '&',
      '?',
      '<!--',
      '-->',
      '[',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), fc.boolean(), (parts, xml) => {
        const text = parts.join('')
        const reader = new MarkupReader(text, xml)
        let last = 0
        for (let token = reader.next(); token !== null; token = reader.next()) {
          expect(token.from).toBeGreaterThanOrEqual(last)
          expect(token.to).toBeGreaterThan(token.from)
          last = token.to
        }
        expect(last).toBeLessThanOrEqual(text.length)
      }),
    )
  })

  test.each([
    ['opening signs', '<'.repeat(1_000_000)],
    ['tags that never end', '<a'.repeat(500_000)],
    ['comments that never end', '<!--'.repeat(250_000)],
    ['quotes that never end', `<a b='`.repeat(170_000)],
    ['quotes that swallow the last end', `${`<a b='`.repeat(170_001)}>'`],
    ['brackets that never end', '<!x[>'.repeat(200_000)],
    ['sections', '<![CDATA['.repeat(100_000)],
  ])('%s, a million characters of them, take less than a second', (_, text) => {
    for (const xml of [false, true]) {
      const started = cpuMs()
      tokens(text, xml)
      expect(cpuMs() - started).toBeLessThan(1_000)
    }
  })
})
