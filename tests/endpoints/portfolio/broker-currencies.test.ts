import { describe, expect, test } from 'vitest'
import { listing } from '../../support/factories.ts'
import { boot } from '../../support/harness.ts'

const api = await boot({ env: { DEFAULT_TIER: 'enterprise', CLOCK_START: '2026-06-10T15:00:00Z' } })
await api.importer().listings([listing({ ticker: 'PENCE', currency: 'GBX' })], 'import')

let users = 0

async function importing(currency: string, csv: string, mapping?: Record<string, string>) {
  const token = `Bearer ${await api.token(`broker${users++}@brokers.test`)}`
  const call = (path: string, json?: object) =>
    api.call(`/v1/portfolio/${path}`, { token, ...(json === undefined ? {} : { json }) })
  const { account_id } = (await call('accounts', { name: 'Broker', currency })).body
  const body = {
    account_id,
    dry_run: false,
    format: 'csv',
    csv,
    ...(mapping === undefined ? {} : { mapping }),
  }
  const reply = await call('transactions/import', body)
  const { items } = (await call('transactions?sort=trade_date')).body
  const errors = reply.body.rows.flatMap((row: { errors: string[] }) => row.errors)
  return { unmapped: reply.body.unmapped_columns, errors, items, layout: reply.body.layout, call }
}

const HEADER =
  'Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Total,Currency (Total),Withholding tax,Currency (Withholding tax),Currency conversion fee,Currency (Currency conversion fee),ID'
const trading212 = (...rows: string[]): string => [HEADER, ...rows].join('\n')

describe('an export of Trading 212 in another currency than the instrument', () => {
  // 10 × 200 USD at 1.25 USD a pound are 1,600 GBP, and 2.40 GBP of a fee: 3.00 USD.
  test('200: its rate and its fee give what the broker took', async () => {
    const { items, errors, unmapped, call } = await importing(
      'GBP',
      trading212(
        'Deposit,2026-01-02 08:00:00,,,,,,,,2000.00,GBP,,,,,D1',
        'Market buy,2026-01-05 14:31:02,,AAPL,Apple,10,200.00,USD,1.25,1602.40,GBP,,,2.40,GBP,B1',
      ),
    )
    expect([errors, unmapped]).toEqual([[], []])
    expect(items[1]).toMatchObject({ type: 'buy', amount: 2_000, fee: 3, currency: 'USD', fx_rate: 0.8 })
    const { invested, cash, warnings } = (await call('summary?base_currency=GBP')).body
    expect(invested).toBeCloseTo(1_602.4, 6)
    // In pounds, whatever the dollar does.
    expect([cash, warnings]).toEqual([397.6, []])
  })

  test('200: an account that keeps the currency of the instrument pays in it', async () => {
    const { items, call } = await importing(
      'GBP',
      trading212(
        'Deposit,2026-01-02 08:00:00,,,,,,,,1000.00,GBP,,,,,D1',
        'Market buy,2026-01-05 14:31:02,,AAPL,Apple,10,200.00,USD,1.25,1600.00,GBP,,,,,B1',
      ),
    )
    const cash = async () => (await call('summary?base_currency=GBP')).body.cash
    expect(items[1].warnings).toEqual(['NEGATIVE_CASH'])
    expect(await cash()).toBe(-600)
    const { account_id } = items[0]
    const moved = {
      type: 'transfer_in',
      account_id,
      trade_date: '2026-01-05',
      amount: 2_000,
      currency: 'USD',
    }
    expect((await call('transactions', moved)).status).toBe(201)
    expect(await cash()).toBe(1_000)
  })

  test.each([
    [
      'of a dividend is the other way round',
      'Dividend (Dividend),2026-02-13 10:00:00,,AAPL,Apple,10,0.50,USD,3.60,18.00,PLN,,,,,X',
      'PLN',
      3.6,
    ],
    [
      'of a dividend after tax',
      'Dividend (Dividend),2026-02-13 10:00:00,,AAPL,Apple,10,0.50,USD,0.9,3.15,EUR,1.5,USD,,,X',
      'EUR',
      0.9,
    ],
    [
      'of pence is a hundred',
      'Market buy,2026-01-05 10:50:21,,PENCE,Pence,2.5,546,GBX,100.00000000,13.65,GBP,,,,,X',
      'GBP',
      0.01,
    ],
    [
      'is the day’s where there is none',
      'Dividend (Dividend),2026-02-13 10:00:00,,AAPL,Apple,10,0.50,USD,Not available,4.50,EUR,,,,,X',
      'EUR',
      null,
    ],
    [
      'is the day’s where the account has another currency',
      'Market buy,2026-01-05 10:50:21,,AAPL,Apple,1,100,USD,1.25,80,GBP,,,,,X',
      'EUR',
      null,
    ],
  ])('200: the rate %s', async (_, row, currency, rate) => {
    const { items, errors } = await importing(currency, trading212(row))
    expect(errors).toEqual([])
    expect(items[0].fx_rate).toBe(rate)
  })

  test('200: a fee in the currency of the row is as it is, and so is one that a mapping names', async () => {
    const row = 'Market sell,2026-01-06 14:31:02,,AAPL,Apple,1,200.00,USD,1.25,157.60,GBP,,,2.40,USD,S1'
    const buy = 'Market buy,2026-01-05 14:31:02,,AAPL,Apple,1,200.00,USD,1.25,160,GBP,,,,,B1'
    const { items, unmapped } = await importing('GBP', trading212(buy, row))
    expect([items[1].fee, unmapped]).toEqual([2.4, []])
    const mapped = await importing('GBP', trading212(buy, row.replace('2.40,USD', '2.40,GBP')), {
      fee: 'Currency conversion fee',
    })
    expect([mapped.items[1].fee, mapped.unmapped]).toEqual([2.4, ['currency (currency conversion fee)']])
  })

  test.each([
    [
      'a fee in a third currency, or without a rate',
      'Market buy,2026-01-05 14:31:02,,AAPL,Apple,1,100,USD,,80,GBP,,,2.40,GBP,B1',
      'GBP',
      ['currency conversion fee'],
    ],
    [
      'a rate into another currency than that of the account',
      'Market buy,2026-01-05 14:31:02,,AAPL,Apple,1,100,USD,1.25,80,GBP,,,,,B1',
      'EUR',
      ['exchange rate'],
    ],
    [
      'a tax that no rate leads to',
      'Dividend (Dividend),2026-02-13 10:00:00,,AAPL,Apple,10,0.50,USD,Not available,4.50,EUR,1,EUR,,,X',
      'EUR',
      ['withholding tax'],
    ],
  ])('200: what is not read is named: %s', async (_, row, currency, expected) => {
    const { unmapped, errors, items } = await importing(currency, trading212(row))
    expect([errors, unmapped]).toEqual([[], expected])
    expect([items[0].fee, items[0].tax]).toEqual([0, 0])
  })
})

