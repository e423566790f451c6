import type { Day } from '../../../kernel/time.ts'
import { isCommonWord } from '../../../market/common-words.ts'
import type { Passage } from './name-context.ts'
import type { TickerTable } from './ticker-table.ts'
import { NEVER_NAMES } from './word-lists.ts'

/** A ticker that a text marks as one. */
export interface TickerCue {
  /** Offsets of the ticker itself. */
  start: number
  end: number
  /** Where what marks it begins: the exchange before it is not spoken of. */
  from: number
  ticker: string
  instrument: number
}

/** A ticker in brackets, which counts beside the name of its company only. */
export interface BracketedTicker {
  ticker: string
  start: number
  end: number
}

export interface TickerCues {
  cues: TickerCue[]
  bracketed: BracketedTicker[]
  /** Exchanges before tickers that no instrument has: still where something trades, not an index of that name. */
  exchanges: { from: number; end: number }[]
}

const DOLLAR = /\$([A-Za-z]{1,6}(?:[.-][A-Za-z]{1,2})?)(?![\p{L}\p{N}])/uy
const AFTER_COLON = /:\s?([A-Z0-9&]{1,12}(?:[.-][A-Z]{1,2})?)(?![\p{L}\p{N}])/uy
const FURTHER = /[,;/]\s?([A-Z]{1,6}(?:[.-][A-Z])?)(?=[,;/)\]])/y
const BRACKETED = /[([<]([A-Z]{1,6}(?:[./-][A-Z]{1,3})?)[)\]>]/y
const RIC = /[([<]([A-Z0-9]{1,8}[a-z]?)\.([A-Z]{1,2})[)\]>]/y
const EXCHANGE_BEFORE = /([A-Za-z]{2,10})(?: (American|Arca|MKT|Global))?\s?$/
const LONGEST_EXCHANGE = 24
/** Tickers after one exchange. */
const MOST_IN_LIST = 20

/** How texts write exchanges, by the country they stand for. */
const EXCHANGES = byName({
  US: 'nasdaq nasdaqgs nasdaqgm nasdaqcm nyse nysearca nyseamerican nysemkt amex arca otc otcmkts otcqb otcqx otcbb pink cboe bats',
  GB: 'lse lon aim',
  CA: 'tsx tsxv tse cse neo cve',
  AU: 'asx',
  IN: 'nse bse bom',
  HK: 'hkex hkg sehk hkse',
  DE: 'xetra etr fra fwb frankfurt',
  FR: 'epa par',
  NL: 'ams aex',
  CH: 'swx six vtx',
  JP: 'tyo jpx',
  KR: 'krx kosdaq kospi',
  CN: 'sha she sse szse',
  TW: 'tpe twse',
  SG: 'sgx ses',
  ZA: 'jse',
  SE: 'sto omx',
  DK: 'cph',
  NO: 'osl ose',
  FI: 'hel',
  ES: 'bme mce',
  IT: 'bit mta',
  BR: 'bvmf',
})
/** The letters after the dot of a Reuters code, by the country they stand for. */
const RIC_COUNTRIES = byName({
  US: 'o n oq a k p pk oa',
  GB: 'l',
  JP: 't',
  HK: 'hk',
  IN: 'ns bo',
  DE: 'de f',
  FR: 'pa',
  NL: 'as',
  IT: 'mi',
  ES: 'mc',
  CH: 's vx',
  CA: 'to v',
  AU: 'ax',
  CN: 'ss sz',
  KR: 'ks kq',
  TW: 'tw',
  SG: 'si',
  SE: 'st',
  DK: 'co',
  NO: 'ol',
  FI: 'he',
  BR: 'sa',
  ZA: 'j',
  BE: 'br',
  PT: 'ls',
})

