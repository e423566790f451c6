import { parseDay } from '../kernel/time.ts'
import { ANCHOR_DAY } from './timeline.ts'
import { readTable } from './table.ts'
import type { Day } from '../kernel/time.ts'

/** A course that whole markets follow, the same for every seed. */
export interface Course {
  /** Logarithm above or below the trend; 0 on the anchor day. */
  level: (day: Day) => number
  /** How much more than usual prices move, as a multiple. */
  strain: (day: Day) => number
}

/**
 * Booms and recessions of share prices. Falls are dated as the S&P 500's were (peaks and troughs at closing prices, S&P Dow
 * Jones Indices: 2000-2002 -49 %, 2007-2009 -57 %, 2020 -34 %, 2022 -25 %) and somewhat milder; those after the anchor day
 * are invented. Columns here and below: day, level, strain up to the next line.
 */
const MARKET = `
1990-01-01 | -0.02 | 1
1990-07-16 | 0.06 | 1.6
1990-10-11 | -0.16 | 1
1994-12-30 | -0.1 | 0.9
1998-07-17 | 0.26 | 1.9
1998-08-31 | 0.06 | 1.3
2000-03-24 | 0.38 | 1.45
2002-10-09 | -0.32 | 1.2
2003-06-30 | -0.2 | 0.8
2007-10-09 | 0.2 | 1.4
2008-09-12 | -0.06 | 3
2008-11-20 | -0.46 | 2.2
2009-03-09 | -0.54 | 1.4
2010-04-23 | -0.2 | 1.2
2011-07-22 | -0.14 | 2
2011-10-03 | -0.33 | 1.1
2014-07-01 | -0.02 | 0.8
2015-07-20 | 0.02 | 1.2
2016-02-11 | -0.12 | 0.8
2018-09-20 | 0.09 | 1.4
2018-12-24 | -0.12 | 0.85
2020-02-19 | 0.1 | 3.4
2020-03-23 | -0.3 | 1.8
2020-06-08 | -0.12 | 1.1
2022-01-03 | 0.1 | 1.3
2022-10-12 | -0.15 | 1
2025-02-19 | 0.04 | 1.8
2025-04-08 | -0.13 | 1
2026-08-21 | 0 | 1
2031-02-10 | 0.12 | 1.5
2032-05-20 | -0.3 | 1
2039-06-01 | 0.16 | 1.8
2040-09-20 | -0.36 | 1
2046-03-01 | 0.12 | 1.4
2047-02-01 | -0.2 | 1
2049-12-31 | 0.05 | 1
`

/** Bond prices for each year of duration: yields fell until 2020, rose by more than three points until 2023, and fell a little. */
const RATES = `
1990-01-01 | -0.03 | 1.2
1993-10-15 | -0.006 | 1.2
1994-11-07 | -0.024 | 1
2003-06-13 | 0.004 | 1
2007-06-12 | -0.006 | 1.3
2008-12-30 | 0.016 | 1.2
2012-07-25 | 0.021 | 0.9
2013-09-05 | 0.01 | 0.9
2016-07-08 | 0.022 | 0.8
2018-11-08 | 0.008 | 0.8
2020-08-04 | 0.031 | 0.9
2022-01-03 | 0.024 | 1.4
2023-10-19 | -0.007 | 1.1
2026-08-21 | 0 | 1
2032-12-01 | 0.012 | 1
2036-12-01 | -0.004 | 1
2040-12-01 | 0.012 | 1
2049-12-31 | 0 | 1
`

/** Crypto assets fell by three quarters and more in 2014, 2018 and 2022. */
const CRYPTO = `
1990-01-01 | -0.2 | 1
2013-12-04 | 0.4 | 1.3
2015-01-14 | -0.9 | 1
2017-12-16 | 0.9 | 1.4
2018-12-15 | -0.6 | 1
2020-03-12 | -0.4 | 1.2
2021-11-08 | 0.75 | 1.2
2022-11-21 | -0.65 | 0.95
2025-10-06 | 0.45 | 1.1
2026-08-21 | 0 | 1
2031-03-01 | 0.6 | 1.2
2032-05-01 | -0.5 | 1
2039-06-01 | 0.5 | 1.2
2040-09-01 | -0.5 | 1
2049-12-31 | 0 | 1
`

/** What companies sell in recessions (dated as by the NBER's committee up to 2020), for an industry as cyclical as the market. */
const ACTIVITY = `
1990-01-01 | 0 | 1
1990-07-31 | 0.01 | 1
1991-06-30 | -0.04 | 1
1993-06-30 | 0 | 1
2000-12-31 | 0.03 | 1
2001-12-31 | -0.045 | 1
2004-06-30 | 0 | 1
2008-06-30 | 0.03 | 1
2009-06-30 | -0.1 | 1
2011-06-30 | 0 | 1
2014-12-31 | 0.015 | 1
2016-03-31 | -0.015 | 1
2018-12-31 | 0.015 | 1
2019-12-31 | 0.01 | 1
2020-06-30 | -0.06 | 1
2021-06-30 | 0.005 | 1
2022-06-30 | 0.025 | 1
2023-09-30 | 0 | 1
2026-08-21 | 0 | 1
2031-03-31 | 0.02 | 1
2032-06-30 | -0.08 | 1
2034-06-30 | 0 | 1
2039-09-30 | 0.02 | 1
2040-12-31 | -0.09 | 1
2043-06-30 | 0 | 1
2049-12-31 | 0 | 1
`

/** Share prices, bond prices for each year of duration, crypto assets, and what companies sell. */
export const COURSES = {
  market: courseOf(MARKET),
  rates: courseOf(RATES),
  crypto: courseOf(CRYPTO),
  activity: courseOf(ACTIVITY),
}

/** Straight lines between the days of a table; flat before and after them. */
function courseOf(table: string): Course {
  const knots = readTable(table).map((row) => ({
    day: parseDay(row.text(0)) ?? ANCHOR_DAY,
    level: row.number(1),
    strain: row.number(2),
  }))
  /** The newest line up to a day. */
  const placeOf = (day: Day): number => {
    let [low, high] = [0, knots.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((knots[middle]?.day ?? 0) <= day) low = middle
      else high = middle - 1
    }
    return low
  }
  return {
    level(day) {
      const place = placeOf(day)
      const [from, to] = [knots[place], knots[place + 1]]
      if (from === undefined || to === undefined || day <= from.day) return from?.level ?? 0
      return from.level + ((to.level - from.level) * (day - from.day)) / (to.day - from.day)
    },
    strain: (day) => knots[placeOf(day)]?.strain ?? 1,
  }
}
