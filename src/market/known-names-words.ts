/**
 * Names, first words of names and tickers of the known companies that are ordinary words as well: `target`, `gap`, `match`. In small
 * letters they mean the word. Those that are first of all a company's where markets are spoken of, such as `apple`, are not among them.
 */
const ORDINARY = words(`
  a ace ad ads advanced aerospace affirm aggregate agricultural ai air airline al algo all ally am american amp analog anthem app applied
  archer aristocrat ark arm as associated at atlas atom automatic avalanche axis baker ball bank bat battery berry best beyond big biotech
  block bond bony booking boots boss brown build cadence cake canopy cap capital car cardinal carnival carrier case cat cement central chain
  charter chase check checkpoint chip chips church citizens clean cloud cm coach coal coin comfort commodities commodity communication
  communications comp compass consolidated constellation consumer contemporary continental cop copper corn corporate cosmos cost country
  credit crown crude cubes cyber cybersecurity dash de delivery delta developed development digital dis disco discovery dividend dog dollar
  door dot double draft duke east easy electronic emerging en endeavor energy enterprise eon equal equity era es et etc eternal ether eu
  euro evergreen evolution ex expand fair family fang fast fear federal fi fiat fifth fii finance financial financials first fisher fix fox
  frontline galaxy game gap gas general global go gold grab grand great green growth hang has health healthcare hello hero hexagon high home
  hum ice idea imperial industrial industrials inflation interactive intercontinental intu intermediate international internet intuitive inverse
  investment investor invitation iron jets junior just key keys la lab laboratory las legal legend level leveraged li liberty life limited
  line link lite lithium live long low lucid magazine maker man mana mar marathon marine marks master match materials media met metropolitan mi
  micro mid midcap midland min miracle mobil monday money monolithic monster mos multi municipal nab national natural near net new news next
  north northern northwest now oil old on one open optimism or orange oriental origin pacific paramount partners peg petroleo phoenix physical
  platinum pls plug pm pmi pop postal power prime progress progressive public puma quest race real realty recruit regional regions reit reits
  reliance republic research restaurant retail rim ripple robin robotics rocket rolls royal sage saint sand sandbox sands sea semi
  semiconductor semiconductors semis set seven sharp shire shop short shy silver small smith snap snow so social sol solar south southern
  southwest soybean soybeans spider spiders spot sprint square standard staples state steel stellar strategy sun sunny super take tapestry
  target team tech technology telco telecom ten terra tether theta ti tim time tip tips titan ton top total trade trans travelers treasuries
  treasury trip triple tv uk ul under union united unity universal upstart uranium urban us usb usd utilities utility value vanguard vet vi
  virgin volatility waste weed weight well wells west western wheat wise world yen yes
`)

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

/** Whether a folded word of a known name means something else in small letters. */
export const isOrdinaryWord = (word: string): boolean => ORDINARY.has(word)

/** Whether a folded name of several words means a thing in small letters. */
export const isOrdinaryPhrase = (name: string): boolean => ORDINARY_PHRASES.has(name)

/** Whether a folded word is a company first of all, and a thing where an article or another noun makes one of it. */
export const isOftenThing = (word: string): boolean => OFTEN_THINGS.has(word)

/** Whether a folded word is an abbreviation or an order of the trade, though a ticker may be the same. */
export const isAbbreviated = (word: string): boolean => ABBREVIATIONS.has(word)

/** Whether a folded word may stand for the company whose name begins with it: no ordinary word, no place and nobody's given name. */
export const isDistinctiveWord = (word: string): boolean =>
  word.length > 3 && !ORDINARY.has(word) && !NAMESAKES.has(word)

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}
