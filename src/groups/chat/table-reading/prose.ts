import { termsOf } from '../text/terms.ts'
import type { Scale } from './cell.ts'
import type { Line, Point } from './line.ts'
import { isMonth, isOfAsking } from './asking.ts'
import type { Reading } from './match.ts'

/** The numbers of a sentence. */
export interface Statement {
  reading: Reading
  scale: Scale | null
}

/** Not after `Inc.`, `no.` and initials. */
const SENTENCE_END =
  /(?<=[.!?]["”’)]?)(?<!\b(?:[Nn]o|Inc|Corp|Co|Ltd|vs|approx|[A-Z])\.)\s+(?=[\p{Lu}“"(])|\n{2,}/u
/** An amount, a share or a count, but not a date, a year or the number of a note. */
const NUMBER =
  /(?<![\p{L}\d.,/-])((?:US|A|C|S|HK)?[$€£¥]\s?)?(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(\s?%|\s(?:percent|thousand|million|billion)\b)?(?![\p{L}\d/]|[.,]\d|-\d)/giu
const YEARS = /\b((?:19|20)\d{2})\b/g
const DAY_BEFORE =
  /\b(?:january|february|march|april|may|june|july|august|september|october|november|december|note|notes|item|section|topic|page|asu|asc|ifrs|ias|no\.|number)\s$/i
const YEAR = /^(?:19|20)\d{2}$/
/** Share of the subject that a sentence must contain. */
const LEAST_SHARE = 0.85
const FOR_WORDS = /\bwhat (?:does|did|do)\b|\bdates?\b|\bwhat (?:services|types?|kinds?|factors)\b/i
/** Fewer words and years occur in too many sentences. */
const LEAST_WANTED = 3
const LONGEST_SENTENCE = 800
const MOST_SENTENCES = 400

/** The unit of a number in a sentence. */
interface Said {
  point: Point
  scale: Scale | null
}

/**
 * The sentence that answers a question, with its numbers by year: those of "X was $a and $b in 2019 and 2018, respectively", or its only
 * number. Null when none contains nearly the whole subject, or when it is unclear which number belongs to it. Takes time linear in the
 * text.
 */
export function statementOf(question: string, years: readonly string[], text: string): Statement | null {
  const asked = [...new Set(termsOf(question))]
  const wanted = asked.filter((term) => !isOfAsking(term))
  if (wanted.length + years.length < LEAST_WANTED || FOR_WORDS.test(question)) return null
  const months = asked.filter((term) => isMonth(term))
  let best: { statement: Statement; share: number } | null = null
  for (const sentence of sentencesOf(text)) {
    const share = shareOf(wanted, sentence)
    if (share < LEAST_SHARE || share <= (best?.share ?? 0)) continue
    const isOfYears = years.every((year) => sentence.includes(year)) && hasAll(sentence, months)
    const statement = isOfYears
      ? read(sentence, years, /\bpercent(?:age)?\b|\brate\b|%/i.test(question))
      : null
    if (statement !== null) best = { statement, share }
  }
  return best?.statement ?? null
}

function hasAll(sentence: string, terms: readonly string[]): boolean {
  if (terms.length === 0) return true
  const there = new Set(termsOf(sentence))
  return terms.every((term) => there.has(term))
}

function sentencesOf(text: string): string[] {
  const prose = text
    .split('\n')
    .map((line) => (line.trim().startsWith('|') ? '' : line))
    .join('\n')
  return prose
    .split(SENTENCE_END)
    .slice(0, MOST_SENTENCES)
    .map((sentence) => sentence.replaceAll(/\s+/g, ' ').trim())
    .filter((sentence) => sentence.length <= LONGEST_SENTENCE && /\d/.test(sentence))
}

/** Words are weighted by length, because short ones are common. */
function shareOf(wanted: readonly string[], sentence: string): number {
  const there = new Set(termsOf(sentence))
  let [all, had] = [0, 0]
  for (const term of wanted) {
    const weight = Math.min(8, term.length)
    all += weight
    if (there.has(term)) had += weight
  }
  return all === 0 ? 0 : had / all
}

function read(sentence: string, years: readonly string[], wantsPercent: boolean): Statement | null {
  const numbers = numbersOf(sentence).filter(({ point }) => point.cell.isPercent === wantsPercent)
  const named = [...sentence.matchAll(YEARS)].map(([year]) => year)
  const [first] = numbers
  if (first === undefined || new Set(numbers.map(({ scale }) => scale)).size > 1) return null
  const isRespective = /\brespectively\b/i.test(sentence)
  const distinct = [...new Set(named)]
  let points: Point[]
  if (isRespective && numbers.length === distinct.length && numbers.length > 1)
    points = numbers.map(({ point }, at) => ({ ...point, head: distinct[at] ?? '' }))
  else if (numbers.length === 1 && years.length < 2 && (distinct.length < 2 || years.length === 0))
    points = [{ ...first.point, head: years[0] ?? '' }]
  else return null
  return { reading: { line: lineOf(sentence, points), points, likeness: 0.5 }, scale: first.scale }
}

function numbersOf(sentence: string): Said[] {
  return [...sentence.matchAll(NUMBER)].flatMap((match) => {
    const [written, currency, digits = '', unit = ''] = match
    const isDate =
      currency === undefined && (YEAR.test(digits) || DAY_BEFORE.test(sentence.slice(0, match.index)))
    const isAmount = currency !== undefined || unit !== '' || digits.includes(',')
    // Small bare numbers are mostly points, sections and years.
    if (isDate || !isAmount) return []
    const word = unit.trim().toLowerCase()
    const isPercent = word === '%' || word === 'percent'
    const scale = isPercent || word === '' ? null : (word as Scale)
    const cell = { value: Number.parseFloat(digits.replaceAll(',', '')), written, isPercent, isNil: false }
    return [{ point: { head: '', cell }, scale }]
  })
}

function lineOf(name: string, points: readonly Point[]): Line {
  const none: ReadonlySet<string> = new Set()
  return {
    name,
    terms: new Set(termsOf(name)),
    groups: [],
    headTerms: none,
    points,
    isTotal: false,
    isBare: false,
  }
}
