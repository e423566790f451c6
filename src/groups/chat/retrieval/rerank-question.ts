import { isYearTerm, lowerWords, wordsOf, writtenWords, yearsIn } from './rerank-text.ts'
import { termsOf } from '../text/terms.ts'

/** Word statistics of a collection. */
export interface TermStatistics {
  /** The rarity of a question's term, less for words of computing. */
  weight: (term: string) => number
  /** Rarity among row labels. */
  labelRarity: (term: string) => number
  /** Share of all words in the collection; above 0. */
  probability: (term: string) => number
}

/** A question prepared for comparison with texts. */
export interface RerankQuestion extends TermStatistics {
  /** As written. */
  cased: readonly string[]
  plain: string
  written: string
  distinct: ReadonlySet<string>
  /** Its subject: terms without years and words of asking and computing. */
  content: ReadonlySet<string>
  /** The words of the subject as written, in lower case, with their weights. */
  forms: ReadonlyMap<string, number>
  /** Letter trigrams of the subject. */
  letters: ReadonlySet<string>
  years: readonly string[]
  /** `thousand` and the like. */
  scale: string | null
  /** The limit that values are to be above or below. */
  limit: number | null
  isComputing: (term: string) => boolean
  /** Sum of the weights of distinct terms. */
  total: number
}

/** The weight of a word that every document has. */
export const TERM_WORTH = 0.3
const SCALES = ['thousand', 'million', 'billion'] as const
const LONGEST_QUESTION = 80
/** Words of asking, apart from those of computing. */
const ASKING = new Set(
  termsOf('exceed calculate greater least sum compute combined altogether value table show company fiscal'),
)
const LIMIT =
  /(?:exceed\w*|more than|less than|greater than|above|below|over|under|at least)\s+[$€£]?\s?(\d[\d,]*(?:\.\d+)?)/i
/** `What was the percentage change in the`, `between 2018 and 2019`: phrases before and after the subject. */
const BEFORE =
  /^(?:what|which|how|in)\b.*?\b(?:change|average|difference|increase|amount|value|total|number) (?:in|of|between) (?:the )?|^what (?:was|were|is|are) (?:the )?/i
const AFTER = /\b(?:from|between|in|for|at|as of|as at) (?:\w+ )?(?:\w+ \d+, ?)?(?:19|20)\d\d\b.*$/i

/** Prepares a question for comparison. `operations` are the terms for computations. */
export function rerankQuestion(
  question: string,
  given: Pick<RerankQuestion, 'distinct' | 'total'> & TermStatistics & { operations: ReadonlySet<string> },
): RerankQuestion {
  const { operations, distinct, weight } = given
  const cased = wordsOf(question).slice(0, LONGEST_QUESTION)
  const isComputing = (term: string): boolean => operations.has(term) || ASKING.has(term)
  const content = new Set([...distinct].filter((term) => !isComputing(term) && !isYearTerm(term)))
  const worths = lowerWords(cased.join(' '))
    .trim()
    .split(' ')
    .flatMap((word) => {
      const [term] = termsOf(word)
      return term !== undefined && content.has(term) ? [[word, weight(term) + TERM_WORTH] as const] : []
    })
  const limit = LIMIT.exec(question)?.[1]
  return {
    ...given,
    cased,
    plain: lowerWords(cased.join(' ')),
    written: writtenWords(cased.join(' ')),
    content,
    forms: new Map(worths),
    letters: new Set(lettersOf(lowerWords(nameIn(cased.join(' '))))),
    years: [...new Set(yearsIn(question))],
    scale: SCALES.find((scale) => distinct.has(scale)) ?? null,
    limit: limit === undefined ? null : Number.parseFloat(limit.replaceAll(',', '')),
    isComputing,
  }
}

const nameIn = (question: string): string => question.replace(BEFORE, '').replace(AFTER, '')

/** Letter trigrams, including blanks. */
export function lettersOf(words: string): string[] {
  const groups: string[] = []
  for (let at = 0; at + 3 <= words.length; at++) groups.push(words.slice(at, at + 3))
  return groups
}
