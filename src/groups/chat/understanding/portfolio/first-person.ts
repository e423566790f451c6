import { oneOf } from '../../../../kernel/patterns.ts'
import type { InstrumentReader } from '../../../../ports/instruments.ts'
import { mentionsIn } from '../entities/mentions.ts'
import { FIRST_PERSON } from './portfolio-questions.ts'
import { TURNS_BACK } from '../thread/topic.ts'
import { withoutTimes } from '../times/periods.ts'

const NOUN = '(?:fees|taxes|commissions|dividends|deposits|withdrawals|purchases|trades|transactions)'
const LEAD = String.raw`^\W*(?:(?:show|list)(?: me)? )?(?:(?:all|the) )*`
const AFTER = String.raw`(?:\s+(?:on|for|in|into|of|from|with|during|since))*\W*$`
/** `fees this year`, `deposits and withdrawals in 2025`: entries of a portfolio, with no company and nothing else. */
const ENTERED = new RegExp(
  String.raw`${LEAD}(?:(?:total|net) )?(?:(?:trading|brokerage|transaction|withholding) )?${NOUN}(?:(?:,? and|,| or| ?&) ${NOUN})*(?: (?:paid|made|entered|received))?(?: (?:by|per|each|every) (?:company|stock|holding|month|year))?${AFTER}`,
  'i',
)
/** `invested in Apple in 2025` */
const INVESTED = new RegExp(String.raw`^\W*(?:(?:the |total )*(?:amount|money|sum) )?invested${AFTER}`, 'i')
const OF_ONE_HELD = new RegExp(
  String.raw`^\W*(?:(?:and|so) )?${oneOf`
    (?:do|did) i (?:still )?(?:have|own|hold) (?:any|some)
    how many(?: shares)?(?: (?:do|did) i (?:still )?(?:have|own|hold))?
    (?:when|(?:at )?what price|for how much|how much) did i (?:\w+ )?(?:buy|sell|pay)(?: for)?
    how much (?:did|have) i (?:gain(?:ed)?|ma[dk]e|los[et]|earn(?:ed)?)
    what did i pay
    what(?:['’]s| is| was) my (?:average )?(?:cost|price)(?: basis)?
  `}\W*$`,
  'i',
)
const LEADING = new RegExp(LEAD, 'i')
const LONGEST = 200

/**
 * Adds the missing "my" to a message about portfolio entries, for a caller who included the portfolio: `fees this year`.
 * @param before The questions before it, the oldest first.
 */
export function inFirstPerson(
  message: string,
  before: readonly string[],
  named: InstrumentReader['named'],
): string {
  if (message.length > LONGEST) return message
  const { instruments, rest: unnamed } = mentionsIn(message, named)
  const said = withoutTimes(unnamed).replaceAll(/\s+/g, ' ')
  // A company's dividends are those it pays.
  const isOfCompany = /\bdividends\b/i.test(said) && (instruments.length > 0 || isAfterCompany(before, named))
  if (ENTERED.test(said) && !isOfCompany) return message.replace(LEADING, 'my ')
  return INVESTED.test(said) ? `I ${message.slice(message.search(/invested/i))}` : message
}

/** Whether the last question was about an instrument it named, and not about the holdings. */
function isAfterCompany(before: readonly string[], named: InstrumentReader['named']): boolean {
  const last = before
    .slice(-TURNS_BACK)
    .findLast((text) => isOfOwn(text) || mentionsIn(text.slice(0, LONGEST), named).instruments.length > 0)
  return last !== undefined && !isOfOwn(last)
}

const isOfOwn = (text: string): boolean => FIRST_PERSON.test(text) || /\b(?:portfolio|holdings)\b/i.test(text)

/** Whether it asks about one holding without naming it: `do I have any?`, `at what price did I buy?` */
export const isOfOneHeld = (text: string): boolean => OF_ONE_HELD.test(text)
