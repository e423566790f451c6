import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { askChat } from '../../support/ask-chat.ts'
import { eventually } from '../../support/eventually.ts'
import { boot } from '../../support/harness.ts'

/** On a Thursday afternoon in New York, when the market has moved. */
const api = await boot({ env: { DEFAULT_TIER: 'enterprise', CLOCK_START: '2026-06-11T18:00:00Z' } })

/** The moves of the day are known a while after the start. */
beforeAll(async () => {
  const path = '/v1/instruments/movers?direction=gainers&asset_class=equity&limit=10'
  await eventually(async () => {
    const { status, body } = await api.get(path)
    if (status !== 200 || body.items.length < 2) await delay(250)
    return status === 200 && body.items.length > 1
  }, 60_000)
}, 90_000)

const threadOf = async (messages: readonly string[]): Promise<string[]> =>
  (await askChat(api, 'lists@demo.test', messages)).map(({ text }) => text)

/** Its last answer. */
const lastOf = async (messages: readonly string[]): Promise<string> => (await threadOf(messages)).at(-1) ?? ''

describe('a list that an answer told', () => {
  /** The tickers of what it lists, in its order. */
  const tickersIn = (text: string): string[] =>
    [...text.matchAll(/\(([A-Z0-9^.-]+)\)/g)].map(([, each = '']) => each)

  test('has a first without a noun as well', async () => {
    const [list = '', worth = ''] = await threadOf([
      'best tech stocks today',
      'what is the market cap of the first?',
    ])
    expect(tickersIn(worth)[0]).toBe(tickersIn(list)[0])
    expect(worth).toMatch(/^The market capitalisation of /)
    const [fallen = '', why = ''] = await threadOf(['top losers', 'why did the second fall?'])
    expect(tickersIn(why)[0]).toBe(tickersIn(fallen)[1])
    const [, energy = '', risen = ''] = await threadOf([
      'top gainers in tech',
      'what about energy?',
      'why did the first one rise?',
    ])
    expect(energy).toContain('gainers of the day among Energy stocks')
    expect(tickersIn(risen)[0]).toBe(tickersIn(energy)[0])
  })

  test('is what is picked from behind it, and what the questions after that are about', async () => {
    const [list = '', why, ratio, second] = await threadOf([
      'top gainers today',
      'Why did the first one go up?',
      "what's its P/E?",
      "and the second one's?",
    ])
    const [first, next] = tickersIn(list)
    expect(new Set([first, next]).size).toBe(2)
    expect(tickersIn(why ?? '')[0]).toBe(first)
    expect(tickersIn(ratio ?? '')[0]).toBe(first)
    expect(ratio).toMatch(/^The P\/E /)
    expect(tickersIn(second ?? '')[0]).toBe(next)
  })

  test('is picked from by several places, which are then chosen among', async () => {
    const [list = '', both = '', bigger = ''] = await threadOf([
      'top gainers today',
      'compare the first and the third',
      'which is bigger?',
    ])
    const [first = '', , third = ''] = tickersIn(list)
    expect(new Set(tickersIn(both))).toEqual(new Set([first, third]))
    expect(new Set(tickersIn(bigger))).toEqual(new Set([first, third]))
    const [peers = '', ratios = ''] = await threadOf(["Who are Ford's competitors?", 'P/E of the first two'])
    expect(new Set(tickersIn(ratios))).toEqual(new Set(tickersIn(peers).slice(1, 3)))
  })

  test('is that of what a fund holds as well, of which the smallest are of the fund', async () => {
    const [list = '', cap = '', cheapest = ''] = await threadOf([
      'top holdings of QQQ',
      "what's the market cap of the second?",
      'which of them is cheapest by P/E?',
    ])
    const [fund, , second] = tickersIn(list)
    expect(fund).toBe('QQQ')
    expect(tickersIn(cap)[0]).toBe(second)
    expect(cheapest).toMatch(/^From the highest to the lowest P\/E: /)
    expect(await lastOf(['top holdings of QQQ', 'and the smallest?'])).toMatch(
      /smallest holdings of .*\(QQQ\)/,
    )
  })

  test('is compared as a whole', async () => {
    const [list = '', compared = ''] = await threadOf([
      "Who are Ford's competitors?",
      'which of them is cheapest by P/E?',
    ])
    const peers = tickersIn(list).slice(1)
    const told = tickersIn(compared)
    expect(peers.length).toBeGreaterThan(5)
    expect(new Set(told).isSubsetOf(new Set(peers))).toBe(true)
    expect(compared).toMatch(/^From the highest to the lowest P\/E/)
  })
})

