import { describe, expect, test } from 'vitest'
import { instant, listing } from '../../support/factories.ts'
import { boot, type Reply } from '../../support/harness.ts'
import { TestClock } from '../../support/test-clock.ts'

const api = await boot({
  clock: new TestClock(instant('2025-11-05T15:00:00Z')),
  env: { DEFAULT_TIER: 'enterprise', ADMIN_EMAILS: 'admin@demo.test' },
})
const admin = `Bearer ${await api.token('admin@demo.test')}`
const send = (method: string, path: string, json: unknown, headers = {}): Promise<Reply> =>
  api.call(path, { method, token: admin, json, headers })

const LISTING = {
  ticker: 'RULE',
  name: 'Rule Inc.',
  exchange: 'NASDAQ',
  asset_class: 'equity',
  currency: 'USD',
}
const upsert = (fields: object) => send('POST', '/v1/instruments', { items: [{ ...LISTING, ...fields }] })

async function add(ticker: string): Promise<string> {
  await api.importer().listings([listing({ ticker })], 'import')
  return (await api.importer().find({ ticker, exchange: null })).entityId
}

describe('text', () => {
  test.each([
    [{ ticker: '\0' }, 'items.0.ticker must not contain a NUL character.'],
    [{ ticker: ' ' }, 'items.0.ticker must not be blank.'],
    [
      { ticker: '\u200b' },
      'items.0.ticker must not contain invisible characters or blanks other than spaces.',
    ],
    [
      { ticker: 'AA\u202ePL' },
      'items.0.ticker must not contain invisible characters or blanks other than spaces.',
    ],
    [{ ticker: '🙂'.repeat(41) }, 'items.0.ticker must have at most 40 characters.'],
    [{ name: '\u200b\u2060' }, 'items.0.name must not be blank.'],
    [{ name: 'a\nb' }, 'items.0.name must not contain control characters or line breaks.'],
    [{ sector: '\ud800' }, 'items.0.sector must be valid Unicode without lone surrogates.'],
    [{ entity_id: 'x'.repeat(1_001) }, 'items.0.entity_id must have at most 1000 characters.'],
  ])('422 VALIDATION_ERROR names the field and the rule: %j', async (fields, detail) => {
    expect((await upsert(fields)).body).toEqual({ code: 'VALIDATION_ERROR', status: 422, detail })
  })

  test('200: names are stored without what nobody sees, and length counts characters', async () => {
    const { status, body } = await upsert({
      ticker: 'CLEAN',
      name: ' Cl\u200bean\u202e ',
      sector: '🙂'.repeat(100),
    })
    expect(status).toBe(200)
    const { entity_id: id } = body.items[0]
    expect((await api.get(`/v1/instruments/${id}`)).body).toMatchObject({
      name: 'Clean',
      sector: '🙂'.repeat(100),
    })
  })

  test('200: what is looked up may hold what nobody sees, and comes back as it was asked for', async () => {
    const item = { id_type: 'ticker', value: 'AA\u200bPL ' }
    const { body } = await send('POST', '/v1/instruments/resolve', { items: [item] })
    expect(body.items[0]).toMatchObject({ input: item, status: 'matched' })
  })

  test('200: a listing of a file or of a source is found by a name without what nobody sees only', async () => {
    await expect(api.importer().find({ ticker: 'A\u200bB', exchange: null })).rejects.toThrow(
      'the ticker must not',
    )
  })

  test('404 INSTRUMENT_NOT_FOUND for a path longer than a key of the database, with an Idempotency-Key', async () => {
    const noise = Array.from({ length: 3_000 }, (_, i) =>
      String.fromCharCode(97 + ((i * i * 7 + i * 13) % 26)),
    )
    const path = `/v1/instruments/${noise.join('')}${Math.random()}/corporate-actions`
    const action = { type: 'split', ex_date: '2024-01-02', ratio_to: 2, ratio_from: 1 }
    expect((await send('POST', path, action, { 'idempotency-key': 'long' })).body.code).toBe(
      'INSTRUMENT_NOT_FOUND',
    )
  })
})

