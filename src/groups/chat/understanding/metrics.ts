import { INDICATOR_WORDS } from './indicator-questions.ts'
import { asksInvestment } from './investment-questions.ts'
import { askedSales, askedTrades, asksCosts } from './ledger-request.ts'
import { blanked } from './message-words.ts'
import { RISK_WORDS } from './risk-questions.ts'
import { SESSION_WORDS } from './session-questions.ts'

/** A line of a statement. */
export type StatementMetric =
  | 'revenue'
  | 'grossProfit'
  | 'operatingIncome'
  | 'netIncome'
  | 'epsDiluted'
  | 'totalAssets'
  | 'totalLiabilities'
  | 'totalEquity'
  | 'cashAndEquivalents'
  | 'totalDebt'
  | 'netDebt'
  | 'operatingCashFlow'
  | 'capex'
  | 'freeCashFlow'
  | 'grossMargin'
  | 'operatingMargin'
  | 'netMargin'
  | 'freeCashFlowMargin'
  | 'returnOnEquity'
  | 'returnOnAssets'
  | 'debtToEquity'

/** What an instrument is worth, and a ratio of its price. */
export type ValuationMetric =
  | 'marketCap'
  | 'peTtm'
  | 'psTtm'
  | 'pb'
  | 'evEbitda'
  | 'evRevenue'
  | 'pegRatio'
  | 'dividendYield'

/** What is asked for. */
export type Metric =
  | StatementMetric
  | ValuationMetric
  /** Whether it is cheap: several ratios. */
  | 'valuation'
  | 'dividend'
  | 'split'
  | 'price'
  | 'volume'
  /** What single sessions did, or how many. */
  | 'sessions'
  /** How much a price varies. */
  | 'risk'
  /** A technical indicator. */
  | 'indicator'
  /** What a sum would have become. */
  | 'investment'
  | 'performance'
  /** What it is: sector, country, currency. */
  | 'profile'
  /** What is like it. */
  | 'peers'
  | 'news'
  | 'reaction'
  /** In which tone it is written about. */
  | 'sentiment'
  | 'watchlist'
  | 'portfolio'

