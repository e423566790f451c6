import type { BuiltIndex } from '../discovery/kept-index.ts'
import { buildPeerColumns } from '../discovery/peer-index.ts'
import type { PeerRecord } from '../discovery/peers.ts'
import type { SearchRow } from '../catalogue/instrument-row.ts'
import { buildSearchIndex } from './build.ts'
import type { SearchRecord } from './search-record.ts'

/** Collects pages of instrument rows, and builds of them what instruments and their peers are found in. */
export class IndexBuild {
  private readonly records: SearchRecord[] = []
  private readonly peers: PeerRecord[] = []

  get size(): number {
    return this.records.length
  }

  /** Takes a page of `SearchRow` as JSON text. */
  add(page: string): void {
    for (const row of JSON.parse(page) as SearchRow[]) {
      this.records.push(toRecord(row))
      this.peers.push(toPeer(row))
    }
  }

  finish(): BuiltIndex {
    return { search: buildSearchIndex(this.records), peers: buildPeerColumns(this.peers) }
  }
}

function toPeer({
  entity_id: entityId,
  asset_class: assetClass,
  market_cap: marketCap,
  ...row
}: SearchRow): PeerRecord {
  const { ticker, name, sector, industry, country, isin, cik, source } = row
  return { entityId, ticker, name, assetClass, sector, industry, country, isin, cik, marketCap, source }
}

function toRecord(row: SearchRow): SearchRecord {
  return {
    entityId: row.entity_id,
    ticker: row.ticker,
    name: row.name,
    exchange: row.exchange,
    mic: row.mic,
    assetClass: row.asset_class,
    sector: row.sector,
    currency: row.currency,
    country: row.country,
    isin: row.isin,
    figi: row.figi,
    cik: row.cik,
    marketCap: row.market_cap,
    previousTickers: row.previous_tickers ?? [],
    delisted: row.status === 'delisted',
    aliases: row.aliases,
  }
}
