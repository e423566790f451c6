import { parseDay } from '../../kernel/time.ts'
import type { FxRow, FxTable, OnRejected } from './fx-table.ts'

const CURRENCY = /^[a-z]{3}$/
const DECIMAL = /^\d+(\.\d+)?$/
/** What stands where the bank published no rate, as after a currency joined the euro. */
const GAPS = new Set(['', 'n/a', '-'])

/**
 * The European Central Bank's daily reference rates, units per euro, as US dollars for one unit: the euro's dollar rate
 * of the day divided by the currency's. Source: ECB, euro foreign exchange reference rates.
 */
export function readEcbRates({ header, rows }: FxTable, onRejected: OnRejected): FxRow[] {
  const dateColumn = header.indexOf('date')
  const dollarColumn = header.indexOf('usd')
  const currencies = [...header.entries()].filter(
    ([column, name]) => column !== dollarColumn && CURRENCY.test(name),
  )
  const rates: FxRow[] = []
  for (const { line, cells } of rows) {
    const reject = (reason: string): void => onRejected({ line, reason })
    const day = parseDay(cells[dateColumn] ?? '')
    const dollars = positive(cells[dollarColumn])
    if (day === null) reject(`"${cells[dateColumn]}" is no date (YYYY-MM-DD)`)
    else if (dollars === null) reject('without a rate of the US dollar no other can be converted')
    else {
      rates.push({ line, currency: 'EUR', from: day, to: day, usd: dollars })
      for (const [column, name] of currencies) {
        const cell = cells[column] ?? ''
        const rate = positive(cell)
        if (rate !== null) {
          rates.push({ line, currency: name.toUpperCase(), from: day, to: day, usd: dollars / rate })
        } else if (!GAPS.has(cell.toLowerCase())) reject(`${name.toUpperCase()} "${cell}" is no rate`)
      }
    }
  }
  return rates
}

function positive(cell: string | undefined): number | null {
  const value = cell !== undefined && DECIMAL.test(cell) ? Number(cell) : 0
  return value > 0 && Number.isFinite(value) ? value : null
}
