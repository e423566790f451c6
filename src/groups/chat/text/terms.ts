import { baseFormOf, stem } from '../../../kernel/stem.ts'

/** Words that carry no subject. */
const STOP_WORDS = new Set(
  `a about all also am an and any are as at be been being but by can could did do does doing done each either for from get give gave
  given had has have having he her here him his how i if in into is it its just let like may me might more most much my no nor not
  of on only or other our out over own please s same shall she should show so some such t tell than that the their them then there
  these they this those to too us very was we were what when where which while who whom whose why will with would you your yours`.split(
    /\s+/,
  ),
)
/** Longer tokens are not words: keys, addresses, encoded data. */
const LONGEST_WORD = 40
/** Words, and numbers with their separators: `1,452.4`, `FY2024`, `S&P`, `10-K`. */
const WORDS = /[\p{L}\p{N}]+(?:[.,&'’-][\p{L}\p{N}]+)*/gu
const NUMBER = /^\d[\d.,]*$/
const PARTS = /[.,&'’-]/

/** The stems of a text in order, without stop words; numbers without thousands separators. */
export function termsOf(text: string): string[] {
  const terms: string[] = []
  for (const word of wordsOf(text)) {
    if (NUMBER.test(word)) {
      terms.push(word.replaceAll(',', '').slice(0, LONGEST_WORD))
      continue
    }
    for (const part of partsOf(word)) terms.push(stem(part))
  }
  return terms
}

/**
 * The words of a text as written, each once, for an index with its own stemmer, which does not know our stems: it makes `increa` of
 * `increas`, and does not relate `sal` to `sales`. For `fell`, which it leaves as it is, `fall` is added; `S&P` is one word to it.
 */
export const searchWordsOf = (text: string): string[] => [
  ...new Set(
    wordsOf(text).flatMap((word) =>
      NUMBER.test(word) ? [word] : partsOf(word.replaceAll('&', '')).flatMap(formsOf),
    ),
  ),
]

const formsOf = (part: string): string[] => [part, baseFormOf(part) ?? part]

const wordsOf = (text: string): string[] => text.normalize('NFKC').toLowerCase().match(WORDS) ?? []

/** The meaningful parts of a word with hyphens and the like. */
const partsOf = (word: string): string[] =>
  word.split(PARTS).filter((part) => part.length <= LONGEST_WORD && !STOP_WORDS.has(part))
