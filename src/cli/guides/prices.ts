import type { Guide } from './guide.ts'

const UNLISTED =
  'A file whose ticker no listing has is refused with the listed tickers nearest to it; `--add` lists it under its ticker.'

export const bars: Guide = {
  summary: 'bars from CSV, daily or by the minute',
  description:
    'Stores series of bars, each file whole or not at all. The ticker is the name of the file (AAPL.csv, AAPL.csv.gz) unless --ticker says another one; it must be listed, or --add lists it.',
  input: 'FILE...',
  inputMeaning: 'CSV, compressed by gzip or not; AAPL.csv is about AAPL',
  examples: [
    ['import bars AAPL.csv MSFT.csv.gz', 'two series, each under the ticker that its file is named after'],
    ['import bars prices.csv --ticker VOD --exchange LSE', 'one series of a listing of London'],
    ['import bars NEWCO.csv --add', 'lists NEWCO as well, where nobody has'],
    ['import bars *.csv --dry-run', 'says what would be stored and rejected'],
  ],
  parts: 'Columns, in any order and case',
  layout: [
    [
      '`Date`, `Datetime` or `timestamp`',
      'needed: `2024-01-02`, or an ISO 8601 instant such as `2024-01-02T14:30:00Z`',
    ],
    ['`Open`, `High`, `Low`, `Close`, `Volume`', 'needed, plain numbers; prices are split-adjusted'],
    ['`Adj Close`', 'adjusted for dividends too; without it the close stands for it'],
    ['`Dividends`, `Stock Splits`', 'cash per share, and shares after for each before, on their ex-dates'],
  ],
  sample: {
    file: 'AAPL.csv',
    lines: [
      'Date,Open,High,Low,Close,Adj Close,Volume',
      '2024-01-02,187.15,188.44,183.89,185.64,184.73,82488700',
      '2024-01-03,184.22,185.88,183.43,184.25,183.35,58414500',
    ],
    command: 'import bars AAPL.csv',
    says: ['AAPL.csv: 2 read, 2 stored, 0 unchanged, 0 rejected'],
  },
  sources: [
    'Yahoo Finance, "Historical Data" of an instrument (finance.yahoo.com), and what the library yfinance saves as CSV: this very header.',
    'Stooq (stooq.com, "Historical data"): the same header without `Adj Close`.',
    'Your broker or vendor: any CSV with these columns; `CLOCK_START` sets market time for history that ends earlier.',
  ],
  rejected: [
    ['2024-01-04,182.15,183.09,185.88,181.91,181.00,71983600', 'high 183.09 is below low 185.88'],
    ['2024-02-30,1,1,1,1,1,1', '"2024-02-30" is no date (YYYY-MM-DD)'],
    ['2024-01-05,181.99,182.76,180.17,n/a,180.28,62303300', 'close must be a positive number'],
  ],
  alsoRejected: [
    UNLISTED,
    'Bars after the market’s present day: with `CLOCK_START` that is the day on which market time began.',
    'Rows apart by another interval than 1 minute, 5 minutes or a day; rows that are not on a whole bar.',
    'Bars that the [price rules](price-rules.md) do not believe, such as a price a hundred times that of its neighbours.',
    'A file for a series that came from another source, unless `--replace` is given.',
  ],
}

export const lean: Guide = {
  summary: 'raw bars, renames, splits and dividends from a QuantConnect Lean folder',
  description:
    'Stores every US security of a folder of Lean data through all its renames: daily and minute bars as they were traded, with splits and dividends from its factor file. Tickers that nobody has listed are refused unless --add is given.',
  input: 'FOLDER',
  inputMeaning: 'a folder equity/usa of Lean data, or one around it',
  examples: [
    ['import lean Lean/Data', 'every security of the folder that is listed'],
    ['import lean Lean/Data --ticker AAPL --add', 'one of them, listed or not'],
  ],
  parts: 'Files below `equity/usa`',
  layout: [
    [
      '`daily/aapl.zip`',
      '`aapl.csv`: `20240102 00:00,open,high,low,close,volume`, prices times 10,000, days of New York',
    ],
    [
      '`minute/aapl/20240102_trade.zip`',
      'milliseconds since midnight in New York, open, high, low, close, volume; `_quote.zip` has the newest quote',
    ],
    ['`hour/aapl.zip`', 'read where there is no daily file'],
    [
      '`factor_files/aapl.csv`',
      'date, price factor, split factor: splits and dividends, without it nothing is adjusted',
    ],
    ['`map_files/aapl.csv`', 'the tickers it had until which day, and the letter of its exchange'],
  ],
  sample: {
    file: 'lean/equity/usa/daily/msft.zip',
    member: 'msft.csv',
    lines: [
      '20240102 00:00,3738600,3759000,3667700,3708700,25258600',
      '20240103 00:00,3690100,3732600,3685100,3706000,23083500',
      '20240104 00:00,3706700,3731000,3671700,3679400,20901500',
    ],
    command: 'import lean lean --add',
    says: [
      'MSFT: 3 read, 3 stored, 0 unchanged, 0 rejected',
      'lean: 3 read, 3 stored, 0 unchanged, 0 rejected',
    ],
  },
  sources: [
    'QuantConnect’s Lean engine: the folder `Data` of github.com/QuantConnect/Lean, and what its `lean data download` saves.',
    'The samples in that repository end in 2021 at the latest: `CLOCK_START` makes them current.',
  ],
  rejected: [
    ['20240105 00:00,3689700,3720600,3662500', 'the row has 4 cells instead of 6'],
    ['2024-01-05,3689700,3720600,3662500,3677500,20987000', '"2024-01-05" is not a time (YYYYMMDD HH:mm)'],
  ],
  alsoRejected: [
    UNLISTED,
    'Zips that are damaged or hold something else, each with its name; the other files are read.',
    'Bars that the [price rules](price-rules.md) do not believe.',
  ],
}
