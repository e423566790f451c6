import { fieldsOf } from '../kernel/time.ts'
import { COURSES } from './cycles.ts'
import { fortuneOf } from './fortunes.ts'
import { anchorUsd } from './fx.ts'
import { drift, gaussian, streamOf, substream, uniform } from './random.ts'
import { trend, yearsFromAnchor } from './timeline.ts'
import type { FiscalQuarter } from './fiscal.ts'
import type { Season } from './industries.ts'
import type { CompanyModel, DemoInstrument } from './instrument.ts'
import type { Stream } from './random.ts'

/** A company's books: the numbers of any quarter, in its reporting currency. */
export interface Accounts {
  quarter(quarter: FiscalQuarter): QuarterAccounts
}

/** Amounts are whole millions; shares are on the anchor day's split basis. */
export interface QuarterAccounts {
  revenue: number
  grossProfit: number | null
  operatingIncome: number | null
  netIncome: number
  dilutedShares: number
  depreciation: number | null
  operatingCashFlow: number
  capex: number | null
  totalAssets: number
  totalLiabilities: number
  totalEquity: number
  cash: number
  debt: number | null
  sharesOutstanding: number
}

const MILLION = 1_000_000
/** Years from the middle of the trailing twelve months to a price: what a trailing price/earnings ratio spans. */
const TRAILING_LAG = 0.7
const TAX_RATE = 0.21
const INTEREST_RATE = 0.045
/** Options and convertibles. */
const DILUTION = 1.007
/** Share-based pay, an expense without cash, of companies whose main asset is people. */
const PEOPLE_MARGIN = 0.7
const SHARE_BASED_PAY = 0.07
const OTHER_NON_CASH = 0.01
/** Companies that do not tag depreciation in their statements. */
const UNTAGGED = 0.05
const HIGHEST_MARGIN = 0.97
/** Of sales; those who license, settle payments or design chips reach it, nobody stays above it. */
const HIGHEST_OPERATING_MARGIN = 0.7
/** What gross profit has at least beyond operating income: selling, administration and research. */
const LEAST_OVERHEAD = 0.08
/** What of a company's fortune is in its sales; the rest is in its margin. */
const SALES_SHARE = 0.35
/** By how much more than sales the margin falls in a recession. */
const MARGIN_SLUMP = 2

/** The books of a company listed under `instrument`. */
export function createAccounts(seed: string, instrument: DemoInstrument, company: CompanyModel): Accounts {
  const streams = streamsOf(streamOf(seed, 'accounts', instrument.mic, instrument.ticker))
  const conversion = anchorUsd(instrument.currency) / anchorUsd(company.reportingCurrency)
  const earningsPerShare = Math.abs(instrument.price.anchor / company.priceEarnings) * conversion
  const shareGrowth = shareGrowthOf(company, streams.traits)
  const fortune = fortuneOf(seed, instrument)
  const reportsDepreciation = uniform(streams.traits, 1) >= UNTAGGED

  function quarter(quarter: FiscalQuarter): QuarterAccounts {
    const years = yearsFromAnchor(quarter.end)
    const shares = (instrument.sharesOutstanding ?? 0) * Math.exp(shareGrowth * years)
    const usual = earningsPerShare * shares * Math.exp(trend(instrument.price.growth, years + TRAILING_LAG))
    const success = fortune(quarter.end)
    const slump = COURSES.activity.level(quarter.end) * company.industry.beta ** 2
    const yearlyRevenue = (usual / Math.abs(company.netMargin)) * Math.exp(SALES_SHARE * success)
    const balance = balanceOf(company, streams, yearlyRevenue, years)
    const swing = (1 - SALES_SHARE) * success + MARGIN_SLUMP * slump
    const flows = flowsOf(
      company,
      streams,
      { yearlyRevenue: yearlyRevenue * Math.exp(slump), swing, debt: balance.debt ?? 0 },
      quarter,
    )
    return {
      ...flows,
      ...balance,
      depreciation: reportsDepreciation ? flows.depreciation : null,
      dilutedShares: Math.round(shares * DILUTION),
      sharesOutstanding: Math.round(shares),
    }
  }

  return { quarter }
}

/** What is drawn for a company: once, for each quarter, and slowly over the years. */
interface AccountStreams {
  traits: Stream
  revenue: Stream
  margin: Stream
  costs: Stream
  cash: Stream
  assets: Stream
  debt: Stream
}

function streamsOf(stream: Stream): AccountStreams {
  return {
    traits: substream(stream, 0),
    revenue: substream(stream, 1),
    margin: substream(stream, 2),
    costs: substream(stream, 3),
    cash: substream(stream, 4),
    assets: substream(stream, 5),
    debt: substream(stream, 6),
  }
}

/** Growth of the number of shares a year: profitable companies buy their own back, others issue new ones. */
function shareGrowthOf(company: CompanyModel, traits: Stream): number {
  return company.netMargin > 0 ? -0.025 + 0.03 * uniform(traits, 0) : 0.01 + 0.03 * uniform(traits, 0)
}

