/** Shorter than this no text in four bytes a character is. */
const MIN_UTF_32 = 16
const REPLACEMENT = 0xfffd

/**
 * Text of whose encoding nobody says anything: by its byte order mark, else UTF-8, else windows-1252, in which banks and spreadsheets
 * save. Where more of what is not ASCII is right in UTF-8 than wrong it stays that, and each wrong byte becomes U+FFFD.
 */
export function decodeText(bytes: Uint8Array): string {
  const marked = decodeMarked(bytes)
  if (marked !== null) return marked
  const text = decodeAs(bytes, 'utf-8', true)
  if (text !== null) return text
  const repaired = decodeAs(bytes, 'utf-8', false) ?? ''
  return isMostlyRight(repaired) ? repaired : (decodeAs(bytes, 'windows-1252', false) ?? '')
}

function isMostlyRight(repaired: string): boolean {
  let right = 0
  for (let at = 0; at < repaired.length; at++) {
    const unit = repaired.charCodeAt(at)
    if (unit > 0x7f) right += unit === REPLACEMENT ? -1 : 1
  }
  return right > 0
}

/** Text with a byte order mark, or in UTF-16 or UTF-32 without one; null for all other. */
export function decodeMarked(bytes: Uint8Array): string | null {
  const [a = 0, b = 0, c = 0, d = 0] = bytes
  const wide = (a === 0 && b === 0 && c + d > 0) || (c === 0 && d === 0 && a > 0)
  if (wide && bytes.length >= MIN_UTF_32) return decodeUtf32(bytes, a === 0)
  if (a === 0xef && b === 0xbb && c === 0xbf) return decodeAs(bytes, 'utf-8', false)
  if (a === 0xfe && b === 0xff) return decodeAs(bytes, 'utf-16be', false)
  if (a === 0xff && b === 0xfe) return decodeAs(bytes, 'utf-16le', false)
  // Without a mark, the zeros in the first two characters say the same.
  if (a === 0 && b !== 0 && c === 0 && d !== 0) return decodeAs(bytes, 'utf-16be', false)
  if (a !== 0 && b === 0 && c !== 0 && d === 0) return decodeAs(bytes, 'utf-16le', false)
  return null
}

/** The platform has no decoder for four bytes a character. */
function decodeUtf32(bytes: Uint8Array, bigEndian: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts: string[] = []
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const code = view.getUint32(at, !bigEndian)
    if (code !== 0xfeff) parts.push(code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd')
  }
  return parts.join('')
}

/** Text in an encoding of the WHATWG standard; null where `strict` and the bytes are not in it. */
export function decodeAs(bytes: Uint8Array, label: string, strict: boolean): string | null {
  try {
    return new TextDecoder(label, { fatal: strict }).decode(bytes)
  } catch {
    return null
  }
}
