import { describe, expect, it } from 'vitest'
import { instant } from '../../../../../tests/support/factories.ts'
import { nameId } from '../../../../kernel/ids.ts'
import type { DayMove, InstrumentReader } from '../../../../ports/instruments.ts'
import { dayMoveFacts } from './day-moves-fact.ts'

const ASKED = instant('2026-11-25T18:00:00Z')
const SIGNAL = AbortSignal.timeout(60_000)

const move = (ticker: string, fields: Partial<DayMove> = {}): DayMove => ({
  entityId: nameId('test-mover', ticker),
  ticker,
  name: `${ticker} Inc.`,
  sector: null,
  price: 12.5,
  currency: 'USD',
  change: 0.0423,
  simulated: false,
  ...fields,
})

/** Moves of stocks, of which none or all have a known market capitalisation. */
function market(moves: readonly DayMove[], { knowsCaps = true } = {}) {
  const asked: Array<Parameters<InstrumentReader['movers']>[0]> = []
  const movers: InstrumentReader['movers'] = async (query) => {
    asked.push(query)
    return { asOf: ASKED, moves: query.leastMarketCap === null || knowsCaps ? moves : [] }
  }
  return { movers, asked }
}

describe('the moves of the day', () => {
  it('are one record with its address', async () => {
    const { movers } = market([move('UP'), move('DOWN', { change: -0.031 }), move('NEW', { change: null })])
    const ask = { orders: ['gainers'] as const, assetClass: 'equity' as const, sector: null, excluded: [] }
    const [fact, ...others] = await dayMoveFacts({ movers }, ask, SIGNAL)
    expect(others).toEqual([])
    expect(fact?.sentences).toEqual([
      'The largest gainers of the day among stocks worth at least USD 2,000 million, as of 2026-11-25T18:00:00Z: ' +
        'UP Inc. (UP) +4.2 % at USD 12.5; DOWN Inc. (DOWN) −3.1 % at USD 12.5; NEW Inc. (NEW) at USD 12.5.',
    ])
    expect(fact?.record).toMatchObject({
      url: '/v1/instruments/movers?direction=gainers&asset_class=equity&limit=10&min_market_cap=2000000000',
      simulated: false,
      asOf: ASKED,
    })
  })

  it('are those of all sizes where no market capitalisation is known, and of anything but stocks', async () => {
    const { movers, asked } = market([move('UP', { simulated: true })], { knowsCaps: false })
    const orders = ['losers'] as const
    const [fact] = await dayMoveFacts(
      { movers },
      { orders, assetClass: 'equity', sector: null, excluded: [] },
      SIGNAL,
    )
    expect(fact?.record.url).toBe('/v1/instruments/movers?direction=losers&asset_class=equity&limit=10')
    expect(fact?.record.simulated).toBe(true)
    await dayMoveFacts({ movers }, { orders, assetClass: 'crypto', sector: null, excluded: [] }, SIGNAL)
    expect(asked.map(({ leastMarketCap }) => leastMarketCap)).toEqual([2_000_000_000, null, null])
  })

  it('are as many without what is left out', async () => {
    const all = Array.from({ length: 11 }, (_, at) => move(`M${at}`))
    const { movers, asked } = market(all)
    const ask = { orders: ['gainers'] as const, assetClass: 'etf' as const }
    const [fact] = await dayMoveFacts({ movers }, { ...ask, sector: null, excluded: all.slice(0, 1) }, SIGNAL)
    expect(asked.map(({ limit }) => limit)).toEqual([11])
    expect(fact?.sentences[0]).not.toContain('(M0)')
    expect(fact?.sentences[0]).toContain('(M10)')
  })

  it('are none where nothing moved', async () => {
    const { movers } = market([])
    const ask = {
      orders: ['gainers', 'losers'] as const,
      assetClass: 'etf' as const,
      sector: null,
      excluded: [],
    }
    expect(await dayMoveFacts({ movers }, ask, SIGNAL)).toEqual([])
  })

  it('are those of one sector alone where it is said, by the name that listings have', async () => {
    const { movers, asked } = market([move('UP', { sector: 'Information Technology' })])
    const sector = { said: 'tech', isSector: (name: string) => name === 'Information Technology' }
    const ask = { orders: ['gainers'] as const, assetClass: 'equity' as const, sector, excluded: [] }
    const [fact] = await dayMoveFacts({ movers }, ask, SIGNAL)
    expect(asked).toMatchObject([{ isSector: sector.isSector }])
    expect(fact?.record.headline).toBe('The largest gainers of the day, Information Technology stocks')
    expect(fact?.record.url).toBe(
      '/v1/instruments/movers?direction=gainers&asset_class=equity&limit=50&min_market_cap=2000000000',
    )
  })
})
