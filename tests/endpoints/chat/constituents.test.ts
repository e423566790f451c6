import { expect, test } from 'vitest'
import { askChat } from '../../support/ask-chat.ts'
import { boot } from '../../support/harness.ts'

const api = await boot({ env: { DEFAULT_TIER: 'enterprise', CLOCK_START: '2026-06-13T15:00:00Z' } })

async function answerTo(...messages: string[]) {
  const answers = await askChat(api, 'reader@demo.test', messages)
  return answers.at(-1) ?? { text: '', sources: [], failed: null }
}

test.each([
  ['What does QQQ hold?', 10],
  ['top 3 holdings of QQQ', 3],
  ["QQQ's five largest holdings", 5],
  ['qqq holdings', 10],
  ['the top 3 holdings qqq', 3],
])('what a fund holds is told, the largest first: %s', async (question, count) => {
  const { text, sources } = await answerTo(question)
  expect(text).toMatch(
    new RegExp(`^The ${count} largest holdings of .*\\(QQQ\\), of \\d+ that are listed here, are `),
  )
  const weights = [...text.matchAll(/\([\w.-]+\) ([\d.]+) %/g)].map(([, weight]) => Number(weight))
  expect(weights).toHaveLength(count)
  expect(weights).toEqual(weights.toSorted((one, other) => other - one))
  const together = Number(/together ([\d.]+) %/.exec(text)?.[1])
  expect(Math.abs(together - weights.reduce((sum, each) => sum + each, 0))).toBeLessThan(0.05 * count + 0.06)
  expect(sources.map(({ url }: { url: string }) => url)).toEqual([
    `/v1/instruments/${await api.idOf('QQQ')}/constituents`,
  ])
})

test.each(['Is Apple in the S&P 500?', 'Does SPY hold Apple?', 'What is the weight of Apple in SPY?'])(
  'whether something is in a fund or an index is told with its weight: %s',
  async (question) =>
    expect((await answerTo(question)).text).toMatch(
      /Apple Inc\. \(AAPL\) is [\d.]+ % of the value of .*\(SPY\)/,
    ),
)

test('the smallest are told as well, and how many', async () => {
  expect((await answerTo('smallest holdings of QQQ')).text).toMatch(/^The 10 smallest holdings of /)
  expect((await answerTo('largest holding of QQQ')).text).toMatch(
    /^The largest holding of .* is .* of its value/,
  )
})

test('of another time it says that what is stored now is told', async () => {
  expect((await answerTo('holdings of DIA in 2020')).text).toContain('earlier ones are not kept')
})

test.each(['Is Apple in the DAX?', "What's in the DAX?", 'Is Airbnb in the Nasdaq?'])(
  'of an index that no fund is known to track it says that its members are not stored: %s',
  async (question) => {
    const { text, sources } = await answerTo(question)
    expect(text).toMatch(/What .* is made of is not stored/)
    expect(sources).toHaveLength(1)
  },
)

test('what a fund does not hold is said', async () => {
  const { text } = await answerTo('Is Coca-Cola in QQQ?')
  expect(text).toMatch(/\(KO\) is not among the \d+ holdings of .*\(QQQ\) that are known here/)
})

test('two funds are told each by itself', async () => {
  const { text } = await answerTo('What do SPY and QQQ hold?')
  expect(text).toMatch(/largest holdings of .*\(SPY\)[^[]*\[\d\].*largest holdings of .*\(QQQ\)/s)
})

test('of what is no fund nothing is told', async () => {
  expect((await answerTo('What does Apple hold?')).text).toContain('Nothing was found that answers this')
})

test("the user's own holdings are another question", async () => {
  expect((await answerTo('What are my top 3 holdings of tech?')).text).toContain('no transactions')
})

test('200: the cited address shows the weights that are told', async () => {
  const { text, sources } = await answerTo('top 3 holdings of QQQ')
  const { body } = await api.get(sources[0]?.url ?? '')
  const told = [...text.matchAll(/\(([A-Z]+)\) (\d+\.\d) %/g)].map(([, ticker, weight]) => [ticker, weight])
  const shown = body.items
    .slice(0, 3)
    .map((each: { instrument: { ticker: string }; weight: number }) => [
      each.instrument.ticker,
      (each.weight * 100).toFixed(1),
    ])
  expect(told).toEqual(shown)
})
