import { parentPort } from 'node:worker_threads'
import { buffersOf, buildPeerColumns, type PeerColumns } from '../discovery/peer-index.ts'
import type { PeerRecord } from '../discovery/peers.ts'
import type { SearchRow } from '../catalogue/store.ts'
import { buildSearchIndex } from './build.ts'
import { type SearchIndexData, transferablesOf } from './search-index-data.ts'
import type { SearchRecord } from './search-record.ts'

/** Pages of instrument rows as JSON text, then null. */
export type BuildMessage = string | null

/** What comes back, one after the other: the search first, because people wait for it. */
export type BuildReply = { search: SearchIndexData } | { peers: PeerColumns }

const records: SearchRecord[] = []
const peers: PeerRecord[] = []

parentPort?.on('message', (page: BuildMessage) => {
  if (page !== null) {
    for (const row of JSON.parse(page) as SearchRow[]) {
      records.push(toRecord(row))
      peers.push(toPeer(row))
    }
    return
  }
  const data = buildSearchIndex(records)
  parentPort?.postMessage({ search: data } satisfies BuildReply, transferablesOf(data))
  const columns = buildPeerColumns(peers)
  parentPort?.postMessage({ peers: columns } satisfies BuildReply, buffersOf(columns))
})

function toPeer({
  entity_id: entityId,
  asset_class: assetClass,
  market_cap: marketCap,
  ...row
}: SearchRow): PeerRecord {
  const { ticker, name, sector, industry, isin, cik, source } = row
  return { entityId, ticker, name, assetClass, sector, industry, isin, cik, marketCap, source }
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
    marketCap: row.market_cap,
    previousTickers: row.previous_tickers ?? [],
    delisted: row.status === 'delisted',
    aliases: row.aliases,
  }
}
