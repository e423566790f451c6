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
  | 'operatingCashFlow'
  | 'capex'
  | 'freeCashFlow'
  | 'grossMargin'
  | 'operatingMargin'
  | 'netMargin'

/** What is asked for. */
export type Metric =
  | StatementMetric
  | 'price'
  | 'performance'
  | 'news'
  | 'reaction'
  | 'watchlist'
  | 'portfolio'

/** Words by which a metric is asked for; the longer and more special come first, because each stretch of text counts once. */
const WORDS: ReadonlyArray<readonly [Metric, RegExp]> = [
  ['reaction', /\b(?:react(?:s|ed|ing|ions?)?|impact(?:s|ed)?|respon(?:ds?|ded|ses?))\b/],
  ['watchlist', /\bwatch\s?lists?\b/],
  ['portfolio', /\b(?:portfolio|holdings?|my positions?)\b/],
  ['grossMargin', /\bgross (?:profit )?margins?\b/],
  ['operatingMargin', /\b(?:operating|ebit) (?:profit )?margins?\b/],
  ['netMargin', /\b(?:(?:net|profit)(?: profit)? margins?|margins?)\b/],
  ['freeCashFlow', /\b(?:free cash ?flow|fcf)\b/],
  ['operatingCashFlow', /\b(?:operating cash ?flow|cash (?:flow )?from operations|cash flow)\b/],
  ['capex', /\b(?:capex|capital (?:expenditures?|spending))\b/],
  ['grossProfit', /\bgross (?:profits?|income)\b/],
  ['operatingIncome', /\b(?:operating (?:income|profits?|earnings)|ebit)\b/],
  ['epsDiluted', /\b(?:eps|(?:diluted )?earnings per share)\b/],
  ['netIncome', /\b(?:net (?:income|profits?|earnings)|profits?|earnings|bottom line)\b/],
  ['revenue', /\b(?:revenues?|(?:net |total )?sales|turnover|top line)\b/],
  ['totalAssets', /\b(?:total )?assets\b/],
  ['totalLiabilities', /\b(?:total )?liabilities\b/],
  ['totalEquity', /\b(?:(?:shareholders?['’]?|stockholders?['’]?|total) equity|book value)\b/],
  ['totalDebt', /\b(?:total )?(?:debt|borrowings)\b/],
  ['cashAndEquivalents', /\b(?:cash(?: and (?:cash )?equivalents)?(?! flow)(?! cow))\b/],
  [
    'performance',
    /\b(?:performance|perform(?:ed|ing)?|returns?|returned|gain(?:ed|s)?|los[st]|fallen|risen|(?:share|stock) price (?:change|move)|how (?:has|have|did) .{1,40}(?:do|done|develop|move)d?|high(?:est)?|low(?:est)?)\b/,
  ],
  [
    'price',
    /\b(?:price|quote|trad(?:es|ing) at|(?:stock|share) worth|shares? cost|how much is .{1,40} (?:stock|share)s?)\b/,
  ],
  ['news', /\b(?:news|headlines?|articles?|happen(?:ed|ing|s)?|reported|announce[ds]?|why|said|says?)\b/],
]

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
  operatingCashFlow: 'Operating cash flow',
  capex: 'Capital expenditure',
  freeCashFlow: 'Free cash flow',
  grossMargin: 'Gross margin',
  operatingMargin: 'Operating margin',
  netMargin: 'Net margin',
}

const CHANGE =
  /\b(?:grow(?:n|th|s)?|grew|change[ds]?|increase[ds]?|decrease[ds]?|rose|risen|fell|fallen|decline[ds]?|develop(?:ed|ment)?|compared? (?:to|with)|versus|vs\.?|year[ -]over[ -]year|yoy|trend)\b/i

/** What a question asks for, in its order, and whether it asks how that changed. */
export function askedMetrics(question: string): { metrics: Metric[]; change: boolean } {
  let text = question.toLowerCase().slice(0, 8_000)
  const found: Array<{ metric: Metric; at: number }> = []
  for (const [metric, words] of WORDS) {
    const match = words.exec(text)
    if (match === null) continue
    found.push({ metric, at: match.index })
    text =
      text.slice(0, match.index) + ' '.repeat(match[0].length) + text.slice(match.index + match[0].length)
  }
  return {
    metrics: found.toSorted((one, other) => one.at - other.at).map(({ metric }) => metric),
    change: CHANGE.test(question),
  }
}

/** Whether it is a line of a statement. */
export function isStatementMetric(metric: Metric): metric is StatementMetric {
  return metric in METRIC_NAMES
}
