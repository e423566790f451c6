import { oneOf } from '../../../../kernel/patterns.ts'

/** Ratings and targets of analysts: `analyst rating of`, `price target`, `what do analysts think of`. */
const ASKS = new RegExp(
  oneOf`
    \banalysts?(?:['’]s?)? (?:consensus )?(?:ratings?|recommendations?|consensus|targets?|opinions?|views?|coverage)\b
    \b(?:consensus|analyst|stock|buy|sell|hold) ratings?\b
    \bconsensus (?:price )?targets?\b
    \bprice targets?\b|\btarget prices?\b
    \b(?:what|how) (?:do|does|did|are) (?:the )?(?:wall street|(?:[a-z]+ )?analysts?) (?:think|rate|rating|recommend|expect|say)\b
    \brated (?:(?:by|as|a|an) )?(?:analysts?|buy|sell|hold)\b
    \b(?:how many|do|which) analysts (?:rate|recommend|cover)\b
    \b(?:upgrad|downgrad)(?:es?|ed|ing)\b
  `,
  'i',
)
/** Words of an article that reports a rating. */
const TELLS =
  /\b(?:ratings?|rated|upgrad\w*|downgrad\w*|price targets?|target prices?|(?:with a |a |the )target of|overweight|underweight|outperform|underperform|initiat\w* coverage)\b/i
const LONGEST = 2_000

/** Whether a question asks how analysts rate something. */
export const asksRatings = (question: string): boolean => ASKS.test(question.slice(0, LONGEST))

/** Whether an article reports a rating; expectations for a quarter are not one. */
export const tellsRating = (text: string): boolean => TELLS.test(text)
