import { expect, it } from 'vitest'
import { askedMetrics } from './asked-metrics.ts'
import { movesNow } from './present-moves.ts'

it.each([
  'is Tesla up?',
  'Is Nvidia going up or down',
  'is Apple rising or falling?',
  'are tech stocks falling',
  'is bitcoin crashing right now',
  'is gold up',
  'is the market in the red',
])('%s asks of now, and of a price', (question) => {
  expect(movesNow(question)).toBe(true)
  expect(askedMetrics(question).metrics).toEqual(['performance'])
})

it.each([
  'is my portfolio up',
  'are my holdings going down?',
  'is Tesla up this year',
  'is Tesla up since Monday',
  'is revenue of Apple falling',
  'is Apple growing',
  'why is Tesla falling',
  'did Tesla fall',
  'is Apple up to something',
  'is the dividend of Apple going up',
  `is ${'x '.repeat(60)}up`,
])('%s does not', (question) => expect(movesNow(question)).toBe(false))
