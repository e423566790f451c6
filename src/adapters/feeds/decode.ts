/** How far into a document its own declaration of an encoding is looked for. */
const DECLARATION_BYTES = 512
const XML_ENCODING = /^\s*<\?xml[^>]{0,200}?\sencoding\s*=\s*["']\s*([\w.:-]{1,40})/i
const HEADER_CHARSET = /;\s*charset\s*=\s*["']?\s*([\w.:-]{1,40})/i
/** Encodings, by the names of the WHATWG standard, that do not take any bytes for text. */
const SEVERAL_BYTES = /^(?:utf|gb|big5|euc|iso-2022|shift)/
/** Shorter than this no document is. */
const MIN_UTF_32 = 16
/** What authors call encodings beyond the labels of the WHATWG standard. */
const OTHER_LABELS: Readonly<Record<string, string>> = {
  'windows-31j': 'shift_jis',
  cp936: 'gbk',
  cp950: 'big5',
  utf8mb4: 'utf-8',
  'utf-16be-bom': 'utf-16be',
}

/**
 * The text of a document: by its byte order mark, else by the `charset` of the `Content-Type`, else by the XML declaration,
 * else as UTF-8. An encoding of one byte a character fits any bytes: it is believed only of those that are not UTF-8, which text in
 * it hardly ever is. Bytes that are wrong in a named encoding become U+FFFD, unless the other named one fits; bytes that are not UTF-8
 * where nothing is named are read as windows-1252.
 */
export function decodeDocument(bytes: Uint8Array, contentType: string | null): string {
  const marked = byMark(bytes)
  if (marked !== null) return marked
  const named = [headerLabel(contentType), declaredLabel(bytes)].filter((each) => each !== null)
  for (const label of named) {
    const text =
      (SEVERAL_BYTES.test(label) ? null : decode(bytes, 'utf-8', true)) ?? decode(bytes, label, true)
    if (text !== null) return text
  }
  const first = named[0]
  if (first !== undefined) return decode(bytes, first, false) ?? ''
  return decode(bytes, 'utf-8', true) ?? decode(bytes, 'windows-1252', false) ?? ''
}

function byMark(bytes: Uint8Array): string | null {
  const [a = 0, b = 0, c = 0, d = 0] = bytes
  const wide = (a === 0 && b === 0 && c + d > 0) || (c === 0 && d === 0 && a > 0)
  if (wide && bytes.length >= MIN_UTF_32) return decodeUtf32(bytes, a === 0)
  if (a === 0xef && b === 0xbb && c === 0xbf) return decode(bytes, 'utf-8', false)
  if (a === 0xfe && b === 0xff) return decode(bytes, 'utf-16be', false)
  if (a === 0xff && b === 0xfe) return decode(bytes, 'utf-16le', false)
  // Without a mark, the zeros in the first two characters say the same.
  if (a === 0 && b !== 0 && c === 0 && d !== 0) return decode(bytes, 'utf-16be', false)
  if (a !== 0 && b === 0 && c !== 0 && d === 0) return decode(bytes, 'utf-16le', false)
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

function headerLabel(contentType: string | null): string | null {
  return known(HEADER_CHARSET.exec(contentType?.slice(0, 500) ?? '')?.[1])
}

function declaredLabel(bytes: Uint8Array): string | null {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, DECLARATION_BYTES))
  const label = known(XML_ENCODING.exec(start)?.[1])
  // A declaration that could be read byte by byte is not in UTF-16.
  return label?.startsWith('utf-16') === true ? 'utf-8' : label
}

function known(label: string | undefined): string | null {
  if (label === undefined) return null
  const lower = label.toLowerCase().replace(/^utf_/, 'utf-')
  const name = OTHER_LABELS[lower] ?? lower
  try {
    return new TextDecoder(name).encoding
  } catch {
    return null
  }
}

/** Null where `strict` and the bytes are not in that encoding. */
function decode(bytes: Uint8Array, label: string, strict: boolean): string | null {
  try {
    return new TextDecoder(label, { fatal: strict }).decode(bytes)
  } catch {
    return null
  }
}
