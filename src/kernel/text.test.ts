import { describe, expect, test } from 'vitest'
import { cleanName, clip, isLonger, textFault, type TextKind } from './text.ts'

const KINDS: readonly TextKind[] = ['line', 'lines', 'name', 'query', 'identifier']

describe('a text of any kind', () => {
  test.each(KINDS)('%s: ordinary text of any script passes', (kind) => {
    for (const text of ['AAPL', 'BF B', '^GSPC', 'Société Générale', '三菱UFJ', 'Ørsted', '🙂 Inc.']) {
      expect(textFault(text, kind)).toBeNull()
    }
  })

  test.each(KINDS)('%s: NUL, lone surrogates and control characters do not', (kind) => {
    expect(textFault('a\0b', kind)).toBe('must not contain a NUL character')
    expect(textFault('a\ud800', kind)).toMatch('lone surrogates')
    expect(textFault('\udc00a', kind)).toMatch('lone surrogates')
    expect(textFault('a\u0007b', kind)).toMatch('control characters')
    expect(textFault('a\u0085b', kind)).toMatch('control characters')
    expect(textFault('a\u007fb', kind)).toMatch('control characters')
  })

  test('line breaks are for what has lines', () => {
    for (const text of ['a\nb', 'a\r\nb', 'a\tb']) {
      expect(textFault(text, 'lines')).toBeNull()
      for (const kind of ['line', 'name', 'identifier'] as const) {
        expect(textFault(text, kind)).toMatch('control characters')
      }
    }
    expect(textFault('a\u2028b', 'line')).toMatch('line breaks')
  })

  test('its length is counted in code points', () => {
    expect(textFault('🙂'.repeat(40), 'line', 40)).toBeNull()
    expect(textFault('🙂'.repeat(41), 'line', 40)).toBe('must have at most 40 characters')
    expect(isLonger('ab', 2)).toBe(false)
    expect(isLonger('abc', 2)).toBe(true)
    expect(isLonger('x'.repeat(1_000_000), 10)).toBe(true)
  })
})

const INVISIBLE = [
  '\u200b',
  '\u200d',
  '\u202e',
  '\u2066',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '\u3164',
  '\u{e0041}',
]

describe('what nobody sees', () => {
  test.each(INVISIBLE)('is taken out of names and refused in identifiers: %j', (invisible) => {
    expect(cleanName(` App${invisible}le ${invisible}`)).toBe('Apple')
    expect(textFault(`App${invisible}le`, 'name')).toBeNull()
    expect(textFault(`AA${invisible}PL`, 'identifier')).toMatch('invisible')
    for (const kind of ['name', 'query'] as const)
      expect(textFault(invisible, kind)).toBe('must not be blank')
    expect(textFault(`${invisible}`, 'identifier')).not.toBeNull()
    expect(textFault(`a${invisible}b`, 'line')).toBeNull()
  })

  test.each(['', ' ', '\u00a0', '\u3000 '])('blank is no name and no identifier: %j', (text) => {
    expect(textFault(text, 'name')).toBe('must not be blank')
    expect(textFault(text, 'identifier')).toBe('must not be blank')
  })

  test('a blank that looks like a space is refused inside identifiers', () => {
    expect(textFault('BF\u00a0B', 'identifier')).toMatch('blanks other than spaces')
  })
})

test('clipped text never ends in half a character', () => {
  expect(clip('a🙂b', 2)).toBe('a🙂…')
  expect(clip('abc', 3)).toBe('abc')
  expect(clip('\ud800', 3)).toBe('\ufffd')
})
