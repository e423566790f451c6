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

/** A class of assets in a question, and what tells it. */
export interface ClassMention {
  begins: number
  ends: number
  said: string
  match: InstrumentSummary
}

/** The classes of assets of which a question asks how alike they move, `correlation of gold and bonds`, as far as something listed tells them. */
export function assetClassesIn(
  question: string,
  named: (text: string, limit: number) => readonly InstrumentSummary[],
): ClassMention[] {
  const text = question.slice(0, MOST_LETTERS)
  if (!CORRELATED.test(text)) return []
  const found = new Map<string, ClassMention>()
  for (const match of text.matchAll(WORDS)) {
    const tickers = CLASSES[match.slice(1).findIndex((each) => each !== undefined)]?.[1] ?? []
    const listed = tickers.flatMap(
      (ticker) => named(ticker, MATCHES).find((each) => each.ticker === ticker) ?? [],
    )
    const [said] = match
    if (listed[0] !== undefined && !found.has(listed[0].entityId))
      found.set(listed[0].entityId, {
        begins: match.index,
        ends: match.index + said.length,
        said,
        match: listed[0],
      })
  }
  return [...found.values()]
}
