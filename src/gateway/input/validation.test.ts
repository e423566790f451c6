import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { date, nullable, oneOf, OWN_DAYS } from '../../contract/common.ts'
import { Failure } from '../../kernel/fail.ts'
import { parseQuery } from './query-string.ts'
import { bodyValidator, queryValidator } from './validation.ts'

function refusalOf(read: () => unknown): { code: string; detail: string } {
  try {
    read()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const { code, message: detail } = error
    return { code, detail }
  }
  throw new Error('it was accepted')
}

describe('a query', () => {
  const read = queryValidator(
    Type.Object({
      q: Type.String({ minLength: 1, maxLength: 5 }),
      limit: Type.Integer({ minimum: 1, maximum: 50, default: 10 }),
      score: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
      deep: Type.Boolean({ default: false }),
      kind: Type.Optional(oneOf(['equity', 'etf'], 'Kind.')),
      from: Type.Optional(Type.String({ format: 'date' })),
      since: Type.Optional(Type.String({ format: 'date-time' })),
    }),
  )
  const values = (query: string): object => ({ ...read(parseQuery(query)) })
  const refusal = (query: string) => refusalOf(() => read(parseQuery(query)))

  test('missing parameters take their defaults, unknown ones are ignored', () => {
    expect(values('q=a&page=x&__proto__=1&limi=7&constructor=2')).toEqual({ q: 'a', limit: 10, deep: false })
  })

  test('values become what their schemas say', () => {
    expect(
      values('q=ap&limit=50&score=0.25&deep=true&kind=etf&from=2024-02-29&since=2026-01-15T14:30:00%2B01:00'),
    ).toEqual({
      q: 'ap',
      limit: 50,
      score: 0.25,
      deep: true,
      kind: 'etf',
      from: '2024-02-29',
      since: '2026-01-15T14:30:00+01:00',
    })
  })

  test.each([
    '0x10',
    '1e2',
    ' 5',
    '5 ',
    '5.0',
    '+5',
    '%2B5',
    '',
    '5,0',
    '٥',
    '1_0',
    'NaN',
    'Infinity',
    '10abc',
    '--1',
  ])('limit=%s is no whole number', (text) => {
    const { code, detail } = refusal(`q=a&limit=${text}`)
    expect(code).toBe('INVALID_PARAMETER')
    expect(detail).toMatch(/^limit must be a whole number, not ".*"\.$/)
    expect(detail.length).toBeLessThan(120)
  })

  test.each([
    ['0', 'limit must be at least 1.'],
    ['-0', 'limit must be at least 1.'],
    ['-1', 'limit must be at least 1.'],
    ['51', 'limit must be at most 50.'],
    ['1000000000', 'limit must be at most 50.'],
    ['999999999999999', 'limit must be at most 50.'],
  ])('limit=%s is out of bounds and never clamped', (text, detail) => {
    expect(refusal(`q=a&limit=${text}`)).toEqual({ code: 'INVALID_PARAMETER', detail })
  })

  test.each([
    ['limit', '1000000000000000', 'at most 15 digits'],
    ['limit', `-${'9'.repeat(400)}`, 'at most 15 digits'],
    ['score', '1000000000000000', 'at most 15 digits before and 15 after the point'],
    ['score', `0.${'0'.repeat(16)}`, 'at most 15 digits before and 15 after the point'],
  ])('%s=%s is a number with too many digits', (name, text, rule) => {
    expect(refusal(`q=a&${name}=${text}`)).toEqual({
      code: 'INVALID_PARAMETER',
      detail: `${name} must have ${rule}.`,
    })
  })

  test.each(['.5', '5.', '1e-1', '0,5', '+0.5', '0x1', 'NaN'])('score=%s is no decimal number', (text) => {
    expect(refusal(`q=a&score=${text}`).detail).toMatch(/^score must be a decimal number, not /)
  })

  test.each(['TRUE', 'True', '1', '0', 'yes', '', ' true', 'null'])(
    'deep=%s is neither true nor false',
    (text) => {
      expect(refusal(`q=a&deep=${text}`)).toEqual({
        code: 'INVALID_PARAMETER',
        detail: 'deep must be true or false.',
      })
    },
  )

  test.each([
    ['ETF', 'kind must be one of equity, etf, not "ETF".'],
    ['%20etf', 'kind must be one of equity, etf, not " etf".'],
    ['etf+', 'kind must be one of equity, etf, not "etf ".'],
    ['bond', 'kind must be one of equity, etf, not "bond".'],
    ['', 'kind must not be empty.'],
    ['toString', 'kind must be one of equity, etf, not "toString".'],
  ])('kind=%s is not a word of the list', (text, detail) => {
    expect(refusal(`q=a&kind=${text}`)).toEqual({ code: 'INVALID_PARAMETER', detail })
  })

  test('a long wrong word is cut off in the response', () => {
    const { detail } = refusal(`q=a&kind=${'x'.repeat(5_000)}`)
    expect(detail).toBe(`kind must be one of equity, etf, not "${'x'.repeat(60)}…".`)
  })

  test.each([
    '2024-02-30',
    '2023-02-29',
    '2024-2-3',
    '20240203',
    '2024-02-03T00:00:00Z',
    ' 2024-02-03',
    '0000-01-01',
    'today',
  ])('from=%s is no date that exists', (text) => {
    expect(refusal(`q=a&from=${text}`).detail).toBe('from must be a date as YYYY-MM-DD that exists.')
  })

  test.each(['2024-13-01T00:00:00Z', '2024-01-01T24:00:00Z', '2024-01-01T00:60:00Z', 'now'])(
    'since=%s is no instant',
    (text) => {
      expect(refusal(`q=a&since=${text}`).detail).toBe(
        'since must be an ISO 8601 timestamp such as 2026-01-15T14:30:00Z.',
      )
    },
  )

  test('free text loses the blanks around it and is measured in characters, not in code units', () => {
    expect(values('q=+ap+')).toMatchObject({ q: 'ap' })
    expect(values(`q=${encodeURIComponent('😀😀😀😀😀')}`)).toMatchObject({ q: '😀😀😀😀😀' })
    expect(refusal(`q=${encodeURIComponent('😀😀😀😀😀😀')}`).detail).toBe(
      'q must have at most 5 characters.',
    )
  })

  test.each([
    ['q=', 'q must not be empty.'],
    ['q=+++', 'q must not be empty.'],
    ['q=%09%0A', 'q must not be empty.'],
    ['q', 'q must not be empty.'],
    ['', 'q is required.'],
    ['Q=a', 'q is required.'],
    ['q=a%00', 'q must not contain a NUL character.'],
    ['q=%ED%A0%80', 'q must be valid Unicode without lone surrogates.'],
    ['q=a&q=a', 'q is given 2 times: give it once.'],
    ['q=a&limit=1&limit=2&limit=3', 'limit is given 3 times: give it once.'],
  ])('%s is refused with a sentence that names field and rule', (query, detail) => {
    expect(refusal(query)).toEqual({ code: 'INVALID_PARAMETER', detail })
  })

  test('what is wrong with an unknown parameter is nobody’s concern', () => {
    expect(values('q=a&x=%00&x=%ED%A0%80&y')).toMatchObject({ q: 'a' })
  })
})

