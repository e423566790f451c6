import { isUtf8 } from 'node:buffer'

/** A query as names with every value each was given, in order. */
export type RawQuery = ReadonlyMap<string, readonly string[]>

/** Stands where bytes of a value encode a lone surrogate; no value with it passes validation. */
export const LONE_SURROGATE = '\uD800'

const PLAIN_QUERY = /^[\x21-\x24\x26-\x7e]*$/
const BROKEN_ESCAPE = /%(?![0-9a-f]{2})/i
const PLAIN = /^[\w.~:,;@!$'()*/?-]*$/
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** The part of a request target after the first `?`. */
export function queryOf(url: string): string {
  const at = url.indexOf('?')
  return at === -1 ? '' : url.slice(at + 1)
}

/** The path of a request target as it was sent: without query and fragment and, of an absolute one, its authority. */
export function pathOf(url: string): string {
  return url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/, '')
}

/** Splits and decodes `a=1&b=2`; `+` is a blank. Never throws: bytes that are not UTF-8 become U+FFFD. */
export function parseQuery(query: string): RawQuery {
  const values = new Map<string, string[]>()
  if (query === '') return values
  for (const pair of query.split('&')) {
    if (pair === '') continue
    const at = pair.indexOf('=')
    const name = decode(at === -1 ? pair : pair.slice(0, at))
    const value = at === -1 ? '' : decode(pair.slice(at + 1))
    const known = values.get(name)
    if (known === undefined) values.set(name, [value])
    else known.push(value)
  }
  return values
}

/**
 * Whether a query is invalid percent-encoded UTF-8: a `%` without two hexadecimal digits, or invalid bytes. Lone surrogates are
 * left to the check of texts, which names the parameter.
 */
export function isBrokenQuery(query: string): boolean {
  if (PLAIN_QUERY.test(query)) return false
  if (BROKEN_ESCAPE.test(query)) return true
  const bytes = bytesOf(query)
  return !holdsSurrogate(bytes) && !isUtf8(Uint8Array.from(bytes))
}

function decode(text: string): string {
  if (PLAIN.test(text)) return text
  const bytes = bytesOf(text)
  return holdsSurrogate(bytes) ? LONE_SURROGATE : decoder.decode(Uint8Array.from(bytes))
}

function bytesOf(text: string): number[] {
  const bytes: number[] = []
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const hex = code === 0x25 ? hexByte(text, at + 1) : null
    if (hex !== null) {
      bytes.push(hex)
      at += 2
    } else {
      // Node hands over raw bytes beyond ASCII as Latin-1 characters; "%" without two digits stays itself.
      bytes.push(code === 0x2b ? 0x20 : code & 0xff)
    }
  }
  return bytes
}

function hexByte(text: string, at: number): number | null {
  const digits = text.slice(at, at + 2)
  return /^[0-9a-f]{2}$/i.test(digits) ? Number.parseInt(digits, 16) : null
}

/** UTF-8 has no encoding of U+D800 to U+DFFF: ED A0 … ED BF is somebody's attempt at one. */
function holdsSurrogate(bytes: readonly number[]): boolean {
  return bytes.some((byte, at) => byte === 0xed && ((bytes[at + 1] ?? 0) & 0xe0) === 0xa0)
}
