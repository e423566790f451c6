import secureJson from 'secure-json-parse'
import { fail } from '../kernel/fail.ts'

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
  checkShape(text)
  try {
    return secureJson.parse(text, undefined, { protoAction: 'error', constructorAction: 'error' })
  } catch {
    fail('MALFORMED_REQUEST', 'The body is not valid JSON, or uses a reserved key such as __proto__.')
  }
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return decoder.decode(bytes)
  } catch {
    fail('MALFORMED_REQUEST', 'The body is not valid UTF-8.')
  }
}

/** Counts open brackets, and what begins a value, outside strings and without parsing. */
function checkShape(text: string): void {
  let depth = 0
  let values = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (inString) {
      if (code === 0x5c) at++
      else if (code === 0x22) inString = false
    } else if (code === 0x22) inString = true
    else if (code === 0x5b || code === 0x7b) {
      values++
      if (++depth > MAX_DEPTH)
        fail('MALFORMED_REQUEST', `The JSON body is nested deeper than ${MAX_DEPTH} levels.`)
    } else if (code === 0x5d || code === 0x7d) depth--
    else if (code === 0x2c) values++
  }
  if (values > MAX_VALUES) fail('PAYLOAD_TOO_LARGE', `The JSON body has more than ${MAX_VALUES} values.`)
}
