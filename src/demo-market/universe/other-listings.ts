import { linesOf, readRow, readTraits } from '../table.ts'
import { venueOf } from '../../market/venues.ts'
import { stockVenue } from '../stock-venues.ts'
import { readBasket } from './basket.ts'
import { readLoadings } from './loadings.ts'
import { factsOf, type ListingFacts } from './facts.ts'
import { rivalsOf } from './rivals.ts'
import type { Loading } from '../factors.ts'
import type { AssetClass } from '../../market/vocabulary.ts'
import type { DemoInstrument, PayoutModel, PriceModel } from '../instrument.ts'
import type { TableRow } from '../table.ts'

const SESSIONS_PER_YEAR = 252
/** The same as for companies, so that a fund opens where its holdings do. */
const OVERNIGHT = 0.3
const DAYS_PER_YEAR = 365
/** A fund's arbitrageurs close a gap to its net asset value within weeks. */
const TRACKING_HALF_LIFE = 40
const OWN_HALF_LIFE = 1.5 * 261

/** Reads the table of funds; see `funds.ts` for its columns. */
export function readFunds(table: string): DemoInstrument[] {
  return linesOf(table).map((line) => {
    const row = readRow(line)
    const venue = stockVenue(row.text(2))
    const traits = readTraits(row.text(9))
    const number = (name: string, otherwise: number): number => Number(traits.get(name) ?? otherwise)
    const growth = number('growth', 6) / 100
    const volatility = number('volatility', 0.4) / 100
    const units = row.number(4) * 1_000_000
    return {
      ...identity(row, row.text(2), 'etf'),
      sector: row.text(6),
      currency: venue.currency,
      country: venue.country,
      aliases: [],
      sharesOutstanding: units,
      price: {
        anchor: row.number(3),
        growth,
        loadings: readLoadings(row.text(7)),
        ownVolatility: volatility / Math.sqrt(SESSIONS_PER_YEAR),
        ownHalfLife: volatility < 0.02 ? TRACKING_HALF_LIFE : OWN_HALF_LIFE,
        volume: (units * number('turnover', 1)) / 100,
        fortune: 0,
        overnight: OVERNIGHT,
        kind: 'price',
      },
      payout: fundPayout(row.percent(5), growth, number('payments', 4)),
      company: null,
      basket: readBasket(row.text(8)),
    }
  })
}

function fundPayout(distribution: number, growth: number, payments: number): PayoutModel | null {
  if (distribution === 0) return null
  const perYear = ([1, 2, 4, 12] as const).find((count) => count === payments)
  if (perYear === undefined) throw new RangeError(`${payments} payments a year`)
  return { yield: distribution, growth, perYear, steady: false }
}

/** Reads the table of indices; see `indices.ts` for its columns. */
export function readIndices(table: string): DemoInstrument[] {
  return linesOf(table).map((line) => {
    const row = readRow(line)
    const price: PriceModel = {
      anchor: row.number(3),
      growth: row.percent(7),
      loadings: readLoadings(row.text(6)),
      ownVolatility: row.percent(8) / Math.sqrt(SESSIONS_PER_YEAR),
      ownHalfLife: OWN_HALF_LIFE,
      volume: row.number(9) * 1_000_000,
      fortune: 0,
      overnight: OVERNIGHT,
      kind: row.text(0) === '^VIX' ? 'volatility-index' : 'price',
    }
    return {
      ...identity(row, row.text(2), 'index'),
      sector: null,
      currency: row.text(4),
      country: row.textOrNull(5),
      aliases: [],
      sharesOutstanding: null,
      price,
      payout: null,
      company: null,
      basket: null,
    }
  })
}

/** Where crypto assets are listed: the code of the price aggregator. */
const CRYPTO_MIC = 'CCC'
/** Share of the coins that change hands in a day. */
const CRYPTO_TURNOVER = 0.03

/** Reads the table of crypto assets; see `crypto.ts` for its columns. */
export function readCrypto(table: string): DemoInstrument[] {
  return linesOf(table).map((line) => {
    const row = readRow(line)
    const alias = row.textOrNull(6)
    const coins = row.number(3) * 1_000_000
    return {
      ...identity(row, CRYPTO_MIC, 'crypto'),
      sector: null,
      currency: 'USD',
      country: null,
      aliases: alias === null ? [] : [alias],
      sharesOutstanding: coins,
      price: {
        anchor: row.number(2),
        growth: 0.06,
        loadings: [['Crypto', row.number(4)], ...rivalLoading(row.text(0))],
        ownVolatility: row.percent(5) / Math.sqrt(DAYS_PER_YEAR),
        ownHalfLife: 1.5 * DAYS_PER_YEAR,
        volume: coins * CRYPTO_TURNOVER,
        fortune: 0,
        overnight: 0,
        kind: 'price',
      },
      payout: null,
      company: null,
      basket: null,
    }
  })
}

/** What the first coins have in common beside all others: volatility of a day, in units of the factor's. */
const FIRST_COINS = 1.4

function rivalLoading(ticker: string): Loading[] {
  const rivals = rivalsOf(ticker)
  return rivals === null ? [] : [[`Rivals ${rivals}`, FIRST_COINS]]
}

type Identity = Pick<DemoInstrument, 'ticker' | 'name' | 'exchange' | 'mic' | 'assetClass' | 'industry'> &
  ListingFacts

function identity(row: TableRow, mic: string, assetClass: AssetClass): Identity {
  const { exchange } = venueOf({ exchange: null, mic, assetClass })
  const ticker = row.text(0)
  return { ticker, name: row.text(1), exchange, mic, assetClass, industry: null, ...factsOf(ticker) }
}
