import { expect, it } from 'vitest'
import { type Together, togetherAfter, togetherOf } from './period-questions.ts'

it.each<[string, boolean, unknown]>([
  ['In which year was it highest?', false, ['ranking']],
  ['the lowest revenue year', false, ['ranking']],
  ['What was its highest revenue ever?', false, ['ranking']],
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
  expect(togetherAfter(question, { change: false, before })).toEqual(expected),
)
