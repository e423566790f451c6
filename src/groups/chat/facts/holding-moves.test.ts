import { expect, it } from 'vitest'
import { instant } from '../../../../tests/support/factories.ts'
import { nameId } from '../../../kernel/ids.ts'
import { DAY_MS, parseDay } from '../../../kernel/time.ts'
import type { InstrumentQuote } from '../../../ports/instruments.ts'
import type { HeldInstrument, PortfolioView } from '../../../ports/portfolio.ts'
import type { RangeCloses } from './closes.ts'
import { holdingMovesFact, holdingsTodayFact } from './holding-moves.ts'

const OWNER = { tenantId: nameId('test', 'tenant'), userId: 'anna' }

const held = (ticker: string, valueBase: number | null): HeldInstrument => ({
  entityId: nameId('test', ticker),
  ticker,
  name: `${ticker} Inc.`,
  quantity: 1,
  valueBase,
  weight: null,
  unrealizedBase: null,
  costBase: null,
})

/** The first is the close before the time that is asked about. */
function closes(...values: number[]): RangeCloses {
  const [before = null, ...within] = values.map((adjusted, at) => {
    const day = (parseDay('2025-11-17') ?? 0) + at
    return { day, endsAt: day * DAY_MS, adjusted, prices: { close: adjusted, high: adjusted, low: adjusted } }
  })
  return { simulated: false, before, within }
}

const view = (...holdings: HeldInstrument[]): PortfolioView => ({
  baseCurrency: 'USD',
  totalValue: 1_000,
  cash: 0,
  asOf: instant('2025-11-20T15:00:00Z'),
  simulated: false,
  holdings,
})

it('tells what moved the value most first, with its computation, and which did best and worst', () => {
  const [small, large] = [held('UP', 110), held('DOWN', 900)]
  const found = new Map([
    [small.entityId, closes(100, 110)],
    [large.entityId, closes(100, 95, 90)],
  ])
  const fact = holdingMovesFact(OWNER, view(small, large), found)
  expect(fact?.sentences).toEqual([
    'Of what you hold, UP Inc. (UP) did best, 10.0 %, and DOWN Inc. (DOWN) worst, −10.0 %.',
    'DOWN Inc. (DOWN) returned −10.0 % from the close of 2025-11-17 to that of 2025-11-19: (90 − 100) / 100, which is USD −100 of your holding at its quantity and exchange rate of today.',
    'UP Inc. (UP) returned 10.0 % from the close of 2025-11-17 to that of 2025-11-18: (110 − 100) / 100, which is USD 10 of your holding at its quantity and exchange rate of today.',
  ])
  expect(fact?.record.url).toBe('/v1/portfolio/performance?from=2025-11-17&to=2025-11-19')
})

it('leaves out what has no two closes, and says no amount where the value is not known', () => {
  const [unvalued, halted] = [held('NOFX', null), held('HALT', 50)]
  const found = new Map([
    [unvalued.entityId, closes(10, 11)],
    [halted.entityId, closes(10)],
  ])
  const fact = holdingMovesFact(OWNER, view(unvalued, halted), found)
  expect(fact?.sentences).toEqual([
    'NOFX Inc. (NOFX) returned 10.0 % from the close of 2025-11-17 to that of 2025-11-18: (11 − 10) / 10.',
  ])
  expect(holdingMovesFact(OWNER, view(halted), found)).toBeNull()
})

it('tells what today’s prices did since the close before', () => {
  const [up, down] = [held('UP', 110), held('DOWN', 900)]
  const at = instant('2025-11-20T15:00:00Z')
  const quote = (holding: HeldInstrument, price: number, previousClose: number | null) =>
    [holding.entityId, { price, previousClose, at } as InstrumentQuote] as const
  const quotes = new Map([quote(up, 110, 100), quote(down, 90, 100)])
  const fact = holdingsTodayFact(OWNER, view(up, down), quotes)
  expect(fact?.sentences).toEqual([
    'Of what you hold, UP Inc. (UP) did best, 10.0 %, and DOWN Inc. (DOWN) worst, −10.0 %.',
    'DOWN Inc. (DOWN) returned −10.0 % from the close before to the price of 2025-11-20T15:00:00Z: (90 − 100) / 100, which is USD −100 of your holding at its quantity and exchange rate of today.',
    'UP Inc. (UP) returned 10.0 % from the close before to the price of 2025-11-20T15:00:00Z: (110 − 100) / 100, which is USD 10 of your holding at its quantity and exchange rate of today.',
  ])
  expect(fact?.record).toMatchObject({ url: '/v1/portfolio/holdings', asOf: at })
  expect(holdingsTodayFact(OWNER, view(up), new Map([quote(up, 110, null)]))).toBeNull()
})
