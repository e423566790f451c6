import { expect, it } from 'vitest'
import { ofService } from './about-service.ts'

it.each([
  ['how do I import my transactions from ibkr', 'Chat changes nothing.'],
  ['add 10 shares of apple', 'Chat changes nothing.'],
  ['which endpoints are there', 'How to use the interface'],
  ["what's the api", 'How to use the interface'],
  ["what's your data source", 'Numbers are those'],
  ['is this real data?', 'Numbers are those'],
  ['how accurate are these numbers', 'Numbers are those'],
  ['how often is the data updated', 'Numbers are those'],
  ['can I get real time prices', 'Numbers are those'],
  ['what companies are covered?', 'What is listed here'],
  ['do you have european stocks', 'What is listed here'],
])('%s', (question, said) => expect(ofService(question)).toContain(said))

it.each([
  'how do I add two vectors',
  'how accurate was the forecast of the number of customers in the annual report of 2019',
  'what data does the company collect',
  'is the data center business growing',
  'how often does Apple pay dividends',
  'what stocks are up today',
])('none of it is %s', (question) => expect(ofService(question)).toBeNull())
