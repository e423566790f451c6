import { oneOf, wholeWords } from '../../../../kernel/patterns.ts'
import { DAY_MS, type Instant } from '../../../../kernel/time.ts'
import type { AssetClass } from '../../../../market/vocabulary.ts'
import type { MoveOrder } from '../../../../ports/instruments.ts'
import { namedTimes } from '../times/periods.ts'
import { CRASHED, SOARED } from './move-words.ts'
import { sectorAlone, type SectorSaid, withoutSector } from './sector-words.ts'

/** A question about the largest moves of the day in the whole market. */
export interface MovesAsk {
  orders: readonly MoveOrder[]
  assetClass: AssetClass
  /** Whether today is meant: rankings of other days are not stored. */
  isOfToday: boolean
  /** The sector to which it is limited; null for the whole market. */
  sector: SectorSaid | null
  /** Whether it is limited to a part of a sector or to sector funds, which listings do not identify. */
  isOfPart: boolean
}

const KINDS: ReadonlyArray<readonly [AssetClass, string]> = [
  ['crypto', 'coins?|crypto(?:s|currenc(?:y|ies))?|tokens?'],
  ['etf', 'etfs?|funds?'],
  ['index', 'ind(?:ex(?:es)?|ices)'],
  ['equity', 'stocks?|shares?|compan(?:y|ies)|equit(?:y|ies)|names'],
]
const KINDS_SAID = KINDS.map(([assetClass, words]) => [assetClass, new RegExp(`\\b(?:${words})\\b`)] as const)
const KIND = `(?:${KINDS.map(([, words]) => words).join('|')})`
const UP = `rose|risen|gain(?:ed|ing)?|${SOARED}|rising|(?:are |is |went |gone |going )?up`
const DOWN = `fell|fallen|falling|drop(?:ped|ping)?|lost|lose|losing|declin(?:ed|ing)|${CRASHED}|(?:are |is |went |gone |going )?down`
const NOW = '(?:today|now|right now|at the moment|this morning)'
/** `which stocks rose the most`, `what stocks are up today`, `what is falling today` */
const moved = (words: string): string => oneOf`
    \b(?:which|what) (?:[a-z]+ )?${KIND} (?:(?:in|on|of) the (?:whole )?(?:stock )?market )?(?:(?:have|has|are|is|did) )?(?:${words}) (?:the )?most\b
    \b(?:which|what|any) ${KIND} (?:(?:have|has|are|is|did) )?(?:${words})(?: ${NOW})?\W*$
    ^\W*what(?:['’]?s| is| has| are)? (?:${words}) ${NOW}\W*$
  `
const GAINERS = new RegExp(
  oneOf`
    \b(?:top|biggest|largest|best|market|stock|day['’]?s|today['’]?s|show|list|the)\b.{0,20}\b(?:gainers|winners)\b
    ^\W*(?:stock |crypto |etf )?gainers\b
    \b(?:best|top)[- ]perform(?:ing|ers?)\b.{0,20}\b${KIND}\b
    \b(?:best|top)[- ]performers\b|\b(?:best|top) ${KIND}\b
    \b${KIND} (?:did|performed|are doing) (?:the )?best\b
    ${moved(UP)}
  `,
)
const LOSERS = new RegExp(
  oneOf`
    \b(?:top|biggest|largest|worst|market|stock|day['’]?s|today['’]?s|show|list|the|and)\b.{0,20}\blosers\b
    ^\W*(?:stock |crypto |etf )?losers\b
    \bworst[- ]perform(?:ing|ers?)\b.{0,20}\b${KIND}\b
    \bworst[- ]performers\b|\bworst ${KIND}\b
    \b${KIND} (?:did|performed|are doing) (?:the )?worst\b
    ${moved(DOWN)}
  `,
)
const ACTIVE = /\bmost (?:active|actively traded|traded|heavily traded)\b/
const MOVERS = new RegExp(oneOf`
    \b(?:(?:top|biggest|largest|market|stock|crypto|etf|today['’]?s|the day['’]?s) )+movers\b
    ^\W*movers\b
    ${moved('mov(?:ed|ing)|hot')}
    \bwhat(?:['’]?s| is| has| are| have)?(?: been)? (?:mov(?:ing|ed)|driv(?:ing|en)) (?:the )?(?:stock |crypto )?markets?\b
  `)
