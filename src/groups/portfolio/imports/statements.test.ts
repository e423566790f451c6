import { describe, expect, it } from 'vitest'
import { read, readAll, told } from '../../../../tests/support/interpreted.ts'

const OPTIONS = 'type "option" is not read: options are not supported.'

describe('an export of Fidelity', () => {
  const HEADER =
    'Run Date,Action,Symbol,Description,Type,Quantity,Price ($),Commission ($),Fees ($),Accrued Interest ($),Amount ($),Cash Balance ($),Settlement Date'
  const row = (action: string, symbol: string, cells: string): string =>
    `03/04/2025,"${action}",${symbol},"DESCRIPTION",Cash,${cells},5000,03/05/2025`

  it('has its header below blank lines, and what moved after commission and fees', async () => {
    const found = await readAll(
      '',
      HEADER,
      row('YOU BOUGHT APPLE INC (AAPL) (Cash)', 'AAPL', '10,200.5,4.95,,,-2009.95'),
      row('YOU SOLD APPLE INC (AAPL) (Cash)', 'AAPL', '-4,210,,0.02,,839.98'),
      row('DIVIDEND RECEIVED APPLE INC (AAPL) (Cash)', 'AAPL', '0.000,,,,,2.50'),
      row('REINVESTMENT VANGUARD S&P 500 (VOO) (Cash)', 'VOO', '0.005,500,,,,-2.50'),
      row('LONG-TERM CAP GAIN FUND (FXAIX) (Cash)', 'FXAIX', '0.000,,,,,12'),
      row('INTEREST EARNED FDIC INSURED DEPOSIT (QQQ) (Cash)', '', '0.000,,,,,0.41'),
      row('FOREIGN TAX PAID SAP SE (SAP) (Cash)', 'SAP', '0.000,,,,,-1.30'),
      row('FEE CHARGED ADR FEE (SAP) (Cash)', 'SAP', '0.000,,,,,-0.60'),
      row('Electronic Funds Transfer Received (Cash)', '', '0.000,,,,,3000'),
      row('Electronic Funds Transfer Paid (Cash)', '', '0.000,,,,,-250'),
    )
    expect([found.layout, found.unmapped]).toEqual(['fidelity', []])
    expect(found.told).toEqual([
      ['buy', -2_009.95, 2_005, 4.95, 0],
      ['sell', 839.98, 840, 0.02, 0],
      ['dividend', 2.5, 2.5, 0, 0],
      ['buy', -2.5, 2.5, 0, 0],
      ['dividend', 12, 12, 0, 0],
      ['interest', 0.41, 0.41, 0, 0],
      ['tax', -1.3, 1.3, 0, 0],
      ['fee', -0.6, 0.6, 0, 0],
      ['deposit', 3_000, 3_000, 0, 0],
      ['withdrawal', -250, 250, 0, 0],
    ])
    expect(found.rows[0]).toMatchObject({
      trade_date: '2025-03-04',
      quantity: 10,
      price: 200.5,
      currency: 'USD',
    })
    expect(found.rows[2]).toMatchObject({ quantity: null, instrument: { by: 'ticker', value: 'AAPL' } })
  })

  it('has names without the sign of the dollar as well', async () => {
    const found = await readAll(
      HEADER.replaceAll(' ($)', ''),
      row('YOU BOUGHT APPLE INC (AAPL) (Cash)', 'AAPL', '10,200.5,4.95,,,-2009.95'),
    )
    expect([found.layout, found.unmapped, found.told]).toEqual([
      'fidelity',
      [],
      [['buy', -2_009.95, 2_005, 4.95, 0]],
    ])
  })

  it.each([
    ['0,,USD', '0', [], 'USD'],
    // Of a trade abroad the row is in the currency of that market.
    ['10,CAD,CAD', '0.73', ['exchange quantity', 'exchange currency', 'exchange rate'], 'CAD'],
  ])('has columns of exchanges abroad in its newer form: %s', async (exchange, rate, unmapped, currency) => {
    const found = await readAll(
      'Run Date,Action,Symbol,Description,Type,Exchange Quantity,Exchange Currency,Currency,Price,Quantity,Exchange Rate,Commission,Fees,Accrued Interest,Amount,Settlement Date',
      `03/04/2025,"YOU BOUGHT APPLE INC (AAPL) (Cash)",AAPL,"APPLE INC",Cash,${exchange},200.5,10,${rate},4.95,,,-2009.95,03/05/2025`,
    )
    expect([found.layout, found.unmapped, found.rows]).toMatchObject(['fidelity', unmapped, [{ currency }]])
  })

  it.each([
    ['REINVESTMENT as of 02/28/2025 VANGUARD S&P 500 (VOO) (Cash)', '2025-02-28'],
    ['DIVIDEND RECEIVED as of Feb-28-2025 APPLE INC (AAPL) (Cash)', '2025-02-28'],
    ['RETURN OF CAPITAL as of 2025-02-28 FUND (GDXW) (Cash)', '2025-02-28'],
    ['YOU BOUGHT RSU1234 AS OF 02-28-25 APPLE INC (AAPL) (Cash)', '2025-02-28'],
    ['DIVIDEND RECEIVED AS OF THE DAY 2 FUND (DAY) (Cash)', '2025-03-04'],
  ])('is of the day that its action names, not of that of the booking: %s', async (action, day) => {
    const cells = /BOUGHT|REINVEST/.test(action) ? '0.005,500,,,,-2.50' : '0.000,,,,,2.50'
    const found = await readAll(HEADER, row(action, 'AAPL', cells))
    expect([found.unmapped, found.rows]).toMatchObject([[], [{ trade_date: day }]])
  })

  it('rejects options, what it does not know, and what takes back another row; interest that was accrued is named', async () => {
    const found = await readAll(
      HEADER,
      row('YOU BOUGHT OPENING TRANSACTION CALL (AAPL)', '-AAPL250117C200', '1,5.5,,0.65,,-550.65'),
      row('MERGER MER FROM X', 'X', '5,,,,,'),
      row('TRANSFER OF ASSETS ACAT RECEIVE SCHWAB US DIVIDEND EQUITY ETF (SCHD)', 'SCHD', '5,,,,,140'),
      row('REVERSE SPLIT R/S FROM X', 'X', '-5,,,,,'),
      row('DIVIDEND RECEIVED APPLE INC (AAPL) (Cash)', 'AAPL', '0.000,,,,,-2.50'),
      row('YOU BOUGHT TREASURY', '912810', '1000,0.99,,,4.5,-994.5'),
    )
    expect(found.told.slice(0, 5)).toEqual([
      [OPTIONS],
      [expect.stringContaining('not "MERGER MER"')],
      [expect.stringContaining('not "TRANSFER OF"')],
      [expect.stringContaining('splits that are recorded are applied by themselves')],
      [
        expect.stringContaining(
          'the total has the sign of money that goes, and dividend is money that comes',
        ),
      ],
    ])
    expect(found.unmapped).toEqual(['quantity', 'accrued interest ($)'])
  })
})

