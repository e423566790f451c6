import { isLonger } from '../../../kernel/text.ts'
import type { ArticleText } from '../article-text.ts'

/** Hash functions of a signature, and how they are grouped: two texts that share a band of four are compared. */
const HASHES = 48
const BANDS = 6
const ROWS = 4
/** Words of a long text that are looked at: its beginning says whether it is another one. */
const MOST_WORDS = 4_000
const MOST_NUMBERS = 64
const SHINGLE = 3

/** What is remembered of the words of an article to find others like it. */
export interface Signature {
  /** MinHash of its shingles of three words: 48 unsigned 32-bit numbers, little-endian. */
  bytes: Uint8Array
  /** Hashes of groups of them, signed 32-bit. */
  bands: number[]
  /** The numbers that it states, without separators, ascending; at most 64. */
  numbers: string[]
}

const MULTIPLIERS = Uint32Array.from({ length: HASHES }, (_, at) => mix(2 * at + 1) | 1)
const ADDENDS = Uint32Array.from({ length: HASHES }, (_, at) => mix(2 * at + 2))

/**
 * The signature of a text after Broder, On the resemblance and containment of documents (1997): the share of equal numbers in two
 * signatures estimates the share of shingles that the texts have in common.
 */
export function signatureOf({ headline, body }: ArticleText): Signature {
  const words = wordsOf(`${headline}\n${body}`, MOST_WORDS)
  const smallest = new Uint32Array(HASHES).fill(0xffffffff)
  const hashes = words.map(hashOf)
  const last = Math.max(1, hashes.length - SHINGLE + 1)
  for (let at = 0; at < last && hashes.length > 0; at++) {
    let shingle = 0
    for (let next = at; next < Math.min(at + SHINGLE, hashes.length); next++) {
      shingle = (Math.imul(shingle, 0x9e3779b1) + (hashes[next] ?? 0)) >>> 0
    }
    for (let each = 0; each < HASHES; each++) {
      const value = mix((Math.imul(shingle, MULTIPLIERS[each] ?? 1) + (ADDENDS[each] ?? 0)) >>> 0)
      if (value < (smallest[each] ?? 0)) smallest[each] = value
    }
  }
  const bands = Array.from({ length: BANDS }, (_, band) => {
    let hash = band + 1
    for (let row = 0; row < ROWS; row++) hash = mix((hash ^ (smallest[band * ROWS + row] ?? 0)) >>> 0)
    return hash | 0
  })
  return { bytes: new Uint8Array(smallest.buffer), bands, numbers: numbersOf(`${headline}\n${body}`) }
}

/** The estimated share of shingles that two texts have in common. */
export function resemblance(one: Uint8Array, other: Uint8Array): number {
  if (one.byteLength !== HASHES * 4 || other.byteLength !== HASHES * 4) return 0
  let equal = 0
  for (let at = 0; at < HASHES * 4; at += 4) {
    if (
      one[at] === other[at] &&
      one[at + 1] === other[at + 1] &&
      one[at + 2] === other[at + 2] &&
      one[at + 3] === other[at + 3]
    ) {
      equal++
    }
  }
  return equal / HASHES
}

/** Without blanks between words: their pairs of characters stand for words, as in the search. */
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]/u
const EAST_ASIAN_OR_NOT = new RegExp(`${EAST_ASIAN.source}+|[^${EAST_ASIAN.source.slice(1)}+`, 'gu')

/** The words of a text in lower case, at most so many. */
export function wordsOf(text: string, most = Infinity): string[] {
  const words: string[] = []
  for (const [run] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
    for (const word of EAST_ASIAN.test(run) ? pairsOf(run) : [run]) {
      if (words.length >= most) return words
      words.push(word)
    }
  }
  return words
}

/** Overlapping pairs of the characters of East Asia, one that stands alone, and whole what stands between them. */
function* pairsOf(run: string): Generator<string> {
  for (const [part] of run.matchAll(EAST_ASIAN_OR_NOT)) {
    const isPaired = EAST_ASIAN.test(part) && isLonger(part, 1)
    if (!isPaired) yield part
    let before = ''
    for (const character of isPaired ? part : '') {
      if (before !== '') yield before + character
      before = character
    }
  }
}

/** Numbers as a text states them: `1,234.50` is 1234.5. */
export function numbersOf(text: string): string[] {
  const found = new Set<string>()
  for (const [written] of text.matchAll(/\d+(?:[.,]\d+)*/g)) {
    if (found.size >= MOST_NUMBERS) break
    const plain = written.length > 40 ? written.slice(0, 40) : written
    const value = Number(plain.replaceAll(/,(?=\d{3}(?!\d))/g, '').replace(',', '.'))
    found.add(Number.isFinite(value) ? String(value) : plain)
  }
  return [...found].toSorted()
}

/** A word as an unsigned 32-bit number. */
export function hashOf(word: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
  return mix(hash >>> 0)
}

/** The finaliser of MurmurHash3. */
function mix(value: number): number {
  let hash = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
