import { ASIA_PACIFIC } from './asia-pacific.ts'
import { CANADA } from './canada.ts'
import { companyOf } from './companies.ts'
import { CRYPTO } from './crypto.ts'
import { readEquities } from './equity-table.ts'
import { EUROPE } from './europe.ts'
import { tickersWithFacts } from './facts.ts'
import { FUNDS } from './funds.ts'
import { INDICES } from './indices.ts'
import { readCrypto, readFunds, readIndices } from './other-listings.ts'
import { tickersWithRivals } from './rivals.ts'
import { temperedTickers } from './temperaments.ts'
import { US_CONSUMER } from './us-consumer.ts'
import { US_FINANCE } from './us-finance.ts'
import { US_INDUSTRY } from './us-industry.ts'
import { US_TECHNOLOGY } from './us-technology.ts'
import type { DemoInstrument } from '../instrument.ts'

const EQUITIES = [US_TECHNOLOGY, US_CONSUMER, US_FINANCE, US_INDUSTRY, EUROPE, ASIA_PACIFIC, CANADA]

/** Every listing of the simulated market: real names, invented prices. */
export const UNIVERSE: readonly DemoInstrument[] = known([
  ...EQUITIES.flatMap((table) => readEquities(table).map(companyOf)),
  ...readFunds(FUNDS),
  ...readIndices(INDICES),
  ...readCrypto(CRYPTO),
])

/** The listings, after checking that no table has a ticker that none of them has, or one twice. */
function known(listings: readonly DemoInstrument[]): readonly DemoInstrument[] {
  const tickers = new Set(listings.map(({ ticker }) => ticker))
  for (const table of [tickersWithFacts(), tickersWithRivals(), temperedTickers()]) {
    const wrong = table.find((ticker, place) => !tickers.has(ticker) || table.indexOf(ticker) !== place)
    if (wrong !== undefined) throw new TypeError(`a table tells of ${wrong}, which is not listed, or twice`)
  }
  return listings
}
