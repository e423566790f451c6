import { scaleWordsIn } from '../table-reading/cell.ts'

/** A section of a document, read as one. */
export interface Section {
  /** The last heading before it; empty for none. */
  heading: string
  text: string
  /** The unit of its table, taken from a nearby section if it has none itself: `in thousands`; otherwise empty. */
  unit: string
}

/** Length after which a section ends with its paragraph; a table is never cut before the second one. */
const LONG_SECTION = 1_200
const LONGEST_TABLE = 12_000
const LONGEST_HEADING = 120
const TABLE_LINE = /\|.*\||\t.*\t/
/** Sections before and after a table in which its unit may be stated. */
const MOST_BEFORE = 4
const MOST_AFTER = 2
const SENTENCE_END = /(?<=[.!?])\s+/

interface Block {
  kind: 'heading' | 'table' | 'text'
  text: string
}

/**
 * Splits a document into sections of some two hundred words, in order: a heading begins one; a table is kept whole together with the
 * paragraph before it, which mostly introduces it. Takes time linear in the text.
 */
export function sectionsOf(text: string): Section[] {
  const sections: Section[] = []
  let heading = ''
  let open = ''
  const close = (): void => {
    if (open.trim() !== '') sections.push({ heading, text: open.trim(), unit: '' })
    open = ''
  }
  for (const block of blocksOf(text)) {
    if (block.kind === 'heading') {
      close()
      heading = block.text.replace(/^#+\s*/, '')
    } else if (block.kind === 'table') {
      open += `\n${block.text}`
      close()
    } else {
      for (const piece of piecesOf(block.text)) {
        if (open.length + piece.length > LONG_SECTION) close()
        open += `${open === '' ? '' : '\n'}${piece}`
      }
    }
  }
  close()
  return withUnits(sections)
}

/**
 * Most tables state their unit. For one that does not, it is that of the nearest section under the same heading, earlier ones first;
 * otherwise the last one stated outside of tables, as in the heading of all notes.
 */
function withUnits(sections: Section[]): Section[] {
  const hasTable = sections.some(({ text }) => TABLE_LINE.test(text))
  // Most articles have no table, and searching all of their text takes time.
  if (!hasTable) return sections
  const said = sections.map(({ heading, text }) => scaleWordsIn(`${heading}\n${text}`))
  let ofAll = ''
  return sections.map((section, at) => {
    const { heading, text } = section
    const [own, isTable] = [said[at] ?? null, TABLE_LINE.test(text)]
    if (own !== null || !isTable) {
      if (!isTable) ofAll = own ?? ofAll
      return section
    }
    const near = [
      ...Array.from({ length: MOST_BEFORE }, (_, back) => at - 1 - back),
      ...Array.from({ length: MOST_AFTER }, (_, on) => at + 1 + on),
    ].filter((place) => sections[place]?.heading === heading)
    const unit = near.map((place) => said[place] ?? null).find((words) => words !== null)
    return { ...section, unit: unit ?? ofAll }
  })
}

function* blocksOf(text: string): Generator<Block> {
  let table: string[] = []
  let size = 0
  for (const raw of text.split('\n')) {
    const line = raw.trim()
    if (TABLE_LINE.test(line) && size + line.length <= LONGEST_TABLE) {
      table.push(line)
      size += line.length
      continue
    }
    if (table.length > 0) yield { kind: 'table', text: table.join('\n') }
    table = TABLE_LINE.test(line) ? [line] : []
    size = table.length === 0 ? 0 : line.length
    if (line === '' || table.length > 0) continue
    yield { kind: isHeading(line) ? 'heading' : 'text', text: line }
  }
  if (table.length > 0) yield { kind: 'table', text: table.join('\n') }
}

/** A Markdown heading, the item of a filing, or a short line in capitals. */
function isHeading(line: string): boolean {
  if (line.length > LONGEST_HEADING) return false
  if (/^#{1,6}\s/.test(line) || /^(?:item|part|note)\s+\d{1,2}[a-z]?\b/i.test(line)) return true
  return line.length > 3 && line === line.toUpperCase() && /[A-Z]{3}/.test(line) && !/[.!?]$/.test(line)
}

/** A paragraph, or its sentences when it is long, cut if even they are too long. */
function* piecesOf(paragraph: string): Generator<string> {
  if (paragraph.length <= LONG_SECTION) {
    yield paragraph
    return
  }
  for (const sentence of paragraph.split(SENTENCE_END)) {
    for (let at = 0; at < sentence.length; at += LONG_SECTION) yield sentence.slice(at, at + LONG_SECTION)
  }
}
