import { describe, expect, it } from 'vitest'
import { readAll } from '../../../../tests/support/interpreted.ts'

describe('an export of Revolut', () => {
  it('has currencies before its amounts', async () => {
    const found = await readAll(
      'Date,Ticker,Type,Quantity,Price per share,Total Amount,Currency,FX Rate',
      '2025-03-03T14:30:00.123456Z,,CASH TOP-UP,,,USD 1000,USD,1.0830',
      '2025-03-04T14:30:00.123456Z,AAPL,BUY - MARKET,2.5,USD 200,USD 500,USD,1.0830',
      '2025-03-05T14:30:00.123456Z,AAPL,SELL - LIMIT,1,$210.10,$210.08,USD,1.0830',
      '2025-03-06T14:30:00.123456Z,AAPL,DIVIDEND,,,USD 0.50,USD,1.0830',
      '2025-03-07T14:30:00.123456Z,,CUSTODY FEE,,,USD -0.10,USD,1.0830',
      '2025-03-07T14:30:00.123456Z,,CASH WITHDRAWAL,,,-USD 12.30,USD,1.0830',
      '2025-03-07T14:30:00.123456Z,AAPL,DIVIDEND,,,USD -0.50,USD,1.0830',
      '2025-03-07T14:30:00.123456Z,AAPL,STOCK SPLIT,7.5,,USD 0,USD,1.0830',
    )
    expect([found.layout, found.unmapped, found.told]).toEqual([
      'revolut',
      [],
      [
        ['deposit', 1_000, 1_000, 0, 0],
        ['buy', -500, 500, 0, 0],
        ['sell', 210.08, 210.08, 0, 0],
        ['dividend', 0.5, 0.5, 0, 0],
        ['fee', -0.1, 0.1, 0, 0],
        ['withdrawal', -12.3, 12.3, 0, 0],
        [expect.stringContaining('dividend is money that comes')],
        [expect.stringContaining('splits that are recorded are applied by themselves')],
      ],
    ])
  })
})

describe('transactions of DEGIRO', () => {
  const OLD =
    'Date,Time,Product,ISIN,Reference exchange,Venue,Quantity,Price,,Local value,,Value,,Exchange rate,Transaction and/or third,,Total,,Order ID'
  const NEW =
    'Date,Time,Product,ISIN,Reference exchange,Venue,Quantity,Price,,Local value,,Value EUR,Exchange rate,AutoFX Fee,Transaction and/or third party fees EUR,Total EUR,Order ID,'

  // 2,005 USD at 1.0415 are 1,925.11 EUR; 1,926.10 moved, of which 1.00 is a fee.
  it('have the currency behind each amount, and the day first', async () => {
    const found = await readAll(
      OLD,
      '03-04-2025,15:30,APPLE INC,US0378331005,NDQ,XNAS,10,200.5000,USD,-2005.00,USD,-1925.10,EUR,1.0415,-1.00,EUR,-1926.10,EUR,abc',
      '04-04-2025,16:30,SAP SE,DE0007164600,XET,XETA,-4,210.0000,EUR,840.00,EUR,840.00,EUR,,-4.90,EUR,835.10,EUR,abc',
      '05-04-2025,16:30,SAP SE,DE0007164600,XET,XETA,1,210.0000,EUR,-210.00,EUR,-210.00,EUR,,,,-210.00,EUR,abc',
    )
    expect([found.layout, found.unmapped]).toEqual(['degiro', []])
    expect(found.told).toEqual([
      ['buy', -1_926.1, 2_005, expect.closeTo(1.0415, 4), 0],
      ['sell', 835.1, 840, 4.9, 0],
      ['buy', -210, 210, 0, 0],
    ])
    // One order, filled in parts: its id is none of a transaction.
    expect(found.rows).toMatchObject([
      { trade_date: '2025-04-03', currency: 'USD', fx_currency: 'EUR', external_id: null },
      { trade_date: '2025-04-04', currency: 'EUR', fx_rate: null, external_id: null },
      { trade_date: '2025-04-05', quantity: 1, price: 210 },
    ])
  })

  it('have it in the name as well', async () => {
    const found = await readAll(
      NEW,
      '03-04-2025,15:30,APPLE INC,US0378331005,NDQ,XNAS,10,200.5000,USD,-2005.00,USD,-1925.10,1.0415,-4.81,-1.00,-1930.91,,abc',
    )
    expect([found.layout, found.unmapped, found.told]).toEqual([
      'degiro',
      [],
      [['buy', -1_930.91, 2_005, expect.closeTo(6.0511, 3), 0]],
    ])
  })

  // Four for one: with the split that is recorded there would be seven times as many.
  it('rejects what nobody has ordered', async () => {
    const found = await readAll(
      OLD,
      '31-08-2020,08:00,APPLE INC,US0378331005,NDQ,,-10,500.0000,USD,5000.00,USD,4200.00,EUR,1.1905,,,4200.00,EUR,',
      '31-08-2020,08:00,APPLE INC,US0378331005,NDQ,,40,125.0000,USD,-5000.00,USD,-4200.00,EUR,1.1905,,,-4200.00,EUR,',
    )
    const reason =
      'type "corporate action" is not read: enter by hand what is not recorded with the instrument.'
    expect(found.told).toEqual([[reason], [reason]])
  })

  it('rejects a total that does not follow from the rest', async () => {
    const found = await readAll(
      OLD,
      '03-04-2025,15:30,APPLE INC,US0378331005,NDQ,XNAS,10,200.5000,USD,-2005.00,USD,-925.10,EUR,1.0415,-1.00,EUR,-926.10,EUR,abc',
    )
    expect(found.told).toEqual([[expect.stringContaining('does not follow from the USD of the row')]])
  })
})

