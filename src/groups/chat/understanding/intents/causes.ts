import { oneOf } from '../../../../kernel/patterns.ts'
import { withoutTimes } from '../times/periods.ts'
import { CRASHED, SOARED } from './move-words.ts'

/** The direction of a price move. */
export type Direction = 'up' | 'down'

const MOVE = oneOf`
  mov(?:ed?|ing)|fall(?:en|ing)?|fell|drop(?:ped|ping)?|declin(?:ed?|ing)|ris(?:e|en|ing)|rose
  up|down|higher|lower|gain(?:ed|ing)?|los(?:e|t|ing)
  ${SOARED}|${CRASHED}
`
const WHY = String.raw`(?:why|(?:any|some) (?:particular )?reasons?(?: why| that| for)?|what (?:made|caused|drove|moved|happened to)|explains?|explain why)`
/** Asks why something moved: answered by its return and the news of that time. */
const CAUSE = new RegExp(String.raw`\b${WHY}\b.{0,80}?\b(?<move>${MOVE})\b`)
/** `what moved Apple yesterday?`, but not "what moved most". */
const MOVED_BY =
  /\bwhat(?: has| is|['’]?s)?(?: been)? (?<move>moved|moving|driving)\b(?! (?:the )?(?:most|furthest|least|up|down|higher|lower)\b)(?=\s)/
/** What follows a move: `and why` */
const THEN_WHY = String.raw`.{0,60}?[ ,?.;:]{1,3}(?:(?:and|but) )?(?:why|what (?:caused|drove|explains) (?:it|this|that))\W*$`
/** `how much did it fall and why` */
const CAUSE_AFTER = new RegExp(
  String.raw`\b(?:(?<move>${MOVE})|do(?:ne|ing)?|perform(?:ed|ing)?)\b${THEN_WHY}`,
)
/** Statement lines move like prices, and grow. */
const LINE_MOVE = oneOf`
  ${MOVE}
  gr[eo]w(?:n|ing)?|(?:in|de)creas(?:e[ds]?|ing)|shr[aiu]nk(?:ing)?|improv(?:e[ds]?|ing)|chang(?:e[ds]?|ing)|worsen(?:ed|ing)?
`
const LINE_CAUSES = [
  String.raw`\b${WHY}\b.{0,80}?\b(?<move>${LINE_MOVE})\b`,
  String.raw`\b(?<move>${LINE_MOVE})\b${THEN_WHY}`,
].map((source) => new RegExp(source))
/** `did Apple fall today?`, `how much has it risen?` */
const SAID_TO_MOVE = new RegExp(
  String.raw`^\W*(?:(?:and|so|but|by) )?(?:how (?:much|far) )?(?:did|has|have|is|was|are|were) .{1,60}?\b(?<move>${MOVE})\b`,
)
/** `since its revenue fell in 2025, …` */
const PREMISE = /^\W*(?:since|because|given that|now that|seeing that|as)\b[^,?]{1,80}, (?:so )?/
/** Words that may remain in a question about a direction. */
const NOTHING_ELSE = /^\W*(?:(?:so far|at all|by|and why|in price)\W*)?$/
/** Words that make a move open, negated or compared. */
const NOT_SAID = /\b(?:or|not|never|which|than|(?:any|other) (?:stocks|shares|companies))\b|n['’]t\b/
const UP = new RegExp(`^(?:ris|rose|up$|higher|gain|gr[eo]w|increas|improv|${SOARED})`)
const DOWN = new RegExp(`^(?:fall|fell|drop|declin|down$|lower|los|decreas|shr|worse|${CRASHED})`)
const MOST_LETTERS = 8_000
const LONGEST = 200

const directionOf = (move: string): Direction | null =>
  DOWN.test(move) ? 'down' : UP.test(move) ? 'up' : null

/** The position and word of a question, in lower case, for why a price moved; null when it does not ask that. */
export function causeIn(text: string): { at: number; move: string } | null {
  const match = CAUSE.exec(text) ?? MOVED_BY.exec(text) ?? CAUSE_AFTER.exec(text)
  return match === null ? null : { at: match.index, move: match.groups?.['move'] ?? '' }
}

/** Whether a question asks why a price moved, and the direction it assumes; null when it does not ask that. */
export function askedCause(question: string): { direction: Direction | null } | null {
  const cause = causeIn(question.toLowerCase().slice(0, MOST_LETTERS))
  return cause === null ? null : { direction: directionOf(cause.move) }
}

/** The direction that a question assumes, if it asks nothing else: `did Apple fall this week?`; null otherwise. */
export function saidDirection(question: string): Direction | null {
  const text = question.toLowerCase().replace(PREMISE, '')
  if (text.length > LONGEST || NOT_SAID.test(text)) return null
  const match = SAID_TO_MOVE.exec(text)
  if (match === null) return null
  const rest = withoutTimes(text).slice(match[0].length)
  return NOTHING_ELSE.test(rest) ? directionOf(match.groups?.['move'] ?? '') : null
}

const BARE = /^\W*(?:(?:and|but|so|ok(?:ay)?),? )?why(?: so| (?:is|was) (?:that|this|it))?\W*$/i

/** Whether a message asks only why the last answer is so. */
export const asksWhyAlone = (message: string): boolean => BARE.test(message)

/** Whether a question asks why a statement line moved, and the direction it assumes; null when it does not. */
export function askedLineCause(question: string): { direction: Direction | null } | null {
  const text = question.toLowerCase().slice(0, MOST_LETTERS)
  for (const words of LINE_CAUSES) {
    const match = words.exec(text)
    if (match !== null) return { direction: directionOf(match.groups?.['move'] ?? '') }
  }
  return asksWhyAlone(question) ? { direction: null } : null
}

/**
 * The assumed direction of a move and whether its reason is asked; "and Apple?" asks the same about Apple.
 * @param asking The message that asked for the metrics.
 * @param isOfLines Whether a statement line is asked for.
 */
export function movedBy(
  text: string,
  asking: string,
  isOfLines: boolean,
): { isOfCause: boolean; isOfLineCause: boolean; direction: Direction | null } {
  const cause = askedCause(text) ?? askedCause(asking)
  const ofLine = isOfLines ? (askedLineCause(text) ?? askedLineCause(asking)) : null
  const direction = cause?.direction ?? ofLine?.direction ?? saidDirection(text)
  return { isOfCause: cause !== null, isOfLineCause: ofLine !== null, direction }
}
