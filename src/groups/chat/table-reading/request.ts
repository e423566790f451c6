/** What a question wants computed. */
export type Operation =
  | { kind: 'value' | 'change' | 'percentChange' | 'average' | 'sum' | 'share' | 'rowDifference' }
  /** The year in which it is most or least, or on one side of a number. */
  | { kind: 'whichYear' | 'howManyYears'; pick: 'most' | 'least' | 'over' | 'under'; limit: number }

export interface TableRequest {
  operation: Operation
  /** In the order of the question; stretches are filled. */
  years: readonly string[]
  /** The words for what is computed with: two for shares and differences between rows. */
  subjects: readonly string[]
}

const YEARS = /(?<![\d,.$])(?:fy\s?|f)?((?:19|20)\d{2})(?![\d,]\d|\.\d)/gi
const SHORT_YEARS = /\b(?:fy\s?|f)(\d{2})\b/gi
const STRETCH = /\b((?:19|20)\d{2})\s*(?:to|through|until|[-–])\s*((?:19|20)\d{2})\b/i
const LIMIT =
  /\b(?:exceed(?:ed|s)?|(?:greater|more|higher|larger|bigger) than|above|over|less than|below|lower than|under|smaller than)\s+([-−]?)\s*[$€£]?\s?([-−]?\d[\d,]*(?:\.\d+)?)/i
const UNDER = /\b(?:less|lower|smaller|below|under)\b/i
const LEAST = /\b(?:lowest|smallest|least|lower|smaller|less|minimum)\b/i
const MOST_SPAN = 12

/** Reads what a question wants of a table; null where it asks for words. */
export function tableRequest(question: string): TableRequest | null {
  const text = question.slice(0, 2_000)
  const years = yearsOf(text)
  const operation = operationOf(text, years)
  return operation === null ? null : { operation, years, subjects: subjectsOf(text, operation) }
}

function yearsOf(text: string): string[] {
  const named = [...text.matchAll(YEARS)].map(([, year = '']) => year)
  const short = [...text.matchAll(SHORT_YEARS)].map(([, year = '']) => `20${year}`)
  const [, from, to] = STRETCH.exec(text) ?? []
  const span = from === undefined || to === undefined ? 0 : Number(to) - Number(from)
  const filled = !/\b(?:change|increase|decrease|difference)\b/i.test(text) && span > 0 && span <= MOST_SPAN
  const between = filled ? Array.from({ length: span + 1 }, (_, at) => String(Number(from) + at)) : []
  return [...new Set([...named, ...short, ...between])]
}

function operationOf(text: string, years: readonly string[]): Operation | null {
  const which = /\b(?:in )?(?:which|what) (?:fiscal |financial )?(?:year|period)s?\b/i.test(text)
  const howMany = /\bhow many (?:fiscal |financial )?years\b/i.test(text)
  if (which || howMany) return yearOperation(text, which ? 'whichYear' : 'howManyYears')
  if (/\bwhy\b|\bhow many\b.*\b(?:items|types|components|segments)\b/i.test(text)) return null
  const changes = /\b(?:change|increase|decrease|growth|decline)\b/i.test(text)
  if (changes && /\b(?:percent(?:age)?|%|rate of)\b/i.test(text)) return { kind: 'percentChange' }
  if (
    /\bas a (?:percentage|proportion|percent|fraction) of\b|\b(?:percentage|proportion|percent|ratio|share) of\b/i.test(
      text,
    )
  )
    return { kind: 'share' }
  if (/\baverage\b/i.test(text) && !/\bweighted[ -]average\b/i.test(text)) return { kind: 'average' }
  if (/\bdifference\b/i.test(text) && years.length < 2) return { kind: 'rowDifference' }
  if (changes || /\bdifference\b/i.test(text)) return { kind: 'change' }
  if (/\b(?:total|sum|combined)\b/i.test(text) && years.length > 1 && !/\brespective/i.test(text))
    return { kind: 'sum' }
  return /\b(?:what|how much|how many)\b/i.test(text) ? { kind: 'value' } : null
}

function yearOperation(text: string, kind: 'whichYear' | 'howManyYears'): Operation | null {
  const limit = LIMIT.exec(text)
  if (limit !== null) {
    const value = Number.parseFloat((limit[2] ?? '').replaceAll(/[,−-]/g, ''))
    const isNegative = /[-−]/.test(`${limit[1]}${limit[2]}`)
    return { kind, pick: UNDER.test(limit[0]) ? 'under' : 'over', limit: isNegative ? -value : value }
  }
  if (
    !/\b(?:highest|largest|greatest|most|higher|larger|greater|maximum|lowest|smallest|least|lower|smaller|less|minimum)\b/i.test(
      text,
    )
  )
    return null
  return { kind, pick: LEAST.test(text) ? 'least' : 'most', limit: 0 }
}

function subjectsOf(text: string, { kind }: Operation): string[] {
  if (kind === 'share') {
    const [, part, whole] =
      /^(.*?)\bas a (?:percentage|proportion|percent|fraction) of\b(.*)$/i.exec(text) ??
      /\b(?:percentage|proportion|percent|ratio|share) of (.*?)\b(?:in|to|over|out of|of|against)\b(?! (?:19|20)\d\d)(.*)$/i.exec(
        text,
      ) ??
      []
    return part === undefined || whole === undefined ? [text] : [part, whole]
  }
  if (kind === 'rowDifference') {
    const [, one, other] = /\bbetween (.*?)\band\b(.*)$/i.exec(text) ?? []
    return one === undefined || other === undefined ? [text] : [one, other]
  }
  return [text]
}