describe('transactions of DEGIRO in an account of euros', () => {
  const HEADER =
    'Date,Time,Product,ISIN,Reference exchange,Venue,Quantity,Price,,Local value,,Value,,Exchange rate,Transaction and/or third,,Total,,Order ID'

  test('200: take and bring what moved, whatever the dollar does', async () => {
    const { items, errors, unmapped, layout, call } = await importing(
      'EUR',
      [
        HEADER,
        '05-01-2026,15:30,APPLE INC,US0378331005,NDQ,XNAS,10,200.5000,USD,-2005.00,USD,-1925.10,EUR,1.0415,-1.00,EUR,-1926.10,EUR,abc',
        '13-02-2026,16:30,APPLE INC,US0378331005,NDQ,XNAS,-4,210.0000,USD,840.00,USD,805.00,EUR,1.0435,-1.00,EUR,804.00,EUR,abc',
      ].join('\n'),
    )
    expect([layout, errors, unmapped]).toEqual(['degiro', [], []])
    const { account_id } = items[0]
    const paid = { type: 'deposit', account_id, trade_date: '2026-01-02', amount: 2_000, currency: 'EUR' }
    expect((await call('transactions', paid)).status).toBe(201)
    const { cash, invested, fees, warnings } = (await call('summary?base_currency=EUR')).body
    // 2,000 − 1,926.10 + 804.00; six of ten shares are left, which cost 1,926.10 in all.
    expect([cash, warnings]).toEqual([877.9, []])
    expect([invested, fees]).toEqual([expect.closeTo(1_155.66, 6), expect.closeTo(2, 6)])
  })
})

describe('columns of other layouts that are known and not read', () => {
  test.each([
    [
      'portfolio-performance',
      'Date,Type,Value,Transaction Currency,Gross Amount,Currency Gross Amount,Exchange Rate,Fees,Taxes,Shares,ISIN,Security Name\n' +
        '2026-01-15T00:00,Deposit,100.00,USD,90.00,EUR,1.11,,,,,\n',
      ['gross amount', 'currency gross amount', 'exchange rate'],
    ],
    [
      'schwab',
      '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"\n' +
        '"03/04/2026","Qualified Dividend","AAPL","APPLE INC","10","","","$2.60"\n',
      ['quantity'],
    ],
    ['generic', 'Date,Type,Amount,Value,Fees,Commission\n2026-01-15,Deposit,100,90,1,\n', ['value']],
  ])('200: of %s they are named', async (name, csv, expected) => {
    const { layout, unmapped, errors } = await importing('USD', csv)
    expect([layout, errors, unmapped]).toEqual([name, [], expected])
  })
})

describe('a file in pounds of what is listed in pence', () => {
  test('200: is kept as pence, and read again adds nothing', async () => {
    const csv =
      'date,type,ticker,quantity,price,fee,currency\n2026-01-05,buy,PENCE,100,5.46,1.50,GBP\n2026-02-05,dividend,PENCE,,,,GBP'
    const { errors, items, call } = await importing(
      'GBP',
      csv.replace('PENCE,,,,GBP', 'PENCE,100,0.12,0,GBP'),
    )
    expect(errors).toEqual([])
    expect(items).toMatchObject([
      { type: 'buy', currency: 'GBX', price: 546, amount: 54_600, fee: 150 },
      { type: 'dividend', currency: 'GBX', amount: 1_200 },
    ])
    expect((await call('summary?base_currency=GBP')).body).toMatchObject({ invested: 547.5, income: 12 })
    const again = { account_id: items[0].account_id, dry_run: false, format: 'csv', csv }
    expect((await call('transactions/import', again)).body.rows[0].status).toBe('duplicate')
  })
})
