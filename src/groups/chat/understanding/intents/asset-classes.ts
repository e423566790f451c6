import { oneOf } from '../../../../kernel/patterns.ts'
import type { InstrumentSummary } from '../../../../ports/instruments.ts'
import { asksWhatItDid } from './market-indices.ts'
import { CRASHED, SOARED } from './move-words.ts'

const AND = '(?:vs\\.?|versus|and|or|to|with|against|than|beat|beaten|outperform(?:ed)?)'
const STYLE_NOUN = '(?:stocks|shares|equities|funds|etfs)'

/** Asset classes as they are compared in questions, and the tickers that can stand in for them, the preferred one first. */
const CLASSES: ReadonlyArray<readonly [words: string, tickers: readonly string[]]> = [
  [`small[- ]caps?(?: ${STYLE_NOUN})?`, ['IWM', 'IJR']],
  [`mid[- ]caps?(?: ${STYLE_NOUN})?`, ['IJH', 'MDY']],
  [`(?:large|big|mega)[- ]caps?(?: ${STYLE_NOUN})?`, ['^GSPC', 'SPY']],
  // Alone these words mean other things.
  [`growth(?: ${STYLE_NOUN}|(?= ${AND} value\\b)|(?<=\\bvalue ${AND} growth))`, ['VUG', 'IWF']],
  [`value(?: ${STYLE_NOUN}|(?= ${AND} growth\\b)|(?<=\\bgrowth ${AND} value))`, ['VTV', 'IWD']],
  [`dividend ${STYLE_NOUN}`, ['VYM', 'SCHD']],
  ['stocks|equities|(?:stock|equity) market', ['^GSPC', 'SPY']],
  ['bonds|bond market|fixed income', ['AGG', 'BND', 'TLT']],
  ['crypto(?:currency|currencies|s)?(?: market)?', ['BTC-USD']],
  ['commodit(?:y|ies)(?: market)?', ['DBC', 'PDBC', 'GSG']],
]
const BEFORE =
  'of|on|between|with|to|than|and|or|are|is|were|was|did|do|(?:how|why|much) (?:have|has)|how|about|beat|beaten|outperform(?:ed)?|against|vs\\.?|versus|&'
const AFTER = oneOf`
  and|or|with|to|vs\.?|versus|against|over|in|since|this|last|today|yesterday|lately|recently|so|ytd|up|down|higher|lower
  do|doing|done|did|beat|outperform\w*|perform\w*|return\w*|correlat\w*|moved?|go|going|gone|went|risen?|rising|rose|fall\w*|fell
  gain\w*|los[et]|losing|year|${SOARED}|${CRASHED}
`
const WORDS = new RegExp(
  String.raw`(?<=(?:^\W*|\b(?:${BEFORE}) ))(?:the )?(?:us |american )?(?:${CLASSES.map(([words]) => `(${words})`).join('|')})(?=\W*$|,| ${AFTER}\b)`,
  'gi',
)
/** Words that join two classes. */
const COMPARING =
  /\bcorrelat|\bmove together\b|\b(?:vs\.?|versus|compared|against|beat|beaten|outperform\w*|better than|worse than)(?![\w-])/i
/** `and bonds?`: just another class. */
const NEXT = /^\W*(?:and|or|what about|how about) (?:the )?[\w ]{1,20}\W*$/i
const MATCHES = 8
const MOST_LETTERS = 2_000

type Lookup = (text: string, limit: number) => readonly InstrumentSummary[]

/** An asset class in a question, and the instrument that stands in for it. */
export interface ClassMention {
  begins: number
  ends: number
  said: string
  match: InstrumentSummary
}

/** The asset classes whose returns a question asks for, alone or compared, if a stand-in is listed. */
export function assetClassesIn(question: string, named: Lookup): ClassMention[] {
  const text = question.slice(0, MOST_LETTERS)
  const mentions = [...text.matchAll(WORDS)]
  // Most texts have none, and reading the rest of the question takes longer.
  if (mentions.length === 0) return []
  if (!COMPARING.test(text) && !NEXT.test(text) && !asksWhatItDid(text)) return []
  // Each class once, at its first mention.
  return CLASSES.flatMap(([, tickers], at) => {
    const first = mentions.find((mention) => mention[at + 1] !== undefined)
    const match = first === undefined ? undefined : firstListed(tickers, named)
    if (first === undefined || match === undefined) return []
    const [said] = first
    return [{ begins: first.index, ends: first.index + said.length, said, match }]
  })
}

function firstListed(tickers: readonly string[], named: Lookup): InstrumentSummary | undefined {
  for (const ticker of tickers) {
    const match = named(ticker, MATCHES).find((each) => each.ticker === ticker)
    if (match !== undefined) return match
  }
  return undefined
}