describe('a file of several accounts', () => {
  it.each([
    [
      'Run Date,Account,Account Number,Action,Symbol,Quantity,Price ($),Amount ($)',
      '03/04/2025,"A","X1","YOU BOUGHT APPLE INC (AAPL)",AAPL,10,200.5,-2005',
      '03/04/2025,"A","X2","YOU SOLD APPLE INC (AAPL)",AAPL,-10,200.5,2005',
    ],
    [
      'Account Number,Trade Date,Transaction Type,Symbol,Shares,Share Price,Net Amount',
      '1,03/04/2025,Buy,AAPL,10,200.5,-2005',
      '2,03/04/2025,Sell,AAPL,-10,200.5,2005',
    ],
    [
      'ClientAccountID,CurrencyPrimary,Date/Time,Amount,Type',
      'U1,EUR,20250303,1000,Deposits/Withdrawals',
      'U2,EUR,20250303,1000,Deposits/Withdrawals',
    ],
  ])('is refused, because all of it would go into one: %s', async (...lines) => {
    await expect(read(lines)).rejects.toThrow(
      'csv must be of one account, not of 2: import each into an account of its own.',
    )
    expect((await read(lines.slice(0, 2))).rows.map(told)).toHaveLength(1)
  })
})

describe('an export of Vanguard', () => {
  it('has the net amount, and sweeps that are no transactions', async () => {
    const found = await readAll(
      'Account Number,Trade Date,Settlement Date,Transaction Type,Transaction Description,Investment Name,Symbol,Shares,Share Price,Principal Amount,Commissions and Fees,Net Amount,Accrued Interest,Account Type,',
      '123,03/04/2025,03/05/2025,Buy,Buy,APPLE,AAPL,10.0,200.5,-2005.0,1.5,-2006.5,0.0,CASH,',
      '123,03/04/2025,03/05/2025,Sell,Sell,APPLE,AAPL,-4.0,210,840.0,0.0,840.0,0.0,CASH,',
      '123,03/04/2025,03/04/2025,Dividend,Dividend Received,APPLE,AAPL,0.0,1.0,2.5,0.0,2.5,0.0,CASH,',
      '123,03/04/2025,03/04/2025,Capital gain (LT),Capital gain,FUND,VTSAX,0.0,0.0,7,0.0,7,0.0,CASH,',
      '123,03/04/2025,03/04/2025,Reinvestment,Dividend Reinvestment,FUND,VTSAX,0.07,100,-7,0.0,-7,0.0,CASH,',
      '123,03/04/2025,03/04/2025,Funds Received,Electronic bank transfer,CASH,,0.0,0.0,1000,0.0,1000,0.0,CASH,',
      '123,03/04/2025,03/04/2025,Withdrawal,Electronic bank transfer,CASH,,0.0,0.0,-30,0.0,-30,0.0,CASH,',
      '123,03/04/2025,03/04/2025,Withdrawal,Shares moved,ETF,VTI,-5,0.0,0,0.0,0,0.0,CASH,',
      '123,03/04/2025,03/04/2025,Distribution,Shares moved,ETF,VTI,-5,200,-1000,0.0,1000,0.0,CASH,',
      '123,03/04/2025,03/04/2025,Sweep in,Sweep,MONEY MARKET,VMFXX,0.0,1.0,-20,0.0,-20,0.0,CASH,',
    )
    expect([found.layout, found.unmapped, found.told]).toEqual([
      'vanguard',
      ['shares'],
      [
        ['buy', -2_006.5, 2_005, 1.5, 0],
        ['sell', 840, 840, 0, 0],
        ['dividend', 2.5, 2.5, 0, 0],
        ['dividend', 7, 7, 0, 0],
        ['buy', -7, 7, 0, 0],
        ['deposit', 1_000, 1_000, 0, 0],
        ['withdrawal', -30, 30, 0, 0],
        [expect.stringContaining('not "Withdrawal of shares"')],
        [expect.stringContaining('not "Distribution of shares"')],
        [expect.stringContaining('not "Sweep in"')],
      ],
    ])
  })
})

