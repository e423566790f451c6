import { termsOf } from '../retrieval/terms.ts'

/** Share of the question's words that a record must have for it to be cited, and the words of which fewer say nothing. */
const LEAST_SHARE = 0.5
/** Words of questions that are about the asking and not about the world. */
export const ASKING: ReadonlySet<string> = new Set(
  termsOf(
    'tell show give find explain describe summarize list know think mean information details question answer help please want need look like way thing things people someone someone happen latest recent news article articles headline company',
  ),
)

/** How much of what a question asks about a text speaks of: 0 to 1. Each word counts by its length, because short ones are the common ones. */
function support(question: string, text: string): number {
  const wanted = [...new Set(termsOf(question))].filter((term) => !ASKING.has(term))
  if (wanted.length === 0) return 0
  const there = new Set(termsOf(text))
  let [all, had] = [0, 0]
  for (const term of wanted) {
    const weight = Math.min(8, term.length)
    all += weight
    if (there.has(term)) had += weight
  }
  return had / all
}

/** Whether a text says enough about a question to be quoted for it. */
export function isSupported(question: string, text: string): boolean {
  return support(question, text) >= LEAST_SHARE
}
