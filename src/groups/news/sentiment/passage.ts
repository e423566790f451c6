import type { ArticleText, Mention } from '../article-text.ts'
import { classesOf, PHRASES, SUFFERED } from './lexicon.ts'
import { stem } from '../../../kernel/stem.ts'

/** A passage is read this far to either side of a mention, in UTF-16 units; sentences of news are shorter. */
const REACH = 480
/** Tokens taken to either side. */
const MAX_SIDE = 48
/** Tokens that are left to a side in the end: about what a headline has. In a long sentence the rest is of others. */
const KEPT_SIDE = 14

/** The sentence around a mention in tokens: stems, `#` for numbers, `%`, and marks that divide; the mention itself is left out. */
export interface Passage {
  before: readonly string[]
  after: readonly string[]
  /** The words of the mention, as stems. */
  named: readonly string[]
  /** Words that begin with a capital; 0 in a headline in title case, where that says nothing. */
  namesBefore: number
  namesAfter: number
  isHeadline: boolean
}

/** Reuters codes such as `<AAPL.O>` and story references such as `[nL4N2ZY39F]` stand inside sentences. */
const CODES = /<[^<>\s]{1,20}>|\[[^[\]]{1,24}\]/g
const TOKEN = /\p{L}[\p{L}\p{M}]*(?:['’]\p{L}+)?|\d[\d,.]*|%|[.,;:?!…()"“”&@$–—]|-{2}/gu
const ABBREVIATION =
  /(?:^|[\s("])(?:\p{L}|inc|co|corp|ltd|mr|mrs|ms|dr|st|no|vs|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|rs|cos?|plc|bros|u\.s|u\.k|e\.g|i\.e|approx|est|gen|sen|rep|gov|prof|jr|sr)$/iu
const NUMBER = /^\d/

/** Reads the sentence around a mention. Takes time for what is near, not for the length of the text. */
export function passageAround(text: ArticleText, mention: Mention): Passage {
  const field = text[mention.field]
  const start = Math.max(0, Math.min(mention.start, field.length))
  const end = Math.max(start, Math.min(mention.end, field.length))
  const isHeadline = mention.field === 'headline'
  const head = tokens(lastSentence(field.slice(Math.max(0, start - REACH), start), isHeadline)).slice(
    -MAX_SIDE,
  )
  const tail = tokens(firstSentence(field.slice(end, end + REACH), isHeadline)).slice(0, MAX_SIDE)
  const titled = isTitleCase(head, tail)
  const before = (titled ? head : withoutList(head.reverse()).reverse()).slice(-KEPT_SIDE)
  const after = (titled ? tail : withoutAside(withoutList(tail))).slice(0, KEPT_SIDE)
  return {
    before: before.map(({ word }) => word),
    after: after.map(({ word }) => word),
    namesBefore: titled ? 0 : countOf(before),
    namesAfter: titled ? 0 : countOf(after),
    named: tokens(field.slice(start, Math.min(end, start + 80))).map(({ word }) => word),
    isHeadline,
  }
}

function lastSentence(text: string, whole: boolean): string {
  for (let at = text.length - 2; at >= 0; at--) {
    if (text[at] === '\n' || (!whole && endsSentence(text, at))) return text.slice(at + 1)
  }
  return text
}

function firstSentence(text: string, whole: boolean): string {
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\n') return text.slice(0, at)
    if (!whole && endsSentence(text, at)) return text.slice(0, at + 1)
  }
  return text
}

/** A full stop, question or exclamation mark before a blank and no small letter, and not of an abbreviation. */
function endsSentence(text: string, at: number): boolean {
  const mark = text[at]
  if (mark !== '.' && mark !== '?' && mark !== '!') return false
  let next = at + 1
  while (next < at + 3 && (text[next] === '"' || text[next] === '”' || text[next] === "'")) next++
  if (text[next] !== ' ' && text[next] !== '\t') return false
  while (text[next] === ' ' && next < at + 6) next++
  if (/\p{Ll}/u.test(text.charAt(next))) return false
  return mark !== '.' || !ABBREVIATION.test(text.slice(Math.max(0, at - 8), at))
}

/** With fewer words the language cannot be determined. */
const MIN_WORDS = 6
const ENGLISH = new Set(
  'the of to and in on for at by with from it be have will an into out off per new this that his her they we'
    .split(' ')
    .map(stem),
)
const LETTERS = /^\p{L}/u
const LATIN = /^\p{Script=Latin}/u

/** Whether the words around a mention can be English: some are known, or there are too few to decide and they are Latin. */
export function isReadable({ before, after }: Passage): boolean {
  const words = [...before, ...after].filter((token) => LETTERS.test(token))
  if (words.length === 0) return false
  const known = words.filter((word) => ENGLISH.has(word) || classesOf(word).length > 0).length
  if (words.length < MIN_WORDS) return words.some((word) => LATIN.test(word))
  return known >= words.length / 6
}

interface Token {
  word: string
  isName: boolean
}

function tokens(text: string): Token[] {
  const found: Token[] = []
  for (const [token] of text.replaceAll(CODES, ' ').matchAll(TOKEN)) {
    if (/^cent$/i.test(token) && found.at(-1)?.word === 'per') {
      found[found.length - 1] = { word: '%', isName: false }
      continue
    }
    const word = wordOf(token)
    if (word === null) continue
    const phrase = `${found.at(-1)?.word} ${word}`
    if (isAhead(word)) changeGuidance(found)
    if (PHRASES.has(phrase)) found[found.length - 1] = { word: phrase, isName: false }
    else found.push({ word, isName: /^\p{Lu}/u.test(token) })
  }
  return found
}

/** A company that "upgrades its guidance" raises it, where a broker upgrades the company. */
function changeGuidance(found: Token[]): void {
  for (let at = found.length - 1; at >= 0 && at >= found.length - CHANGE_REACH; at--) {
    const token = found[at]
    const word = token === undefined ? undefined : RERATES.get(token.word)
    if (token !== undefined && word !== undefined) {
      found[at] = { ...token, word }
      return
    }
    if (token === undefined || !(OF_GUIDANCE.has(token.word) || classesOf(token.word).includes('gauge')))
      return
  }
}

const CHANGE_REACH = 6
const RERATES: ReadonlyMap<string, string> = new Map(
  (
    [
      ['upgrades', 'raises'],
      ['upgraded', 'raised'],
      ['downgrades', 'lowers'],
      ['downgraded', 'lowered'],
    ] as const
  ).map(([from, to]) => [SUFFERED.has(from) ? from : stem(from), stem(to)]),
)
const GUIDANCE = new Set('guidance outlook forecast forecasts'.split(' ').map(stem))
const isAhead = (word: string): boolean => GUIDANCE.has(word)
const OF_GUIDANCE = new Set(
  'its the full year full-year fiscal annual quarterly # for own financial'.split(' ').map(stem),
)

function wordOf(token: string): string | null {
  if (NUMBER.test(token)) return '#'
  if (token.length > 32) return null
  const lower = token.toLowerCase().replace('’', "'")
  if (lower.endsWith("n't")) return 'not'
  const word = lower.endsWith("'s") ? lower.slice(0, -2) : lower
  if (word === 'pct' || word === 'percent' || word === 'pc') return '%'
  if (word === '–' || word === '—' || word === '--') return ':'
  return SUFFERED.has(word) ? word : stem(word)
}

const countOf = (tokens: readonly Token[]) => tokens.filter(({ isName }) => isName).length

/** Whether nearly all longer words begin with a capital. */
function isTitleCase(head: readonly Token[], tail: readonly Token[]): boolean {
  const longer = [...head, ...tail].filter(({ word }) => word.length > 3)
  return countOf(longer) > 0.7 * longer.length
}

const JOINS_LIST = new Set([',', 'and', '&', 'or', ';'])

/** Without the other names of a list that the mention is one of: what is said of the list is said of it. */
function withoutList(tokens: Token[]): Token[] {
  let from = 0
  for (;;) {
    let at = from
    while (at < from + 2 && JOINS_LIST.has(tokens[at]?.word ?? '')) at++
    const names = at
    while (at < names + 6 && tokens[at]?.isName === true) at++
    if (names === from || at === names) return from === 0 ? tokens : tokens.slice(from)
    from = at
  }
}

const OPENS_ASIDE = new Set(
  'the a an which who whose another one part owner maker based'.split(' ').map(stem),
)

/** Without what stands between commas right after the mention to say what it is. */
function withoutAside(tokens: Token[]): Token[] {
  if (tokens[0]?.word !== ',' || !OPENS_ASIDE.has(tokens[1]?.word ?? '')) return tokens
  const end = tokens.findIndex(({ word }, i) => i > 1 && i < 16 && word === ',')
  return end === -1 || tokens[end + 1] === undefined ? tokens : tokens.slice(end + 1)
}
