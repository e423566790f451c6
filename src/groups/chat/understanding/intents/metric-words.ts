import { oneOf, wholeWords } from '../../../../kernel/patterns.ts'
import { COMMODITIES } from '../entities/commodities.ts'
import { CALENDAR_PATTERN } from './calendar-questions.ts'
import { BY_DIVIDEND, PAYS_OF_SUM } from './dividend-questions.ts'
import { INDICATOR_WORDS } from './indicator-questions.ts'
import { LOSS_OF_COMPANY } from './loss-questions.ts'
import type { Metric } from './metrics.ts'
import { CONTRIBUTED, CRASHED, SOARED } from './move-words.ts'
import { PURCHASE_PATTERN } from './purchase-questions.ts'
import { RISK_WORDS } from './risk-questions.ts'
import { IN_WHICH, OWN_SECTORS } from './sector-words.ts'
import { SESSION_WORDS } from './session-questions.ts'

/** With one of these words "bigger" compares the line, and not the companies. */
const LINE_WORDS =
  '(?:revenues?|sales|income|profits?|earnings|debt|cash|assets|liabilities|equity|margins?|capex|ebitda|eps|dividends?|yield)'

/** The words for each metric; longer and more specific ones come first, because each stretch of text counts once. */
export const METRIC_WORDS: ReadonlyArray<readonly [Metric | null, RegExp]> = [
  [
    'reaction',
    wholeWords(oneOf`
      (?:news|articles?|headlines?|stor(?:y|ies))\b.{0,60}?\b(?:moved?|hurt|affected|drove|influenced)\b
      moved? (?:because of|on|after) (?:the |this )?news
      react(?:s|ed|ing|ions?)?|impact(?:s|ed)?|respon(?:ds?|ded|ses?)
    `),
  ],
  [
    'sentiment',
    wholeWords(oneOf`
      sentiment|mood|buzz
      how many (?:news )?(?:articles?|headlines?|stor(?:y|ies))\b(?=.{0,40}\b(?:mention|about|on|of|wrote|written|name)\w*)
      (?:news|headlines?|coverage|press)\b.{0,60}?\b(?:positive or negative|negative or positive|good or bad|bad or good|bullish or bearish)
    `),
  ],
  // The number of shares for a sum depends on the price.
  ['price', PURCHASE_PATTERN],
  ['performance', new RegExp(String.raw`\b${CONTRIBUTED}`)],
  ['watchlist', /\bwatch\s?lists?\b|\bmy (?!own\b)(?:[\w&.-]{1,20} ){1,3}list\b/],
  [
    'portfolio',
    wholeWords(oneOf`
      my (?=(?:best|worst|strongest|weakest) (?:calendar |single )?months?\b)
      my (?=${BY_DIVIDEND}\b)
      my (?=(?:best|worst|top|strongest|weakest)[- ](?:performing |performer|holding|stock|position|investment))
      my (?=(?:biggest|largest|top|worst|best) (?:winners?|losers?|gainers?|gains?|loss(?:es)?)\b)
      portfolio(?! of\b)|holdings?
      ${OWN_SECTORS}
      (?:which|biggest|largest|smallest|top|best|worst|open|current) (?:\d{1,2} )?positions?(?! (?:of|on|as|against|among)\b)
      my (?:[\w.&-]{1,20} ){0,2}(?:positions?|stocks?|shares?|investments?|etfs?|funds|coins|cryptos?|exposure|allocation|asset mix|weights?|cost basis|average cost|(?:average|entry|purchase|buy(?:ing)?) (?:(?:purchase|entry|buy(?:ing)?|share) )?price|net worth)
      my (?:(?:(?:un)?reali[sz]ed|paper) )?(?:gains?|loss(?:es)?|profits?|p ?(?:&|\/|and) ?l|pnl|winners|losers)
      (?:am|are|was|were) (?:i|we) (?:still )?(?:(?:in|at) (?:a |the )?(?:profit|loss|red|green)|under ?water)
      (?:did|do|has|have) (?!(?:fees?|tax(?:es)?|commissions?|brokers?|trad(?:es|ing))\b)(?:my )?[\w.&-]{1,20}(?: shares?)? cost me
      my cash(?: balance| position)?
      (?:un)?reali[sz]ed (?:gains?|loss(?:es)?|profits?)
      my (?=(?:[\w.&-]{1,20} ){0,2}(?:returns?|performance|performers?|dividends?|income|draw ?downs?|volatility|risk)\b)
      (?:do|did|am|have) i (?:own|hold|held|owned|invested|pay|paid)
      (?:did|have|am) i (?:been )?(?:ma[dk]e|making|los[et]|losing|reali[sz]ed?|earn(?:ed)?|gain(?:ed)?|beat(?:en|ing)?|(?:out|under)perform(?:ed|ing)?|received?|up|down|exposed|diversified)
      how (?:well |much )?(?:did|have|am) i (?:do|done|doing)
      am i doing (?:better|worse)
      (?:diversified|exposed|concentrated) am i
      am i (?:[\w-]{1,20} ){1,2}(?:diversified|exposed|concentrated)
      will i (?:get|receive|earn)
      (?:dividends?|interest|dividend income|income) (?:(?:from|of|on) (?:[\w.&'’-]{1,20} ){1,4}?)?(?:(?:did|have) i|(?:that )?i(?:['’]ve| have)? (?:received|got|earned|collected))
      (?:cash|money|shares?|stocks?)(?: of [\w.&-]{1,20})? d(?:o|id) i have
      my (?=(?:largest|biggest|smallest|top|main) (?:sectors?|countr(?:y|ies)|currenc(?:y|ies))\b)
      ${IN_WHICH}
      do i have (?:any|shares?|stocks?)
      how much (?:money )?(?:do|did|have) i (?:have |got )?in(?=\s)
      of my (?:money|savings|wealth) (?:is|are|was|were) in(?=\s)
      i (?:own|hold)
      (?:prices?|much|costs?|amount) (?:that )?i(?:['’]ve| have)? (?:\w+ )?paid
      how many shares(?=\W*$)
    `),
  ],
  // The share of revenue left as profit is the net margin.
  [
    'netMargin',
    /\b(?:percent(?:age)?|share|fraction|proportion|part|how much|%) of (?:[\w.&'’ -]{1,40} )?(?:revenues?|sales) (?:is|are|was|were|becomes?|became|remains?) (?:its |their |the )?(?:net )?(?:profits?|income|earnings)\b/,
  ],
  ['freeCashFlowMargin', /\b(?:free[- ]cash[- ]?flow|fcf) margins?\b/],
  ['netDebtToEbitda', /\bnet[- ]debt[\s-]?(?:\/|to)[\s-]?ebitda\b/],
  // Price over free cash flow is the inverse of its yield.
  [
    'freeCashFlowYield',
    /\b(?:(?:free[- ]cash[- ]?flow|fcf) yields?|(?:price|p)[\s-]?(?:\/|to)[\s-]?(?:free[- ]cash[- ]?flow|fcf))\b/,
  ],
  ['earningsYield', /\bearnings yields?\b/],
  [
    'payoutRatio',
    /\b(?:percent(?:age)?|share|fraction|proportion|part|how much|%) of (?:its |the |their )?(?:net )?(?:profits?|income|earnings) (?:does|do|did|is|are|was|were) (?:[\w.&'’-]{1,20} ){0,4}?(?:pay|paid|pays|distributed?)\b(?=(?: (?:out|as|in|to|dividends?|shareholders?))*\W*$)|\bpay[- ]?out[- ]ratios?\b|\bdividend pay[- ]?outs?\b(?! (?:in|of|for|this|last)\b)|\bdividend cover(?:age)?\b/,
  ],
  ['bookValuePerShare', /\b(?<!tangible )(?:book[- ]value(?:[- ]per[- ]| ?\/ ?)share|bvps)\b/],
  ['revenuePerShare', /\b(?:revenues?|sales)[- ]per[- ]share\b/],
  ['freeCashFlowPerShare', /\b(?:free[- ]cash[- ]?flow|fcf)[- ]per[- ]share\b/],
  ['cashPerShare', /\bcash[- ]per[- ]share\b/],
  ['enterpriseValue', /\benterprise[- ]values?\b(?![\s-]?(?:\/|to\b))/],
  [
    'sharesOutstanding',
    wholeWords(oneOf`
      shares? (?:outstanding|in issue)
      outstanding shares|share counts?
      how many (?:\w+ )?shares (?:does|do|did|has|have) (?!i\b|we\b|you\b).{1,40} (?:have|issued)(?! (?:in|of)\b)
      how many (?:[\w.&'’-]+ )?shares (?:of .{1,40} )?(?:are there(?! in\b)|exist|(?:are|is|were) (?:outstanding|issued|in issue|in circulation))
    `),
  ],
  [
    'epsDiluted',
    /\b(?:earn(?:s|ed|ing)?|mak(?:e|es|ing)|made|(?:net )?(?:income|profits?)|(?:net )?loss) (?:[a-z]{1,12} )?per share\b/,
  ],
  ['sessions', CALENDAR_PATTERN],
  // Words that contain a known metric but mean another one, which is not stored.
  [
    null,
    wholeWords(oneOf`
      basic (?:eps|earnings per share)
      cost of (?:goods sold|sales|revenues?)
      cogs
      deferred (?:revenues?|income|tax(?:es)?)
      unearned revenues?|retained earnings
      (?:adj(?:usted|\.)?|normali[sz]ed|pro[- ]forma) ebitda(?: margins?)?
      ebitda (?:guidance|yields?|forecasts?)
      (?<!net[- ])debt[\s-]?(?:\/|to)[\s-]?ebitda
      tangible book[- ]value(?:[- ]per[- ]share)?
      (?:asset|inventory|receivables?) turnover
      (?:revenues?|sales|net income|profits?|cash flow) per (?!(?:fiscal )?(?:quarter|year)\b|(?:second|minute|hour|day|week|month)\b)[a-z]+
      (?:book value|cash|assets|debt) per (?!(?:fiscal )?(?:quarter|year)\b)[a-z]+
      forward (?:p\/?e|price[- ]to[- ]earnings)(?: ratio)?
      return on (?:(?:invested|employed) )?(?:capital(?: employed)?|sales|investments?)
      (?:income|corporate) tax(?:es)?
      (?:interest|other|comprehensive|investment|rental) income
      earnings (?:calls?|dates?|reports?|season|surprises?)
      (?:price|analyst) targets?|target prices?
      (?:cash flow|shareholder) yields?
      (?:operating )?cash ?flow margins?
      (?:beat|beats|beaten|miss(?:ed|es)?|topp?(?:ed|s)?) (?:the |its |on )?(?:earnings|estimates?|expectations|consensus|forecasts?|revenue|profit)
      (?<=\b(?:to|after|before|since|ahead of|post|on|following) (?:(?:its|their|the|last|latest|newest|previous|most recent) ){0,3})earnings(?! (?:per|of)\b)
      profit warnings?
      (?:best|worst|strongest|weakest) (?:(?:calendar|single) )?(?:months?|weeks?)
      (?:which|what) (?:calendar )?(?:months?|weeks?|quarters?|years?) (?:was|were|is|has been)\s+(?:[\w.&'’-]{1,20}\s+){0,4}?(?:best|worst|strongest|weakest)
      (?:percent(?:age)?|share|fraction|proportion|part|%) of (?:[\w.&'’ -]{1,40} )?(?:revenues?|sales|net income|profits?|earnings|assets)
    `),
  ],
  ['indicator', INDICATOR_WORDS],
  ['risk', RISK_WORDS],
  ['sessions', SESSION_WORDS],
  [
    'marketCap',
    wholeWords(oneOf`
      market ?cap(?:itali[sz]ation)?s?
      m(?:kt )?cap|market value
      (?:who|which(?: company| one| stock)?) is (?:the )?(?:bigger|larger|biggest|largest)
      (?:more|most|less|least) valuable
      (?:is|are|how much) (?!.{0,60}\b${LINE_WORDS}\b)[\w.&'’ -]{1,40} (?:bigger|larger|smaller) than
      (?:is|are) (?!(?:it|that|this|they|those)\b)[\w.& -]{1,40} (?:bigger|larger|smaller)(?=\W*$)
      how (?:much|many times) (?:bigger|larger|smaller) is(?!.{0,60}\b${LINE_WORDS}\b)
      worth (?:more|less)
      how (?:big|large) (?:is|are) (?!(?:my|the|its|their)\b)(?:[\w.&-]{1,20} ){0,2}[\w.&-]{1,20}(?=\W*$)
      (?:what(?:['’]?s| is| are| was| were)|how much (?:is|are|was|were)) (?!.{0,40}\b(?:stock|shares?|portfolio|holdings?|positions?)\b)[\w.&'’ -]{1,40} worth
    `),
  ],
  ['peTtm', /\b(?:p\/e|pe|price[- ](?:to[- ])?earnings)(?: ratios?| multiples?)?\b(?! (?:firm|fund)s?)/],
  ['pegRatio', /\bpeg(?: ratios?)?\b/],
  ['psTtm', /\b(?:p\/s|price[- ](?:to[- ])?sales)(?: ratios?| multiples?)?\b/],
  ['pb', /\b(?:p\/b|price[- ](?:to[- ])?book)(?: ratios?| value)?\b/],
  ['evEbitda', /\b(?:ev|enterprise[- ]value)[\s-]?(?:\/|to)[\s-]?ebitda\b/],
  ['evRevenue', /\b(?:ev|enterprise[- ]value)[\s-]?(?:\/|to)[\s-]?(?:revenues?|sales)\b/],
  ['dividendYield', new RegExp(String.raw`\b(?:dividend )?yields?\b|\b${BY_DIVIDEND}\b`)],
  // What a return includes or excludes is not asked for itself.
  [
    null,
    /\b(?:(?:without|excluding|excl\.?|ex|not including|before|including|incl\.?|with) (?:any |the |all |reinvested )?dividends?(?! (?:date|day)s?\b)|dividends? (?:(?:are |were )?(?:re-?invested|excluded|included)|not included|aside))\b/,
  ],
  ['performance', /\b(?:price|total) returns?\b/],
  // What shares pay a year are dividends; what a company pays for something is not.
  [
    'dividend',
    new RegExp(oneOf`
      \b(?:dividends?|divs?)\b
      ${PAYS_OF_SUM}
      \bpay(?:s|ing)? (?:me|us)(?: out)? (?:(?:per|a|each|every) (?:year|quarter|month)|annually|yearly|quarterly|monthly)\b
      (?<=\b\d[\d,.]{0,14} (?:[\w.&'’-]{1,20} ){0,2}shares?(?: of(?: [\w.&'’-]{1,20}){1,3}?)? )pa(?:y|id|ys)\b
      \bpay(?:s|ing)?(?: (?:me|us|you|out)){0,2} (?:for|on) (?=\d[\d,.]{0,14} (?:[\w.&'’-]{1,20} ){0,2}shares?\b.{0,30}\b(?:(?:per|an?|each|every) (?:year|quarter|month)|annually|yearly|quarterly|monthly)\b)
      (?<=\bshares?\b.{0,60}\b)pay(?:s|ing)?(?: (?:me|us|you|out)){0,2} (?:(?:per|a|each|every) (?:year|quarter|month)|annually|yearly|quarterly|monthly)\b
      \b(?:income|paid|get|receive) (?:from|on|with) (?=\d[\d,.]* (?:[\w.&'’-]{1,20} ){0,2}shares?\b)
    `),
  ],
  ['split', /\b(?:stock |share )?splits?\b(?! (?:between|by|of|into|across|among|up)\b)/],
  [
    'valuation',
    /\b(?:valuations?|(?:over|under)?valued|multiples?|(?:cheap(?:er|est)?|expensive)\b(?! (?:ways?|methods?|means|places?)\b))\b/,
  ],
  ['returnOnEquity', /\b(?:roe|return on (?:shareholders?['’]? |stockholders?['’]? )?equity)\b/],
  ['returnOnAssets', /\b(?:roa|return on (?:total )?assets)\b/],
  [
    'debtToEquity',
    wholeWords(oneOf`
      (?:total )?debt(?: ?\/ ?|[- ]to[- ])equity
      debt (?:[\w.&'’ -]{1,40} )?(?:compared (?:to|with)|relative to|against|versus|vs\.?) (?:its |their )?equity
      d\/e|leverage(?: ratio)?|gearing
    `),
  ],
  [
    'volume',
    /(?<!\b(?:sales|unit|units|shipment) )\b(?:(?:trading|share|trade) )?volumes?\b|\bhow many shares (?:of .{1,40} )?(?:were |was |are |have been )?traded\b/,
  ],
  ['grossMargin', /\bgross (?:profit )?margins?\b/],
  ['ebitdaMargin', /\bebitda margins?\b/],
  ['operatingMargin', /\b(?:operating|ebit) (?:profit |income )?margins?\b/],
  ['netMargin', /\b(?:(?:net|profit)(?: profit)? margins?|margins?)\b/],
  ['ebitda', /\bebitda\b/],
  ['freeCashFlow', /\b(?:free cash ?flow|fcf)\b/],
  ['operatingCashFlow', /\b(?:operating cash ?flow|cash (?:flow )?from operations|cash flow)\b/],
  ['capex', /\b(?:capex|capital (?:expenditures?|spending))\b/],
  ['grossProfit', /\bgross (?:profits?|income)\b/],
  ['operatingIncome', /\b(?:operating (?:income|profits?|earnings)|ebit)\b/],
  ['epsDiluted', /\b(?:eps|(?:diluted )?earnings per share)\b/],
  [
    'netIncome',
    wholeWords(oneOf`
      net (?:income|profits?|earnings|loss(?:es)?)
      (?<!\b(?:shares?|stocks?) )(?:mak(?:e|es|ing)|made|post(?:ed)?|report(?:ed)?|book(?:ed)?|turn(?:ed)?) (?:a |any |its |an )?(?:annual |quarterly |full[- ]year )?(?:loss(?:es)?|profits?)
      profits?
      (?:un)?profitab(?:le|ility)
      ${LOSS_OF_COMPANY}
      earn(?:s|ed|ings)?(?! (?:me|us)\b)|bottom line
      (?:los(?:e[sd]?|ing|t)|mak(?:es?|ing)|made|earn(?:s|ed|ing)?) (?:any |(?:the )?(?:more|most|least) )?money
      how much money (?:did|does|has|have|is|are) [\w.&'’ -]{1,40} los(?:e|t|ing)
      how much (?:money )?(?:did|does|has|have|is|are) [\w.&'’ -]{1,40} (?:ma[dk]es?|making|earn(?:ed|ing)?)(?! (?:me|us)\b)
    `),
  ],
  ['revenue', /\b(?:revenues?|(?:net |total )?sales|turnover|top line)\b/],
  ['totalAssets', /\b(?:total )?assets\b/],
  ['totalLiabilities', /\b(?:total )?liabilities\b/],
  [
    'totalEquity',
    wholeWords(oneOf`
      (?:(?<!\b(?:private|home|brand|public|class|global|european|american|us|international|market|pay) )equity(?=\W*$| (?:in|on|at|as of|for|of|by|fy ?\d|q[1-4]|(?:19|20)\d\d)\b))
      (?:shareholders?['’]?|stockholders?['’]?|total) equity
      book value
    `),
  ],
  [
    'netDebt',
    /\bnet (?:debt|cash(?= position\b|\W*$| (?:of|at|per|as of)\b)(?! (?:flow|provided|used|from|generated|paid|received)))\b/,
  ],
  ['totalDebt', /\b(?:total )?(?:debt|borrowings)\b/],
  ['cashAndEquivalents', /\b(?:cash(?: and (?:cash )?equivalents)?(?! flow)(?! cow))\b/],
  [
    'performance',
    wholeWords(oneOf`
      (?:better|best|worse|worst) investments?
      performance|perform(?:ed|ing)?|returns?|returned|gain(?:ed|s)?|los[st]|loses?|fall(?:en)?|fell
      dropp?(?:ed|s)?|ris(?:e|en)|rose|${SOARED}|${CRASHED}
      (?:52|fifty[- ]two)[- ]weeks? range
      (?<!what )(?:go|goes|gone|went|is|are) (?:up|down)
      (?<!what )(?:is|are|was|were|has|have) (?!(?:going|what)\b)[\w.&'’ -]{1,40}? (?:up|down)(?! (?:to|with|from|for)\b)
      (?:is|are) (?!(?:going|what)\b)[\w.&'’ -]{1,40}? (?:falling|rising|dropping|declining|gaining)(?=\W*$| (?:today|now|this|since|over|lately|recently|again|so far)\b)
      how much (?:is|are|was|were) [\w.&'’ -]{1,40} (?:up|down)
      (?:in|into) the (?:red|green)(?=\W*$| (?:today|this|now|over|so far)\b)
      did (?:better|worse)|best|worst
      (?:biggest|largest|top) (?:winners?|losers?|gainers?|movers?)
      (?:share|stock) price (?:change|move)
      how (?:much )?(?:has|have|did) .{1,40}(?:do|done|develop|move)d?
      high(?:est)?|low(?:est)?
    `),
  ],
  [
    'price',
    wholeWords(oneOf`
      price|(?:stock|share|${COMMODITIES}|bitcoin|crypto) prices|prices of|quote
      (?<!insider )trad(?:es|ing) at
      clos(?:e|es|ed|ing) (?:on|at|of|prices?|yesterday|(?=(?:last|this) (?:week|mon|tues|wednes|thurs|fri)|\d|(?:mon|tues|wednes|thurs|fri)day|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)))
      close(?=\W*$)
      (?<=(?:['’]s|\bthe|\blast|\bits) )close (?:until|till|up to|before|by|as of)
      (?:did|does) [\w.&'’ -]{1,40} close
      (?:above|below|over|under|at) (?:usd |eur |gbp )?[$€£]\s?\d[\d.,]*
      (?:stock|share) worth
      \d{1,7} (?:shares?|stocks?|coins?) (?:of|in) [\w.&'’ -]{1,40} worth
      shares? cost
      how much is .{1,40} (?:stock|share)s?
    `),
  ],
  [
    'profile',
    new RegExp(oneOf`
      \b(?:what|which|whats|in what|in which|on what|on which)\b.{0,40}?\b(?:sector|industry|ticker(?: symbol)?|symbol|country|currency|asset class)\b
      \b(?:what|which) (?:stock )?exchange\b(?! rates?)
      (?<!foreign )\bexchange of\b
      \b(?:sector|industry|ticker(?: symbol)?|symbol|currency|country) of\b
      ['’]s (?:sector|industry|ticker(?: symbol)?|symbol|currency|country|(?:stock )?exchange(?=\W*$))\b
      \b(?:isin|figi|cik|lei)(?: (?:numbers?|codes?))?\b
      \bwhere (?:is|are|does|do) [\w.&'’ -]{1,40} (?:listed|traded?|quoted)\b
      \b(?:former|old|previous|earlier) (?:tickers?|symbols?)\b
    `),
  ],
  [
    'peers',
    wholeWords(oneOf`
      competitors?|rivals?|peers?|peer group
      compet(?:es?|ing) (?:with|against)
      (?:similar|comparable) (?:compan(?:y|ies)|stocks?|firms?|funds?|etfs?)
      (?:compan(?:y|ies)|stocks?|firms?|funds?|etfs?) (?:(?:are|is) )?(?:most )?(?:like|similar to|comparable to)
    `),
  ],
  [
    'news',
    wholeWords(oneOf`
      going on
      what(?:['’]?s| is) (?:new|up)
      latest (?:on|about|with)|news|headlines?|articles?
      (?:any|some)thing (?:\w{1,12} )?(?:about|on|from|for)(?= )
      (?:top|latest|recent|main|biggest|leading|breaking|important|good|bad|positive|negative) stor(?:y|ies)
      happen(?:ed|ing|s)?|(?<!\bas )reported|announce[ds]?|why|said|says?
    `),
  ],
]
