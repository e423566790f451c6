import { textFault } from './text.ts'

/** What a person would call an address, dots or not: one @ with something on both sides, no blanks. */
export const EMAIL_PATTERN = '^[^@\\s\\u0000-\\u001f\\u007f]+@[^@\\s\\u0000-\\u001f\\u007f]+$'
/** In characters. */
export const EMAIL_MIN = 3
export const EMAIL_MAX = 254

const PATTERN = new RegExp(EMAIL_PATTERN, 'u')

/** Whether dev-login and the log-in page take this for an address; it need not exist. */
export function isEmail(text: string): boolean {
  if (textFault(text, 'identifier', EMAIL_MAX) !== null) return false
  return Array.from(text).length >= EMAIL_MIN && PATTERN.test(text)
}

/**
 * An address as addresses are compared: A to Z in lower case, all else as it is. Unicode's own folding would make two
 * people one: it takes K (U+212A, the Kelvin sign) to k.
 */
export function foldEmail(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}
