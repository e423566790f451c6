import type { InstrumentSummary } from '../../../../ports/instruments.ts'

/** Classes of assets as they are spoken of beside one another, and the tickers of what tells them, the customary one first. */
const CLASSES: ReadonlyArray<readonly [words: string, tickers: readonly string[]]> = [
  ['stocks|equities|(?:stock|equity) market', ['^GSPC', 'SPY']],
  ['bonds|bond market|fixed income', ['AGG', 'BND', 'TLT']],
]
const WORDS = new RegExp(
  String.raw`(?<=(?:^\W*|\b(?:of|between|with|to|and|or|are|is|how|vs\.?|versus|&) ))(?:the )?(?:us |american )?(?:${CLASSES.map(([words]) => `(${words})`).join('|')})(?=\W*$|,| (?:and|with|to|vs\.?|versus|over|in|since|this|last|correlat\w*|move)\b)`,
  'gi',
)
const CORRELATED = /\bcorrelat|\bmove together\b/i
const MATCHES = 8
const MOST_LETTERS = 2_000

type Lookup = (text: string, limit: number) => readonly InstrumentSummary[]

/** A class of assets in a question, and what tells it. */
export interface ClassMention {
  begins: number
  ends: number
  said: string
  match: InstrumentSummary
}

/** The classes of assets of which a question asks how alike they move, `correlation of gold and bonds`, as far as something listed tells them. */
export function assetClassesIn(question: string, named: Lookup): ClassMention[] {
  const text = question.slice(0, MOST_LETTERS)
  if (!CORRELATED.test(text)) return []
  const mentions = [...text.matchAll(WORDS)]
  // Each class is told once, where it is first said.
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
