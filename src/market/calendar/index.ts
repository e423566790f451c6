import { australia } from './australia.ts'
import { brazil } from './brazil.ts'
import { canada } from './canada.ts'
import { china } from './china.ts'
import { euronextMarkets } from './euronext.ts'
import { germany } from './germany.ts'
import { hongKong } from './hong-kong.ts'
import { india } from './india.ts'
import { italy } from './italy.ts'
import { japan } from './japan.ts'
import { korea } from './korea.ts'
import { spain } from './spain.ts'
import { sweden } from './sweden.ts'
import { switzerland } from './switzerland.ts'
import { unitedKingdom } from './united-kingdom.ts'
import { unitedStates } from './united-states.ts'
import type { MarketCalendar } from './calendar.ts'

/*
 * Market calendars computed from public rules: holiday statutes and the exchanges' own notices, named at the top
 * of each country's file. Sessions are built once per year and market and then only looked up.
 *
 * Coverage: each calendar says which days it knows (`coverage`); on others the market's state is UNKNOWN. Where holidays
 * follow from rules it is 1960 to 2099 or the years that the file gives; the rules of the older files were verified from
 * 2000 on, for New York and London from 1990. Shanghai, Shenzhen, Seoul and Mumbai are known up to the last year that
 * their exchanges have announced. The festivals of the Chinese calendar are tabled from 2000 to 2049 (`lunar.ts`). Hours
 * are the published trading hours; today's apply to the past where a country's file does not say otherwise.
 *
 * To add a year of an announced calendar: a line in its table and the new last year in its `coverage`. An exception (a
 * storm, a day of mourning) is a line in the `exceptions` of the country's file. A shortened session goes into its
 * `earlyCloses`, one with hours of its own into `specialSessions`, new hours into `hours` with the first day they apply.
 */

export { cryptoCalendar } from './crypto.ts'
export { isCovered } from './calendar.ts'
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
  ...italy,
  ...spain,
  ...switzerland,
  ...sweden,
  ...brazil,
  ...china,
  ...korea,
  ...india,
]

const marketsByMic = new Map(MARKETS.map((market) => [market.mic, market]))

/** The calendar of an operating MIC; null for a venue without one. */
export function calendarFor(mic: string): MarketCalendar | null {
  return marketsByMic.get(mic) ?? null
}
