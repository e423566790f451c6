import type { AssetClass } from '../market/vocabulary.ts'
import type { Day } from '../kernel/time.ts'
import type { Loading } from './factors.ts'
import type { Industry, Season } from './industries.ts'

/** One listing of the simulated market: what a source knows about it, and the model behind its numbers. */
export interface DemoInstrument {
  readonly ticker: string
  readonly name: string
  /** Display name of the venue. */
  readonly exchange: string
  /** ISO 10383 code, or the venue's own code where it has none (`SNP`, `CCC`). */
  readonly mic: string
  readonly assetClass: AssetClass
  /** GICS sector of a company, category of a fund, null for an index or a crypto asset. */
  readonly sector: string | null
  readonly industry: string | null
  /** ISO 4217, upper case; prices are in whole units (pounds, not pence). */
  readonly currency: string
  readonly country: string | null
  /** Other names it is known by. */
  readonly aliases: readonly string[]
  /** First day of trading; null where it is not known, and then it has always been listed. */
  readonly listedOn: Day | null
  readonly isin: string | null
  readonly figi: string | null
  /** Without leading zeros. */
  readonly cik: string | null
  /** Tickers that it had, oldest first. */
  readonly formerTickers: readonly FormerTicker[]
  /** Shares, fund units or coins at the anchor date, on its split basis; null for an index. */
  readonly sharesOutstanding: number | null
  readonly price: PriceModel
  readonly payout: PayoutModel | null
  /** Null for everything but equities. */
  readonly company: CompanyModel | null
  /** Null for everything but funds. */
  readonly basket: Basket | null
}

/** A ticker of the past and the last day on which it was traded under it. */
export interface FormerTicker {
  readonly ticker: string
  readonly until: Day
}

/** How a price moves. Per-share values are on the split basis of the anchor day. */
export interface PriceModel {
  readonly anchor: number
  /** Trend of the median price, a year; see `timeline.ts`. */
  readonly growth: number
  readonly loadings: readonly Loading[]
  /** Volatility of a day that no factor explains. */
  readonly ownVolatility: number
  /** Steps after which half of an own deviation is gone. */
  readonly ownHalfLife: number
  /** Volatility a year of what makes one company thrive and another shrink; 0 for everything else. See `fortunes.ts`. */
  readonly fortune: number
  /** Shares (coins) that trade on an ordinary day; 0 where no volume is published. */
  readonly volume: number
  /** Share of a day's movement that happens while the venue is closed. */
  readonly overnight: number
  /** An index of expected volatility is bounded and moves against the market it is about. */
  readonly kind: 'price' | 'volatility-index'
}

/** Cash paid to holders. */
export interface PayoutModel {
  /** Of the anchor price, a year. */
  readonly yield: number
  /** Growth of the payment, a year. */
  readonly growth: number
  readonly perYear: 1 | 2 | 4 | 12
  /** Funds pay what they received, so their payments differ from one to the next. */
  readonly steady: boolean
}

/** What a company's statements are derived from. */
export interface CompanyModel {
  readonly industry: Industry
  readonly reportingCurrency: string
  /** Month (1 to 12) in which the fiscal year ends. */
  readonly yearEnd: number
  /** Price over trailing earnings at the anchor date; negative for a company that loses money. */
  readonly priceEarnings: number
  /** Net income over revenue; has the sign of `priceEarnings`. */
  readonly netMargin: number
  /** Expected, a year; that of the median is `PriceModel.growth`. */
  readonly growth: number
  /** Of total assets. */
  readonly liabilities: number
  /** Of liabilities; null where the company reports no such line, 0 where it owes nothing. */
  readonly debt: number | null
  readonly season: Season
}

/** A rule that picks a fund's holdings from the universe. */
export interface Basket {
  readonly tickers: ReadonlySet<string> | null
  readonly mics: ReadonlySet<string> | null
  readonly countries: ReadonlySet<string> | null
  readonly sector: string | null
  readonly industry: string | null
  readonly excludedSector: string | null
  readonly minYield: number | null
  readonly minGrowth: number | null
  readonly maxPriceEarnings: number | null
  /** At most this many, the largest by market value. */
  readonly top: number
  readonly weights: 'value' | 'equal' | 'price'
}
