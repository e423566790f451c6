import { describe, expect, test } from 'vitest'
import { boot, type Reply } from '../../support/harness.ts'

const api = await boot({ env: { DEFAULT_TIER: 'enterprise', CLOCK_START: '2026-06-10T15:00:00Z' } })

let users = 0

async function newUser(currency = 'USD') {
  const token = `Bearer ${await api.token(`brokers${users++}@files.test`)}`
  const send = (path: string, json?: object) =>
    api.call(`/v1/portfolio/${path}`, { token, ...(json === undefined ? {} : { json }) })
  const { account_id } = (await send('accounts', { name: 'Broker', currency })).body
  const load = (csv: string, more: object = {}): Promise<Reply> =>
    send('transactions/import', { account_id, format: 'csv', csv, dry_run: false, ...more })
  const stored = async (): Promise<Stored[]> => {
    const pages: Stored[] = []
    for (let page = 1; ; page++) {
      const { body } = await send(`transactions?sort=trade_date&page_size=500&page=${page}`)
      pages.push(...body.items)
      if (body.has_more !== true) return pages
    }
  }
  return { send, load, stored }
}

interface Stored {
  type: string
  amount: number
  fee: number
  tax: number
  fx_rate: number | null
}

const counts = ({ body: { imported, skipped, failed } }: Reply) => [imported, skipped, failed]
const statuses = ({ body }: Reply) =>
  body.rows.map(({ status, errors }: { status: string; errors: string[] }) => [status, errors])

/** A row as a broker has it, in cents: what moved on the account, and what was paid. */
interface BrokerRow {
  date: string
  kind: 'deposit' | 'buy' | 'sell' | 'dividend' | 'interest' | 'withdrawal' | 'fee'
  shares: string
  price: string
  fee: number
  tax: number
  /** With its sign. */
  total: number
}

const ROWS = 1_200
const FIRST_DAY = Date.UTC(2022, 0, 3)

/** Years of an account: parts of shares at odd prices, totals rounded to cents as brokers round them. */
function years(): BrokerRow[] {
  let seed = 7
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  let held = 0
  return Array.from({ length: ROWS }, (_, at): BrokerRow => {
    const date = new Date(FIRST_DAY + at * 86_400_000).toISOString().slice(0, 10)
    const none = { date, shares: '', price: '', fee: 0, tax: 0 }
    const price = 5_000 + random(20_000)
    const [fee, tax] = [random(300), random(200)]
    if (at === 0) return { ...none, kind: 'deposit', total: 90_000_000 }
    // Enough for what a trade costs.
    const parts = 1_200 + random(at % 5 === 1 ? Math.max(1, Math.min(held, 30_000)) : 40_000)
    const trade = { ...none, shares: (parts / 10_000).toFixed(4), price: (price / 100).toFixed(2) }
    const gross = Math.round((parts * price) / 10_000)
    if (at % 5 === 1 && held > parts) {
      held -= parts
      return { ...trade, kind: 'sell', fee, tax, total: gross - fee - tax }
    }
    if (at % 5 === 2) return { ...none, kind: 'dividend', tax, total: 1_000 + random(5_000) }
    if (at % 10 === 3) return { ...none, kind: 'interest', tax, total: 100 + random(900) }
    if (at % 10 === 8) return { ...none, kind: 'withdrawal', fee, total: -(2_000 + random(5_000)) }
    if (at % 50 === 4) return { ...none, kind: 'fee', total: -(1 + random(500)) }
    held += parts
    return { ...trade, kind: 'buy', fee, tax, total: -(gross + fee + tax) }
  })
}

const cents = (value: number): string => (value / 100).toFixed(2)
const german = (value: number): string =>
  (value / 100).toLocaleString('de-DE', { minimumFractionDigits: 2, useGrouping: true })
const isAboutShares = ({ kind }: BrokerRow): boolean => ['buy', 'sell', 'dividend'].includes(kind)

const PP = {
  deposit: 'Deposit',
  buy: 'Buy',
  sell: 'Sell',
  dividend: 'Dividend',
  interest: 'Interest',
  withdrawal: 'Removal',
  fee: 'Fees',
}
const PP_GERMAN = {
  deposit: 'Einlage',
  buy: 'Kauf',
  sell: 'Verkauf',
  dividend: 'Dividende',
  interest: 'Zinsen',
  withdrawal: 'Entnahme',
  fee: 'Gebühren',
}
const T212 = {
  deposit: 'Deposit',
  buy: 'Market buy',
  sell: 'Limit sell',
  dividend: 'Dividend (Ordinary)',
  interest: 'Interest on cash',
  withdrawal: 'Withdrawal',
  fee: 'New card cost',
}
const SCHWAB = {
  deposit: 'MoneyLink Transfer',
  buy: 'Buy',
  sell: 'Sell',
  dividend: 'Qualified Dividend',
  interest: 'Bank Interest',
  withdrawal: 'Wire Sent',
  fee: 'Service Fee',
}

/** The same account as each of them exports it. */
const FILES: Array<
  [name: string, layout: string, file: (rows: readonly BrokerRow[]) => string, hasTax: boolean]
