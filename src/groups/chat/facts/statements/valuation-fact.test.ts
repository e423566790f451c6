import { expect, it } from 'vitest'
import { instant } from '../../../../../tests/support/factories.ts'
import { nameId } from '../../../../kernel/ids.ts'
import { dayOf } from '../../../../kernel/time.ts'
import type { InstrumentValuation, ValuationBasis } from '../../../../ports/instruments.ts'
import type { ValuationMetric } from '../../understanding/intents/metrics.ts'
import { valuationFact } from './valuation-fact.ts'

const KO = { entityId: nameId('test', 'KO'), ticker: 'KO', name: 'The Coca-Cola Company' }
const NOW = instant('2025-11-20T15:00:00Z')
const MILLION = 1e6
const BASIS: ValuationBasis = {
  price: 70,
  sharesOutstanding: 4_300 * MILLION,
  balance: {
    fiscalYear: 2025,
    fiscalQuarter: 3,
    end: dayOf(2025, 9, 26),
    currency: 'USD',
    totalAssets: null,
    totalLiabilities: null,
    totalEquity: 28_000 * MILLION,
    cashAndEquivalents: 12_000 * MILLION,
    totalDebt: 45_000 * MILLION,
  },
  enterpriseValue: 334_234.5 * MILLION,
  epsTtm: 3,
  hasQuarters: true,
  revenueTtm: 47_000 * MILLION,
  freeCashFlowTtm: 6_024.69 * MILLION,
  dividendsTtm: 2.01,
}
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
  basis: BASIS,
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
  expect(fact?.record.url).toBe(`/v1/instruments/${KO.entityId}/fundamentals?period=quarterly`)
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

const said = (metric: ValuationMetric, basis: Partial<ValuationBasis> = {}): string | undefined =>
  valuationFact(KO, { ...VALUATION, basis: { ...BASIS, ...basis } }, [metric], OF_NOW)?.sentences[0]

it.each<[ValuationMetric, string]>([
  [
    'enterpriseValue',
    // 301,234.5 + 45,000 − 12,000
    'The enterprise value (market capitalisation plus debt less cash) of The Coca-Cola Company (KO) is USD 334,234.5 million: USD 301,234.5 million + USD 45,000 million − USD 12,000 million (balance sheet of 2025-09-26), at the price of 2025-11-20T15:00:00Z.',
  ],
  [
    'sharesOutstanding',
    'The number of shares outstanding of The Coca-Cola Company (KO) is 4,300 million, as of 2025-11-20T15:00:00Z.',
  ],
  [
    'bookValuePerShare',
    'The book value per share (equity over shares outstanding) of The Coca-Cola Company (KO) is USD 6.5116: USD 28,000 million / 4,300 million shares (balance sheet of 2025-09-26), as of 2025-11-20T15:00:00Z.',
  ],
  [
    'cashPerShare',
    'The cash per share (cash and equivalents over shares outstanding) of The Coca-Cola Company (KO) is USD 2.7907: USD 12,000 million / 4,300 million shares (balance sheet of 2025-09-26), as of 2025-11-20T15:00:00Z.',
  ],
  [
    'revenuePerShare',
    'The revenue per share (revenue of the last twelve months reported over shares outstanding) of The Coca-Cola Company (KO) is USD 10.93: USD 47,000 million / 4,300 million shares, as of 2025-11-20T15:00:00Z.',
  ],
  [
    'freeCashFlowPerShare',
    'The free cash flow per share (free cash flow of the last twelve months reported over shares outstanding) of The Coca-Cola Company (KO) is USD 1.4011: USD 6,024.69 million / 4,300 million shares, as of 2025-11-20T15:00:00Z.',
  ],
  [
    'payoutRatio',
    'The dividend payout ratio (dividends of twelve months over the diluted EPS of the last twelve months reported) of The Coca-Cola Company (KO) is 67.0 %: USD 2.01 / USD 3, as of 2025-11-20T15:00:00Z.',
  ],
  [
    'earningsYield',
    'The earnings yield (diluted EPS of the last twelve months reported over the price) of The Coca-Cola Company (KO) is 4.3 %: USD 3 / USD 70, at the price of 2025-11-20T15:00:00Z.',
  ],
  [
    'freeCashFlowYield',
    'The free cash flow yield (free cash flow of the last twelve months reported over market capitalisation) of The Coca-Cola Company (KO) is 2.0 %: USD 6,024.69 million / USD 301,234.5 million, at the price of 2025-11-20T15:00:00Z.',
  ],
])('computes %s, and shows from what', (metric, sentence) => expect(said(metric)).toBe(sentence))

it('computes nothing of what is not known, and nothing over a loss', () => {
  expect(said('payoutRatio', { epsTtm: -1 })).toBeUndefined()
  expect(said('earningsYield', { epsTtm: -1 })).toMatch(/ is −1\.4 %: USD −1 \/ USD 70,/)
  expect(said('enterpriseValue', { enterpriseValue: null })).toBeUndefined()
  // What a file says a company is worth is of no price.
  expect(said('freeCashFlowYield', { sharesOutstanding: null })).toBeUndefined()
  expect(said('payoutRatio', { epsTtm: 0.002 })).toBeUndefined()
  expect(said('bookValuePerShare', { sharesOutstanding: null })).toBeUndefined()
  expect(said('cashPerShare', { balance: null })).toBeUndefined()
  expect(said('revenuePerShare', { revenueTtm: null })).toBeUndefined()
  expect(said('sharesOutstanding', { sharesOutstanding: null })).toBeUndefined()
  expect(said('freeCashFlowYield', { freeCashFlowTtm: null })).toBeUndefined()
})

it('counts coins, and no shares, of what is one', () => {
  const fact = valuationFact(KO, VALUATION, ['sharesOutstanding'], { ...OF_NOW, assetClass: 'crypto' })
  expect(fact?.sentences[0]).toMatch(/^The number of coins in circulation of /)
})

const shownAt = (metric: ValuationMetric): string[] => {
  const fact = valuationFact(KO, VALUATION, [metric], OF_NOW)
  const records = [fact?.record, ...(fact?.also ?? []).map(({ record }) => record)]
  return records.map((record) => record?.url.replace(/^.*\//, '') ?? '')
}

it.each<[ValuationMetric, string[]]>([
  ['marketCap', ['overview']],
  ['sharesOutstanding', ['overview']],
  ['pb', ['fundamentals?period=quarterly']],
  ['enterpriseValue', ['fundamentals?period=quarterly', 'overview']],
  ['earningsYield', ['fundamentals?period=quarterly', 'overview']],
  ['payoutRatio', ['fundamentals?period=quarterly', 'corporate-actions?type=cash_dividend']],
])('cites for %s all that it is computed from', (metric, paths) => expect(shownAt(metric)).toEqual(paths))

it('cites the years where no quarters are known', () => {
  const yearly = { ...VALUATION, basis: { ...BASIS, hasQuarters: false } }
  expect(valuationFact(KO, yearly, ['pb'], OF_NOW)?.record.url).toMatch(/\/fundamentals$/)
})
