import { calendarOf } from '../market/venues.ts'
import { parseDay } from '../kernel/time.ts'
import { ANCHOR_DAY } from './timeline.ts'
import { linesOf, readRow } from './table.ts'
import type { Day } from '../kernel/time.ts'
import type { DemoInstrument } from './instrument.ts'

/** Structurally the `Split` of the market-data port. */
export interface DemoSplit {
  exDay: Day
  /** Shares after for each share before: 4 for a 4-for-1 split, 0.1 for a 1-for-10 reverse split. */
  factor: number
}

/** Splits that took place, and some that did not: ticker, ex-date, factor. */
const TABLE = `
AAPL | 2005-02-28 | 2
AAPL | 2014-06-09 | 7
AAPL | 2020-08-31 | 4
AAPL | 2031-08-25 | 4
NVDA | 2006-04-07 | 2
NVDA | 2007-09-11 | 1.5
NVDA | 2021-07-20 | 4
NVDA | 2024-06-10 | 10
TSLA | 2020-08-31 | 5
TSLA | 2022-08-25 | 3
TSLA | 2030-09-12 | 2
GOOGL | 2014-04-03 | 2
GOOGL | 2022-07-18 | 20
AMZN | 2022-06-06 | 20
AVGO | 2024-07-15 | 10
NFLX | 2015-07-15 | 7
NFLX | 2025-11-17 | 10
NOW | 2025-12-18 | 5
WMT | 2024-02-26 | 3
CMG | 2024-06-26 | 50
PANW | 2022-09-14 | 3
PANW | 2024-12-16 | 2
LRCX | 2024-10-03 | 10
ORLY | 2025-06-10 | 15
FAST | 2019-05-23 | 2
FAST | 2025-05-22 | 2
ODFL | 2020-03-25 | 1.5
ODFL | 2024-03-28 | 2
TSCO | 2024-12-20 | 5
CPRT | 2023-08-22 | 2
MNST | 2016-11-10 | 3
MNST | 2023-03-28 | 2
WSM | 2024-07-09 | 2
IBKR | 2025-06-18 | 4
GE | 2021-08-02 | 0.125
C | 2011-05-09 | 0.1
AIG | 2009-07-01 | 0.05
SHOP.TO | 2022-06-29 | 10
7203.T | 2021-09-29 | 5
7974.T | 2022-09-29 | 10
8035.T | 2023-03-30 | 3
9432.T | 2023-06-29 | 25
8058.T | 2023-12-28 | 3
7011.T | 2024-03-28 | 10
6501.T | 2024-06-27 | 5
6758.T | 2024-09-27 | 5
9984.T | 2019-06-26 | 2
9984.T | 2025-12-29 | 4
XLK | 2025-12-05 | 2
COST | 2027-11-15 | 5
LLY | 2028-05-22 | 5
CAT | 2029-06-11 | 4
MSFT | 2030-03-18 | 4
GS | 2031-05-19 | 5
META | 2032-06-14 | 4
JPM | 2033-05-23 | 2
SNAP | 2034-02-13 | 0.1
`

const rowsByTicker = Map.groupBy(linesOf(TABLE).map(readRow), (row) => row.text(0))
const splitsByTicker = new Map<string, readonly DemoSplit[]>()

/** All splits of an instrument, oldest first; ex-dates are sessions. */
export function splitsOf(instrument: DemoInstrument): readonly DemoSplit[] {
  const rows = rowsByTicker.get(instrument.ticker)
  if (rows === undefined) return NONE
  let splits = splitsByTicker.get(instrument.ticker)
  if (splits === undefined) {
    const calendar = calendarOf(instrument.mic, instrument.assetClass)
    splits = rows.map((row) => {
      const day = parseDay(row.text(1)) ?? ANCHOR_DAY
      return { exDay: calendar?.addSessions(day, 0).day ?? day, factor: row.number(2) }
    })
    splitsByTicker.set(instrument.ticker, splits)
  }
  return splits
}

const NONE: readonly DemoSplit[] = []

/** Shares on a day for each share on the anchor day's split basis: a price times the inverse is as traded that day. */
export function splitBasis(instrument: DemoInstrument, day: Day): number {
  let basis = 1
  for (const { exDay, factor } of splitsOf(instrument)) {
    if (exDay > ANCHOR_DAY && exDay <= day) basis *= factor
    if (exDay <= ANCHOR_DAY && exDay > day) basis /= factor
  }
  return basis
}
