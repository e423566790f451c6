import { oneOf, wholeWords } from '../../../../kernel/patterns.ts'

const LONGEST = 2_000
/** `did it lose money`, `how much money did it lose`, `is it profitable` */
const LOSS_OR_PROFIT = wholeWords(
  oneOf`
    los(?:e|es|ing|t) (?:(?:any|so much|that much|more) )?money
    money (?:did|does|do|has|have|is|are) [\w.&'’ -]{1,40} los(?:e|t|ing)
    (?:mak(?:e|es|ing)|made|post(?:s|ed)?|report(?:s|ed)?|book(?:s|ed)?) (?:(?:a|an|any|its|their|annual|quarterly|net) ){0,3}loss(?:es)?
    (?:un)?profitable|in the (?:red|black)
  `,
  'i',
)

/** Whether a question asks, or takes for granted, that a company made a profit or a loss. */
export const asksLossOrProfit = (question: string): boolean => LOSS_OR_PROFIT.test(question.slice(0, LONGEST))
