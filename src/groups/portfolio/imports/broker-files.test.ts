import { describe, expect, it } from 'vitest'
import { read, told } from '../../../../tests/support/interpreted.ts'

/** Rows of cells by their columns, as an export of Trading 212 has them. */
function trading212(columns: readonly string[], ...rows: Array<Record<string, string>>): string[] {
  return [columns, ...rows.map((row) => columns.map((name) => row[name] ?? ''))].map((cells) =>
    cells.join(','),
  )
}
const SHARES = [
  'ISIN',
  'Ticker',
  'Name',
  'No. of shares',
  'Price / share',
  'Currency (Price / share)',
  'Exchange rate',
]
const moneyColumns = (...names: string[]): string[] => names.flatMap((name) => [name, `Currency (${name})`])
const NEW_212 = [
  ['Action', 'Time (UTC)', SHARES, 'Notes', 'ID'].flat(),
  moneyColumns('Result', 'Total', 'Withholding tax', 'Stamp duty reserve tax', 'French transaction tax'),
  moneyColumns('Transaction fee', 'Finra fee', 'Currency conversion fee'),
  moneyColumns('Currency conversion from amount', 'Currency conversion to amount'),
  ['Merchant name', 'Merchant category'],
].flat()
const OLD_212 = [
  ['Action', 'Time', SHARES, 'Result (EUR)', 'Total (EUR)', moneyColumns('Withholding tax')].flat(),
  ['Charge amount (EUR)', 'Deposit fee (EUR)', 'Stamp duty reserve tax (EUR)', 'Notes', 'ID'],
  ['Currency conversion fee (EUR)'],
].flat()
const MONEY_ALONE = [
  'Action',
  'Time',
  'Notes',
  'ID',
  'Total',
  'Currency (Total)',
  'Merchant name',
  'Merchant category',
]

const of = (currency: string, cells: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(cells).flatMap(([name, cell]) => [
      [name, cell],
      [`Currency (${name})`, currency],
    ]),
  )
const shares = (quantity: string, price: string, currency: string, rate = '1'): Record<string, string> => ({
  ISIN: 'US1',
  'No. of shares': quantity,
  'Price / share': price,
  'Exchange rate': rate,
  'Currency (Price / share)': currency,
})

