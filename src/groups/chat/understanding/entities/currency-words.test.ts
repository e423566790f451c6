import { expect, test } from 'vitest'
import {
  askedCurrencies,
  asksExchangeRate,
  currencyCalled,
  OTHER_CURRENCY,
  withoutCurrency,
} from './currency-words.ts'

test.each([
  ['dollars', 'USD'],
  ['US dollar', 'USD'],
  ['Canadian dollars', 'CAD'],
  ['euros', 'EUR'],
  ['GBP', 'GBP'],
  ['sterling', 'GBP'],
  ['yen', 'JPY'],
  ['won', 'KRW'],
  ['Korean won', 'KRW'],
  ['shares', null],
  ['', null],
])('%s is %s', (word, code) => expect(currencyCalled(word)).toBe(code))

test.each(['revenue in euros', 'revenue in JPY', 'revenue in Canadian dollars'])(
  'is another currency than US dollars: %s',
  (text) => expect(text).toMatch(OTHER_CURRENCY),
)

test.each(['revenue in US dollars', 'revenue of NOK', 'revenue in Europe', 'pounding'])(
  'names none other: %s',
  (text) => expect(text).not.toMatch(OTHER_CURRENCY),
)

test.each([
  'What is the EUR/USD exchange rate?',
  'EURUSD',
  'EUR to USD',
  'Convert 100 EUR to USD',
  'How many dollars is a euro?',
  'How many yen do I get for 100 dollars?',
  'What was the euro worth in dollars on 2 March 2026?',
  'dollar vs yen',
])('asks for an exchange rate: %s', (question) => expect(asksExchangeRate(question)).toBe(true))

test.each([
  'What is my portfolio worth in euros?',
  'Apple revenue in dollars',
  'What is the tax rate of Apple?',
  'How many dollars did Apple earn?',
])('asks for none: %s', (question) => expect(asksExchangeRate(question)).toBe(false))

test.each<[string, string[]]>([
  ['Toyota price in usd', ['USD']],
  ['and in euros?', ['EUR']],
  ["Apple's price in won", ['KRW']],
  ['Apple market cap in Korean won today', ['KRW']],
  ['who won the market today?', []],
  ['contracts that Boeing has won', []],
  ['market cap of Apple converted to Swiss francs', ['CHF']],
  ['Apple EUR price', ['EUR']],
  ['SAP price usd', ['USD']],
  ['Is the pound a currency?', []],
  ['EUR', []],
  ['Apple price in dollars and in euros, or yen', ['USD', 'EUR', 'JPY']],
  ["Apple's price in euros and Microsoft's in pounds", ['EUR', 'GBP']],
])('%s is to be told in %j', (question, currencies) => {
  expect(askedCurrencies(question)).toEqual(currencies)
  expect(withoutCurrency(question) === question).toBe(currencies.length === 0)
})