describe('how often something rose or fell', () => {
  test.each([
    [
      ['How did revenue of Apple develop?', 'how often did it fall?'],
      /^The revenue of Apple Inc\. \(AAPL\) grew against/,
    ],
    [
      ['Microsoft net income', 'in how many years did it grow?'],
      /^The net income of Microsoft Corporation \(MSFT\) grew/,
    ],
    [
      ['What is the price of Apple?', 'how often did it fall this year?'],
      / sessions from 2026-01-02 to 2026-06-10/,
    ],
    [
      ['Apple revenue', 'how often did its share price fall this year?'],
      / sessions from 2026-01-02 to 2026-06-10/,
    ],
  ])('is counted in the periods of the line that was told: %j', async (messages, last) =>
    expect(await lastOf(messages)).toMatch(last),
  )

  test('and how a line developed is told without the return of its price', async () =>
    expect(await lastOf(['How did revenue of Apple develop?'])).not.toContain('returned'))
})

test('a line by year is told of several', async () => {
  const text = await lastOf(['Microsoft revenue by year'])
  expect(new Set([...text.matchAll(/ in (FY\d{4}), /g)].map(([, year]) => year)).size).toBe(5)
  expect(await lastOf(['average revenue of Microsoft by year'])).not.toMatch(/FY2022.*FY2023.*FY2024/)
})

describe('why, behind the best or the worst day', () => {
  test('is of that day, and what follows goes on with the days', async () => {
    const [best = '', why = '', worst = '', cause = ''] = await threadOf([
      "What was Tesla's best day this year?",
      'why?',
      'and its worst?',
      'why?',
    ])
    const dayOf = (text: string): string | undefined => / % on (\d{4}-\d\d-\d\d), its /.exec(text)?.[1]
    expect(best).toContain(', its best of the ')
    expect(why).toContain(` to that of ${dayOf(best)}: `)
    expect(worst).toContain(', its worst of the ')
    expect(cause).toContain(` to that of ${dayOf(worst)}: `)
  })
})

test('one time that is named for each of two companies sets the companies against each other', async () => {
  const text = await lastOf(['Tesla ytd vs Nvidia ytd'])
  expect(text).toMatch(/^The return of .* is higher than that of /)
  expect([...text.matchAll(/\(TSLA\) returned/g)]).toHaveLength(1)
})

test('names that a comma alone parts are all taken into account', async () => {
  const text = await lastOf(['microsoft,apple,tesla market cap'])
  for (const ticker of ['MSFT', 'AAPL', 'TSLA']) expect(text).toContain(`(${ticker})`)
  expect(text).not.toContain('Not taken into account')
})

test.each([
  ['apple balance sheet', /^Total assets of Apple Inc\. \(AAPL\) .*Total liabilities .*Total equity /],
  ['apple fy25 results', /^Revenue of Apple Inc\. \(AAPL\) in FY2025, .*Net income .*Diluted EPS /],
  ["show me nvidia's income statement", /^Revenue of NVIDIA Corporation \(NVDA\) .*Net income /],
  ['is it true that apple fell 90% this year', /^Apple Inc\. \(AAPL\) returned /],
])('of a company: %s', async (question, said) => expect(await lastOf([question])).toMatch(said))