describe('numbers and days', () => {
  const bar = (date: string, fields: object = {}) => ({
    date,
    open: 10,
    high: 10,
    low: 10,
    close: 10,
    volume: 1,
    ...fields,
  })
  const tiny = { open: 5e-324, high: 5e-324, low: 5e-324, close: 5e-324 }

  test('200: bars beyond what the domain knows are rejected one by one; nothing small is served as 0', async () => {
    const id = await add('RANGES')
    const smallest = { open: 1e-9, high: 1e-9, low: 1e-9, close: 1e-9 }
    const { status, body } = await send('PUT', `/v1/instruments/${id}/ohlcv`, {
      interval: '1d',
      bars: [
        bar('2025-10-01', tiny),
        bar('2025-10-02', { high: 1.1e15 }),
        bar('2025-10-03', { volume: 1e16 }),
        bar('2025-10-06', { adjusted_close: 1e-10 }),
        bar('1959-12-31'),
        bar('0001-01-01'),
        bar('2025-11-07'),
        bar('9999-12-31'),
        bar('1960-01-04', smallest),
        bar('1960-01-05', smallest),
      ],
    })
    expect(status).toBe(200)
    expect(body.inserted).toBe(2)
    expect(body.rejected).toEqual([
      { index: 0, reason: 'open must be a number from 1e-9 to 1000000000000000.' },
      { index: 1, reason: 'high must be a number from 1e-9 to 1000000000000000.' },
      { index: 2, reason: 'volume must be 0 or between 1e-9 and 1000000000000000 in size.' },
      { index: 3, reason: 'adjustedClose must be a number from 1e-9 to 1000000000000000.' },
      { index: 4, reason: 'The row is before 1960-01-01.' },
      { index: 5, reason: 'The row is before 1960-01-01.' },
      { index: 6, reason: 'The row is after tomorrow.' },
      { index: 7, reason: 'The row is after tomorrow.' },
    ])
    const { body: read } = await api.get(`/v1/instruments/${id}/ohlcv?period=max`)
    expect(read.bars.map(({ date, close }: any) => [date, close])).toEqual([
      ['1960-01-04', 1e-9],
      ['1960-01-05', 1e-9],
    ])
  })

  const income = (fields: object) => ({
    reporting_currency: 'USD',
    income_statement: [{ period: 'FY2024', end_date: '2024-09-28', ...fields }],
    balance_sheet: [],
    cash_flow: [],
  })

  test.each([
    [income({ revenue: 1e300 }), 'revenue must be 0 or between'],
    [income({ revenue: -1e16 }), 'revenue must be 0 or between'],
    [income({ eps_diluted: 5e-324 }), 'eps_diluted must be 0 or between'],
    [income({ end_date: '0001-01-01' }), 'end_date must be from 1960-01-01 to 2098-12-31.'],
    [income({ end_date: '9999-12-31' }), 'end_date must be from 1960-01-01 to 2098-12-31.'],
    [income({ period: 'FY0000' }), 'period must be a fiscal period such as FY2025'],
    [
      { ...income({ revenue: 1e12 }), fx_rates: { FY2024: 1e9 } },
      'An amount of FY2024 in US dollars must be',
    ],
  ])('422 VALIDATION_ERROR for statements: %j', async (input, detail) => {
    const id = await add('STATED')
    const { body } = await send('PUT', `/v1/instruments/${id}/fundamentals`, input)
    expect(body).toMatchObject({ code: 'VALIDATION_ERROR', detail: expect.stringContaining(detail) })
  })

  test.each([
    [{ amount: 5e-324 }, 'amount must be 0 or between'],
    [{ amount: 1e16 }, 'amount must be 0 or between'],
    [{ ex_date: '1959-12-31' }, 'ex_date must be from 1960-01-01 to 2098-12-31.'],
    [{ pay_date: '9999-12-31' }, 'pay_date must be from 1960-01-01 to 2098-12-31.'],
  ])('422 VALIDATION_ERROR for corporate actions: %j', async (fields, detail) => {
    const id = await add('ACTED')
    const action = { type: 'cash_dividend', ex_date: '2025-10-01', amount: 1, currency: 'USD', ...fields }
    const { body } = await send('POST', `/v1/instruments/${id}/corporate-actions`, action)
    expect(body).toMatchObject({ code: 'VALIDATION_ERROR', detail: expect.stringContaining(detail) })
  })
})
