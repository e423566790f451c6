import { oneOf } from '../../../kernel/patterns.ts'
import type { Scale } from './cell.ts'
import { type ExtremeOperation, extremeOperation } from './extreme-request.ts'
import { rangeOf } from './period.ts'
import { shareOperation, shareSubjects } from './share-request.ts'

/** The computation that a question asks for. */
export type Operation =
  | { kind: 'value' | 'change' | 'percentChange' | 'average' | 'sum' | 'rowDifference' | 'yearsShown' }
  /** Of two rows or columns, in percent or as a quotient. */
  | { kind: 'share'; isPercent: boolean }
  /** The year in which it is highest or lowest, or on one side of a number. */
  | { kind: 'whichYear' | 'howManyYears'; pick: 'most' | 'least' }
  | ({ kind: 'whichYear' | 'howManyYears' } & Side)
  /** How many rows are on one side of a number. */
  | ({ kind: 'howManyRows' } & Side)
  | ExtremeOperation

/** One side of a number, in its stated unit or otherwise in the unit of the table. */
export interface Side {
  pick: 'over' | 'under'
  limit: number
  scale: Scale | null
}

export interface TableRequest {
  operation: Operation
  /** Used instead when the line itself is in percent: "the average percentage of net revenues of OEM". */
  ofPercents: Operation | null
  /** The change of an average, which only a line of averages has. */
  isOfAverage: boolean
  /** In the order of the question; ranges are expanded. */
  years: readonly string[]
  /** `2021-2022` when the question has such a range; empty otherwise. */
  ranges: readonly string[]
  /** The question on one line. */
  text: string
  /** Part and whole of a ratio, when the question names both; otherwise the subject alone. */
  subjects: readonly string[]
}

const YEARS = /(?<![\d,.$])(?:fy\s?|f)?((?:19|20)\d{2})(?![\d,]\d|\.\d)|\b(?:fy\s?|f)(\d{2})\b/gi
const STRETCH = /\b((?:19|20)\d{2})\s?(?:to|through|until|[-–])\s?((?:19|20)\d{2})\b/i
const RANGES = /\b(?:19|20)\d{2}\s?[-–]\s?(?:19|20)\d{2}\b/g
const LIMIT = new RegExp(
  String.raw`\b${oneOf`
    exceed(?:ed|s|ing)?
    (?:greater|more|higher|larger|bigger) than
    above|over|less than|below|lower than|under|smaller than
  `}\s([-−]?)\s?[$€£]?\s?([-−]?\d[\d,]*(?:\.\d+)?)(?:\s?(thousand|million|billion)s?\b)?`,
  'i',
)
const UNDER = /\b(?:less|lower|smaller|below|under)\b/i
const LEAST = /\b(?:lowest|smallest|least|lower|smaller|less|minimum|fewest)\b/i
const MOST =
  /\b(?:highest|largest|greatest|most|higher|larger|greater|bigger|biggest|maximum|lowest|smallest|least|lower|smaller|less|minimum|fewest)\b/i
const CHANGE =
  /\b(?:change|changed|increase|increased|decrease|decreased|growth|grow|grew|decline|declined)\b/i
/** Questions that ask for words, although they begin like those for numbers. */
const FOR_WORDS = new RegExp(
  oneOf`
    ^(?:(?:in|for|as of|at|on|during)\b[^,]{1,40},\s?)?${oneOf`
      why|who|whose|where|when
      how\s(?!much\b|many\b|long\b|(?:did|do|does|has|have)\b.{1,120}\b(?:changed?|grow|grew|grown|increased?|decreased?|declined?)\b)
    `}
    \b${oneOf`
      consists? of|comprised? of|compris(?:es|ing)|composed of|made up from|reflect(?:s|ed)?|represents?|refers? to
      stands? for|defined|definition|reasons?|purpose|attribut(?:ed|able) to what|explain|describe|caused?|drove
      driven|basis for|led to|leads? to|engaged in
    `}\b
  `,
  'i',
)
/** A change in percent; a `%` after a name belongs to the name: `the change in external valuation % from 2018 to 2019`. */
const IN_PERCENT =
  /\b(?:percent(?:age)?|rate of (?:change|growth|increase|decrease|decline))\b|%(?= ?\)| (?:change|increase|decrease|growth)\b)|\bin %/i
const AVERAGE = /(?<!\bweighted[ -])\baverages?\b/i
const AVERAGE_CHANGE =
  /\baverage (?:increase|decrease|change|difference)|\baverage (?:\w+ ){1,4}(?:increase|decrease|change)\b/i
const LONGEST_QUESTION = 1_000
const MOST_YEARS = 24
const MOST_SPAN = 12

/** Reads what a question asks of a table; null when it asks for words. Takes time linear in the question. */
export function tableRequest(question: string): TableRequest | null {
  const text = question.slice(0, LONGEST_QUESTION).replaceAll(/\s+/g, ' ').trim()
  const years = yearsOf(text)
  const operation = operationOf(text, years)
  if (operation === null) return null
  const ranges = [...text.matchAll(RANGES)].map(([range]) => rangeOf(range))
  const ofPercents = operation.kind === 'share' ? plainOperation(text, years) : null
  const isOfAverage =
    (operation.kind === 'change' ||
      operation.kind === 'percentChange' ||
      operation.kind === 'rowDifference') &&
    AVERAGE.test(text)
  const subjects = operation.kind === 'share' ? shareSubjects(text) : [text]
  return { operation, ofPercents, isOfAverage, years, ranges, text, subjects }
}

