import { parentPort } from 'node:worker_threads'
import { type BuiltIndex, keptIndexBytes, type KeptWhere, writeKeptIndex } from '../discovery/kept-index.ts'
import { buffersOf, buildPeerColumns } from '../discovery/peer-index.ts'
import type { PeerRecord } from '../discovery/peers.ts'
import type { SearchRow } from '../catalogue/instrument-row.ts'
import { buildSearchIndex } from './build.ts'
import { transferablesOf } from './search-index-data.ts'
import type { SearchRecord } from './search-record.ts'

/** Pages of instrument rows as JSON text, then where the index is to be kept, or null for nowhere. */
export type BuildMessage = string | KeptWhere | null

/** An index of fewer listings is built sooner than it is read. */
const LEAST_KEPT = 20_000

const records: SearchRecord[] = []
const peers: PeerRecord[] = []

parentPort?.on('message', (page: BuildMessage) => {
  if (typeof page === 'string') {
    for (const row of JSON.parse(page) as SearchRow[]) {
      records.push(toRecord(row))
      peers.push(toPeer(row))
    }
    return
  }
  finish(page)
})

function finish(kept: KeptWhere | null): void {
  const built = { search: buildSearchIndex(records), peers: buildPeerColumns(peers) }
  const bytes = kept === null || records.length < LEAST_KEPT ? null : keptIndexBytes(kept.key, built)
  parentPort?.postMessage(built satisfies BuiltIndex, [
    ...transferablesOf(built.search),
    ...buffersOf(built.peers),
  ])
  try {
    if (kept !== null && bytes !== null) writeKeptIndex(kept.path, bytes)
  } catch {
    // Without the file the next start builds the index again.
  }
  parentPort?.close()
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
    marketCap: row.market_cap,
    previousTickers: row.previous_tickers ?? [],
    delisted: row.status === 'delisted',
    aliases: row.aliases,
  }
}
