import { describe, expect, test } from 'vitest'
import { indicatorAsks, withoutIndicators } from './indicator-questions.ts'
import { askedMetrics } from './asked-metrics.ts'
import { namedTimes } from '../times/periods.ts'

const sma = (window: number) => ({ name: 'sma', window })

describe('the indicators that a question asks for', () => {
  test.each([
    ['What is the 200-day moving average of Apple?', [sma(200)]],
    ['Is Apple above its 200 day simple moving average?', [sma(200)]],
    ['50 and 200 day moving averages of NVDA', [sma(50), sma(200)]],
    ['50-day and 200-day moving average of NVDA', [sma(50), sma(200)]],
    ['Apple 200dma', [sma(200)]],
    ['200 day MA of Apple', [sma(200)]],
    ['SMA(100) of Apple', [sma(100)]],
    ['moving averages of Apple', [sma(50), sma(200)]],
    ['Has Tesla had a golden cross?', [sma(50), sma(200)]],
    ['20 day EMA of MSFT', [{ name: 'ema', window: 20 }]],
    ['50-day exponential moving average of MSFT', [{ name: 'ema', window: 50 }]],
    ["What's the RSI of Apple?", [{ name: 'rsi', window: 14 }]],
    ['9-day relative strength index of Apple', [{ name: 'rsi', window: 9 }]],
    ['Is Tesla overbought?', [{ name: 'rsi', window: 14 }]],
    [
      'MACD and Bollinger bands of Microsoft',
      [
        { name: 'macd', window: 26 },
        { name: 'bbands', window: 20 },
      ],
    ],
    ['average true range of Ford', [{ name: 'atr', window: 14 }]],
    ['SMA 20 of Apple', [sma(20)]],
    ['RSI 21 of Apple', [{ name: 'rsi', window: 21 }]],
    ['RSI 14 March 2025', [{ name: 'rsi', window: 14 }]],
    ['moving average convergence divergence of Apple', [{ name: 'macd', window: 26 }]],
    ['MACD(12,26,9) of Apple', [{ name: 'macd', window: 26 }]],
  ])('%s', (question, asks) => {
    expect(indicatorAsks(question)).toEqual(asks)
    expect(askedMetrics(question).metrics).toEqual(['indicator'])
  })

  test.each([
    'Does Sony use the moving average method for inventories?',
    'What is the average price of Apple?',
    'Which average grew?',
    'Is the market moving?',
  ])('%s: none', (question) => {
    expect(indicatorAsks(question)).toEqual([])
    expect(askedMetrics(question).metrics).not.toContain('indicator')
  })

  test('of more sessions than are computed, or of weeks, are none', () => {
    expect(indicatorAsks('500-day moving average of Apple')).toEqual([])
    expect(indicatorAsks('1000-day moving average of Apple')).toEqual([])
    expect(indicatorAsks('MACD(5,35,5) of Apple')).toEqual([])
    expect(indicatorAsks('RSI of Apple on the weekly chart')).toEqual([])
    expect(indicatorAsks('RSI of Apple on the 4-hour chart')).toEqual([])
    expect(indicatorAsks('200-week moving average of Apple')).toEqual([])
  })

  test('are none of when or how often something was the case', () => {
    expect(indicatorAsks('Was Tesla ever oversold in 2025?')).toEqual([])
    expect(indicatorAsks('When did Tesla last cross its 200-day moving average?')).toEqual([])
  })

  test('have windows that are no times', () => {
    const now = Date.parse('2026-06-10T15:00:00Z')
    const on = namedTimes('RSI of Apple on 2025-03-14', now).range
    expect(namedTimes('14-day RSI of Apple on 2025-03-14', now).range).toEqual(on)
    expect(namedTimes('14-day RSI of Apple', now).range).toBeNull()
    expect(withoutIndicators('14-day RSI now')).toBe('           now')
  })

  test('are found in time linear in the question', () => {
    const long = `${'50-day and 200-'.repeat(600)} ${'moving '.repeat(600)}`
    const began = process.cpuUsage()
    expect(indicatorAsks(long)).toEqual([])
    expect(withoutIndicators(long)).toBe(long)
    expect(process.cpuUsage(began).user).toBeLessThan(500_000)
  })
})
