import { cleanName } from '../../../kernel/text.ts'

const BLANKS = /[\p{Cc}\s]+/gu

/** Control characters that no text has: a sign that UTF-8 was read as Latin-1 on its way here. */
// oxlint-disable-next-line no-control-regex -- exactly these are meant
const MISREAD = /[\u0080-\u009f]/
const MISREAD_SEQUENCE =
  /[\u00c2-\u00df][\u0080-\u00bf]|[\u00e0-\u00ef][\u0080-\u00bf]{2}|[\u00f0-\u00f4][\u0080-\u00bf]{3}/g

const UTF_8 = new TextDecoder()

/** Puts right what was read as Latin-1 though it was UTF-8 ("donâ\u0080\u0099t"); anything else comes back as it is. */
export function reread(text: string): string {
  if (!MISREAD.test(text)) return text
  return text.replace(MISREAD_SEQUENCE, (sequence) => {
    const read = UTF_8.decode(Uint8Array.from(sequence, (each) => each.charCodeAt(0)))
    return read.includes('\ufffd') ? sequence : read
  })
}

/** One line: control characters and runs of blanks become a space, what nobody sees is taken out. Always well-formed. */
export function singleLine(text: string): string {
  return cleanName(text.toWellFormed().replace(BLANKS, ' ')).replace(/ {2,}/g, ' ')
}
