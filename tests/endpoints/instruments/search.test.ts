import { describe, expect, test } from 'vitest'
import { boot } from '../../support/harness.ts'

const api = await boot({ env: { DEFAULT_TIER: 'enterprise' } })

const search = (query: string) => api.get(`/v1/instruments/search?${query}`)
const find = (q: string, more: string = '') => search(`q=${encodeURIComponent(q)}${more}`)

describe('GET /v1/instruments/search', () => {
  test('200 with exactly items and total, and items of exactly the specified fields', async () => {
    const { status, body, headers } = await find('apple')
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['items', 'total'])
    expect(body.items[0]).toEqual({
      entity_id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      ticker: 'AAPL',
      name: 'Apple Inc.',
      exchange: 'NASDAQ',
      asset_class: 'equity',
      sector: expect.any(String),
      currency: 'USD',
    })
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  })

  test.each([
    ['AAPL', 'AAPL'],
    ['aapl', 'AAPL'],
    ['  AAPL  ', 'AAPL'],
    ['apple inc', 'AAPL'],
    ['inc apple', 'AAPL'],
    ['aple', 'AAPL'],
    ['microsoft', 'MSFT'],
    ['msf', 'MSFT'],
  ])('200: %j finds %s first', async (q, ticker) => {
    expect((await find(q)).body.items[0].ticker).toBe(ticker)
  })

  test.each([
    ['NASDAQ:AAPL', 'AAPL'],
    ['nasdaq: aapl', 'AAPL'],
    ['XNAS:AAPL', 'AAPL'],
    ['NYSE:F', 'F'],
    ['NYSE: BRK.B', 'BRK-B'],
    ['XETRA:SAP', 'SAP.DE'],
    ['LSE:SHEL.L', 'SHEL.L'],
  ])('200: %s is the listing at that exchange alone', async (q, ticker) => {
    const { body } = await find(q)
    expect([body.items.map((item: { ticker: string }) => item.ticker), body.total]).toEqual([[ticker], 1])
  })

  test('200: a ticker at an exchange that does not list it, or of another kind, is nothing', async () => {
    for (const q of ['LSE:AAPL', 'TSX:AAPL', 'NASDAQ:NOSUCH']) expect((await find(q)).body.total).toBe(0)
    expect((await find('NASDAQ:AAPL', '&asset_class=etf')).body.total).toBe(0)
  })

  test('200: a colon behind what is no exchange is a blank', async () => {
    expect((await find('apple: inc')).body.items[0].ticker).toBe('AAPL')
  })

  test.each(['320193', '0000320193', 'CIK0000320193', 'cik 320193'])(
    '200: the CIK %j finds the company',
    async (q) => {
      expect((await find(q)).body.items[0]?.ticker).toBe('AAPL')
    },
  )

  test('200: an id from here opens the other endpoints', async () => {
    const { body } = await find('AAPL')
    const overview = await api.get(`/v1/instruments/${body.items[0].entity_id}/overview`)
    expect(overview.body).toMatchObject({ ticker: 'AAPL', name: 'Apple Inc.' })
  })

  test('200: the default limit is 10, and total counts all matches whatever the limit', async () => {
    const { body } = await find('a')
    expect(body.items).toHaveLength(10)
    expect(body.total).toBeGreaterThan(50)
    for (const limit of [1, 2, 50]) {
      const limited = await find('a', `&limit=${limit}`)
      expect(limited.body.items).toHaveLength(limit)
      expect(limited.body.total).toBe(body.total)
      expect(limited.body.items.slice(0, 10)).toEqual(body.items.slice(0, limit))
    }
  })

  test.each([
    ['0', 'limit must be at least 1.'],
    ['-1', 'limit must be at least 1.'],
    ['51', 'limit must be at most 50.'],
    ['1000000000', 'limit must be at most 50.'],
    ['1.5', 'limit must be a whole number, not "1.5".'],
    ['10abc', 'limit must be a whole number, not "10abc".'],
    ['', 'limit must be a whole number, not "".'],
    ['0x10', 'limit must be a whole number, not "0x10".'],
    ['1e1', 'limit must be a whole number, not "1e1".'],
    ['5&limit=6', 'limit is given 2 times: give it once.'],
  ])('422 INVALID_PARAMETER for limit=%s, which is never clamped', async (limit, detail) => {
    const { status, body } = await find('apple', `&limit=${limit}`)
    expect(status).toBe(422)
    expect(body).toEqual({ detail, code: 'INVALID_PARAMETER', status: 422 })
  })

  test.each([
    ['', 'q is required.'],
    ['q=', 'q must not be empty.'],
    ['q=%20%20', 'q must not be empty.'],
    ['q=+', 'q must not be empty.'],
    ['q=%E3%80%80', 'q must not be empty.'],
    [`q=${'a'.repeat(201)}`, 'q must have at most 200 characters.'],
    [`q=${'a'.repeat(8_000)}`, 'q must have at most 200 characters.'],
    ['q=a%00b', 'q must not contain a NUL character.'],
    ['q=%ED%A0%80', 'q must be valid Unicode without lone surrogates.'],
    ['q=apple&q=apple', 'q is given 2 times: give it once.'],
    ['Q=apple', 'q is required.'],
  ])('422 INVALID_PARAMETER for ?%s', async (query, detail) => {
    const { status, body } = await search(query)
    expect(status).toBe(422)
    expect(body).toEqual({ detail, code: 'INVALID_PARAMETER', status: 422 })
  })

  test('422 INVALID_PARAMETER for control characters', async () => {
    const { status, body } = await find('a\u0001\u001b[31mb')
    expect([status, body.code]).toEqual([422, 'INVALID_PARAMETER'])
    expect(body.detail).toMatch(/^q /)
  })

  test.each([
    ['200 characters', 'a'.repeat(200)],
    ['200 characters with blanks around them', ` ${'a'.repeat(200)} `],
    ['200 emoji', '😀'.repeat(200)],
    ['an emoji', '🍎'],
    ['a right-to-left mark', '\u200fapple'],
    ['percent', '%'],
    ['underscore', '_'],
    ['a backslash', '\\'],
    ['a quote', "'"],
    ['SQL', '" OR 1=1--'],
    ['a nasty pattern', '(a+)+$'],
    ['a byte that is no UTF-8', '\uFFFD'],
    ['object members', 'constructor __proto__ toString'],
  ])('200 for %s', async (_name, q) => {
    const { status, body } = await find(q)
    expect(status).toBe(200)
    expect(body.total).toBeGreaterThanOrEqual(body.items.length)
  })

  test('200: what holds up other engines costs no more than a word', async () => {
    const cpu = async (q: string): Promise<number> => {
      const before = process.cpuUsage()
      for (let i = 0; i < 20; i++) await find(`${q}${i}`)
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    await cpu('warm')
    const word = await cpu('apple')
    const hostile = ['(a+)+$', `${'a'.repeat(150)}!`, '%'.repeat(150), '_'.repeat(150), 'a a '.repeat(40)]
    // The less of two: one may have collected the garbage of others.
    for (const q of hostile) expect(Math.min(await cpu(q), await cpu(q))).toBeLessThan(10 * word + 50_000)
  })

  test('200: signs that databases and patterns treat specially match themselves and not everything', async () => {
    for (const q of ['%', '_', '*', '.*', '\\', "'", '" OR 1=1--'])
      expect((await find(q)).body.total).toBeLessThan(50)
    expect((await search('q=%ff')).status).toBe(400)
  })

  test.each(['equity', 'etf', 'index', 'crypto'])(
    '200: asset_class=%s returns that kind alone',
    async (kind) => {
      const { body } = await find('a', `&asset_class=${kind}&limit=50`)
      expect(body.items.length).toBeGreaterThan(0)
      expect(new Set(body.items.map((item: { asset_class: string }) => item.asset_class))).toEqual(
        new Set([kind]),
      )
    },
  )

  test('200: the totals of the kinds add up to the total without one', async () => {
    const totals = await Promise.all(
      ['equity', 'etf', 'index', 'crypto'].map(
        async (kind) => (await find('s', `&asset_class=${kind}`)).body.total,
      ),
    )
    expect(totals.reduce((sum, each) => sum + each, 0)).toBe((await find('s')).body.total)
  })

  test.each(['EQUITY', 'Equity', 'stock', 'equity ', ' equity', 'equity,etf', '0', 'null'])(
    '422 INVALID_PARAMETER for asset_class=%j',
    async (kind) => {
      const { status, body } = await find('apple', `&asset_class=${encodeURIComponent(kind)}`)
      expect(status).toBe(422)
      expect(body.detail).toBe(`asset_class must be one of equity, etf, index, crypto, not "${kind}".`)
    },
  )

  test('422 INVALID_PARAMETER for an empty asset_class', async () => {
    expect((await find('apple', '&asset_class=')).body).toMatchObject({
      code: 'INVALID_PARAMETER',
      detail: 'asset_class must not be empty.',
    })
  })

  test('200: unknown parameters are ignored', async () => {
    const plain = await find('apple')
    const { status, body } = await find('apple', '&page=2&offset=x&limt=1&__proto__=1&x=%00')
    expect(status).toBe(200)
    expect(body).toEqual(plain.body)
  })

  test('200 with no item and a total of 0 for what nobody is called', async () => {
    expect((await find('zzqxjwvk')).body).toEqual({ items: [], total: 0 })
  })
})
