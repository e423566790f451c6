import { expect, it } from 'vitest'
import { nameId } from '../../../../kernel/ids.ts'
import { DAY_MS, parseDay } from '../../../../kernel/time.ts'
import type { HeldInstrument, PortfolioView } from '../../../../ports/portfolio.ts'
import { askedOfPortfolio } from '../../understanding/portfolio/portfolio-questions.ts'
import { concentrationFact } from './concentration-fact.ts'

const OWNER = { tenantId: nameId('test', 'tenant'), userId: 'user' }

const held = (ticker: string, valueBase: number | null): HeldInstrument => ({
  entityId: nameId('test', ticker),
  ticker,
  name: ticker,
  quantity: 1,
  valueBase,
  weight: null,
  unrealizedBase: null,
  costBase: null,
})

const viewOf = (...holdings: HeldInstrument[]): PortfolioView => ({
  baseCurrency: 'USD',
  isOwnCurrency: true,
  totalValue: 2_000,
  cash: 1_000,
  on: null,
  asOf: (parseDay('2026-11-27') ?? 0) * DAY_MS,
  simulated: false,
  holdings,
})

it('tells what the largest holdings weigh in what is invested, and the index of that', () => {
  const fact = concentrationFact(
    OWNER,
    viewOf(held('A', 400), held('B', 300), held('C', 200), held('D', -100)),
  )
  expect(fact?.sentences).toEqual([
    'Of USD 1,000 that is invested as of 2026-11-27T00:00:00Z, without cash, the largest holding, A (A), is 40.0 % (USD 400); the 3 largest are 90.0 % (USD 900).',
    'The largest are: A (A), 40.0 %; B (B), 30.0 %; C (C), 20.0 %; D (D), 10.0 %. A fund counts as one holding.',
    'The Herfindahl–Hirschman index, the sum of the squared shares of the 4 holdings, is 0.3: as if 3.33 holdings of the same weight were held (1 / 0.3); 1 would be one alone.',
  ])
  expect(fact?.record.url).toBe('/v1/portfolio/risk')
})

it('says what has no value, and is nothing without any', () => {
  expect(concentrationFact(OWNER, viewOf(held('A', 400), held('B', null)))?.sentences.at(-1)).toBe(
    '1 of the holdings without a value is left out.',
  )
  expect(concentrationFact(OWNER, viewOf(held('A', null)))).toBeNull()
})

it.each([
  ['how concentrated is my portfolio', true, null],
  ["what's the HHI of my portfolio", true, null],
  ['is my portfolio diversified', true, 'sector'],
  ['how concentrated is my portfolio by country', false, 'country'],
  ['am I too concentrated in tech', false, 'sector'],
])('%s', (question, concentration, shares) => {
  expect(askedOfPortfolio(question)).toMatchObject({ concentration, shares })
})
