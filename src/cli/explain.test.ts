import { expect, it } from 'vitest'
import { parseDay } from '../kernel/time.ts'
import { readQuestion } from './explain-figure.ts'

it('a question names a ticker, a field and perhaps a period, in either case', () => {
  expect(readQuestion(['aapl', 'Total_Debt', 'q4fy2025'], '2026-01-02')).toEqual({
    ticker: 'AAPL',
    field: 'total_debt',
    figure: 'totalDebt',
    period: { label: 'Q4FY2025', fiscalYear: 2025, fiscalQuarter: 4 },
    day: parseDay('2026-01-02'),
    asOf: '2026-01-02',
  })
  expect(readQuestion(['AAPL', 'revenue', 'FY2025'], undefined)).toMatchObject({
    period: { fiscalQuarter: null },
    asOf: null,
  })
  expect(readQuestion(['AAPL', 'revenue'], undefined).period).toBeNull()
})

it.each([
  [['AAPL'], undefined, /needs TICKER FIELD \[PERIOD\]/],
  [['AAPL', 'revenue', 'FY2025', 'more'], undefined, /needs TICKER FIELD \[PERIOD\]/],
  [
    ['AAPL', 'debt', 'FY2025'],
    undefined,
    /FIELD "debt" is none of: revenue, .*total_debt, .*shares_outstanding\./,
  ],
  [['AAPL', 'constructor', 'FY2025'], undefined, /FIELD "constructor" is none of/],
  [['AAPL', 'revenue', 'Q5FY2025'], undefined, /PERIOD "Q5FY2025" must be .*FY2025 or Q4FY2025/],
  [['AAPL', 'revenue', '2025'], undefined, /PERIOD "2025"/],
  [['AAPL', 'revenue', 'FY2025'], '2025-02-30', /--as-of "2025-02-30" must be a date/],
])('%j as of %s is refused with what there is', (args, asOf, reason) => {
  expect(() => readQuestion(args, asOf)).toThrow(reason)
})
