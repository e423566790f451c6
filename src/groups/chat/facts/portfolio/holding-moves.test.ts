import { expect, it } from 'vitest'
import { instant } from '../../../../../tests/support/factories.ts'
import { nameId } from '../../../../kernel/ids.ts'
import { DAY_MS, parseDay } from '../../../../kernel/time.ts'
import type { InstrumentQuote } from '../../../../ports/instruments.ts'
import type { HeldInstrument, PortfolioView } from '../../../../ports/portfolio.ts'
import type { Fact } from '../facts.ts'
import type { RangeCloses } from '../prices/closes.ts'
import { holdingMoveFacts, holdingsTodayFacts, idleFacts, withBestAndWorst } from './holding-moves.ts'

const said = (facts: readonly Fact[]): string[] => facts.flatMap(({ sentences }) => sentences)

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
    return {
      day,
      endsAt: day * DAY_MS,
      adjusted,
      prices: { open: adjusted, close: adjusted, high: adjusted, low: adjusted, volume: 1, splitFactor: 1 },
    }
  })
  return { simulated: false, before, within }
}

const view = (...holdings: HeldInstrument[]): PortfolioView => ({
  baseCurrency: 'USD',
  isOwnCurrency: true,
  totalValue: 1_000,
  cash: 0,
  on: null,
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
  const facts = holdingMoveFacts(view(small, large), found)
  const returns = { text: 'Your portfolio returned 1 %.', sources: [9] }
  expect(
    withBestAndWorst([returns, { text: 'DOWN Inc. (DOWN) …', sources: [0] }], facts).slice(0, 2),
  ).toEqual([
    returns,
    {
      text: 'Of what you hold, UP Inc. (UP) did best, 10.0 %, and DOWN Inc. (DOWN) worst, −10.0 %.',
      sources: [1, 0],
    },
  ])
  expect(said(facts)).toEqual([
    'DOWN Inc. (DOWN) returned −10.0 % from the close of 2025-11-17 to that of 2025-11-19: (90 − 100) / 100, which is USD −100 of your holding at its quantity and exchange rate of today.',
    'UP Inc. (UP) returned 10.0 % from the close of 2025-11-17 to that of 2025-11-18: (110 − 100) / 100, which is USD 10 of your holding at its quantity and exchange rate of today.',
  ])
  expect(facts.map(({ record }) => record.url)).toEqual([
    `/v1/instruments/${large.entityId}/ohlcv?from=2025-11-17&to=2025-11-19`,
    `/v1/instruments/${small.entityId}/ohlcv?from=2025-11-17&to=2025-11-18`,
  ])
})

it('tells what a time that has ended made of a holding by the price of today', () => {
  // Ten shares that went from 100 to 150, and are at 600 now.
  const tenfold = held('UP', 6_000)
  const found = new Map([[tenfold.entityId, closes(100, 150)]])
  const facts = holdingMoveFacts(view(tenfold), found, new Map([[tenfold.entityId, 600]]))
  expect(said(facts)).toEqual([
    expect.stringContaining('which is USD 500 of your holding at its quantity and exchange rate of today.'),
  ])
})

it('leaves out what has no two closes, and says no amount where the value is not known', () => {
  const [unvalued, halted] = [held('NOFX', null), held('HALT', 50)]
  const found = new Map([
    [unvalued.entityId, closes(10, 11)],
    [halted.entityId, closes(10)],
  ])
  const facts = holdingMoveFacts(view(unvalued, halted), found)
  expect(withBestAndWorst([], facts)).toEqual([])
  expect(said(facts)).toEqual([
    'NOFX Inc. (NOFX) returned 10.0 % from the close of 2025-11-17 to that of 2025-11-18: (11 − 10) / 10.',
  ])
  expect(holdingMoveFacts(view(halted), found)).toEqual([])
})

it('tells what today’s prices did since the close before', () => {
  const [up, down] = [held('UP', 110), held('DOWN', 900)]
  const at = instant('2025-11-20T15:00:00Z')
  const quote = (holding: HeldInstrument, price: number, previousClose: number | null) =>
    [holding.entityId, { price, previousClose, at } as InstrumentQuote] as const
  const quotes = new Map([quote(up, 110, 100), quote(down, 90, 100)])
  const facts = holdingsTodayFacts(view(up, down), quotes)
  expect(said(facts)).toEqual([
    'DOWN Inc. (DOWN) returned −10.0 % from the close before to the price of 2025-11-20T15:00:00Z: (90 − 100) / 100, which is USD −100 of your holding at its quantity and exchange rate of today.',
    'UP Inc. (UP) returned 10.0 % from the close before to the price of 2025-11-20T15:00:00Z: (110 − 100) / 100, which is USD 10 of your holding at its quantity and exchange rate of today.',
  ])
  expect(facts[0]?.record).toMatchObject({ url: `/v1/instruments/${down.entityId}/overview`, asOf: at })
  expect(holdingsTodayFacts(view(up), new Map([quote(up, 110, null)]))).toEqual([])
})

it('of many holdings tells the best, the worst and what moved the value most', () => {
  const holdings = Array.from({ length: 12 }, (_, at) => held(`H${at}`, at === 0 || at === 11 ? 1 : 100 * at))
  const found = new Map(holdings.map(({ entityId }, at) => [entityId, closes(100, 106 - at)]))
  const facts = holdingMoveFacts(view(...holdings), found)
  const told = facts.map(({ record }) => record.headline.split(' ')[1])
  expect(told).toHaveLength(6)
  expect(told).toEqual(expect.arrayContaining(['H0', 'H11', 'H10']))
})

it('says of a time in which nothing that is held had a session when the last one was', () => {
  const [idle, other] = [held('IDLE', 100), held('OTHER', 50)]
  const saturday = instant('2025-11-22T00:00:00Z')
  const range = { from: saturday, to: saturday + DAY_MS - 1 }
  const before = new Map([[idle.entityId, closes(10)]])
  const [fact, ...others] = idleFacts(before, view(idle, other), range)
  expect(others).toEqual([])
  expect(fact).toMatchObject({
    isNone: true,
    sentences: [
      'Nothing that you hold had a session on 2025-11-22, so that no price moved: the last one before, of IDLE Inc. (IDLE), was on 2025-11-17.',
    ],
    record: { url: `/v1/instruments/${idle.entityId}/ohlcv?from=2025-11-17&to=2025-11-22` },
  })
  expect(idleFacts(new Map([...before, [other.entityId, closes(10, 11)]]), view(idle, other), range)).toEqual(
    [],
  )
})
