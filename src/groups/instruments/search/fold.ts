/** Letters that keep their form under NFKD but are typed as plain ones. */
const PLAIN_LETTERS: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ł', 'l'],
  ['ħ', 'h'],
  ['ı', 'i'],
  ['ŋ', 'n'],
  ['ŧ', 't'],
  ['ς', 'σ'],
])

/** Combining marks, and characters without a shape of their own (soft hyphen, text direction, joiners). */
const SHAPELESS = /^[\p{M}\p{Cf}]$/u
const WORD_CHARACTER = /^[\p{L}\p{N}]$/u
const SPACE = /^\s$/u
/** Would become the letters "tm" and "sm" under NFKD. */
const TRADE_MARKS = /[™℠]/g

/**
 * The form texts are compared in: NFKD (full-width forms and ligatures become plain letters), lower case, without
 * diacritics. Punctuation and spaces stay.
 */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  let folded = ''
  for (const character of text.replace(TRADE_MARKS, '').normalize('NFKD').toLowerCase()) {
    if (!SHAPELESS.test(character)) folded += PLAIN_LETTERS.get(character) ?? character
  }
  return folded
}

/**
 * The words of a text in order, grouped by what blanks separate: `AT&T Inc.` gives `[['at', 't'], ['inc']]`. A word
 * is an unbroken run of letters and digits of the folded text; groups without a word are left out.
 */
export function chunksOf(text: string): string[][] {
  const folded = fold(text)
  const chunks: string[][] = []
  let chunk: string[] = []
  let wordStart = -1
  let position = 0
  while (position < folded.length) {
    const code = folded.codePointAt(position) ?? 0
    const kind = kindOf(code)
    if (kind === 'word') {
      if (wordStart < 0) wordStart = position
    } else {
      if (wordStart >= 0) chunk.push(folded.slice(wordStart, position))
      wordStart = -1
      if (kind === 'space' && chunk.length > 0) {
        chunks.push(chunk)
        chunk = []
      }
    }
    position += code > 0xffff ? 2 : 1
  }
  if (wordStart >= 0) chunk.push(folded.slice(wordStart))
  if (chunk.length > 0) chunks.push(chunk)
  return chunks
}

/** The words of a text written as one: `BRK.B` gives `brkb`. Empty when the text has no letter and no digit. */
export function squash(text: string): string {
  return isPlainWord(text) ? text.toLowerCase() : joinedWords(chunksOf(text))
}

/** The words of chunks written as one. A loop: flattening makes a list of each name that nobody keeps. */
export function joinedWords(chunks: readonly (readonly string[])[], end: number = chunks.length): string {
  let joined = ''
  for (let index = 0; index < end; index++) for (const word of chunks[index] ?? []) joined += word
  return joined
}

/** True for one word of ASCII letters and digits, which most tickers and all codes are. */
function isPlainWord(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const isLetter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
    if (!isLetter && !(code >= 48 && code <= 57)) return false
  }
  return true
}

function kindOf(code: number): 'word' | 'space' | 'other' {
  if (code < 128) {
    if ((code >= 97 && code <= 122) || (code >= 48 && code <= 57)) return 'word'
    return code === 32 || (code >= 9 && code <= 13) ? 'space' : 'other'
  }
  const character = String.fromCodePoint(code)
  if (WORD_CHARACTER.test(character)) return 'word'
  return SPACE.test(character) ? 'space' : 'other'
}

/** True for a text that folding only turns to lower case. */
export function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false
  return true
}
