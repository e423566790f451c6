import { expect, it } from 'vitest'
import { nameId } from '../../../../kernel/ids.ts'
import { dayOf } from '../../../../kernel/time.ts'
import type { PortfolioReturns } from '../../../../ports/portfolio.ts'
import { costsFact, incomeFact, monthsFact, portfolioReturnsFact } from './portfolio-returns.ts'

const RETURNS: PortfolioReturns = {
  baseCurrency: 'USD',
  from: dayOf(2025, 1, 1),
  to: dayOf(2025, 12, 31),
  twr: null,
  twrAnnualized: null,
  mwr: null,
  hasRates: true,
  isEmpty: false,
  months: [],
  volatility: null,
  maxDrawdown: null,
  beta: null,
  startValue: 0,
  endValue: 100,
  netContributions: 100,
  income: 12,
  fees: 34.666,
  taxes: 118.356,
  benchmark: null,
}
const ABOUT = {
  owner: { tenantId: nameId('test', 'tenant'), userId: 'u' },
  holding: null,
  benchmark: null,
  asOf: 0,
  simulated: false,
}

it('adds fees and taxes up as they are said', () => {
  expect(costsFact(RETURNS, ABOUT).sentences).toEqual([
    'The fees that you have paid from 2025-01-01 to 2025-12-31 come to USD 34.67, the taxes to USD 118.36, together USD 153.03.',
  ])
})

it.each([costsFact, incomeFact])(
  'says that a sum is of a part where an exchange rate is missing',
  (factOf) => {
    expect(factOf({ ...RETURNS, hasRates: false }, ABOUT).sentences.at(-1)).toBe(
      'What no exchange rate into USD is stored for is not counted.',
    )
  },
)

it('ranks the months, and lists them with the last day of one that has not ended', () => {
  const months = [
    { to: dayOf(2025, 10, 31), twr: -0.02 },
    { to: dayOf(2025, 11, 30), twr: 0.03 },
    { to: dayOf(2025, 12, 15), twr: 0.01 },
  ]
  const returns = { ...RETURNS, to: dayOf(2025, 12, 15), months }
  const { sentences, record } = monthsFact(returns, ABOUT, 'worst')
  expect(sentences).toEqual([
    'The worst month of your portfolio from 2025-01-01 to 2025-12-15 was 2025-10, −2.0 %, time-weighted; the best was 2025-11, 3.0 %.',
    'By month, the newest first: 2025-12 (to 2025-12-15), 1.0 %; 2025-11, 3.0 %; 2025-10, −2.0 %.',
  ])
  expect(record.url).toBe('/v1/portfolio/performance?from=2025-01-01&to=2025-12-15&granularity=1m')
  expect(monthsFact(RETURNS, ABOUT, 'best').sentences[0]).toMatch(/cannot be computed\.$/)
})

it.each([
  ['down', 0.032, 'So it did not fall.'],
  ['up', -0.032, 'So it did not rise.'],
] as const)('says that what is said to have gone %s did not', (direction, twr, said) => {
  const { sentences } = portfolioReturnsFact({ ...RETURNS, twr }, { ...ABOUT, direction })
  expect(sentences[1]).toBe(said)
  expect(portfolioReturnsFact({ ...RETURNS, twr: -twr }, { ...ABOUT, direction }).sentences).not.toContain(
    said,
  )
})
