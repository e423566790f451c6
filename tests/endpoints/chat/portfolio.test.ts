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
