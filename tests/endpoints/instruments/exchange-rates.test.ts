import { readFileSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { readFxFile } from '../../../src/adapters/files/fx.ts'
import { formatDay, parseDay } from '../../../src/kernel/time.ts'
import { instant } from '../../support/factories.ts'
import { boot } from '../../support/harness.ts'
import { describeRealData, realData } from '../../support/real-data.ts'
import { TestClock } from '../../support/test-clock.ts'

/** A Sunday. */
const clock = new TestClock(instant('2026-11-29T15:00:00Z'))
const env = { DEFAULT_TIER: 'enterprise' }
/** With imports alone. */
const bare = await boot({ clock, env: { ...env, UPSTREAMS: '' } })
const demo = await boot({ clock, env })

const RATES = '/v1/instruments/exchange-rates'

const day = (text: string): number => parseDay(text) ?? Number.NaN
const rate = (currency: string, from: string, usd: number, to = from) => ({
  currency,
  from: day(from),
  to: day(to),
  usd,
})

/** `date rate` of each item. */
const listed = async (api: typeof bare, query: string): Promise<string[]> => {
  const { body } = await api.get(`${RATES}?${query}`)
  return body.items.map((item: { date: string; rate: number }) => `${item.date} ${item.rate}`)
}

beforeAll(async () => {
  const rates = [
    rate('EUR', '2026-11-25', 1.25),
    rate('EUR', '2026-11-26', 1.5),
    rate('EUR', '2026-11-27', 1.6),
    rate('GBP', '2026-11-26', 2),
    rate('CHF', '2026-10-01', 1.2),
    rate('SEK', '2026-06-01', 0.125),
    rate('SKK', '2008-03-01', 0.05, '2008-03-31'),
  ]
  await bare.importer().fx(rates, 'ecb')
  await demo.importer().fx(rates, 'ecb')
})

describe('GET /v1/instruments/exchange-rates', () => {
  test('200 with exactly the fields of the contract, on days without a rate the one before', async () => {
    const { status, body, headers } = await bare.get(`${RATES}?base=EUR&from=2026-11-26&to=2026-11-29`)
    expect([status, body]).toEqual([
      200,
      {
        base: 'EUR',
        quote: 'USD',
        items: [
          { date: '2026-11-26', rate: 1.5 },
          { date: '2026-11-27', rate: 1.6 },
          { date: '2026-11-28', rate: 1.6 },
          { date: '2026-11-29', rate: 1.6 },
        ],
        total: 4,
      },
    ])
    expect(headers.get('x-data-source')).toBe('import')
    expect(headers.get('cache-control')).toBe('private, no-cache')
  })

  // A pound is 2 / 1.5 euros.
  test('200: a crossed rate has twelve decimals at most, as that of a transaction', async () => {
    expect(await listed(bare, 'base=GBP&quote=EUR&from=2026-11-26&to=2026-11-26')).toEqual([
      '2026-11-26 1.333333333333',
    ])
  })

  test('200: the last 30 days unless said, and none that are still to come', async () => {
    const rates = await listed(bare, 'base=EUR')
    expect([rates[0], rates.at(-1), rates.length]).toEqual(['2026-11-25 1.25', '2026-11-29 1.6', 5])
    expect(await listed(bare, 'base=EUR&from=2026-11-29&to=2027-01-01')).toEqual(['2026-11-29 1.6'])
    expect(await listed(bare, 'base=EUR&from=2026-12-05&to=2027-01-01')).toEqual([])
  })

  test('200 without rates in the first days of the calendar, before which there is nothing to look back to', async () => {
    const answers = await Promise.all(
      ['to=0001-01-01', 'from=0001-01-20&to=0001-01-31', 'to=0001-02-05'].map((range) =>
        bare.get(`${RATES}?base=EUR&${range}`),
      ),
    )
    expect(answers.map(({ status, body }) => [status, body.items])).toEqual([
      [200, []],
      [200, []],
      [200, []],
    ])
  })

  test.each([
    ['the dollar in euros', 'base=USD&quote=EUR', 0.625],
    ['pounds in euros, through the dollar', 'base=GBP&quote=EUR', 1.25],
    ['pence in dollars', 'base=GBX&quote=USD', 0.02],
    ['a currency in itself', 'base=EUR&quote=EUR', 1],
  ])('200: %s', async (_, query, expected) => {
    expect(await listed(bare, `${query}&from=2026-11-27&to=2026-11-27`)).toEqual([`2026-11-27 ${expected}`])
  })

  test('200: the average of a month where no rates of days were imported, and after ten days nothing', async () => {
    expect(await listed(bare, 'base=SKK&from=2008-03-30&to=2008-04-02')).toEqual([
      '2008-03-30 0.05',
      '2008-03-31 0.05',
    ])
    expect(await listed(bare, 'base=CHF&from=2026-10-09&to=2026-10-20')).toEqual([
      '2026-10-09 1.2',
      '2026-10-10 1.2',
      '2026-10-11 1.2',
    ])
  })

  test.each([
    ['GBX', 'GBP', 0.01],
    ['GBP', 'GBX', 100],
    ['ZAC', 'ZAR', 0.01],
    ['GBX', 'GBX', 1],
  ])('200: %s in %s, whatever rates are known', async (base, quote, expected) => {
    const query = `base=${base}&quote=${quote}&from=2026-11-28&to=2026-11-29`
    expect(await listed(bare, query)).toEqual([`2026-11-28 ${expected}`, `2026-11-29 ${expected}`])
    const { headers } = await demo.get(`${RATES}?${query}`)
    expect(headers.get('x-data-source')).toBeNull()
  })

  test('200 and nothing for a currency of which no rates are known', async () => {
    const { status, body, headers } = await bare.get(`${RATES}?base=THB`)
    expect([status, body]).toEqual([200, { base: 'THB', quote: 'USD', items: [], total: 0 }])
    expect(headers.get('x-data-source')).toBeNull()
  })

  test('200 and nothing for a currency that was one, on days without a rate as on those with one', async () => {
    for (const query of ['base=SKK&from=2012-01-01&to=2012-01-31', 'base=EUR&quote=SKK']) {
      const { status, body } = await bare.get(`${RATES}?${query}`)
      expect([status, body.items]).toEqual([200, []])
    }
  })

  test('200: a pair is imported or simulated, and never half of each', async () => {
    const query = (base: string) => `${RATES}?base=${base}&quote=EUR&from=2026-11-27&to=2026-11-27`
    const imported = await demo.get(query('GBP'))
    expect([imported.body.items[0].rate, imported.headers.get('x-data-source')]).toEqual([1.25, 'import'])
    const simulated = await demo.get(query('JPY'))
    expect(simulated.headers.get('x-data-source')).toBe('demo')
    const [yen, euro] = await Promise.all(
      ['JPY', 'EUR'].map(
        async (base) =>
          (await demo.get(`${RATES}?base=${base}&quote=TWD&from=2026-11-27&to=2026-11-27`)).body.items[0]
            .rate,
      ),
    )
    expect(simulated.body.items[0].rate).toBeCloseTo(yen / euro, 10)
  })

  test('200: what was imported long before the last day makes no half of a simulated range', async () => {
    const from = async (query: string) => {
      const { body, headers } = await demo.get(`${RATES}?base=SEK&from=2026-06-01&${query}`)
      return [headers.get('x-data-source'), body.items[0].rate === 0.125]
    }
    expect(await from('to=2026-06-05')).toEqual(['import', true])
    expect(await from('to=2026-11-27')).toEqual(['demo', false])
    expect((await bare.get(`${RATES}?base=SEK&from=2026-06-01`)).body.total).toBe(11)
  })

  test('200: simulated pence are a hundredth of simulated pounds', async () => {
    const [pound = '', penny = ''] = await Promise.all(
      ['GBP', 'GBX'].map(async (base) => (await listed(demo, `base=${base}&quote=TWD`)).at(-1)),
    )
    expect(Number(pound.split(' ')[1]) / Number(penny.split(' ')[1])).toBeCloseTo(100, 8)
  })

  const refused = async (query: string): Promise<unknown[]> => {
    const { status, body } = await bare.get(`${RATES}?${query}`)
    return [status, body.code, body.detail]
  }

  test.each([
    ['base=eur', 'base must be a currency code'],
    ['quote=USD', 'base'],
    ['base=ABC', 'base must be a currency of ISO 4217, not "ABC".'],
    ['base=EUR&quote=XXX', 'quote must be a currency of ISO 4217, not "XXX".'],
    ['base=EUR&quote=EURO', 'quote must be a currency code'],
    ['base=EUR&from=2026-02-30', 'from'],
    ["base=EUR&to=2026-11-27';--", 'to'],
  ])('422 INVALID_PARAMETER: %s', async (query, detail) => {
    expect(await refused(query)).toEqual([422, 'INVALID_PARAMETER', expect.stringContaining(detail)])
  })

  test.each(['base=EUR&from=2026-11-28&to=2026-11-27', 'base=EUR&from=2027-01-01'])(
    '422 INVALID_DATE_RANGE: %s',
    async (query) => {
      const detail = expect.stringContaining('from must not be after to')
      expect(await refused(query)).toEqual([422, 'INVALID_DATE_RANGE', detail])
    },
  )

  test('422 RANGE_TOO_LARGE: more than ten years', async () => {
    const detail = expect.stringContaining('3660 days')
    expect(await refused('base=EUR&from=0001-01-01&to=9999-12-31')).toEqual([422, 'RANGE_TOO_LARGE', detail])
    expect((await bare.get(`${RATES}?base=EUR&from=2010-01-01&to=2020-01-07`)).status).toBe(200)
  })

  test('401 without a token', async () => {
    expect((await bare.get(`${RATES}?base=EUR`, { token: null })).status).toBe(401)
  })
})

describeRealData('the rates of the European Central Bank', () => {
  const path = realData('fx', 'eurofxref-hist.zip')

  test('are listed as they were published, and crossed for other pairs', async () => {
    const api = await boot({ clock, env: { ...env, UPSTREAMS: '' } })
    const { rates } = await readFxFile(path, { newest: day('2026-11-22'), onRejected: () => undefined })
    // Of all currencies the file is imported elsewhere, by the command.
    await api.importer().fx(
      rates.filter(({ currency }) => currency === 'EUR' || currency === 'JPY'),
      'ecb',
    )
    const csv = strFromU8(unzipSync(readFileSync(path))['eurofxref-hist.csv'] ?? new Uint8Array())
    const [header = '', ...lines] = csv.split('\n')
    const names = header.split(',')
    const published = (currency: string): Map<string, number> => {
      const rows = lines.map((line) => line.split(','))
      const at = names.indexOf(currency)
      return new Map(rows.map((cells) => [cells[0] ?? '', Number(cells[at])]))
    }
    const [dollars, yen] = [published('USD'), published('JPY')]
    const query = 'from=2015-01-01&to=2019-12-31'
    const euros = await api.get(`${RATES}?base=EUR&quote=USD&${query}`)
    const crossed = await api.get(`${RATES}?base=USD&quote=JPY&${query}`)
    const wrong = (items: Array<{ date: string; rate: number }>, truth: (date: string) => number): string[] =>
      items
        .filter(({ date }) => dollars.has(date))
        .filter(({ date, rate: own }) => Math.abs(own / truth(date) - 1) > 1e-9)
        .map(({ date }) => date)
    expect(euros.body.total).toBe(day('2019-12-31') - day('2015-01-01') + 1)
    expect(wrong(euros.body.items, (date) => dollars.get(date) ?? 0)).toEqual([])
    expect(wrong(crossed.body.items, (date) => (yen.get(date) ?? 0) / (dollars.get(date) ?? 0))).toEqual([])
    expect(euros.body.items[0].date).toBe(formatDay(day('2015-01-01')))
  })
})
