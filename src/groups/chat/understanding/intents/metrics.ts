/** Statement lines that are amounts of the whole company. */
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

/** The ratio of one line to another. */
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

/** A market capitalisation or a ratio of the price. */
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

/** A metric that can be asked for. */
export type Metric =
  | StatementMetric
  | ValuationMetric
  /** Valuation in general: several ratios. */
  | 'valuation'
  | 'dividend'
  | 'split'
  | 'price'
  | 'volume'
  /** Metrics of single sessions, or counts of them. */
  | 'sessions'
  /** Risk metrics. */
  | 'risk'
  /** A technical indicator. */
  | 'indicator'
  /** The outcome of a hypothetical investment. */
  | 'investment'
  | 'performance'
  /** Its sector, country, currency and the like. */
  | 'profile'
  /** Similar instruments. */
  | 'peers'
  /** The constituents of a fund or an index. */
  | 'constituents'
  | 'news'
  | 'reaction'
  /** The sentiment of articles about it. */
  | 'sentiment'
  | 'watchlist'
  | 'portfolio'

/** The ratios reported for valuation in general. */
const RATIOS: readonly ValuationMetric[] = ['peTtm', 'psTtm', 'pb', 'evEbitda']

/** The name of a ratio within a sentence, and its definition. */
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

/** Whether all are price ratios of companies; the value of a portfolio is not computed from them. */
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

/** Part and whole of a ratio of two lines; null for any other metric. */
export const shareParts = (metric: Metric): readonly [part: LineAmount, whole: LineAmount] | null =>
  SHARES.get(metric) ?? null

/** The name of a line within a sentence. */
const inside = (called: string): string =>
  called.startsWith('EBITDA') ? called : `${called.charAt(0).toLowerCase()}${called.slice(1)}`

/** The names of statement lines at the beginning of a sentence. */
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

/** The price ratios among metrics, each once. */
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

/** Whether numbers of a company or an instrument are asked for. */
export const asksNumbers = (metrics: readonly Metric[]): boolean =>
  askedRatios(metrics).length > 0 ||
  metrics.some((metric) => isStatementMetric(metric) || OF_PRICES.includes(metric))

/**
 * Whether it is a price, or derived from one, which does not exist for the future; about future earnings a company may have said something.
 */
export const isOfPrice = (metric: Metric): boolean =>
  ['price', 'volume', 'performance', 'sessions', 'risk', 'indicator'].includes(metric) ||
  askedRatios([metric]).length > 0

/** Whether it is a line of a statement. */
export function isStatementMetric(metric: Metric): metric is StatementMetric {
  return metric in METRIC_NAMES
}

/** Written in percent; their change is in percentage points. */
const FRACTIONS: ReadonlySet<StatementMetric> = new Set([
  'grossMargin',
  'operatingMargin',
  'netMargin',
  'ebitdaMargin',
  'freeCashFlowMargin',
  'returnOnEquity',
  'returnOnAssets',
])
/** Balance sheet lines and values derived from them: as of an instant, so several have no sum. */
const BALANCES: ReadonlySet<StatementMetric> = new Set([
  'totalAssets',
  'totalLiabilities',
  'totalEquity',
  'cashAndEquivalents',
  'totalDebt',
  'netDebt',
  'debtToEquity',
])

/** Whether it is one of those, or a ratio of two balances. */
export const isOfBalance = (metric: StatementMetric): boolean =>
  BALANCES.has(metric) || (shareParts(metric)?.every((line) => BALANCES.has(line)) ?? false)

/** Whether it is a ratio of a flow and a balance. */
export const isMixedShare = (metric: Metric): boolean => {
  const parts = shareParts(metric) ?? []
  return parts.some(isOfBalance) && !parts.every(isOfBalance)
}

/** Written as a multiple. */
export const MULTIPLES: ReadonlySet<StatementMetric> = new Set(['debtToEquity', 'netDebtToEbitda'])

export const isFraction = (metric: StatementMetric): boolean => FRACTIONS.has(metric) || SHARES.has(metric)

/** Whether it is a worth that can be compared with the value of a portfolio. */
export const isWorth = (metric: Metric): boolean => metric === 'price' || metric === 'marketCap'

/** Whether it is a statement line, and not a ratio of two. */
export const isAmount = (metric: Metric): boolean => isStatementMetric(metric) && !isRatio(metric)

export const isRatio = (metric: StatementMetric): boolean => isFraction(metric) || MULTIPLES.has(metric)

/** Metrics that portfolios and holdings have as well as instruments. */
export const isOfBoth = (metric: Metric): boolean =>
  metric === 'performance' || metric === 'risk' || asksPriceRatios([metric])
