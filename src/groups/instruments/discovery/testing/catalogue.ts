import type { Logger } from '../../../../kernel/logger.ts'
import type { SearchRow } from '../../catalogue/instrument-row.ts'

export const quiet = {
  isLevelEnabled: () => false,
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  fatal: () => undefined,
} satisfies Logger

/** One of many American listings. */
export const rowOf = (n: number): SearchRow => ({
  entity_id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  mic: 'XNAS',
  ticker: `T${n}`,
  name: `Company number ${n}`,
  exchange: 'NASDAQ',
  asset_class: 'equity',
  sector: n % 2 === 0 ? 'Energy' : null,
  industry: null,
  currency: 'USD',
  country: 'US',
  isin: null,
  figi: null,
  cik: null,
  market_cap: n,
  aliases: [],
  source: 'import',
  status: 'active',
  previous_tickers: null,
})

/** A page as the store writes it. */
export function columnsOf(rows: readonly SearchRow[]): string {
  const names = Object.keys(rowOf(0)) as Array<keyof SearchRow>
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, rows.map((each) => each[name])])))
}