describe('a body', () => {
  const read = bodyValidator(
    Type.Object(
      {
        email: Type.String({ minLength: 3, maxLength: 10, pattern: '^[^@]+@[^@]+$' }),
        count: Type.Optional(Type.Integer({ minimum: 1, maximum: 3 })),
        price: Type.Optional(nullable(Type.Number())),
        rate: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
        side: Type.Optional(oneOf(['buy', 'sell'], 'Side.')),
        period: Type.Optional(nullable(oneOf(['1d', '1y'], 'Period.'))),
        on: Type.Optional(date('Day.')),
        since: Type.Optional(date('Day.', OWN_DAYS)),
        mode: Type.Optional(Type.String({ const: 'live' })),
        nested: Type.Optional(
          Type.Object({ 'a/b~c': Type.Optional(Type.Boolean()) }, { additionalProperties: false }),
        ),
        tags: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 2, uniqueItems: true })),
        labels: Type.Optional(Type.Record(Type.String(), Type.String(), { maxProperties: 1 })),
      },
      { $id: 'TestBody', additionalProperties: false },
    ),
  )
  const refusal = (body: unknown) => refusalOf(() => read(body))

  test('what fits comes back as it is', () => {
    const body = {
      email: 'a@b',
      count: 3,
      price: null,
      side: 'buy',
      mode: 'live',
      since: '1950-01-01',
      nested: { 'a/b~c': true },
      tags: ['x'],
    }
    expect(read(body)).toBe(body)
  })

  test.each([
    [undefined, 'A JSON body is required.'],
    [null, 'the body must be of type object.'],
    [[], 'the body must be of type object.'],
    ['a@b', 'the body must be of type object.'],
    [7, 'the body must be of type object.'],
    [{}, 'email is required.'],
    [{ email: null }, 'email must be of type string.'],
    [{ email: 5 }, 'email must be of type string.'],
    [{ email: ['a@b'] }, 'email must be of type string.'],
    [{ email: 'a@' }, 'email must have at least 3 characters.'],
    [{ email: 'abcdefghi@b' }, 'email must have at most 10 characters.'],
    [{ email: 'a@b@c' }, 'email is not in its form.'],
    [{ email: 'a@b', count: '2' }, 'count must be of type integer.'],
    [{ email: 'a@b', count: 1.5 }, 'count must be of type integer.'],
    [{ email: 'a@b', count: null }, 'count must be of type integer.'],
    [{ email: 'a@b', count: 0 }, 'count must be at least 1.'],
    [{ email: 'a@b', count: 4 }, 'count must be at most 3.'],
    [{ email: 'a@b', rate: 0 }, 'rate must be above 0.'],
    [{ email: 'a@b', price: '1' }, 'price must be of type number or null.'],
    [{ email: 'a@b', side: 'BUY' }, 'side must be one of buy, sell, not "BUY".'],
    [{ email: 'a@b', side: { a: 1 } }, 'side must be of type string.'],
    [{ email: 'a@b', period: '1m' }, 'period must be one of 1d, 1y, null, not "1m".'],
    [{ email: 'a@b', on: '1959-12-31' }, 'on must be from 1960-01-01 to 2098-12-31.'],
    [{ email: 'a@b', since: '1959-02-29' }, 'since must be a date as YYYY-MM-DD that exists.'],
    [{ email: 'a@b', mode: 'test' }, 'mode must be "live".'],
    [{ email: 'a@b', nested: { 'a/b~c': 'true' } }, 'nested.a/b~c must be of type boolean.'],
    [{ email: 'a@b', nested: { d: 1 } }, 'nested.d is not a known field.'],
    [{ email: 'a@b', tags: ['x', 1] }, 'tags.1 must be of type string.'],
    [{ email: 'a@b', tags: ['x', 'y', 'z'] }, 'tags must have at most 2 items.'],
    [{ email: 'a@b', tags: [] }, 'tags must have at least 1 item.'],
    [{ email: 'a@b', tags: ['x', 'x'] }, 'tags must have each item once: tags.0 and tags.1 are the same.'],
    [{ email: 'a@b', labels: { a: 'x', b: 'y' } }, 'labels must have at most 1 field.'],
    [{ email: 'a@b', user_id: 'me' }, 'user_id is not a known field.'],
    [{ email: 'a@b', [`x${'y'.repeat(200)}`]: 1 }, `x${'y'.repeat(59)}… is not a known field.`],
  ])('%j is refused: %s', (body, detail) => {
    expect(refusal(body)).toEqual({ code: 'VALIDATION_ERROR', detail })
  })

  test.each(['constructor', 'toString', 'prototype', 'hasOwnProperty', '__defineGetter__'])(
    'a key named %s is unknown like any other, and does not stand for what every object has',
    (key) => {
      expect(refusal({ email: 'a@b', [key]: {} }).detail).toBe(`${key} is not a known field.`)
    },
  )

  test('an inherited member does not count as given', () => {
    expect(refusal(Object.create({ email: 'a@b' })).detail).toBe('email is required.')
  })
})
