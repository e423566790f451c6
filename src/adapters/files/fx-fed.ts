import { type Day, dayOf, daysInMonth, fieldsOf, parseDay } from '../../kernel/time.ts'
import type { FxRow, FxTable, OnRejected } from './fx-table.ts'

/** Until when a country's rates are quoted in a currency; without an end for the one in use. */
interface Denomination {
  currency: string
  until: Day | null
}

/** Countries of the Federal Reserve's releases G.5 and G.5A. */
const CURRENCY_OF: Readonly<Record<string, string>> = {
  australia: 'AUD',
  austria: 'ATS',
  belgium: 'BEF',
  brazil: 'BRL',
  canada: 'CAD',
  china: 'CNY',
  denmark: 'DKK',
  euro: 'EUR',
  finland: 'FIM',
  france: 'FRF',
  germany: 'DEM',
  greece: 'GRD',
  'hong kong': 'HKD',
  india: 'INR',
  ireland: 'IEP',
  italy: 'ITL',
  japan: 'JPY',
  malaysia: 'MYR',
  mexico: 'MXN',
  netherlands: 'NLG',
  'new zealand': 'NZD',
  norway: 'NOK',
  portugal: 'PTE',
  singapore: 'SGD',
  'south africa': 'ZAR',
  'south korea': 'KRW',
  spain: 'ESP',
  'sri lanka': 'LKR',
  sweden: 'SEK',
  switzerland: 'CHF',
  taiwan: 'TWD',
  thailand: 'THB',
  'united kingdom': 'GBP',
}

/** The bolívar lost five zeros in August 2018 and six in October 2021, in the release from November on. */
const VENEZUELA: readonly Denomination[] = [
  { currency: 'VEF', until: dayOf(2018, 8, 19) },
  { currency: 'VES', until: dayOf(2021, 10, 31) },
  { currency: 'VED', until: null },
]

/**
 * The five currencies that the releases quote in US dollars for one unit while copies of them have all currencies in
 * units per dollar. Which one a file does shows in years when one unit was surely worth more than a dollar, or less.
 */
const QUOTED_IN_DOLLARS: Readonly<Record<string, { from: number; to: number; aboveOne: boolean }>> = {
  AUD: { from: 1985, to: 2009, aboveOne: false },
  EUR: { from: 2003, to: 2014, aboveOne: true },
  GBP: { from: 1971, to: 2100, aboveOne: true },
  IEP: { from: 1986, to: 1999, aboveOne: true },
  NZD: { from: 1983, to: 2100, aboveOne: false },
}

const DECIMAL = /^\d+(\.\d+)?$/

/** A row before it is known which way round it is. */
interface QuotedRow {
  line: number
  currency: string
  from: Day
  to: Day
  rate: number
}

/**
 * The Federal Reserve's average rates as US dollars for one unit. A file whose dates are all in January holds years,
 * any other months; the date is the first day of the period.
 */
export function readFedRates(
  { header, rows }: FxTable,
  onRejected: OnRejected,
): { kind: 'monthly' | 'annual'; rates: FxRow[] } {
  const columns = ['date', 'country', 'exchange rate'].map((name) => header.indexOf(name))
  const cellsOf = (cells: readonly string[]): string[] => columns.map((column) => cells[column] ?? '')
  const days = rows.map(({ cells }) => parseDay(cellsOf(cells)[0] ?? ''))
  const kind = days.every((day) => day === null || fieldsOf(day).month === 1) ? 'annual' : 'monthly'
  const quoted: QuotedRow[] = []
  for (const { line, cells } of rows) {
    const row = toRow(line, cellsOf(cells), kind)
    if (typeof row === 'string') onRejected({ line, reason: row })
    else quoted.push(row)
  }
  const inDollars = dollarsPerUnit(quoted)
  const rates: FxRow[] = []
  for (const { rate, ...row } of quoted) {
    if (!(row.currency in QUOTED_IN_DOLLARS)) rates.push({ ...row, usd: 1 / rate })
    else if (inDollars !== null) rates.push({ ...row, usd: inDollars ? rate : 1 / rate })
    else
      onRejected({
        line: row.line,
        reason: `nothing tells if ${row.currency} is quoted per dollar or in dollars`,
      })
  }
  return { kind, rates }
}

function toRow(line: number, cells: readonly string[], kind: 'monthly' | 'annual'): QuotedRow | string {
  const [date = '', country = '', text = ''] = cells
  const day = parseDay(date)
  if (day === null) return `"${date}" is no date (YYYY-MM-DD)`
  const { from, to } = periodOf(day, kind)
  const currency = currencyOf(country.toLowerCase(), from, to)
  if (currency === null) return `${country} changed its currency within the period`
  if (currency === undefined) return `"${country}" is no country of the Federal Reserve's list`
  const rate = DECIMAL.test(text) ? Number(text) : 0
  if (!(rate > 0)) return `"${text}" is no rate`
  return { line, currency, from, to, rate }
}

function periodOf(day: Day, kind: 'monthly' | 'annual'): { from: Day; to: Day } {
  const { year, month } = fieldsOf(day)
  if (kind === 'annual') return { from: dayOf(year, 1, 1), to: dayOf(year, 12, 31) }
  return { from: dayOf(year, month, 1), to: dayOf(year, month, daysInMonth(year, month)) }
}

/** Undefined for a country that is not listed, null for a period with two currencies. */
function currencyOf(country: string, from: Day, to: Day): string | null | undefined {
  if (country !== 'venezuela') return CURRENCY_OF[country]
  const at = (day: Day): string | undefined =>
    VENEZUELA.find(({ until }) => until === null || day <= until)?.currency
  return at(from) === at(to) ? at(from) : null
}

/** Whether the five currencies are quoted in dollars, by the majority of the conclusive rows; null without one. */
function dollarsPerUnit(rows: readonly QuotedRow[]): boolean | null {
  let votes = 0
  for (const { currency, from, rate } of rows) {
    const known = QUOTED_IN_DOLLARS[currency]
    const { year } = fieldsOf(from)
    if (known === undefined || year < known.from || year > known.to) continue
    votes += rate > 1 === known.aboveOne ? 1 : -1
  }
  return votes === 0 ? null : votes > 0
}
