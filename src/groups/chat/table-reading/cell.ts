/** A number of a table. */
export interface Cell {
  value: number
  /** As the table has it. */
  written: string
  isPercent: boolean
  /** A dash: nothing, which sums count as 0. */
  isNil: boolean
}

export type Scale = 'thousand' | 'million' | 'billion'

const NUMBER =
  /^([-−–(]?)\s?(?:[A-Z]{0,3}[$€£¥₹])?\s?([-−–(]?)\s?(\d[\d,]*(?:\.\d+)?|\.\d+)\s?\)?\s?(%?)\s?\)?(?:\s?\(\d+\)|\*{1,3})?$/
const NIL = /^[$€£¥]?\s?[-−–—]{1,2}\s?%?$/
/** Longer ones are text. */
const LONGEST_NUMBER = 40
/** In headings and labels, where the unit alone says enough: `€m`, `$'000`, `(in thousands)`. */
const IN_HEADING =
  /(?:(?:\b|in)(thousands?|millions?|billions?)\b|[$€£¥][ ’‘']{0,2}(000s?|m|bn)(?![\p{L}\p{N}])|\b(?:usd|eur|gbp|rmb|nok|sek|chf|hk\$)[ ’‘']{0,2}(000s?|m|bn)\b|\b(?:rmb|us\$)[’']?(million)\b)/iu
/** Sentences also say `$1.2 million` of something else, `in 12 million homes`, `in the millions` and `in thousands of places`. */
const CURRENCY = '(?:(?:US |U\\.S\\. )?(?:dollars?|euros?|pounds?|yen|USD|EUR|GBP|RMB)|[$€£¥])'
const IN_TEXT = new RegExp(
  [
    `\\bin\\s(?!the\\s)(?:\\w+\\s|[$€£¥]\\s?){0,3}(thousands|millions|billions)(?!\\sof\\s(?!${CURRENCY}))`,
    `\\bin\\s(?:\\w+\\s|[$€£¥]\\s?){0,3}([’‘']?000[’‘']?s?\\b)`,
    `\\bin\\s(?:\\w+\\s)?${CURRENCY}\\s?(thousand|million|billion)\\b`,
    `\\bin\\s(thousand|million|billion)\\s(?:of\\s)?${CURRENCY}`,
    `[($€£¥](thousands|millions|billions|000s?)\\b`,
  ].join('|'),
  'i',
)

/** Null where a cell has no number. */
export function cellOf(text: string): Cell | null {
  if (text.length > LONGEST_NUMBER) return null
  const written = text.replaceAll(/\s+/g, ' ')
  if (NIL.test(written)) return { value: 0, written, isPercent: written.endsWith('%'), isNil: true }
  const match = NUMBER.exec(written)
  if (match === null) return null
  const [, before, inside, digits = '', percent] = match
  const value = Number.parseFloat(digits.replaceAll(',', ''))
  const isNegative = before !== '' || inside !== ''
  return { value: isNegative ? -value : value, written, isPercent: percent === '%', isNil: false }
}

/** What a heading says that numbers are in; null where it says nothing. */
export function scaleOfHeading(text: string): Scale | null {
  return scaleFrom(IN_HEADING.exec(text))
}

/** The same of a paragraph. */
export function scaleOfText(text: string): Scale | null {
  return scaleFrom(IN_TEXT.exec(text))
}

/** Where a paragraph says what numbers are in: `in thousands`; null where it does not. */
export const scaleWordsIn = (text: string): string | null => IN_TEXT.exec(text)?.[0].replace('(', '') ?? null

function scaleFrom(match: RegExpExecArray | null): Scale | null {
  const word = match
    ?.slice(1)
    .find((each) => each !== undefined)
    ?.toLowerCase()
  if (word === undefined) return null
  if (word.startsWith('thousand') || word.includes('000')) return 'thousand'
  return word.startsWith('b') ? 'billion' : 'million'
}
