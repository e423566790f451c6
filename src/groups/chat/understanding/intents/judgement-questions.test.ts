import { expect, it } from 'vitest'
import { asksJudgement } from './judgement-questions.ts'

it.each([
  'is that a lot',
  'Is that good?',
  'why is it so high',
  'and is it too low?',
  'is that a good ratio',
  'is this normal for a car maker?',
  'is that considered healthy?',
])('asks for a judgement: %s', (message) => expect(asksJudgement(message)).toBe(true))

it.each([
  'is that higher than last year?',
  'is it more than Microsoft’s?',
  'is it growing',
  'why is it down',
  'is Ford a lot bigger than GM',
  'is it expensive',
])('asks for a number: %s', (message) => expect(asksJudgement(message)).toBe(false))
