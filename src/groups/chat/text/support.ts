import type { InstrumentSummary } from '../../../ports/instruments.ts'
import { termsOf } from './terms.ts'
import type { SourceRecord } from '../answer.ts'

/** Share of the question's words that a record must have for it to be cited, and the words of which fewer say nothing. */
const LEAST_SHARE = 0.5
/** Words of questions that are about the asking and not about the world. */
export const ASKING: ReadonlySet<string> = new Set(
  termsOf(
    'tell show give find explain describe summarize list know think mean information details question answer help please want need look like way thing things people someone someone happen latest recent news article articles headline company',
  ),
)

/** How much of some terms a text has: 0 to 1. Each word counts by its length, because short ones are the common ones. */
export function support(wanted: readonly string[], there: ReadonlySet<string>): number {
  let [all, had] = [0, 0]
  for (const term of wanted) {
    const weight = Math.min(8, term.length)
    all += weight
    if (there.has(term)) had += weight
  }
  return had / all
}

/** All of a record that is read. */
export const textOf = ({ headline, text }: Pick<SourceRecord, 'headline' | 'text'>): string =>
  `${headline}\n${text}`

/** Whether a text speaks of what a question is about. */
export function isSupported(question: string, text: string): boolean {
  const wanted = askedTerms(question)
  return wanted.length > 0 && support(wanted, new Set(termsOf(text))) >= LEAST_SHARE
}

/** The same of a text about instruments that the question names, whose names say nothing: of the other words, where there are any. */
export function isSupportedBeside(
  question: string,
  text: string,
  instruments: readonly InstrumentSummary[],
): boolean {
  const wanted = termsBeside(question, instruments)
  return wanted.length === 0 || support(wanted, new Set(termsOf(text))) >= LEAST_SHARE
}

/** Words by which news, comparisons and times are asked for. */
const OF_ASKING_NEWS: ReadonlySet<string> = new Set(
  termsOf(`
    say said report announce compare comparison versus vs headlines today yesterday tomorrow day week month
    quarter year last past this recently currently now ytd mtd qtd monday tuesday wednesday thursday friday
    saturday sunday january february march april may june july august september october november december positive
    negative bullish bearish good bad favourable favorable upbeat
  `),
)

/** What a question asks about beside the names of instruments. */
export function termsBeside(question: string, instruments: readonly InstrumentSummary[]): string[] {
  const named = new Set(instruments.flatMap(({ name, ticker }) => termsOf(`${name} ${ticker}`)))
  return askedTerms(question).filter((term) => !named.has(term) && !OF_ASKING_NEWS.has(term))
}

/** The words of a question that are about the world, each once. */
export const askedTerms = (question: string): string[] =>
  [...new Set(termsOf(question))].filter((term) => !ASKING.has(term))
