import secureJson from 'secure-json-parse'
import { fail } from '../../kernel/fail.ts'

/** Deeper nesting than any body of ours needs, far below what would exhaust the stack. */
const MAX_DEPTH = 64
/** Twice what the largest body of ours has. Sixteen megabytes of `{},{}` would hold the loop for seconds and take 400 MB. */
const MAX_VALUES = 1_000_000

const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * Parses a JSON body. An empty one is no body. Throws 400 `MALFORMED_REQUEST` for bytes that are not UTF-8, broken
 * JSON, nesting over 64 levels and keys that could reach a prototype, and 413 `PAYLOAD_TOO_LARGE` for more than a million
 * values. A byte order mark is accepted; of duplicate keys the last wins.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  const text = decodeUtf8(bytes)
  if (text.trim() === '') return undefined
  new JsonShape(bytes).read(bytes.length)
  return parseJson(text)
}

/** Throws 400 `MALFORMED_REQUEST`. */
export function parseJson(text: string): unknown {
  try {
    return secureJson.parse(text, undefined, { protoAction: 'error', constructorAction: 'error' })
  } catch {
    fail('MALFORMED_REQUEST', 'The body is not valid JSON, or uses a reserved key such as __proto__.')
  }
}

/** Throws 400 `MALFORMED_REQUEST`. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    fail('MALFORMED_REQUEST', 'The body is not valid UTF-8.')
  }
}

/** Called for an array that is an element or member of the body itself. */
export interface ArrayListener {
  begins(at: number): void
  /** A comma between two of its elements. */
  divides(at: number): void
  ends(at: number): void
}

/** Counts open brackets, and what begins a value, outside strings and without parsing: all that matters is one byte in UTF-8. */
export class JsonShape {
  private readonly bytes: Buffer
  private readonly listener: ArrayListener | null
  private at = 0
  private depth = 0
  private values = 0
  private inString = false
  private inArray = false

  constructor(bytes: Buffer, listener: ArrayListener | null = null) {
    this.bytes = bytes
    this.listener = listener
  }

  /** Goes on to a place, at most the end. */
  read(end: number): void {
    const { bytes } = this
    let { at, inString } = this
    for (; at < end; at++) {
      const code = bytes[at]
      if (inString) {
        if (code === 0x5c) at++
        else if (code === 0x22) inString = false
      } else if (code === 0x22) inString = true
      else if (code === 0x5b || code === 0x7b) this.open(at, code === 0x5b)
      else if (code === 0x5d || code === 0x7d) this.close(at)
      else if (code === 0x2c) this.divide(at)
    }
    this.at = at
    this.inString = inString
    if (this.values > MAX_VALUES)
      fail('PAYLOAD_TOO_LARGE', `The JSON body has more than ${MAX_VALUES} values.`)
  }

  private open(at: number, isArray: boolean): void {
    this.values++
    if (++this.depth > MAX_DEPTH)
      fail('MALFORMED_REQUEST', `The JSON body is nested deeper than ${MAX_DEPTH} levels.`)
    if (this.depth !== 2 || !isArray) return
    this.inArray = true
    this.listener?.begins(at)
  }

  private close(at: number): void {
    if (this.inArray && this.depth === 2) {
      this.inArray = false
      this.listener?.ends(at)
    }
    this.depth--
  }

  private divide(at: number): void {
    this.values++
    if (this.inArray && this.depth === 2) this.listener?.divides(at)
  }
}
