import { createDemoMarket, type DemoInstrument, type DemoMarket } from '../../../demo-market/index.ts'
import { type Instant, utcDay } from '../../../kernel/time.ts'
import type { FundamentalsSource } from '../../../ports/fundamentals.ts'
import type { FxRates } from '../../../ports/fx.ts'
import type { ArticleSource } from '../../../ports/article-source.ts'
import type { ListingRecord, ListingSource, PriceSource } from '../../../ports/market-data.ts'
import { createDemoArticles } from './news.ts'
import { createDemoPrices, type DemoLookup } from './prices.ts'

/** Name of this source in `UPSTREAMS` and `X-Data-Source`. */
export const DEMO = 'demo'

/** The simulated market as every kind of source. */
export interface DemoSources {
  listings: ListingSource
  prices: PriceSource
  fundamentals: FundamentalsSource
  articles: ArticleSource
}

export interface DemoOptions {
  seed: string
  /** Days of news before now. */
  newsDays: number
  marketNow: () => Instant
}

/** The market that was opened last: a function of its seed, so that every server of a process shares what was simulated. */
let opened: { seed: string; market: DemoMarket } | null = null

function openMarket(seed: string): DemoMarket {
  if (opened?.seed !== seed) opened = { seed, market: createDemoMarket({ seed }) }
  return opened.market
}

export function createDemoSources({ seed, newsDays, marketNow }: DemoOptions): DemoSources {
  const market = openMarket(seed)
  const find: DemoLookup = ({ mic, ticker }) => market.find(mic, ticker)
  const fx: FxRates = {
    averageUsd: async (currency, from, to) => market.averageUsd(currency, from, to),
    usdOn: async (currency, day) => market.usdOn(currency, day),
    usdBetween: async (currency) => (day) => market.usdOn(currency, day),
  }
  return {
    listings: {
      name: DEMO,
      listings: () => market.instruments.map((each) => toListing(each, market, marketNow())),
    },
    prices: { ...createDemoPrices(market, find, marketNow), fx },
    fundamentals: { ...createDemoFundamentals(market, find, marketNow), fx },
    articles: createDemoArticles(market, { name: DEMO, seed, historyDays: newsDays }),
  }
}

function toListing(instrument: DemoInstrument, market: DemoMarket, now: Instant): ListingRecord {
  const { ticker, name, exchange, mic, assetClass, sector, industry, currency, country, aliases } = instrument
  return {
    ticker,
    name,
    exchange,
    mic,
    assetClass,
    sector,
    industry,
    currency,
    country,
    isin: instrument.isin,
    figi: instrument.figi,
    cik: instrument.cik,
    listedOn: instrument.listedOn,
    formerTickers: instrument.formerTickers,
    marketCap: roughMarketCap(instrument, market, now),
    aliases,
  }
}

/** For the order of search results, without simulating a price: the overview has today's figure. */
function roughMarketCap(
  { sharesOutstanding, price, currency }: DemoInstrument,
  market: DemoMarket,
  now: Instant,
): number | null {
  const rate = market.usdOn(currency, utcDay(now))
  return sharesOutstanding === null || rate === null
    ? null
    : Math.round(sharesOutstanding * price.anchor * rate)
}

function createDemoFundamentals(
  market: DemoMarket,
  find: DemoLookup,
  marketNow: () => Instant,
): FundamentalsSource {
  return {
    name: DEMO,
    reports: async (listing) => {
      const instrument = find(listing)
      return instrument === null ? null : market.reports(instrument, marketNow())
    },
    fund: async (listing) => {
      const instrument = find(listing)
      const fund = instrument === null ? null : market.fund(instrument, marketNow())
      if (fund === null) return null
      const holdings = fund.holdings.map(({ instrument: { ticker, mic }, weight }) => ({
        ticker,
        mic,
        weight,
      }))
      return { ...fund, holdings }
    },
    sharesOutstanding: async (listing) => {
      const instrument = find(listing)
      return instrument === null ? null : market.sharesOutstanding(instrument, marketNow())
    },
  }
}