describe('an export of Trading 212', () => {
  it.each<[string, Record<string, string>, unknown]>([
    [
      'Market buy',
      { ...shares('0.3333', '187.33', 'EUR'), ...of('EUR', { Total: '62.44' }) },
      ['buy', -62.44, 62.44, 0, 0],
    ],
    [
      'Limit sell',
      {
        ...shares('10', '100', 'EUR'),
        ...of('EUR', { Total: '998.50', Result: '12', 'Finra fee': '0.50', 'Transaction fee': '1' }),
      },
      ['sell', 998.5, 1_000, 1.5, 0],
    ],
    [
      // 2,732.60073 pence are 14.92 pounds, and 0.08 of stamp duty.
      'Stop buy',
      {
        ...shares('2.7326007300', '546', 'GBX', '100'),
        ...of('GBP', { Total: '15.00', 'Stamp duty reserve tax': '0.08' }),
      },
      ['buy', -15, 1_491.99999858, 0, 7.99999999],
    ],
    [
      'Market buy',
      {
        ...shares('10', '200', 'USD', '1.25'),
        ...of('GBP', {
          Total: '1605.65',
          'French transaction tax': '3.20',
          'Currency conversion fee': '2.40',
        }),
      },
      ['buy', -1_605.65, 2_000, 2.99990625, 3.999875],
    ],
    [
      // What a share pays is after tax: 0.525 of dividend, 15 % of it withheld.
      'Dividend (Dividend)',
      {
        ...shares('0.22897421', '0.44625', 'USD', '3.5831'),
        ...of('PLN', { Total: '0.37' }),
        ...of('USD', { 'Withholding tax': '0.02' }),
      },
      ['dividend', 0.37, 0.12217974, 0, 0.02],
    ],
    [
      'Dividend (Ordinary)',
      { ...shares('10', '0.40', 'EUR'), ...of('EUR', { Total: '4.00', 'Withholding tax': '0.71' }) },
      ['dividend', 4, 4.71, 0, 0.71],
    ],
    [
      'Dividend (Ordinary)',
      {
        ...shares('10', '0.40', 'USD', 'Not available'),
        ...of('EUR', { Total: '3.60' }),
        ...of('USD', { 'Withholding tax': '0.71' }),
      },
      ['dividend', 4, 4.71, 0, 0.71],
    ],
    ['Deposit', of('EUR', { Total: '500.00' }), ['deposit', 500, 500, 0, 0]],
    ['Withdrawal', of('EUR', { Total: '-500.00' }), ['withdrawal', -500, 500, 0, 0]],
    ['Withdrawal', of('EUR', { Total: '500.00' }), ['withdrawal', -500, 500, 0, 0]],
    ['Interest on cash', of('EUR', { Total: '0.85' }), ['interest', 0.85, 0.85, 0, 0]],
    [
      'Interest on cash',
      of('EUR', { Total: '0.85', 'Withholding tax': '0.15' }),
      ['interest', 0.85, 1, 0, 0.15],
    ],
    ['Lending interest', of('EUR', { Total: '0.40' }), ['interest', 0.4, 0.4, 0, 0]],
    ['Card debit', of('EUR', { Total: '-12.30' }), ['withdrawal', -12.3, 12.3, 0, 0]],
    [
      'Card debit',
      of('EUR', { Total: '-12.30', 'Transaction fee': '0.30' }),
      ['withdrawal', -12.3, 12, 0.3, 0],
    ],
    ['Spending cashback', of('EUR', { Total: '0.12' }), ['deposit', 0.12, 0.12, 0, 0]],
    ['Deposit', of('EUR', { Total: '99.30', 'Transaction fee': '0.70' }), ['deposit', 99.3, 100, 0.7, 0]],
    [
      'Interest on cash',
      of('EUR', { Total: '-0.85' }),
      [expect.stringContaining('the sign of money that goes')],
    ],
    [
      'Dividend (Dividend)',
      of('EUR', { Total: '-1.00' }),
      [expect.stringContaining('the sign of money that goes')],
    ],
    [
      'Dividend adjustment',
      of('EUR', { Total: '-1.00' }),
      [expect.stringContaining('takes back or corrects')],
    ],
    ['Stock split open', shares('5', '10', 'USD', ''), [expect.stringContaining('splits that are recorded')]],
    [
      'Currency conversion',
      {
        ...of('USD', { 'Currency conversion from amount': '100' }),
        ...of('EUR', { 'Currency conversion to amount': '86.50' }),
      },
      [expect.stringContaining('two currencies are two rows')],
    ],
  ])('by today’s header: %s', async (Action, cells, expected) => {
    const row = {
      Action,
      'Time (UTC)': '2026-01-15 21:15:46+00:00',
      'Merchant name': 'Shop',
      ID: 'X1',
      ...cells,
    }
    const { file, rows } = await read(trading212(NEW_212, row))
    expect([file.layout.name, file.unmapped, ...rows.map(told)]).toEqual(['trading-212', [], expected])
  })

  it.each<[string, Record<string, string>, unknown]>([
    [
      'Market buy',
      { ...shares('1', '100', 'EUR'), 'Total (EUR)': '100.50', 'Stamp duty reserve tax (EUR)': '0.50' },
      ['buy', -100.5, 100, 0, 0.5],
    ],
    [
      'Market sell',
      {
        ...shares('10', '200', 'USD', '1.25'),
        'Total (EUR)': '1597.60',
        'Currency conversion fee (EUR)': '2.40',
        'Result (EUR)': '9',
      },
      ['sell', 1_597.6, 2_000, 3, 0],
    ],
    ['Deposit', { 'Total (EUR)': '99.30', 'Deposit fee (EUR)': '0.70' }, ['deposit', 99.3, 100, 0.7, 0]],
  ])('by an older one: %s', async (Action, cells, expected) => {
    const { file, rows } = await read(
      trading212(OLD_212, { Action, Time: '2021-01-15 21:15:46.001', ...cells }),
    )
    expect([file.layout.name, file.unmapped, ...rows.map(told)]).toEqual(['trading-212', [], expected])
  })

  it('of money alone, or with the sums of its newest header', async () => {
    const row = { Action: 'Deposit', Time: '2026-01-15 21:15:46', Total: '5', 'Currency (Total)': 'EUR' }
    const { file, rows } = await read(trading212(MONEY_ALONE, row))
    expect([file.layout.name, ...rows.map(told)]).toEqual(['trading-212', ['deposit', 5, 5, 0, 0]])
    const sums = [
      'Action',
      'Time (UTC)',
      ...SHARES,
      ...moneyColumns('Gross Total', 'Withholding tax', 'Taxes', 'Net Total'),
    ]
    const paid = {
      ...shares('10', '0.40', 'EUR'),
      ...of('EUR', { 'Gross Total': '4.71', 'Withholding tax': '0.71', Taxes: '0.71', 'Net Total': '4.00' }),
    }
    const newest = await read(
      trading212(sums, { Action: 'Dividend (Ordinary)', 'Time (UTC)': '2026-01-15', ...paid }),
    )
    expect([newest.file.unmapped, ...newest.rows.map(told)]).toEqual([[], ['dividend', 4, 4.71, 0, 0.71]])
  })

  it('with a column of money that nobody knows names it', async () => {
    const columns = [...MONEY_ALONE, ...moneyColumns('Loyalty points')]
    const row = { Action: 'Deposit', Time: '2026-01-15', ...of('EUR', { Total: '5', 'Loyalty points': '3' }) }
    expect((await read(trading212(columns, row))).file.unmapped).toEqual([
      'loyalty points',
      'currency (loyalty points)',
    ])
  })
})

