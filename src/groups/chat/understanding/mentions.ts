import { knownIdentities } from '../../../market/known-names.ts'
import type { InstrumentSummary } from '../../../ports/instruments.ts'

/** Instruments that one question may be about. */
const MOST_INSTRUMENTS = 5
const MOST_LOOKUPS = 60
const LONGEST_NAME = 4
const MATCHES = 5
const WORD = /[$(]?[\p{L}\p{N}][\p{L}\p{N}.&'’-]*/gu
const TICKER = /^[A-Z][A-Z0-9]{0,5}(?:[.-][A-Z]{1,2})?$/
const CORPORATE =
  /[\s,–-]+(?:inc|incorporated|corp|corporation|co|company|companies|ltd|limited|plc|ag|se|sa|nv|group|holdings?|trust|class [a-c]|common stock|the|\(the\)|de|spa|oyj|asa|ab)\.?$/i
/** Capitalised words that begin questions, and abbreviations that are no companies in one. */
const NO_NAMES = new Set(
  `what which who why when where how is are was were did do does has have had the a an and or of in on for to my our your i tell show give
  compare list find please can could should will would explain summarize summarise describe fy q1 q2 q3 q4 eps ebit ebitda usd eur gbp us uk eu ceo
  cfo ipo fcf yoy ytd pe etf gdp cpi fed sec news price revenue sales income profit earnings cash debt assets stock stocks share shares market today
  yesterday january february march april may june july august september october november december monday tuesday wednesday thursday friday ai
  any all total net gross operating free latest last this that next new it its they them`.split(/\s+/),
)

type Lookup = (text: string, limit: number) => readonly InstrumentSummary[]

/**
 * The instruments that a question names, in its order: tickers in capitals (`AAPL`, `$TSLA`), and names without their corporate form, of up to
 * four words. A word in small letters is no name unless the whole question is in small letters and the name is exactly that.
 */
export function mentionedInstruments(question: string, named: Lookup): InstrumentSummary[] {
  const words = [...question.slice(0, 2_000).matchAll(WORD)].map(([word]) =>
    word.replace(/['’]s?$|[.,]$/g, ''),
  )
  const isLower = question === question.toLowerCase()
  const found = new Map<string, InstrumentSummary>()
  let lookups = 0
  for (let at = 0; at < words.length && found.size < MOST_INSTRUMENTS;) {
    let taken = 0
    for (let length = Math.min(LONGEST_NAME, words.length - at); length > 0 && taken === 0; length--) {
      const phrase = words.slice(at, at + length).join(' ')
      if (!mayBeName(words.slice(at, at + length), isLower) || lookups++ > MOST_LOOKUPS) continue
      const match = matchOf(phrase, named)
      if (match === null) continue
      found.set(match.entityId, match)
      taken = length
    }
    at += Math.max(1, taken)
  }
  return [...found.values()]
}

function mayBeName(words: readonly string[], isLower: boolean): boolean {
  const [first = '', last = ''] = [words[0], words.at(-1)]
  const bare = (word: string): string => word.replace(/^[$(]/, '').toLowerCase()
  if (/^\d+$/.test(first) || NO_NAMES.has(bare(first)) || NO_NAMES.has(bare(last))) return false
  if (/^[$(]/.test(first)) return words.length === 1
  return isLower || (/^\p{Lu}|^\d*\p{Lu}/u.test(first) && /^[\p{Lu}\p{N}&]/u.test(last))
}

function matchOf(phrase: string, named: Lookup): InstrumentSummary | null {
  const text = phrase.replace(/^[$(]/, '')
  if (text.length < 2 && !phrase.startsWith('$')) return null
  const hits = named(text, MATCHES)
  if (TICKER.test(text)) {
    const listed = hits.find(({ ticker }) => ticker === text)
    if (listed !== undefined) return listed
  }
  const wanted = coreOf(text)
  const tickers = tickersByAlias().get(plain(text))
  return hits.find(({ name, ticker }) => coreOf(name) === wanted || tickers?.has(ticker) === true) ?? null
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

let aliases: ReadonlyMap<string, ReadonlySet<string>> | null = null

/** Short and former names that people use for companies: Google, Facebook, Ford. A brand may be meant for itself, so it is none. */
function tickersByAlias(): ReadonlyMap<string, ReadonlySet<string>> {
  if (aliases !== null) return aliases
  const tickers = new Map<string, Set<string>>()
  for (const identity of knownIdentities()) {
    const used = identity.aliases.filter(({ kind }) => kind !== 'brand').map(({ text }) => text)
    for (const text of [...identity.names, ...used]) {
      const key = plain(text)
      const known = tickers.get(key) ?? new Set()
      for (const { ticker } of identity.tickers) known.add(ticker)
      tickers.set(key, known)
    }
  }
  aliases = tickers
  return tickers
}

/** A name without its corporate form, in small letters. */
function coreOf(name: string): string {
  let core = name.trim()
  for (let before = ''; before !== core;) {
    before = core
    core = core.replace(CORPORATE, '').trim()
  }
  return (
    core
      .toLowerCase()
      .replace(/^the /, '')
      // Amazon.com is called Amazon.
      .replace(/\.com$/, '')
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  )
}
