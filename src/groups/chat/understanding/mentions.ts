import { coreName, foldName, knownNameIndex } from '../../../market/known-names-index.ts'
import { listedAs, listedAt, listedLike, namedSo, onlyBegunBy } from '../../../market/known-names-match.ts'
import {
  isAbbreviated,
  isOftenThing,
  isOrdinaryPhrase,
  isOrdinaryWord,
} from '../../../market/known-names-words.ts'
import type { InstrumentSummary } from '../../../ports/instruments.ts'

/** Instruments that one question may be about. */
const MOST_INSTRUMENTS = 5
const MOST_LOOKUPS = 60
const LONGEST_NAME = 4
const MATCHES = 8
const WORD = /\$?[\p{L}\p{N}][\p{L}\p{M}\p{N}.&'’-]*(?:(?<=[A-Z]{2})\/[AB]\b)?/gu
const TICKER = /^(?:[A-Z][A-Z0-9]{0,5}|\d{1,6}(?=\.))(?:[./-][A-Z]{1,3})?$/
/** `NASDAQ:AAPL`, `NYSE: F`. */
const PLACED =
  /(?<![\p{L}\p{N}])([A-Za-z]{3,10}) ?: ?\$?([A-Z0-9]{1,10}(?:[.-][A-Z]{1,3})?)(?![\p{L}\p{N}])/gu
/** Legal forms that make a company of any word before them. */
const LEGAL = words('inc incorporated corp corporation ltd limited plc ag sa se nv group')
const CORPORATE = LEGAL.union(words('co company companies holding holdings'))
/** Words that begin questions, and abbreviations that are no companies in one. */
const NO_NAMES = words(
  `what which who why when where how is are was were did do does has have had the a an and or of in on for to my our your i tell show give
  compare list find please can could should will would explain summarize summarise describe fy q1 q2 q3 q4 eps ebit ebitda usd eur gbp us uk eu ceo
  cfo ipo fcf yoy pe etf gdp cpi fed sec news price revenue sales income profit earnings cash debt assets stock stocks share shares market today
  yesterday january february march april may june july august september october november december monday tuesday wednesday thursday friday ai
  any all total net gross operating free latest last this that next new it its they them so as at by if be no vs than with from class series`,
)
/** What joins the members of a list. */
const JOINS = words('and or vs versus than with against to & n')
const DETERMINERS = words(
  'the a an this that these those its their his her my our your any each every some no another which',
)
/** What stands before the name of a company, where a letter or an abbreviation is one. */
const BEFORE = words(
  `of for vs versus than about is are was did does do has have had will can should in on and or with compare between buy own sell how to`,
)
/** Questions that go on with a verb and with what does it: how did it do? */
const OPENS = words('how why')
const VERBS = words('is are was were did does do has have')
/** What a company has and no thing: a word behind `price of` is one. */
const OF_SHARES = words('ceo price shares stock valuation pe e eps dividend cap capitalisation')
const CLOSES = words(
  `in for over since from during on at by this last next today yesterday now ytd mtd qtd after before do doing is was has will perform
  performing trading fall falling fell drop rise rising rose jump down up move react gain lose go`,
)
/** What is asked of companies. */
const ASKED = words(
  `price prices stock share shares revenue revenues sales earnings income profit profits profitability margin margins eps pe p/e ratio ratios
  market valuation dividend dividends news headlines return returns performance debt cash chart quote results growth volatility peg roe roa
  ebitda capex guidance fundamentals financials net gross operating free total year quarter month week annual quarterly are were did does had
  have can should be a an latest yield report reported cheap expensive grow grew make made earn earned pay paid close closed closing`,
)

type Lookup = (text: string, limit: number) => readonly InstrumentSummary[]

interface Word {
  /** Without what closes a sentence and without the possessive. */
  text: string
  /** With its possessive, which may belong to the name: McDonald's. */
  whole: string
  folded: string
  isPossessive: boolean
  isLower: boolean
  /** What stands between it and the word before; a line's end where there is none. */
  gap: string
}

/** How far a candidate is believed: by itself, where nothing is sure, or only in a list with one that is believed. */
type Standing = 'sure' | 'alone' | 'listed'

interface Candidate {
  at: number
  end: number
  standing: Standing
  match: InstrumentSummary
}

interface Message {
  words: readonly Word[]
  /** Without any capital. */
  isLower: boolean
  /** Capitals say nothing: all are, or each word begins with one. */
  isLoud: boolean
}

/**
 * The instruments that a question names, in its order: tickers (`AAPL`, `$TSLA`, `NYSE: F`, `BRK.B`), names without their corporate form, of up
 * to four words, and the first word of a name where it means one company. In small letters only known names are, and those that are ordinary
 * words as well (`target`) only where they stand as names do, above all in a list with another.
 */
export function mentionedInstruments(question: string, named: Lookup): InstrumentSummary[] {
  const lookup = bounded(named)
  const placed = new Map<string, InstrumentSummary>()
  const text = question.slice(0, 2_000).replaceAll(PLACED, (all, exchange: string, ticker: string) => {
    const match = listedAt(exchange, ticker, lookup(ticker, MATCHES))
    if (match === undefined) return all
    if (match !== null) placed.set(ticker, match)
    // The ticker with its sign stays in the place of both, and is found again.
    return ` $${ticker} `
  })
  const message = messageOf(text)
  const candidates: Candidate[] = []
  for (let at = 0; at < message.words.length;) {
    const candidate = candidateAt(message, at, lookup, placed)
    if (candidate !== null) candidates.push(candidate)
    at = candidate?.end ?? at + 1
  }
  const found = new Map(believed(candidates, message).map(({ match }) => [match.entityId, match]))
  return [...found.values()].slice(0, MOST_INSTRUMENTS)
}

function bounded(named: Lookup): Lookup {
  const known = new Map<string, readonly InstrumentSummary[]>()
  return (text, limit) => {
    const hits = known.get(text) ?? (known.size < MOST_LOOKUPS ? named(text, limit) : [])
    if (known.size < MOST_LOOKUPS) known.set(text, hits)
    return hits
  }
}

function messageOf(text: string): Message {
  let end = 0
  const found = [...text.matchAll(WORD)].map(({ 0: raw, index }): Word => {
    const gap = end === 0 ? '\n' : text.slice(end, index)
    const whole = raw.replace(/[.&-]+$/, (closing) => (/^(?:\p{L}\.)+$/u.test(raw) ? closing : ''))
    const bare = whole.replace(/['’](?:s|S)?$/, '')
    end = index + (raw.endsWith('.') && whole !== raw ? raw.length - 1 : raw.length)
    const isLower = bare === bare.toLowerCase() && /\p{L}/u.test(bare)
    return { text: bare, whole, folded: foldName(bare), isPossessive: bare !== whole, isLower, gap }
  })
  const long = found.filter(({ text: word }) => /^\p{L}{4,}$/u.test(word))
  const isShouted =
    text === text.toUpperCase() && found.length > 3 && found.some(({ folded }) => NO_NAMES.has(folded))
  const isTitled = long.length > 3 && long.every(({ isLower }) => !isLower)
  return { words: found, isLower: text === text.toLowerCase(), isLoud: isShouted || isTitled }
}

/** The longest name that begins there. */
function candidateAt(
  message: Message,
  at: number,
  lookup: Lookup,
  placed: ReadonlyMap<string, InstrumentSummary>,
): Candidate | null {
  const first = message.words[at]
  if (first?.text.startsWith('$') === true) {
    const sign = first.text.slice(1).toUpperCase()
    // An amount of money is no ticker.
    const match = placed.get(sign) ?? (/^\d/.test(sign) ? null : tickerMatch(sign, lookup))
    return match === null ? null : { at, end: at + 1, standing: 'sure', match }
  }
  for (let length = Math.min(LONGEST_NAME, message.words.length - at); length > 0; length--) {
    const part = message.words.slice(at, at + length)
    if (part.slice(1).some(endsBefore)) continue
    const standing = length > 1 ? standingOfPhrase(message, part) : standingOfWord(message, at)
    if (standing === null) continue
    const match = length > 1 ? nameMatch(part, lookup, 'known') : wordMatch(message, at, lookup)
    if (match !== null) return { at, end: at + length, standing, match }
  }
  return null
}

/** A name does not go on behind a comma, but for one before its legal form. */
const endsBefore = ({ gap, folded }: Word): boolean =>
  /[;:?!()\n/]|\. /.test(gap) || (gap.includes(',') && !CORPORATE.has(folded))

function standingOfPhrase({ words: all, isLower }: Message, part: readonly Word[]): Standing | null {
  const [first, last] = [part[0], part.at(-1)]
  if (first === undefined || last === undefined) return null
  const core = coreName(phraseOf(part, 'whole'))
  const isCapital = part.every((word) => !word.isLower || /^(?:of|and|de|the)$/.test(word.folded))
  if (JOINS.has(first.folded) || JOINS.has(last.folded) || DETERMINERS.has(first.folded)) return null
  if (!core.includes(' ')) {
    // `apple inc`, but no `target company`.
    if (NO_NAMES.has(first.folded) || !CORPORATE.has(last.folded)) return null
    return LEGAL.has(last.folded) || isCapital ? 'sure' : null
  }
  if (isCapital) return 'sure'
  if (NO_NAMES.has(first.folded) || NO_NAMES.has(last.folded)) return null
  if (isOrdinaryPhrase(core)) return part.length === all.length ? 'sure' : 'listed'
  const known =
    knownNameIndex().names.get(core) ?? knownNameIndex().names.get(foldName(phraseOf(part, 'text')))
  return known?.isOwn === true || isLower ? 'sure' : null
}

function standingOfWord(message: Message, at: number): Standing | null {
  const word = message.words[at]
  if (word === undefined || /^\d+$/.test(word.text)) return null
  if (message.words.length === 1 && !NO_NAMES.has(word.folded)) return 'sure'
  const [follows, next] = [followsName(message.words, at), message.words[at + 1]?.folded]
  if (word.text.length === 1) return standingOfLetter(message, at)
  if (NO_NAMES.has(word.folded)) return null
  const isStart = isSentenceStart(word)
  const isTicker = TICKER.test(word.text)
  if (isTicker && isAbbreviated(word.folded)) {
    if (!follows || next === 'ratio' || isAbbreviation(message.words[at - 1])) return null
    return isStart || BEFORE.has(beforeOf(message.words, at)) ? 'alone' : 'listed'
  }
  const isOrdinary = isOrdinaryWord(word.folded)
  if (isTicker && isOrdinary && next === 'of') return null
  if (!word.isLower && !message.isLoud) {
    if (isTicker || !isOrdinary) return 'sure'
    if (isPartOfName(message.words, at) || endsName(message.words, at)) return null
    // A fund is called for what it holds, which may be meant for itself.
    if (knownNameIndex().names.get(word.folded)?.isOwn === false) return standingOfOrdinary(message, at)
    if (!isStart) return 'sure'
    return follows ? 'alone' : null
  }
  return isOrdinary ? standingOfOrdinary(message, at) : standingInSmallLetters(message, at)
}

/** `T`, `F`: the article and the pronoun are none without a sign. */
function standingOfLetter({ words: all }: Message, at: number): Standing | null {
  const word = all[at]
  if (word === undefined || word.isLower || /^[AI]$/.test(word.text)) return null
  // P/E is no list of two.
  if (word.gap.includes('/') || all[at + 1]?.gap === '/' || !followsName(all, at)) return null
  const before = beforeOf(all, at)
  if (before === 'and' || before === 'or') return 'listed'
  return isSentenceStart(word) || BEFORE.has(before) ? 'sure' : 'listed'
}

/** Where a word that means a thing as well stands as only a company does. */
function standingOfOrdinary({ words: all }: Message, at: number): Standing | null {
  const word = all[at]
  if (word === undefined || DETERMINERS.has(beforeOf(all, at))) return null
  if (/['’]s$/i.test(word.whole) || (at === 0 && followsName(all, at))) return 'alone'
  // `apple vs target revenue`
  if (!closes(all, at))
    return /^(?:vs|versus)$/.test(beforeOf(all, at)) && followsName(all, at) ? 'listed' : null
  return standsAsCompany(beforeOf(all, at), all[at - 2]?.folded ?? '') ? 'alone' : 'listed'
}

/** `price of`, `how did`, `about`. */
const standsAsCompany = (before: string, second: string): boolean =>
  before === 'about' ||
  (before === 'of' && OF_SHARES.has(second)) ||
  (before === 'to' && second === 'happened') ||
  (VERBS.has(before) && OPENS.has(second))

function standingInSmallLetters({ words: all, isLower, isLoud }: Message, at: number): Standing | null {
  const word = all[at]
  if (word === undefined) return null
  const known = knownNameIndex().names.get(coreName(word.whole)) ?? knownNameIndex().names.get(word.folded)
  if (known?.isOwn === true && word.folded.length > 3 && !isOftenThing(word.folded)) return 'sure'
  const isThing = known === undefined || isOftenThing(word.folded)
  if (isThing && DETERMINERS.has(beforeOf(all, at))) return null
  const follows = followsName(all, at) || isKnownTicker(all[at - 1]) || isKnownTicker(all[at + 1])
  if (known !== undefined || isKnownTicker(word) || knownNameIndex().firstWords.has(word.folded))
    return follows ? 'sure' : null
  if (isLoud) return 'sure'
  const stands = isSentenceStart(word) || BEFORE.has(beforeOf(all, at))
  if (isLower && follows && stands) return 'alone'
  return closes(all, at) ? 'listed' : null
}

const isKnownTicker = (word: Word | undefined): boolean =>
  word !== undefined &&
  word.text.length > 2 &&
  !isOrdinaryWord(word.folded) &&
  knownNameIndex().tickers.has(word.text.toUpperCase())

/** The believed ones: what is sure, what is in a list with it, and where nothing is sure, what could be meant. */
function believed(candidates: readonly Candidate[], message: Message): Candidate[] {
  const chosen = new Set(candidates.filter(({ standing }) => standing === 'sure'))
  if (chosen.size === 0) for (const each of candidates) if (each.standing === 'alone') chosen.add(each)
  for (let size = -1; size !== chosen.size;) {
    size = chosen.size
    for (const [place, one] of candidates.entries()) {
      const next = candidates[place + 1]
      if (next === undefined || chosen.has(one) === chosen.has(next) || !areListed(one, next, message))
        continue
      chosen.add(one).add(next)
    }
  }
  return candidates.filter((each) => chosen.has(each))
}

function areListed(one: Candidate, next: Candidate, { words: all }: Message): boolean {
  const between = all.slice(one.end, next.at)
  const gaps = all.slice(one.end, next.at + 1).map(({ gap }) => gap)
  if (gaps.some((gap) => /[?!.\n;]/.test(gap))) return false
  const [join, ...others] = between
  if (join === undefined) return /[,/+&]/.test(gaps[0] ?? '')
  return others.length === 0 && JOINS.has(join.folded)
}

const isSentenceStart = ({ gap }: Word): boolean => /[\n.?!:;]/.test(gap)

const isAbbreviation = (word: Word | undefined): boolean =>
  word !== undefined && TICKER.test(word.text) && isAbbreviated(word.folded)

/** Whether the name goes on with another capital: the United States are not United. */
function isPartOfName(all: readonly Word[], at: number): boolean {
  const [word, next] = [all[at], all[at + 1]]
  if (next === undefined || next.gap !== ' ' || word?.isPossessive === true) return false
  return /^\p{Lu}(?:\p{Ll}|$)/u.test(next.text) && !ASKED.has(next.folded) && !NO_NAMES.has(next.folded)
}

/** Whether it ends a name that began before it: Barton Square, Leigh Fox. */
function endsName(all: readonly Word[], at: number): boolean {
  const [before, word] = [all[at - 1], all[at]]
  if (before === undefined || word?.gap !== ' ' || isSentenceStart(before) || before.isPossessive)
    return false
  return /^\p{Lu}\p{Ll}/u.test(before.text) && !NO_NAMES.has(before.folded) && !BEFORE.has(before.folded)
}

/** The word before, in the same sentence. */
const beforeOf = (all: readonly Word[], at: number): string => {
  const word = all[at]
  return word === undefined || isSentenceStart(word) ? '' : (all[at - 1]?.folded ?? '')
}

/** Whether what follows leaves the word as it is: the end, a time, or another of a list. */
function closes(all: readonly Word[], at: number): boolean {
  const next = all[at + 1]
  if (next === undefined || /[^\s'’]/.test(next.gap)) return true
  return JOINS.has(next.folded) || CLOSES.has(next.folded) || /^\d|^q[1-4]|^fy/.test(next.folded)
}

/** Whether what follows is asked of companies. */
const followsName = (all: readonly Word[], at: number): boolean =>
  closes(all, at) || all[at]?.isPossessive === true || ASKED.has(all[at + 1]?.folded ?? '')

/** What a ticker in capitals means: the listing that is written so, else one that it may be short for. */
function tickerMatch(text: string, lookup: Lookup): InstrumentSummary | null {
  const hits = lookup(text, MATCHES)
  const match = listedAs(text, hits) ?? listedLike(text, hits)
  return match === null && text.endsWith('.US') ? tickerMatch(text.slice(0, -3), lookup) : match
}

function wordMatch(message: Message, at: number, lookup: Lookup): InstrumentSummary | null {
  const word = message.words[at]
  if (word === undefined) return null
  const ticker = word.text.toUpperCase()
  const isOnly = message.words.length === 1
  if (TICKER.test(word.text)) {
    const match = listedAs(word.text, lookup(word.text, MATCHES))
    if (match !== null || isAbbreviated(word.folded)) return match
  }
  if (word.text.length < 2) return isOnly ? tickerMatch(ticker, lookup) : null
  const isFollowed = followsName(message.words, at)
  const named = nameMatch(
    [word],
    beforeOf(message.words, at) === 'the' ? indicesFirst(lookup) : lookup,
    isPartOfName(message.words, at) ? 'whole' : isFollowed ? 'begun' : 'known',
  )
  if (named !== null || !TICKER.test(ticker)) return named
  if (!word.isLower) return TICKER.test(word.text) ? tickerMatch(ticker, lookup) : null
  // A ticker in small letters that is a word is the word.
  const mayBeTicker = word.text.length > 2 && isWordOfTickers(message.words, at)
  return isOnly || mayBeTicker ? tickerMatch(ticker, lookup) : null
}

/** The Dow is the index, Dow the company. */
const indicesFirst =
  (lookup: Lookup): Lookup =>
  (text, limit) =>
    lookup(text, limit).toSorted(
      (one, other) => Number(other.ticker.startsWith('^')) - Number(one.ticker.startsWith('^')),
    )

/** `pltr vs snow` */
const isWordOfTickers = (all: readonly Word[], at: number): boolean => {
  const folded = all[at]?.folded ?? ''
  if (isAbbreviated(folded)) return false
  return isOrdinaryWord(folded) ? closes(all, at) && JOINS.has(beforeOf(all, at)) : true
}

/** What is called so, with or without the possessive. */
function nameMatch(
  part: readonly Word[],
  lookup: Lookup,
  by: 'whole' | 'known' | 'begun',
): InstrumentSummary | null {
  for (const text of new Set([phraseOf(part, 'whole'), phraseOf(part, 'text')])) {
    const hits = lookup(text, MATCHES)
    const begun = by === 'begun' && hits.length < MATCHES ? onlyBegunBy(text, hits) : null
    const match = namedSo(text, hits) ?? begun
    if (match !== null && (by !== 'whole' || !isShortFor(text, match))) return match
  }
  return null
}

/** The words with what stands between them, such as `&`; the last with its possessive or without. */
const phraseOf = (part: readonly Word[], last: 'whole' | 'text'): string =>
  part.map((word, at) => (at === 0 ? '' : word.gap) + word[at === part.length - 1 ? last : 'whole']).join('')

/** Whether a name is known by its beginning only. */
const isShortFor = (text: string, { name }: InstrumentSummary): boolean =>
  !knownNameIndex().names.has(coreName(text)) && coreName(name) !== coreName(text)

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}
