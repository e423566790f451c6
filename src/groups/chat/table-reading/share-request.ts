const SHARE = '(?:percentage|proportion|percent|fraction|ratio|share|%)'
const MADE =
  '(?:derived|generated|earned|made|contributed|provided|brought in|represented|attributable|obtained|reali[sz]ed)'
/** A ratio is "in" a year, which is not its whole. */
const NO_YEAR = '(?! (?:(?:fiscal|financial)(?: year)? )?(?:fy)?(?:19|20)?\\d\\d\\b)'
const VERBS =
  /\b(?:accounts? for|accounted for|represent(?:s|ed)?|contribute[sd]?|make up|makes up|generate[sd]?|bring in|brought in)\b/gi

/** `the liabilities to assets ratio`, `debt-to-equity ratio` */
const NAMED_RATIO = /\b((?:[\w’'&]+ ){0,3}[\w’'&]+)[ -]to[ -]((?:[\w’'&]+ ){0,3}[\w’'&]+) ratio\b(.*)$/i
/** The current ratio: current assets over current liabilities. */
const CURRENT_RATIO = /\bcurrent ratio\b(.*)$/i
const IS_SHARE =
  /\b(?:percentage|proportion|percent|ratio|share|%|constitution|fraction) of\b|\bratio between\b/i
const OF_PERCENT = /\b(?:percent(?:age)?|share|parts?|portion|much)\b|%/i

/** Phrases for a part and its whole. */
const FORMS: ReadonlyArray<{ pattern: RegExp; isWholeFirst: boolean }> = [
  { pattern: new RegExp(`^(.*?)\\bas an? ${SHARE} of\\b(.*)$`, 'i'), isWholeFirst: false },
  // "How much of the whole came from a part?"
  {
    pattern: new RegExp(
      `\\b(?:${SHARE}|parts?|portion|much) of (.*?)\\b(?:comes?|came|is|was|are|were|${MADE})(?: ${MADE})? (?:from|by|in|through)\\b${NO_YEAR}(.*)$`,
      'i',
    ),
    isWholeFirst: true,
  },
  // "What proportion of the whole is made up of a part?"
  {
    pattern: new RegExp(
      `\\b(?:${SHARE}|parts?|portion|much) of (.*?)\\b(?:is |was |were |are )?(?:made up (?:of|by)|constituted by|accounted for by|does|did|do)\\b(.*)$`,
      'i',
    ),
    isWholeFirst: true,
  },
  // Clearer than "in" and "to", which parts contain as well.
  {
    pattern: new RegExp(
      `\\b(?:percentage|proportion|percent|ratio|share|%)(?: constitution)? of (.*?)\\b(?:over|out of)\\b${NO_YEAR}(.*)$`,
      'i',
    ),
    isWholeFirst: false,
  },
  {
    pattern: new RegExp(
      `\\b(?:percentage|proportion|percent|ratio|share|%)(?: constitution)? of (.*?)\\b(?:in|to|over|out of|against|among|made up of|is made up of|constitutes?|accounts? for)\\b${NO_YEAR}(.*)$`,
      'i',
    ),
    isWholeFirst: false,
  },
]
/** "What share came from a part?" The whole is the total below. */
const OF_SUM = new RegExp(
  `\\b${SHARE} (?:comes?|came|is|was|are|were)(?: ${MADE})? (?:from|by|in)\\b(.*)$`,
  'i',
)

/** The whole of a question that names a part only. */
export const THE_SUM = 'total'

const IN_YEAR = '(?:in|for|of) (?:(?:fiscal|financial) (?:year )?|fy ?)?((?:19|20)\\d\\d)\\b'
/** One line in two years: `the ratio of revenue in 2024 to 2023`, `revenue in 2024 as a percentage of that in 2023` */
const OF_YEARS = [
  new RegExp(
    `\\b${SHARE} of (.*?) ${IN_YEAR} (?:to|over|against) (?:that )?(?:${IN_YEAR}|(?:fiscal |fy ?)?((?:19|20)\\d\\d)\\b)`,
    'i',
  ),
  new RegExp(
    `^(.*?) ${IN_YEAR} as an? ${SHARE} of (?:that |the same |what it was )?(?:${IN_YEAR}|((?:19|20)\\d\\d)\\b)`,
    'i',
  ),
]

/** `the proportion, in percentage, of` */
const IN_PERCENTAGE =
  /(?<=\b(?:proportion|ratio|share|fraction)),? \(?in (?:percentages?|percent|%)\)?,?(?= of\b)/i

/** The ratio that a question asks for; null for none. */
export function shareOperation(asked: string): { kind: 'share'; isPercent: boolean } | null {
  const text = asked.replace(IN_PERCENTAGE, '')
  if (CURRENT_RATIO.test(text) || NAMED_RATIO.test(text)) return { kind: 'share', isPercent: false }
  const isShare =
    IS_SHARE.test(text) ||
    OF_YEARS.some((pattern) => pattern.test(text)) ||
    OF_SUM.test(text) ||
    FORMS.some(({ pattern }) => pattern.test(text))
  return isShare ? { kind: 'share', isPercent: OF_PERCENT.test(asked) } : null
}

/**
 * Part and whole of a ratio, when a question names both; the part and {@link THE_SUM} when it names only the part; otherwise the subject
 * alone.
 */
export function shareSubjects(asked: string): string[] {
  const text = asked.replace(IN_PERCENTAGE, '')
  for (const pattern of OF_YEARS) {
    const [, line, year, ...others] = pattern.exec(text) ?? []
    const other = others.find((each) => each !== undefined)
    if (line !== undefined && other !== undefined) return [`${line} in ${year}`, `${line} in ${other}`]
  }
  const [, behind] = CURRENT_RATIO.exec(text) ?? []
  if (behind !== undefined) return [`total current assets${behind}`, `total current liabilities${behind}`]
  const [, part, whole, when = ''] = NAMED_RATIO.exec(text) ?? []
  if (part !== undefined && whole !== undefined) return [part + when, whole + when]
  for (const { pattern, isWholeFirst } of FORMS) {
    const [, first, second] = pattern.exec(text) ?? []
    if (first === undefined || second === undefined) continue
    const sides = [first, second].map((side) => side.replaceAll(VERBS, ' '))
    return isWholeFirst ? sides.toReversed() : sides
  }
  const [, ofSum] = OF_SUM.exec(text) ?? []
  return ofSum === undefined ? [text] : [ofSum, THE_SUM]
}
