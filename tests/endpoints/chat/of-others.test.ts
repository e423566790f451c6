import { expect, test } from 'vitest'
import { askChat } from '../../support/ask-chat.ts'
import { boot } from '../../support/harness.ts'

/** A Saturday: nothing moves between one reading and the next. */
const api = await boot({ env: { DEFAULT_TIER: 'enterprise', CLOCK_START: '2026-06-13T15:00:00Z' } })

const lastOf = async (...messages: string[]): Promise<string> =>
  (await askChat(api, 'reader@demo.test', messages)).at(-1)?.text ?? ''

test.each([
  [['Apple price', 'zorblatt share price in chf'], 'Nothing called “zorblatt” is listed here.'],
  [['Apple price', 'zorblatt revenue 2024'], 'Nothing called “zorblatt” is listed here.'],
  [['Apple revenue', 'Zorblatt share price'], 'Nothing called “Zorblatt” is listed here.'],
  [['vix', "what's the ten year treasury yield"], 'Data on economies'],
  [
    ['S&P 500 level', 'how many stocks hit a 52 week high today'],
    'The market as a whole and its sectors are ranked here',
  ],
  [
    ['S&P 500 level', 'largest company by market cap'],
    'The market as a whole and its sectors are ranked here',
  ],
])('200: what asks of others is told nothing of what the thread spoke of: %j', async (messages, said) => {
  const answer = await lastOf(...messages)
  expect(answer.slice(0, said.length)).toBe(said)
  expect(answer).not.toMatch(/Apple Inc\.|\^VIX|\^GSPC/)
})

test.each([
  ['Compare Apple and Microsoft', 'which company has the highest revenue'],
  ['Compare Apple and Microsoft', 'largest company by market cap'],
])('200: of several that were named one is chosen: %s, %s', async (first, second) => {
  expect(await lastOf(first, second)).toMatch(
    /Apple Inc\. \(AAPL\).* than that of|than that of .*Apple Inc\./,
  )
})
