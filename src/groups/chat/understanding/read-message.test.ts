import { expect, test } from 'vitest'
import { nameId } from '../../../kernel/ids.ts'
import type { InstrumentSummary } from '../../../ports/instruments.ts'
import { readMessage } from './read-message.ts'

const LISTED = [
  ['AAPL', 'Apple Inc.'],
  ['ATR', 'AptarGroup Inc.'],
  ['BBNX', 'Beta Bionics Inc.'],
  ['RSI', 'Rush Street Interactive Inc.'],
  ['DUK', 'Duke Energy Corporation'],
].map(([ticker = '', name = '']): InstrumentSummary => ({ entityId: nameId('test', ticker), ticker, name }))

const named = (text: string): InstrumentSummary[] =>
  LISTED.filter(
    ({ ticker, name }) => ticker === text.toUpperCase() || name.toLowerCase().startsWith(text.toLowerCase()),
  )

test.each([
  ["What's the RSI of Apple?", ['AAPL'], ['indicator']],
  ["What's the RSI of RSI?", ['RSI'], ['indicator']],
  ['How is RSI doing?', ['RSI'], []],
  ['price of ATR', ['ATR'], ['price']],
  ['How is Beta Bionics doing?', ['BBNX'], []],
  ['beta of Beta Bionics', ['BBNX'], ['risk']],
  ['How volatile is Duke Energy?', ['DUK'], ['risk']],
  ['Duke Energy volatility', ['DUK'], ['risk']],
])('words of a name ask for nothing: %s', (question, tickers, metrics) => {
  const read = readMessage(question, named)
  expect(read.instruments.map(({ ticker }) => ticker)).toEqual(tickers)
  expect(read.metrics).toEqual(metrics)
})

test.each([
  ['what did Apple cost in 2020', ['price']],
  ['how much does an Apple share cost', ['price']],
  ['what did Apple cost me', ['portfolio']],
  ['how much did my Apple shares cost', ['portfolio']],
  ['what did my Apple cost?', ['portfolio']],
  ['how much did the new headquarters of Apple cost', []],
  ['what did Apple cost its suppliers in 2020', []],
])('what something cost is its price: %s', (question, metrics) =>
  expect(readMessage(question, named).metrics).toEqual(metrics),
)
