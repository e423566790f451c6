import { oneOf } from '../../../../kernel/patterns.ts'

/** Sectors and industries: what stands before `stocks`, what is said of their companies without a noun, and the fund by which each is told. */
export const SECTORS: ReadonlyArray<{ before: string; alone?: string; fund: string }> = [
  { before: 'semiconductors?|chip', alone: 'chip ?makers|semis|semiconductors?', fund: 'SMH' },
  { before: '(?:information )?technology|tech', alone: 'tech', fund: 'XLK' },
  { before: 'regional bank(?:ing)?', alone: 'regional banks', fund: 'KRE' },
  { before: 'financials?|bank(?:ing)?', alone: 'banks|banking|financials', fund: 'XLF' },
  { before: 'biotech(?:nology)?', alone: 'biotechs?', fund: 'XBI' },
  { before: 'health ?care|pharma(?:ceuticals?)?', alone: 'pharma|health ?care', fund: 'XLV' },
  { before: 'energy|oil(?: (?:and|&) gas)?', alone: 'energy', fund: 'XLE' },
  { before: 'industrials?', alone: 'industrials', fund: 'XLI' },
  { before: 'consumer staples', fund: 'XLP' },
  { before: 'consumer discretionary', fund: 'XLY' },
  { before: 'utilit(?:y|ies)', alone: 'utilities', fund: 'XLU' },
  { before: '(?:basic )?materials', fund: 'XLB' },
  { before: 'real estate', alone: 'reits|real estate', fund: 'XLRE' },
  { before: 'communications?(?: services)?|telecom(?:munications?)?', alone: 'telecoms?', fund: 'XLC' },
]
const ANY_SECTOR = `(?:${SECTORS.flatMap(({ before, alone = [] }) => [before, alone].flat()).join('|')})`

/** The source of a pattern of how much of a sector the user has: `how much tech do I have`, `am I overweight in energy`. */
export const OWN_SECTORS = oneOf`
  how much (?:of )?${ANY_SECTOR}(?: stocks?| shares| exposure)? (?:do|did|have) (?:i|we) (?:have|own|hold|got)
  (?:do|did|have) (?:i|we) (?:have|own|hold|got) (?:(?:way|much) )?(?:more|less|too much|too little|enough) (?:of )?${ANY_SECTOR}\b
  (?:am|are) (?:i|we) (?:too )?(?:over|under)[- ]?weight(?:ed)?
  (?:is|are) my [\w ]{1,30} (?:over|under)[- ]?weight(?:ed)?
`
const OWN = new RegExp(`\\b${OWN_SECTORS}\\b`, 'i')
const LONGEST = 2_000

/** Whether a question asks that. */
export const asksOwnSectors = (question: string): boolean => OWN.test(question.slice(0, LONGEST))
