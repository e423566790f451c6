import type { Narrowed } from '../facts/held-part-fact.ts'
import { nameOf } from '../facts/say.ts'
import { leftOutSaid } from '../understanding/held-part.ts'
import { sinceThenIn } from '../understanding/carried-time.ts'
import { asksNumbers, type Metric } from '../understanding/metrics.ts'
import type { Understood } from '../understanding/understood.ts'

/** To which part of a number of ours, which are those of the whole, a question narrows it. */
export const narrowingOf = ({ metrics, scope, ofHoldings }: Understood): readonly string[] =>
  !ofHoldings && asksNumbers(metrics.filter((metric) => !MOVES.includes(metric))) ? scope : []

/** Times of prices and returns that were not understood, as far as nothing else names them; what happened then is told by articles. */
export function unreadOf(
  { metrics, message: { unread, text }, times }: Understood,
  scope: readonly string[],
): string[] {
  const isOfTimes = metrics.some((metric) => OF_TIMES.includes(metric))
  if (!isOfTimes || metrics.includes('news') || metrics.includes('reaction')) return []
  // Nothing that was told before was of a time.
  const since = times.range === null ? sinceThenIn(text) : null
  const phrases = since === null ? unread : [...unread, since]
  return phrases.filter((phrase) => !scope.some((part) => phrase.includes(part)))
}

/** By what a question narrows what is told of the whole portfolio alone: `dividends of my tech stocks`. */
export function untoldPart(
  { ofHoldings, times, message, ofPortfolio: { income, costs, invested, risk, sales, trades } }: Understood,
  narrow: Narrowed | null,
): string[] {
  const leftOut = ofHoldings && narrow === null ? leftOutSaid(message.kept) : null
  if (leftOut !== null) return [leftOut]
  const isPaidInTime = invested && times.range !== null
  const isOfWhole = income || costs || isPaidInTime || risk || sales !== null || trades !== null
  return ofHoldings && isOfWhole && narrow !== null ? [narrow.part.said] : []
}

/**
 * Whether what a question leaves out is left out of what is told: of the return of an index nothing can be, and neither of the cash nor of the
 * sectors of all that is held.
 */
function leavesOut(
  { watched, ofHoldings, ofPortfolio: { shares }, metrics, instruments, message }: Understood,
  narrow: Narrowed | null,
): boolean {
  const isOfPart = narrow !== null && !narrow.part.isCash && (shares === null || narrow.part.rank !== null)
  const isOfLists = watched !== null || (ofHoldings && isOfPart)
  // What was named before is told without it.
  const isOfThread = message.instruments.length === 0 && instruments.length > 0
  return isOfLists || isOfThread || metrics.includes('peers') || metrics.includes('constituents')
}

/** What a question leaves out, where it is told nevertheless. */
export const untoldExclusion = (understood: Understood, narrow: Narrowed | null): string[] =>
  leavesOut(understood, narrow) ? [] : understood.excluded.map((each) => `without ${nameOf(each)}`)

/** That something is left out of what is told. */
export function exclusionNote(understood: Understood, narrow: Narrowed | null): string[] {
  if (!leavesOut(understood, narrow) || untoldPart(understood, narrow).length > 0) return []
  const ofPart = understood.ofHoldings ? (narrow?.without ?? []) : []
  return leftOutNote(ofPart.length > 0 ? ofPart : understood.excluded.map(nameOf))
}

/** The same of what is called so. */
export const leftOutNote = (names: readonly string[]): string[] =>
  names.length === 0 ? [] : [`Left out, as asked: ${names.join(', ')}.`]

const OF_TIMES: readonly Metric[] = ['price', 'performance']

/** Words beside these are mostly about times. */
const MOVES: readonly Metric[] = ['performance', 'split']
