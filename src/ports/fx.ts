import type { Day } from '../kernel/time.ts'

/** Exchange rates against the US dollar. */
export interface FxRates {
  /**
   * Average US dollars for one unit of `currency` over the days of the period, both ends inclusive;
   * null when no rate of the period is known. 1 for USD.
   */
  averageUsd(currency: string, from: Day, to: Day): Promise<number | null>
  /** US dollars for one unit on the day, or on the last day before it that has a rate. */
  usdOn(currency: string, day: Day): Promise<number | null>
  /** The same for the days of a range, read at once. */
  usdBetween(currency: string, days: { from: Day; to: Day }): Promise<(day: Day) => number | null>
}