> = [
  [
    'Portfolio Performance in English',
    'portfolio-performance',
    (rows) =>
      [
        'Date,Type,Value,Transaction Currency,Gross Amount,Currency Gross Amount,Exchange Rate,Fees,Taxes,Shares,ISIN,WKN,Ticker Symbol,Security Name,Note',
        ...rows.map(
          (row) =>
            `${row.date}T00:00,${PP[row.kind]},"${cents(row.total)}",USD,,,,${cents(row.fee)},${cents(row.tax)},${row.shares},,,${isAboutShares(row) ? 'AAPL' : ''},Apple,`,
        ),
      ].join('\r\n'),
    true,
  ],
  [
    'Portfolio Performance in German',
    'portfolio-performance',
    (rows) =>
      [
        '\uFEFFDatum;Typ;Wert;Buchungswährung;Bruttobetrag;Währung Bruttobetrag;Wechselkurs;Gebühren;Steuern;Stück;ISIN;WKN;Ticker-Symbol;Wertpapiername;Notiz',
        ...rows.map(
          (row) =>
            `${row.date}T00:00;${PP_GERMAN[row.kind]};${german(row.total)};USD;;;;${german(row.fee)};${german(row.tax)};${row.shares.replace('.', ',')};;;${isAboutShares(row) ? 'AAPL' : ''};"Apple; Inc.";"zwei\nZeilen"`,
        ),
      ].join('\n'),
    true,
  ],
  [
    'Trading 212',
    'trading-212',
    (rows) =>
      [
        'Action,Time (UTC),ISIN,Ticker,Name,Notes,ID,No. of shares,Price / share,Currency (Price / share),Exchange rate,Total,Currency (Total),Withholding tax,Currency (Withholding tax),Transaction fee,Currency (Transaction fee)',
        ...rows.map((row, at) => {
          // A dividend is of shares there.
          const shares =
            row.kind === 'dividend'
              ? `1,${cents(row.total)},USD,1`
              : row.shares === ''
                ? ',,,'
                : `${row.shares},${row.price},USD,1`
          return `${T212[row.kind]},${row.date} 10:00:00,,${isAboutShares(row) ? 'AAPL' : ''},Apple,,E${at},${shares},${cents(row.kind === 'buy' ? -row.total : row.total)},USD,${cents(row.tax)},USD,${cents(row.fee)},USD`
        }),
      ].join('\n'),
    true,
  ],
  [
    'Schwab',
    'schwab',
    (rows) =>
      [
        '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"',
        ...rows.map((row) => {
          const [year, month, day] = row.date.split('-')
          const price = row.price === '' ? '' : `$${row.price}`
          return `"${month}/${day}/${year}","${SCHWAB[row.kind]}","${isAboutShares(row) ? 'AAPL' : ''}","APPLE INC","${row.shares}","${price}","$${cents(row.fee + row.tax)}","${row.total < 0 ? '-' : ''}$${cents(Math.abs(row.total))}"`
        }),
      ].join('\n'),
    false,
  ],
]

describe('years of an account', () => {
  test.each(FILES)(
    '200: as %s exports them they are entered to the cent, once',
    async (_, layout, write, hasTax) => {
      const rows = years()
      const { load, stored } = await newUser()
      const file = write(rows)
      const preview = await load(file, { dry_run: true })
      const entered = await load(file)
      expect(preview.body).toMatchObject({
        layout,
        imported: ROWS,
        skipped: 0,
        failed: 0,
        unmapped_columns: [],
      })
      expect(statuses(entered)).toEqual(statuses(preview))
      const items = await stored()
      const cash = items.map(({ type, amount, fee, tax }) =>
        ['deposit', 'sell', 'dividend', 'interest'].includes(type) ? amount - fee - tax : -amount - fee - tax,
      )
      expect(cash.map((each) => each.toFixed(2))).toEqual(rows.map(({ total }) => cents(total)))
      const sum = (of: (row: BrokerRow) => number): string =>
        cents(rows.reduce((all, row) => all + of(row), 0))
      const taken = (of: (row: Stored) => number): string =>
        items.reduce((all, row) => all + of(row), 0).toFixed(2)
      expect(taken(({ fee, tax }) => fee + tax)).toBe(sum(({ fee, tax }) => fee + tax))
      expect(taken(({ tax }) => tax)).toBe(hasTax ? sum(({ tax }) => tax) : '0.00')
      expect(counts(await load(file))).toEqual([0, ROWS, 0])
    },
    60_000,
  )

  test.each(FILES)(
    '200: one bad row in an export of %s costs no other',
    async (_, layout, write) => {
      const { load } = await newUser()
      const lines = write(years()).split(/\r?\n(?=\d|"\d|[A-Z][a-z]+ ?[a-z(]*[^,;]*,\d)/)
      const bad = lines.with(
        700,
        (lines[700] ?? '').replaceAll(/\d{4}-\d\d-\d\d|\d\d\/\d\d\/\d{4}/g, '2023-02-30'),
      )
      const { body } = await load(bad.join('\n'))
      expect(body).toMatchObject({ layout, imported: ROWS - 1, failed: 1 })
      expect(body.rows[699]).toMatchObject({
        status: 'invalid',
        errors: [expect.stringContaining('trade_date must be a day')],
      })
    },
    60_000,
  )

  test('200: trades are the same again where an earlier version had computed their amounts to more decimals than brokers pay', async () => {
    const { load } = await newUser()
    const [, , file] = FILES[3] ?? []
    const text = file?.(years()) ?? ''
    await load(text)
    await api.storage.storage.pool.query(
      `update portfolio_transaction set amount = quantity * price where type in ('buy', 'sell') and price is not null and quantity is not null
       and account_id = (select account_id from portfolio_account order by created_at desc limit 1)`,
    )
    expect(counts(await load(text))).toEqual([0, ROWS, 0])
  })
})
