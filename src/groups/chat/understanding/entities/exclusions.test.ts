import { expect, test } from 'vitest'
import { demoNamed as named } from '../../../../../tests/support/demo-names.ts'
import { pointedOutIn } from './exclusions.ts'
import { mentionsIn } from './mentions.ts'
import { readMessage } from '../read-message.ts'
import { topicOf } from '../thread/thread-topic.ts'

const tickers = (all: ReadonlyArray<{ ticker: string }>): string => all.map(({ ticker }) => ticker).join(' ')

test.each([
  ['my holdings without Apple', '', 'AAPL', 'my holdings              '],
  ['how is my watchlist doing except for apple?', '', 'AAPL', 'how is my watchlist doing                 ?'],
  [
    'competitors of Apple other than Microsoft, Nvidia and AMD',
    'AAPL',
    'MSFT NVDA AMD',
    `competitors of Apple ${' '.repeat('other than Microsoft'.length)},${' '.repeat(' Nvidia and AMD'.length)}`,
  ],
  ['besides my Apple shares, what do I own?', '', 'AAPL', `${' '.repeat(16)} shares, what do I own?`],
  ['compare Apple without Tesla vs Ford', 'AAPL F', 'TSLA', 'compare Apple               vs Ford'],
  ['Apple without dividends', 'AAPL', '', 'Apple without dividends'],
  ['Apple, not Microsoft', 'AAPL', '', 'Apple, not Microsoft'],
])('%s', (question, meant, excluded, kept) => {
  const found = mentionsIn(question, named)
  expect(tickers(found.instruments)).toBe(meant)
  expect(tickers(found.excluded)).toBe(excluded)
  expect(found.kept).toBe(kept)
})

const topicAfter = (...messages: string[]) =>
  topicOf(
    messages.map((content) => ({ role: 'user' as const, content })),
    { named, now: 0 },
  )

test('what is left out of a thread stays out of what goes on with it', () => {
  const asked = ['compare Apple, Microsoft and Google', 'without Apple']
  expect(tickers(topicAfter(...asked).instruments)).toBe('MSFT GOOGL')
  expect(tickers(topicAfter(...asked, 'which is cheaper?').excluded)).toBe('AAPL')
  expect(tickers(topicAfter(...asked, 'price of Ford').excluded)).toBe('')
})

test('without the last one, those before it are meant', () => {
  expect(tickers(topicAfter('How did Nvidia do last month?', 'and AMD?', 'without AMD').instruments)).toBe(
    'NVDA',
  )
})

const COMPARED = 'compare Microsoft, Nvidia and AMD revenue'

test.each([
  [[COMPARED, 'without the last one'], 'MSFT NVDA'],
  [[COMPARED, 'and without the first?'], 'NVDA AMD'],
  [[COMPARED, 'without them'], ''],
  [['Nvidia revenue', 'and AMD?', 'except for the latter'], 'NVDA'],
])('%j leaves out what it points to', (asked, left) => {
  expect(tickers(topicAfter(...asked).instruments)).toBe(left)
})

test.each([
  ['without it?', 'it'],
  ['without the second company, please', 'the second one'],
  ['without the last quarter', null],
  ['the last one', null],
])('%s points to %s', (text, what) => expect(pointedOutIn(text)).toBe(what))

test('it is no word of the world', () => {
  expect(readMessage('except Nvidia', named)).toMatchObject({ isOpen: true, asksTheSame: true })
})

test('which of those that were listed did best asks what they did', () => {
  expect(topicAfter('my holdings', 'which one did best this year?').metrics).toEqual([
    'portfolio',
    'performance',
  ])
})
