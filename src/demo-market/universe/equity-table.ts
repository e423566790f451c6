import { INDUSTRIES } from '../industries.ts'
import { linesOf, readRow, readTraits } from '../table.ts'
import { readLoadings } from './loadings.ts'
import type { Loading } from '../factors.ts'
import type { Industry } from '../industries.ts'

/**
 * One company of a table of equities. The columns are ticker, name, MIC, price and shares outstanding (millions) at the
 * anchor date, price/earnings (negative: it loses money), dividend yield (%), growth (% a year), net margin (%) and
 * traits; a line that starts with `#` names the industry of those below it.
 */
export interface EquityRow {
  ticker: string
  name: string
  mic: string
  industry: Industry
  price: number
  sharesOutstanding: number
  priceEarnings: number
  dividendYield: number
  growth: number
  netMargin: number
  /** Month in which the fiscal year ends; December unless given. */
  yearEnd: number
  /** Country of the head office, where it is not the venue's. */
  country: string | null
  /** Currency of the statements, where it is not the currency of the price. */
  reports: string | null
  /** Sensitivity to the market, where it is not the industry's. */
  beta: number | null
  /** Factors beside market and sector. */
  loads: readonly Loading[]
  /** Of total assets, where it is not the industry's; above 1 the equity is negative. */
  liabilities: number | null
  debtFree: boolean
  holidaySeason: boolean
  aliases: readonly string[]
}

const TRAITS = ['yearEnd', 'country', 'reports', 'beta', 'loads', 'liabilities', 'debt', 'season', 'also']

/** Reads a table of equities; a row that cannot be read throws and names its line. */
export function readEquities(table: string): EquityRow[] {
  const rows: EquityRow[] = []
  let industry: Industry | undefined
  for (const line of linesOf(table)) {
    if (line.startsWith('# ')) {
      industry = INDUSTRIES.get(line.slice(2).trim())
    } else if (industry === undefined) {
      throw new TypeError(`no known industry above "${line}"`)
    } else {
      rows.push(readEquity(line, industry))
    }
  }
  return rows
}

function readEquity(line: string, industry: Industry): EquityRow {
  const row = readRow(line)
  const traits = readTraits(row.text(9))
  for (const name of traits.keys()) {
    if (!TRAITS.includes(name)) throw new TypeError(`unknown trait ${name} in "${line}"`)
  }
  const number = (name: string): number | null => {
    const text = traits.get(name)
    return text === undefined ? null : Number(text)
  }
  const liabilities = number('liabilities')
  return {
    ticker: row.text(0),
    name: row.text(1),
    mic: row.text(2),
    industry,
    price: row.number(3),
    sharesOutstanding: row.number(4) * 1_000_000,
    priceEarnings: row.number(5),
    dividendYield: row.percent(6),
    growth: row.percent(7),
    netMargin: row.percent(8),
    yearEnd: number('yearEnd') ?? 12,
    country: traits.get('country') ?? null,
    reports: traits.get('reports') ?? null,
    beta: number('beta'),
    loads: readLoadings(traits.get('loads') ?? ''),
    liabilities: liabilities === null ? null : liabilities / 100,
    debtFree: traits.has('debt'),
    holidaySeason: traits.has('season'),
    aliases: readNames(traits.get('also') ?? ''),
  }
}

function readNames(text: string): string[] {
  return text === '' ? [] : text.split(',').map((name) => name.trim())
}
