import { coreName, knownNameIndex } from '../../../../market/known-names-index.ts'
import {
  isListedInstead,
  listedAs,
  listedAt,
  listedLike,
  namedSo,
  onlyBegunBy,
} from '../../../../market/known-names-match.ts'
import { isAbbreviated, isOrdinaryWord } from '../../../../market/known-names-words.ts'
import type { InstrumentSummary } from '../../../../ports/instruments.ts'
import { assetClassesIn } from '../intents/asset-classes.ts'
import { ranksSector } from '../intents/day-moves.ts'
import { isIndex, isOfSector, marketAgainst, marketIn } from '../intents/market-indices.ts'
import { leftOutOf } from './exclusions.ts'
import { isCommodity } from './commodities.ts'
import {
  isDenied,
  isShortTicker,
  standingOfPhrase,
  standingOfWord,
  type Standing,
} from './mention-context.ts'
import {
  TICKER,
  CORPORATE,
  JOINS,
  NO_NAMES,
  blanked,
  messageOf,
  isPartOfName,
  beforeOf,
  closes,
  followsName,
  phraseOf,
  words,
  type Word,
  type Message,
} from './message-words.ts'

/** One more than a question is answered about, so that an excess is noticed. */
const MOST_INSTRUMENTS = 6
const MOST_LOOKUPS = 60
const MOST_LETTERS = 2_000
/** In words. */
const LONGEST_NAME = 4
const MATCHES = 8

/** `NASDAQ:AAPL`, `NYSE: F`. */
const PLACED =
  /(?<![\p{L}\p{N}])([A-Za-z]{3,10}) ?: ?\$?([A-Z0-9]{1,10}(?:[.-][A-Z]{1,3})?)(?![\p{L}\p{N}])/gu

/** `MSFT:NASDAQ`, `VOD:LON`. */
const PLACED_AFTER =
  /(?<![\p{L}\p{N}:])\$?([A-Z0-9]{1,10}(?:[.-][A-Z]{1,3})?):([A-Za-z]{3,10})(?![\p{L}\p{N}:])/gu

type Lookup = (text: string, limit: number) => readonly InstrumentSummary[]

interface Candidate {
  at: number
  end: number
  standing: Standing
  match: InstrumentSummary
}

/** Everything that a question names. */
export interface Mentions {
  /** In the order of the question, each once. */
  instruments: InstrumentSummary[]
  /** Exclusions: `without Apple`. */
  excluded: InstrumentSummary[]
  /** The question with these names blanked out. */
  rest: string
  /** The question with its exclusions blanked out. */
  kept: string
  /** The words used for each. */
  called: readonly Called[]
  /** Asset classes for which one instrument stands in: `bonds`. */
  classes: readonly Called[]
}

interface Called {
  said: string
  match: InstrumentSummary
}

/** Names that are answered by a stand-in. */
export interface Substitutions {
  /** Tickers that are not listed, answered by another listing of the company: GOOGL for GOOG. */
  instead: Array<{ ticker: string; match: InstrumentSummary }>
  /** Commodities answered by a fund: gold. */
  materials: readonly Called[]
  /** Asset classes: bonds. */
  classes: readonly Called[]
}

/**
 * The instruments that a question names: tickers (`AAPL`, `$TSLA`, `NYSE: F`, `BRK.B`), names of up to four words without their legal form,
 * and the first word of a name when it is unique. In lower case only known names count, and those that are ordinary words as well
 * (`target`) only in the position of a name, above all in a list with another. A question that names none may ask about the market as a
 * whole, for which its indices stand in.
 */
