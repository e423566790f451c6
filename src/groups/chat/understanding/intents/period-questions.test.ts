import { expect, it } from 'vitest'
import { askedUnit, type Together, togetherAfter, togetherOf } from './period-questions.ts'

it.each<[string, boolean, unknown]>([
  ['In which year was it highest?', false, ['ranking']],
  ['the lowest revenue year', false, ['ranking']],
  ['What was its highest revenue ever?', false, ['ranking']],
  ['when did revenue peak?', false, ['ranking']],
  ['When was its net income lowest?', false, ['ranking']],
  ['Has revenue ever fallen?', true, ['ranking']],
  ['How much did it grow between 2020 and 2024?', true, ['span']],
  ['By what percentage did revenue rise from FY2022 to FY2025?', true, ['span']],
  ['How did revenue change over the last 5 years?', true, ['span']],
  ['How much has revenue grown over 5 years?', true, ['span']],
  ['which grew faster over 5 years, Apple or Microsoft?', true, ['span']],
  ['revenue growth from 2020 to 2024 by year', true, []],
  ['annual growth since 2020', true, []],
  ['What was the revenue from 2020 to 2024?', false, []],
  ['total revenue from 2022 to 2024', false, ['sum']],
  ['average margin of the last three years', false, ['average']],
  ['When did revenue first exceed 400 billion?', false, [{ above: 4e11, isLast: false }]],
  ['Was it ever below $1.5bn?', false, [{ below: 1.5e9, isLast: false }]],
  ['When was revenue last below 300 billion?', false, [{ below: 3e11, isLast: true }]],
  ['Was revenue above 400 billion in 2024?', false, []],
  ["how often did Apple's revenue fall", true, ['moves']],
  ['How many years did Apple grow revenue?', true, ['moves']],
  ['How many consecutive quarters has revenue grown?', true, ['moves']],
  ['In how many of the last 5 years did net income decline?', true, ['moves']],
  ['How many years was Ford unprofitable?', false, ['signs']],
  ['How often did Ford make a loss?', true, ['signs']],
  [
    'In how many years was revenue above 400 billion?',
    false,
    [{ above: 4e11, isLast: false, isCount: true }],
  ],
  ['Intel quarters lost money?', false, ['signs']],
  ['loss-making years of Ford', false, ['signs']],
  ['net loss of the last four quarters', false, []],
  ['How many years did it take to grow revenue?', true, []],
])('%s', (question, change, expected) => expect(togetherOf(question, change)).toEqual(expected))

it.each<[string, Together[], unknown]>([
  ['and net income?', ['span'], ['span']],
  ['which grew more?', ['span'], ['span']],
  ['and the average?', ['span'], ['average']],
  ['total?', ['average'], ['sum']],
  ['by year?', ['span'], []],
  ['and in each year?', ['sum'], []],
  ['and net income?', ['ranking'], []],
  ['and net income?', [{ above: 4e11, isLast: false }], []],
])('%s goes on with %j', (question, before, expected) =>
  expect(togetherAfter(question, { change: false, before, asking: '', isOfOther: false })).toEqual(expected),
)

it.each<[string, Together[], string, unknown]>([
  ['when was the last?', ['signs'], 'Intel quarters lost money?', [{ below: 0, isLast: true }]],
  ['and the first time?', ['signs'], 'How many years was it profitable?', [{ above: 0, isLast: false }]],
  ['and last?', [{ above: 3e11, isLast: false }], '', [{ above: 3e11, isLast: true }]],
  ['when did that last happen?', ['moves'], '', ['moves']],
  ['when was the last?', ['span'], '', ['span']],
])('%s is one of what was counted: %j', (question, before, asking, expected) =>
  expect(togetherAfter(question, { change: false, before, asking, isOfOther: false })).toEqual(expected),
)

it('asks the same of another company', () => {
  const before: Together[] = ['ranking']
  const asked = { change: false, before, asking: '' }
  expect(togetherAfter("and Apple's?", { ...asked, isOfOther: true })).toEqual(before)
})

it.each([
  ['average revenue per year of apple', 'year'],
  ['average quarterly profit of Ford', 'quarter'],
  ['Intel quarters lost money?', 'quarter'],
  ['unprofitable years of Ford', 'year'],
  ['average revenue of the last three years', null],
])('%s is of each %s', (question, unit) => expect(askedUnit(question)).toBe(unit))
