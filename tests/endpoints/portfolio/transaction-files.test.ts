import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { boot, type Reply } from '../../support/harness.ts'
import { enterDeposits } from '../../support/many-transactions.ts'

const api = await boot({ env: { DEFAULT_TIER: 'enterprise', CLOCK_START: '2026-06-10T15:00:00Z' } })
const IMPORT = '/v1/portfolio/transactions/import'
const EXPORT = '/v1/portfolio/transactions/export'
const NOBODY = '00000000-0000-4000-8000-000000000000'
const [AAPL, MSFT] = await Promise.all(['AAPL', 'MSFT'].map((ticker) => api.idOf(ticker)))

let users = 0

async function newUser(fields: object = {}) {
  const token = `Bearer ${await api.token(`files${users++}@files.test`)}`
  const send = (method: string, path: string, json?: unknown, headers: Record<string, string> = {}) =>
    api.call(path, { method, token, headers, ...(json === undefined ? {} : { json }) })
  const account = async (name: string): Promise<string> =>
    (await send('POST', '/v1/portfolio/accounts', { name, currency: 'USD', ...fields })).body.account_id
  const accountId = await account('Broker')
  const load = (body: object, headers?: Record<string, string>) =>
    send('POST', IMPORT, { account_id: accountId, dry_run: false, ...body }, headers)
  const csv = (text: string, body: object = {}) => load({ format: 'csv', csv: text, ...body })
  const stored = async () =>
    (await send('GET', '/v1/portfolio/transactions?sort=trade_date&page_size=500')).body.items
  return { send, token, accountId, account, load, csv, stored }
}

const outcome = ({ status, body }: Reply): [number, string | undefined] => [status, body.code]
const counts = ({ body: { imported, skipped, failed } }: Reply) => [imported, skipped, failed]
const BUY = { trade_date: '2026-01-15', type: 'buy', ticker: 'AAPL', quantity: 10, price: 100 }

