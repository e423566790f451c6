import { EMAIL_PATTERN } from '../kernel/email.ts'

/** ISO 4217. */
export const CURRENCY = '^[A-Z]{3}$'
/** ISO 4217, or the customary code of a coin or of a hundredth such as GBX. */
export const TRADING_CURRENCY = '^[A-Z]{3,5}$'
/** Fiscal years that the domain knows. */
export const FISCAL_PERIOD = '^(Q[1-4])?FY(19[6-9][0-9]|20[0-9]{2})$'
/** BCP 47, as much of it as articles have. */
export const LANGUAGE = '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$'
export const VISIBLE_ASCII = '^[\\x21-\\x7e]+$'
/** RFC 6749, scope-token. */
export const SCOPE_TOKEN = '^[\\x21\\x23-\\x5b\\x5d-\\x7e]+$'

const WORDS: Readonly<Record<string, string>> = {
  [CURRENCY]: 'must be a currency code of three capital letters, such as USD',
  [TRADING_CURRENCY]: 'must be a currency code of three to five capital letters, such as USD',
  [EMAIL_PATTERN]: 'must be an e-mail address, with one @ and without blanks',
  [FISCAL_PERIOD]: 'must be a fiscal period such as FY2025 or Q3FY2025',
  [LANGUAGE]: 'must be a language tag such as en or pt-BR',
  [VISIBLE_ASCII]: 'must be of visible ASCII characters, without blanks',
  [SCOPE_TOKEN]: 'must be of visible ASCII characters, without blanks, quotation marks and backslashes',
}

/** What a text has to be to match a pattern of the contract, as the rest of a sentence; null for any other pattern. */
export const wordsOfPattern = (pattern: string): string | null => WORDS[pattern] ?? null
