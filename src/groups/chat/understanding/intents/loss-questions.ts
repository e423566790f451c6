import { oneOf, wholeWords } from '../../../../kernel/patterns.ts'

const LONGEST = 2_000
/** A loss over days, or of a holder, is not a statement line. */
const OF_PRICE =
  '(?:today|yesterday|days?|weeks?|months?|since|ytd|shares?|stocks?|prices?|positions?|holdings?|investments?|trades?|returns?)'
const SIZE_OF_LOSS = String.raw`${oneOf`
    how (?:big|large|high|great|bad|deep|much) (?:is|was|are|were)
    what(?:['’]?s| is| was| were) (?:the )?(?:size|amount) of
    what(?:['’]?s| is| was| were)(?= [\w.&-]{1,20}(?: [\w.&-]{1,20})?['’]s? loss)
  `} (?!(?:my|our|your)\b)[\w.&'’ -]{1,40}\bloss(?:es)?\b(?<!\b${OF_PRICE}\b.{0,40})(?! on\b)(?!.{0,40}\b${OF_PRICE}\b)`
const LOSS_OF_YEAR = String.raw`(?<!\b(?:my|our|biggest|largest|worst|max(?:imum)?|${OF_PRICE})\b.{0,40})loss(?:es)? (?:in |for |of )?(?:fy ?)?(?:19|20)\d\d\b(?!-)(?!.{0,40}\b${OF_PRICE}\b)`
/**
 * The source of a pattern for a company's loss: `how big was Intel's loss`, `how large is the loss of Boeing in 2024`, `intel loss 2024`.
 */
export const LOSS_OF_COMPANY = `(?:${SIZE_OF_LOSS}|${LOSS_OF_YEAR})`

/** `did it lose money`, `how much money did it lose`, `is it profitable` */
const LOSS_OR_PROFIT = wholeWords(
  oneOf`
    los(?:e|es|ing|t) (?:(?:any|so much|that much|more) )?money
    money (?:did|does|do|has|have|is|are) [\w.&'’ -]{1,40} los(?:e|t|ing)
    (?:mak(?:e|es|ing)|made|post(?:s|ed)?|report(?:s|ed)?|book(?:s|ed)?) (?:(?:a|an|any|its|their|annual|quarterly|net) ){0,3}loss(?:es)?
    (?:un)?profitable|in the (?:red|black)
    ${LOSS_OF_COMPANY}
  `,
  'i',
)

/** Whether a question asks for, or assumes, a company's profit or loss. */
export const asksLossOrProfit = (question: string): boolean => LOSS_OR_PROFIT.test(question.slice(0, LONGEST))
