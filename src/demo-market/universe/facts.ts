import { parseDay } from '../../kernel/time.ts'
import { linesOf, readRow } from '../table.ts'
import { IDENTIFIERS_OTHER } from './identifiers-other.ts'
import { IDENTIFIERS_US_A_H } from './identifiers-us-a-h.ts'
import { IDENTIFIERS_US_I_Z } from './identifiers-us-i-z.ts'
import { FORMER_TICKERS, LISTING_DATES } from './listing-dates.ts'
import type { Day } from '../../kernel/time.ts'
import type { DemoInstrument } from '../instrument.ts'
import type { TableRow } from '../table.ts'

/** Public facts of a listing; what is not certain is null. */
export type ListingFacts = Pick<DemoInstrument, 'listedOn' | 'isin' | 'figi' | 'cik' | 'formerTickers'>

/** Ticker, ISIN, the CIK of the SEC, FIGI of the share in its country. */
const identifiers = new Map(
  [IDENTIFIERS_US_A_H, IDENTIFIERS_US_I_Z, IDENTIFIERS_OTHER]
    .flatMap(linesOf)
    .map(readRow)
    .map((row): [string, TableRow] => [row.text(0), row]),
)

/** Entries `AAPL 1980-12-12`. */
const listingDates = new Map(
  linesOf(LISTING_DATES)
    .flatMap((line) => line.split(';'))
    .map((entry): [string, Day] => {
      const [ticker = '', date = ''] = entry.trim().split(' ')
      return [ticker, dayFrom(date)]
    }),
)

const formerTickers = Map.groupBy(linesOf(FORMER_TICKERS).map(readRow), (row) => row.text(0))

/** What is known of a ticker of the universe. */
export function factsOf(ticker: string): ListingFacts {
  const row = identifiers.get(ticker)
  return {
    listedOn: listingDates.get(ticker) ?? null,
    isin: row?.textOrNull(1) ?? null,
    cik: row?.textOrNull(2) ?? null,
    figi: row?.textOrNull(3) ?? null,
    formerTickers: (formerTickers.get(ticker) ?? []).map((past) => ({
      ticker: past.text(1),
      until: dayFrom(past.text(2)),
    })),
  }
}

/** Every ticker with a fact. */
export function tickersWithFacts(): string[] {
  return [...new Set([...identifiers.keys(), ...listingDates.keys(), ...formerTickers.keys()])]
}

function dayFrom(date: string): Day {
  const day = parseDay(date)
  if (day === null) throw new TypeError(`no date: "${date}"`)
  return day
}
