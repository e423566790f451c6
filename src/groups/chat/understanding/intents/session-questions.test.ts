import { expect, it } from 'vitest'
import { askedMetrics } from './asked-metrics.ts'
import { asksPeak, sessionAsks } from './session-questions.ts'

it.each<[string, string[]]>([
  ['What was the opening price of Apple yesterday?', ['open']],
  ['Where did Apple open on 3 March 2026?', ['open']],
  ['Microsoft low today', ['low']],
  ['day high of AMD', ['high']],
  ['and the high?', ['high']],
  ['the open, the high and the low?', ['open', 'high', 'low']],
  ["What was Tesla's best day this year?", ['bestDay']],
  ['On which day did Nvidia fall most in October?', ['worstDay']],
  ['Which day was the best for Apple?', ['bestDay']],
  ['largest single-day loss of Apple this year', ['worstDay']],
  ['Biggest one-day drop of Ford', ['worstDay']],
  ['Biggest daily gain of Nvidia in 2026', ['bestDay']],
  ['best and worst day of Apple in 2026', ['bestDay', 'worstDay']],
  ['Which day this month did Nvidia have the highest volume?', ['volume']],
  ['opening prices of Apple and Microsoft', ['open']],
  ['How many days did Apple rise in October?', ['daysUp']],
  ['How often did it close lower last month?', ['daysDown']],
  ['Average closing price of Apple in October', ['averageClose']],
  ['average level of the VIX this year', ['averageClose']],
  ['the highest close of Tesla', ['highestClose']],
  ['average daily volume of Ford', ['volume']],
  ['How far is Apple from its 52-week high?', ['fromHigh']],
  ["List Apple's closes from 2015-03-02 to 2015-03-06", ['closes']],
  ['Microsoft closing prices in March 2015', ['closes']],
  ['Exxon open on 2015-08-24', ['open']],
  ['Is Tesla near its 52-week high?', ['fromHigh']],
  ['Is Ford trading close to its 52-week low?', ['fromLow']],
  ['How much did Amazon fall from its peak?', ['fromHigh']],
  ['how much below its peak is Bitcoin', ['fromHigh']],
  ['how much has Tesla recovered from its low', ['fromLow']],
  ['when was the peak of Nvidia?', ['highestClose']],
  ['when did Nvidia peak?', ['highestClose']],
  ['at what price did Tesla peak in 2022', ['highestClose']],
  ["Nvidia's peak", ['highestClose']],
  ['peak price of Nvidia in 2024', ['highestClose']],
  ['when was Apple stock highest', ['highestClose']],
  ['when was Nvidia at its lowest?', ['lowestClose']],
  ['when did Tesla bottom in 2022', ['lowestClose']],
  ['OHLCV of AAPL for the last five days', ['bars']],
  ['price history of Apple for the last 5 days', ['closes']],
])('%s', (question, expected) => {
  expect(sessionAsks(question)).toEqual(expected)
  expect(askedMetrics(question).metrics).toEqual(['sessions'])
})

it.each([
  ['when did Nvidia peak?', true],
  ['when was it highest?', true],
  ['how far is it from its peak?', true],
  ['highest close of Nvidia', false],
  ['how far is it from its high?', false],
])('%s: of all that is stored, %s', (question, isOfAll) => expect(asksPeak(question)).toBe(isOfAll))

it.each([
  'What is the highest revenue of Apple?',
  'is it high or low?',
  'How much has revenue fallen from its peak?',
  "How many times did Ford's revenue fall since 2019?",
  "How often did Microsoft's net income drop?",
  'how many quarters did revenue fall in 2025?',
  "What was Apple's best day of sales?",
  'How many employees does Apple have?',
  'Did Apple open a factory?',
  'Is the New York exchange open on Friday?',
  'How did Apple do last week?',
  'Best stock this year',
  'Is the revenue of Apple at a record high?',
  "when did Apple's revenue peak?",
  'peak revenue of Apple',
  'the bottom line of Apple',
  'when did inflation peak?',
  'How have the historical prices of Apple changed since 2020?',
])('asks nothing of sessions: %s', (question) =>
  expect(askedMetrics(question).metrics).not.toContain('sessions'),
)
