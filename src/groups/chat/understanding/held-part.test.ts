import { describe, expect, test } from 'vitest'
import { heldPartIn } from './held-part.ts'

const largest = (count: number, isLeast = false) => ({ kind: 'largest', count, isLeast })

describe('the part of a portfolio that a question is about', () => {
  test.each([
    ['How much cash do I have?', { kind: 'cash' }],
    ["What's my cash balance?", { kind: 'cash' }],
    ['What is my biggest holding?', largest(1)],
    ['Which of my positions is the smallest?', largest(1, true)],
    ['top 3 holdings in my portfolio', largest(3)],
    ['What are my five largest positions?', largest(5)],
    ['News on my 2 biggest stocks', largest(2)],
    ['What are my largest holdings?', largest(5)],
    ['and the smallest?', largest(1, true)],
    ['what tech do I own?', { kind: 'sector', said: 'tech' }],
    ['What do I own in tech?', { kind: 'sector', said: 'tech' }],
    ['How did my health care stocks do this month?', { kind: 'sector', said: 'health care' }],
    ['Which of my holdings are in energy?', { kind: 'sector', said: 'energy' }],
    ['Do I own any crypto?', { kind: 'crypto', said: 'crypto' }],
    ['Which ETFs do I hold?', { kind: 'etf', said: 'ETFs' }],
  ])('%s', (question, part) => expect(heldPartIn(question)).toMatchObject(part))

  test.each([
    'What is my portfolio worth?',
    'What share of my portfolio is in cash?',
    'What is my biggest gain?',
    'What was my largest purchase?',
    'Which of my holdings made the biggest move today?',
    'My top performing stocks this year',
    'Did my portfolio beat the tech sector?',
    'What chip stocks do I own?',
    'Do I own Bank of America stock?',
  ])('is all of it: %s', (question) => expect(heldPartIn(question)).toBeNull())

  test('tells whether the name of a sector is the one that is meant', () => {
    const part = heldPartIn('my tech stocks')
    const isSector = part !== null && 'isSector' in part ? part.isSector : () => false
    expect(['Technology', 'Information Technology', 'Energy', 'Biotechnology'].map(isSector)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  test('is found in time linear in the question', () => {
    const began = process.cpuUsage()
    for (const part of [
      'how much cash ',
      'top 3 ',
      'largest two of my ',
      'in tech ',
      'my crypto ',
      'stocks is ',
    ])
      heldPartIn(part.repeat(5_000))
    expect(process.cpuUsage(began).user).toBeLessThan(1_000_000)
  })
})
