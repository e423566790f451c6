import { describe, expect, it } from 'vitest'
import { asksForecast } from './forecast-questions.ts'

describe('asksForecast', () => {
  it.each([
    'what will apple be worth in 2030',
    'will tesla stock go up tomorrow?',
    'nvidia price prediction',
    'forecast for microsoft revenue next year',
    'what will the s&p 500 return next year?',
    'how high can nvidia go',
    'where will bitcoin be at the end of the year',
    'should i expect apple to grow?',
    'is a recession coming?',
    'is Tesla going to crash',
    'can Nvidia reach 500?',
    'will my portfolio recover',
    'how much will Apple earn next year',
    'predict the price of Ford',
    'how long until my portfolio doubles?',
  ])('finds one in: %s', (question) => expect(asksForecast(question)).toBe(true))

  it.each([
    'what do analysts forecast for Nvidia?',
    'did Nvidia beat forecasts?',
    'did Apple raise its forecast?',
    'what is the outlook of Microsoft',
    'what would 1000 in Apple be worth now if I had bought in 2020',
    'what was Apple worth in 2020',
    'can I see the price of Apple',
    'how much did Tesla rise',
    'when will Apple pay its dividend',
    'why did Apple fall',
    'news on what will happen to Apple',
    'what is the price of Apple',
    'will you tell me the price of Apple',
    'how did Tesla recover',
    'how long until the NYSE opens',
    'would $1000 in Nvidia or Apple 2 years ago be worth more?',
  ])('finds none in: %s', (question) => expect(asksForecast(question)).toBe(false))
})
