/**
 * Strings, sorted by UTF-16 code unit, each with the ascending numbers of the documents that have it. Everything is a
 * typed array, so a table moves between threads without a copy and opens without work.
 */
export interface PostingTable {
  /** The strings one after another. */
  readonly characters: Uint16Array
  /** Where string `i` starts; one more element than there are strings. */
  readonly starts: Uint32Array
  /** Document numbers, string by string. */
  readonly documents: Uint32Array
  /** Where the documents of string `i` start; one more element than there are strings. */
  readonly documentStarts: Uint32Array
}

/** A run of neighbouring strings of a table: `low` is in it, `high` is not. */
export interface StringRange {
  readonly low: number
  readonly high: number
}

/** The strings that begin with `prefix`. */
export function rangeOfPrefix(table: PostingTable, prefix: string): StringRange {
  const low = firstNotBelow(table, prefix)
  return { low, high: firstPastPrefix(table, prefix, low) }
}

/** The string itself: a range of one, or an empty one. */
export function rangeOfString(table: PostingTable, text: string): StringRange {
  const low = firstNotBelow(table, text)
  const found = low < stringCount(table) && compare(table, low, text) === 0
  return { low, high: found ? low + 1 : low }
}

/** Where the documents of a range lie in `table.documents`. A document may occur once for each string. */
export function documentsOfRange(
  table: PostingTable,
  { low, high }: StringRange,
): { start: number; end: number } {
  return { start: table.documentStarts[low] ?? 0, end: table.documentStarts[high] ?? 0 }
}

export function stringCount(table: PostingTable): number {
  return table.starts.length - 1
}

/** Length of string `index` in UTF-16 code units. */
export function lengthOf(table: PostingTable, index: number): number {
  return (table.starts[index + 1] ?? 0) - (table.starts[index] ?? 0)
}

/** String `index` of the table. */
export function stringAt(table: PostingTable, index: number): string {
  return String.fromCharCode(
    ...table.characters.subarray(table.starts[index] ?? 0, table.starts[index + 1] ?? 0),
  )
}

function firstNotBelow(table: PostingTable, text: string): number {
  let low = 0
  let high = stringCount(table)
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compare(table, middle, text) < 0) low = middle + 1
    else high = middle
  }
  return low
}

function firstPastPrefix(table: PostingTable, prefix: string, from: number): number {
  let low = from
  let high = stringCount(table)
  while (low < high) {
    const middle = (low + high) >>> 1
    if (comparePrefix(table, middle, prefix) <= 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Sign of string `index` against `text`. */
function compare(table: PostingTable, index: number, text: string): number {
  const byPrefix = comparePrefix(table, index, text)
  return byPrefix === 0 ? Math.sign(lengthOf(table, index) - text.length) : byPrefix
}

/** Sign of string `index` against `text`, 0 when one begins with the other and the string is not the shorter one. */
function comparePrefix(table: PostingTable, index: number, text: string): number {
  const start = table.starts[index] ?? 0
  const length = (table.starts[index + 1] ?? 0) - start
  for (let i = 0; i < text.length; i++) {
    if (i >= length) return -1
    const difference = (table.characters[start + i] ?? 0) - text.charCodeAt(i)
    if (difference !== 0) return Math.sign(difference)
  }
  return 0
}

/** Collects (string, record) pairs. Records are numbered from 0 and come in that order. */
export interface PostingTableBuilder {
  /** Adding a pair again counts once; an empty text counts not at all. A text that is marked once stays so. */
  add(text: string, record: number, isMarked?: boolean): void
  /** `order[document]` is the record that gets that document number. */
  finish(order: Uint32Array): PostingTable
  /** Places of the marked strings in the finished table, ascending. */
  marked(): Uint32Array
}

export function createPostingTableBuilder(): PostingTableBuilder {
  const numbers = new Map<string, number>()
  /** For each string number: the record that had it last, and how many have it. */
  const last: number[] = []
  const counts: number[] = []
  const marks: boolean[] = []
  let markedPlaces: Uint32Array = new Uint32Array()
  /** String numbers record by record, and the record of each. */
  let pairTexts = new Uint32Array(1 << 16)
  let pairRecords = new Uint32Array(1 << 16)
  let pairCount = 0

  function add(text: string, record: number, isMarked = false): void {
    if (text === '') return
    let number = numbers.get(text)
    if (number === undefined) {
      number = last.length
      numbers.set(text, number)
      last.push(-1)
      counts.push(0)
      marks.push(false)
    }
    if (isMarked) marks[number] = true
    if (last[number] === record) return
    last[number] = record
    counts[number] = (counts[number] ?? 0) + 1
    if (pairCount === pairTexts.length) {
      pairTexts = doubled(pairTexts)
      pairRecords = doubled(pairRecords)
    }
    pairTexts[pairCount] = number
    pairRecords[pairCount] = record
    pairCount += 1
  }

  function finish(order: Uint32Array): PostingTable {
    const strings = [...numbers.keys()].sort()
    const documentStarts = new Uint32Array(strings.length + 1)
    const next = new Uint32Array(strings.length)
    const places: number[] = []
    for (let i = 0; i < strings.length; i++) {
      const number = numbers.get(strings[i] ?? '') ?? 0
      const start = documentStarts[i] ?? 0
      next[number] = start
      if (marks[number] === true) places.push(i)
      documentStarts[i + 1] = start + (counts[number] ?? 0)
    }
    markedPlaces = Uint32Array.from(places)
    const firstPairs = firstOfEach(pairRecords.subarray(0, pairCount), order.length)
    const documents = new Uint32Array(pairCount)
    for (let document = 0; document < order.length; document++) {
      const record = order[document] ?? 0
      const end = firstPairs[record + 1] ?? 0
      for (let pair = firstPairs[record] ?? 0; pair < end; pair++) {
        const number = pairTexts[pair] ?? 0
        const position = next[number] ?? 0
        documents[position] = document
        next[number] = position + 1
      }
    }
    return { ...packStrings(strings), documents, documentStarts }
  }

  return { add, finish, marked: () => markedPlaces }
}

/** Where each value from 0 to `count` starts, or would start, in an ascending list. */
function firstOfEach(ascending: Uint32Array, count: number): Uint32Array {
  const firsts = new Uint32Array(count + 1)
  let position = 0
  for (let value = 0; value <= count; value++) {
    while (position < ascending.length && (ascending[position] ?? 0) < value) position++
    firsts[value] = position
  }
  return firsts
}

function doubled(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2)
  larger.set(array)
  return larger
}

function packStrings(strings: readonly string[]): Pick<PostingTable, 'characters' | 'starts'> {
  const starts = new Uint32Array(strings.length + 1)
  for (let i = 0; i < strings.length; i++) starts[i + 1] = (starts[i] ?? 0) + (strings[i] ?? '').length
  const characters = new Uint16Array(starts[strings.length] ?? 0)
  let position = 0
  for (const text of strings) {
    for (let i = 0; i < text.length; i++) characters[position++] = text.charCodeAt(i)
  }
  return { characters, starts }
}
