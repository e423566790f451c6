import { describe, expect, test } from 'vitest'
import { nameId } from '../../../../kernel/ids.ts'
import { parseDay } from '../../../../kernel/time.ts'
import type { PortfolioIncome } from '../../../../ports/portfolio.ts'
import { receivedFact } from './received-fact.ts'

const about = { owner: { tenantId: nameId('test', 'tenant'), userId: 'me' }, asOf: 0, simulated: false }
const income = (more: Partial<PortfolioIncome> = {}): PortfolioIncome => ({
  baseCurrency: 'EUR',
  from: parseDay('2025-01-01') ?? 0,
  to: parseDay('2025-12-31') ?? 0,
  total: 30,
  dividends: 25.5,
  interest: 4.5,
  hasRates: true,
  parts: Array.from({ length: 15 }, (_, at) => ({
    month: null,
    instrument: null,
    isOfMoney: at === 0,
    amount: 2,
  })),
  ...more,
})

describe('what was received', () => {
  test('is told with its kinds', () => {
    const { sentences, record } = receivedFact(income(), { by: null, ...about })
    expect(sentences).toEqual([
      'Dividends and interest from 2025-01-01 to 2025-12-31 were EUR 30, before tax: EUR 25.50 of dividends and EUR 4.50 of interest.',
    ])
    expect(record.url).toBe('/v1/portfolio/income?from=2025-01-01&to=2025-12-31')
  })

  test('by payer has the rest of many in one', () => {
    const { sentences, record } = receivedFact(income(), { by: 'entity', ...about })
    expect(sentences[1]).toMatch(
      /: interest on money EUR 2; something not listed any more EUR 2; .*; 3 others together EUR 6\.$/,
    )
    expect(record.url).toContain('group_by=entity')
  })

  test('by month is told of the newest', () => {
    const parts = Array.from({ length: 13 }, (_, at) => ({
      month: `2025-${String(at + 1).padStart(2, '0')}`,
      instrument: null,
      isOfMoney: false,
      amount: at,
    }))
    const { sentences } = receivedFact(income({ parts }), { by: 'month', ...about })
    expect(sentences[1]).toMatch(/^By month, the newest 12 of 13: 2025-02 EUR 1; .*; 2025-13 EUR 12\.$/)
  })

  test('says that it is a part where a rate is missing, and that there was nothing', () => {
    const part = receivedFact(income({ hasRates: false }), { by: null, ...about })
    expect(part.sentences[1]).toBe('What no exchange rate into EUR is stored for is not counted.')
    const none = receivedFact(income({ parts: [], total: 0 }), { by: 'entity', ...about })
    expect(none.sentences).toEqual([
      'No dividends and no interest were received from 2025-01-01 to 2025-12-31.',
    ])
  })
})
