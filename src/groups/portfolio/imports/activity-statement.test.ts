import { describe, expect, it } from 'vitest'
import { cpuMs } from '../../../../tests/support/cpu-time.ts'
import { read, readAll } from '../../../../tests/support/interpreted.ts'

describe('an activity statement of Interactive Brokers', () => {
  const START = [
    '\uFEFFStatement,Header,Field Name,Field Value',
    'Statement,Data,Title,Activity Statement',
    'Account Information,Header,Field Name,Field Value',
    'Account Information,Data,Account,U1234567',
    'Net Asset Value,Header,Asset Class,Prior Total,Current Long,Current Short,Current Total,Change',
    'Net Asset Value,Data,Cash,0,100,0,100,100',
  ]
  const TRADES =
    'Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,C. Price,Proceeds,Comm/Fee,Basis,Realized P/L,MTM P/L,Code'
  const IDENTITIES = [
    'Financial Instrument Information,Header,Asset Category,Symbol,Description,Conid,Security ID,Listing Exch,Multiplier,Type,Code',
    'Financial Instrument Information,Data,Stocks,"AAPL, AAPL.OLD",APPLE INC,265598,US0378331005,NASDAQ,1,COMMON,',
    'Financial Instrument Information,Data,Stocks,KO,COCA-COLA,8894,191216100,NYSE,1,COMMON,',
  ]

  it('has trades, with identifiers from another section, and money of all sections, without their sums', async () => {
    const found = await readAll(
      ...START,
      TRADES,
      'Trades,Data,Order,Stocks,USD,AAPL,"2025-03-04, 09:30:00","1,000",200.5,201,-200500,-1,200501,0,500,O',
      'Trades,Data,Order,Stocks,USD,AAPL,"2025-03-05, 09:30:00",-400,210,211,84000,-1.5,-80200,3798.5,-400,C;P',
      'Trades,SubTotal,,Stocks,USD,AAPL,,600,,,-116500,-2.5,120301,3798.5,100,',
      'Trades,Total,,Stocks,USD,,,,,,-116500,-2.5,120301,3798.5,100,',
      'Dividends,Header,Currency,Date,Description,Amount',
      'Dividends,Data,USD,2025-05-15,AAPL(US0378331005) Cash Dividend USD 0.26 per Share (Ordinary Dividend),156',
      'Dividends,Data,USD,2025-05-16,KO (191216100) Payment in Lieu of Dividend (Ordinary Dividend),3',
      'Dividends,Data,USD,2025-05-17,KO(191216100) Cash Dividend USD 0.10 per Share (Return of Capital),4',
      'Dividends,Data,Total,,,163',
      'Withholding Tax,Header,Currency,Date,Description,Amount,Code',
      'Withholding Tax,Data,USD,2025-05-15,AAPL(US0378331005) Cash Dividend USD 0.26 per Share - US Tax,-23.4,',
      'Withholding Tax,Data,Total,,,-23.4,',
      'Deposits & Withdrawals,Header,Currency,Settle Date,Description,Amount',
      'Deposits & Withdrawals,Data,EUR,2025-03-03,Electronic Fund Transfer,"10,000"',
      'Deposits & Withdrawals,Data,EUR,2025-06-03,Disbursement,-200',
      'Interest,Header,Currency,Date,Description,Amount',
      'Interest,Data,EUR,2025-04-03,EUR Credit Interest for Mar-2025,0.7',
      'Interest,Data,USD,2025-04-03,USD Debit Interest for Mar-2025,-3.1',
      'Fees,Header,Subtitle,Currency,Date,Description,Amount',
      'Fees,Data,Other Fees,USD,2025-04-04,Market data,-4.5',
      'Fees,Data,Total,,,,-4.5',
      'Transaction Fees,Header,Asset Category,Currency,Date/Time,Symbol,Description,Quantity,Trade Price,Amount,Code',
      'Transaction Fees,Data,Stocks,GBP,"2025-04-04, 09:00:00",VOD,UK Stamp Tax,100,0.7,-0.35,',
      ...IDENTITIES,
    )
    expect([found.layout, found.unmapped]).toEqual(['interactive-brokers', []])
    expect(found.told).toEqual([
      ['buy', -200_501, 200_500, 1, 0],
      ['sell', 83_998.5, 84_000, 1.5, 0],
      ['dividend', 156, 156, 0, 0],
      ['dividend', 3, 3, 0, 0],
      ['return_of_capital', 4, 4, 0, 0],
      ['tax', -23.4, 23.4, 0, 0],
      ['deposit', 10_000, 10_000, 0, 0],
      ['withdrawal', -200, 200, 0, 0],
      ['interest', 0.7, 0.7, 0, 0],
      ['fee', -3.1, 3.1, 0, 0],
      ['fee', -4.5, 4.5, 0, 0],
      ['tax', -0.35, 0.35, 0, 0],
    ])
    const apple = { by: 'isin', value: 'US0378331005' }
    expect(found.rows.slice(0, 4)).toMatchObject([
      { trade_date: '2025-03-04', quantity: 1_000, price: 200.5, currency: 'USD', instrument: apple },
      { trade_date: '2025-03-05', quantity: 400, instrument: apple },
      { trade_date: '2025-05-15', quantity: null, instrument: apple },
      { trade_date: '2025-05-16', instrument: { by: 'ticker', value: 'KO' } },
    ])
    expect(
      (await read([...START, TRADES, 'Trades,Data,Order,Stocks,USD,AAPL,2025-03-04,1,2'])).file.rows,
    ).toMatchObject([{ line: 8 }])
  })

  it('has one row of an order that is there with its executions', async () => {
    const cells = 'Stocks,USD,AAPL,"2025-03-04, 09:30:00"'
    const found = await readAll(
      ...START,
      TRADES,
      `Trades,Data,Order,${cells},10,200.5,201,-2005,-1,2006,0,5,O`,
      `Trades,Data,Trade,${cells},4,200.5,201,-802,-0.4,802.4,0,2,O`,
      `Trades,Data,Trade,${cells},6,200.5,201,-1203,-0.6,1203.6,0,3,O`,
    )
    expect(found.told).toEqual([['buy', -2_006, 2_005, 1, 0]])
    const alone = await readAll(
      ...START,
      TRADES,
      `Trades,Data,Trade,${cells},4,200.5,201,-802,-0.4,802.4,0,2,O`,
    )
    expect(alone.told).toEqual([['buy', -802.4, 802, 0.4, 0]])
  })

  it('rejects what is no share, what was cancelled or taken back, and every section of money that it does not know', async () => {
    const found = await readAll(
      ...START,
      TRADES,
      'Trades,Data,Order,Equity and Index Options,USD,AAPL 17JAN25 200 C,"2025-01-04, 09:30:00",1,5,5,-500,-1,501,0,0,O',
      'Trades,Data,Order,Futures,USD,ESH5,"2025-01-04, 09:30:00",1,5000,5000,-250000,-1,0,0,0,O',
      'Trades,Data,Order,Stocks,USD,AAPL,"2025-03-04, 09:30:00",-10,200.5,201,2005,0,0,0,0,Ca',
      'Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,,Proceeds,Comm in EUR,,,MTM in EUR,Code',
      'Trades,Data,Order,Forex,USD,EUR.USD,"2025-01-04, 09:30:00","1,000",1.05,,-1050,-2,,,0,',
      'Dividends,Header,Currency,Date,Description,Amount',
      'Dividends,Data,USD,2025-05-15,AAPL(US0378331005) Cash Dividend USD 0.26 per Share - Reversal,-156',
      'Fees,Header,Subtitle,Currency,Date,Description,Amount',
      'Fees,Data,Other Fees,USD,2025-04-04,Market data,4.5',
      'Corporate Actions,Header,Asset Category,Currency,Report Date,Date/Time,Description,Quantity,Proceeds,Value,Realized P/L,Code',
      'Corporate Actions,Data,Stocks,USD,2025-06-10,"2025-06-09, 20:25:00",X(US0000000000) Split 4 for 1,30,0,0,0,',
      'Sales Tax Details,Header,Currency,Date,Country,Tax Type,Payer,Taxable Description,Taxable Amount,Tax Rate,Sales Tax,Tax Amount',
      'Sales Tax Details,Data,EUR,2025-06-10,DE,VAT,IBIE,Fee,-10,0.19,-1.9,-1.9',
    )
    expect(found.told).toEqual([
      [expect.stringContaining('options are not supported')],
      [expect.stringContaining('not "futures"')],
      [expect.stringContaining('what takes back or corrects another row')],
      [expect.stringContaining('transfer_out of the one and transfer_in of the other')],
      [expect.stringContaining('dividend is money that comes')],
      [expect.stringContaining('a refund has no type')],
      [expect.stringContaining('enter by hand what is not recorded with the instrument')],
      [expect.stringContaining('not "sales tax details"')],
    ])
  })

  // A thousands separator without quotes: the amount would be 1.
  it('rejects a row that has more cells than the header of its section', async () => {
    const found = await readAll(
      ...START,
      'Dividends,Header,Currency,Date,Description,Amount',
      'Dividends,Data,USD,2025-05-15,KO(191216100) Cash Dividend USD 0.10 per Share (Ordinary Dividend),1,560.25',
      'Dividends,Data,USD,2025-05-16,KO(191216100) Cash Dividend USD 0.10 per Share (Ordinary Dividend),3,',
    )
    expect(found.told).toEqual([['the row has more cells than the header.'], ['dividend', 3, 3, 0, 0]])
  })

  it('is read in time that grows with it, whatever its descriptions are', async () => {
    const blanks = ' '.repeat(200_000)
    const before = cpuMs()
    await readAll(
      ...START,
      'Dividends,Header,Currency,Date,Description,Amount',
      `Dividends,Data,USD,2025-05-15,A${blanks}B,156`,
      `Dividends,Data,USD,2025-05-15,A${blanks}(B,156`,
    )
    expect(cpuMs() - before).toBeLessThan(2_000)
  })

  it('of two accounts is refused, and one without transactions is said to have no row', async () => {
    const other = START.map((line) => line.replace('U1234567', 'U7654321'))
    const row = 'Trades,Data,Order,Stocks,USD,AAPL,"2025-03-04, 09:30:00",10,200.5,201,-2005,-1,2006,0,5,O'
    await expect(read([...START, TRADES, row, ...other, TRADES, row])).rejects.toThrow(
      'csv must be of one account, not of 2',
    )
    await expect(read(START)).rejects.toThrow('csv must have a header and at least one row')
  })
})
