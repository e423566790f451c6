import { oneOf } from '../../../../kernel/patterns.ts'

/** `is that a lot?`, `is it too high?`, `why is it so low?` */
const JUDGES = new RegExp(
  String.raw`^\W*(?:(?:and|so|but|ok(?:ay)?|hmm),? )*(?:why )?(?:is|are|was|were|isn['’]t|does) (?:that|it|this|they|those|these)(?: (?:considered|seen as|really|even))? (?:(?:so|too|very|that|quite|pretty|unusually|a|an) )*${oneOf`
    lots?|much|little|many|good|bad|great|poor|high|low|normal|healthy|unhealthy|ok(?:ay)?|fine|enough
    reasonable|unusual|worrying|problem|concern
    (?:high|low|good|bad|big|large|small) (?:number|ratio|amount|value|one|figure|sum)
    big|large|small
  `}(?: (?:number|ratio|amount|for .{1,40}))?\W*$`,
  'i',
)
const LONGEST = 200

/** Whether a message asks only if the last answer is high or low, good or bad, or why. */
export const asksJudgement = (message: string): boolean => message.length <= LONGEST && JUDGES.test(message)
