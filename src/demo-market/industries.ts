import { readTable } from './table.ts'

/** The eleven sectors of the Global Industry Classification Standard. */
export const SECTORS = [
  'Energy',
  'Materials',
  'Industrials',
  'Consumer Discretionary',
  'Consumer Staples',
  'Health Care',
  'Financials',
  'Information Technology',
  'Communication Services',
  'Utilities',
  'Real Estate',
] as const
export type Sector = (typeof SECTORS)[number]

/** How revenue is spread over the calendar year. */
export type Season = 'even' | 'holiday' | 'summer' | 'winter' | 'year-end'

/** What is typical of an industry's share price and of its accounts; ratios are fractions. */
export interface Industry {
  name: string
  sector: Sector
  /** Sensitivity to the market. */
  beta: number
  /** Volatility that neither market nor sector explains, per year. */
  ownVolatility: number
  /** Of revenue; null where the industry reports no such line. */
  grossMargin: number | null
  /** False where the industry reports no operating income. */
  hasOperatingIncome: boolean
  /** Of revenue; null where the industry reports no such line. */
  depreciation: number | null
  /** Of revenue; null where the industry reports no such line. */
  capex: number | null
  /** Revenue of a year over total assets. */
  assetTurnover: number
  /** Of total assets. */
  liabilities: number
  /** Of total assets. */
  cash: number
  /** Of liabilities; null where the industry reports no such line. */
  debt: number | null
  season: Season
}

/**
 * GICS industries with orders of magnitude of their listed companies. Columns: industry, sector, beta, own volatility
 * (% a year), then in % of revenue gross margin, operating income reported (`y`), depreciation, capital expenditure,
 * then revenue over assets, then in % liabilities of assets, cash of assets, debt of liabilities, then the season.
 */
