import { oneOf, wholeWords } from '../../../../kernel/patterns.ts'

const LONGEST = 2_000
const RISE = oneOf`
  be worth|be (?:at|up|down|higher|lower)\b|go (?:up|down|higher|lower|back|any)|ris(?:e|ing)|fall(?:ing)?
  drop(?:ping)?|reach(?:ing)?|hit(?:ting)?|crash(?:ing)?|recover(?:ing)?|rebound(?:ing)?|grow(?:ing)?
  doubl(?:e|ing)|(?:out|under)perform|climb|surge|soar|collapse|keep (?:rising|falling|growing|going)
`
/** `will it go up`, `is it going to fall`, `can Nvidia reach 500`. */
const WILL = new RegExp(
  String.raw`\b(?:(?:will|can|could|might)\b(?! (?:have|you)\b)|(?:is|are|am|was) .{0,60}\b(?:going to|expected to|likely to|about to|bound to))\b.{0,60}?\b${RISE}`,
  'i',
)
/** `where will bitcoin be`, `what will Apple be worth`, `what will the S&P 500 return`. */
const WHAT_WILL =
  /\b(?:where|what|how (?:much|high|low|far|well))\b.{0,40}\b(?:will|is .{0,40} going to)\b.{0,60}\b(?:be|worth|trade|stand|end|close|cost|return|do|perform|go|get|make|earn|yield)\b/i
/** `how high can it go` */
const HOW_HIGH =
  /\bhow (?:high|low|far|much (?:higher|lower|further|more))\b.{0,10}\b(?:can|could|will|might|would|should)\b.{0,60}\b(?:go|fall|drop|rise|get|climb|run)\b/i
const EXPECT = new RegExp(
  oneOf`
    \b(?:should|can|could|do|would) (?:i|we|you|one) (?:expect|predict|forecast)\b
    \b(?:what|how much)\b.{0,20} (?:to|i|we) expect (?:from|of|for)\b
    \bis .{1,60} (?:coming|about to (?:happen|come))\W*$
  `,
  'i',
)
/** `how long until my portfolio doubles` */
const HOW_LONG =
  /\bhow long (?:until|till|before|will it (?:take|be))\b.{0,60}\b(?:doubl|tripl|reach|hits?\b|worth\b)/i
const FORECAST = /\b(?:predict(?:s|ed|ions?|ing)?|forecast(?:s|ed|ing)?|projections?|projected)\b/i
/** Statements by a company, expectations of others, and questions about the past. */
const OF_OTHERS = wholeWords(
  oneOf`
    analysts?|consensus|wall street|guidance|outlook|companies|management|its|their|rais(?:e[sd]?|ing)|cuts?
    cutting|lower(?:s|ed)?|lift(?:s|ed)?|beat(?:s|en)?|topp?(?:s|ed)?|miss(?:es|ed)?|above|below|exceed(?:s|ed)?
    said|says|news|articles?|headlines?|did|has|had|why
    when will .{0,60}(?:report|pay)
  `,
  'i',
)
/** Hypothetical and past questions are not forecasts. */
const SUPPOSED = /\bif\b|\bwould .{0,40}\bhave\b|\bhave been\b/i

/** Whether a question asks for the future of a price, a company or the market, and not for what somebody has said about it. */
export function asksForecast(question: string): boolean {
  const text = question.slice(0, LONGEST)
  if (SUPPOSED.test(text) || OF_OTHERS.test(text)) return false
  return [WILL, WHAT_WILL, HOW_HIGH, EXPECT, HOW_LONG, FORECAST].some((each) => each.test(text))
}
