import { writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import pg from 'pg'
import { askedAgain } from '../support/asked-again.ts'
import { createPostgresDatabase, hasPostgres } from '../support/postgres.ts'
import { hasRedis, REDIS_URL } from '../support/redis.ts'
import { cliDone, type RunningServer, type Settings, startServer, temporaryFolder } from './process.ts'

const here = hasPostgres && hasRedis ? describe : describe.skip
/** For `expect.poll`: due feeds are looked for every 15 seconds, and the machine may be busy. */
const SOON = { timeout: 60_000, interval: 100 }
const ETAG = '"v1"'
const folder = temporaryFolder()

const file = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const INSTRUMENTS = `symbol,name,exchange,asset_class,sector,industry,currency,country
KO,The Coca-Cola Company,NYSE,EQUITY,Consumer Staples,Beverages,USD,US
`

const rss = (published: Date): string => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>The wire</title><link>http://wire.example/</link>
<item><title>Coca-Cola raises its outlook after a record quarter</title><link>https://wire.example/1</link>
<description>&lt;p&gt;The Coca-Cola Company beat expectations.&lt;/p&gt;</description>
<pubDate>${published.toUTCString()}</pubDate></item>
</channel></rss>`

/** A publisher whose `/stalls` never answers. */
async function publisher(document: string) {
  const visits: Array<{ path: string; headers: IncomingHttpHeaders }> = []
  const held: ServerResponse[] = []
  const server: Server = createServer(({ url = '', headers }, response) => {
    visits.push({ path: url, headers })
    if (url === '/stalls') held.push(response)
    else if (headers['if-none-match'] === ETAG) response.writeHead(304).end()
    else response.writeHead(200, { 'content-type': 'application/rss+xml', etag: ETAG }).end(document)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    visitsOf: (path: string) => visits.filter((visit) => visit.path === path),
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

here('a feed', { timeout: 150_000 }, () => {
  let database: Awaited<ReturnType<typeof createPostgresDatabase>>
  let client: pg.Client
  let wire: Awaited<ReturnType<typeof publisher>>
  let common: Settings
  const servers: RunningServer[] = []

  beforeAll(async () => {
    database = await createPostgresDatabase()
    wire = await publisher(rss(new Date(Date.now() - 60_000)))
    client = new pg.Client({ connectionString: database.url })
    await client.connect()
    const list = (path: string) =>
      JSON.stringify([
        { url: wire.url + path, source: 'The wire', routing_tier: 'TIER_2', allow_private: ['127.0.0.0/8'] },
      ])
    common = {
      DATABASE_URL: database.url,
      REDIS_URL,
      LOG_LEVEL: 'info',
      NEWS_FEEDS_FILE: file('feeds.json', list('/rss')),
    }
    file('stalls.json', list('/stalls'))
    await cliDone(['migrate'], common)
    await cliDone(['import', 'instruments', file('instruments.csv', INSTRUMENTS)], common)
  }, 150_000)
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop('SIGKILL')))
    await client?.end()
    wire?.close()
    await database?.drop()
  })

  async function start(settings: Settings): Promise<RunningServer> {
    const server = await startServer({ ...common, ...settings }, [process.execPath, 'src/main.ts'])
    servers.push(server)
    return server
  }

  const startWorkers = (settings: Settings = {}): Promise<RunningServer[]> =>
    Promise.all([1, 2].map(() => start({ ROLE: 'worker', ...settings })))

  async function top(gateway: RunningServer): Promise<Array<Record<string, unknown>>> {
    const login = await askedAgain(`${gateway.url}/v1/auth/dev-login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"email":"anna@example.test"}',
    })
    const { access_token: token } = (await login.json()) as { access_token: string }
    const list = await askedAgain(`${gateway.url}/v1/news/top`, {
      headers: { authorization: `Bearer ${token}` },
    })
    return ((await list.json()) as { items: Array<Record<string, unknown>> }).items
  }

  test('that workers read is in the lists of a gateway, linked and scored, after one visit', async () => {
    const gateway = await start({ ROLE: 'gateway', DEV_LOGIN_ENABLED: 'true' })
    const workers = await startWorkers()
    await expect.poll(() => top(gateway), SOON).toHaveLength(1)
    const [article] = await top(gateway)
    expect(article).toMatchObject({
      headline: 'Coca-Cola raises its outlook after a record quarter',
      source: 'The wire',
      url: 'https://wire.example/1',
    })
    expect(article?.['entities']).toMatchObject([{ ticker: 'KO' }])
    expect(wire.visitsOf('/rss')).toHaveLength(1)

    // What five minutes do by themselves.
    await client.query(
      `update news_feed set state = jsonb_set(state, '{nextAt}', '0'), next_poll_at = now() where url = $1`,
      [`${wire.url}/rss`],
    )
    await expect.poll(() => wire.visitsOf('/rss').length, SOON).toBe(2)
    expect(wire.visitsOf('/rss')[1]?.headers['if-none-match']).toBe(ETAG)
    expect(await top(gateway)).toEqual([article])
    for (const server of [...workers, gateway]) expect((await server.stop('SIGTERM')).code).toBe(0)
  })

  test('that stalls while its worker is told to end is left to the next worker at once', async () => {
    const workers = await startWorkers({ NEWS_FEEDS_FILE: join(folder, 'stalls.json') })
    await expect.poll(() => wire.visitsOf('/stalls').length, SOON).toBe(1)
    const active = async (): Promise<number | null> => {
      const text = `select from pgboss.job where name = 'news.feeds' and state = 'active'`
      return (await client.query(text)).rowCount
    }
    expect(await active()).toBe(1)
    // Whichever of the two it is: the other one is told as well, and has nothing under way.
    const began = performance.now()
    const ends = await Promise.all(workers.map((worker) => worker.stop('SIGTERM')))
    expect(ends.map(({ code }) => code)).toEqual([0, 0])
    expect(performance.now() - began).toBeLessThan(30_000)
    // It is no longer anybody's, so that the next worker need not wait until its time is up.
    expect(await active()).toBe(0)
    const next = await start({ ROLE: 'worker', NEWS_FEEDS_FILE: join(folder, 'stalls.json') })
    await expect.poll(() => wire.visitsOf('/stalls').length, SOON).toBe(2)
    await next.stop('SIGKILL')
  })
})
