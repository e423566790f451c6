import { type Bars, zeroBars } from '../../src/market/bars.ts'
import { parseInstant } from '../../src/kernel/time.ts'
import type { ListingRecord } from '../../src/ports/market-data.ts'

/** A listing in New York of which a file told the least that it may, changed where the test cares. */
export function listing(fields: Partial<ListingRecord> & Pick<ListingRecord, 'ticker'>): ListingRecord {
  return {
    name: `${fields.ticker} Incorporated`,
    exchange: 'NASDAQ',
    mic: 'XNAS',
    assetClass: 'equity',
    sector: null,
    industry: null,
    currency: 'USD',
    country: null,
    isin: null,
    figi: null,
    cik: null,
    marketCap: null,
    aliases: [],
    ...fields,
  }
}

/** Bars of dates or instants with a close and a volume; high two above and low half of the close. */
export function bars(rows: ReadonlyArray<readonly [when: string, close: number, volume?: number]>): Bars {
  const columns = zeroBars(rows.length)
  rows.forEach(([when, close, volume = 1_000], index) => {
    columns.at[index] = instant(when)
    columns.open[index] = close
    columns.high[index] = close + 2
    columns.low[index] = close / 2
    columns.close[index] = close
    columns.adjustedClose[index] = close
    columns.volume[index] = volume
  })
  return columns
}

/** The instant of an ISO timestamp or date. */
export function instant(text: string): number {
  const parsed = parseInstant(text)
  if (parsed === null) throw new Error(`${text} is no instant`)
  return parsed
}