describe('an export of Robinhood', () => {
  it('has codes for types, and money that went in parentheses', async () => {
    const line = (instrument: string, code: string, cells: string): string =>
      `"3/4/2025","3/4/2025","3/5/2025","${instrument}","Text","${code}",${cells}`
    const found = await readAll(
      '"Activity Date","Process Date","Settle Date","Instrument","Description","Trans Code","Quantity","Price","Amount"',
      line('AAPL', 'Buy', '"10","$200.50","($2,005.00)"'),
      line('AAPL', 'Sell', '"4","$210.00","$839.98"'),
      line('AAPL', 'CDIV', '"","","$2.50"'),
      line('', 'INT', '"","","$0.41"'),
      line('', 'GOLD', '"","","($5.00)"'),
      line('SAP', 'DTAX', '"","","($1.30)"'),
      line('', 'ACH', '"","","$3,000.00"'),
      line('', 'ACH', '"","","($250.00)"'),
      line('', 'ACH', '"","","$0.00"'),
      line('AAPL', 'BTO', '"1","$5.50","($550.04)"'),
      line('AAPL', 'SPL', '"30","",""'),
    )
    expect([found.layout, found.unmapped, found.told]).toEqual([
      'robinhood',
      ['quantity'],
      [
        ['buy', -2_005, 2_005, 0, 0],
        ['sell', 839.98, 839.98, 0, 0],
        ['dividend', 2.5, 2.5, 0, 0],
        ['interest', 0.41, 0.41, 0, 0],
        ['fee', -5, 5, 0, 0],
        ['tax', -1.3, 1.3, 0, 0],
        ['deposit', 3_000, 3_000, 0, 0],
        ['withdrawal', -250, 250, 0, 0],
        [expect.stringContaining('not "ACH"')],
        [OPTIONS],
        [expect.stringContaining('splits that are recorded')],
      ],
    ])
  })
})

