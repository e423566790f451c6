import { oneOf } from '../../../../kernel/patterns.ts'
import type { InstrumentSummary } from '../../../../ports/instruments.ts'
import { askedMetrics } from './asked-metrics.ts'
import { type Metric } from './metrics.ts'
import { CRASHED, SOARED } from './move-words.ts'
import { comparedIn } from '../portfolio/portfolio-questions.ts'
import { ranksSector } from './day-moves.ts'
import { asksOwnSectors, OF_INDUSTRIES, sectorCalled, type SectorSaid, SECTORS } from './sector-words.ts'

const SECTOR_NOUN = '(?:sectors?|industry|stocks|shares|companies|firms)'
const SECTOR = new RegExp(
  `\\b(?:${SECTORS.map(({ before }) => before).join('|')}) ${SECTOR_NOUN}(?![\\w-])`,
  'i',
)

const BARE_SECTOR = `\\b(?:${SECTORS.flatMap(({ alone = [] }) => alone).join('|')})\\b`
const IS_BARE_SECTOR = new RegExp(`${BARE_SECTOR}\\W*$`, 'i')

/** Words for the markets of places, and the tickers of their indices, the preferred one first; each with a fund on the same stocks. */
const PLACES: ReadonlyArray<readonly [words: string, indices: ReadonlyArray<readonly string[]>]> = [
  ['global|world', [['^GSPC', 'SPY'], ['^GDAXI'], ['^FTSE'], ['^N225'], ['^HSI']]],
  ['europe(?:an)?', [['^STOXX50E'], ['^GDAXI'], ['^FTSE'], ['^FCHI']]],
  ['german(?:y)?', [['^GDAXI']]],
  ['uk|u\\.k\\.|british|britain|london', [['^FTSE']]],
  ['french|france|paris', [['^FCHI']]],
  ['dutch|netherlands', [['^AEX']]],
  ['japan(?:ese)?|tokyo', [['^N225']]],
  ['chinese|china|hong kong', [['^HSI'], ['000001.SS']]],
  ['asian?', [['^N225'], ['^HSI'], ['^AXJO']]],
  ['australian?', [['^AXJO']]],
  ['emerging', [['EEM', 'VWO', 'IEMG']]],
  ['canada|canadian', [['^GSPTSE']]],
]
/** Also used when no place is named. */
const UNITED_STATES = [
  ['^GSPC', 'SPY'],
  ['^DJI', 'DIA'],
  ['^IXIC', 'QQQ'],
]
/** What each set of words means; the first match counts. */
const STAND_INS = [
  ...PLACES,
  ...SECTORS.map(({ before, fund }) => [`(?:${before}) ${SECTOR_NOUN}`, [[fund]]] as const),
  ...SECTORS.flatMap(({ alone, fund }) => (alone === undefined ? [] : [[alone, [[fund]]] as const])),
].map(([words, indices]) => [new RegExp(`\\b(?:${words})(?![\\w-])`, 'i'), indices] as const)
const ABROAD = PLACES.map(([words]) => words).join('|')
const PLACE = `(?:us|u\\.s\\.|american|${ABROAD})`
/** Sector funds hold stocks of the United States. */
const NOT_THESE = `\\b(?:${ABROAD}|italian|spanish|swiss|indian|korean|brazilian|foreign|private|small|its|their|our|my|other)`
/** `a loan to invest in real estate` is not about its companies. */
const NOT_WITHIN = '(?<!\\b(?:in|into|for|from|with|by|to) )'
const WHOLE = '(?:the )?(?:whole |overall |entire |broad(?:er)? )?'
/** The oil market and the job market are other markets. */
const NOT_ANOTHER = String.raw`(?<!\b(?!(?:the|a|this|that|our|s|current|general|bull|bear|and|or|of|in|on|to|for|with|against|vs|versus|than|beat|how|why|what|when|if|is|are|was|were|did|do|does|has|have|had)\b)[\w&-]+ )`
/** `how did Europe do`: a place alone. */
const BARE_PLACE = `(?<=^\\W*(?:and )?how (?:did|is|are|was|were|has|have) )(?:the )?(?:${ABROAD})(?= (?:do|doing|done|perform\\w*)\\b)`
const MARKET = new RegExp(
  String.raw`\b${oneOf`
    ${WHOLE}(?:${PLACE} )?(?:stock|equity) markets?
    ${WHOLE}${PLACE} markets?
    ${NOT_ANOTHER}${WHOLE}markets?
    (?:the )?${PLACE} (?:stocks|equities|shares|ind(?:ices|exes))
    wall street
    ${BARE_PLACE}
    (?<!${NOT_THESE} )(?:the )?(?:us )?(?:${SECTOR.source}|${NOT_WITHIN}${BARE_SECTOR})
    (?:the )?(?:${PLACE} )?(?:(?:major|main|big|leading|key|stock|market) )+ind(?:ices|exes)
  `}(?![\w-])`,
  'i',
)
/** What may follow: the end, a time or a move. "A market for" something, or a "market share", is something else. */
const GOES_ON = new RegExp(
  String.raw`^(?:['’]s)?\W*${oneOf`
    $
    ${oneOf`
      do|doing|done|did|vs\.?|versus|against|today|yesterday|tonight|this|last|now|right|currently|up|down|higher|lower|falls?|fell
      fallen|falling|rises?|rose|risen|rising|drop(?:s|ped)?|gain(?:s|ed)?|lose|lost|go|gone|going|went|perform\w*
      beat(?:s|en)?|(?:out|under)perform\w*|returns?|returned|moves?|moved|close[ds]?|compare[ds]?
      ${SOARED}|${CRASHED}
      since|over|so|ytd|on|from|between|during|and|or|year
      (?:best|worst|highest|lowest|biggest|largest|high|low|average|level|volume|news|headlines)
      in (?:\d{4}|q\d|the (?:last|past)|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)
      the (?:last|past)
    `}(?![\w-])
  `}`,
  'i',
)
/** The metrics that an index has. */
const ASKED: readonly Metric[] = ['price', 'performance', 'sessions', 'risk']
/** News of the whole market is about nothing in particular; news of a sector is about its companies. */
const ASKED_OF_SECTORS: readonly Metric[] = [...ASKED, 'news']
const DOING =
  /\bdo(?:ing|es|ne)?\b|\bbeat(?:s|en)?\b|\b(?:out|under)perform\w*|^\W*how(?:['’]s| is| are) (?:the )?[\w ]+\W*$/i

/** Whether a question asks only for metrics that anything with a price has. */
export function asksWhatItDid(question: string, asked: readonly Metric[] = ASKED): boolean {
  const { metrics } = askedMetrics(question)
  return metrics.length === 0 ? DOING.test(question) : metrics.some((each) => asked.includes(each))
}

/** `tech vs energy this year` */
const VERSUS = /^\W*(?:vs\.?|versus|against) /i

/** Words that compare returns, if said explicitly. */
const SETS_AGAINST = /\b(?:vs\.?|versus|against|beat(?:en)?|(?:out|under)perform(?:ed)?)\W*$/i

/** Tickers of indices begin with `^`. */
export const isIndex = ({ ticker }: Pick<InstrumentSummary, 'ticker'>): boolean => ticker.startsWith('^')

/** `news on banks`, `energy news` */
const NEWS_OF_SECTOR = new RegExp(
  `${BARE_SECTOR}(?=\\W*$| (?:news|headlines)\\b| (?:today|yesterday|this|last|now|right|recently)\\b)`,
  'i',
)

/** News of the whole market is about nothing in particular. */
const NEWS_AFTER = /^\W*(?:news|headlines)\b/i
const NEWS = /\b(?:news|headlines|stories|latest)\b/i

/** Whether a text is about the companies of a sector, `the energy sector`, and not about a fund by name. */
export const isOfSector = (text: string): boolean => SECTOR.test(text) || NEWS_OF_SECTOR.test(text)

/** Words for a whole market in a question, and the indices that stand in for it. */
export interface MarketMention {
  begins: number
  ends: number
  instruments: InstrumentSummary[]
}

const MATCHES = 8
const BARE = /^\W*(?:and|or|what about|how about)?\W*$/i

/** `which stock in the market` asks for one stock, not for the whole market. */
const OF_ITS_STOCKS =
  /\b(?:which|what|best|worst|top|any|biggest|largest)\b.{0,40}\b(?:stocks?|shares?|compan(?:y|ies)|performers?)\b.{0,20}\b(?:in|on|of|across) $/i
const LOOK_BACK = 100

/**
 * Finds `the stock market`, `European stocks` and the like; null when there are none, or no index of it is listed.
 * @param isCompared Whether the text is a benchmark, so that it need not ask for a metric itself.
 */
export function marketIn(
  question: string,
  named: (text: string, limit: number) => readonly InstrumentSummary[],
  isCompared = false,
): MarketMention | null {
  const said = MARKET.exec(question)
  if (said === null || asksOwnSectors(question) || ranksSector(question)) return null
  const after = question.slice(said.index + said[0].length)
  if (!GOES_ON.test(after) || (NEWS_AFTER.test(after) && !isOfSector(said[0]))) return null
  if (OF_ITS_STOCKS.test(question.slice(Math.max(0, said.index - LOOK_BACK), said.index))) return null
  // Why energy is expensive is not a question about companies.
  const isOfNews = SECTOR.test(said[0]) || (isOfSector(said[0]) && NEWS.test(question))
  const isAsked =
    isCompared ||
    (!IS_BARE_SECTOR.test(said[0]) && BARE.test(question.slice(0, said.index))) ||
    asksWhatItDid(question, isOfNews ? ASKED_OF_SECTORS : ASKED) ||
    VERSUS.test(after)
  if (!isAsked) return null
  const [, indices] = STAND_INS.find(([words]) => words.test(said[0])) ?? [null, UNITED_STATES]
  const instruments = listedOf(indices, named)
  return instruments.length === 0
    ? null
    : { begins: said.index, ends: said.index + said[0].length, instruments }
}

/**
 * A sector in a text that treats it as a group, `tech stocks` or `what is in energy?`, with a test for the sector's names; null for none
 * and for an industry.
 */
export function sectorIn(text: string): SectorSaid | null {
  for (const sector of SECTORS) {
    const { before: words } = sector
    const said = new RegExp(
      `\\b(?:(${words}) (?:${SECTOR_NOUN}|holdings?|positions?|investments?|names|dividends|income)|(?:in|are) (?:the )?(${words})(?=\\W*$)|(?:what|which|any) (${words})(?= do i\\b))(?![\\w-])`,
      'i',
    ).exec(text)
    const found = said?.slice(1).find((each) => each !== undefined)
    if (found !== undefined) return sectorCalled(found, sector)
  }
  return null
}

const WHICH_SECTOR =
  /\b(?:(?:which|what|best|worst|top|strongest|weakest|all|each)(?: [a-z]+){0,2}? sectors?|sectors? (?:performance|returns?|ranking))\b/i

/** Whether a question asks for the returns of all sectors, and not for the sector of something. */
export const asksSectors = (question: string, metrics: readonly Metric[]): boolean =>
  metrics.includes('performance') &&
  metrics.every((metric) => metric === 'performance' || metric === 'profile') &&
  WHICH_SECTOR.test(question)

/** The sector funds that are listed. */
export const sectorFunds = (
  named: (text: string, limit: number) => readonly InstrumentSummary[],
): InstrumentSummary[] =>
  listedOf(
    SECTORS.flatMap(({ fund }) => (OF_INDUSTRIES.has(fund) ? [] : [[fund]])),
    named,
  )

/** The default market index; null when it is not listed. */
export function customaryMarket(
  named: (text: string, limit: number) => readonly InstrumentSummary[],
): InstrumentSummary | null {
  const [first] = listedOf(UNITED_STATES.slice(0, 1), named)
  return first ?? null
}

/** Indices and a fund that tracks each: none tracks the whole Nasdaq Composite, QQQ tracks the Nasdaq-100. */
const TRACKED: Readonly<Record<string, string>> = { '^GSPC': 'SPY', '^DJI': 'DIA', '^NDX': 'QQQ' }

/** A fund that tracks an index; null when none is known or listed. */
export function fundOn(
  { ticker }: Pick<InstrumentSummary, 'ticker'>,
  named: (text: string, limit: number) => readonly InstrumentSummary[],
): InstrumentSummary | null {
  const fund = TRACKED[ticker]
  return fund === undefined ? null : (listedOf([[fund]], named)[0] ?? null)
}

/** The first listed one of each. */
const listedOf = (
  indices: ReadonlyArray<readonly string[]>,
  named: (text: string, limit: number) => readonly InstrumentSummary[],
): InstrumentSummary[] =>
  indices.flatMap((tickers) => {
    const listed = tickers.map((ticker) => named(ticker, MATCHES).find((each) => each.ticker === ticker))
    return listed.find((each) => each !== undefined) ?? []
  })

/**
 * The same as a benchmark of something named, `did Apple beat the market?`: then one index is enough.
 * @param comparesMarkets Whether it is compared with another market or sector.
 */
export function marketAgainst(
  question: string,
  named: (text: string, limit: number) => readonly InstrumentSummary[],
  comparesMarkets = false,
): MarketMention | null {
  const compared = comparedIn(question)
  if (compared === null) return null
  const before = question.length - compared.length
  const found = marketIn(compared, named, comparesMarkets || SETS_AGAINST.test(question.slice(0, before)))
  if (found === null) return null
  const { begins, ends, instruments } = found
  return { begins: before + begins, ends: before + ends, instruments: instruments.slice(0, 1) }
}
