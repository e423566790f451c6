import { expect, it } from 'vitest'
import { nameId } from '../../../kernel/ids.ts'
import { dayOf } from '../../../kernel/time.ts'
import type { PortfolioReturns } from '../../../ports/portfolio.ts'
import { costsFact, incomeFact } from './portfolio-returns.ts'

const RETURNS: PortfolioReturns = {
  baseCurrency: 'USD',
  from: dayOf(2025, 1, 1),
  to: dayOf(2025, 12, 31),
  twr: null,
  twrAnnualized: null,
  mwr: null,
  hasRates: true,
  isEmpty: false,
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