/** Words that make it about something else, or about another measure. */
const OF_OTHERS = wholeWords(oneOf`
    my|mine|portfolio|holdings?|positions?|watch\s?lists?|revenues?|sales|profits?|earnings|income|margins?
    dividends?|yields?|valuations?|p\/?e|debt|cash|sector|industry|buy|sell|invest\w*|recommend\w*|work|under
    below|above|over|europe(?:an)?|german[y]?|british|uk|french|france|japan(?:ese)?|asian?|chin(?:a|ese)
    indian?|canad(?:a|ian)|swiss|switzerland|dutch|ital(?:y|ian)|spain|spanish|australian?|brazil(?:ian)?
    korean?|emerging markets
  `)
const MOST_LETTERS = 200

const STOCK = '(?:stocks?|shares?|compan(?:y|ies)|equit(?:y|ies)|names|firms?)'
/** `the best performing stock in the S&P 500`, `which European stock rose most` */
const RANKS_STOCKS = new RegExp(
  oneOf`
    \b(?:best|worst|top|strongest|weakest|biggest|largest|smallest|cheapest)(?:[- ]perform(?:ing|ers?))? (?:\d{1,2} )?(?:[a-z]+ )?(?:${STOCK}|gainers?|losers?|winners?|performers?)\b
    \b(?:best|worst|top)[- ]performers?\b
    \b(?:which|what) (?:[a-z]+ )?${STOCK}\b.{0,60}\b(?:best|worst|most|least|highest|lowest)\b
  `,
)

/** Whether a question ranks the stocks of a market, and is not about its index. */
export const ranksStocks = (message: string): boolean =>
  message.length <= MOST_LETTERS && RANKS_STOCKS.test(message.toLowerCase())

/** The day's moves that a question without a name asks for; null when it asks for none. */
export function askedMoves(message: string, now: Instant): MovesAsk | null {
  if (message.length > MOST_LETTERS) return null
  const { text, said, sector } = withoutSector(message.toLowerCase())
  const orders = ordersIn(text)
  if (orders.length === 0) return null
  const [assetClass] = KINDS_SAID.find(([, words]) => words.test(text)) ?? ['equity']
  const isOfPart = said !== null && (sector === null || assetClass !== 'equity')
  return { orders, assetClass, isOfToday: isOfToday(text, now), sector, isOfPart }
}

/** The words for the sector whose stocks are ranked by their moves; null for all stocks, undefined when none are ranked. */
function rankedIn(message: string): string | null | undefined {
  if (message.length > MOST_LETTERS) return undefined
  const { text, said } = withoutSector(message.toLowerCase())
  return ordersIn(text).length > 0 ? said : undefined
}

/** Whether a question ranks the stocks of one sector by their moves, and is not about the sector fund. */
export const ranksSector = (message: string): boolean => typeof rankedIn(message) === 'string'

const GOES_ON = /^\W*(?:and|but|so|or|what about|how about)\b/i

/** Completes a follow-up to such a question: `and the losers in tech`, and `top gainers in energy` for `what about energy?` */
export function movesCompleted(message: string, before: string): string {
  const sector = rankedIn(before)
  if (sector === undefined || message.length > MOST_LETTERS) return message
  const other = sectorAlone(message)
  if (other !== null) return `${bare(withoutSector(before.toLowerCase()).text)} in ${other}`
  const isOfAll = GOES_ON.test(message) && rankedIn(message) === null
  return isOfAll && sector !== null ? `${bare(message)} in ${sector}` : message
}

const bare = (text: string): string => text.replace(/\W+$/, '')

function ordersIn(text: string): MoveOrder[] {
  if (OF_OTHERS.test(text)) return []
  const isOfBoth = MOVERS.test(text)
  return [
    ...(isOfBoth || GAINERS.test(text) ? (['gainers'] as const) : []),
    ...(isOfBoth || LOSERS.test(text) ? (['losers'] as const) : []),
    ...(ACTIVE.test(text) ? (['most_active'] as const) : []),
  ]
}

function isOfToday(text: string, now: Instant): boolean {
  const { range, fiscal, reported } = namedTimes(text, now)
  if (range === null) return fiscal.length === 0 && reported === null
  return range.to >= now && range.to - range.from <= DAY_MS
}