/** Finds the tickers that a text marks, in one pass. */
export function tickerCues(
  text: string,
  passage: Passage,
  tickers: TickerTable,
  day: Day | null,
): TickerCues {
  const found: TickerCues = { cues: [], bracketed: [], exchanges: [] }
  const seen = new Map<string, number>()
  const put = (ticker: string, start: number, country: string | null, from = start): boolean => {
    const key = `${country ?? ''} ${ticker}`
    const instrument = seen.get(key) ?? tickers.find(ticker, country, day)
    seen.set(key, instrument)
    if (instrument >= 0) found.cues.push({ start, end: start + ticker.length, from, ticker, instrument })
    return instrument >= 0
  }
  for (let at = 0; at < text.length; at++) {
    const mark = text[at]
    if (mark === '$') {
      const [, ticker] = matchAt(DOLLAR, text, at) ?? []
      if (ticker !== undefined) put(ticker, at + 1, null)
    } else if (mark === ':') placeTickers(text, at, { put, found })
    else if (mark === '(' || mark === '[' || mark === '<') bracketedTicker(text, at, { put, found })
  }
  for (const [at, token] of passage.tokens.entries()) {
    if (isStockOf(passage, at)) put(text.slice(token.start, token.end), token.start, null)
  }
  return found
}

type Put = (ticker: string, start: number, country: string | null, from?: number) => boolean

interface Finding {
  put: Put
  found: TickerCues
}

/** `NASDAQ: GOOG, GOOGL`. */
function placeTickers(text: string, colon: number, { put, found }: Finding): void {
  const before = EXCHANGE_BEFORE.exec(text.slice(Math.max(0, colon - LONGEST_EXCHANGE), colon))
  const [, word = '', further = ''] = before ?? []
  const country = EXCHANGES.get(word.toLowerCase()) ?? EXCHANGES.get(further.toLowerCase()) ?? null
  if (country === null && !/^(?:symbol|ticker)$/i.test(word)) return
  let match = matchAt(AFTER_COLON, text, colon)
  let end = colon
  let from = colon - (before?.[0] ?? '').length
  for (let count = 0; match !== null && count < MOST_IN_LIST; count++) {
    end += match[0].length
    const ticker = match[1] ?? ''
    const isListed = put(ticker, end - ticker.length, country, from)
    // What has digits alone may be a level: `Nasdaq: 13,000`.
    if (!isListed && count === 0 && /[A-Z]/.test(ticker)) found.exchanges.push({ from, end: colon })
    from = end
    match = matchAt(FURTHER, text, end)
  }
}

function bracketedTicker(text: string, at: number, { put, found }: Finding): void {
  const ric = matchAt(RIC, text, at)
  const country = RIC_COUNTRIES.get((ric?.[2] ?? '').toLowerCase())
  if (ric !== null && country !== undefined) {
    const code = ric[1] ?? ''
    // A small letter is the share class: `BRKb.N`.
    const ticker = /[a-z]$/.test(code) ? `${code.slice(0, -1)}.${code.slice(-1).toUpperCase()}` : code
    const start = found.cues.length
    if (put(ticker, at + 1, country)) {
      const cue = found.cues[start]
      if (cue !== undefined) cue.end = at + 1 + code.length
      return
    }
  }
  const [, ticker] = matchAt(BRACKETED, text, at) ?? []
  if (ticker === undefined) return
  const isPlain = text[at] === '('
  if (!isPlain && ticker.length > 2 && !isCommonWord(ticker.toLowerCase()) && put(ticker, at + 1, null))
    return
  found.bracketed.push({ ticker, start: at + 1, end: at + 1 + ticker.length })
}

/**
 * `AAPL stock`: capitals that are no word and no part of a longer name, before what only a listing has, in a text that is not all
 * capitals. `Comfort Systems USA shares` are not those of a fund with that ticker, and neither are `USA shares`.
 */
function isStockOf({ tokens, named }: Passage, at: number): boolean {
  const [token, next] = [tokens[at], tokens[at + 1]]
  if (token?.shape !== 'upper' || next === undefined || next.gap !== 'space') return false
  if (next.shape === 'upper' || !/^(?:stock|shares)$/.test(next.word)) return false
  if (named[at] === 2 || NEVER_NAMES.has(token.word)) return false
  return /^[a-z]{2,5}$/.test(token.word) && token.base === null && !isCommonWord(token.word)
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

function byName(table: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(table).flatMap(([country, names]) =>
      names.split(' ').map((name) => [name, country] as const),
    ),
  )
}