describe('an account of DEGIRO', () => {
  const HEADER = 'Date,Time,Value date,Product,ISIN,Description,FX,Change,,Balance,,Order Id'
  const row = (cells: string, order = ''): string =>
    `03-04-2025,15:30,02-04-2025,${cells},EUR,100.00,${order}`

  it('has what is not in its transactions: dividends, deposits, interest, fees, and conversions as two transfers', async () => {
    const found = await readAll(
      HEADER,
      row('APPLE INC,US0378331005,Dividend,,USD,2.60'),
      row('APPLE INC,US0378331005,Dividend Tax,,USD,-0.39'),
      row(',,FX Debit,1.0831,USD,-2.21'),
      row(',,FX Credit,,EUR,2.04'),
      row(',,flatex Deposit,,EUR,1000.00'),
      row(',,Processed Flatex Withdrawal,,EUR,-250.00'),
      row(',,Flatex Interest Income,,EUR,0.12'),
      row(',,Flatex Interest,,EUR,-0.30'),
      row(',,DEGIRO Exchange Connection Fee 2025 (Xetra),,EUR,-2.50'),
      row(',,DEGIRO Exchange Connection Fee 2025 (Xetra),,EUR,2.50'),
      row(',,Degiro Cash Sweep Transfer,,EUR,-5.00'),
      row('SAP SE,DE0007164600,"Buy 10 SAP SE@210 EUR (DE0007164600)",,EUR,-2100.00', 'abc'),
      row('SAP SE,DE0007164600,DEGIRO Transaction and/or third party fees,,EUR,-4.90', 'abc'),
    )
    expect([found.layout, found.unmapped]).toEqual(['degiro', []])
    expect(found.told).toEqual([
      ['dividend', 2.6, 2.6, 0, 0],
      ['tax', -0.39, 0.39, 0, 0],
      ['transfer_out', -2.21, 2.21, 0, 0],
      ['transfer_in', 2.04, 2.04, 0, 0],
      ['deposit', 1_000, 1_000, 0, 0],
      ['withdrawal', -250, 250, 0, 0],
      ['interest', 0.12, 0.12, 0, 0],
      ['fee', -0.3, 0.3, 0, 0],
      ['fee', -2.5, 2.5, 0, 0],
      [expect.stringContaining('a refund has no type')],
      [expect.stringContaining('not "cash sweep"')],
      ['type "part of a trade" is not read: trades, and what was paid for them, are in the other file.'],
      ['type "part of a trade" is not read: trades, and what was paid for them, are in the other file.'],
    ])
    expect(found.rows[0]).toMatchObject({
      trade_date: '2025-04-03',
      currency: 'USD',
      instrument: { by: 'isin', value: 'US0378331005' },
    })
  })
})