export function mentionsIn(question: string, named: Lookup): Mentions {
  const lookup = bounded(named)
  const placed = new Map<string, InstrumentSummary>()
  const capital = question.slice(0, MOST_LETTERS).replaceAll(/\bs&p\b/g, 'S&P')
  const place = (all: string, exchange: string, ticker: string): string => {
    const match = listedAt(exchange, ticker, lookup(ticker, MATCHES))
    if (match === undefined) return all
    if (match !== null) placed.set(ticker, match)
    // Only the `$` ticker is kept in the place of both; it is matched again.
    return ` $${ticker} `.padEnd(all.length)
  }
  const text = capital
    .replaceAll(PLACED, place)
    .replaceAll(PLACED_AFTER, (all, ticker: string, exchange: string) => place(all, exchange, ticker))
  const message = messageOf(text)
  const candidates: Candidate[] = []
  for (let at = 0; at < message.words.length;) {
    const candidate = candidateAt(message, at, lookup, placed)
    if (candidate !== null) candidates.push(candidate)
    at = candidate?.end ?? at + 1
  }
  const sure = believed(candidates, message)
  // A ranking of a sector's stocks is not about the sector's fund.
  const all = ranksSector(text) ? sure.filter((each) => !isOfSector(phraseIn(message, each))) : sure
  const leftOut = leftOutOf(message.words, all)
  const others = all.filter((each) => !leftOut.has(each))
  const found = new Map(meant(others, message).map(({ match }) => [match.entityId, match]))
  const excluded = new Map(
    [...leftOut.keys()].flatMap(({ match }) =>
      found.has(match.entityId) ? [] : [[match.entityId, match] as const],
    ),
  )
  const stretchOf = ({ at, end }: Pick<Candidate, 'at' | 'end'>): { begins: number; ends: number } => ({
    begins: message.words[at]?.begins ?? 0,
    ends: message.words[end - 1]?.ends ?? 0,
  })
  const stretches = all.map(stretchOf)
  const market = found.size === 0 ? marketIn(text, lookup) : null
  const against = marketAgainst(text, lookup, market !== null)
  const markets = [market, against].filter((each) => each !== null)
  // The market as a whole is represented by its indices, not by an asset class.
  const classes = assetClassesIn(text, lookup).filter(({ begins }) => begins !== market?.begins)
  const standIns = [...markets.flatMap((each) => each.instruments), ...classes.map(({ match }) => match)]
  const instruments = new Map([...found.values(), ...standIns].map((each) => [each.entityId, each]))
  const said = [...stretches, ...markets, ...classes]
  const without = (stretches: readonly { begins: number; ends: number }[], from: string): string =>
    stretches.reduce((rest, { begins, ends }) => blanked(rest, begins, ends), from) +
    question.slice(text.length)
  return {
    instruments: [...instruments.values()].slice(0, MOST_INSTRUMENTS),
    excluded: [...excluded.values()],
    rest: without(said, text),
    kept: without([...leftOut.values()].map(stretchOf), capital),
    called: all.map((each) => ({ said: phraseIn(message, each).replace('$', ''), match: each.match })),
    classes,
  }
}

const phraseIn = ({ words }: Message, { at, end }: Candidate): string =>
  phraseOf(words.slice(at, end), 'text')

const FUND = /\b(?:fund|trust|shares|etf|etc)\b/i

export const isNamedAsFund = (name: string): boolean => FUND.test(name)

/** Which of the names in a question are answered by a stand-in. */
export function substitutionsIn({ called, classes }: Pick<Mentions, 'called' | 'classes'>): Substitutions {
  return {
    classes,
    instead: called.flatMap(({ said, match }) => {
      const ticker = said.toUpperCase()
      return isListedInstead(ticker, match) ? [{ ticker, match }] : []
    }),
    materials: called.filter(({ said, match }) => isCommodity(said) && isNamedAsFund(match.name)),
  }
}

export const mentionedInstruments = (question: string, named: Lookup): InstrumentSummary[] =>
  mentionsIn(question, named).instruments

/** A question without its names: `What was the revenue in 2019?` from "What was the revenue of Apple in 2019?" */
export const withoutNames = (question: string, named: Lookup): string =>
  mentionsIn(question, named)
    .rest.replaceAll(/\s+/g, ' ')
    .replace(LEFT_BEFORE, ' ')
    .replace(/^[\s,:]+/, '')

/** A preposition whose object was removed. */
const LEFT_BEFORE =
  / ?\b(?:of|at|for|by|in|from|with) (?=[,?.!]|$|(?:in|for|on|at|as|between|from|during)\b)/i

function bounded(named: Lookup): Lookup {
  const known = new Map<string, readonly InstrumentSummary[]>()
  return (text, limit) => {
    const hits = known.get(text) ?? (known.size < MOST_LOOKUPS ? named(text, limit) : [])
    if (known.size < MOST_LOOKUPS) known.set(text, hits)
    return hits
  }
}

