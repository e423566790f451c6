/** Closed lists that both the contract and the ports speak; see spec sections 2 and 4. */

export const ASSET_CLASSES = ['equity', 'etf', 'index', 'crypto'] as const
export type AssetClass = (typeof ASSET_CLASSES)[number]

export const INTERVALS = ['1min', '5min', '1d'] as const
export type Interval = (typeof INTERVALS)[number]
export type IntradayInterval = Exclude<Interval, '1d'>

/** Minutes that an intraday bar covers; a daily one lasts as long as its session. */
export const BAR_MINUTES: Readonly<Record<IntradayInterval, number>> = { '1min': 1, '5min': 5 }

export const PERIODS = ['1d', '5d', '1m', '3m', '6m', '1y', '5y', 'max'] as const
export type Period = (typeof PERIODS)[number]

/** Technical indicators over bars. */
export const INDICATORS = ['sma', 'ema', 'rsi', 'macd', 'bbands', 'atr', 'volatility'] as const
export type IndicatorName = (typeof INDICATORS)[number]

export const MARKET_STATUSES = ['OPEN', 'PRE_MARKET', 'AFTER_HOURS', 'CLOSED', 'HALTED', 'UNKNOWN'] as const
export type MarketStatus = (typeof MARKET_STATUSES)[number]

export const CORPORATE_ACTION_TYPES = [
  'split',
  'cash_dividend',
  'stock_dividend',
  'spin_off',
  'symbol_change',
  'merger',
  'delisting',
] as const
export type CorporateActionType = (typeof CORPORATE_ACTION_TYPES)[number]

export const SENTIMENTS = ['positive', 'neutral', 'negative'] as const
export type Sentiment = (typeof SENTIMENTS)[number]

/** How much a source of news is trusted, the most first. */
export const ROUTING_TIERS = ['TIER_1', 'TIER_2', 'TIER_3', 'TIER_4'] as const
export type RoutingTier = (typeof ROUTING_TIERS)[number]

/** How sales are matched with purchases: at the average cost, the first or last bought first, or the dearest first. */
export const COST_BASIS_METHODS = ['average', 'fifo', 'lifo', 'hifo'] as const
export type CostBasisMethod = (typeof COST_BASIS_METHODS)[number]

/** What may happen to a portfolio. */
export const TRANSACTION_TYPES = [
  'buy',
  'sell',
  'dividend',
  'interest',
  'fee',
  'tax',
  'deposit',
  'withdrawal',
  'transfer_in',
  'transfer_out',
  'split',
  'return_of_capital',
] as const
export type TransactionType = (typeof TRANSACTION_TYPES)[number]