/** Words by which a metric is asked for; the longer and more special come first, because each stretch of text counts once. */
const WORDS: ReadonlyArray<readonly [Metric | null, RegExp]> = [
  [
    'reaction',
    /\b(?:(?:news|articles?|headlines?|stor(?:y|ies))\b.{0,60}?\b(?:moved?|hurt|affected|drove|influenced)\b|moved? (?:because of|on|after) (?:the |this )?news|react(?:s|ed|ing|ions?)?|impact(?:s|ed)?|respon(?:ds?|ded|ses?))\b/,
  ],
  [
    'sentiment',
    /\b(?:sentiment|mood|buzz|(?:news|headlines?|coverage|press)\b.{0,60}?\b(?:positive or negative|negative or positive|good or bad|bad or good|bullish or bearish))\b/,
  ],
  ['watchlist', /\bwatch\s?lists?\b/],
  [
    'portfolio',
    /\b(?:my (?=(?:best|worst|top|strongest|weakest)[- ](?:performing |performer|holding|stock|position|investment))|my (?=(?:biggest|largest|top|worst|best) (?:winners?|losers?|gainers?)\b)|portfolio(?! of\b)|holdings?|my (?:[\w.&-]{1,20} ){0,2}(?:positions?|stocks?|shares?|investments?|exposure|allocation|asset mix|weights?|cost basis|average cost|net worth)|my (?:(?:(?:un)?reali[sz]ed|paper) )?(?:gains?|loss(?:es)?|profits?)|my cash(?: balance| position)?|(?:un)?reali[sz]ed (?:gains?|loss(?:es)?|profits?)|my (?=(?:[\w.&-]{1,20} ){0,2}(?:returns?|performance|performers?|dividends?|income|draw ?downs?|volatility|risk)\b)|(?:do|did|am|have) i (?:own|hold|held|owned|invested|pay|paid)|(?:did|have|am) i (?:been )?(?:ma[dk]e|making|los[et]|losing|reali[sz]ed?|earn(?:ed)?|gain(?:ed)?|beat(?:en|ing)?|(?:out|under)perform(?:ed|ing)?|received?|up|down|exposed|diversified)|how (?:well |much )?(?:did|have|am) i (?:do|done|doing)|am i doing (?:better|worse)|(?:diversified|exposed|concentrated) am i|am i (?:[\w-]{1,20} ){1,2}(?:diversified|exposed|concentrated)|will i (?:get|receive|earn)|(?:dividends?|interest) (?:(?:did|have) i|(?:that )?i(?:['’]ve| have)? (?:received|got|earned|collected))|(?:cash|money|shares?|stocks?)(?: of [\w.&-]{1,20})? do i have|do i have (?:any|shares?|stocks?)|i (?:own|hold))\b/,
  ],
  // The share of revenue that is left as profit is the net margin.
  [
    'netMargin',
    /\b(?:percent(?:age)?|share|fraction|proportion|part|%) of (?:[\w.&'’ -]{1,40} )?(?:revenues?|sales) (?:is|are|was|were|becomes?|became|remains?) (?:its |their |the )?(?:net )?(?:profits?|income|earnings)\b/,
  ],
  ['freeCashFlowMargin', /\b(?:free cash ?flow|fcf) margins?\b/],
  // What has the word of a line or a return and is another one, which is not told.
  [
    null,
    /\b(?:cost of (?:goods sold|sales|revenues?)|cogs|deferred (?:revenues?|income|tax(?:es)?)|unearned revenues?|retained earnings|net debt(?: ?\/ ?ebitda| to ebitda)|(?:asset|inventory|receivables?) turnover|(?:revenues?|sales|net income|profits?|book value|cash(?: flow)?|assets|debt) per [a-z]+|forward (?:p\/?e|price[- ]to[- ]earnings)(?: ratio)?|return on (?:(?:invested|employed) )?(?:capital(?: employed)?|sales|investments?)|(?:income|corporate) tax(?:es)?|(?:interest|other|comprehensive|investment|rental) income|earnings (?:calls?|dates?|reports?|season|surprises?)|(?:price|analyst) targets?|target prices?|(?:free cash ?flow|fcf|cash flow|earnings|shareholder) yields?|(?<!\bev ?(?:\/|to) ?)ebitda(?: margins?)?|(?:operating )?cash ?flow margins?|(?:beat|beats|beaten|miss(?:ed|es)?|topp?(?:ed|s)?) (?:the |its |on )?(?:earnings|estimates?|expectations|consensus|forecasts?|revenue|profit)|(?:to|after|before|ahead of|post|on) (?:its |their )?earnings(?! (?:per|of)\b)|profit warnings?|(?:best|worst|strongest|weakest) (?:(?:calendar|single) )?(?:months?|weeks?)|(?:percent(?:age)?|share|fraction|proportion|part|%) of (?:[\w.&'’ -]{1,40} )?(?:revenues?|sales|net income|profits?|earnings|assets))\b/,
  ],
  ['indicator', INDICATOR_WORDS],
  ['risk', RISK_WORDS],
  ['sessions', SESSION_WORDS],
  [
    'marketCap',
    /\b(?:market ?cap(?:itali[sz]ation)?s?|m(?:kt )?cap|market value|(?:who|which(?: company| one| stock)?) is (?:the )?(?:bigger|larger|biggest|largest)|(?:more|most|less|least) valuable|(?:is|are|how much) [\w.&'’ -]{1,40} (?:bigger|larger|smaller) than|how much (?:bigger|larger|smaller) is|worth (?:more|less)|(?:what(?:['’]?s| is| are)|how much (?:is|are)) (?!.{0,40}\b(?:stock|shares?|portfolio|holdings?|positions?)\b)[\w.&'’ -]{1,40} worth)\b/,
  ],
  ['peTtm', /\b(?:p\/e|pe|price[- ](?:to[- ])?earnings)(?: ratios?| multiples?)?\b(?! (?:firm|fund)s?)/],
  ['pegRatio', /\bpeg(?: ratios?)?\b/],
  ['psTtm', /\b(?:p\/s|price[- ](?:to[- ])?sales)(?: ratios?| multiples?)?\b/],
  ['pb', /\b(?:p\/b|price[- ](?:to[- ])?book)(?: ratios?| value)?\b/],
  ['evEbitda', /\bev\s?(?:\/|to)\s?ebitda\b/],
  ['evRevenue', /\bev\s?(?:\/|to)\s?(?:revenues?|sales)\b/],
  ['dividendYield', /\b(?:dividend )?yields?\b/],
  ['dividend', /\b(?:dividends?|divs?)\b/],
  ['split', /\b(?:stock |share )?splits?\b(?! (?:between|by|of|into|across|among|up)\b)/],
  [
    'valuation',
    /\b(?:valuations?|(?:over|under)?valued|multiples?|(?:cheap(?:er|est)?|expensive)\b(?! (?:ways?|methods?|means|places?)\b))\b/,
  ],
  ['returnOnEquity', /\b(?:roe|return on (?:shareholders?['’]? |stockholders?['’]? )?equity)\b/],
  ['returnOnAssets', /\b(?:roa|return on (?:total )?assets)\b/],
  [
    'debtToEquity',
    /\b(?:(?:total )?debt(?: ?\/ ?|[- ]to[- ])equity|debt (?:[\w.&'’ -]{1,40} )?(?:compared (?:to|with)|relative to|against|versus|vs\.?) (?:its |their )?equity|d\/e|leverage(?: ratio)?|gearing)\b/,
  ],
  [
    'volume',
    /(?<!\b(?:sales|unit|units|shipment) )\b(?:(?:trading|share|trade) )?volumes?\b|\bhow many shares (?:of .{1,40} )?(?:were |was |are |have been )?traded\b/,
  ],
  ['grossMargin', /\bgross (?:profit )?margins?\b/],
  ['operatingMargin', /\b(?:operating|ebit) (?:profit |income )?margins?\b/],
  ['netMargin', /\b(?:(?:net|profit)(?: profit)? margins?|margins?)\b/],
  ['freeCashFlow', /\b(?:free cash ?flow|fcf)\b/],
  ['operatingCashFlow', /\b(?:operating cash ?flow|cash (?:flow )?from operations|cash flow)\b/],
  ['capex', /\b(?:capex|capital (?:expenditures?|spending))\b/],
  ['grossProfit', /\bgross (?:profits?|income)\b/],
  ['operatingIncome', /\b(?:operating (?:income|profits?|earnings)|ebit)\b/],
  ['epsDiluted', /\b(?:eps|(?:diluted )?earnings per share)\b/],
  [
    'netIncome',
    /\b(?:net (?:income|profits?|earnings|loss(?:es)?)|profits?|profitab(?:le|ility)|earn(?:s|ed|ings)?|bottom line|(?:los(?:e|ing|t)|mak(?:e|ing)|made) (?:any |more )?money|how much (?:money )?(?:did|does|has|have|is|are) [\w.&'’ -]{1,40} (?:ma[dk]es?|making|earn(?:ed|ing)?))\b/,
  ],
  ['revenue', /\b(?:revenues?|(?:net |total )?sales|turnover|top line)\b/],
  ['totalAssets', /\b(?:total )?assets\b/],
  ['totalLiabilities', /\b(?:total )?liabilities\b/],
  ['totalEquity', /\b(?:(?:shareholders?['’]?|stockholders?['’]?|total) equity|book value)\b/],
  ['netDebt', /\bnet debt\b/],
  ['totalDebt', /\b(?:total )?(?:debt|borrowings)\b/],
  ['cashAndEquivalents', /\b(?:cash(?: and (?:cash )?equivalents)?(?! flow)(?! cow))\b/],
  [
    'performance',
    /\b(?:performance|perform(?:ed|ing)?|returns?|returned|gain(?:ed|s)?|los[st]|fall(?:en)?|fell|dropp?(?:ed|s)?|ris(?:e|en)|rose|(?:52|fifty[- ]two)[- ]weeks? range|(?<!what )(?:go|goes|gone|went|is|are) (?:up|down)|(?<!what )(?:is|are|was|were|has|have) (?!(?:going|what)\b)[\w.&'’ -]{1,40}? (?:up|down)(?! (?:to|with|from|for)\b)|how much (?:is|are|was|were) [\w.&'’ -]{1,40} (?:up|down)|did (?:better|worse)|best|worst|(?:biggest|largest|top) (?:winners?|losers?|gainers?)|(?:share|stock) price (?:change|move)|how (?:has|have|did) .{1,40}(?:do|done|develop|move)d?|high(?:est)?|low(?:est)?)\b/,
  ],
  [
    'price',
    /\b(?:price|(?:stock|share) prices|prices of|quote|trad(?:es|ing) at|clos(?:e|es|ed|ing) (?:on|at|of|prices?|yesterday|(?=\d|(?:mon|tues|wednes|thurs|fri)day|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)))|close(?=\W*$)|(?<=(?:['’]s|\bthe|\blast|\bits) )close (?:until|till|up to|before|by|as of)|(?:did|does) [\w.&'’ -]{1,40} close|(?:above|below|over|under|at) (?:usd |eur |gbp )?[$€£]\s?\d[\d.,]*|(?:stock|share) worth|shares? cost|how much is .{1,40} (?:stock|share)s?)\b/,
  ],
  [
    'profile',
    /\b(?:what|which|whats|in what|in which)\b.{0,40}?\b(?:sector|industry|ticker(?: symbol)?|symbol|country|currency|asset class)\b|\b(?:sector|industry|ticker(?: symbol)?|symbol|currency|country) of\b|['’]s (?:sector|industry|ticker(?: symbol)?|symbol|currency|country)\b/,
  ],
  [
    'peers',
    /\b(?:competitors?|rivals?|peers?|peer group|compet(?:es?|ing) (?:with|against)|(?:similar|comparable) (?:compan(?:y|ies)|stocks?|firms?|funds?|etfs?)|(?:compan(?:y|ies)|stocks?|firms?|funds?|etfs?) (?:like|similar to|comparable to))\b/,
  ],
  [
    'news',
    /\b(?:going on|what(?:['’]?s| is) (?:new|up)|latest (?:on|about|with)|news|headlines?|articles?|(?:top|latest|recent|main|biggest|leading|breaking|important|good|bad|positive|negative) stor(?:y|ies)|happen(?:ed|ing|s)?|(?<!\bas )reported|announce[ds]?|why|said|says?)\b/,
  ],
]

/** The ratios that say whether something is cheap. */
const RATIOS: readonly ValuationMetric[] = ['peTtm', 'psTtm', 'pb', 'evEbitda']

/** How a ratio is called in a sentence, and what it is. */
export const VALUATION_NAMES: Readonly<Record<ValuationMetric, string>> = {
  marketCap: 'market capitalisation',
  peTtm: 'P/E (price over diluted EPS of the last four quarters)',
  psTtm: 'P/S (market capitalisation over revenue of the last four quarters)',
  pb: 'P/B (market capitalisation over equity)',
  evEbitda: 'EV/EBITDA (of the last four quarters)',
  evRevenue: 'EV/revenue (of the last four quarters)',
  pegRatio: 'PEG (P/E over the growth of EPS in percent)',
  dividendYield: 'dividend yield of the last twelve months',
}

const WHEN_REPORTED = /^\s*when\b.{0,80}\b(?:report|announce|publish|release)\w*\b/

/** Why something moved: its return and the news of that time. */
const CAUSE =
  /\b(?:why|what (?:made|caused|drove|moved|happened to)|explains?|explain why)\b.{0,80}?\b(?:mov(?:ed?|ing)|fall(?:en|ing)?|fell|drop(?:ped|ping)?|declin(?:ed?|ing)|ris(?:e|en|ing)|rose|jump(?:ed|ing)?|surg(?:ed?|ing)|plung(?:ed?|ing)|s[aiu]nk|climb(?:ed|ing)?|slid(?:e|ing)?|up|down|higher|lower|rall(?:y|ied)|tumbl(?:ed?|ing)|crash(?:ed|ing)?|gain(?:ed|ing)?|los(?:e|t|ing))\b/

/** Ratios of the price of a company; what a portfolio is worth is no sum of theirs. */
export const asksPriceRatios = (metrics: readonly Metric[]): boolean =>
  askedRatios(metrics).some((ratio) => ratio !== 'marketCap')

/** How statement lines are called in sentences. */
export const METRIC_NAMES: Readonly<Record<StatementMetric, string>> = {
  revenue: 'Revenue',
  grossProfit: 'Gross profit',
  operatingIncome: 'Operating income',
  netIncome: 'Net income',
  epsDiluted: 'Diluted EPS',
  totalAssets: 'Total assets',
  totalLiabilities: 'Total liabilities',
  totalEquity: 'Total equity',
  cashAndEquivalents: 'Cash and equivalents',
  totalDebt: 'Total debt',
  netDebt: 'Net debt',
  operatingCashFlow: 'Operating cash flow',
  capex: 'Capital expenditure',
  freeCashFlow: 'Free cash flow',
  grossMargin: 'Gross margin',
  operatingMargin: 'Operating margin',
  netMargin: 'Net margin',
  freeCashFlowMargin: 'Free cash flow margin',
  returnOnEquity: 'Return on equity',
  returnOnAssets: 'Return on assets',
  debtToEquity: 'Debt to equity',
}

const CHANGE =
  /\b(?:grow(?:n|th|s)?|grew|rise[ns]?|change[ds]?|increase[ds]?|decrease[ds]?|rose|risen|fell|fallen|decline[ds]?|develop(?:ed|ment)?|compared? (?:to|with)|versus|vs\.?|year[ -]over[ -]year|yoy|trend)\b/i

/** The growth per year over several, as if it had been the same in each. */
const COMPOUND =
  /\b(?:cagr|compound(?:ed)? (?:annual )?(?:growth|rate)|annuali[sz]ed (?:\w+ )?growth|annual growth rate|growth (?:rate )?(?:per|a) year)\b/i

export const asksCompound = (question: string): boolean => COMPOUND.test(question)

/** What a question asks for. */
export interface AskedMetrics {
  /** In its order. */
  metrics: Metric[]
  /** Whether it asks how that changed. */
  change: boolean
  /** The question in small letters, with blanks in the place of the words by which it asks. */
  rest: string
}

export function askedMetrics(question: string): AskedMetrics {
  const { found, rest } = matchedMetrics(question)
  if (asksInvestment(question)) return { metrics: ['investment'], change: false, rest }
  // The date of a report is no line of it.
  if (WHEN_REPORTED.test(question.toLowerCase())) return { metrics: [], change: false, rest }
  // What was paid for something is no price of today, and what its sale has brought no income of its company.
  const isOfLedger = askedSales(question) !== null || askedTrades(question) !== null || asksCosts(question)
  const metrics = found.toSorted((one, other) => one.at - other.at).map(({ metric }) => metric)
  if (isOfLedger) {
    const ratios = metrics.filter((metric) => metric in VALUATION_NAMES)
    return { metrics: [...new Set<Metric>(['portfolio', ...ratios])], change: false, rest }
  }
  const own = ofTheirOwn(metrics, question)
  return { metrics: own.length > 0 ? own : unsaidMetrics(question), change: CHANGE.test(question), rest }
}

/** Words of more and less ask for returns only where they stand alone: the highest net income is none. Who asks how to do something asks for nothing of his own. */
function ofTheirOwn(metrics: Metric[], question: string): Metric[] {
  const hasLevels = metrics.some(
    (metric) => isStatementMetric(metric) || metric in VALUATION_NAMES || metric === 'dividend',
  )
  const isWeak = hasLevels && (asksMoreOrLess(question) || LINE_MOVED.test(question))
  if (HOW_TO.test(question) || SUPPOSED.test(question)) return []
  const isIf = IF_OR_WHAT.test(question)
  // What pays more is told by its yield: an amount for one share says nothing beside that of another.
  const isOfDividends = metrics.includes('dividend') && MORE.test(question)
  const asked = isOfDividends
    ? metrics.map((metric) => (metric === 'dividend' ? 'dividendYield' : metric))
    : metrics
  return [...new Set(asked)].filter(
    (metric) => !(isWeak && metric === 'performance') && !(isIf && metric === 'portfolio'),
  )
}

/** What is meant by who asks for no line: what grows is its revenue, what is reported are its results. */
function unsaidMetrics(question: string): Metric[] {
  if (GROWS.test(question)) return ['revenue']
  return REPORTS.test(question) ? ['revenue', 'netIncome', 'epsDiluted'] : []
}

const GROWS =
  /\bgr(?:ew|ow|own|owing|ows) (?:the )?(?:fast(?:er|est)|quick(?:er|est)|most|more|slow(?:er|est)|least)\b/i

/** Whether a question asks what grew most, and does not say of what: "which grew more?" */
export const growsUnsaid = (question: string): boolean =>
  GROWS.test(question) && matchedMetrics(question).found.length === 0

const REPORTS =
  /^\W*(?:and )?what (?:did|does|has|were|are) (?:the )?[\w.&'’ -]{1,40}? (?:report(?:ed)?|results?|numbers|figures|financials)\b(?! (?:about|on|that)\b)/i

const HOW_TO = /^\W*how (?:(?:do|can|should|would|could) (?:i|you|we|one)|to)\b/i
/** Of what might be nothing is stored. */
const SUPPOSED = /\bwhat (?:(?:would|will|might|could|happens?)\b.{0,60}\bif|if)\b|^\W*(?:suppose|imagine)\b/i
const IF_OR_WHAT = /^\W*(?:(?:what|who) (?:is|are) (?:a|an)\b|if\b)/i
const MORE =
  /\b(?:more|most|less|least|higher|highest|lower|lowest|bigger|biggest|better|best|worse|worst)\b/i
const MORE_OR_LESS =
  /\b(?:highest|lowest|high|low|best|worst|most|least|better|worse|gain(?:ed|s)?|los[st])\b/i
const MOVED =
  /\b(?:performance|perform\w*|returns?|returned|fall(?:en)?|fell|dropp?\w*|rose|risen|(?:share|stock) price)\b/i

/** A line that rose or fell, and no price: "has its revenue ever fallen". */
const LINE_MOVED =
  /\b(?:revenues?|sales|income|profits?|earnings|eps|margins?|debt|assets|equity|cash(?: flow)?|capex)\b(?:(?!\b(?:and|prices?|shares?|stocks?|returns?)\b).){0,60}?\b(?:rises?|risen|rose|falls?|fallen|fell|drop\w*|gain\w*|lost|up|down)\b(?!.{0,60}\b(?:prices?|shares?|stocks?)\b)/i

/** Whether a question asks for more or less, and not for a move. */
export const asksMoreOrLess = (question: string): boolean =>
  MORE_OR_LESS.test(question) && !MOVED.test(question)

function matchedMetrics(question: string): { found: Array<{ metric: Metric; at: number }>; rest: string } {
  let text = question.toLowerCase().slice(0, 8_000)
  const found: Array<{ metric: Metric; at: number }> = []
  const cause = CAUSE.exec(text)
  for (const [metric, words] of WORDS) {
    const match = words.exec(text)
    if (match === null) continue
    if (metric !== null) found.push({ metric, at: match.index })
    text = blanked(text, match.index, match.index + match[0].length)
  }
  if (cause !== null) {
    const missing = (['performance', 'news'] as const).filter(
      (each) => !found.some(({ metric }) => metric === each),
    )
    found.push(...missing.map((metric) => ({ metric, at: cause.index })))
  }
  return { found, rest: text }
}

/** The ratios that metrics ask for, each once. */
export function askedRatios(metrics: readonly Metric[]): ValuationMetric[] {
  const asked = metrics.flatMap((metric) =>
    metric === 'valuation' ? RATIOS : metric in VALUATION_NAMES ? [metric as ValuationMetric] : [],
  )
  return [...new Set(asked)]
}

/** Which way a price went. */
export type Direction = 'up' | 'down'

const UP = /^(?:ris|rose|jump|surg|climb|up$|higher|rall|gain)/
const DOWN = /^(?:fall|fell|drop|declin|plung|s[aiu]nk|slid|down$|lower|tumbl|crash|los)/

/** Whether a question asks why a price moved, and which way it says that it went; null where it asks nothing of the kind. */
export function askedCause(question: string): { direction: Direction | null } | null {
  const [said] = CAUSE.exec(question.toLowerCase().slice(0, 8_000)) ?? []
  if (said === undefined) return null
  // The word with which it ends: a company may be called Lowe's.
  const move = said.slice(said.lastIndexOf(' ') + 1)
  return { direction: DOWN.test(move) ? 'down' : UP.test(move) ? 'up' : null }
}

const OF_PRICES: readonly Metric[] = [
  'price',
  'volume',
  'sessions',
  'performance',
  'valuation',
  'dividend',
  'split',
  'investment',
]

/** Whether numbers of a company or an instrument are among what is asked for. */
export const asksNumbers = (metrics: readonly Metric[]): boolean =>
  askedRatios(metrics).length > 0 ||
  metrics.some((metric) => isStatementMetric(metric) || OF_PRICES.includes(metric))

/** Whether it is a line of a statement. */
export function isStatementMetric(metric: Metric): metric is StatementMetric {
  return metric in METRIC_NAMES
}
