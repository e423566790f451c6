import { oneOf, wholeWords } from '../../../kernel/patterns.ts'

const LONGEST = 2_000

/** Company data that no endpoint has, and what can be asked instead. */
const UNAVAILABLE: ReadonlyArray<readonly [RegExp, string]> = [
  [
    new RegExp(
      oneOf`
      \breport(?:s|ing)? (?:earnings |results )?(?:this|next|today|tomorrow|soon)\b
      \b(?:next|upcoming|future) (?:earnings|results|report)
      \bearnings (?:dates?|calendar|calls?)\b
      \bwhen (?:is|are|will|does|do)\b.{0,60}\b(?:reports?|reporting|earnings|results)\b
      \bwhen did\b.{0,60}\b(?:last|most recently) report\b
      \bwhen (?:was|were) (?:the|its|their|(?:[\w.&-]{1,20} ){0,2}[\w.&-]{1,20}['’]s?) (?:last|latest|newest|previous|most recent) (?:(?:earnings|quarterly|annual) )?(?:report|results|earnings)\b
      \b(?:since|after|before|around|following|post) (?:(?:its|their|the|last|latest|newest|previous|most recent) ){0,3}(?:earnings|results|(?:earnings |quarterly |annual )reports?)\b
    `,
      'i',
    ),
    'Earnings dates of companies are not stored: ask for what was reported, such as “revenue of the last quarter”.',
  ],
  [
    new RegExp(
      oneOf`
      \b(?:beat|beats|beaten|miss(?:ed|es)?|topp?(?:ed|s)?|exceed(?:ed|s)?)\b.{0,40}\b(?:earnings|estimates?|expectations?|consensus|forecasts?)\b
      \bearnings surprises?\b
      \b(?:earnings|revenue|eps|analysts?['’]?) (?:estimates?|expectations?|consensus)\b
    `,
      'i',
    ),
    'Expectations of analysts are not stored: only articles may mention them. Ask for what was reported and its change against the year before.',
  ],
  [
    /\b(?:ceo|cfo|coo|cto|chair(?:man|woman|person)?|president|founders?|founded|founding|executives?|board of directors|management team)\b|\bwho (?:runs|leads|heads|manages|started|created)\b/i,
    'Founders, executives and founding dates of companies are not stored: only articles may mention them.',
  ],
  [
    /\b(?:expense ratios?|management fees?|ongoing charges?|net asset value|assets under management|aum)\b|\b(?:does|do) .{1,40} charge\b/i,
    'Expense ratios, net asset values and assets under management of funds are not stored.',
  ],
  [
    /\b(?:(?:share |stock )?buy-?backs?|(?:share|stock) repurchases?|bought back)\b/i,
    'Share buybacks are not stored: only articles may mention them.',
  ],
  [
    /\b(?:same[- ]store|comparable(?:[- ]store)?|like[- ]for[- ]like|organic) (?:sales|revenues?|growth)\b/i,
    'Statement lines are stored as reported: only articles and documents may mention same-store sales and organic growth.',
  ],
  [
    /\b(?:employees|headcount|workforce|staff|people (?:does|do|work)|headquarter(?:s|ed)?|where (?:is|are) .{1,40} (?:based|located))\b/i,
    'Employee numbers and headquarters of companies are not stored: only articles may mention them.',
  ],
  [
    /\bwho (?:owns|holds|is buying|is selling)\b|\b(?:share|stock)holders?\b(?!['’]? equity)|\b(?:institutional|insider|insiders)\b|\bshort (?:interest|sellers?|selling)\b|\b(?:free )?float\b/i,
    'Shareholders, insider trades and short interest are not stored.',
  ],
  [
    new RegExp(
      oneOf`
      \b(?:current|quick|cash|coverage|interest[- ]cover(?:age)?) ratio\b
      \binterest[- ]cover(?:age)?\b
      \b(?:asset|inventory|receivables?) turnover\b
      \b(?:roic|roce|return on (?:invested |employed )?capital(?: employed)?)\b
      \bworking capital\b
    `,
      'i',
    ),
    'That is not computed here, because statement lines it needs are not stored. Ask for debt to equity, net debt to EBITDA, margins, or the return on equity or assets.',
  ],
  [
    new RegExp(
      oneOf`
      \b(?:percent(?:age)?|share|fraction|proportion|part|%) of .{0,40}\b(?:revenues?|sales|profits?|income) (?:is|are|comes?|came|was|were)\b(?! (?:(?:its|their|net|gross|operating|free) )*(?:profits?|income|earnings|cash|debt|paid|spent|capex|capital expenditures?)\b)
      \b(?:by|per|each|which|largest|biggest) (?:\w+ )?(?:segments?|divisions?|products?|business lines?|regions?)\b
    `,
      'i',
    ),
    'Statement lines are stored for whole companies: only documents say what a product, a segment or a region brings in.',
  ],
  [
    wholeWords(
      oneOf`
      r ?& ?d|research and development
      cost of (?:goods sold|sales|revenues?)
      cogs|goodwill|inventor(?:y|ies)|(?:accounts )?receivables?|retained earnings|income tax(?:es)?|sg ?& ?a
      advertising
    `,
      'i',
    ),
    'That statement line is not stored. Ask for revenue, gross profit, operating or net income, EPS, assets, liabilities, equity, cash, debt, cash flow or capital expenditure.',
  ],
  [
    wholeWords(
      oneOf`
      10-?[kq]|annual reports?|lawsuits?|litigation|sued|audit(?:s|ed|ors?)|patents?|business models?
      competitive advantages?|moat|strateg(?:y|ies)|risk factors?
      (?:key |main |biggest )?risks (?:of|for|facing)
      explain .{1,40} business
      what does .{1,40} (?:do|make|sell)(?=\W*$)
    `,
      'i',
    ),
    'Business descriptions, risk factors and the text of filings are not stored: only articles and imported documents may mention them.',
  ],
  [
    /\b(?:charts?|candlesticks?)\b|\b(?:plot|draw)\b|\bgraph of\b|\b(?:as|in|into) an? (?:table|spreadsheet|csv|excel)\b/i,
    'Charts and tables are not drawn here: ask for the return over a time, or take the numbers from the endpoint that a source names, such as the bars of `/v1/instruments/{entity_id}/ohlcv`.',
  ],
  [
    /\b(?:options?(?= ?(?:chain|prices?|volume|\W*$))|implied volatility|(?:call|put)s? options?|put[\s/-]call ratio|open interest)\b/i,
    'Options are not stored.',
  ],
  [
    /\b(?:pre-?market|(?:after|extended)[- ]hours)\b/i,
    'Prices outside the trading sessions of exchanges are not stored.',
  ],
]

/** Why a question about companies may have no answer: which of its data is not stored; empty when it asks for none of that. */
export function unavailableIn(question: string): string[] {
  const text = question.slice(0, LONGEST)
  return UNAVAILABLE.flatMap(([words, why]) => (words.test(text) ? [why] : [])).slice(0, 1)
}
