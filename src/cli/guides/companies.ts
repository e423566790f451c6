import type { Guide } from './guide.ts'

export const instruments: Guide = {
  summary: 'listings from CSV: the names that everything else hangs on',
  description:
    'Stores listings, or completes those that are there: a record is matched by FIGI, ISIN, CIK or ticker. What has been counted is kept when the command is stopped.',
  input: 'FILE',
  inputMeaning: 'CSV, compressed by gzip or not',
  examples: [
    ['import instruments listings.csv.gz', 'stores what is new and what has changed'],
    [
      'import instruments listings.csv --dry-run',
      'says what would be stored and which rows would be left out',
    ],
  ],
  parts: 'Columns, in any order and case',
  layout: [
    ['`symbol`, `name`, `asset_class`', 'needed; the class is equity, etf, index or crypto'],
    ['`exchange`, `mic`', 'name of the venue and its ISO 10383 code'],
    ['`sector`, `industry`, `currency`, `country`', 'as text; the currency by its ISO 4217 code'],
    [
      '`isin`, `figi`, `cik`, `lei`',
      'identifiers; one that cannot be right is left out, and the row is kept',
    ],
    ['`market_cap`', 'US dollars'],
    ['`aliases`', 'other names, separated by a vertical bar'],
  ],
  sample: {
    file: 'listings.csv',
    lines: [
      'symbol,name,exchange,asset_class,sector,industry,currency,country,cik',
      'AAPL,Apple Inc.,NASDAQ,equity,Information Technology,Consumer Electronics,USD,US,320193',
      'VOD,Vodafone Group plc,LSE,equity,Communication Services,Telecom Services,GBX,GB,',
    ],
    command: 'import instruments listings.csv',
    says: ['listings.csv: 2 read, 2 stored, 0 unchanged, 0 rejected'],
  },
  sources: [
    'JerBouma/FinanceDatabase on GitHub: equities, ETFs, indices and crypto as CSV; rename its columns to those above.',
    'Nasdaq Trader (nasdaqtrader.com, "Symbol Directory") for the listings of the United States.',
    'SEC (sec.gov, `company_tickers.json`) for the CIK of a ticker.',
  ],
  rejected: [
    [',Nobody Ltd,NYSE,equity,,,USD,US,', 'symbol is empty'],
    ['MSFT,,NASDAQ,equity,,,USD,US,', 'name of "MSFT" is empty'],
    ['MSFT,Microsoft Corporation,NASDAQ,share,,,USD,US,', 'asset_class of "MSFT" must be one of'],
  ],
  alsoRejected: ['Rows with more cells than the header, and rows whose quotes do not match.'],
}

export const companyfacts: Guide = {
  summary: 'statements from SEC companyfacts JSON',
  description:
    'Stores what a company has reported, for every listing that has its CIK, or for the one that --ticker names. Each file whole or not at all.',
  input: 'FILE...',
  inputMeaning: 'JSON of one company, compressed by gzip or not',
  examples: [
    ['import companyfacts CIK0000320193.json', 'for the listings with CIK 320193'],
    [
      'import companyfacts CIK0000320193.json --ticker AAPL',
      'for this listing, which has that CIK from then on',
    ],
  ],
  parts: 'Keys',
  layout: [
    ['`cik`, `entityName`', 'the number needed, the name shown'],
    [
      '`facts.us-gaap`, `facts.ifrs-full`',
      'tags, each with `units` and in them `start`, `end`, `val`, `fy`, `fp`, `form`, `filed`, `accn`',
    ],
    ['`facts.dei`', 'shares outstanding of the cover page'],
  ],
  sample: {
    file: 'CIK0000320193.json',
    lines: [
      '{"cik":320193,"entityName":"Apple Inc.","facts":{"us-gaap":{"RevenueFromContractWithCustomerExcludingAssessedTax":{"units":{"USD":[',
      '{"start":"2022-09-25","end":"2023-09-30","val":383285000000,"accn":"0000320193-23-000106","fy":2023,"fp":"FY","form":"10-K","filed":"2023-11-03"},',
      '{"start":"2023-10-01","end":"2024-09-28","val":391035000000,"accn":"0000320193-24-000123","fy":2024,"fp":"FY","form":"10-K","filed":"2024-11-01"}]}}}}}',
    ],
    command: 'import companyfacts CIK0000320193.json',
    says: ['CIK0000320193.json (Apple Inc.): 2 read, 2 stored, 0 unchanged, 0 rejected'],
  },
  sources: [
    'SEC (sec.gov, "EDGAR application programming interfaces"): `https://data.sec.gov/api/xbrl/companyfacts/CIK##########.json`, ten digits; all of them in the nightly `companyfacts.zip`. SEC asks for a user agent with your address.',
  ],
  rejected: [],
  alsoRejected: [
    'A file without a fiscal year or quarter of a 10-K, 20-F, 40-F or 10-Q, and one that is no companyfacts document.',
    'A company whose CIK no listing has, unless `--ticker` names one; a ticker that no listing has, unless `--add` is given.',
    'Facts without a date, a number or a form, which are counted.',
  ],
}

export const fx: Guide = {
  summary: 'exchange rates of the ECB (daily) or the Federal Reserve (averages)',
  description:
    'Stores rates against the US dollar; each file whole or not at all. Counts rates, of which a row may hold many. The layout is recognised by the header.',
  input: 'FILE...',
  inputMeaning: 'CSV, or the ECB’s zip',
  examples: [
    ['import fx eurofxref-hist.zip', 'all daily rates of the ECB since 1999'],
    ['import fx monthly.csv annual.csv', 'averages of the Federal Reserve'],
  ],
  parts: 'Columns',
  layout: [
    ['`Date,USD,JPY,…`', 'ECB: units per euro on a day; `N/A` is a gap'],
    [
      '`Date,Country,Exchange rate`',
      'Federal Reserve: averages of the month or the year that begins on the date',
    ],
  ],
  sample: {
    file: 'eurofxref-hist.csv',
    lines: ['Date,USD,JPY,GBP', '2024-01-03,1.0919,155.96,0.86395', '2024-01-02,1.0956,155.68,0.8651'],
    command: 'import fx eurofxref-hist.csv',
    says: ['eurofxref-hist.csv: 6 read, 6 stored, 0 unchanged, 0 rejected'],
  },
  sources: [
    'European Central Bank (ecb.europa.eu, "Euro foreign exchange reference rates"): `eurofxref-hist.zip`.',
    'Federal Reserve releases G.5 and G.5A, as datasets/exchange-rates on GitHub has them: `monthly.csv`, `annual.csv`.',
  ],
  rejected: [
    ['2024-01-32,1.0921,158.53,0.86278', '"2024-01-32" is no date (YYYY-MM-DD)'],
    ['2024-01-04,N/A,158.53,0.86278', 'without a rate of the US dollar no other can be converted'],
  ],
  alsoRejected: [
    'A cell that is no rate, such as `minus`, alone: the other rates of its row are stored.',
    'Rates of days that are still to come, and those of an unknown country.',
  ],
}
