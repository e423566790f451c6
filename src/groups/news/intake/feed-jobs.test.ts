import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { JobData } from '../../../ports/jobs.ts'
import type { ParsedFeed } from '../../../ports/news-feed.ts'
import type { OutsideReply } from '../../../ports/outside.ts'
import { feedJob } from './feed-jobs.ts'

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 22) }))
afterEach(() => void vi.useRealTimers())

const DATA: JobData = {}

interface Hosts {
  address: (at: number) => string
  takesMs: (at: number) => number
  logged?: unknown[]
}

const ONE_HOST: Hosts = { address: (at) => `https://wire.example/${at}`, takesMs: () => 500 }

/** A round of the job over feeds, by default of one host that answers in half a second: when each was requested, and what was logged. */
async function round(
  count: number,
  reply: Partial<OutsideReply> = {},
  document?: ParsedFeed,
  { address, takesMs, logged = [] }: Hosts = ONE_HOST,
  signal = new AbortController().signal,
) {
  const began = vi.getMockedSystemTime()?.getTime() ?? 0
  const asked: Array<[second: number, path: string]> = []
  const clock = { now: () => vi.getMockedSystemTime()?.getTime() ?? 0, market: () => 0 }
  const ignore = () => undefined
  const logger = {
    isLevelEnabled: () => true,
    debug: ignore,
    info: (fields: object) => void logged.push(fields),
    error: ignore,
    fatal: ignore,
    warn: (fields: object) => void logged.push(fields),
  }
  const job = feedJob({
    feeds: Array.from({ length: count }, (_, at) => ({
      url: address(at),
      source: 'Wire',
      routingTier: 'TIER_2' as const,
      language: null,
      intervalSeconds: null,
      allowedNetworks: [],
    })),
    store: { state: async () => null, states: async () => new Map(), save: async () => undefined },
    intake: { receive: async () => [] },
    clock,
    logger,
    parse: async () => document ?? Promise.reject(new Error('nothing is read')),
    fetch: async (url) => {
      const path = new URL(url).pathname
      asked.push([(clock.now() - began) / 1_000, path])
      await new Promise((resolve, reject) => {
        setTimeout(resolve, takesMs(Number(path.slice(1))))
        signal.addEventListener('abort', () => reject(signal.reason as Error))
      })
      return { status: 304, headers: new Map(), body: new Uint8Array(), url, movedTo: null, ...reply }
    },
  })
  const done = job.run(DATA, { id: '1', attempt: 1, signal })
  done.catch(ignore)
  await vi.runAllTimersAsync()
  await done
  return { asked, logged }
}

test('feeds of one host are polled two seconds apart in one round', async () => {
  const { asked } = await round(4)
  expect(asked).toEqual([
    [0, '/0'],
    [2, '/1'],
    [4, '/2'],
    [6, '/3'],
  ])
})

test('a feed that hangs holds up none of another host, and no two feeds of its own are read at once', async () => {
  const hanging = {
    address: (at: number) => `https://${at < 2 ? 'slow' : `wire${at}`}.example/${at}`,
    takesMs: (at: number) => (at === 0 ? 20_000 : 500),
  }
  const { asked } = await round(8, {}, undefined, hanging)
  expect(asked).toEqual([
    [0, '/0'],
    [0, '/2'],
    [0, '/3'],
    [0, '/4'],
    [0.5, '/5'],
    [0.5, '/6'],
    [0.5, '/7'],
    [20, '/1'],
  ])
})

test('a round that is given up ends with the visits under way, begins no other and blames no feed', async () => {
  const stop = new AbortController()
  const begun: number[] = []
  const logged: unknown[] = []
  const hosts: Hosts = {
    address: (at) => `https://wire${at}.example/${at}`,
    takesMs: (at) => {
      begun.push(at)
      return 500
    },
    logged,
  }
  setTimeout(() => stop.abort(new Error('shutting down')), 100)
  const given = round(8, {}, undefined, hosts, stop.signal)
  await expect(given).rejects.toThrow('shutting down')
  expect(begun).toEqual([0, 1, 2, 3])
  expect(logged).toEqual([])
})

test('a round leaves what it has no time for to the next one', async () => {
  const { asked } = await round(500)
  expect(asked).toHaveLength(90)
})

test('a permanent redirect is reported', async () => {
  const { logged } = await round(1, { movedTo: 'https://new.example/rss' })
  expect(logged).toEqual([{ feed: 'https://wire.example/0', movedTo: 'https://new.example/rss' }])
})

test('the log says where a document could not be read to its end', async () => {
  const whole: ParsedFeed = {
    format: 'rss',
    title: null,
    language: null,
    link: null,
    items: [],
    refreshSeconds: null,
    repaired: false,
  }
  const read = { feed: 'https://wire.example/0', items: 0, fresh: 0 }
  expect((await round(1, { status: 200 }, whole)).logged).toEqual([read])
  const { logged } = await round(1, { status: 200 }, { ...whole, repaired: true })
  expect(logged).toEqual([{ ...read, repaired: true }])
})
