import { isCommonWord } from './common-words.ts'

/** Ordinary words among the names, first words of names and tickers of the known companies that `common-words.ts` does not have. */
const ALSO_COMMON = words(`
  ace algo american cake carnival cloud cop cyber dis discovery east es fear fisher hum industrial intermediate junior lab leveraged lite
  magazine mana mar marine marks micro midland miracle mobil mos municipal optimism pacific petroleo robotics saint sandbox semiconductors
  semis sol south soybeans sunny terra ti tim trans treasury union usb west
`)

/** Companies first of all, whatever else their names mean. */
const COMPANIES_FIRST = words('amazon norsk')

/** What capitals mean first of all in a question about markets, though a ticker may be the same. */
const ABBREVIATIONS = words(
  `peg mtd ytd qtd wtd ttm ltm roe roa roi roic roce cagr wacc dcf nav aum esg reit etf ebit eps buy sell hold now vwap rsi macd sma ema atr
  iv pt pb ps ev capex opex cogs arr mrr gaap ifrs otc adr fx ath atl dd`,
)

/** Companies first of all, where no article and no other noun makes a thing of them. */
const OFTEN_THINGS = words(
  `apollo apple avis bitcoin boeing caterpillar chewy dell dominion fiat flutter hermes hertz intel loreal marsh oracle palladium polygon
  prudential robinhood shell snowflake solana tractor vale visa workday zoom twitch sony ross nextdoor pandora russell lab carnival`,
)

/** Names of two ordinary words that mean a thing in small letters. */
const ORDINARY_PHRASES = new Set([
  'best buy',
  'take two',
  'check point',
  'first data',
  'big blue',
  'high yield',
  'open text',
  'just eat',
])

/** First words of names that mean a place or a person by themselves. */
const NAMESAKES = words(`
  aberdeen amsterdam argentina asian aussie australia austrian bath belgium bell bombay boston brazil bristol british canada canadian
  charles chicago chile china christian churchill copenhagen danish dean deutsche dresdner edison edward edwards eli europe european florida
  france franco frankfurt franklin french german germany hong hongkong hugo huntington illinois india indian istanbul italian italy jakarta
  james japan joby john johnson julius kansas kentucky korea kuala lisbon london louis manchester martin mexican mexico michael milan
  minnesota morgan munich nippon norfolk norwegian norwich oslo palo papa paris parker philadelphia philip philippines phillips polish ralph
  raymond reed russia ryan salvatore saudi scotia scottish shanghai shenzhen simon singapore spain spanish stanley stockholm sweden swiss
  switzerland taiwan texas thai thor tokio tokyo toronto turk turkey turkish walt warren washington william williams york
`)

/** Whether a folded word means something else than a company in small letters: `target`, `gap`, `match`. */
export const isOrdinaryWord = (word: string): boolean =>
  ALSO_COMMON.has(word) || (isCommonWord(word) && !COMPANIES_FIRST.has(word) && !OFTEN_THINGS.has(word))

/** Whether a folded name of several words means a thing in small letters. */
export const isOrdinaryPhrase = (name: string): boolean => ORDINARY_PHRASES.has(name)

/** Whether a folded word is a company first of all, and a thing where an article or another noun makes one of it. */
export const isOftenThing = (word: string): boolean => OFTEN_THINGS.has(word)

/** Whether a folded word is an abbreviation or an order of the trade, though a ticker may be the same. */
export const isAbbreviated = (word: string): boolean => ABBREVIATIONS.has(word)

/** Whether a folded word may stand for the company whose name begins with it: no ordinary word, no place and nobody's given name. */
export const isDistinctiveWord = (word: string): boolean =>
  word.length > 3 && !isOrdinaryWord(word) && !NAMESAKES.has(word)

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}
