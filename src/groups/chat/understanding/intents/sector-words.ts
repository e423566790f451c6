import { oneOf } from '../../../../kernel/patterns.ts'

/** Sectors and industries: words before `stocks`, words for their companies without a noun, and the fund that stands in for each. */
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
  { before: 'real estate', alone: 'reits|real estate(?: market)?', fund: 'XLRE' },
  { before: 'communications?(?: services)?|telecom(?:munications?)?', alone: 'telecoms?', fund: 'XLC' },
]
const wordsOf = ({ before, alone }: (typeof SECTORS)[number]): string =>
  alone === undefined ? before : `${before}|${alone}`
const ANY_SECTOR = `(?:${SECTORS.map(wordsOf).join('|')})`

/** Funds of industries, which are parts of sectors. */
export const OF_INDUSTRIES: ReadonlySet<string> = new Set(['SMH', 'KRE', 'XBI'])

/** Words for a part of the sector whose fund stands in for it. */
const OF_PART = /^(?:bank|oil|pharma|telecom)/i

/** A sector in the words of a text, with a test for the sector names of listings. */
export interface SectorSaid {
  said: string
  isSector: (name: string) => boolean
}

/** The same for given words; null when they mean a part of a sector, which listings do not identify. */
export function sectorCalled(said: string, { before, fund }: (typeof SECTORS)[number]): SectorSaid | null {
  if (OF_INDUSTRIES.has(fund) || OF_PART.test(said)) return null
  const sector = new RegExp(`^(?:${before})\\b`, 'i')
  return { said, isSector: (name) => sector.test(name) }
}

/** `tech` in `the best tech stocks` and in `top gainers in the tech sector`. */
const STOCKS_OF = new RegExp(
  oneOf`
    \b(${ANY_SECTOR}) (?=(?:stocks?|shares?|companies|company|names|firms?|funds?|etfs?|gainers?|losers?|movers?|winners?|performers?)\b)
    \b(?:in|among|of|from|within|across) (?:the )?(${ANY_SECTOR})(?: (?:sector|industry|space))?\b(?! \w+ (?:sector|industry)\b)
  `,
  'i',
)
const OF_SECTORS = SECTORS.map((sector) => [new RegExp(`^(?:${wordsOf(sector)})$`, 'i'), sector] as const)

/** `what about energy?` */
const ALONE = new RegExp(
  String.raw`^\W*(?:(?:and|but|so|or|what about|how about) )*(?:(?:in|for|the) )*(${ANY_SECTOR})(?: (?:sector|industry|stocks|companies))?\W*$`,
  'i',
)

/** The words of a follow-up that names a sector and nothing else; null for any other. */
export const sectorAlone = (text: string): string | null => ALONE.exec(text)?.[1] ?? null

/** A text without the words that limit its stocks to one sector. */
export interface WithoutSector {
  text: string
  /** Those words; null for none. */
  said: string | null
  /** Their sector; null for none, and when they mean a part of a sector. */
  sector: SectorSaid | null
}

/** Takes the sector out of a question that ranks stocks. */
export function withoutSector(text: string): WithoutSector {
  const found = STOCKS_OF.exec(text)
  const said = found?.[1] ?? found?.[2] ?? null
  if (said === null) return { text, said, sector: null }
  const [, meant] = OF_SECTORS.find(([words]) => words.test(said)) ?? []
  const sector = meant === undefined ? null : sectorCalled(said, meant)
  return { text: text.replace(STOCKS_OF, ''), said, sector }
}

/** The source of a pattern for the user's share of a sector: `how much tech do I have`, `am I overweight in energy`. */
export const OWN_SECTORS = oneOf`
  how much (?:of )?${ANY_SECTOR}(?: stocks?| shares| exposure)? (?:do|did|have) (?:i|we) (?:have|own|hold|got)
  (?:do|did|have) (?:i|we) (?:have|own|hold|got) (?:(?:way|much) )?(?:more|less|too much|too little|enough) (?:of )?${ANY_SECTOR}\b
  (?:am|are) (?:i|we) (?:too )?(?:over|under)[- ]?weight(?:ed)?
  (?:is|are) my [\w ]{1,30} (?:over|under)[- ]?weight(?:ed)?
`
/** The source of a pattern for the sectors, countries and currencies the user is invested in: `what sectors am I in`. */
export const IN_WHICH = String.raw`(?:what|which) (?:sectors?|industr(?:y|ies)|countr(?:y|ies)|currenc(?:y|ies)) (?:am|are) (?:i|we)(?=\W*$| (?:mostly |most |currently )?(?:in|invested|exposed)\b)`
const OWN = new RegExp(`\\b${OWN_SECTORS}\\b`, 'i')
const LONGEST = 2_000

/** Whether a question asks for the user's share of a sector. */
export const asksOwnSectors = (question: string): boolean => OWN.test(question.slice(0, LONGEST))

const IS_IN_WHICH = new RegExp(`\\b${IN_WHICH}`, 'i')

/** Whether a question asks in which sectors, countries or currencies the user is invested. */
export const asksInWhich = (question: string): boolean => IS_IN_WHICH.test(question.slice(0, LONGEST))
