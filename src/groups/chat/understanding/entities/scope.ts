import { termsOf } from '../../text/terms.ts'
import { CORPORATE, words } from './message-words.ts'

/** Most words of a phrase. */
const MOST_WORDS = 4
const MOST_PHRASES = 4
const DOLLARS = /\bU\.?S\.?(?: dollars?\b|\$)/gi
/** Words only when in capitals: the US, IT. */
const CAPITALS = /^(?:US|IT|USA|UK|EU)$/
const MOST_LETTERS = 2_000
const WORD = /(?:\p{Lu}\.){2,}|[\p{L}\p{N}]+(?:[.,&/'’-][\p{L}\p{N}]+)*/gu
const NUMBER = /^(?:fy|q|h)?['’]?\d[\d.,/-]*(?:st|nd|rd|th|q|h|k|m|bn)?$/i

/** Prepositions before the part to which a number is narrowed. */
const PREPOSITIONS = words(
  'in from of for by per within excluding including without outside across at on with through via ex',
)
const DETERMINERS = words('the a an its their his her our all each every other')

/** Words that do not narrow a number: times, auxiliary verbs, and words for numbers, companies and reports. */
const GENERAL: ReadonlySet<string> = new Set(
  termsOf(`
  day days week month quarter year decade annual annually yearly quarterly monthly weekly daily fiscal financial calendar ttm ltm ytd mtd qtd trailing rolling
  twelve half period date time times today yesterday tomorrow now ago currently current present recent recently latest newest last past previous prior preceding next
  coming upcoming first second third fourth final former initial early earlier late later before since after during until between end ended ending ends start
  beginning begin began close closed closing open opening january february march april june july august september october november december jan feb mar apr jun jul
  aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday morning afternoon evening night session weekend season market markets
  one two three four five six seven eight nine ten eleven single couple few several many dozen hundred thousand million billion trillion usd dollar dollars cent percent percentage
  report reported reporting reports announce announced publish published release released disclose post posted book booked record recorded file filed filing filings
  make made making generate generated earn earned bring brought produce produced get got achieve achieved deliver delivered realize see seen saw take took turn turned pull rake raked collect
  have had hold held carry carried owe owed sit sits stand stands stood spend spent pay paid pays paying payout payouts distribute distributed declare declared sell sold selling buy bought cost trade traded trading
  come came go went become became look looks looked seem appear remain stay keep run ran reach reached hit total totalled totaled amount amounted equal be being worth
  grow grew grown growing growth change changed increase increased decrease decreased decline declined rise rose risen fall fell fallen drop dropped improve improved worsen expand
  expanded shrink shrank slow slowed accelerate double doubled move moved jump jumped surge surged develop developed development trend compare compared comparison versus vs against relative than differ
  difference rank ranked exceed beat top lead outperform
  high higher highest low lower lowest good better best bad worse worst large larger largest big bigger biggest small smaller smallest great greater fast faster slow slower strong stronger weak weaker
  most least hand cheap cheaper expensive healthy profitable
  total overall net gross full whole entire complete consolidated combined aggregate group worldwide global globally companywide basic diluted actual real really exact exactly precise roughly
  approximately around nearly average mean median typical normal standard gaap raw absolute common ordinary simple plain true own respective same both each every other
  figure figures number numbers value values level levels size rate ratio ratios multiple multiples margin line item items statement statements balance sheet income cash flow account accounts
  history historical result results financials fundamentals metric metrics report 10-k 10-q 10k 10q 8-k sec annual basis terms point points bps x times fold
  company companies corporation corporate business firm firms enterprise organization organisation parent stock stocks share shares equity equities security securities ticker instrument listing fund etf index coin
  outstanding shareholder shareholders stockholder stockholders investor investors per-share earnings revenue sales profit price
  here there then exactly please thanks thank hi hello hey quick quickly briefly just only actually still already yet ever never always often usually again too
  general particular detail details short example way annum history comparison context word words sentence sentences bullet json source sources citation
  among despite according regarding concerning because due thereof summarize summarise calculate compute provide display fetch look lookup discuss describe
  analyze analyse outline retrieve search kindly pls dear
  whats row straight know tell show give find need want wonder see check help explain say said says question answer list chart table graph plot summary overview breakdown
  estimate estimated guess roughly think believe expect expected consensus interesting interested
  `),
)

/** Whether a term does not narrow what is asked for. */
export const isGeneralTerm = (term: string): boolean => GENERAL.has(term) || NUMBER.test(term)

type Kind = 'asked' | 'name' | 'preposition' | 'determiner' | 'general' | 'word'

interface Token {
  text: string
  kind: Kind
  /** Whether it is part of a time that was understood. */
  isTime: boolean
  /** Whether only blanks separate it from the one before. */
  isJoined: boolean
}

/** The text with an understood part blanked out, each of the same length as the text. */
export interface UnderstoodWords {
  /** Without metrics' words. */
  unnamed: string
  /** Without what is asked for. */
  unasked: string
  /** Without times. */
  untimed: string
}

/**
 * The words by which a question narrows a number to a part of it, or means another number: `China` in "revenue in China", `iPhone` in
 * "iPhone revenue", `after-hours` in "the after-hours price".
 */
export function scopeOf(text: string, understood: UnderstoodWords): string[] {
  const tokens = tokensOf(text, understood)
  const phrases: string[] = []
  for (let at = 0; at < tokens.length;) {
    const end = endOfRun(tokens, at)
    if (end > at && narrows(tokens, at, end))
      phrases.push(
        tokens
          .slice(at, Math.min(end, at + MOST_WORDS))
          .map((token) => token.text)
          .join(' '),
      )
    at = Math.max(end, at + 1)
  }
  return [...new Set(phrases)].slice(0, MOST_PHRASES)
}

function tokensOf(text: string, { unnamed, unasked, untimed }: UnderstoodWords): Token[] {
  // Letters whose lower-case form is longer shift the positions.
  if ([unnamed, unasked, untimed].some(({ length }) => length !== text.length)) return []
  const read = text.slice(0, MOST_LETTERS).replaceAll(DOLLARS, (said) => ' '.repeat(said.length))
  let end = 0
  return [...read.matchAll(WORD)].map(({ 0: word, index }): Token => {
    const isJoined = /^\s*$/.test(read.slice(end, index))
    end = index + word.length
    // Of `apple,tesla` only a comma is left.
    const isBlank = (rest: string): boolean => /^[\s,;/&+]*$/.test(rest.slice(index, end))
    const bare = word.replace(/['’]s$/, '')
    const isTime = isBlank(untimed)
    const kind = isBlank(unasked) ? 'asked' : isBlank(unnamed) ? 'name' : isTime ? 'general' : kindOf(bare)
    return { text: bare, kind, isJoined, isTime }
  })
}

function kindOf(word: string): Kind {
  const folded = word.toLowerCase()
  if (PREPOSITIONS.has(folded)) return 'preposition'
  if (DETERMINERS.has(folded)) return 'determiner'
  if (CAPITALS.test(word.replaceAll('.', ''))) return 'word'
  const isGeneral =
    NUMBER.test(word) ||
    folded.length === 1 ||
    CORPORATE.has(folded) ||
    termsOf(word).every((term) => GENERAL.has(term))
  return isGeneral ? 'general' : 'word'
}

/** The end of adjacent words: `United States and Canada`. */
function endOfRun(tokens: readonly Token[], at: number): number {
  const goesOn = (place: number): boolean => {
    const token = tokens[place]
    if (token === undefined || (place > at && !token.isJoined)) return false
    return token.kind === 'word' || (place > at && AND.test(token.text) && goesOn(place + 1))
  }
  let end = at
  while (goesOn(end)) end++
  return end
}

const AND = /^(?:and|or)$/i

/** A phrase after a preposition, directly before a metric, or a product after a company: `the price of Apple's iPhone`. */
function narrows(tokens: readonly Token[], at: number, end: number): boolean {
  const first = tokens[at]
  if (first?.isJoined === true) {
    const before =
      tokens[tokens[at - 1]?.kind === 'determiner' && tokens[at - 1]?.isJoined === true ? at - 2 : at - 1]
    if (before?.kind === 'preposition') return true
    if (before?.kind === 'name' && /\p{Lu}/u.test(first.text)) return true
  }
  let next = end
  while (tokens[next]?.kind === 'general' && tokens[next]?.isJoined === true) next++
  return tokens[next]?.kind === 'asked' && tokens[next]?.isJoined === true
}

/** Prepositions of times only; the others are of times and other things. */
const BEFORE_TIMES = words('since until till during throughout before after amid')
const MAY_BE_BEFORE_TIMES = words('on over in at within around following')
/** Most words of a time that was not understood, including its preposition. */
const MOST_TIME_WORDS = 7
const DAY_WORD = /^(?:days?|weeks?|weekends?|months?|years?|seasons?|eve|nights?|mornings?|hours?)$/i

/**
 * Times in a question that were not understood, with their preposition: `during the pandemic`, `since the election`. Returns and prices are
 * then given for another time.
 */
export function unreadTimes(text: string, understood: UnderstoodWords): string[] {
  const tokens = tokensOf(text, understood)
  const phrases = tokens.flatMap((_, at) => {
    const length = unreadLength(tokens, at)
    const said = tokens.slice(at, at + length).map((token) => token.text)
    return length === 0 ? [] : [said.join(' ')]
  })
  return [...new Set(phrases)].slice(0, MOST_PHRASES)
}

/** How many words from a position on are a time that was not understood; 0 for none. */
function unreadLength(tokens: readonly Token[], at: number): number {
  const [first, second] = [tokens[at], tokens[at + 1]]
  if (first === undefined || first.isTime) return 0
  const folded = first.text.toLowerCase()
  const isSure = BEFORE_TIMES.has(folded)
  if (!isSure && !MAY_BE_BEFORE_TIMES.has(folded)) return 0
  // A metric after such a preposition is an event in time: since the split, since earnings.
  const following = tokens.slice(at + 1)
  const isAskedAlone =
    folded === 'since' && following.length > 0 && following.every(({ kind }) => kind === 'asked')
  const takesAsked = isSure && (isAskedAlone || second?.kind === 'determiner' || second?.kind === 'general')
  let length = 0
  for (let on = at + 1; on < Math.min(tokens.length, at + MOST_TIME_WORDS); on++) {
    const token = tokens[on]
    if (token === undefined || !token.isJoined || token.isTime || token.kind === 'preposition') break
    if (token.kind === 'name' || (token.kind === 'asked' && !takesAsked)) break
    const goesOn = length === on - at && DAY_WORD.test(token.text)
    if (token.kind === 'word' || token.kind === 'asked' || goesOn) length = on - at + 1
  }
  return length
}