const SCHWAB = '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"'

describe('an export of Schwab', () => {
  it.each([
    ['"Buy","AAPL","APPLE INC","0.3333","$187.33","","-$62.44"', ['buy', -62.44, 62.44, 0, 0]],
    [
      '"Buy","AAPL","APPLE INC","1,000","$33.51495","$4.95","-$33,519.90"',
      ['buy', -33_519.9, 33_514.95, 4.95, 0],
    ],
    ['"Sell","AAPL","APPLE INC","10","$100.50","$0.03","$1,004.97"', ['sell', 1_004.97, 1_005, 0.03, 0]],
    // Worth less than it costs to sell.
    ['"Sell","AAPL","APPLE INC","10","$0.50","$6.95","-$1.95"', ['sell', -1.95, 5, 6.95, 0]],
    ['"Reinvest Dividend","AAPL","APPLE INC","","","","$2.60"', ['dividend', 2.6, 2.6, 0, 0]],
    ['"Reinvest Shares","AAPL","APPLE INC","0.0139","$187.33","","-$2.60"', ['buy', -2.6, 2.6, 0, 0]],
    ['"NRA Tax Adj","AAPL","APPLE INC","","","","-$0.39"', ['tax', -0.39, 0.39, 0, 0]],
    [
      '"NRA Tax Adj","AAPL","APPLE INC","","","","$0.39"',
      [expect.stringContaining('the sign of money that comes')],
    ],
    [
      '"Qualified Dividend","AAPL","APPLE INC","","","","-$2.60"',
      [expect.stringContaining('the sign of money that goes')],
    ],
    ['"Bank Interest","","INTEREST","","","","$1.20"', ['interest', 1.2, 1.2, 0, 0]],
    ['"Margin Interest","","INTEREST","","","","-$1.20"', ['fee', -1.2, 1.2, 0, 0]],
    ['"Wire Sent","","WIRED FUNDS","","","$25.00","-$1,025.00"', ['withdrawal', -1_025, 1_000, 25, 0]],
    ['"MoneyLink Transfer","","Tfr BANK","","","","($500.00)"', ['withdrawal', -500, 500, 0, 0]],
    ['"Service Fee","","FEE","","","","-$5.00"', ['fee', -5, 5, 0, 0]],
    [
      '"Buy to Open","AAPL 01/16/2026 150.00 C","CALL APPLE","1","$2.50","$0.66","-$250.66"',
      [expect.stringContaining('options are not supported')],
    ],
    [
      '"Expired","AAPL 01/16/2026 150.00 C","CALL APPLE","1","","",""',
      [expect.stringContaining('options are not supported')],
    ],
    ['"Stock Split","AAPL","APPLE INC","30","","",""', [expect.stringContaining('splits that are recorded')]],
    [
      '"Cancel Buy","AAPL","APPLE INC","10","$100.50","","$1,005.00"',
      [expect.stringContaining('takes back')],
    ],
  ])('%s', async (row, expected) => {
    const { file, rows } = await read([SCHWAB, `"01/15/2026",${row}`])
    expect([file.layout.name, ...rows.map(told)]).toEqual(['schwab', expected])
  })

  it('has whose account it is above the header, and a sum below the rows that is no row', async () => {
    const { file, rows } = await read([
      '"Transactions  for account XXXX-1234 as of 01/16/2026 09:00:00 ET, all of them, in dollars"',
      '',
      SCHWAB,
      '"01/15/2026","Bank Interest","","INTEREST","","","","$1.20"',
      '"Transactions Total","","","","","","","$1.20"',
    ])
    expect([file.layout.name, file.rows.map(({ line }) => line)]).toEqual(['schwab', [4, 5]])
    expect(rows.map(told)).toEqual([
      ['interest', 1.2, 1.2, 0, 0],
      expect.arrayContaining([expect.stringContaining('"Transactions Total"')]),
    ])
  })
})