const TABLE = `
Energy Equipment & Services | Energy | 1.1 | 22 | 20 | y | 6 | 6 | 0.75 | 52 | 9 | 32 | even
Oil, Gas & Consumable Fuels | Energy | 0.8 | 17 | 32 | y | 9 | 9 | 0.62 | 48 | 5 | 33 | even
Chemicals | Materials | 0.95 | 19 | 36 | y | 6 | 6.5 | 0.62 | 55 | 6 | 45 | summer
Construction Materials | Materials | 1.05 | 18 | 30 | y | 7 | 8 | 0.58 | 47 | 6 | 50 | summer
Containers & Packaging | Materials | 0.85 | 18 | 21 | y | 5 | 5 | 0.75 | 68 | 5 | 52 | even
Metals & Mining | Materials | 1.1 | 26 | 33 | y | 9 | 11 | 0.55 | 46 | 11 | 33 | even
Aerospace & Defense | Industrials | 0.9 | 19 | 22 | y | 3.2 | 3 | 0.68 | 66 | 7 | 30 | year-end
Building Products | Industrials | 1.1 | 20 | 34 | y | 3.2 | 2.4 | 0.85 | 58 | 6 | 42 | summer
Construction & Engineering | Industrials | 1.15 | 24 | 16 | y | 2.4 | 2 | 1.3 | 62 | 9 | 28 | summer
Electrical Equipment | Industrials | 1.2 | 24 | 34 | y | 3.5 | 3.2 | 0.72 | 56 | 9 | 27 | even
Industrial Conglomerates | Industrials | 0.95 | 17 | 36 | y | 4.5 | 3.8 | 0.58 | 64 | 9 | 40 | even
Machinery | Industrials | 1.1 | 20 | 32 | y | 3.4 | 3.2 | 0.75 | 62 | 7 | 45 | even
Trading Companies & Distributors | Industrials | 1.05 | 20 | 33 | y | 4 | 3.5 | 1.05 | 56 | 4 | 45 | even
Commercial Services & Supplies | Industrials | 0.75 | 16 | 40 | y | 9 | 9 | 0.7 | 58 | 4 | 52 | even
Professional Services | Industrials | 0.9 | 17 | 48 | y | 5 | 4 | 0.5 | 68 | 8 | 38 | even
Air Freight & Logistics | Industrials | 1 | 21 | 21 | y | 4.5 | 5 | 1.15 | 66 | 8 | 42 | holiday
Passenger Airlines | Industrials | 1.3 | 28 | 26 | y | 4.5 | 8 | 0.82 | 78 | 7 | 38 | summer
Ground Transportation | Industrials | 0.95 | 19 | 42 | y | 9 | 13 | 0.45 | 60 | 4 | 55 | even
Transportation Infrastructure | Industrials | 0.7 | 14 | 58 | y | 22 | 9 | 0.14 | 66 | 6 | 70 | even
Automobile Components | Consumer Discretionary | 1.15 | 22 | 17 | y | 5 | 5.5 | 0.95 | 52 | 9 | 35 | even
Automobiles | Consumer Discretionary | 1.2 | 25 | 18 | y | 5 | 6.5 | 0.62 | 68 | 11 | 42 | even
Household Durables | Consumer Discretionary | 1.2 | 23 | 27 | y | 1.5 | 1.4 | 0.95 | 45 | 12 | 38 | year-end
Textiles, Apparel & Luxury Goods | Consumer Discretionary | 1.1 | 25 | 55 | y | 4.5 | 4.2 | 0.78 | 50 | 16 | 35 | holiday
Hotels, Restaurants & Leisure | Consumer Discretionary | 1.05 | 21 | 42 | y | 5.5 | 5.5 | 0.75 | 82 | 12 | 52 | summer
Broadline Retail | Consumer Discretionary | 1.15 | 23 | 42 | y | 6.5 | 9 | 0.9 | 52 | 14 | 28 | holiday
Specialty Retail | Consumer Discretionary | 1 | 22 | 37 | y | 2.8 | 2.6 | 1.55 | 74 | 8 | 45 | holiday
Consumer Staples Distribution & Retail | Consumer Staples | 0.7 | 17 | 25 | y | 2 | 2.6 | 2.3 | 68 | 6 | 32 | holiday
Beverages | Consumer Staples | 0.6 | 15 | 55 | y | 3.8 | 4.8 | 0.5 | 66 | 11 | 58 | summer
Food Products | Consumer Staples | 0.55 | 17 | 31 | y | 3.6 | 3.6 | 0.65 | 58 | 4 | 48 | even
Tobacco | Consumer Staples | 0.55 | 16 | 63 | y | 4 | 3 | 0.5 | 70 | 10 | 58 | even
Household Products | Consumer Staples | 0.5 | 14 | 50 | y | 3.4 | 4 | 0.68 | 62 | 8 | 42 | even
Personal Care Products | Consumer Staples | 0.75 | 20 | 62 | y | 4.2 | 3.8 | 0.72 | 60 | 12 | 45 | year-end
Health Care Equipment & Supplies | Health Care | 0.85 | 20 | 60 | y | 5.5 | 4.8 | 0.5 | 46 | 9 | 42 | even
Health Care Providers & Services | Health Care | 0.7 | 21 | 14 | y | 1.3 | 1.1 | 1.75 | 70 | 9 | 32 | even
Health Care Technology | Health Care | 1 | 22 | 74 | y | 4 | 1.2 | 0.42 | 20 | 22 | 0 | even
Biotechnology | Health Care | 0.8 | 25 | 80 | y | 9 | 2.6 | 0.45 | 55 | 14 | 48 | even
Pharmaceuticals | Health Care | 0.65 | 20 | 72 | y | 7.5 | 5.5 | 0.48 | 56 | 10 | 40 | even
Life Sciences Tools & Services | Health Care | 0.95 | 20 | 52 | y | 7 | 3.8 | 0.43 | 48 | 7 | 55 | year-end
Banks | Financials | 1.1 | 16 | - | - | - | - | 0.045 | 91.5 | 11 | - | even
Financial Services | Financials | 0.95 | 18 | - | y | 3.5 | 2 | 0.4 | 56 | 14 | 32 | even
Consumer Finance | Financials | 1.25 | 20 | - | - | - | - | 0.17 | 84 | 10 | - | even
Capital Markets | Financials | 1.15 | 18 | - | y | 3 | 2 | 0.16 | 82 | 9 | 30 | even
Insurance | Financials | 0.75 | 16 | - | - | - | - | 0.24 | 80 | 4 | 6 | even
IT Services | Information Technology | 0.95 | 21 | 36 | y | 4 | 1.6 | 0.85 | 55 | 14 | 30 | even
Software | Information Technology | 1.1 | 25 | 74 | y | 6 | 4 | 0.52 | 56 | 14 | 25 | year-end
Communications Equipment | Information Technology | 1.15 | 24 | 55 | y | 4 | 2 | 0.55 | 52 | 16 | 30 | even
Technology Hardware, Storage & Peripherals | Information Technology | 1.15 | 22 | 32 | y | 3 | 3 | 1.05 | 74 | 11 | 42 | holiday
Electronic Equipment, Instruments & Components | Information Technology | 1.15 | 20 | 34 | y | 4 | 4 | 0.75 | 48 | 12 | 36 | even
Semiconductors & Semiconductor Equipment | Information Technology | 1.35 | 28 | 54 | y | 6 | 8 | 0.58 | 36 | 14 | 40 | even
Diversified Telecommunication Services | Communication Services | 0.6 | 16 | 58 | y | 17 | 15 | 0.35 | 70 | 4 | 52 | even
Wireless Telecommunication Services | Communication Services | 0.65 | 16 | 60 | y | 16 | 13 | 0.4 | 66 | 6 | 48 | even
Media | Communication Services | 1 | 20 | 42 | y | 8 | 6 | 0.5 | 68 | 6 | 52 | year-end
Entertainment | Communication Services | 1.1 | 23 | 42 | y | 6 | 3 | 0.55 | 54 | 12 | 42 | year-end
Interactive Media & Services | Communication Services | 1.15 | 22 | 62 | y | 6 | 16 | 0.68 | 32 | 12 | 22 | year-end
Electric Utilities | Utilities | 0.5 | 14 | - | y | 17 | 34 | 0.24 | 68 | 1.5 | 58 | summer
Gas Utilities | Utilities | 0.45 | 14 | - | y | 16 | 48 | 0.2 | 56 | 1 | 52 | winter
Multi-Utilities | Utilities | 0.5 | 14 | - | y | 15 | 30 | 0.26 | 70 | 1.5 | 55 | winter
Water Utilities | Utilities | 0.5 | 15 | - | y | 17 | 55 | 0.15 | 68 | 0.6 | 56 | summer
Independent Power and Renewable Electricity Producers | Utilities | 1 | 27 | - | y | 11 | 13 | 0.45 | 80 | 4 | 50 | winter
Specialized REITs | Real Estate | 0.8 | 17 | 66 | y | 24 | 18 | 0.17 | 70 | 3 | 72 | even
Industrial REITs | Real Estate | 1 | 17 | 74 | y | 28 | 20 | 0.09 | 40 | 3 | 80 | even
Health Care REITs | Real Estate | 0.8 | 17 | 40 | y | 22 | 8 | 0.18 | 40 | 6 | 84 | even
Retail REITs | Real Estate | 0.9 | 16 | 82 | y | 28 | 9 | 0.12 | 58 | 3 | 85 | year-end
Residential REITs | Real Estate | 0.75 | 16 | 60 | y | 27 | 9 | 0.14 | 48 | 2 | 86 | summer
Real Estate Management & Development | Real Estate | 1.1 | 21 | 34 | y | 3 | 2 | 0.6 | 52 | 9 | 40 | year-end
`

/** The industries by name. */
export const INDUSTRIES: ReadonlyMap<string, Industry> = new Map(
  readTable(TABLE).map((row) => [
    row.text(0),
    {
      name: row.text(0),
      sector: row.oneOf(1, SECTORS),
      beta: row.number(2),
      ownVolatility: row.percent(3),
      grossMargin: row.percentOrNull(4),
      hasOperatingIncome: row.text(5) === 'y',
      depreciation: row.percentOrNull(6),
      capex: row.percentOrNull(7),
      assetTurnover: row.number(8),
      liabilities: row.percent(9),
      cash: row.percent(10),
      debt: row.percentOrNull(11),
      season: row.oneOf(12, ['even', 'holiday', 'summer', 'winter', 'year-end']),
    },
  ]),
)