type Flows = Pick<
  QuarterAccounts,
  'revenue' | 'grossProfit' | 'operatingIncome' | 'netIncome' | 'depreciation' | 'operatingCashFlow' | 'capex'
>

function flowsOf(
  company: CompanyModel,
  streams: AccountStreams,
  { yearlyRevenue, swing: success, debt }: { yearlyRevenue: number; swing: number; debt: number },
  quarter: FiscalQuarter,
): Flows {
  const { industry } = company
  const { number } = quarter
  const cycle =
    (0.02 + 0.04 * industry.beta) * drift(streams.revenue, number / 7) +
    0.012 * gaussian(streams.revenue, number)
  const revenue = millions((yearlyRevenue / 4) * seasonFactor(company.season, quarter) * Math.exp(cycle))
  const swing = (0.04 + 0.1 * industry.beta) * drift(streams.margin, number / 6)
  // Success narrows a loss.
  const better = company.netMargin > 0 ? success : -success
  const margin = company.netMargin * Math.exp(better + swing + 0.04 * gaussian(streams.margin, number))
  const taxRate = industry.sector === 'Real Estate' || margin < 0 ? 0 : TAX_RATE
  const most = industry.hasOperatingIncome ? HIGHEST_OPERATING_MARGIN * (1 - taxRate) : HIGHEST_MARGIN - 0.02
  const netIncome = millions(revenue * Math.min(margin, most))
  const operating = netIncome / (1 - taxRate) + (debt * INTEREST_RATE) / 4
  const operatingIncome = industry.hasOperatingIncome
    ? millions(Math.min(operating, revenue * HIGHEST_MARGIN))
    : null
  const usualGross = (industry.grossMargin ?? 0) * (1 + 0.02 * drift(streams.costs, number / 5))
  const depreciation = (industry.depreciation ?? OTHER_NON_CASH) * revenue
  const nonCash = (industry.grossMargin ?? 0) >= PEOPLE_MARGIN ? SHARE_BASED_PAY : OTHER_NON_CASH
  // A lender's cash flow follows its loan book, everyone else's mostly its earnings.
  const timing = industry.hasOperatingIncome ? 0.015 * revenue : 0.6 * Math.abs(netIncome)
  return {
    revenue,
    grossProfit:
      industry.grossMargin === null
        ? null
        : millions(
            Math.min(
              revenue,
              Math.max(usualGross * revenue, (operatingIncome ?? 0) + LEAST_OVERHEAD * revenue),
            ),
          ),
    operatingIncome,
    netIncome,
    depreciation: industry.depreciation === null ? null : millions(depreciation),
    operatingCashFlow: millions(
      netIncome + depreciation + nonCash * revenue + timing * gaussian(streams.cash, number),
    ),
    capex:
      industry.capex === null
        ? null
        : -millions(industry.capex * revenue * Math.exp(0.15 * gaussian(streams.costs, number))),
  }
}

type Balance = Pick<QuarterAccounts, 'totalAssets' | 'totalLiabilities' | 'totalEquity' | 'cash' | 'debt'>

function balanceOf(
  company: CompanyModel,
  streams: AccountStreams,
  yearlyRevenue: number,
  years: number,
): Balance {
  const { industry } = company
  const totalAssets = millions(
    (yearlyRevenue / industry.assetTurnover) * Math.exp(0.06 * drift(streams.assets, years)),
  )
  const totalLiabilities = millions(
    totalAssets * company.liabilities * Math.exp(0.03 * drift(streams.debt, years / 2)),
  )
  const cash = millions(totalAssets * industry.cash * Math.exp(0.3 * drift(streams.cash, years * 1.5)))
  const debt =
    company.debt === null
      ? null
      : millions(totalLiabilities * company.debt * Math.exp(0.08 * drift(streams.debt, years)))
  return { totalAssets, totalLiabilities, totalEquity: totalAssets - totalLiabilities, cash, debt }
}

function millions(amount: number): number {
  return Math.round(amount / MILLION) * MILLION
}

/** Weight of each month's revenue, January to December. */
const SEASONS: Record<Season, readonly number[]> = {
  even: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
  holiday: [0.95, 0.93, 0.94, 0.93, 0.94, 0.94, 0.95, 0.95, 0.98, 1.04, 1.16, 1.29],
  summer: [0.93, 0.93, 0.96, 0.99, 1.02, 1.06, 1.09, 1.08, 1.04, 0.98, 0.96, 0.96],
  winter: [1.18, 1.14, 1.06, 0.96, 0.9, 0.9, 0.92, 0.92, 0.9, 0.95, 1.03, 1.14],
  'year-end': [0.96, 0.96, 0.99, 0.98, 0.99, 1.01, 0.98, 0.98, 1.01, 1.02, 1.04, 1.08],
}

/** A quarter's part of the year's revenue, times four. */
function seasonFactor(season: Season, { end }: FiscalQuarter): number {
  const { month } = fieldsOf(end)
  const weights = SEASONS[season]
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let three = 0
  for (let back = 0; back < 3; back++) three += weights[(month - 1 - back + 12) % 12] ?? 1
  return (4 * three) / total
}
