import { oneOf, wholeWords } from '../../../../kernel/patterns.ts'
import type { InstrumentSummary } from '../../../../ports/instruments.ts'
import { unknownWords, unlistedNames } from '../entities/unlisted-companies.ts'
import { asksEconomy } from '../intents/economy-questions.ts'
import { isOfPrice } from '../intents/metrics.ts'
import { type ReadMessage, REFERS } from '../read-message.ts'

/** A capitalised word after the first, which may be an unknown name. */
const NAMES_SOMETHING =
  /(?<=\S\s)["'(“]?(?!(?:EPS|CAGR|ROE|ROA|FY\d*|Q\d|EBITDA?|EBIT|FCF|PE|TTM|YTD|USD|EUR|January|February|March|April|May|June|July|August|September|October|November|December)\b)\p{Lu}\p{L}/u

/** A company chosen from all there are, or their number. */
const OF_EVERY_COMPANY = wholeWords(
  oneOf`
    (?:best|worst|cheapest|biggest|largest|smallest|most valuable) (?:performing )?(?:stock|company|firm)(?! of (?:them|these|those)\b)
    how many (?:stocks|companies|firms|funds|etfs)(?! (?:do|did|have) (?:i|we)\b)
  `,
  'i',
)

/** Whether a text has an unlisted name in the place of a company. */
const namesUnlisted = (text: string): boolean =>
  unlistedNames(text).length > 0 || unknownWords(text).length > 0

/** Whether a question asks for one company of all, or how many there are; after several were mentioned it is about one of these. */
export const asksOfAllCompanies = (text: string, { instruments, others, listed }: Mentioned): boolean =>
  instruments.length + others.length + listed.length < 2 && OF_EVERY_COMPANY.test(text) && !REFERS.test(text)

type Mentioned = Record<'instruments' | 'others' | 'listed', readonly InstrumentSummary[]>

/**
 * Whether a question is about another subject than the thread: an unlisted name or an economy. A short follow-up may name a part of the
 * company, `Azure revenue`, but not when it asks for prices, which parts do not have.
 */
export const changesTopic = ({
  text,
  metrics,
  isOpen,
}: Pick<ReadMessage, 'text' | 'metrics' | 'isOpen'>): boolean =>
  isOpen
    ? metrics.length > 0 && metrics.every(isOfPrice) && !REFERS.test(text) && namesUnlisted(text)
    : NAMES_SOMETHING.test(text) || namesUnlisted(text) || asksEconomy(text)
