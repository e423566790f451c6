import { describe, expect, test } from 'vitest'
import { zeroBars } from '../../../market/bars.ts'
import type { PriceSource } from '../../../ports/market-data.ts'
import { createDiscovery, readBases } from './discovery.ts'
import { WorkGate } from '../../../kernel/work-gate.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import {
  at,
  barsOf,
  type BarRow,
  instrumentOf,
  peerIndexOf,
  quoteOf,
  ScriptedSource,
} from '../testing/fixtures.ts'

const NOW = at('2025-11-05T15:00:00Z')
const DAY = 86_400_000
const CALLER = { key: 'tenant' }
const STAYING = new AbortController().signal

/** A close for every day up to 4 November 2025. */
function daily(count: number, closeOf: (index: number) => number): BarRow[] {
  const last = at('2025-11-04')
  return Array.from({ length: count }, (_, index) => [
    new Date(last - (count - 1 - index) * DAY).toISOString().slice(0, 10),
    closeOf(index),
  ])
}

const waves = daily(500, (index) => 100 + 10 * Math.sin(index))
const against = daily(500, (index) => 100 - 10 * Math.sin(index))

const of = (ticker: string, fields: Partial<Instrument> = {}): Instrument =>
  instrumentOf({
    entityId: ticker,
    ticker,
    name: `${ticker} Works`,
    industry: 'Phones',
    marketCap: 1e12,
    ...fields,
  })

const AAPL = of('AAPL')

function discoveryOf(
  instruments: readonly Instrument[],
  sources: Record<string, PriceSource> = {},
  beside: ReadonlyMap<string, number> = new Map(),
) {
  const listInstruments = async function* () {
    yield* instruments
  }
  return createDiscovery({
    listInstruments,
    peerIndex: () => peerIndexOf(instruments),
    instrumentsOf: async (ids) => instruments.filter(({ entityId }) => ids.includes(entityId)),
    gate: new WorkGate(),
    prices: { sourceOf: async ({ ticker }) => sources[ticker] ?? null },
    fx: { usdOn: async (currency) => (currency === 'USD' ? 1 : null) },
    clock: { now: () => NOW, market: () => NOW },
    logger: { warn: () => undefined, error: () => undefined },
    news: () => ({ mentionedWith: async () => beside }),
  })
}

describe('readBases', () => {
  test.each([
    ['sector,correlation', ['sector', 'correlation']],
    ['correlation,sector', ['sector', 'correlation']],
    ['correlation', ['correlation']],
    [' sector , sector ', ['sector']],
    ['news', ['news']],
  ])('%s', (text, bases) => {
    expect(readBases(text)).toEqual(bases)
  })

  test.each([
    ['graph', 'basis cannot be graph yet, which comes later: ask for sector, correlation, news.'],
    ['graph,sector', 'basis cannot be graph yet, which comes later: ask for sector, correlation, news.'],
    ['size', 'basis must be a comma-separated list of sector, correlation, news, not "size".'],
    ['sector,', 'basis must be a comma-separated list of sector, correlation, news, not "".'],
    ['Sector', 'basis must be a comma-separated list of sector, correlation, news, not "Sector".'],
    [
      'x'.repeat(61),
      `basis must be a comma-separated list of sector, correlation, news, not "${'x'.repeat(60)}…".`,
    ],
  ])('refuses %s', (text, message) => {
    expect(() => readBases(text)).toThrow(expect.objectContaining({ code: 'INVALID_PARAMETER', message }))
  })
})

