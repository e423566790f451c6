import { describe, expect, test } from 'vitest'
import { Failure } from '../../kernel/fail.ts'
import { parseJsonBody } from './json-body.ts'

const parse = (text: string): unknown => parseJsonBody(Buffer.from(text))

function refusal(bytes: Buffer | string): { code: string; message: string } {
  try {
    parseJsonBody(Buffer.from(bytes as string))
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const { code, message } = error
    return { code, message }
  }
  throw new Error('the body was accepted')
}

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)

describe('parseJsonBody', () => {
  test.each([
    ['{"a":[1,2.5,"x",true,null]}', { a: [1, 2.5, 'x', true, null] }],
    ['"text"', 'text'],
    ['null', null],
    [' \n{"a":1}\t ', { a: 1 }],
    ['\uFEFF{"a":1}', { a: 1 }],
    ['{"a":1,"b":2,"a":3}', { a: 3, b: 2 }],
    ['{"brackets":"[[[{{{\\"]"}', { brackets: '[[[{{{"]' }],
    ['{"constructor":1,"prototype":2}', { constructor: 1, prototype: 2 }],
  ])('%s is read as it is meant', (text, value) => {
    expect(parse(text)).toEqual(value)
  })

  test.each(['', ' ', '\r\n\t ', '\uFEFF'])('%j is no body', (text) => {
    expect(parse(text)).toBeUndefined()
  })

  test.each(['{', '{"a":}', "{'a':1}", '{"a":1}}', 'undefined', 'NaN', '[1,]', '{"a":1}\0', '//x\n{}'])(
    '%j is 400 MALFORMED_REQUEST',
    (text) => {
      expect(refusal(text).code).toBe('MALFORMED_REQUEST')
    },
  )

  test.each([
    ['{"__proto__":{"admin":true}}'],
    ['{"\\u005f\\u005fproto\\u005f\\u005f":{"admin":true}}'],
    ['{"a":[{"__proto__":1}]}'],
    ['{"constructor":{"prototype":{"admin":true}}}'],
    ['{"\\u0063onstructor":{"prototype":{"admin":true}}}'],
  ])('%s is 400 and leaves Object.prototype alone', (text) => {
    expect(refusal(text).code).toBe('MALFORMED_REQUEST')
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })

  test.each([
    ['a byte that no UTF-8 has', Buffer.from([0x22, 0xff, 0x22])],
    ['an encoded surrogate', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['half a character', Buffer.from([0x22, 0xc3, 0x22])],
    ['UTF-16', Buffer.from('{"a":1}', 'utf16le').subarray(1)],
  ])('%s is 400', (_name, bytes) => {
    expect(refusal(bytes).code).toBe('MALFORMED_REQUEST')
  })

  test('64 levels are read and 65 are not', () => {
    expect(parse(nested(64))).toBeInstanceOf(Array)
    expect(parse(`{"a":${nested(63)}}`)).toBeInstanceOf(Object)
    expect(refusal(nested(65)).message).toBe('The JSON body is nested deeper than 64 levels.')
    expect(refusal(`{"a":${nested(64)}}`).code).toBe('MALFORMED_REQUEST')
  })

  test('many brackets side by side are no nesting', () => {
    const list = parse(`[${Array.from({ length: 5_000 }, () => '[]').join(',')}]`)
    expect(list).toHaveLength(5_000)
  })

  test('a million values are read, and of more none', () => {
    const list = (count: number): string => `["a,b,c"${',0'.repeat(count - 1)}]`
    expect(parse(list(1_000_000))).toHaveLength(1_000_000)
    expect(refusal(list(1_000_001))).toEqual({
      code: 'PAYLOAD_TOO_LARGE',
      message: 'The JSON body has more than 1000000 values.',
    })
    expect(refusal(`{"a":[${'{},'.repeat(500_001)}{}]}`).code).toBe('PAYLOAD_TOO_LARGE')
  })

  test('300,000 open brackets are refused without being parsed', () => {
    expect(refusal('['.repeat(300_000)).message).toContain('nested deeper')
    expect(refusal(nested(300_000)).message).toContain('nested deeper')
  })
})
