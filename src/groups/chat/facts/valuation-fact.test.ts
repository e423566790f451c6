import { expect, it } from 'vitest'
import { instant } from '../../../../tests/support/factories.ts'
import { nameId } from '../../../kernel/ids.ts'
import type { InstrumentValuation } from '../../../ports/instruments.ts'
import { valuationFact } from './valuation-fact.ts'

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

const OF_NOW = { assetClass: 'equity' as const, isOfPast: false }

it('says each ratio that is known with its meaning and the instant of its price', () => {
  const fact = valuationFact(KO, VALUATION, ['marketCap', 'peTtm', 'psTtm', 'dividendYield'], OF_NOW)
  expect(fact?.sentences).toEqual([
    'The market capitalisation of The Coca-Cola Company (KO) is USD 301,234.5 million, at the price of 2025-11-20T15:00:00Z.',
    'The P/E (price over diluted EPS of the last four quarters) of The Coca-Cola Company (KO) is 23.46, at the price of 2025-11-20T15:00:00Z.',
    'The dividend yield of the last twelve months of The Coca-Cola Company (KO) is 2.9 %, at the price of 2025-11-20T15:00:00Z.',
  ])
  expect(fact?.record.url).toBe(`/v1/instruments/${KO.entityId}/fundamentals`)
  expect(valuationFact(KO, VALUATION, ['peTtm'], OF_NOW)?.record.url).toMatch(/overview$/)
})

it('calls the P/E of a fund what it is', () => {
  const fact = valuationFact(KO, VALUATION, ['peTtm'], { ...OF_NOW, assetClass: 'etf' })
  expect(fact?.sentences[0]).toMatch(/^The P\/E \(weighted over the holdings\) of .* is 23\.46,/)
})

it('is nothing where none of what is asked for is known', () => {
  expect(valuationFact(KO, VALUATION, ['psTtm', 'evRevenue'], OF_NOW)).toBeNull()
})

it('says that it is of now where the past was asked for', () => {
  const fact = valuationFact(KO, VALUATION, ['peTtm'], { ...OF_NOW, isOfPast: true })
  expect(fact?.sentences[1]).toBe('What was asked of the past is not stored: this is as of now.')
})
