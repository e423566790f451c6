import { expect, it } from 'vitest'
import { isOfOneSession, metricsAfter, sessionAsksAfter, turnsAsk } from './carried-metrics.ts'
import type { Metric } from '../intents/metrics.ts'
import type { SessionAsk } from '../intents/session-questions.ts'

it.each<[string, SessionAsk[], SessionAsk[]]>([
  ['and the worst?', ['bestDay'], ['worstDay']],
  ['and the best?', ['worstDay'], ['bestDay']],
  ['and the best?', ['bestDay'], ['bestDay']],
  ['and rise most?', ['worstDay'], ['bestDay']],
  ['and the lowest?', ['highestClose'], ['lowestClose']],
  ['and the average?', ['highestClose'], ['averageClose']],
  ['and the highest?', ['averageClose'], ['highestClose']],
  ['the highest and the lowest?', ['averageClose'], ['highestClose', 'lowestClose']],
  ['and fall?', ['daysUp'], ['daysDown']],
  ['and the low?', ['open'], ['low']],
  ['and in September?', ['worstDay'], ['worstDay']],
  ['and the worst?', ['volume'], ['volume']],
  ['opening price?', ['high'], ['open']],
])('%s after %j asks for its own side', (message, before, asks) =>
  expect(sessionAsksAfter(message, before)).toEqual(asks),
)

it.each<[string, SessionAsk[], boolean]>([
  ['and rise most?', ['worstDay'], true],
  ['and fall?', ['daysUp'], true],
  ['how much did it fall?', ['bestDay'], false],
  ['and fall most?', ['volume'], false],
])('%s after %j means the other side: %s', (message, before, turns) =>
  expect(turnsAsk(message, before)).toBe(turns),
)

it('what is asked of nothing, or over several sessions, is not of one', () => {
  expect(isOfOneSession(['open', 'high'])).toBe(true)
  expect(isOfOneSession(['open', 'volume'])).toBe(false)
  expect(isOfOneSession([])).toBe(false)
})

it.each<[string, Metric[], string, readonly Metric[] | null]>([
  ['how much did they pay last year', ['dividendYield'], 'yield of Coca-Cola', ['dividend']],
  ['how much did they pay for it', ['dividendYield'], 'yield of Coca-Cola', null],
  ['how much did they pay last year', ['revenue'], 'revenue of Coca-Cola', null],
  ['and in taxes?', ['portfolio'], 'how much did I pay in fees?', ['portfolio']],
  ['and in taxes?', ['portfolio'], 'what do I own?', null],
  ['and withdrawn?', ['portfolio'], 'how much have I deposited', ['portfolio']],
  ['and realized?', ['portfolio'], 'my unrealized gain on SAP', ['portfolio']],
  ['and sold?', ['revenue'], 'revenue of Apple', null],
])('%s after %j means what was asked there', (text, metrics, asking, expected) =>
  expect(metricsAfter({ text, metrics: [] }, { metrics, asking })).toEqual(expected),
)

it.each<[string, Metric[], readonly Metric[] | null]>([
  ['how much for 500 shares?', ['epsDiluted'], ['epsDiluted']],
  ['and for 1,000 shares', ['dividend'], ['dividend']],
  ['how much for 500 shares?', ['revenue'], null],
  ['what did it cost in 2020?', ['price'], ['price']],
  ['what did it cost in 2020?', ['revenue'], null],
  ['what did it cost me?', ['price'], null],
])('%s after %j asks for %j', (text, metrics, asked) =>
  expect(metricsAfter({ text, metrics: [] }, { metrics, asking: '' })).toEqual(asked),
)
