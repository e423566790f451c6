import { decodeAs, decodeMarked, decodeText } from '../../kernel/decode-text.ts'

/** How far into a document its own declaration of an encoding is looked for. */
const DECLARATION_BYTES = 512
const XML_ENCODING = /^\s*<\?xml[^>]{0,200}?\sencoding\s*=\s*["']\s*([\w.:-]{1,40})/i
const HEADER_CHARSET = /;\s*charset\s*=\s*["']?\s*([\w.:-]{1,40})/i
/** Encodings, by the names of the WHATWG standard, that do not take any bytes for text. */
const SEVERAL_BYTES = /^(?:utf|gb|big5|euc|iso-2022|shift)/
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
 * it hardly ever is. Bytes that are wrong in a named encoding become U+FFFD, unless the other named one fits; of what is named UTF-8 and hardly
 * is, windows-1252 is believed, which tools write without saying so.
 */
export function decodeDocument(bytes: Uint8Array, contentType: string | null): string {
  const marked = decodeMarked(bytes)
  if (marked !== null) return marked
  const named = [headerLabel(contentType), declaredLabel(bytes)].filter((each) => each !== null)
  for (const label of named) {
    const text =
      (SEVERAL_BYTES.test(label) ? null : decodeAs(bytes, 'utf-8', true)) ?? decodeAs(bytes, label, true)
    if (text !== null) return text
  }
  const [first = 'utf-8'] = named
  return first === 'utf-8' ? decodeText(bytes) : (decodeAs(bytes, first, false) ?? '')
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