describe('shares in an export of Robinhood', () => {
  const HEADER =
    '"Activity Date","Process Date","Settle Date","Instrument","Description","Trans Code","Quantity","Price","Amount"'
  const line = (code: string, cells: string): string =>
    `"3/4/2025","3/4/2025","3/5/2025","AAPL","Text","${code}",${cells}`

  it('have an S behind them where they are taken away', async () => {
    const { rows } = await readAll(HEADER, line('Sell', '"10S","$210.00","$2,100.00"'))
    expect(rows).toMatchObject([{ type: 'sell', quantity: 10, price: 210, amount: 2_100 }])
  })

  it.each([
    ['SPR', '"10S","",""', 'splits that are recorded'],
    ['Split', '"30","$25.00",""', 'splits that are recorded'],
    ['MRGS', '"10S","",""', 'enter by hand'],
    ['SOFF', '"2","",""', 'enter by hand'],
    ['OEXP', '"1S","",""', 'options are not supported'],
  ])('that no trade moves are rejected with what to do: %s', async (code, cells, reason) => {
    const found = await readAll(HEADER, line(code, cells))
    expect(found.told).toEqual([[expect.stringContaining(reason)]])
  })

  it.each([
    ['MINT', '"","","($1.20)"', ['fee', -1.2, 1.2, 0, 0]],
    ['ROC', '"","","$3.00"', ['return_of_capital', 3, 3, 0, 0]],
  ])('that it pays for, or on, are money: %s', async (code, cells, expected) => {
    expect((await readAll(HEADER, line(code, cells))).told).toEqual([expected])
  })
})

