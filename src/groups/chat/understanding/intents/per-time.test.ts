import { expect, it } from 'vitest'
import { askedMetrics } from './asked-metrics.ts'
import { askedPer } from './per-time.ts'

it.each([
  ['how much does Apple earn per day', 'day', ['netIncome']],
  ['how much revenue does it make an hour?', 'hour', ['revenue']],
  ["Apple's daily revenue", 'day', ['revenue']],
  ['monthly net income of Apple', 'month', ['netIncome']],
  ['revenue per minute', 'minute', ['revenue']],
  ['revenue per quarter', null, ['revenue']],
  ['revenue a month ago', null, ['revenue']],
  ['revenue per employee', null, []],
  ['cash per day', null, []],
])('%s', (question, per, metrics) => {
  expect(askedMetrics(question).metrics).toEqual(metrics)
  expect(metrics.length === 0 ? null : askedPer(question)).toBe(per)
})
