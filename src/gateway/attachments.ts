import type { Attachment, AttachmentResult, CsvRow, MediaType } from '../contract/events.ts'

/** Rows are joined until they are so long: a write for each would cost more than the rows. */
const JOINED_CHARACTERS = 64 * 1024
/** RFC 4180: what needs quotes around it. Blanks at the ends would get lost in many programs. */
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/
/** What a header may hold as it is; the rest of a name becomes an underscore. */
const UNSAFE = /[^A-Za-z0-9._ -]/g
const MAX_NAME = 200

/** The headers of a file that is to be saved and not shown. */
export function attachmentHeaders(stream: Attachment, result: AttachmentResult): readonly string[] {
  const { filename } = result
  const name = filename.replaceAll(UNSAFE, '_').slice(0, MAX_NAME)
  return [
    'Content-Type',
    `${mediaTypeOf(stream, result)}; charset=utf-8`,
    'Content-Disposition',
    `attachment; filename="${name}"`,
    'Cache-Control',
    'no-store',
  ]
}

/** The bytes of a file, in pieces of about 64 KiB. */
export async function* encodeAttachment(
  stream: Attachment,
  result: AttachmentResult,
): AsyncGenerator<Uint8Array> {
  let text = ''
  for await (const part of partsOf(mediaTypeOf(stream, result), result)) {
    if (typeof part !== 'string') {
      if (text !== '') yield Buffer.from(text)
      text = ''
      yield part
    } else if ((text += part).length >= JOINED_CHARACTERS) {
      yield Buffer.from(text)
      text = ''
    }
  }
  if (text !== '') yield Buffer.from(text)
}

const mediaTypeOf = ({ mediaTypes }: Attachment, { mediaType }: AttachmentResult): MediaType =>
  mediaType ?? mediaTypes[0]

async function* partsOf(mediaType: MediaType, result: AttachmentResult): AsyncGenerator<string | Uint8Array> {
  if ('text' in result) {
    yield* result.text
  } else if (mediaType === 'text/csv') {
    for await (const row of result.rows) yield csvLine(row as CsvRow)
  } else {
    let before = '['
    for await (const item of result.rows) {
      yield before + JSON.stringify(item)
      before = ',\n'
    }
    yield before === '[' ? '[]\n' : ']\n'
  }
}

function csvLine(row: CsvRow): string {
  return `${row.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: CsvRow[number]): string {
  if (cell === null) return ''
  const text = String(cell)
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
