/** Lines of statements that are amounts of a whole company. */
const AMOUNTS = [
  'revenue',
  'grossProfit',
  'operatingIncome',
  'ebitda',
  'netIncome',
  'totalAssets',
  'totalLiabilities',
  'totalEquity',
  'cashAndEquivalents',
  'totalDebt',
  'netDebt',
  'operatingCashFlow',
  'capex',
  'freeCashFlow',
] as const
export type LineAmount = (typeof AMOUNTS)[number]

/** One line as a share of another. */
export type LineShare = `${LineAmount} of ${LineAmount}`

/** A line of a statement. */
export type StatementMetric =
  | LineAmount
  | LineShare
  | 'epsDiluted'
  | 'grossMargin'
  | 'operatingMargin'
  | 'netMargin'
  | 'ebitdaMargin'
  | 'freeCashFlowMargin'
  | 'returnOnEquity'
  | 'returnOnAssets'
  | 'debtToEquity'
  | 'netDebtToEbitda'

/** What an instrument is worth, and a ratio of its price. */
export type ValuationMetric =
  | 'marketCap'
  | 'enterpriseValue'
  | 'sharesOutstanding'
  | 'bookValuePerShare'
  | 'revenuePerShare'
  | 'freeCashFlowPerShare'
  | 'cashPerShare'
  | 'peTtm'
  | 'psTtm'
  | 'pb'
  | 'evEbitda'
  | 'evRevenue'
  | 'pegRatio'
  | 'dividendYield'
  | 'payoutRatio'
  | 'earningsYield'
  | 'freeCashFlowYield'

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
  /** What a fund or an index holds. */
  | 'constituents'
  | 'news'
  | 'reaction'
  /** In which tone it is written about. */
  | 'sentiment'
  | 'watchlist'
  | 'portfolio'

/** The ratios that say whether something is cheap. */
const RATIOS: readonly ValuationMetric[] = ['peTtm', 'psTtm', 'pb', 'evEbitda']

/** How a ratio is called in a sentence, and what it is. */
export const VALUATION_NAMES: Readonly<Record<ValuationMetric, string>> = {
  marketCap: 'market capitalisation',
  enterpriseValue: 'enterprise value (market capitalisation plus debt less cash)',
  sharesOutstanding: 'number of shares outstanding',
  bookValuePerShare: 'book value per share (equity over shares outstanding)',
  revenuePerShare: 'revenue per share (revenue of the last twelve months reported over shares outstanding)',
  freeCashFlowPerShare:
    'free cash flow per share (free cash flow of the last twelve months reported over shares outstanding)',
  cashPerShare: 'cash per share (cash and equivalents over shares outstanding)',
  peTtm: 'P/E (price over diluted EPS of the last four quarters)',
  psTtm: 'P/S (market capitalisation over revenue of the last four quarters)',
  pb: 'P/B (market capitalisation over equity)',
  evEbitda: 'EV/EBITDA (of the last four quarters)',
  evRevenue: 'EV/revenue (of the last four quarters)',
  pegRatio: 'PEG (P/E over the growth of EPS in percent)',
  dividendYield: 'dividend yield of the last twelve months',
  payoutRatio:
    'dividend payout ratio (dividends of twelve months over the diluted EPS of the last twelve months reported)',
  earningsYield: 'earnings yield (diluted EPS of the last twelve months reported over the price)',
  freeCashFlowYield:
    'free cash flow yield (free cash flow of the last twelve months reported over market capitalisation)',
}

/** Ratios of the price of a company; what a portfolio is worth is no sum of theirs. */
export const asksPriceRatios = (metrics: readonly Metric[]): boolean =>
  askedRatios(metrics).some((ratio) => ratio !== 'marketCap')

const LINE_NAMES: Readonly<Record<Exclude<StatementMetric, LineShare>, string>> = {
  revenue: 'Revenue',
  grossProfit: 'Gross profit',
  operatingIncome: 'Operating income',
  ebitda: 'EBITDA',
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
  ebitdaMargin: 'EBITDA margin',
  freeCashFlowMargin: 'Free cash flow margin',
  returnOnEquity: 'Return on equity',
  returnOnAssets: 'Return on assets',
  debtToEquity: 'Debt to equity',
  netDebtToEbitda: 'Net debt to EBITDA',
}

