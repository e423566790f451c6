import { describe, expect, test } from 'vitest'
import { askedMetrics } from './asked-metrics.ts'

describe('one line of a statement as a share of another', () => {
  test.each([
    ['capex as a percentage of revenue for Microsoft', ['capex of revenue']],
    ["Apple's capex in % of sales over the last 5 years", ['capex of revenue']],
    ['capex of Microsoft as a share of operating cash flow', ['capex of operatingCashFlow']],
    ["what percent of Apple's operating cash flow is capex?", ['capex of operatingCashFlow']],
    ['how much of its revenue does Apple spend on capex', ['capex of revenue']],
    ['what percentage of revenue does coca-cola keep as profit', ['netMargin']],
    ['debt as % of assets ford', ['totalDebt of totalAssets']],
    ['Ford debt to assets', ['totalDebt of totalAssets']],
    ['ratio of cash to debt of Intel', ['cashAndEquivalents of totalDebt']],
    ['capex/revenue of intel', ['capex of revenue']],
    ['Apple net income as a share of revenue', ['netMargin']],
    ['ford debt/equity', ['debtToEquity']],
  ])('%s', (question, metrics) => expect(askedMetrics(question).metrics).toEqual(metrics))

  test.each([
    // Nothing is told of what is no line here.
    ['R&D as % of sales Nvidia', []],
    ['cloud revenue as a percentage of total revenue', []],
    ['percentage of revenue from China', []],
    ['Compare revenue to net income', ['revenue', 'netIncome']],
    ['price to sales of Apple', ['psTtm']],
    ['Apple net income to Microsoft revenue', ['netIncome', 'revenue']],
  ])('none: %s', (question, metrics) => expect(askedMetrics(question).metrics).toEqual(metrics))
})
