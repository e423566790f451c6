/**
 * One rule for text, wherever it comes from: well-formed Unicode without NUL and without control characters. What a text
 * is for makes the rule stricter or more lenient.
 */
export type TextKind =
  /** Anything on one line. */
  | 'line'
  /** May also have line breaks and tabs. */
  | 'lines'
  /** What people call something: {@link cleanName} takes out what nobody sees, and something must be left. */
  | 'name'
  /** What is looked up: judged as a name, and kept as it was asked for. */
  | 'query'
  /** Identifiers: invisible characters are refused, because two identifiers would look alike. */
  | 'identifier'

const PLAIN = /^[\x20-\x7e]*$/
/** Category Cs holds lone surrogates alone where a pattern reads code points. */
const LONE_SURROGATE = /\p{Cs}/u
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u
const CONTROL_BUT_BREAKS = /[^\P{Cc}\t\n\r]/u
/** Bidirectional marks and overrides, zero-width characters, soft hyphens, fillers, tags. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u
const EVERY_INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
const ODD_BLANK = /[^\S ]/u

/** A name without characters that nobody sees and without the blanks around it. */
export function cleanName(text: string): string {
  return (PLAIN.test(text) ? text : text.replaceAll(EVERY_INVISIBLE, '')).trim()
}

/**
 * What is wrong with a text, as the rest of a sentence that begins with what it is called; null when nothing is.
 * `maxLength` counts code points. Names and queries are judged as they are after
 * {@link cleanName}.
 */
export function textFault(text: string, kind: TextKind = 'line', maxLength = Infinity): string | null {
  const judged = kind === 'name' || kind === 'query' ? cleanName(text) : text
  if (!PLAIN.test(judged)) {
    if (judged.includes('\0')) return 'must not contain a NUL character'
    if (LONE_SURROGATE.test(judged)) return 'must be valid Unicode without lone surrogates'
    if ((kind === 'lines' ? CONTROL_BUT_BREAKS : CONTROL).test(judged)) {
      return kind === 'lines'
        ? 'must not contain control characters but line breaks and tabs'
        : 'must not contain control characters or line breaks'
    }
    const inner = judged.trim()
    if (kind === 'identifier' && (INVISIBLE.test(inner) || ODD_BLANK.test(inner))) {
      return 'must not contain invisible characters or blanks other than spaces'
    }
  }
  if (kind !== 'line' && kind !== 'lines' && judged.trim() === '') return 'must not be blank'
  return isLonger(judged, maxLength) ? `must have at most ${maxLength} characters` : null
}

/** Whether a text has more code points than that; takes no longer than that many. */
export function isLonger(text: string, maxLength: number): boolean {
  return endOf(text, maxLength) < text.length
}

/** The first code points of a text that is to be shown, with an ellipsis when there are more; always well-formed. */
export function clip(text: string, maxLength: number): string {
  const end = endOf(text, maxLength)
  return end === text.length ? text.toWellFormed() : `${text.slice(0, end).toWellFormed()}…`
}

/** Where the first code points of a text end. */
function endOf(text: string, count: number): number {
  if (text.length <= count) return text.length
  let at = 0
  for (let rest = count; rest > 0 && at < text.length; rest--)
    at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
  return at
}

const LONGEST_ECHO = 60

/** What a caller has sent, as the message of an error repeats it. */
export const echoed = (text: string): string => clip(text, LONGEST_ECHO)