/** The longest name that begins at a position. */
function candidateAt(
  message: Message,
  at: number,
  lookup: Lookup,
  placed: ReadonlyMap<string, InstrumentSummary>,
): Candidate | null {
  const first = message.words[at]
  if (first?.text.startsWith('$') === true) {
    const sign = first.text.slice(1).toUpperCase()
    // An amount of money is not a ticker.
    const match = placed.get(sign) ?? (/^\d/.test(sign) ? null : tickerMatch(sign, lookup))
    return match === null ? null : { at, end: at + 1, standing: 'sure', match }
  }
  const called = codeMatch(message.words, at, lookup)
  if (called !== null) return { at, end: at + 1, standing: 'sure', match: called }
  const ofClass = classMatch(message.words, at, lookup)
  if (ofClass !== null) return { at, end: at + 2, standing: 'sure', match: ofClass }
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

const ISIN = /^[A-Z]{2}[A-Z0-9]{9}\d$/i
const CALLED = words('ticker symbol')

/** An ISIN, or an explicit ticker: `the ticker F`. */
function codeMatch(all: readonly Word[], at: number, lookup: Lookup): InstrumentSummary | null {
  const word = all[at]
  if (word === undefined) return null
  if (ISIN.test(word.text)) {
    const [only = null, ...others] = lookup(word.text.toUpperCase(), MATCHES)
    return others.length === 0 ? only : null
  }
  return TICKER.test(word.text) && CALLED.has(beforeOf(all, at)) ? tickerMatch(word.text, lookup) : null
}

/** `brk b`: a ticker with its share class as a separate word, if exactly that is listed. */
function classMatch(all: readonly Word[], at: number, lookup: Lookup): InstrumentSummary | null {
  const [word, next] = [all[at], all[at + 1]]
  if (word === undefined || next?.gap !== ' ' || !/^[ab]$/i.test(next.text)) return null
  if (!/^[a-z]{2,5}$/i.test(word.text) || NO_NAMES.has(word.folded) || !followsName(all, at + 1)) return null
  const ticker = `${word.text}.${next.text}`.toUpperCase()
  return listedAs(ticker, lookup(ticker, MATCHES))
}

/** A name ends at a comma, except one before its legal form. */
const endsBefore = ({ gap, folded }: Word): boolean =>
  /[;:?!()\n/]|\. /.test(gap) || (gap.includes(',') && !CORPORATE.has(folded))

/** The accepted candidates: those that are certain, those in a list with one, and without any certain one the possible ones. */
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

/** Without names that the question rejects in favour of others: `Apple, not Microsoft`. */
function meant(all: readonly Candidate[], { words: said }: Message): readonly Candidate[] {
  const kept = all.filter(({ at }) => !isDenied(said, at))
  return kept.length > 0 ? kept : all
}

function areListed(one: Candidate, next: Candidate, { words: all }: Message): boolean {
  const between = all.slice(one.end, next.at)
  const gaps = all.slice(one.end, next.at + 1).map(({ gap }) => gap)
  if (gaps.some((gap) => /[?!.\n;]/.test(gap))) return false
  const said = between.map(({ folded }) => folded).join(' ')
  if (said === '') return /[,/+&]/.test(gaps[0] ?? '')
  // `is Apple safer than Tesla`, `how did gold do vs bitcoin`, `compared to gold`
  if (/^(?:[a-z]+er|more|less|better|worse) than$/.test(said) || COMPARED.test(said)) return true
  if (one.standing === 'alone' && ASKED_BETWEEN.test(said)) return true
  return JOINS.has(said.replace(/ (?:the|my)$/, ''))
}

/** `ko dividend yield vs pep` */
const ASKED_BETWEEN = /^(?:[\w/]+ ){1,3}(?:vs|versus|against|or)$/

const COMPARED =
  /^(?:(?:do|doing|done|perform|performed|return|returned) )?(?:(?:compared|relative|correlat(?:ed|ion)) (?:to|with)|vs|versus|against)(?: the| my)?$/

/** The instrument of a ticker in capitals: the listing spelt so, otherwise one that it abbreviates. */
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
    isIndexHere(message.words, at) ? indicesFirst(lookup) : lookup,
    isPartOfName(message.words, at) ? 'whole' : isFollowed ? 'begun' : 'known',
  )
  if (named !== null || !TICKER.test(ticker)) return named
  if (!word.isLower) return TICKER.test(word.text) ? tickerMatch(ticker, lookup) : null
  // A lower-case ticker that is a word is read as the word.
  const mayBeTicker = (word.text.length > 2 || isShortTicker(word)) && isWordOfTickers(message.words, at)
  return isOnly || mayBeTicker ? tickerMatch(ticker, lookup) : null
}

/** Indices that share a company's name, case-folded: Dow, Nasdaq, S&P Global. */
const OF_INDICES: ReadonlySet<string> = new Set(['dow', 'nasdaq', 's and p'])

/** What a company has and an index has not. */
const OF_COMPANIES =
  words(`revenue revenues sales income profit profits earnings eps margin margins pe dividend dividends debt cash assets
  equity cap capitalisation capitalization ceo ebitda valuation yield shares stock employees`)

const RATIO = /\b[PD]\/[ESB]\b/i

/** `the Dow`, and `Dow today`: with metrics of both the index is meant. */
function isIndexHere(all: readonly Word[], at: number): boolean {
  if (beforeOf(all, at) === 'the') return true
  const isOf = (place: number): boolean => OF_INDICES.has(all[place]?.folded ?? '')
  const isOfCompany = all.some(({ folded }) => OF_COMPANIES.has(folded)) || RATIO.test(phraseOf(all, 'text'))
  if (!isOf(at) || !closes(all, at) || isOfCompany) return false
  const isListed = JOINS.has(all[at + 1]?.folded ?? '')
  return !isListed || isOf(at + 2)
}

/** Sorts the Dow index before Dow Inc. */
const indicesFirst =
  (lookup: Lookup): Lookup =>
  (text, limit) =>
    lookup(text, limit).toSorted((one, other) => Number(isIndex(other)) - Number(isIndex(one)))

/** `pltr vs snow` */
const isWordOfTickers = (all: readonly Word[], at: number): boolean => {
  const folded = all[at]?.folded ?? ''
  if (isAbbreviated(folded)) return false
  return isOrdinaryWord(folded) ? closes(all, at) && JOINS.has(beforeOf(all, at)) : true
}

/** The instrument of a name, with or without the possessive. */
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

/** Whether a name is matched by its beginning only. */
const isShortFor = (text: string, { name }: InstrumentSummary): boolean =>
  !knownNameIndex().names.has(coreName(text)) && coreName(name) !== coreName(text)
