/** What a person would call an address, dots or not: one @ with something on both sides, no blanks. */
export const EMAIL_PATTERN = '^[^@\\s\\u0000-\\u001f\\u007f]+@[^@\\s\\u0000-\\u001f\\u007f]+$'
/** In characters. */
export const EMAIL_MIN = 3
export const EMAIL_MAX = 254

const PATTERN = new RegExp(EMAIL_PATTERN, 'u')

/** Whether dev-login and the log-in page take this for an address; it need not exist. */
export function isEmail(text: string): boolean {
  const { length } = Array.from(text)
  return length >= EMAIL_MIN && length <= EMAIL_MAX && PATTERN.test(text)
}
