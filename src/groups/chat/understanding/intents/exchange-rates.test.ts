import { describe, expect, test } from 'vitest'
import { instant } from '../../../../../tests/support/factories.ts'
import type { Turn } from '../../answer.ts'
import { formatDay, utcDay } from '../../../../kernel/time.ts'
import { askedRates, rateRange } from './exchange-rates.ts'

const NOW = instant('2026-11-26T15:00:00Z')
const asked = (...messages: string[]): string | null => {
  const history = messages.slice(0, -1).map((content): Turn => ({ role: 'user', content }))
  const asks = askedRates(messages.at(-1) ?? '', history, NOW)
  const said = asks.map(({ amount, from, to }) =>
    [amount, from, to].filter((each) => each !== null).join(' '),
  )
  return said.length === 0 ? null : said.join(', ')
}

describe('the exchange rate of two currencies', () => {
  test.each([
    ['EUR/USD', 'EUR USD'],
    ['eurusd', 'EUR USD'],
    ['USD/SGD?', 'USD SGD'],
    ['what is the dollar euro exchange rate', 'USD EUR'],
    ['What is the EUR/USD exchange rate today?', 'EUR USD'],
    ['how many yen to a dollar', 'USD JPY'],
    ['How many dollars is a euro?', 'EUR USD'],
    ['how many yen do I get for 100 dollars?', '100 USD JPY'],
    ['convert 2,500 euros to pounds', '2500 EUR GBP'],
    ['what is $100 in euros', '100 USD EUR'],
    ['pound vs dollar 1 year ago', 'GBP USD'],
    ['How has the euro done against the yen this year?', 'EUR JPY'],
    ['yen exchange rate', 'JPY USD'],
    ['how did the dollar do this year', 'USD EUR'],
    ['is the euro up', 'EUR USD'],
    ["how's the euro doing", 'EUR USD'],
    ["What's the euro at?", 'EUR USD'],
    ['what is the euro at right now', 'EUR USD'],
    ['how much is the pound worth now', 'GBP USD'],
    ['euro', 'EUR USD'],
    ['how strong is the pound', 'GBP USD'],
    ['convert 1000 usd to eur and gbp', '1000 USD EUR, 1000 USD GBP'],
    ['100 euros in dollars, yen and pounds', '100 EUR USD, 100 EUR JPY, 100 EUR GBP'],
    ['EUR/USD and GBP/USD', 'EUR USD, GBP USD'],
  ])('%s', (question, pair) => expect(asked(question)).toBe(pair))

  test.each([
    ['is the dollar stronger than a year ago', '2025-11-26 2026-11-26'],
    ['is the euro weaker than in 2024', '2024-12-31 2026-11-26'],
    ['pound vs dollar 1 year ago', '2025-11-26 2025-11-26'],
    ['is the euro up this month', '2026-11-01 2026-11-26'],
    ['is the euro up', null],
  ])('%s is of %s', (question, days) => {
    const range = rateRange(question, NOW)
    const said = range === null ? [] : [range.from, range.to].map((at) => formatDay(utcDay(at)))
    expect(said.join(' ')).toBe(days ?? '')
  })

  test('is what a follow-up goes on with', () => {
    expect(asked('EUR/USD', 'and in yen?')).toBe('EUR JPY')
    expect(asked('100 euros in dollars', 'and a year ago?')).toBe('100 EUR USD')
    expect(asked('100 euros in dollars', '200 euros?')).toBe('200 EUR USD')
    expect(asked('EUR/USD', 'and a year ago?', 'and the pound?')).toBe('EUR GBP')
    expect(asked("what's the euro at?", 'and the pound?')).toBe('GBP USD')
    expect(asked('how is the euro doing', 'and a year ago?', 'and the pound?', 'the yen?')).toBe('JPY USD')
    expect(asked("what's the euro at?", 'and in pounds?')).toBe('EUR GBP')
    expect(asked('euro', 'and the dollar?')).toBe('USD EUR')
    expect(asked('EUR/USD', 'thanks')).toBeNull()
    expect(asked('my portfolio', 'euro')).toBeNull()
    expect(asked('100 euros in dollars', 'and in yen and pounds?')).toBe('100 EUR JPY, 100 EUR GBP')
    expect(asked('100 euros in dollars and yen', '200 euros?')).toBe('200 EUR USD, 200 EUR JPY')
  })

  test.each([
    'What is my portfolio worth in euros?',
    'Apple price in EUR',
    'Dollar General vs Dollar Tree',
    'did the dollar general rise',
    'how did the euro zone do',
    'is the pound a good investment',
    'How do exchange rates of the euro affect SAP?',
    'revenue in dollars and euros of Shell',
    'BTC/USD',
    'what is a dollar',
    'what is the dollar',
    'what is the euro area',
    'what is the exchange rate effect on my holdings in EUR and USD?',
  ])('is not asked for: %s', (question) => expect(asked(question)).toBeNull())
})
