import { parentPort } from 'node:worker_threads'
import type { SearchRow } from '../store.ts'
import { buildSearchIndex } from './build.ts'
import { transferablesOf } from './search-index-data.ts'
import type { SearchRecord } from './search-record.ts'

/** Pages of instrument rows as JSON text, then null; the answer is the built index. */
export type BuildMessage = string | null

const records: SearchRecord[] = []

parentPort?.on('message', (page: BuildMessage) => {
  if (page !== null) {
    for (const row of JSON.parse(page) as SearchRow[]) records.push(toRecord(row))
    return
  }
  const data = buildSearchIndex(records)
  parentPort?.postMessage(data, transferablesOf(data))
})

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
