/** How a token is written. */
export type Shape = 'lower' | 'capital' | 'upper' | 'none'

/**
 * What lies before a token: nothing that parts names (`space`, `joint` for a hyphen or slash, `dot`), a bracket, a comma or
 * another mark, or the beginning of a sentence or a segment of a headline.
 */
export type Gap = 'space' | 'joint' | 'dot' | 'bracket' | 'mark' | 'break'

export interface Token {
  /** Lower case without accents; an apostrophe and what follows it joined: `Dick's` is `dicks`. Blank where too long to be a name. */
  word: string
  /** Without the ending of a possessive, where there is one: `dick`. */
  base: string | null
  /** UTF-16 offsets into the text, with and without the possessive. */
  start: number
  end: number
  baseEnd: number
  shape: Shape
  gap: Gap
}

const MAX_WORD = 60
const NOT_ASCII = /[^\x20-\x7e]/
const WORD_CHARACTER = /[\p{L}\p{N}\p{M}]/u
const MARKS = /\p{M}/gu
const BREAKS: ReadonlySet<string> = new Set('.!?:;\n\r|•–—')
const JOINTS: ReadonlySet<string> = new Set('-/‐‑')
const BRACKETS: ReadonlySet<string> = new Set('()')
const APOSTROPHES: ReadonlySet<string> = new Set("'’‘`")

/** The words of a text in one pass, in linear time; `&` is the word `and`, `J.P.` is `jp`. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  let gapStart = 0
  while (at < text.length) {
    const width = wordWidth(text, at)
    if (width === 0 && text[at] !== '&') {
      at += 1
      continue
    }
    const before = tokens.at(-1)
    const gap = gapOf(text, gapStart, at, before)
    const end = width === 0 ? at + 1 : wordEnd(text, at)
    const token = tokenOf(text, at, end, gap)
    // However a name and a title are written, the small letters of a domain are as usual.
    if (token.shape === 'lower' && before?.shape !== 'lower' && isDomainEnding(token, before))
      token.shape = 'none'
    tokens.push(token)
    at = end
    gapStart = end
  }
  return tokens
}

const DOMAIN_ENDINGS: ReadonlySet<string> = new Set('ai app biz co com dev info io me net org tv'.split(' '))

/** `Amazon.com`, `Amazon.com's`: the end of a name on the web, which nothing but a dot parts from its beginning. */
export function isDomainEnding({ word, base, gap, start, shape }: Token, before?: Token): boolean {
  const isGlued = gap === 'dot' && before !== undefined && start === before.end + 1
  return isGlued && shape !== 'capital' && DOMAIN_ENDINGS.has(base ?? word)
}

/** The folded words of a name, as {@link tokensOf} would read them. */
export function wordsOf(name: string): string[] {
  return tokensOf(name).map(({ word }) => word)
}

/** ASCII letters and digits. */
const ASCII_WORDS = Uint8Array.from({ length: 128 }, (_, code) =>
  /[a-z0-9]/i.test(String.fromCharCode(code)) ? 1 : 0,
)

/** UTF-16 units of the letter, digit or mark at a place; 0 where there is something else. */
function wordWidth(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  if (unit < 128) return ASCII_WORDS[unit] ?? 0
  const code = text.codePointAt(at)
  if (code === undefined || !WORD_CHARACTER.test(String.fromCodePoint(code))) return 0
  return code > 0xffff ? 2 : 1
}

function wordEnd(text: string, start: number): number {
  let at = start
  let letters = 0
  for (;;) {
    const width = wordWidth(text, at)
    if (width > 0) {
      at += width
      letters += 1
      continue
    }
    const mark = text[at] ?? ''
    if (APOSTROPHES.has(mark) && wordWidth(text, at + 1) > 0) at += 1
    // `9.3M` is a number.
    else if ((mark === '.' || mark === ',') && isDigit(text, at - 1) && isDigit(text, at + 1)) at += 1
    // `J.P.` and `U.S.` are one word: single letters with dots between them.
    else if (mark === '.' && letters === 1 && isSingleLetter(text, at + 1)) {
      at += 1
      letters = 0
    } else return mark === '%' && isDigit(text, at - 1) ? at + 1 : at
  }
}

