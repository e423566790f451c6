import { describe, expect, test } from 'vitest'
import { framesOf } from '../../support/chat.ts'
import { boot } from '../../support/harness.ts'

const OWNER = 'demo@demo.test'
const api = await boot({
  env: { DEFAULT_TIER: 'enterprise', CLOCK_START: '2026-06-10T15:00:00Z', DEMO_ACCOUNT_EMAIL: OWNER },
})

/** What somebody is answered. */
async function answerOf(email: string, message: string, context: object = {}) {
  const token = `Bearer ${await api.token(email)}`
  const { body: thread } = await api.call('/v1/chat/threads', { token, json: {} })
  const response = await fetch(`${api.url}/v1/chat/stream`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({ thread_id: thread.thread_id, message, context }),
  })
  const frames = framesOf(await response.text())
  const text = frames.filter(({ event }) => event === 'token').map(({ data }) => data.delta)
  const sources = frames.find(({ event }) => event === 'sources')?.data.sources ?? []
  return { text: text.join(''), sources }
}

describe('a question about the portfolio', () => {
  test('is answered with what the summary says, and cites it', async () => {
    const token = `Bearer ${await api.token(OWNER)}`
    const { body: summary } = await api.get('/v1/portfolio/summary', { token })
    const { text, sources } = await answerOf(OWNER, 'What is my portfolio worth?')
    const said = /worth USD ([\d,.]+)/.exec(text)?.[1]?.replaceAll(',', '')
    expect(Number(said) / summary.total_value).toBeCloseTo(1, 2)
    expect(sources).toEqual([expect.objectContaining({ n: 1, url: '/v1/portfolio/summary' })])
    expect(text).toContain('simulated')
  })

  test('has it also where the context asks for it', async () => {
    const context = { include_portfolio: true }
    const { sources } = await answerOf(OWNER, 'What is the price of Apple?', context)
    expect(sources.map(({ url }: { url: string }) => url)).toContain(
      `/v1/instruments/${await api.idOf('AAPL')}/live-quote`,
    )
  })

  test('tells nobody of what others hold', async () => {
    const { text, sources } = await answerOf('other@demo.test', 'What is my portfolio worth?')
    expect(text).toContain('Your portfolio has no transactions yet.')
    expect(sources).toEqual([])
  })
})

describe('a question about a watchlist', () => {
  test('is answered with what is on it and how that did today, each cited', async () => {
    const token = `Bearer ${await api.token('watcher@demo.test')}`
    const [apple, nvidia] = [await api.idOf('AAPL'), await api.idOf('NVDA')]
    const json = { name: 'Mine', entity_ids: [apple, nvidia] }
    expect((await api.call('/v1/portfolio/watchlists', { token, json })).status).toBe(201)
    const { text, sources } = await answerOf(
      'watcher@demo.test',
      'How did the stocks on my watchlist do today?',
    )
    expect(text).toMatch(/2 instruments are on your watchlists: .*\(AAPL\).* \[1\]/)
    expect(text).toMatch(
      /Against the close before it has changed by \([\d,.]+ − [\d,.]+\) \/ [\d,.]+ = −?[\d.]+ %/,
    )
    expect(sources.map(({ url }: { url: string }) => url).toSorted()).toEqual(
      [
        '/v1/portfolio/watchlists',
        `/v1/instruments/${apple}/live-quote`,
        `/v1/instruments/${nvidia}/live-quote`,
      ].toSorted(),
    )
  })

  test('says that nothing is on it, and tells nobody of the lists of others', async () => {
    const { text, sources } = await answerOf('other@demo.test', 'What is on my watchlist?')
    expect(text).toContain('Nothing is on your watchlists.')
    expect(sources).toEqual([])
  })
})
