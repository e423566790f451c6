import { describe, expect, test } from 'vitest'
import { bars, instant, listing } from '../../support/factories.ts'
import { boot, type Reply } from '../../support/harness.ts'
import { TestClock } from '../../support/test-clock.ts'

const api = await boot({
  clock: new TestClock(instant('2025-11-05T15:00:00Z')),
  env: { DEFAULT_TIER: 'enterprise', ADMIN_EMAILS: 'admin@demo.test' },
})
const token = `Bearer ${await api.token('admin@demo.test')}`

async function add(ticker: string, currency = 'USD'): Promise<string> {
  await api.importer().listings([listing({ ticker, currency })], 'import')
  return (await api.importer().find({ ticker, exchange: null })).entityId
}

type Row = readonly [date: string, close: number, adjusted?: number]

async function put(id: string, rows: readonly Row[], interval = '1d'): Promise<Reply['body']> {
  const given = rows.map(([date, close, own]) => {
    const bar = { date, open: close, high: close, low: close, close, volume: 1 }
    return own === undefined ? bar : { ...bar, adjusted_close: own }
  })
  const json = { interval, bars: given }
  const { body } = await api.call(`/v1/instruments/${id}/ohlcv`, { method: 'PUT', token, json })
  expect(body.rejected).toEqual([])
  return body
}

async function record(id: string, action: object): Promise<void> {
  const { status } = await api.call(`/v1/instruments/${id}/corporate-actions`, { token, json: action })
  expect(status).toBe(201)
}
const dividend = (exDate: string, amount: number) => ({
  type: 'cash_dividend',
  ex_date: exDate,
  amount,
  currency: 'USD',
})

async function adjusted(id: string, interval = '1d'): Promise<number[]> {
  const { body } = await api.get(`/v1/instruments/${id}/ohlcv?period=max&interval=${interval}`)
  return body.bars.map((each: any) => each.adjusted_close)
}

const WEEK: readonly Row[] = [
  ['2025-10-30', 100],
  ['2025-10-31', 100],
  ['2025-11-03', 90],
  ['2025-11-04', 90],
]

describe('a dividend in another unit or currency than the prices', () => {
  test('201: in pounds it is a hundred times as many pence, also where both are recorded', async () => {
    const id = await add('PENCED', 'GBX')
    await put(id, WEEK)
    await record(id, { ...dividend('2025-11-03', 0.1), currency: 'GBP' })
    expect(await adjusted(id)).toEqual([90, 90, 90, 90])
    await record(id, { ...dividend('2025-11-04', 9), currency: 'GBX' })
    expect(await adjusted(id)).toEqual([81, 81, 81, 90])
  })

  test('422 VALIDATION_ERROR: of another currency nobody knows what it takes off a price', async () => {
    const id = await add('FOREIGN')
    await put(id, WEEK)
    const json = { ...dividend('2025-11-03', 10), currency: 'EUR' }
    const { status, body } = await api.call(`/v1/instruments/${id}/corporate-actions`, { token, json })
    expect([status, body.code, body.detail]).toEqual([
      422,
      'VALIDATION_ERROR',
      'currency must be that of the listing, USD: convert the amount at the rate of the ex-date.',
    ])
    expect(await adjusted(id)).toEqual([100, 100, 90, 90])
  })
})

describe('the adjusted close of a bar that came without one', () => {
  test('has a dividend that is recorded later', async () => {
    const id = await add('LATER')
    await put(id, WEEK)
    expect(await adjusted(id)).toEqual([100, 100, 90, 90])
    await record(id, dividend('2025-11-03', 10))
    expect(await adjusted(id)).toEqual([90, 90, 90, 90])
    await record(id, dividend('2025-11-04', 9))
    expect(await adjusted(id)).toEqual([81, 81, 81, 90])
  })

  test('has a dividend that was recorded before, also where its ex-date comes with a later bar', async () => {
    const id = await add('BEFORE')
    await record(id, dividend('2025-11-03', 10))
    await put(id, WEEK.slice(0, 2))
    expect(await adjusted(id)).toEqual([100, 100])
    await put(id, WEEK.slice(2))
    expect(await adjusted(id)).toEqual([90, 90, 90, 90])
  })

  test('changes with the close that a dividend is measured by', async () => {
    const id = await add('MEASURED')
    await put(id, WEEK)
    await record(id, dividend('2025-11-03', 10))
    await put(id, [['2025-10-31', 80]])
    expect(await adjusted(id)).toEqual([87.5, 70, 90, 90])
  })

  test('is the same when the bar is stored again, which changes nothing', async () => {
    const id = await add('AGAIN')
    await put(id, WEEK)
    await record(id, dividend('2025-11-03', 10))
    expect(await put(id, WEEK)).toMatchObject({ inserted: 0, updated: 0 })
    expect(await adjusted(id)).toEqual([90, 90, 90, 90])
  })

  test('has dividends on the basis of its split-adjusted prices, and no split twice', async () => {
    const id = await add('SPLIT')
    await put(id, [
      ['2025-10-29', 50],
      ['2025-10-30', 45],
      ['2025-11-03', 45],
    ])
    await record(id, { type: 'split', ex_date: '2025-11-03', ratio_to: 2, ratio_from: 1 })
    expect(await adjusted(id)).toEqual([50, 45, 45])
    await record(id, dividend('2025-10-30', 10))
    expect(await adjusted(id)).toEqual([45, 45, 45])
  })

  test('is that of its day within the day', async () => {
    const id = await add('MINUTES')
    await put(id, WEEK)
    const minutes: readonly Row[] = [
      ['2025-10-31T15:00:00Z', 99],
      ['2025-11-03T15:00:00Z', 91],
    ]
    await put(id, minutes, '1min')
    await record(id, dividend('2025-11-03', 10))
    expect(await adjusted(id, '1min')).toEqual([89.1, 91])
    expect(await put(id, minutes, '1min')).toMatchObject({ inserted: 0, updated: 0 })
  })
})

describe('an adjusted close that came with its bar', () => {
  test('is kept, and so are those of older bars; newer bars without one have recorded dividends', async () => {
    const id = await add('MIXED')
    await put(id, [
      ['2025-10-28', 100],
      ['2025-10-29', 100, 95],
    ])
    await put(id, WEEK)
    await record(id, dividend('2025-11-03', 10))
    expect(await adjusted(id)).toEqual([100, 95, 90, 90, 90, 90])
  })

  test('is kept where it is the close', async () => {
    const id = await add('SAME')
    await put(
      id,
      WEEK.map(([date, close]) => [date, close, close]),
    )
    await record(id, dividend('2025-11-03', 10))
    expect(await adjusted(id)).toEqual([100, 100, 90, 90])
  })

  test('is kept of a file, whose closes stand for those it lacks', async () => {
    const id = await add('FILE')
    const columns = bars(WEEK.map(([date, close]) => [date, close] as const))
    await api.importer().bars(id, { interval: '1d', basis: 'split_adjusted', columns })
    await record(id, dividend('2025-11-03', 10))
    expect(await adjusted(id)).toEqual([100, 100, 90, 90])
  })
})
