import { australia } from './australia.ts'
import { canada } from './canada.ts'
import { euronextMarkets } from './euronext.ts'
import { germany } from './germany.ts'
import { hongKong } from './hong-kong.ts'
import { japan } from './japan.ts'
import { unitedKingdom } from './united-kingdom.ts'
import { unitedStates } from './united-states.ts'
import type { MarketCalendar } from './calendar.ts'

/*
 * Market calendars computed from public rules: holiday statutes and the exchanges' own notices, named at the top
 * of each country's file. Sessions are built once per year and market and then only looked up.
 *
 * Coverage: any day from 1960 to 2099 is answered. The rules were verified from 2000 on, for New York and London
 * from 1990; the festivals of the Chinese calendar are tabled from 2000 to 2049 (`hong-kong-lunar.ts`). Hours
 * are the published trading hours; today's apply to the past where a country's file does not say otherwise.
 *
 * To add an exception (a storm, a day of mourning, a one-off holiday): a line with the date and its name in the
 * `exceptions` of the country's file. A shortened session goes into its `earlyCloses`, new hours into `hours`
 * with the first day they apply.
 */

export { cryptoCalendar } from './crypto.ts'
export type { MarketCalendar } from './calendar.ts'
export type { Session } from './session-years.ts'

/** The listed venues, not crypto. */
export const MARKETS: readonly MarketCalendar[] = [
  ...unitedStates,
  ...unitedKingdom,
  ...germany,
  ...euronextMarkets,
  ...japan,
  ...hongKong,
  ...australia,
  ...canada,
]

const marketsByMic = new Map(MARKETS.map((market) => [market.mic, market]))

/** The calendar of an operating MIC; null for a venue without one. */
export function calendarFor(mic: string): MarketCalendar | null {
  return marketsByMic.get(mic) ?? null
}
