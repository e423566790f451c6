/** A number in a table. */
export interface Cell {
  value: number
  /** As written in the table. */
  written: string
  isPercent: boolean
  /** A dash, which counts as 0 in sums. */
  isNil: boolean
}

export type Scale = 'thousand' | 'million' | 'billion'

const NUMBER =
  /^([-−–(]?)\s?(?:[A-Z]{0,3}[$€£¥₹])?\s?([-−–(]?)\s?(\d[\d,]*(?:\.\d+)?|\.\d+)\s?\)?\s?(%?)\s?\)?(?:\s?\(\d+\)|\*{1,3})?$/
const NIL = /^[$€£¥]?\s?[-−–—]{1,2}\s?%?$/
/** Longer cells are text. */
const LONGEST_NUMBER = 40
/** In headings and labels the unit alone is enough: `€m`, `$'000`, `(in thousands)`. */
const IN_HEADING =
  /(?:(?:\b|in)(thousands?|millions?|billions?)\b|[$€£¥][ ’‘']{0,2}(000s?|m|bn)(?![\p{L}\p{N}])|\b(?:usd|eur|gbp|rmb|nok|sek|chf|hk\$)[ ’‘']{0,2}(000s?|m|bn)\b|\b(?:rmb|us\$)[’']?(million)\b)/iu
/** Sentences also contain `$1.2 million` of something else, `in 12 million homes`, `in the millions` and `in thousands of places`. */
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

/** Null for a cell without a number. */
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

/** The unit in a heading; null for none. */
export function scaleOfHeading(text: string): Scale | null {
  return scaleFrom(IN_HEADING.exec(text))
}

/** The same for a paragraph. */
export function scaleOfText(text: string): Scale | null {
  return scaleFrom(IN_TEXT.exec(text))
}

/** The words for the unit in a paragraph: `in thousands`; null for none. */
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
