import { oneOf } from '../../../kernel/patterns.ts'

/** Asks for the row or column that is highest or lowest, or grew most or least. */
export interface ExtremeOperation {
  kind: 'whichRow'
  pick: 'most' | 'least'
  /** 1 for the first, 2 for the second. */
  place: number
  of: 'value' | 'growth'
  /** The noun for the items: `region`, `operating segment`; empty when not stated. */
  noun: string
  /** Whether they are countries and regions of the world; null when it may be either. */
  ofPlaces: boolean | null
}

const SUPERLATIVE =
  /\b(?:(second|third|2nd|3rd)[- ])?(highest|largest|greatest|biggest|(?<!\bat )most(?! recent)|higher|larger|greater|bigger|maximum|fastest|strongest|best|top|lowest|smallest|(?<!\bat )least|lower|smaller|minimum|fewest|slowest|weakest|worst)\b(?! than\b)/i
const OF_LEAST = /^(?:low|small|least|minimum|few|slow|weak|worst)/i
const GROWTH =
  /\b(?:grew|grow|grown|growth|growing|increased?|rose|rise|risen|declined?|decreased?|fell|fallen|shrank|dropped|(?:percentage )?changed?)\b/i
const SHRINKING = /\b(?:declined?|decreased?|fell|fallen|shrank|dropped)\b/i
/** Nouns for rows of tables. */
const KINDS = oneOf`
  segments?|divisions?|departments?
  (?:business |operating |reporting )?units?
  business(?:es)?|lines?|regions?|countr(?:y|ies)|geograph(?:y|ies)|markets?|areas?|components?|categor(?:y|ies)
  products?|services?|brands?|channels?|customers?|currenc(?:y|ies)|items?|types?|class(?:es)?|obligations?
  sources?|assets?|liabilit(?:y|ies)|expenses?|costs?|states?|contributors?|parts?
`
const OF_KIND = new RegExp(`\\b(${KINDS})\\b`, 'i')
const WHICH = new RegExp(
  String.raw`\b(?:which|what) (?:of the )?((?!(?:is|are|was|were|did|does|do|has|have|had)\b)(?:[\p{L}-]+ ){0,3}?[\p{L}-]+) ${oneOf`
    is|are|was|were|did|does|do|has|have|had|grew|grow|sold|sells|earned|makes?|made|generate[sd]?
    contribute[sd]?|brought|brings?|increased|decreased|declined|fell|rose|shrank|performed
  `}\b`,
  'iu',
)
const NAMED = new RegExp(
  `\\b(?:which|what|who)(?:’s|'s| is| was| are| were) (?:the )?(?:[\\p{L}’']+ ){0,4}?(?:${KINDS})\\b`,
  'iu',
)
const OF_TIME =
  /\b(?:years?|periods?|quarters?|months?|days?|dates?|company|companies|price|stocks?|shares?)\b/i
const PLACES = /\b(?:region|country|countries|geograph|area|market)/i
const THINGS =
  /\b(?:product|service|brand|channel|customer|currenc|categor|class|type|item|source|asset|liabilit|expense|cost|obligation)/i

/** Null when no row or column is asked for. Takes time linear in the question. */
export function extremeOperation(text: string): ExtremeOperation | null {
  const superlative = SUPERLATIVE.exec(text)
  if (superlative === null) return null
  const which = WHICH.exec(text)?.[1]
  const isWhere = /^(?:and )?where\b/i.test(text)
  const named = NAMED.test(text) ? (OF_KIND.exec(text)?.[1] ?? '') : undefined
  const noun = which ?? named ?? (isWhere ? 'region' : undefined)
  if (noun === undefined || OF_TIME.test(noun)) return null
  const [, place = '', word = ''] = superlative
  const isGrowth = GROWTH.test(text)
  const isLeast = OF_LEAST.test(word) !== (isGrowth && SHRINKING.test(text))
  return {
    kind: 'whichRow',
    pick: isLeast ? 'least' : 'most',
    place: /^(?:2|s)/i.test(place) ? 2 : /^(?:3|t)/i.test(place) ? 3 : 1,
    of: isGrowth ? 'growth' : 'value',
    noun,
    ofPlaces: PLACES.test(noun) ? true : THINGS.test(noun) ? false : null,
  }
}