describe('an export of Ghostfolio', () => {
  it.each([
    ['100,10,BUY,2', ['buy', -1_002, 1_000, 2, 0]],
    ['0,1,FEE,5', ['fee', -5, 5, 0, 0]],
    ['3,1,FEE,0', ['fee', -3, 3, 0, 0]],
    ['12.5,1,INTEREST,0.5', ['interest', 12, 12.5, 0.5, 0]],
    ['0.25,10,DIVIDEND,0', ['dividend', 2.5, 2.5, 0, 0]],
    ['100,1,LIABILITY,0', [expect.stringContaining('not "LIABILITY"')]],
  ])('%s', async (row, expected) => {
    const { file, rows } = await read([
      'Date,Code,DataSource,Currency,Price,Quantity,Action,Fee,Note',
      `01-02-2026,AAPL,YAHOO,USD,${row},`,
    ])
    expect([file.layout.name, ...rows.map(told)]).toEqual(['ghostfolio', expected])
  })
})

describe('a file of nobody known', () => {
  const HEADER = 'Date;Type;Ticker;Shares;Price'

  it.each([
    ['what Excel writes above', ['sep=;', HEADER]],
    ['titles, also with other separators', ['My account, all of it, 2025', '', '""', HEADER]],
  ])('has its header below %s', async (_, above) => {
    const { file, rows } = await read([...above, '2025-03-04;buy;AAPL;1,5;200,25'])
    expect([file.layout.name, file.unmapped]).toEqual(['generic', []])
    expect(rows).toMatchObject([{ type: 'buy', quantity: 1.5, price: 200.25 }])
  })

  it('has a rate of which nobody knows the direction, unless a mapping says that it is ours', async () => {
    const lines = [`${HEADER};Exchange rate`, '2025-03-04;buy;AAPL;1,5;200,25;1,05']
    const open = await read(lines)
    expect([open.file.unmapped, open.rows]).toMatchObject([['exchange rate'], [{ fx_rate: null }]])
    const mapped = await read(lines, { fx_rate: 'Exchange rate' })
    expect([mapped.file.unmapped, mapped.rows]).toMatchObject([[], [{ fx_rate: 1.05 }]])
  })

  it('has rows with one date of another order, of which those are read that leave nothing open', async () => {
    const dates = ['13/04/2025', '04/13/2025', '03/04/2025', '2025-04-03']
    const { rows } = await read([HEADER, ...dates.map((date) => `${date};buy;AAPL;1;1`)])
    expect(rows.map((row) => ('errors' in row ? row.errors : row.trade_date))).toEqual([
      '2025-04-13',
      '2025-04-13',
      [expect.stringContaining('whether days or months come first is not known')],
      '2025-04-03',
    ])
  })
})
