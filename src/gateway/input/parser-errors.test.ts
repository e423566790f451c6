import { describe, expect, test } from 'vitest'
import { ERRORS } from '../../contract/errors.ts'
import { classifyParserError, rawAnswer } from './parser-errors.ts'

function parserError(code: string, packet?: string): Error & { code: string; rawPacket?: Buffer } {
  return Object.assign(
    new Error(code),
    { code },
    packet === undefined ? {} : { rawPacket: Buffer.from(packet) },
  )
}

describe('classifyParserError', () => {
  const long = 'a'.repeat(20_000)

  test.each([
    ['ERR_HTTP_REQUEST_TIMEOUT', undefined, 'REQUEST_TIMEOUT'],
    ['HPE_INVALID_METHOD', undefined, 'MALFORMED_REQUEST'],
    ['HPE_INVALID_HEADER_TOKEN', undefined, 'MALFORMED_REQUEST'],
    ['HPE_CHUNK_EXTENSIONS_OVERFLOW', undefined, 'PAYLOAD_TOO_LARGE'],
    ['HPE_HEADER_OVERFLOW', `GET /${long} HTTP/1.1\r\nHost: x\r\n\r\n`, 'URI_TOO_LONG'],
    ['HPE_HEADER_OVERFLOW', `GET /${long}`, 'URI_TOO_LONG'],
    ['HPE_HEADER_OVERFLOW', `GET / HTTP/1.1\r\nX-Long: ${long}\r\n\r\n`, 'HEADERS_TOO_LARGE'],
    ['HPE_HEADER_OVERFLOW', long, 'HEADERS_TOO_LARGE'],
    ['HPE_HEADER_OVERFLOW', undefined, 'HEADERS_TOO_LARGE'],
  ])('%s is %3$s', (code, packet, expected) => {
    expect(classifyParserError(parserError(code, packet)).code).toBe(expected)
  })
})

describe('rawAnswer', () => {
  test('is a complete answer with the body and the headers of every other error', () => {
    const [head = '', body = ''] = rawAnswer('METHOD_NOT_ALLOWED', 'Nö.', ['Allow: GET']).split('\r\n\r\n')
    const [statusLine, ...headers] = head.split('\r\n')
    expect(statusLine).toBe('HTTP/1.1 405 Method Not Allowed')
    expect(JSON.parse(body)).toEqual({
      detail: 'Nö.',
      code: 'METHOD_NOT_ALLOWED',
      status: ERRORS.METHOD_NOT_ALLOWED.status,
    })
    const byName = new Map(headers.map((line) => [line.split(': ')[0]?.toLowerCase(), line.split(': ')[1]]))
    expect(byName.get('content-length')).toBe(String(Buffer.byteLength(body)))
    expect(byName.get('content-type')).toBe('application/json; charset=utf-8')
    expect(byName.get('cache-control')).toBe('no-store')
    expect(byName.get('x-content-type-options')).toBe('nosniff')
    expect(byName.get('referrer-policy')).toBe('no-referrer')
    expect(byName.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(byName.get('connection')).toBe('close')
    expect(byName.get('allow')).toBe('GET')
    expect(byName.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })
})