function isDigit(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return unit >= 48 && unit <= 57
}

function isSingleLetter(text: string, at: number): boolean {
  return wordWidth(text, at) === 1 && wordWidth(text, at + 1) === 0
}

function tokenOf(text: string, start: number, end: number, gap: Gap): Token {
  if (end - start > MAX_WORD) {
    return { word: '', base: null, start, end, baseEnd: end, shape: 'none', gap }
  }
  const raw = text.slice(start, end)
  if (raw === '&') return { word: 'and', base: null, start, end, baseEnd: end, shape: 'none', gap }
  const [word, baseLength] = foldWord(raw)
  const isPossessive = baseLength > 0
  const base = isPossessive ? foldWord(raw.slice(0, baseLength))[0] : null
  const shape = shapeOf(isPossessive ? raw.slice(0, baseLength) : raw)
  return { word, base, start, end, baseEnd: isPossessive ? start + baseLength : end, shape, gap }
}

/** The folded word, and how long it is without the ending of a possessive; 0 where it has none. */
function foldWord(raw: string): [word: string, baseLength: number] {
  let folded = NOT_ASCII.test(raw) ? raw.normalize('NFKD').replaceAll(MARKS, '') : raw
  folded = folded.toLowerCase()
  if (/^[a-z0-9]+$/.test(folded)) return [folded, pluralOfInitials(raw)]
  const isPossessive = /['’‘`][sS]$/.test(raw)
  return [folded.replaceAll(/['’‘`.,]/g, ''), isPossessive ? raw.length - 2 : 0]
}

/** `RILs` is how some write `RIL's`. */
function pluralOfInitials(raw: string): number {
  return /^[A-Z]{3,}s$/.test(raw) ? raw.length - 1 : 0
}

function shapeOf(raw: string): Shape {
  const lower = raw.toLowerCase()
  const upper = raw.toUpperCase()
  if (lower === upper) return 'none'
  if (raw === lower) return 'lower'
  return raw === upper && raw.length > 1 ? 'upper' : 'capital'
}

function gapOf(text: string, from: number, to: number, before: Token | undefined): Gap {
  if (before === undefined) return 'break'
  let gap: Gap = 'space'
  const blanks = to - from > 1
  for (let at = from; at < to; at++) {
    const mark = text[at] ?? ''
    if (mark === ' ' || mark === '\t' || mark === '\u00a0') continue
    if (mark === '.' && isAbbreviated(before, text[from + 1])) gap = gap === 'space' ? 'dot' : gap
    else if (BREAKS.has(mark)) return 'break'
    else if (JOINTS.has(mark)) {
      // A hyphen between blanks parts, one between letters joins.
      if (blanks && text[from] !== mark) return 'break'
      gap = gap === 'space' ? 'joint' : gap
    } else if (BRACKETS.has(mark)) gap = gap === 'mark' ? 'mark' : 'bracket'
    else if (mark !== '!' && !APOSTROPHES.has(mark)) gap = 'mark'
    else if (gap === 'space') gap = mark === '!' ? 'dot' : 'mark'
  }
  return gap
}

/** `Dr. Reddy`, `Amazon.com`, `Corp. said`: a full stop after a short word or before a letter ends no sentence. */
function isAbbreviated(before: Token, next: string | undefined): boolean {
  if (next !== undefined && next !== ' ' && next !== '\n') return true
  if (before.word.length > 4) return false
  // Single letters with dots: `D.R. Horton`.
  return (
    before.shape === 'capital' || (before.shape === 'upper' && before.end - before.start > before.word.length)
  )
}
