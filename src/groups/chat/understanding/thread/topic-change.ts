import { oneOf, wholeWords } from '../../../../kernel/patterns.ts'
import type { InstrumentSummary } from '../../../../ports/instruments.ts'
import { unknownWords, unlistedNames } from '../entities/unlisted-companies.ts'
import { asksEconomy } from '../intents/economy-questions.ts'
import { isOfPrice } from '../intents/metrics.ts'
import { type ReadMessage, REFERS } from '../read-message.ts'

/** A name that is not known may stand there, behind the first word. */
const NAMES_SOMETHING =
  /(?<=\S\s)["'(“]?(?!(?:EPS|CAGR|ROE|ROA|FY\d*|Q\d|EBITDA?|EBIT|FCF|PE|TTM|YTD|USD|EUR|January|February|March|April|May|June|July|August|September|October|November|December)\b)\p{Lu}\p{L}/u

/** One company of all that there are, or their number. */
const OF_EVERY_COMPANY = wholeWords(
  oneOf`
    (?:best|worst|cheapest|biggest|largest|smallest|most valuable) (?:performing )?(?:stock|company|firm)(?! of (?:them|these|those)\b)
    how many (?:stocks|companies|firms|funds|etfs)(?! (?:do|did|have) (?:i|we)\b)
  `,
  'i',
)

/** Whether a text has a name, in the place of a company, that nobody has listed. */
const namesNobody = (text: string): boolean => unlistedNames(text).length > 0 || unknownWords(text).length > 0

/** Whether a question asks of one company of all, or how many there are; of several that were spoken of it asks for one of these. */
export const asksOfAllCompanies = (text: string, { instruments, others, listed }: Spoken): boolean =>
  instruments.length + others.length + listed.length < 2 && OF_EVERY_COMPANY.test(text) && !REFERS.test(text)

type Spoken = Record<'instruments' | 'others' | 'listed', readonly InstrumentSummary[]>

/**
 * Whether a question asks of something else than what the thread spoke of: of a name that nobody has listed, or of an economy. What is short may
 * name a part of it, `Azure revenue`, but for prices, of which there are no parts.
 */
export const changesTopic = ({
  text,
  metrics,
  isOpen,
}: Pick<ReadMessage, 'text' | 'metrics' | 'isOpen'>): boolean =>
  isOpen
    ? metrics.length > 0 && metrics.every(isOfPrice) && !REFERS.test(text) && namesNobody(text)
    : NAMES_SOMETHING.test(text) || namesNobody(text) || asksEconomy(text)
