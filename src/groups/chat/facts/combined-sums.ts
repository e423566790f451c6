import { foldName } from '../../../market/known-names-index.ts'
import type { Finding } from '../answer.ts'
import type { Fact, Measure } from './facts.ts'

const COMBINED = /\b(?:combined|together|altogether|in (?:sum|total|all)|sum of|total of|add(?:ed)? up)\b/i
/** Length of an ISO 4217 code. */
const CODE = 3
/** An amount in millions, as statement lines and market capitalisations are written. */
const MILLIONS = /^[A-Z]{3} (−?[\d,]+(?:\.\d+)?) million$/
const MOST_SUMS = 4
const LONGEST = 2_000

/**
 * The sum of the same amount of several companies in the same period, with its computation, if the question asks for it; cites each of
 * them.
 */
export function combinedSums(asked: string, facts: readonly Fact[]): Finding[] {
  const question = asked.slice(0, LONGEST)
  if (!COMBINED.test(question) && !TOTAL_OF_TWO.test(question)) return []
  const compared = THAN.exec(question)?.[1] ?? question
  const all = facts.flatMap(({ measures = [] }, source) =>
    measures
      .filter(({ isChange, of }) => !isChange && (compared === question || isNamedIn(compared, of)))
      .map((measure) => ({ measure, source })),
  )
  return [...Map.groupBy(all, ({ measure: { what, when, unit } }) => `${what} ${when} ${unit}`).values()]
    .flatMap((terms) => {
      const text = sumOf(terms.map(({ measure }) => measure))
      return text === null ? [] : [{ text, sources: terms.map(({ source }) => source) }]
    })
    .slice(0, MOST_SUMS)
}

/** "Total" also occurs in questions about one company. */
const TOTAL_OF_TWO = /^(?!.*\b(?:compar\w*|vs\.?|versus|which|whose|than|or)\b).*\btotal\b.*\band\b/is
/** "Is it larger than A and B together?": the names after "than" are summed. */
const THAN = /\bthan\b(.*)$/is

/** Whether the first word of a name, or its ticker, occurs in a text. */
function isNamedIn(text: string, of: string): boolean {
  const words = new Set(foldName(text.replaceAll(/['’]s\b/g, '')).split(' '))
  const [first = ''] = foldName(of).split(' ')
  const ticker = /\(([^()]+)\)$/.exec(of)?.[1]?.toLowerCase() ?? ''
  return words.has(first) || words.has(ticker)
}

function sumOf(terms: readonly Measure[]): string | null {
  const [first] = terms
  const amounts = terms.flatMap(({ said }) => MILLIONS.exec(said)?.[1] ?? [])
  if (first === undefined || amounts.length < 2 || amounts.length < terms.length) return null
  if (new Set(terms.map(({ of }) => of)).size < terms.length) return null
  const sum = amounts.reduce((total, each) => total + Number(each.replaceAll(',', '').replace('−', '-')), 0)
  const said = sum.toLocaleString('en-US', { maximumFractionDigits: 2 }).replace('-', '−')
  const when = first.when === '' ? '' : ` in ${first.when}`
  return `The ${first.what} of ${terms.map(({ of }) => of).join(', ')}${when} adds up to ${amounts.join(' + ')} = ${said} million ${first.said.slice(0, CODE)}.`
}