const SHARES: ReadonlyMap<Metric, readonly [part: LineAmount, whole: LineAmount]> = new Map(
  AMOUNTS.flatMap((part) => AMOUNTS.map((whole) => [`${part} of ${whole}`, [part, whole]] as const)),
)

/** What a share is of what; null for any other metric. */
export const shareParts = (metric: Metric): readonly [part: LineAmount, whole: LineAmount] | null =>
  SHARES.get(metric) ?? null

/** How a line is called within a sentence. */
const inside = (called: string): string =>
  called.startsWith('EBITDA') ? called : `${called.charAt(0).toLowerCase()}${called.slice(1)}`

/** How statement lines are called in sentences. */
export const METRIC_NAMES = {
  ...LINE_NAMES,
  ...Object.fromEntries(
    [...SHARES].map(([metric, [part, whole]]) => [
      metric,
      `${LINE_NAMES[part]} as a share of ${inside(LINE_NAMES[whole])}`,
    ]),
  ),
} as Readonly<Record<StatementMetric, string>>

/** The same within a sentence. */
export const calledInside = (metric: StatementMetric): string => inside(METRIC_NAMES[metric])

/** The ratios that metrics ask for, each once. */
export function askedRatios(metrics: readonly Metric[]): ValuationMetric[] {
  const asked = metrics.flatMap((metric) =>
    metric === 'valuation' ? RATIOS : metric in VALUATION_NAMES ? [metric as ValuationMetric] : [],
  )
  return [...new Set(asked)]
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

/** Whether it is a price, or made of one, which no time ahead has; of what will be earned a company may have spoken. */
export const isOfPrice = (metric: Metric): boolean =>
  ['price', 'volume', 'performance', 'sessions', 'risk', 'indicator'].includes(metric) ||
  askedRatios([metric]).length > 0

/** Whether it is a line of a statement. */
export function isStatementMetric(metric: Metric): metric is StatementMetric {
  return metric in METRIC_NAMES
}

/** Said in percent; their change is one of percentage points. */
const FRACTIONS: ReadonlySet<StatementMetric> = new Set([
  'grossMargin',
  'operatingMargin',
  'netMargin',
  'ebitdaMargin',
  'freeCashFlowMargin',
  'returnOnEquity',
  'returnOnAssets',
])
/** Lines of a balance sheet and what follows from them: of an instant, so that there is no sum of several. */
const BALANCES: ReadonlySet<StatementMetric> = new Set([
  'totalAssets',
  'totalLiabilities',
  'totalEquity',
  'cashAndEquivalents',
  'totalDebt',
  'netDebt',
  'debtToEquity',
])

/** Whether it is one of those, or a share of one in another. */
export const isOfBalance = (metric: StatementMetric): boolean =>
  BALANCES.has(metric) || (shareParts(metric)?.every((line) => BALANCES.has(line)) ?? false)

/** Whether it is a share of a flow in a balance, or the other way round. */
export const isMixedShare = (metric: Metric): boolean => {
  const parts = shareParts(metric) ?? []
  return parts.some(isOfBalance) && !parts.every(isOfBalance)
}

/** Said as how many times. */
export const MULTIPLES: ReadonlySet<StatementMetric> = new Set(['debtToEquity', 'netDebtToEbitda'])

export const isFraction = (metric: StatementMetric): boolean => FRACTIONS.has(metric) || SHARES.has(metric)

/** Whether it is what something is worth, which can be set beside what a portfolio is. */
export const isWorth = (metric: Metric): boolean => metric === 'price' || metric === 'marketCap'

/** Whether it is a line of a statement, and no ratio of two. */
export const isAmount = (metric: Metric): boolean => isStatementMetric(metric) && !isRatio(metric)

export const isRatio = (metric: StatementMetric): boolean => isFraction(metric) || MULTIPLES.has(metric)

/** What is told of a portfolio, or of each that is in it, as of an instrument. */
export const isOfBoth = (metric: Metric): boolean =>
  metric === 'performance' || metric === 'risk' || asksPriceRatios([metric])
