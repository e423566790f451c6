import type { Region } from './factors.ts'

/** What the simulation needs to know of a stock exchange. */
export interface StockVenue {
  currency: string
  country: string
  region: Region
  /** Dividends a year that are usual there. */
  payments: 1 | 2 | 4
}

const US: StockVenue = { currency: 'USD', country: 'United States', region: 'US', payments: 4 }

const STOCK_VENUES: Record<string, StockVenue> = {
  XNYS: US,
  XNAS: US,
  ARCX: US,
  XLON: { currency: 'GBP', country: 'United Kingdom', region: 'United Kingdom', payments: 2 },
  XETR: { currency: 'EUR', country: 'Germany', region: 'Europe', payments: 1 },
  XPAR: { currency: 'EUR', country: 'France', region: 'Europe', payments: 1 },
  XAMS: { currency: 'EUR', country: 'Netherlands', region: 'Europe', payments: 2 },
  XTKS: { currency: 'JPY', country: 'Japan', region: 'Japan', payments: 2 },
  XHKG: { currency: 'HKD', country: 'Hong Kong', region: 'China', payments: 2 },
  XASX: { currency: 'AUD', country: 'Australia', region: 'Australia', payments: 2 },
  XTSE: { currency: 'CAD', country: 'Canada', region: 'Canada', payments: 4 },
}

/** The facts of a stock exchange; throws for one without companies in the universe. */
export function stockVenue(mic: string): StockVenue {
  const venue = STOCK_VENUES[mic]
  if (venue === undefined) throw new RangeError(`no stock exchange ${mic}`)
  return venue
}
