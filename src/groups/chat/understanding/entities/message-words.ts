import { foldName, knownNameIndex } from '../../../../market/known-names-index.ts'
import { isDistinctiveWord, isOftenThing } from '../../../../market/known-names-words.ts'
import { isSteepMove } from '../intents/move-words.ts'

const WORD = /\$?[\p{L}\p{N}][\p{L}\p{M}\p{N}.&'’-]*(?:(?<=[A-Z]{2})\/[AB]\b)?/gu

/** A ticker in capitals, with its share class or its exchange's suffix. */
export const TICKER = /^(?:[A-Z][A-Z0-9]{0,5}|\d{1,6}(?=\.))(?:[./-][A-Z]{1,3})?$/

/** Legal forms, which make any word before them a company. */
export const LEGAL = words('inc incorporated corp corporation ltd limited plc ag sa se nv group')

/** Words after a name that are not part of it. */
export const CORPORATE = LEGAL.union(words('co company companies holding holdings'))

/** Words that begin questions, and abbreviations that are not companies. */
export const NO_NAMES = words(
  `what which who why when where how is are was were did do does has have had the a an and or of in on for to my our your i tell show give
  compare list find please can could should will would explain summarize summarise describe fy q1 q2 q3 q4 eps ebit ebitda usd eur gbp us uk eu ceo
  cfo ipo fcf yoy pe etf gdp cpi fed sec news price revenue sales income profit earnings cash debt assets stock stocks share shares market today
  yesterday january february march april may june july august september october november december monday tuesday wednesday thursday friday ai
  any all total net gross operating free latest last this that next new it its they them so as at by if be no vs than with from class series`,
)

/** Words that join the members of a list. */
export const JOINS = words('and or vs versus than with against to & n')

/** Determiners, which make the next word a common noun. */
export const DETERMINERS = words(
  'the a an this that these those its their his her my our your any each every some no another which',
)

/** Words before a company's name, after which a letter or an abbreviation may be one. */
export const BEFORE = words(
  `of for vs versus than about is are was did does do has have had will can should in on and or with compare between buy own sell how to`,
)

/** Words that may follow a name without a metric: times and moves. */
const CLOSES = words(
  `in for over since from between during on at by this last next today yesterday tomorrow now ytd mtd qtd after before do doing is was has will perform
  performing performed done gone going been trading traded safer riskier cheaper bigger larger smaller better worse fall falling fallen fell drop rise risen rising rose falls drops rises goes gains loses
  down up move moved react gain gained lose lost go dropped declined declining recovered recovering peak peaked bottomed past each daily beat beats beaten outperform outperformed underperform underperformed but instead ever never worth above below without except
  compared relative overvalued undervalued overpriced underpriced overbought oversold profitable`,
)

/** Metrics and attributes of companies. */
export const ASKED = words(
  `buyback buybacks holdings constituents components price prices stock share shares revenue revenues sales earnings income profit profits profitability margin margins eps pe p/e ratio ratios
  market valuation dividend dividends news headlines return returns performance debt cash chart quote results growth volatility peg roe roa
  ebitda capex guidance fundamentals financials net gross operating free total year quarter month week annual quarterly monthly weekly yearly are were did does had
  have can should be a an latest yield report reported cheap expensive grow grew make made earn earned pay paid close closes closed closing
  competitors competitor rivals peers sentiment correlation correlated beta drawdown split splits volume rsi macd isin ticker symbol sector industry employees hold holds listed balance
  open opens opened opening high highs low lows highest lowest peak ath record level max maximum average pays
  premarket options ceo founder founders headquarters`,
)

/** A word of a message. */
export interface Word {
  /** Without closing punctuation and possessive. */
  text: string
  /** With its possessive, which may belong to the name: McDonald's. */
  whole: string
  folded: string
  isPossessive: boolean
  isLower: boolean
  /** What separates it from the word before; a line break for the first word. */
  gap: string
  /** Its start in the message, and its end including the possessive. */
  begins: number
  ends: number
}

/** A message split into words, and what its capitals mean. */
export interface Message {
  words: readonly Word[]
  /** Without any capital letter. */
  isLower: boolean
  /** Whether capitals carry no meaning: a message of several words is all in capitals, or every longer word begins with one. */
  isCapitalised: boolean
}

/** Splits a message into words. */
export function messageOf(text: string): Message {
  let end = 0
  const found = [...text.matchAll(WORD)].map(({ 0: raw, index }): Word => {
    const gap = end === 0 ? '\n' : text.slice(end, index)
    const whole = raw.replace(/[.&-]+$/, (closing) => (/^(?:\p{L}\.)+$/u.test(raw) ? closing : ''))
    const bare = whole.replace(/['’](?:s|S)?$/, '')
    end = index + (raw.endsWith('.') && whole !== raw ? raw.length - 1 : raw.length)
    const isLower = bare === bare.toLowerCase() && /\p{L}/u.test(bare)
    const folded = foldName(bare)
    return { text: bare, whole, folded, isPossessive: bare !== whole, isLower, gap, begins: index, ends: end }
  })
  const words = found.map((word, at) => withoutBareS(word, found[at + 1]))
  const long = words.filter(({ text: word }) => /^\p{L}{4,}$/u.test(word))
  const isShouted =
    text === text.toUpperCase() && words.length > 3 && words.some(({ folded }) => NO_NAMES.has(folded))
  const isTitled = long.length > 3 && long.every(({ isLower }) => !isLower)
  return { words, isLower: text === text.toLowerCase(), isCapitalised: isShouted || isTitled }
}

/** A company's possessive typed without its apostrophe: `teslas pe`, but `apples` before a word that is no metric is fruit. */
function withoutBareS(word: Word, next: Word | undefined): Word {
  const stem = word.folded.slice(0, -1)
  const isTyped = /^\p{L}{3,}s$/u.test(word.text) && !word.isPossessive && /[^s]$/.test(stem)
  if (!isTyped || knownNameIndex().names.has(word.folded) || !knownNameIndex().names.has(stem)) return word
  return (isDistinctiveWord(stem) && !isOftenThing(stem)) ||
    (next?.gap === ' ' && ASKED.has(next.folded) && !next.folded.startsWith('do'))
    ? { ...word, text: word.text.slice(0, -1), folded: stem, isPossessive: true }
    : word
}

/** Whether it begins a sentence, or follows a colon. */
export const isSentenceStart = ({ gap }: Word): boolean => /[\n.?!:;]/.test(gap)

/** Whether the name continues with another capitalised word: the United States are not United. */
export function isPartOfName(all: readonly Word[], at: number): boolean {
  const [word, next] = [all[at], all[at + 1]]
  if (next === undefined || next.gap !== ' ' || word?.isPossessive === true) return false
  return /^\p{Lu}(?:\p{Ll}|$)/u.test(next.text) && !ASKED.has(next.folded) && !NO_NAMES.has(next.folded)
}

/** Whether it is the end of a longer name: Barton Square, Leigh Fox. */
export function endsName(all: readonly Word[], at: number): boolean {
  const [before, word] = [all[at - 1], all[at]]
  if (before === undefined || word?.gap !== ' ' || isSentenceStart(before) || before.isPossessive)
    return false
  return /^\p{Lu}\p{Ll}/u.test(before.text) && !NO_NAMES.has(before.folded) && !BEFORE.has(before.folded)
}

/** The word before it in the same sentence. */
export const beforeOf = (all: readonly Word[], at: number): string => {
  const word = all[at]
  return word === undefined || isSentenceStart(word) ? '' : (all[at - 1]?.folded ?? '')
}

/** Whether what follows does not change the meaning of the word: the end, a time, or another member of a list. */
export function closes(all: readonly Word[], at: number): boolean {
  const next = all[at + 1]
  if (next === undefined || /[^\s'’]/.test(next.gap)) return true
  return (
    JOINS.has(next.folded) ||
    CLOSES.has(next.folded) ||
    isSteepMove(next.folded) ||
    /^\d|^q[1-4]|^fy/.test(next.folded)
  )
}

/** Whether a metric or attribute of companies follows. */
export const followsName = (all: readonly Word[], at: number): boolean =>
  closes(all, at) ||
  isPriced(all, at) ||
  all[at]?.isPossessive === true ||
  ASKED.has(all[at + 1]?.folded ?? '') ||
  isRatio(all, at + 1) ||
  // `apple all time high`
  /^all[- ]time\b/.test(`${all[at + 1]?.folded ?? ''} ${all[at + 2]?.folded ?? ''}`)

/** `what did gold cost`, `what does a bitcoin cost` */
export function isPriced(all: readonly Word[], at: number): boolean {
  const isOne = /^(?:an?|one|each)$/.test(beforeOf(all, at))
  return (
    /^costs?$/.test(all[at + 1]?.folded ?? '') &&
    /^(?:did|do|does|would)$/.test(beforeOf(all, isOne ? at - 1 : at))
  )
}

const RATIO = /^(?:p|ev)\/(?:e|s|b|ebitda|sales|revenue)$/

/** Whether a ratio spelt with a slash begins there: `p/e`. */
const isRatio = (all: readonly Word[], at: number): boolean =>
  RATIO.test(`${all[at]?.folded ?? ''}${all[at + 1]?.gap ?? ''}${all[at + 1]?.folded ?? ''}`)

/** The words with their separators, such as `&`; the last with or without its possessive. */
export const phraseOf = (part: readonly Word[], last: 'whole' | 'text'): string =>
  part.map((word, at) => (at === 0 ? '' : word.gap) + word[at === part.length - 1 ? last : 'whole']).join('')

/** A text with one stretch blanked out, and everything else in its place. */
export const blanked = (text: string, from: number, to: number): string =>
  text.slice(0, from) + ' '.repeat(to - from) + text.slice(to)

/** A text without the positions that are blank in another of the same length; unchanged when the lengths differ. */
export const withoutBlanks = (text: string, other: string): string =>
  text.length === other.length
    ? text.replaceAll(/\S+/g, (word, at: number) =>
        Array.from({ length: word.length }, (_, on) => (other[at + on] === ' ' ? ' ' : word[on])).join(''),
      )
    : text

/** The set of the words of a text. */
export function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}
