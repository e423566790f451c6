import type { FxRate } from '../../market/fx-average.ts'
import { pastFault, priceFault } from '../../kernel/domain-range.ts'
import { type Day, DAY_MS } from '../../kernel/time.ts'
import { UnreadableFile } from './csv.ts'
import { readEcbRates } from './fx-ecb.ts'
import { readFedRates } from './fx-fed.ts'
import { type FxRow, type OnRejected, readFxTable } from './fx-table.ts'

/** A file of exchange rates. */
export interface FxFile {
  kind: 'daily' | 'monthly' | 'annual'
  source: 'ecb' | 'fed'
  /** Each currency and period once. */
  rates: FxRate[]
  /** Data rows of the file, rejected ones included. */
  read: number
}

export interface FxOptions {
  /** Nothing is known of later days; see `newestDay`. */
  newest: Day
  onRejected: OnRejected
}

/**
 * Reads exchange rates against the US dollar: the European Central Bank's `eurofxref-hist` (zip or CSV) or the Federal
 * Reserve's averages by month or year (`Date,Country,Exchange rate`), recognised by their headers. An invalid row or cell is
 * reported and left out. Throws {@link UnreadableFile}.
 */
export async function readFxFile(path: string, { newest, onRejected }: FxOptions): Promise<FxFile> {
  const table = await readFxTable(path)
  const read = table.rows.length
  const ratesOf = (rows: readonly FxRow[]): FxRate[] =>
    once(
      rows.filter((row) => isKnown(row, { newest, onRejected })),
      onRejected,
    )
  if (table.header.includes('usd')) {
    return { kind: 'daily', source: 'ecb', rates: ratesOf(readEcbRates(table, onRejected)), read }
  }
  if (table.header.includes('country') && table.header.includes('exchange rate')) {
    const { kind, rates } = readFedRates(table, onRejected)
    return { kind, source: 'fed', rates: ratesOf(rates), read }
  }
  throw new UnreadableFile(path, `its header is neither Date,USD,… nor Date,Country,Exchange rate.`)
}

/** False for a rate that the domain does not know, which is reported. */
function isKnown({ line, currency, from, usd }: FxRow, { newest, onRejected }: FxOptions): boolean {
  const time = pastFault(from * DAY_MS, newest)
  const size = priceFault(usd)
  if (time !== null) onRejected({ line, reason: `the date ${time}` })
  else if (size !== null) onRejected({ line, reason: `${currency} in US dollars ${size}` })
  return time === null && size === null
}

/** Of two rates for one currency and period the later wins. */
function once(rows: readonly FxRow[], onRejected: OnRejected): FxRate[] {
  const byPeriod = new Map<string, FxRow>()
  for (const row of rows) {
    const key = `${row.currency} ${row.from}`
    const earlier = byPeriod.get(key)
    if (earlier !== undefined) {
      onRejected({
        line: earlier.line,
        reason: `line ${row.line} has a rate of ${row.currency} for the same time`,
      })
    }
    byPeriod.set(key, row)
  }
  return [...byPeriod.values()].map(({ currency, from, to, usd }) => ({ currency, from, to, usd }))
}
