import type { Id } from '../kernel/ids.ts'
import type { InstantRange } from '../market/bars.ts'

/** What was written about an instrument in a range of time. */
export interface NewsMentions {
  mentions: number
  /** Of these, those in which the tone about it is positive or negative. */
  positive: number
  negative: number
}

/** How other groups read news: domain types only. Answers from memory, as of what this process has read. */
export interface NewsReader {
  /** By instrument; those that nobody wrote about are missing. */
  mentions(range: InstantRange): ReadonlyMap<Id, NewsMentions>
  /** In how many articles of a range other instruments stand beside one. */
  mentionedWith(entityId: Id, range: InstantRange): ReadonlyMap<Id, number>
}
