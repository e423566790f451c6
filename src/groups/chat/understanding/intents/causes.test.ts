import { describe, expect, it } from 'vitest'
import { askedCause, askedLineCause, asksWhyAlone, saidDirection } from './causes.ts'

describe('askedCause', () => {
  it.each([
    ['Why did Tesla fall this week?', 'down'],
    ['why is nvidia up', 'up'],
    ['Why did Lowe’s jump?', 'up'],
    ['What drove Losinger higher?', 'up'],
    ['Why did Apple move?', null],
    // The cause behind the move.
    ['How much did Apple fall, and why?', 'down'],
    ['how much has it risen this year and why', 'up'],
    ['How did Apple do this week and why?', null],
    ['How far is Nvidia down and what caused it?', 'down'],
  ])('%s: %s', (question, direction) => {
    expect(askedCause(question)).toEqual({ direction })
  })

  it.each([
    'What is the price of Tesla?',
    'Did Apple fall?',
    'How did Apple fall out with Epic and why it matters',
  ])('is none where nothing is asked of a move: %s', (question) => expect(askedCause(question)).toBeNull())
})

describe('saidDirection', () => {
  it.each([
    ['Did Apple fall this week?', 'down'],
    ['how much did apple drop in October', 'down'],
    ['Is Nvidia up today?', 'up'],
    ['Has Tesla risen so far this year?', 'up'],
    ['how much did it fall and why?', 'down'],
    ["Since Tesla's revenue fell in 2025, how much did it fall?", 'down'],
    // Of a limit, or set against something else.
    ['Did Apple fall below 200 this year?', null],
    ['Did Apple fall more than Microsoft?', null],
    ['Did Apple rise or fall this week?', null],
    ['Did Apple not fall this week?', null],
    ["Didn't Apple fall this week?", null],
    ['How many days did Apple fall in May?', null],
    ['Did Apple fall after its earnings?', null],
    ['Did Apple move this week?', null],
    [`Did Apple ${'very '.repeat(60)}fall?`, null],
  ])('%s: %s', (question, direction) => expect(saidDirection(question)).toBe(direction))
})

it.each([
  ['Why?', true],
  ['and why is that?', true],
  ['why did it fall', false],
  ['Why Apple?', false],
  ['', false],
])('whether it asks why alone: %s', (message, is) => expect(asksWhyAlone(message)).toBe(is))

it('what moved something asks why, and what moved most does not', () => {
  expect(askedCause('What moved Apple on November 25?')).toEqual({ direction: null })
  expect(askedCause('what moved most today')).toBeNull()
  expect(askedCause('what is moving Nvidia')).toEqual({ direction: null })
  expect(askedCause("what's been driving Apple lately?")).toEqual({ direction: null })
  expect(askedCause('what is moving up today')).toBeNull()
  // As it is read without the name.
  expect(askedCause('what moved       ?')).toEqual({ direction: null })
})

it.each([
  ["Apple's net income rose in 2023, why?", { direction: 'up' }],
  ["why did Apple's net income grow in 2024?", { direction: 'up' }],
  ["Apple's revenue shrank. Why?", { direction: 'down' }],
  ["why did Apple's margin change?", { direction: null }],
  ['Why?', { direction: null }],
  ["how did Apple's net income change?", null],
])('why a line moved: %s', (question, cause) => expect(askedLineCause(question)).toEqual(cause))

it('a cause may be asked for without a word between', () =>
  expect(askedCause('Apple fell this week, why?')).toEqual({ direction: 'down' }))
