import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { Encoded } from '../contract/endpoint.ts'
import {
  compress,
  encodeReply,
  gzipTag,
  matchesTag,
  piecesBody,
  wantsGzip,
  writeEncoding,
} from './encoding.ts'

const bytesOf = (body: ReturnType<typeof encodeReply>): Buffer =>
  body.pieces === null ? Buffer.from(body.text) : Buffer.concat(body.pieces)

describe('encodeReply', () => {
  test('a value is its JSON, its length in bytes and a tag in quotes', () => {
    const value = { name: 'Zürich €', price: null }
    const body = encodeReply(value)
    expect(bytesOf(body).toString()).toBe(JSON.stringify(value))
    expect(body.bytes).toBe(Buffer.byteLength(JSON.stringify(value)))
    expect(body.etag).toMatch(/^"[\w-]+"$/)
  })

  test('the same object is encoded once; equal objects have equal tags and different ones have not', () => {
    const value = { a: 1 }
    expect(encodeReply(value)).toBe(encodeReply(value))
    expect(encodeReply({ a: 1 }).etag).toBe(encodeReply(value).etag)
    expect(encodeReply({ a: 2 }).etag).not.toBe(encodeReply(value).etag)
  })

  test('few encoded bytes are joined once, under their own tag', () => {
    const value = new Encoded([Buffer.from('{"a":'), Buffer.from('1}')], '"v7"')
    const body = encodeReply(value)
    expect(body.pieces?.map(String)).toEqual(['{"a":1}'])
    expect(body).toMatchObject({ bytes: 7, etag: '"v7"' })
    expect(encodeReply(value)).toBe(body)
  })

  test('many encoded bytes are passed on uncopied', () => {
    const pieces = [Buffer.alloc(40_000, 'a'), Buffer.alloc(40_000, 'b')]
    expect(encodeReply(new Encoded(pieces, '"v8"')).pieces).toBe(pieces)
  })
})

describe('matchesTag', () => {
  const tag = '"abc-_9"'

  test.each([
    ['"abc-_9"', true],
    ['W/"abc-_9"', true],
    ['"abc-_9-gzip"', true],
    ['W/"abc-_9-gzip"', true],
    ['"x", "abc-_9"', true],
    ['"x",W/"abc-_9" , "y"', true],
    ['*', true],
    [' * ', true],
    ['"x"', false],
    ['abc-_9', false],
    ['"abc-_9', false],
    ['"ABC-_9"', false],
    ['"*"', false],
    ['"x", *', false],
    ['', false],
  ])('If-None-Match: %s is %s', (header, expected) => {
    expect(matchesTag(header, tag)).toBe(expected)
  })

  test('the compressed form has a tag of its own', () => {
    expect(gzipTag(tag)).toBe('"abc-_9-gzip"')
  })
})

describe('wantsGzip', () => {
  const ofBytes = (bytes: number, gzip?: Uint8Array) => piecesBody([new Uint8Array(bytes)], '"tag"', gzip)

  test('what takes long to compress is sent as it is, unless it is compressed already', async () => {
    const ready = gzipSync(new Uint8Array(3_000_000))
    expect(wantsGzip('gzip', ofBytes(3_000_000))).toBe(false)
    const body = ofBytes(3_000_000, ready)
    expect([wantsGzip('gzip', body), wantsGzip(undefined, body)]).toEqual([true, false])
    expect(await compress(body)).toBe(ready)
  })

  test.each([
    [undefined, false],
    ['', false],
    ['gzip', true],
    ['gzip, deflate, br', true],
    ['br;q=1.0, gzip;q=0.5', true],
    ['*', true],
    ['gzip;q=0', false],
    ['gzip;q=0, *', false],
    ['*;q=0.5, gzip;q=0.000', false],
    ['gzip;q=0.01', true],
    ['identity', false],
    ['identity;q=1, gzip;q=0.5', false],
    ['br', false],
  ])('Accept-Encoding: %s is %s', (header, expected) => {
    expect(wantsGzip(header, ofBytes(2_000))).toBe(expected)
  })

  test('short responses are never compressed', () => {
    expect(wantsGzip('gzip', ofBytes(1_023))).toBe(false)
    expect(wantsGzip('gzip', ofBytes(1_024))).toBe(true)
  })
})

describe('compress', () => {
  test('gives back the bytes, of texts and of pieces', async () => {
    const text = encodeReply({ text: 'ä€'.repeat(2_000) })
    const pieces = encodeReply(new Encoded([Buffer.from('one,'.repeat(500)), Buffer.from('two')], '"pieces"'))
    for (const body of [text, pieces]) {
      const compressed = await compress(body)
      expect(gunzipSync(compressed).equals(bytesOf(body))).toBe(true)
      expect(compressed.byteLength).toBeLessThan(body.bytes / 10)
      expect(await compress(body)).toBe(compressed)
    }
  })
})

describe('writeEncoding', () => {
  test('one byte a character is Latin-1, anything else UTF-8', () => {
    expect(writeEncoding('abc', 3)).toBe('latin1')
    expect(writeEncoding('é', Buffer.byteLength('é'))).toBe('utf8')
  })
})