describe('POST /v1/portfolio/transactions/import', () => {
  test('200: a dry run says all and enters nothing', async () => {
    const { send, accountId, stored } = await newUser()
    const { status, body } = await send('POST', IMPORT, {
      account_id: accountId,
      items: [BUY, { type: 'x' }],
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ dry_run: true, layout: 'generic', imported: 1, skipped: 0, failed: 1 })
    expect(body.rows[0]).toEqual({
      index: 0,
      line: 1,
      status: 'new',
      transaction_id: null,
      errors: [],
      resolved_entity_id: AAPL,
    })
    expect(body.rows[1].errors).toEqual([
      expect.stringMatching(/^type must be one of .*, not "x"\.$/),
      'trade_date must be a day such as 2026-01-15, not nothing.',
    ])
    expect(await stored()).toEqual([])
  })

  test('200: a row that names no instrument is told how one is named in a file', async () => {
    const { load } = await newUser()
    const csv = 'date,type,ticker,shares,price\n2026-01-05,buy,,1,10\n2026-01-05,dividend,,1,2'
    const { body } = await load({ format: 'csv', csv })
    expect(body.rows.map(({ errors }: { errors: string[] }) => errors)).toEqual([
      ['ticker, isin or entity_id must be given for type buy.'],
      ['ticker, isin or entity_id must be given for type dividend.'],
    ])
  })

  test('200: a file that has everything in the currency of the account moves it by what it says', async () => {
    const { csv, stored, send } = await newUser({ currency: 'EUR' })
    const header =
      'date,account_type,category,type,symbol,shares,price,amount,fee,tax,currency,transaction_id'
    const reply = await csv(
      [
        header,
        '2026-05-04,DEFAULT,CASH,CUSTOMER_INBOUND,,,,1000.00,,,EUR,a',
        '2026-05-05,DEFAULT,TRADING,BUY,US0378331005,2,177.50,-355.00,-1.00,,EUR,b',
        '2026-05-06,DEFAULT,CASH,DIVIDEND,US0378331005,2,,0.45,,-0.07,EUR,c',
        '1951-05-06,DEFAULT,TRADING,BUY,US0378331005,2,1.00,-2.00,,,EUR,d',
      ].join('\n'),
    )
    expect([reply.body.layout, ...counts(reply)]).toEqual(['trade-republic', 3, 0, 1])
    expect(reply.body.rows[3].errors).toEqual([
      'currency is EUR, and the instrument is traded in USD: no exchange rate between the two is stored for 1951-05-06.',
    ])
    const [, bought] = await stored()
    expect(bought).toMatchObject({ entity_id: AAPL, currency: 'USD', quantity: 2 })
    expect(bought.amount * bought.fx_rate).toBeCloseTo(355, 6)
    const { body: summary } = await send('GET', '/v1/portfolio/summary?base_currency=EUR')
    expect(summary.cash).toBeCloseTo(1_000 - 356 + 0.38, 6)
  })

  test('200: what is valid is entered, the rest is listed with line and reason', async () => {
    const { csv, stored } = await newUser()
    const text = [
      'Date,Type,Symbol,Shares,Price,Fees,Note,Colour',
      '2026-01-15,Buy,AAPL,10,100,1,"two\nlines",red',
      '2026-01-16,Sell,AAPL,4,110,,,',
      '2026-01-17,Sell,AAPL,7,110,,,',
      '2026-01-18,Buy,NOSUCH,1,1,,,',
      '2026-13-18,Buy,AAPL,1,1,,,',
      '2026-01-19,Buy,AAPL,-1,1,,,',
      '2026-01-19,Buy,AAPL,many,1,,,',
      '2027-01-19,Buy,AAPL,1,1,,,',
      '2026-01-20,Buy,AAPL,1,1,,,,too many',
      '2026-01-21,Deposit,,,,,,',
    ].join('\n')
    const reply = await csv(text)
    expect(counts(reply)).toEqual([2, 0, 8])
    expect(reply.body.unmapped_columns).toEqual(['colour'])
    const failed = reply.body.rows.filter(({ status }: { status: string }) => status === 'invalid')
    expect(failed.map(({ line, errors }: { line: number; errors: string[] }) => [line, errors[0]])).toEqual([
      [5, 'On 2026-01-17 the account would have less than nothing of the instrument.'],
      [6, 'No instrument has the ticker "NOSUCH".'],
      [7, 'trade_date must be a day such as 2026-01-15, not "2026-13-18".'],
      [8, 'quantity must be at least 0: type gives the sign.'],
      [9, 'quantity must be a number, not "many".'],
      [10, 'trade_date must not be after today, wherever on earth that is (UTC+14).'],
      [11, 'the row has more cells than the header.'],
      [12, 'amount must be given, or quantity and price.'],
    ])
    const rows = await stored()
    expect(
      rows.map(({ type, amount, fee }: { type: string; amount: number; fee: number }) => [type, amount, fee]),
    ).toEqual([
      ['buy', 1_000, 1],
      ['sell', 440, 0],
    ])
    expect(rows[0].transaction_id).toBe(reply.body.rows[0].transaction_id)
    expect(rows[0].note).toBe('two\nlines')
  })

  test('200: an amount that follows from its row is refused above what any number may be, and has 8 decimals', async () => {
    const { csv, load, stored } = await newUser()
    const trades = [
      { ...BUY, quantity: 1e12, price: 1e12 },
      { ...BUY, quantity: 0.123456789, price: 64_123.45 },
    ]
    const { body } = await load({ items: trades })
    expect(body.rows.map(({ errors }: { errors: string[] }) => errors)).toEqual([
      ['amount must be at most 1000000000000, and it is quantity times price.'],
      [],
    ])
    // Costs go into the amounts of a layout that has them after costs.
    const header = 'Date,Action,Symbol,Description,Quantity,Price,Fees & Comm,Amount'
    await csv(`${header}\n01/16/2026,Buy,AAPL,,3,$100.1,$0.1,-$300.4\n`)
    expect((await stored()).map(({ amount }: { amount: number }) => amount)).toEqual([7_916.4752366, 300.3])
  })

  test('200: the same trade again is the same where an older version computed its amount to more decimals', async () => {
    const { load } = await newUser()
    const items = [{ ...BUY, quantity: 0.123456789, price: 64_123.45 }]
    const [{ transaction_id: id }] = (await load({ items })).body.rows
    const update = 'update portfolio_transaction set amount = 7916.475236602050 where transaction_id = $1'
    await api.storage.storage.pool.query(update, [id])
    expect(counts(await load({ items }))).toEqual([0, 1, 0])
  })

  test('200: a rate of nothing is refused with its row', async () => {
    const { load, stored } = await newUser({ currency: 'EUR' })
    const items = [0, '1e-13', 1.1].map((fx_rate) => ({ ...BUY, fx_rate }))
    const reply = await load({ items })
    expect(reply.body.rows.map(({ errors }: { errors: string[] }) => errors)).toEqual([
      ['fx_rate must be above 0, at twelve decimals.'],
      [expect.stringContaining('fx_rate must be')],
      [],
    ])
    expect(await stored()).toHaveLength(1)
  })

  test('200: the same file again enters nothing; one equal row more is entered once', async () => {
    const { load, stored } = await newUser()
    const twice = [BUY, BUY]
    expect(counts(await load({ items: twice }))).toEqual([2, 0, 0])
    expect(counts(await load({ items: twice }))).toEqual([0, 2, 0])
    expect(counts(await load({ items: [...twice, { ...BUY, quantity: '10.0' }] }))).toEqual([1, 2, 0])
    expect(counts(await load({ items: [BUY], on_duplicate: 'import' }))).toEqual([1, 0, 0])
    expect(await stored()).toHaveLength(4)
  })

  test('200: accounts do not see each other’s rows, and external ids are never entered twice', async () => {
    const { send, account, load } = await newUser()
    const items = [{ ...BUY, external_id: 'e1' }]
    expect(counts(await load({ items }))).toEqual([1, 0, 0])
    expect(counts(await load({ items: [{ ...items[0], quantity: 9 }], on_duplicate: 'import' }))).toEqual([
      0, 1, 0,
    ])
    const second = await account('Second')
    expect(counts(await send('POST', IMPORT, { account_id: second, items, dry_run: false }))).toEqual([
      1, 0, 0,
    ])
  })

  test('200: warnings are those of the same rows entered one by one, in whatever order the file has them', async () => {
    const items = [
      { trade_date: '2026-01-05', type: 'deposit', amount: 10 },
      { trade_date: '2026-01-05', type: 'buy', ticker: 'AAPL', quantity: 10, price: 100 },
      { trade_date: '2026-01-06', type: 'deposit', amount: 990 },
      { trade_date: '2026-01-07', type: 'withdrawal', amount: 5, currency: 'EUR' },
      { trade_date: '2026-01-08', type: 'fee', amount: 1 },
    ]
    const single = await newUser()
    for (const { ticker, ...item } of items.map((each) => ({ ticker: undefined, ...each }))) {
      const row = { ...item, account_id: single.accountId, ...(ticker && { entity_id: AAPL }) }
      expect((await single.send('POST', '/v1/portfolio/transactions', row)).status).toBe(201)
    }
    const warningsOf = async ({ stored }: typeof single) =>
      (await stored())
        .map((each: { type: string; trade_date: string; warnings: string[] }) =>
          [each.trade_date, each.type, ...each.warnings].join(' '),
        )
        .toSorted()
    const expected = [
      '2026-01-05 buy NEGATIVE_CASH',
      '2026-01-05 deposit',
      '2026-01-06 deposit',
      '2026-01-07 withdrawal NEGATIVE_CASH',
      '2026-01-08 fee NEGATIVE_CASH',
    ]
    expect(await warningsOf(single)).toEqual(expected)
    for (const file of [items, items.toReversed()]) {
      const user = await newUser()
      expect(counts(await user.load({ items: file }))).toEqual([5, 0, 0])
      expect(await warningsOf(user)).toEqual(expected)
    }
    const untracked = await newUser()
    await untracked.load({ items: [BUY] })
    expect((await untracked.stored())[0].warnings).toEqual([])
  })

  test('200: a sale before its purchase in the file is in order by its day', async () => {
    const { load } = await newUser()
    const sale = { ...BUY, type: 'sell', trade_date: '2026-01-16' }
    expect(counts(await load({ items: [sale, BUY] }))).toEqual([2, 0, 0])
    // What is there already may not lose its shares.
    const early = { ...BUY, type: 'sell', quantity: 1 }
    expect(counts(await load({ items: [early] }))).toEqual([0, 0, 1])
  })

  test('200: columns of any name by a mapping', async () => {
    const { csv, stored } = await newUser()
    const text = 'Wann;Was;Papier;Stück;Kurs\n15.01.2026;Buy;AAPL;1.000,5;99,5\n'
    const mapping = { trade_date: 'Wann', type: 'Was', ticker: 'Papier', quantity: 'Stück', price: 'Kurs' }
    expect(counts(await csv(text, { mapping }))).toEqual([1, 0, 0])
    expect((await stored())[0]).toMatchObject({ trade_date: '2026-01-15', quantity: 1_000.5, price: 99.5 })
  })

  test('422 VALIDATION_ERROR for two columns of one name, whatever its case, and which one it is', async () => {
    const { csv, stored } = await newUser()
    const text = 'Date,Type,Symbol,Shares,Price, price\n2026-01-15,Buy,AAPL,10,100,90\n'
    const reply = await csv(text)
    expect(outcome(reply)).toEqual([422, 'VALIDATION_ERROR'])
    expect(reply.body.detail).toBe('csv must have each column once: there are two named "price".')
    const mapping = { price: 'Kurs' }
    const mapped = await csv(text.replace('Price, price', 'Kurs,KURS'), { mapping })
    expect([mapped.status, mapped.body.detail]).toEqual([422, expect.stringContaining('"kurs"')])
    expect(await stored()).toEqual([])
  })

  test('200: columns that nothing is read from may be without a name, or have the same one', async () => {
    const { csv } = await newUser()
    const reply = await csv(
      'Date,Type,Symbol,Shares,Price,,,Colour,Colour\n2026-01-15,Buy,AAPL,10,100,,,a,b\n',
    )
    expect(counts(reply)).toEqual([1, 0, 0])
    expect(reply.body.unmapped_columns).toEqual(['price (2)', '', 'colour'])
  })

  test.each<[string, string, Record<string, string>]>([
    [
      'known and unused',
      'Date,Type,Symbol,Shares,Price,Account,account\n2026-01-15,Buy,AAPL,10,100,a,b\n',
      {},
    ],
    [
      'read from elsewhere by the mapping',
      'Date,Type,Symbol,Shares,Price,Note,note,Memo\n2026-01-15,Buy,AAPL,10,100,a,b,memo\n',
      { note: 'Memo' },
    ],
    [
      'behind another that has what is read',
      'Date,Type,Symbol,Shares,Price,Note,Comment,comment\n2026-01-15,Buy,AAPL,10,100,memo,a,b\n',
      {},
    ],
    [
      'unused in a known layout',
      'Date,Code,DataSource,Currency,Price,Quantity,Action,Fee,Account,Account\n01-02-2026,AAPL,YAHOO,USD,100,10,BUY,2,a,b\n',
      {},
    ],
  ])('200: columns of one name may be %s', async (_, text, mapping) => {
    const { csv, load, stored } = await newUser()
    const reply = await csv(text, { mapping })
    expect([reply.body.detail, ...counts(reply)]).toEqual([undefined, 1, 0, 0])
    const [row] = await stored()
    expect(row.note).toBe(text.includes('memo') ? 'memo' : null)
    const item = { ...BUY, quantity: 1, Note: 'a', note: 'b', Memo: 'c', Account: 'd', account: 'e' }
    expect(counts(await load({ items: [item], mapping: { note: 'Memo' } }))).toEqual([1, 0, 0])
  })

  test('422 VALIDATION_ERROR for two columns of one name that a single row is read from', async () => {
    const { csv } = await newUser()
    const text = 'Date,Type,Symbol,Shares,Price,Note,Comment,comment\n'
    const reply = await csv(`${text}2026-01-15,Buy,AAPL,10,100,a,,\n2026-01-16,Buy,AAPL,10,100,,b,c\n`)
    expect([reply.status, reply.body.detail]).toEqual([422, expect.stringContaining('"comment"')])
  })

  test('200: an item with one property in two spellings is refused alone', async () => {
    const { load } = await newUser()
    const reply = await load({ items: [{ ...BUY, Price: 90 }, BUY] })
    expect(reply.body.rows.map(({ errors }: { errors: string[] }) => errors)).toEqual([
      ['the row has "price" twice.'],
      [],
    ])
  })

  test.each([
    ['far too much', { amount: 5_000 }],
    ['a little too much for a sale', { type: 'sell', amount: 1_006 }],
    ['more than costs are', { amount: 1_051 }],
    ['too little', { amount: 993.9 }],
    ['nothing at all', { amount: 0 }],
    ['more than fees and taxes explain', { amount: 1_051, fee: 10, tax: 20 }],
    ['another amount of a sale', { type: 'sell', amount: 100 }],
    ['another amount of a small purchase', { quantity: 0.01, amount: 2 }],
  ])('200: a row whose amount is not quantity times price is refused: %s', async (_, fields) => {
    const { load, stored } = await newUser()
    const reply = await load({ items: [{ ...BUY, ...fields }] })
    expect(reply.body.rows[0].errors).toEqual([
      expect.stringMatching(
        /^amount must be quantity times price, 10*, before fee and tax: .* say in fee and tax where /,
      ),
    ])
    expect(await stored()).toEqual([])
  })

  test('200: a split with a price is refused alone, one with a price of 0 or none is a split', async () => {
    const { load, stored } = await newUser()
    const split = { ...BUY, type: 'split', quantity: 4, price: 0 }
    const { rows } = (await load({ items: [BUY, { ...split, price: 25 }, { ...split, date: '2026-01-20' }] }))
      .body
    expect(rows.map(({ errors }: any) => errors)).toEqual([
      [],
      ['price must be null or left out for type split.'],
      [],
    ])
    expect((await stored()).map(({ type, price }: any) => [type, price])).toEqual(
      expect.arrayContaining([['split', null]]),
    )
  })

  test.each([
    ['to the cent', { quantity: 0.333, price: 1.01, amount: 0.34 }],
    ['half a percent', { amount: 1_005 }],
    ['with fee and tax in it', { amount: 1_130, fee: 100, tax: 30 }],
    ['with fee and tax off it', { amount: 870, fee: 100, tax: 30 }],
    ['with the fee alone in it', { amount: 1_100, fee: 100, tax: 30 }],
    ['with the fee off it and the tax in it', { amount: 930, fee: 100, tax: 30 }],
    ['with stamp duty and commission that no column names', { quantity: 100, price: 10, amount: 1_010 }],
    ['of a price in whole cents', { quantity: 100_000, price: 0.01, amount: 1_340 }],
    ['of shares to three digits', { quantity: 0.012, price: 4_000, amount: 50 }],
    ['of a dividend, which may be after tax', { type: 'dividend', price: 1, amount: 7 }],
  ])('200: an amount may differ from quantity times price by rounding: %s', async (_, fields) => {
    const { load, stored } = await newUser()
    expect((await load({ items: [{ ...BUY, ...fields }] })).body.rows[0].errors).toEqual([])
    expect((await stored())[0].amount).toBe(fields.amount)
  })

  test.each([
    [
      'portfolio-performance',
      'Date,Type,Value,Transaction Currency,Gross Amount,Currency Gross Amount,Exchange Rate,Fees,Taxes,Shares,ISIN,WKN,Ticker Symbol,Security Name,Note\n' +
        '2026-01-15T00:00,Buy,"1,005.00",USD,,,,5.00,0.00,10,,,AAPL,Apple Inc.,first\n' +
        '2026-02-16T00:00,Dividend,8.50,USD,,,,0.00,1.50,10,,,AAPL,Apple Inc.,\n' +
        '2026-03-02T00:00,Removal,100.00,USD,,,,0.00,0.00,,,,,,\n',
      [
        { type: 'buy', quantity: 10, amount: 1_000, fee: 5, note: 'first' },
        { type: 'dividend', amount: 10, tax: 1.5 },
        { type: 'withdrawal', amount: 100, entity_id: null },
      ],
    ],
    [
      'ghostfolio',
      'Date,Code,DataSource,Currency,Price,Quantity,Action,Fee,Note\n' +
        '01-02-2026,AAPL,YAHOO,USD,100,10,BUY,2,\n15-03-2026,AAPL,YAHOO,USD,0.25,10,DIVIDEND,0,\n02-04-2026,AAPL,MANUAL,USD,3,1,FEE,0,\n',
      [
        { type: 'buy', trade_date: '2026-02-01', amount: 1_000, fee: 2 },
        { type: 'dividend', amount: 2.5 },
        { type: 'fee', amount: 3, quantity: null },
      ],
    ],
    [
      'trading-212',
      'Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Total,Currency (Total),Withholding tax,Currency (Withholding tax),Notes,ID\n' +
        'Deposit,2026-01-02 08:00:00,,,,,,,,500.00,USD,,,,D1\n' +
        'Market buy,2026-01-05 14:31:02,,AAPL,Apple,1.5,100.00,USD,1,150.00,USD,,,,EOF1\n' +
        'Dividend (Dividend),2026-02-13 10:00:00,,AAPL,Apple,1.5,0.24,USD,1,0.31,USD,0.05,USD,,\n',
      [
        { type: 'deposit', amount: 500, external_id: 'D1' },
        { type: 'buy', quantity: 1.5, price: 100, amount: 150, external_id: 'EOF1' },
        { type: 'dividend', amount: 0.36, tax: 0.05 },
      ],
    ],
    [
      'schwab',
      '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"\n' +
        '"01/02/2026","MoneyLink Transfer","","Tfr BANK","","","","$5,000.00"\n' +
        '"01/05/2026 as of 01/02/2026","Buy","AAPL","APPLE INC","10","$100.50","$4.95","-$1,009.95"\n' +
        '"03/04/2026","Qualified Dividend","AAPL","APPLE INC","","","","$2.60"\n' +
        '"03/05/2026","NRA Tax Adj","AAPL","APPLE INC","","","","-$0.39"\n',
      [
        { type: 'deposit', trade_date: '2026-01-02', amount: 5_000 },
        { type: 'buy', trade_date: '2026-01-02', quantity: 10, amount: 1_005, fee: 4.95 },
        { type: 'dividend', amount: 2.6 },
        { type: 'tax', amount: 0.39 },
      ],
    ],
  ])('200: exports of %s are read as they are', async (layout, text, expected) => {
    const { csv, stored } = await newUser()
    const reply = await csv(text)
    expect(reply.body.rows.flatMap(({ errors }: { errors: string[] }) => errors)).toEqual([])
    expect(reply.body).toMatchObject({ layout, failed: 0, unmapped_columns: [] })
    expect(await stored()).toEqual(expected.map((row) => expect.objectContaining(row)))
  })

  test('200: 5,000 rows at once, and again', async () => {
    const { load } = await newUser()
    const items = Array.from({ length: 5_000 }, (_, at) => ({
      ...BUY,
      trade_date: new Date(Date.UTC(2015, 0, 1 + (at % 4_000))).toISOString().slice(0, 10),
      type: at % 3 === 2 ? 'sell' : 'buy',
      ticker: at % 2 === 0 ? 'AAPL' : 'MSFT',
      quantity: 1,
      fee: at / 100,
    }))
    /** A busy machine may answer 503 first. */
    const whenFree = async (): Promise<Reply> => {
      const deadline = performance.now() + 60_000
      for (;;) {
        const reply = await load({ items })
        if (reply.status !== 503 || performance.now() > deadline) return reply
      }
    }
    const first = await whenFree()
    // What was answered with 503 has stored nothing.
    expect(first.body.imported + first.body.failed).toBe(5_000)
    const second = await whenFree()
    expect(second.body.skipped).toBe(first.body.imported)
  }, 120_000)

  test('200: with the same Idempotency-Key it is entered once', async () => {
    const { load, stored } = await newUser()
    const send = () => load({ items: [BUY], on_duplicate: 'import' }, { 'idempotency-key': 'one' })
    expect((await send()).body).toEqual((await send()).body)
    expect(await stored()).toHaveLength(1)
  })

  test('409 DUPLICATE while the first request with the key is under way', async () => {
    const { load } = await newUser()
    const send = () => load({ items: [BUY] }, { 'idempotency-key': 'import-key' })
    await send()
    await api.storage.storage.pool.query(
      `update idempotency_key set status = null, created_at = now() where key = 'import-key'`,
    )
    expect(outcome(await send())).toEqual([409, 'DUPLICATE'])
  })

  test('409 DUPLICATE_TRANSACTION with on_duplicate=fail, and nothing is entered', async () => {
    const { load, stored } = await newUser()
    await load({ items: [BUY] })
    const reply = await load({ items: [BUY, { ...BUY, quantity: 3 }], on_duplicate: 'fail' })
    expect(outcome(reply)).toEqual([409, 'DUPLICATE_TRANSACTION'])
    expect(await stored()).toHaveLength(1)
  })

  test('409 TRANSACTION_LIMIT_REACHED, and nothing is entered', async () => {
    const { load, send, accountId } = await newUser()
    await load({ items: [BUY] })
    await enterDeposits(api.storage.storage.pool, accountId, 99_998)
    const items = [1, 2].map((quantity) => ({ ...BUY, quantity }))
    expect(outcome(await load({ items }))).toEqual([409, 'TRANSACTION_LIMIT_REACHED'])
    expect((await send('GET', '/v1/portfolio/transactions')).body.total).toBe(99_999)
  }, 120_000)

  test('404 ACCOUNT_NOT_FOUND: nobody’s and somebody else’s', async () => {
    const [{ load }, { accountId }] = [await newUser(), await newUser()]
    for (const account_id of [NOBODY, accountId, 'x']) {
      expect(outcome(await load({ account_id, items: [BUY] }))).toEqual([404, 'ACCOUNT_NOT_FOUND'])
    }
  })

  test.each([
    [{}],
    [{ items: [] }],
    [{ items: Array.from({ length: 5_001 }, () => BUY) }],
    [{ items: [BUY], csv: 'a\nb' }],
    [{ format: 'csv' }],
    [{ format: 'csv', csv: 'date,type' }],
    [{ format: 'csv', csv: `date\n${'2026-01-15\n'.repeat(5_001)}` }],
    [{ format: 'csv', csv: `date,type\n${'\n'.repeat(1_000_000)}2026-01-15,buy` }],
    [{ format: 'csv', csv: `date,type\n2026-01-15,buy${','.repeat(1_000_000)}` }],
    [{ format: 'csv', csv: 'date\n2026-01-15', mapping: { type: 'Art' } }],
    [{ items: [BUY], mapping: { colour: 'type' } }],
    [{ items: [BUY], on_duplicate: 'merge' }],
    [{ items: [{ ...BUY, note: { a: 1 } }] }],
  ])('422 VALIDATION_ERROR: %#', async (body) => {
    const { load, stored } = await newUser()
    expect(outcome(await load(body))).toEqual([422, 'VALIDATION_ERROR'])
    expect(await stored()).toEqual([])
  })

  test('413 PAYLOAD_TOO_LARGE above 16 MiB', async () => {
    const { csv } = await newUser()
    expect(outcome(await csv(`date\n${'x'.repeat(16 * 1024 * 1024)}`))).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  })
})