function yearsOf(text: string): string[] {
  const named = [...text.matchAll(YEARS)].map(([, long, short]) => long ?? `20${short}`)
  const [, from, to] = STRETCH.exec(text) ?? []
  const span = from === undefined || to === undefined ? 0 : Number(to) - Number(from)
  const isFilled = !CHANGE.test(text) && !/\bdifference\b/i.test(text) && Math.abs(span) <= MOST_SPAN
  const years = Array.from({ length: Math.abs(span) + 1 }, (_, at) =>
    String(Number(from) + Math.sign(span) * at),
  )
  return [...new Set(isFilled && span !== 0 ? [...years, ...named] : named)].slice(0, MOST_YEARS)
}

function operationOf(text: string, years: readonly string[]): Operation | null {
  const aboutYears = yearOperation(text)
  if (aboutYears !== undefined) return aboutYears
  const extreme = extremeOperation(text)
  if (extreme !== null) return extreme
  if (FOR_WORDS.test(text)) return null
  if (/\bhow many\b/i.test(text)) return countOperation(text)
  return CHANGE.test(text)
    ? plainOperation(text, years)
    : (shareOperation(text) ?? plainOperation(text, years))
}

/** The computation on a single line. */
function plainOperation(text: string, years: readonly string[]): Operation | null {
  const changes = CHANGE.test(text)
  const isDifference = /\bdifference\b/i.test(text)
  const isAverage = AVERAGE.test(text)
  const isOfPercents =
    /\b(?:change|increase|decrease|difference)\W.{0,30}\bin (?:the )?(?:percentage|proportion|rate)\b/i.test(
      text,
    )
  if (IN_PERCENT.test(text) && (changes || isDifference) && !isOfPercents) return { kind: 'percentChange' }
  if (isAverage && ((!isDifference && !changes) || AVERAGE_CHANGE.test(text))) return { kind: 'average' }
  if (isDifference && years.length < 2) return { kind: 'rowDifference' }
  if (changes || isDifference) return { kind: 'change' }
  if (/\bsum of\b/i.test(text)) return { kind: 'sum' }
  if (/\b(?:total|sum|combined)\b/i.test(text) && years.length > 1 && !/\brespective/i.test(text))
    return { kind: 'sum' }
  return /\b(?:what|how much)\b/i.test(text) || isFragment(text) ? { kind: 'value' } : null
}

const MOST_OF_FRAGMENT = 8
const VERB =
  /\b(?:is|are|was|were|be|do|does|did|has|have|had|can|could|should|would|will|may|which|who|tell|show|give|list|explain|describe)\b/i

/** A few words that name just a line: `iPhone revenue in 2024`, `and Services?` */
const isFragment = (text: string): boolean =>
  text !== '' && text.split(' ').length <= MOST_OF_FRAGMENT && !VERB.test(text)

/** Null when a year is asked for in an unsupported way, undefined when none is. */
function yearOperation(text: string): Operation | null | undefined {
  const which =
    /\b(?:which|what) (?:(?:fiscal|financial|respective) )?(?:years?|periods?|fy)\b/i.test(text) ||
    /\bwhat are the (?:fiscal |financial )?years\b/i.test(text)
  const howMany = /\bhow many (?:of the )?(?:fiscal |financial )?years\b/i.test(text)
  if (!which && !howMany) return undefined
  const kind = which ? 'whichYear' : 'howManyYears'
  const limit = limitOf(text)
  if (limit !== null) return { kind, ...limit }
  if (/\bnegative\b/i.test(text)) return { kind, pick: 'under', limit: 0, scale: null }
  if (MOST.test(text)) return { kind, pick: LEAST.test(text) ? 'least' : 'most' }
  const areShown =
    which &&
    /\b(?:calculated|computed|provided?|provides|shown?|shows?|included?|includes|recorded|reported|presented|covered|available|data|information)\b/i.test(
      text,
    )
  return areShown ? { kind: 'yearsShown' } : null
}

function limitOf(text: string): Side | null {
  const match = LIMIT.exec(text)
  if (match === null) return null
  const value = Number.parseFloat((match[2] ?? '').replaceAll(/[,−-]/g, ''))
  const isNegative = /[-−]/.test(`${match[1]}${match[2]}`)
  return {
    pick: UNDER.test(match[0]) ? 'under' : 'over',
    limit: isNegative ? -value : value,
    scale: (match[3]?.toLowerCase() as Scale | undefined) ?? null,
  }
}

function countOperation(text: string): Operation | null {
  const limit = limitOf(text)
  if (limit !== null) return { kind: 'howManyRows', ...limit }
  return /\bhow many (?:\w+ ){0,3}(?:items|types|kinds|components|segments|categories|factors|assumptions|regions)\b/i.test(
    text,
  )
    ? null
    : { kind: 'value' }
}

/** The two sides of each `and`, of the first five. */
export function cutsOf(text: string): Array<[string, string]> {
  const parts = text.split(/ and /i)
  return parts
    .slice(1, 6)
    .map((_, at) => [parts.slice(0, at + 1).join(' and '), parts.slice(at + 1).join(' and ')])
}
