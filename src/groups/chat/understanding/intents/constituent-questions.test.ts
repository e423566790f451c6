import { describe, expect, test } from 'vitest'
import { askedMetrics } from './asked-metrics.ts'
import { askedConstituents, asksConstituents, asksHolders, asksMembership } from './constituent-questions.ts'

describe('what a fund holds', () => {
  test.each([
    'What does SPY hold?',
    'top 10 holdings of QQQ',
    "SPY's holdings",
    'show me the constituents of the Dow Jones',
    'What stocks are in QQQ?',
    'What is the weight of Apple in the S&P 500?',
    'How much Apple does QQQ hold?',
    'Does SPY hold Tesla?',
    "What's in SPY?",
    'apple weight in spy',
    'QQQ holdings',
    'SPY top holdings',
    'Top 10 SPY holdings',
    'what stocks make up the Dow?',
    'how much of QQQ is Apple',
  ])('is asked for: %s', (question) => expect(asksConstituents(question)).toBe(true))

  test.each([
    'What do I hold?',
    'top 3 holdings',
    'five largest holdings',
    'portfolio holdings',
    'all holdings',
    'Holdings',
    'tech holdings',
    'What are my holdings in Apple?',
    'How much Apple do I hold?',
    'Which of my holdings fell most?',
    'Do I own Apple?',
    'What does Apple do?',
    'How much cash does Apple have?',
    'How much debt does Apple have?',
    "Apple's revenue",
    "how much of Apple's revenue is services",
    'How much of my portfolio is Apple?',
    'how much of Berkshire is cash',
  ])('is not: %s', (question) => expect(asksConstituents(question)).toBe(false))

  test.each(['How much cash does Apple hold?', 'News about the holdings of Berkshire'])(
    'is not where something else is: %s',
    (question) => expect(askedMetrics(question).metrics).not.toContain('constituents'),
  )

  test.each(['Which funds hold Nvidia?', 'What ETFs own Apple?'])('or who holds it: %s', (question) =>
    expect(asksHolders(question)).toBe(true),
  )
  test.each(['Which ETFs do I hold?', 'Which funds have the highest yield?', 'which etfs i own'])(
    'and not: %s',
    (question) => expect(asksHolders(question)).toBe(false),
  )

  test('is asked of so many', () => {
    const largest = (count: number, isLeast = false) => ({ count, isLeast })
    expect(askedConstituents('top 3 holdings of QQQ')).toEqual(largest(3))
    expect(askedConstituents('top seven holdings of QQQ')).toEqual(largest(7))
    expect(askedConstituents('the five largest holdings of QQQ')).toEqual(largest(5))
    expect(askedConstituents('largest holding of QQQ')).toEqual(largest(1))
    expect(askedConstituents('smallest holdings of QQQ')).toEqual(largest(10, true))
    expect(askedConstituents('holdings of QQQ')).toEqual(largest(10))
    expect(askedConstituents('top 99 holdings of QQQ')).toEqual(largest(20))
  })

  test('or whether something is part of it', () => {
    expect(asksMembership('Is Apple part of the Nasdaq 100?')).toBe(true)
    expect(asksMembership('What is Apple worth?')).toBe(false)
  })

  test('is found in time linear in the question', () => {
    const began = process.cpuUsage()
    for (const part of [
      'what does a ',
      'holdings of ',
      'does a hold b ',
      'weight of a in ',
      'how much a does b ',
    ]) {
      asksConstituents(part.repeat(3_000))
      asksMembership(`is ${part.repeat(3_000)}`)
      askedConstituents(part.repeat(3_000))
    }
    expect(process.cpuUsage(began).user).toBeLessThan(1_000_000)
  })
})
