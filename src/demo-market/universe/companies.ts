import { anchorUsd } from '../fx.ts'
import { venueOf } from '../../market/venues.ts'
import { stockVenue } from '../stock-venues.ts'
import type { Loading, Region } from '../factors.ts'
import type { CompanyModel, DemoInstrument, PayoutModel } from '../instrument.ts'
import type { EquityRow } from './equity-table.ts'

const SESSIONS_PER_YEAR = 252
/** Company news is forgotten more slowly than it arrives: half of it after a year and a half. */
const OWN_HALF_LIFE = 1.5 * 261
const OVERNIGHT = 0.3
/** Market value in US dollars at which an industry's usual volatility and turnover apply. */
const TYPICAL_VALUE = 80e9
/** Shares of a typical company that trade in a day. */
const TURNOVER = 0.005

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
  const market: Loading = [HOME_REGIONS[country] ?? venue.region, row.beta ?? industry.beta]
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
    sharesOutstanding: row.sharesOutstanding,
    price: {
      anchor: row.price,
      growth: row.growth,
      loadings: [market, [industry.sector, 1], ...row.loads],
      ownVolatility: (industry.ownVolatility * sizeFactor(value, 0.07)) / Math.sqrt(SESSIONS_PER_YEAR),
      ownHalfLife: OWN_HALF_LIFE,
      volume: row.sharesOutstanding * TURNOVER * sizeFactor(value, 0.18),
      overnight: OVERNIGHT,
      kind: 'price',
    },
    payout: payoutOf(row, venue.payments),
    company: modelOf(row, venue.currency),
    basket: null,
  }
}

/** Above 1 for a company smaller than typical: its price moves more and its shares change hands more often. */
function sizeFactor(value: number, power: number): number {
  return Math.min(1.6, Math.max(0.6, (TYPICAL_VALUE / value) ** power))
}

function payoutOf(row: EquityRow, perYear: 1 | 2 | 4): PayoutModel | null {
  if (row.dividendYield === 0) return null
  return { yield: row.dividendYield, growth: row.growth, perYear, steady: true }
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
