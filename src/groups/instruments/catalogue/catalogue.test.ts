import { beforeEach, describe, expect, test } from 'vitest'
import { TestClock } from '../../../../tests/support/test-clock.ts'
import { createCatalogue, type Catalogue } from './catalogue.ts'
import type { InstrumentRow } from './instrument-row.ts'

const ID = '7f9d1c1e-2f0b-5d6a-9b1e-0a4c2d8e6f10'

const ROW: InstrumentRow = {
  entity_id: ID,
  mic: 'XNAS',
  ticker: 'AAPL',
  name: 'Apple Inc.',
  exchange: 'NASDAQ',
  asset_class: 'equity',
  sector: 'Technology',
  industry: null,
  currency: 'USD',
  country: 'US',
  isin: null,
  figi: null,
  cik: null,
  market_cap: 3e12,
  aliases: ['Apple'],
  source: 'import',
  status: 'active',
}

let clock: TestClock
let rows: Map<string, InstrumentRow>
let asked: string[]
let gate: Promise<void> | null
let catalogue: Catalogue

beforeEach(() => {
  clock = new TestClock(1_000_000)
  rows = new Map([[ID, ROW]])
  asked = []
  gate = null
  const byId = async (id: string): Promise<InstrumentRow | undefined> => {
    asked.push(id)
    const row = rows.get(id)
    await gate
    return row
  }
  const byIds = async (ids: readonly string[]): Promise<InstrumentRow[]> =>
    (await Promise.all(ids.map(byId))).filter((row) => row !== undefined)
  catalogue = createCatalogue({ byId, byIds }, clock)
})

const notFound = (detail: string) =>
  expect.objectContaining({ code: 'INSTRUMENT_NOT_FOUND', message: detail })

describe('a known id', () => {
  test('is its instrument, with calendar and zone of its venue, and is read once', async () => {
    const instrument = await catalogue.find(ID)
    expect(instrument).toMatchObject({
      entityId: ID,
      ticker: 'AAPL',
      assetClass: 'equity',
      marketCap: 3e12,
      timezone: 'America/New_York',
    })
    expect(instrument.calendar?.mic).toBe('XNAS')
    expect(await catalogue.find(ID)).toBe(instrument)
    expect(await catalogue.find(ID.toUpperCase())).toBe(instrument)
    expect(asked).toEqual([ID])
  })

  test.each([
    ['an index follows its main venue', { mic: 'SNP', asset_class: 'index' }, 'XNYS', 'America/New_York'],
    ['a coin never closes', { mic: 'CCC', asset_class: 'crypto' }, 'CCC', 'UTC'],
    ['an unknown venue has no calendar', { mic: 'NOWHERE' }, undefined, 'UTC'],
  ] as const)('%s', async (_name, fields, mic, timezone) => {
    rows.set(ID, { ...ROW, ...fields })
    const instrument = await catalogue.find(ID)
    expect(instrument.calendar?.mic).toBe(mic)
    expect(instrument.timezone).toBe(timezone)
  })
})

describe('an id that nobody has', () => {
  const OTHER = '00000000-0000-4000-8000-000000000000'

  test('is 404, and for ten seconds without asking the database again', async () => {
    const sentence = notFound(`No instrument has the entity_id "${OTHER}".`)
    await expect(catalogue.find(OTHER)).rejects.toEqual(sentence)
    clock.advance(9_999)
    await expect(catalogue.find(OTHER)).rejects.toEqual(sentence)
    expect(asked).toHaveLength(1)
    clock.advance(1)
    await expect(catalogue.find(OTHER)).rejects.toEqual(sentence)
    expect(asked).toHaveLength(2)
  })

  test.each([
    '42',
    '',
    'AAPL',
    `${ID} `,
    `{${ID}}`,
    `urn:uuid:${ID}`,
    ID.replaceAll('-', ''),
    '__proto__',
    'é',
    "' or 1=1 --",
  ])('%j is 404 and never reaches the database', async (id) => {
    await expect(catalogue.find(id)).rejects.toEqual(notFound(`No instrument has the entity_id "${id}".`))
    expect(asked).toEqual([])
  })

  test('that is long is cut off in the response', async () => {
    await expect(catalogue.find('x'.repeat(8_000))).rejects.toEqual(
      notFound(`No instrument has the entity_id "${'x'.repeat(60)}…".`),
    )
  })
})

describe('forgetting', () => {
  test.each([[ID], [null]])('%s makes a change visible', async (forgotten) => {
    await catalogue.find(ID)
    rows.set(ID, { ...ROW, name: 'Apple' })
    expect((await catalogue.find(ID)).name).toBe('Apple Inc.')
    catalogue.forget(forgotten)
    expect((await catalogue.find(ID)).name).toBe('Apple')
  })

  test.each([[ID], [null]])(
    '%s makes a new instrument visible that was unknown before',
    async (forgotten) => {
      rows.clear()
      await expect(catalogue.find(ID)).rejects.toThrow('No instrument')
      rows.set(ID, ROW)
      catalogue.forget(forgotten)
      expect((await catalogue.find(ID)).ticker).toBe('AAPL')
    },
  )

  test('reads again what was being read at that moment', async () => {
    const held = Promise.withResolvers<void>()
    gate = held.promise
    const finding = catalogue.find(ID)
    rows.set(ID, { ...ROW, name: 'Apple' })
    catalogue.forget(ID)
    held.resolve()
    expect((await finding).name).toBe('Apple')
    expect((await catalogue.find(ID)).name).toBe('Apple')
  })
})

test('a failure of the database is neither a 404 nor remembered', async () => {
  gate = Promise.reject(new Error('no database'))
  await expect(catalogue.find(ID)).rejects.toThrow('no database')
  gate = null
  expect((await catalogue.find(ID)).ticker).toBe('AAPL')
})

describe('many ids', () => {
  test('are read at once but for what is remembered, and are remembered; what nobody has is missing', async () => {
    const other = '7f9d1c1e-2f0b-5d6a-9b1e-0a4c2d8e6f11'
    rows.set(other, { ...ROW, entity_id: other })
    await catalogue.find(ID)
    const found = await catalogue.findAll([ID, other, '7f9d1c1e-2f0b-5d6a-9b1e-0a4c2d8e6f12'])
    expect([...found.keys()]).toEqual([ID, other])
    await catalogue.find(other)
    expect(asked.filter((id) => id === ID || id === other)).toEqual([ID, other])
  })

  test('what was read before a change is not remembered after it', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    gate = promise
    const reading = catalogue.findAll([ID])
    catalogue.forget(ID)
    resolve()
    expect([...(await reading).keys()]).toEqual([ID])
    await catalogue.find(ID)
    expect(asked).toEqual([ID, ID])
  })
})
