import type { BuiltIndex } from '../discovery/kept-index.ts'
import { createPeerColumnsBuilder } from '../discovery/peer-columns.ts'
import type { SearchColumns } from '../catalogue/instrument-row.ts'
import { createSearchIndexBuilder } from './build.ts'

/** Takes pages of instrument rows, and builds of them what instruments and their peers are found in. */
export class IndexBuild {
  private readonly search = createSearchIndexBuilder()
  private readonly peers = createPeerColumnsBuilder()
  private rows = 0

  get size(): number {
    return this.rows
  }

  /** Takes a page of `SearchColumns` as JSON text. */
  add(page: string): void {
    const columns = JSON.parse(page) as SearchColumns
    for (const [index, entityId] of columns.entity_id.entries()) {
      const record = recordAt(columns, index, entityId)
      this.search.add(record)
      this.peers.add(record)
    }
    this.rows += columns.entity_id.length
  }

  finish(): BuiltIndex {
    return { search: this.search.finish(), peers: this.peers.finish() }
  }
}

/** What the search and the peers need to know of a row. */
function recordAt(columns: SearchColumns, index: number, entityId: string) {
  return {
    entityId,
    ticker: columns.ticker[index] ?? '',
    name: columns.name[index] ?? '',
    exchange: columns.exchange[index] ?? '',
    mic: columns.mic[index] ?? '',
    assetClass: columns.asset_class[index] ?? 'equity',
    sector: columns.sector[index] ?? null,
    industry: columns.industry[index] ?? null,
    currency: columns.currency[index] ?? '',
    country: columns.country[index] ?? null,
    isin: columns.isin[index] ?? null,
    figi: columns.figi[index] ?? null,
    cik: columns.cik[index] ?? null,
    marketCap: columns.market_cap[index] ?? null,
    previousTickers: columns.previous_tickers[index] ?? [],
    delisted: columns.status[index] === 'delisted',
    aliases: columns.aliases[index] ?? [],
    source: columns.source[index] ?? '',
  }
}
