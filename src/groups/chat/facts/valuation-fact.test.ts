import { expect, it } from 'vitest'
import { instant } from '../../../../tests/support/factories.ts'
import { nameId } from '../../../kernel/ids.ts'
import { parseDay } from '../../../kernel/time.ts'
import type { InstrumentValuation } from '../../../ports/instruments.ts'
import { dividendFact, valuationFact } from './valuation-fact.ts'

const KO = { entityId: nameId('test', 'KO'), ticker: 'KO', name: 'The Coca-Cola Company' }
const NOW = instant('2025-11-20T15:00:00Z')
const VALUATION: InstrumentValuation = {
  asOf: NOW,
  marketCap: 301_234_500_000,
  peTtm: 23.456,
  psTtm: null,
  pb: 0.5,
  evEbitda: null,
  evRevenue: null,
  pegRatio: null,
  dividendYield: 0.0287,
  simulated: false,
}
const paid = (day: string, amount: number) => ({ exDay: parseDay(day) ?? 0, amount })

it('says each ratio that is known with its meaning and the instant of its price', () => {
  const fact = valuationFact(KO, VALUATION, ['marketCap', 'peTtm', 'psTtm', 'dividendYield'])
  expect(fact?.sentences).toEqual([
    'The market capitalisation of The Coca-Cola Company (KO) is USD 301,234.5 million, at the price of 2025-11-20T15:00:00Z.',
    'The P/E (price over diluted EPS of the last four quarters) of The Coca-Cola Company (KO) is 23.46, at the price of 2025-11-20T15:00:00Z.',
    'The dividend yield of the last twelve months of The Coca-Cola Company (KO) is 2.9 %, at the price of 2025-11-20T15:00:00Z.',
  ])
  expect(fact?.record.url).toBe(`/v1/instruments/${KO.entityId}/fundamentals`)
  expect(valuationFact(KO, VALUATION, ['peTtm'])?.record.url).toMatch(/overview$/)
})

it('is nothing where none of what is asked for is known', () => {
  expect(valuationFact(KO, VALUATION, ['psTtm', 'evRevenue'])).toBeNull()
})

it('says the last dividend, and the sum of twelve months with its parts', () => {
  const dividends = [
    paid('2024-09-13', 0.485),
    paid('2024-11-29', 0.485),
    paid('2025-03-14', 0.51),
    paid('2025-09-15', 0.51),
  ]
  const about = { currency: 'USD', now: NOW, simulated: false }
  expect(dividendFact(KO, dividends, about)?.sentences).toEqual([
    'The Coca-Cola Company (KO) last went ex-dividend on 2025-09-15, with USD 0.51 a share.',
    'With it 3 dividends had their ex-date in the last twelve months, together USD 1.51 a share: 0.485 + 0.51 + 0.51.',
  ])
  expect(dividendFact(KO, dividends.slice(0, 1), about)?.sentences).toHaveLength(1)
  expect(dividendFact(KO, [], about)).toBeNull()
})
