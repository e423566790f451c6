import { anchorUsd } from '../fx.ts'
import { venueOf } from '../../market/venues.ts'
import { KIN_VOLATILITY, usualVolatility } from '../factors.ts'
import { stockVenue } from '../stock-venues.ts'
import { factsOf } from './facts.ts'
import { rivalsOf } from './rivals.ts'
import { temperamentOf } from './temperaments.ts'
import type { Loading, Region } from '../factors.ts'
import type { CompanyModel, DemoInstrument, PayoutModel, PriceModel } from '../instrument.ts'
import type { EquityRow } from './equity-table.ts'

const SESSIONS_PER_YEAR = 252
/** Company news is forgotten more slowly than it arrives: half of it after a year and a half. */
const OWN_HALF_LIFE = 1.5 * 261
const OVERNIGHT = 0.3
/** Market value in US dollars at which an industry's usual volatility and turnover apply. */
const TYPICAL_VALUE = 80e9
/** Shares of a typical company that trade in a day. */
const TURNOVER = 0.005
/** Of such a share, a year. */
const USUAL_VOLATILITY = 0.27
/** What of a share's own variance its industry shares with it, and its closest rivals. */
const INDUSTRY_SHARE = 0.18
const RIVALS_SHARE = 0.6
/** No share is calmer than that by itself. */
const CALMEST_OWN = 0.07
/** Volatility of a company's fortune (`fortunes.ts`) over that of its share by itself; no company lives more dangerously. */
const FORTUNE_SHARE = 0.8
const WILDEST_FORTUNE = 0.24
/** No median is further below the mean: half the variance of what only the own company moves. */
const MOST_DRAG = 0.05

/** Companies listed in New York whose share price follows another part of the world. */
const HOME_REGIONS: Record<string, Region> = {
  Taiwan: 'Emerging',
  India: 'Emerging',
  Brazil: 'Emerging',
  Argentina: 'Emerging',
  'South Korea': 'Emerging',
  Israel: 'Emerging',
  China: 'China',
  Denmark: 'Europe',
}

/** A row of the equity tables as an instrument. */
export function companyOf(row: EquityRow): DemoInstrument {
  const { industry } = row
  const venue = stockVenue(row.mic)
  const country = row.country ?? venue.country
  const value = row.price * row.sharesOutstanding * anchorUsd(venue.currency)
  const motion = motionOf(row, { region: HOME_REGIONS[country] ?? venue.region, value })
  return {
    ticker: row.ticker,
    name: row.name,
    exchange: venueOf({ exchange: null, mic: row.mic, assetClass: 'equity' }).exchange,
    mic: row.mic,
    assetClass: 'equity',
    sector: industry.sector,
    industry: industry.name,
    currency: venue.currency,
    country,
    aliases: row.aliases,
    ...factsOf(row.ticker),
    sharesOutstanding: row.sharesOutstanding,
    price: {
      anchor: row.price,
      ...motion,
      ownHalfLife: OWN_HALF_LIFE,
      volume: row.sharesOutstanding * TURNOVER * sizeFactor(value, 0.18) * bustle(row.ticker),
      overnight: OVERNIGHT,
      kind: 'price',
    },
    payout: payoutOf(row, motion.growth, venue.payments),
    company: modelOf(row, venue.currency),
    basket: null,
  }
}

type Motion = Pick<PriceModel, 'growth' | 'loadings' | 'ownVolatility' | 'fortune'>

/** How a share moves: as its name is known to, else as its industry does. */
function motionOf(row: EquityRow, { region, value }: { region: Region; value: number }): Motion {
  const { industry, ticker } = row
  const temperament = temperamentOf(ticker)
  const market: Loading = [region, temperament?.beta ?? row.beta ?? industry.beta]
  const common: Loading[] = [market, [industry.sector, 1], ...row.loads]
  const shared = usualVolatility(common, 0) * Math.sqrt(SESSIONS_PER_YEAR)
  const own =
    temperament === null
      ? industry.ownVolatility * sizeFactor(value, 0.07)
      : Math.sqrt(Math.max(temperament.volatility ** 2 - shared ** 2, CALMEST_OWN ** 2))
  const rivals = rivalsOf(ticker)
  const kin: Loading[] = [[`Industry ${industry.name}`, kinWeight(own, INDUSTRY_SHARE)]]
  if (rivals !== null) kin.push([`Rivals ${rivals}`, kinWeight(own, RIVALS_SHARE)])
  const alone = 1 - INDUSTRY_SHARE - (rivals === null ? 0 : RIVALS_SHARE)
  const fortune = Math.min(WILDEST_FORTUNE, FORTUNE_SHARE * own)
  // The mean of a lognormal price grows faster than its median, by half the variance.
  const drag = Math.min(MOST_DRAG, (own ** 2 + fortune ** 2) / 2)
  return {
    growth: row.growth - drag,
    loadings: [...common, ...kin],
    ownVolatility: (own * Math.sqrt(alone)) / Math.sqrt(SESSIONS_PER_YEAR),
    fortune,
  }
}

/** How many times as much of a share is traded as of others of its size: more where its price moves more. */
function bustle(ticker: string): number {
  const temperament = temperamentOf(ticker)
  return temperament === null ? 1 : (temperament.volatility / USUAL_VOLATILITY) ** 1.8
}

/** The loading that gives a factor of kin a share of the own variance. */
function kinWeight(own: number, share: number): number {
  return (own * Math.sqrt(share)) / Math.sqrt(SESSIONS_PER_YEAR) / KIN_VOLATILITY
}

/** Above 1 for a company smaller than typical: its price moves more and its shares change hands more often. */
function sizeFactor(value: number, power: number): number {
  return Math.min(1.6, Math.max(0.6, (TYPICAL_VALUE / value) ** power))
}

function payoutOf(row: EquityRow, growth: number, perYear: 1 | 2 | 4): PayoutModel | null {
  if (row.dividendYield === 0) return null
  return { yield: row.dividendYield, growth, perYear, steady: true }
}

function modelOf(row: EquityRow, priceCurrency: string): CompanyModel {
  const { industry } = row
  return {
    industry,
    reportingCurrency: row.reports ?? priceCurrency,
    yearEnd: row.yearEnd,
    priceEarnings: row.priceEarnings,
    netMargin: row.netMargin,
    growth: row.growth,
    liabilities: row.liabilities ?? industry.liabilities,
    debt: row.debtFree ? 0 : industry.debt,
    season: row.holidaySeason ? 'holiday' : industry.season,
  }
}