describe('peers', () => {
  test('by news: of any sector, the most often together first, two articles at least', async () => {
    const beside = new Map([
      ['XOM', 4],
      ['MSFT', 2],
      ['KO', 1],
      ['GONE', 9],
    ])
    const all = [AAPL, of('MSFT'), of('XOM', { sector: 'Energy' }), of('KO'), of('IBM')]
    const discovery = discoveryOf(all, {}, beside)
    const { items } = await discovery.peers(AAPL, { limit: 10, bases: readBases('news') }, CALLER)
    expect(items.map(({ instrument, score, basis }) => [instrument.ticker, score, basis])).toEqual([
      ['XOM', 0.4444, ['news']],
      ['MSFT', 0.2222, ['news']],
    ])
  })

  const bases = readBases('sector,correlation')

  test('has exactly the specified fields, the instrument itself is left out', async () => {
    const discovery = discoveryOf([AAPL, of('MSFT')], {
      AAPL: new ScriptedSource(barsOf(waves)),
      MSFT: new ScriptedSource(barsOf(waves)),
    })
    expect(await discovery.peers(AAPL, { limit: 10, bases }, CALLER)).toEqual({
      items: [
        {
          instrument: {
            entity_id: 'MSFT',
            ticker: 'MSFT',
            name: 'MSFT Works',
            exchange: 'NASDAQ',
            asset_class: 'equity',
            sector: 'Technology',
            currency: 'USD',
          },
          score: 1,
          basis: ['sector', 'correlation'],
        },
      ],
      total: 1,
    })
  })

  test('best first, the limit bounds the items and not the total', async () => {
    const discovery = discoveryOf([AAPL, of('AGAINST'), of('ALIKE'), of('UNPRICED', { industry: 'Chips' })], {
      AAPL: new ScriptedSource(barsOf(waves)),
      ALIKE: new ScriptedSource(barsOf(waves)),
      AGAINST: new ScriptedSource(barsOf(against)),
    })
    const { items, total } = await discovery.peers(AAPL, { limit: 2, bases }, CALLER)
    expect(items.map(({ instrument, score }) => [instrument.ticker, score])).toEqual([
      ['ALIKE', 1],
      ['UNPRICED', 0.6],
    ])
    expect(total).toBe(3)
  })

  test('bars are read only of the 60 nearest by size, up to the newest bar of the instrument', async () => {
    const source = new ScriptedSource(barsOf(waves))
    const others = Array.from({ length: 80 }, (_, index) => of(`T${index}`, { marketCap: 1e12 - index }))
    const sources = Object.fromEntries([AAPL, ...others].map(({ ticker }) => [ticker, source]))
    const { total } = await discoveryOf([AAPL, ...others], sources).peers(AAPL, { limit: 50, bases }, CALLER)
    expect(total).toBe(60)
    expect(source.reads).toHaveLength(61)
    expect(new Set(source.reads.map(({ to }) => to))).toEqual(new Set([at('2025-11-04')]))
    expect(source.reads[0]?.from).toBe(at('2025-11-04') - 400 * DAY)
  })

  test('by sector alone no bars are read, and every candidate counts', async () => {
    const source = new ScriptedSource(barsOf(waves))
    const others = Array.from({ length: 80 }, (_, index) => of(`T${index}`))
    const discovery = discoveryOf([AAPL, ...others], { AAPL: source })
    expect(await discovery.peers(AAPL, { limit: 1, bases: ['sector'] }, CALLER)).toMatchObject({ total: 80 })
    expect(source.reads).toEqual([])
  })

  test('without bars of its own there is no correlation', async () => {
    const msft = new ScriptedSource(barsOf(waves))
    for (const sources of [{ MSFT: msft }, { MSFT: msft, AAPL: new ScriptedSource(zeroBars(0)) }]) {
      const discovery = discoveryOf([AAPL, of('MSFT')], sources)
      expect(await discovery.peers(AAPL, { limit: 10, bases }, CALLER)).toMatchObject({
        items: [{ basis: ['sector'] }],
      })
      expect(await discovery.peers(AAPL, { limit: 10, bases: ['correlation'] }, CALLER)).toEqual({
        items: [],
        total: 0,
      })
    }
    expect(msft.reads).toEqual([])
  })

  test('a source that fails fails the response, so that no half of one is kept', async () => {
    const msft = new ScriptedSource(barsOf(waves))
    msft.failure = new Error('no database')
    const discovery = discoveryOf([AAPL, of('MSFT')], { AAPL: new ScriptedSource(barsOf(waves)), MSFT: msft })
    await expect(discovery.peers(AAPL, { limit: 10, bases }, CALLER)).rejects.toThrow('no database')
  })
})

describe('movers', () => {
  test('ranks the snapshot and says when it was read', async () => {
    const priced = (price: number): PriceSource =>
      Object.assign(new ScriptedSource(zeroBars(0)), {
        quote: async () => quoteOf({ price, previousClose: 100 }),
      })
    const discovery = discoveryOf([of('UP'), of('RALLY'), of('DOWN')], {
      UP: priced(101),
      RALLY: priced(110),
      DOWN: priced(90),
    })
    const movers = await discovery.movers({ direction: 'gainers', limit: 10 }, STAYING)
    expect(movers).toMatchObject({ total: 2, as_of: '2025-11-05T15:00:00.000Z' })
    expect(movers.items.map(({ instrument }) => instrument.ticker)).toEqual(['RALLY', 'UP'])
    await discovery.close()
  })
})
