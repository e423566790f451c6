import type { InstrumentSummary } from '../../../ports/instruments.ts'
import { termsOf } from './terms.ts'
import type { SourceRecord } from '../answer.ts'

/** Share of the question's words that a record must contain to be cited. */
const LEAST_SHARE = 0.5
/** Words that phrase a question and carry no subject. */
export const ASKING: ReadonlySet<string> = new Set(
  termsOf(
    'tell show give find explain describe summarize list know think mean information details question answer help please want need look like way thing things people someone someone happen latest recent news article articles headline company',
  ),
)

/** Share of terms that a text contains: 0 to 1. Words are weighted by length, because short ones are common. */
export function support(wanted: readonly string[], there: ReadonlySet<string>): number {
  let [all, had] = [0, 0]
  for (const term of wanted) {
    const weight = Math.min(8, term.length)
    all += weight
    if (there.has(term)) had += weight
  }
  return had / all
}

/** The text of a record that is considered. */
export const textOf = ({ headline, text }: Pick<SourceRecord, 'headline' | 'text'>): string =>
  `${headline}\n${text}`

/** Whether a text is about the subject of a question. */
export function isSupported(question: string, text: string): boolean {
  const wanted = askedTerms(question)
  return wanted.length > 0 && support(wanted, new Set(termsOf(text))) >= LEAST_SHARE
}

/** The same for a text about instruments that the question names: their names do not count, only the other words, if any. */
export function isSupportedApartFromNames(
  question: string,
  text: string,
  instruments: readonly InstrumentSummary[],
): boolean {
  const wanted = termsApartFromNames(question, instruments)
  return wanted.length === 0 || support(wanted, new Set(termsOf(text))) >= LEAST_SHARE
}

/** Words that ask for news, comparisons and times. */
const OF_ASKING_NEWS: ReadonlySet<string> = new Set(
  termsOf(`
    say said report announce compare comparison versus vs headlines today yesterday tomorrow day week month
    quarter year last past this recently currently now ytd mtd qtd monday tuesday wednesday thursday friday
    saturday sunday january february march april may june july august september october november december positive
    negative bullish bearish good bad favourable favorable upbeat
  `),
)

/** The words of a question apart from the names of instruments. */
export function termsApartFromNames(question: string, instruments: readonly InstrumentSummary[]): string[] {
  const named = new Set(instruments.flatMap(({ name, ticker }) => termsOf(`${name} ${ticker}`)))
  return askedTerms(question).filter((term) => !named.has(term) && !OF_ASKING_NEWS.has(term))
}

/** The words of a question that carry a subject, each once. */
export const askedTerms = (question: string): string[] =>
  [...new Set(termsOf(question))].filter((term) => !ASKING.has(term))