describe('GET /v1/portfolio/transactions/export', () => {
  async function file(token: string, query = '') {
    const response = await fetch(`${api.url}${EXPORT}${query}`, { headers: { authorization: token } })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }

  test('200: a file that can be imported again, with nothing that a spreadsheet would compute', async () => {
    const { load, token, account, send } = await newUser()
    const note = '=HYPERLINK("http://evil.test")'
    const items = [
      { ...BUY, note, external_id: '+1' },
      { ...BUY, type: 'sell', quantity: 0.123456789, trade_date: '2026-02-03' },
      { trade_date: '2026-03-02', type: 'deposit', amount: 12.5, note: 'a, "b"\nc' },
    ]
    expect(counts(await load({ items }))).toEqual([3, 0, 0])
    const { status, headers, text } = await file(token)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toBe('attachment; filename="transactions.csv"')
    expect(text).toContain(`"'=HYPERLINK(""http://evil.test"")"`)
    const second = await account('Second')
    const reply = await send('POST', IMPORT, { account_id: second, format: 'csv', csv: text, dry_run: false })
    expect(counts(reply)).toEqual([3, 0, 0])
    const copies = (await send('GET', `/v1/portfolio/transactions?account_id=${second}&sort=trade_date`)).body
      .items
    expect(copies[0]).toMatchObject({ note, external_id: '+1', entity_id: AAPL, quantity: 10 })
    expect(copies[1].quantity).toBe(0.123456789)
    expect(copies[2].note).toBe('a, "b"\nc')
  })

  test.each(['csv', 'json'] as const)(
    '200: a file of %s has every text as it was written',
    async (format) => {
      const { send, token, accountId, account } = await newUser()
      const notes = [
        "'=SUM(A1)",
        "''=SUM(A1)",
        '=SUM(A1)',
        "'quoted'",
        "'",
        "'-5",
        'one\r\ntwo',
        'one\ntwo',
        'one\rtwo',
        '\tone\n\n',
        ' blanks around ',
        '"',
        'a "b",\r\n"c"\r\n',
        '\r\n=1',
        '\n=1',
        '＝1',
        "'＠a",
        '   ',
        '🌊'.repeat(400),
      ]
      const deposit = { account_id: accountId, type: 'deposit', trade_date: '2026-03-02' }
      for (const [at, note] of notes.entries()) {
        const json = { ...deposit, amount: at + 1, note, external_id: `'=${at}` }
        expect((await send('POST', '/v1/portfolio/transactions', json)).status).toBe(201)
      }
      const { text } = await file(token, `?format=${format}&account_id=${accountId}`)
      const formula = /^[=+\-@＝＋－＠\t\r\n]/
      const cells = format === 'csv' ? Papa.parse<string[]>(text).data.flat() : []
      expect(cells.filter((cell) => formula.test(cell))).toEqual([])
      const second = await account('Second')
      const body = format === 'csv' ? { csv: text } : { items: JSON.parse(text) }
      const reply = await send('POST', IMPORT, { account_id: second, format, dry_run: false, ...body })
      expect(counts(reply)).toEqual([notes.length, 0, 0])
      const path = `/v1/portfolio/transactions?account_id=${second}&sort=trade_date&page_size=500`
      const rows: Array<{ note: string; external_id: string }> = (await send('GET', path)).body.items
      expect(rows.map(({ note }) => note)).toEqual(notes)
      expect(rows.map(({ external_id: id }) => id)).toEqual(notes.map((_, at) => `'=${at}`))
    },
  )

  test('200: rows may end in different ways, and blanks around texts of other files mean nothing', async () => {
    const { csv, stored } = await newUser()
    const lines = ['Date,Type,Amount,Note', '2026-03-02,deposit,1, 5" pipe ', '2026-03-03,deposit,2,"a\r\nb"']
    await csv(`${lines.join('\r\n')}\n2026-03-04,deposit,3,"x""y"\r\n`)
    expect((await stored()).map(({ note }: { note: string }) => note)).toEqual(['5" pipe', 'a\r\nb', 'x"y'])
  })

  test('200: nor do they where a file of others has ids of transactions', async () => {
    const { csv, stored } = await newUser()
    await csv(
      'transaction_id,Date,Type,Amount,Note\nT1,2026-03-02,deposit,1,   \nT2,2026-03-03,deposit,2, a \n',
    )
    expect((await stored()).map(({ note }: { note: string | null }) => note)).toEqual([null, 'a'])
  })

  test.each(['csv', 'json'] as const)(
    '200: a file of %s has rows that are older than the rule for amounts; others may not say the same',
    async (format) => {
      const { load, token, account, send, accountId } = await newUser()
      const { body } = await load({ items: [{ ...BUY, fee: 3 }] })
      const [{ transaction_id: id }] = body.rows
      const update = 'update portfolio_transaction set amount = 5000 where transaction_id = $1'
      await api.storage.storage.pool.query(update, [id])
      const { text } = await file(token, `?format=${format}`)
      const as = (changed: string) =>
        format === 'csv' ? { csv: changed } : { items: JSON.parse(changed) as object[] }
      const into = (account_id: string, changed: string) =>
        send('POST', IMPORT, { account_id, format, dry_run: false, ...as(changed) })
      expect(counts(await into(accountId, text))).toEqual([0, 1, 0])
      const second = await account('Second')
      expect(counts(await into(second, text))).toEqual([1, 0, 0])
      expect(counts(await into(second, text.replace('5000', '5001')))).toEqual([0, 0, 1])
      expect(counts(await into(second, text.replace(id, NOBODY)))).toEqual([0, 0, 1])
      expect(counts(await into(second, text.replace(id, 'T1')))).toEqual([0, 0, 1])
      const stranger = await newUser()
      expect(counts(await stranger.load({ format, ...as(text) }))).toEqual([0, 0, 1])
    },
  )

  test.each(['csv', 'json'] as const)(
    '200: a file of %s is the same again, with numbers that JSON has with an exponent and CSV without',
    async (format) => {
      const { load, token, account, send } = await newUser()
      const items = [
        { ...BUY, ticker: 'BTC-USD', quantity: 1.5e-7, price: 60_000 },
        { trade_date: '2026-03-02', type: 'interest', amount: 1e-8 },
      ]
      expect(counts(await load({ items }))).toEqual([2, 0, 0])
      const { text } = await file(token, `?format=${format}`)
      expect(text).toContain(format === 'csv' ? ',0.00000015,60000,0.009,' : '"quantity":1.5e-7,')
      const second = await account('Second')
      const body = format === 'csv' ? { csv: text } : { items: JSON.parse(text) }
      const reply = await send('POST', IMPORT, { account_id: second, format, dry_run: false, ...body })
      expect([reply.body.detail, counts(reply)]).toEqual([undefined, [2, 0, 0]])
      const path = `/v1/portfolio/transactions?account_id=${second}&sort=trade_date`
      const [bought, interest] = (await send('GET', path)).body.items
      expect(bought).toMatchObject({ quantity: 1.5e-7, price: 60_000, amount: 0.009 })
      expect(interest.amount).toBe(1e-8)
    },
  )

  test('200: a file of an account in another currency brings no rate of 1 with it', async () => {
    const { csv, token, send } = await newUser({ currency: 'EUR' })
    await csv('trade_date,type,amount\n2026-01-05,deposit,100\n')
    const { text } = await file(token)
    const dollars = await send('POST', '/v1/portfolio/accounts', { name: 'Dollars', currency: 'USD' })
    const { account_id: second } = dollars.body
    await send('POST', IMPORT, { account_id: second, format: 'csv', csv: text, dry_run: false })
    const [row] = (await send('GET', `/v1/portfolio/transactions?account_id=${second}`)).body.items
    expect(row).toMatchObject({ currency: 'EUR', amount: 100, fx_rate: null })
  })

  test('200: nor a rate into the other currency; a file that is no export of the user’s is refused there', async () => {
    const { load, token, send } = await newUser({ currency: 'EUR' })
    await load({ items: [{ ...BUY, fx_rate: 0.9 }] })
    const { text } = await file(token)
    const dollars = await send('POST', '/v1/portfolio/accounts', { name: 'Dollars', currency: 'USD' })
    const { account_id: second } = dollars.body
    const reply = await send('POST', IMPORT, {
      account_id: second,
      format: 'csv',
      csv: text,
      dry_run: false,
    })
    expect(counts(reply)).toEqual([1, 0, 0])
    const [row] = (await send('GET', `/v1/portfolio/transactions?account_id=${second}`)).body.items
    expect(row).toMatchObject({ currency: 'USD', amount: 1_000, fx_rate: 1 })
    const refused = await (await newUser()).csv(text)
    expect(refused.body.rows[0]).toMatchObject({
      status: 'invalid',
      errors: ['fx_rate must be 1 or left out: the account is in USD, too.'],
    })
  })

  test('200: JSON of what a filter means, more than one chunk of it', async () => {
    const { load, token } = await newUser()
    const items = Array.from({ length: 2_500 }, (_, at) => ({
      ...BUY,
      ticker: at % 2 === 0 ? 'AAPL' : 'MSFT',
      fee: at,
    }))
    await load({ items })
    const { headers, text } = await file(token, `?format=json&entity_id=${MSFT}`)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    const rows = JSON.parse(text)
    expect(rows).toHaveLength(1_250)
    expect(rows.map(({ fee }: { fee: number }) => fee)).toEqual(
      rows.map((_: unknown, at: number) => 2 * at + 1),
    )
    expect(rows[0]).toMatchObject({ ticker: 'MSFT', entity_id: MSFT })
  })

  test('200: nothing of anybody else', async () => {
    const [{ load }, { token }] = [await newUser(), await newUser()]
    await load({ items: [BUY] })
    expect((await file(token, '?format=json')).text).toBe('[]\n')
    expect((await file(token)).text.split('\r\n')).toHaveLength(2)
  })

  test('422 INVALID_DATE_RANGE', async () => {
    const { token } = await newUser()
    const { status, text } = await file(token, '?from=2026-03-02&to=2026-03-01')
    expect([status, JSON.parse(text).code]).toEqual([422, 'INVALID_DATE_RANGE'])
  })

  test.each(['format=xml', 'type=gift'])('422 INVALID_PARAMETER: %s', async (query) => {
    const { token } = await newUser()
    const { status, text } = await file(token, `?${query}`)
    expect([status, JSON.parse(text).code]).toEqual([422, 'INVALID_PARAMETER'])
  })
})