describe('a flex query of Interactive Brokers', () => {
  const TRADES =
    'ClientAccountID,CurrencyPrimary,FXRateToBase,AssetClass,Symbol,ISIN,Multiplier,DateTime,TradeDate,Quantity,TradePrice,Proceeds,Taxes,IBCommission,IBCommissionCurrency,NetCash,Buy/Sell,LevelOfDetail,TransactionID'
  const trade = (cells: string): string => `U1,USD,0.92,${cells}`

  it('of trades has quantities and commissions with their signs, and what moved after all', async () => {
    const found = await readAll(
      TRADES,
      trade(
        'STK,AAPL,US0378331005,1,20250304;093000,20250304,10,200.5,-2005,0,-1,USD,-2006,BUY,EXECUTION,11',
      ),
      trade('STK,AAPL,,1,20250305;093000,20250305,-4,210,840,-0.5,-1,USD,838.5,SELL,EXECUTION,12'),
    )
    expect([found.layout, found.unmapped, found.told]).toEqual([
      'interactive-brokers',
      [],
      [
        ['buy', -2_006, 2_005, 1, 0],
        ['sell', 838.5, 840, 1, 0.5],
      ],
    ])
    expect(found.rows).toMatchObject([
      {
        trade_date: '2025-03-04',
        instrument: { by: 'isin' },
        fx_rate: null,
        external_id: '11',
        currency: 'USD',
      },
      { trade_date: '2025-03-05', instrument: { by: 'ticker', value: 'AAPL' }, quantity: 4 },
    ])
  })

  it('of trades rejects orders beside their executions, options, currencies, what was cancelled and a commission in another currency', async () => {
    const found = await readAll(
      TRADES,
      trade('STK,AAPL,,1,20250304;093000,20250304,10,200.5,-2005,0,-1,USD,-2006,BUY,ORDER,'),
      trade('OPT,AAPL  250117C00200000,,100,20250304;093000,20250304,1,5,-500,0,-1,USD,-501,BUY,EXECUTION,1'),
      trade('CASH,EUR.USD,,1,20250304;093000,20250304,1000,1.05,-1050,0,-2,USD,-1052,BUY,EXECUTION,2'),
      trade('FUT,ESH5,,50,20250304;093000,20250304,1,5000,-250000,0,-2,USD,-2,BUY,EXECUTION,3'),
      trade('STK,AAPL,,1,20250304;093000,20250304,-10,200.5,2005,0,1,USD,2006,BUY (Ca.),EXECUTION,4'),
      trade('STK,AAPL,,1,20250304;093000,20250304,10,200.5,-2005,0,-1,EUR,-2005,BUY,EXECUTION,5'),
    )
    expect(found.told).toEqual([
      [expect.stringContaining('not "ORDER"')],
      [OPTIONS],
      [expect.stringContaining('transfer_out of the one and transfer_in of the other')],
      [expect.stringContaining('not "fut"')],
      [expect.stringContaining('not "BUY (Ca.)"')],
      ['fee is in EUR, and what that is in USD is not known.'],
    ])
  })

  it('of trades without their class rejects what other columns show to be no shares', async () => {
    const found = await readAll(
      'Currency,Symbol,Put/Call,Multiplier,Trade Date,Quantity,TradePrice,Buy/Sell',
      'USD,AAPL,C,100,2025-03-04,1,5,BUY',
      'USD,EUR.USD,,1,2025-03-04,1000,1.05,BUY',
      'USD,ES,,50,2025-03-04,1,5000,BUY',
      'USD,AAPL,,1,2025-03-04,10,200.5,BUY',
    )
    expect(found.told).toEqual([
      [OPTIONS],
      [expect.stringContaining('transfer_out of the one and transfer_in of the other')],
      [expect.stringContaining('not "contract of 50"')],
      ['buy', -2_005, 2_005, 0, 0],
    ])
  })

  it('of trades names the column of a commission that was paid back, and takes what moved', async () => {
    const found = await readAll(
      TRADES,
      trade('STK,AAPL,,1,20250304;093000,20250304,10,200.5,-2005,0,0.25,USD,-2004.75,BUY,EXECUTION,11'),
    )
    expect([found.unmapped, found.told]).toEqual([['ibcommission'], [['buy', -2_004.75, 2_004.75, 0, 0]]])
  })

  it('of trades without what moved has shares times price', async () => {
    const found = await readAll(
      'Currency,Symbol,Trade Date,Quantity,TradePrice,IBCommission,Buy/Sell',
      'USD,AAPL,2025-03-04,10,200.5,-1,BUY',
    )
    expect([found.layout, found.told]).toEqual(['interactive-brokers', [['buy', -2_006, 2_005, 1, 0]]])
  })

  it('of cash transactions has money of both directions', async () => {
    const line = (cells: string): string => `U1,${cells}`
    const found = await readAll(
      'ClientAccountID,CurrencyPrimary,FXRateToBase,Symbol,ISIN,Date/Time,SettleDate,Amount,Type,TransactionID',
      line('USD,0.92,AAPL,US0378331005,20250304;202000,20250304,2.5,Dividends,21'),
      line('USD,0.92,AAPL,US0378331005,20250304;202000,20250304,-0.38,Withholding Tax,22'),
      line('USD,0.92,KO,US1912161007,20250304;202000,20250304,1.2,Payment In Lieu Of Dividends,23'),
      line('EUR,1,,,20250303,20250303,1000,Deposits/Withdrawals,24'),
      line('EUR,1,,,20250304,20250304,-200,Deposits & Withdrawals,25'),
      line('EUR,1,,,20250304,20250304,0.7,Broker Interest Received,26'),
      line('EUR,1,,,20250304,20250304,-3.1,Broker Interest Paid,27'),
      line('USD,0.92,,,20250304,20250304,-4.5,Other Fees,28'),
      line('USD,0.92,AAPL,US0378331005,20250304;202000,20250304,0.38,Withholding Tax,29'),
      line('USD,0.92,AAPL,US0378331005,20250304;202000,20250304,0.38,Commission Adjustments,30'),
    )
    expect([found.layout, found.unmapped, found.told]).toEqual([
      'interactive-brokers',
      [],
      [
        ['dividend', 2.5, 2.5, 0, 0],
        ['tax', -0.38, 0.38, 0, 0],
        ['dividend', 1.2, 1.2, 0, 0],
        ['deposit', 1_000, 1_000, 0, 0],
        ['withdrawal', -200, 200, 0, 0],
        ['interest', 0.7, 0.7, 0, 0],
        ['fee', -3.1, 3.1, 0, 0],
        ['fee', -4.5, 4.5, 0, 0],
        [expect.stringContaining('what takes back another row')],
        [expect.stringContaining('what takes back or corrects another row')],
      ],
    ])
    expect(found.rows[4]).toMatchObject({ currency: 'EUR', trade_date: '2025-03-04', external_id: '25' })
  })
})
