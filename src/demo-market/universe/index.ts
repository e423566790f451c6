import { ASIA_PACIFIC } from './asia-pacific.ts'
import { CANADA } from './canada.ts'
import { companyOf } from './companies.ts'
import { CRYPTO } from './crypto.ts'
import { readEquities } from './equity-table.ts'
import { EUROPE } from './europe.ts'
import { FUNDS } from './funds.ts'
import { INDICES } from './indices.ts'
import { readCrypto, readFunds, readIndices } from './other-listings.ts'
import { US_CONSUMER } from './us-consumer.ts'
import { US_FINANCE } from './us-finance.ts'
import { US_INDUSTRY } from './us-industry.ts'
import { US_TECHNOLOGY } from './us-technology.ts'
import type { DemoInstrument } from '../instrument.ts'

const EQUITIES = [US_TECHNOLOGY, US_CONSUMER, US_FINANCE, US_INDUSTRY, EUROPE, ASIA_PACIFIC, CANADA]

/** Every listing of the simulated market: real names, invented prices. */
export const UNIVERSE: readonly DemoInstrument[] = [
  ...EQUITIES.flatMap((table) => readEquities(table).map(companyOf)),
  ...readFunds(FUNDS),
  ...readIndices(INDICES),
  ...readCrypto(CRYPTO),
]
