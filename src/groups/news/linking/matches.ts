import { AliasTable } from './alias-table.ts'
import { isCommonWord } from '../../../market/common-words.ts'
import { isDomainEnding, type Token } from './tokens.ts'
import { LITTLE_WORDS } from './word-lists.ts'

/** A sequence of words of a text that is a known name, of any bearer. */
export interface NameMatch {
  /** Positions of its first and last word. */
  first: number
  last: number
  /** UTF-16 offsets, without the ending of a possessive. */
  start: number
  end: number
  node: number
  isPossessive: boolean
}

/** The longest names in a text, from left to right, none in another: linear in the words, as names are short. */
export function nameMatches(tokens: readonly Token[], table: AliasTable): NameMatch[] {
  const matches: NameMatch[] = []
  for (let at = 0; at < tokens.length; at++) {
    const match = longestFrom(tokens, at, table)
    if (match === null) continue
    matches.push(match)
    at = match.last
  }
  return matches
}

function longestFrom(tokens: readonly Token[], first: number, table: AliasTable): NameMatch | null {
  let longest: NameMatch | null = null
  let node: number = AliasTable.ROOT
  for (let last = first; last < tokens.length; last++) {
    const token = tokens[last]
    if (token === undefined || (last > first && !continues(token))) break
    const start = tokens[first]?.start ?? 0
    const put = (end: number, found: number, isPossessive: boolean): void => {
      if (found >= 0 && table.isName(found)) longest = { first, last, start, end, node: found, isPossessive }
    }
    // A possessive ends a name: `Apple's`; in `Dick's` it is part of one.
    if (token.base !== null) put(token.baseEnd, table.step(node, token.base), true)
    node = table.step(node, token.word)
    if (node < 0) break
    put(token.end, node, false)
  }
  return longest
}

/** A comma or the end of a sentence parts names. */
function continues({ gap }: Token): boolean {
  return gap === 'space' || gap === 'joint' || gap === 'dot' || gap === 'bracket'
}

/** How a text writes its words: whether capitals say anything. */
export type Style = 'lower' | 'sentence' | 'title' | 'upper'

/** In titles, shorter words are often in small letters. */
const SHORTEST_IN_CAPITALS = 3

/** So many words in capitals and none in small letters are more than names in a short sentence. */
const FEWEST_IN_TITLE = 2

/** `monday.com`: a domain is in small letters in a title too. */
function isDomain(tokens: readonly Token[], at: number): boolean {
  const [before, self, after] = [tokens[at - 1], tokens[at], tokens[at + 1]]
  return (
    (after !== undefined && isDomainEnding(after, self)) ||
    (self !== undefined && isDomainEnding(self, before))
  )
}

/** Judged by the words that are in no name and that are in capitals in a title, the first of each segment left out. */
export function styleOf(tokens: readonly Token[], named: Uint8Array): Style {
  let [lower, capital, unknown, upper, names] = [0, 0, 0, 0, 0]
  for (const [at, { word, shape, gap }] of tokens.entries()) {
    if (shape === 'upper') upper += 1
    if (shape !== 'lower' && shape !== 'none') names += 1
    if (gap === 'break' || LITTLE_WORDS.has(word) || isDomain(tokens, at)) continue
    // No title has a word in small letters but the little ones; names are in capitals in sentences too.
    if (shape === 'lower' && word.length >= SHORTEST_IN_CAPITALS) lower += 1
    if (shape !== 'capital' || named[at] !== 0) continue
    if (isCommonWord(word)) capital += 1
    else unknown += 1
  }
  if (names === 0) return 'lower'
  if (upper > 3 && upper === names && lower === 0) return 'upper'
  if (lower === 0 && capital + unknown >= FEWEST_IN_TITLE) return 'title'
  return capital > 3 * lower ? 'title' : 'sentence'
}
