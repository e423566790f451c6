import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isBrokenQuery, LONE_SURROGATE, parseQuery, queryOf } from './query-string.ts'

/** Name and value of every pair, grouped by name in the order of first sight. */
function grouped(pairs: Iterable<readonly [string, string]>): Array<[string, string[]]> {
  const values = new Map<string, string[]>()
  for (const [name, value] of pairs) values.set(name, [...(values.get(name) ?? []), value])
  return [...values]
}

const parsed = (query: string) => [...parseQuery(query)].map(([name, values]) => [name, [...values]])

describe('queryOf', () => {
  test.each([
    ['/a', ''],
    ['/a?', ''],
    ['/a?b=1', 'b=1'],
    ['/a?b=1?c=2', 'b=1?c=2'],
    ['?x', 'x'],
  ])('of %s is %j', (url, query) => {
    expect(queryOf(url)).toBe(query)
  })
})

describe('parseQuery', () => {
  test('reads back what URLSearchParams has written, whatever the text', () => {
    const text = fc.string({ unit: 'binary', maxLength: 12 })
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { maxLength: 5 }), (pairs) => {
        expect(parsed(new URLSearchParams(pairs).toString())).toEqual(grouped(pairs))
      }),
      { numRuns: 300 },
    )
  })

  test('reads any mixture of separators, escapes and broken escapes as URLSearchParams does', () => {
    const piece = fc.constantFrom(
      'a',
      'B',
      '0',
      '=',
      '&',
      '+',
      '%',
      '%2',
      '%zz',
      '%26',
      '%3D',
      '%00',
      '%ff',
      '%C3%A9',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const query = pieces.join('')
        expect(parsed(query)).toEqual(grouped(new URLSearchParams(query)))
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    ['a+b%2Bc=1+%2B', 'a b+c', '1 +'],
    ['q=%', 'q', '%'],
    ['q=100%', 'q', '100%'],
    ['q=%4', 'q', '%4'],
    ['q=%zz', 'q', '%zz'],
    ['q=%e2%82%ac', 'q', '€'],
    ['q=%EF%BB%BFx', 'q', '\uFEFFx'],
    ['q=%00', 'q', '\0'],
    ['q=%ff', 'q', '\uFFFD'],
    ['q=a=b', 'q', 'a=b'],
    ['q', 'q', ''],
    ['=v', '', 'v'],
    ['%71=1', 'q', '1'],
  ])('%s gives %j = %j', (query, name, value) => {
    expect(parsed(query)).toEqual([[name, [value]]])
  })

  test('bytes beyond ASCII that came as Latin-1 characters are read as UTF-8', () => {
    expect(parsed(`q=${Buffer.from('é€😀').toString('latin1')}`)).toEqual([['q', ['é€😀']]])
  })

  test('bytes that encode a lone surrogate become a text that no check lets through', () => {
    for (const attempt of ['%ED%A0%80', 'a%ED%BF%BFb', '%ed%b0%80', '%ED%A0%BD%ED%B8%80']) {
      expect(parsed(`q=${attempt}`)).toEqual([['q', [LONE_SURROGATE]]])
    }
    expect(LONE_SURROGATE.isWellFormed()).toBe(false)
    expect(parsed('q=%ED%9F%BF')).toEqual([['q', ['\uD7FF']]])
  })

  test('every value of a name is kept, in order', () => {
    expect(parsed('a=1&b=2&a=3&&a')).toEqual([
      ['a', ['1', '3', '']],
      ['b', ['2']],
    ])
  })

  test('names of object members are names like any other', () => {
    expect(parsed('__proto__=1&constructor=2&toString=3').map(([name]) => name)).toEqual([
      '__proto__',
      'constructor',
      'toString',
    ])
  })
})

describe('a broken query', () => {
  test.each(['q=%', 'q=100%', 'q=%4', 'q=%zz', '%=1', 'q=%ff', 'q=%C3', 'a=1&b=%C3%28', 'q=%25%'])(
    '%s',
    (query) => {
      expect(isBrokenQuery(query)).toBe(true)
    },
  )

  test.each([
    '',
    'q',
    'q=a+b',
    'q=%25',
    'q=%C3%A9',
    'q=%e2%82%ac&x=%00',
    'q=a=b?c/d',
    'q=%ED%A0%80',
    'q=\xc3\xa9',
  ])('none: %j', (query) => {
    expect(isBrokenQuery(query)).toBe(false)
  })

  test('is what decodeURIComponent refuses, but for lone surrogates', () => {
    const piece = fc.constantFrom(
      'a',
      '=',
      '&',
      '%',
      '%2',
      '%zz',
      '%26',
      '%00',
      '%ff',
      '%C3%A9',
      '%C3',
      '%E2%82',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
        const query = pieces.join('')
        let refused = false
        try {
          decodeURIComponent(query)
        } catch {
          refused = true
        }
        expect(isBrokenQuery(query)).toBe(refused)
      }),
      { numRuns: 1_000 },
    )
  })
})
