import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../acceptance/process.ts'
import { measured } from '../support/measured.ts'
import { type Network, openNetwork } from '../support/network.ts'
import { createPostgresDatabase, hasPostgres } from '../support/postgres.ts'
import { startProcess } from '../support/processes.ts'
import { describeTools } from '../support/tools.ts'

const LIMIT = 60
const FAULT_MS = 20_000
/** In a network of their own any port is free. */
const [REDIS_PORT, POSTGRES_PORT] = [6_379, 5_432]

interface Answer {
  status: number
  milliseconds: number
}

function quantile(answers: readonly Answer[], share: number): number {
  const times = answers.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b)
  return times[Math.floor((times.length - 1) * share)] ?? Number.NaN
}

const count = (answers: readonly Answer[], status: number): number =>
  answers.filter((each) => each.status === status).length

const here = hasPostgres ? describe : describe.skip

describeTools(
  ['unshare', 'nsenter', 'nft', 'ip', 'redis-server'],
  'F08 packets between gateway and Redis',
  () => {
    here('are lost', { timeout: 120_000 }, () => {
      const folder = mkdtempSync(join(tmpdir(), 'tidemark-network-'))
      const http = join(folder, 'http')
      let network: Network
      let server: RunningServer
      let drop: () => Promise<void>

      beforeAll(async () => {
        network = await openNetwork()
        const database = await createPostgresDatabase()
        drop = database.drop
        const postgres = new URL(database.url)
        const outside = join(folder, 'postgres')
        await startProcess('relay-process.ts', [
          outside,
          postgres.port === '' ? '5432' : postgres.port,
        ]).line()
        await network.relay(String(POSTGRES_PORT), outside)
        network.start('redis-server', '--save', '', '--dir', folder).stdout?.resume()
        postgres.host = `127.0.0.1:${POSTGRES_PORT}`
        server = await startServer(
          {
            DATABASE_URL: postgres.href,
            REDIS_URL: `redis://127.0.0.1:${REDIS_PORT}`,
            DEFAULT_TIER: 'free',
            UPSTREAMS: '',
            DEV_LOGIN_ENABLED: 'true',
          },
          [...network.enter, process.execPath, 'src/main.ts'],
        )
        await network.relay(http, new URL(server.url).port)
      }, 120_000)
      afterAll(async () => {
        await server.stop('SIGINT')
        await drop()
        rmSync(folder, { recursive: true, force: true })
      })

      async function call(
        path: string,
        token: string | null,
        body?: object,
      ): Promise<{ status: number; body: string }> {
        const sent = request({
          socketPath: http,
          path,
          method: body === undefined ? 'GET' : 'POST',
          headers: {
            ...(token === null ? {} : { authorization: `Bearer ${token}` }),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
        })
        sent.end(body === undefined ? undefined : JSON.stringify(body))
        return new Promise((resolve, reject) => {
          sent.on('error', reject)
          sent.on('response', (response) => {
            void text(response).then((read) => resolve({ status: response.statusCode ?? 0, body: read }))
          })
        })
      }

      async function token(): Promise<string> {
        const { body } = await call('/v1/auth/dev-login', null, { email: `${randomUUID()}@f08.test` })
        return (JSON.parse(body) as { access_token: string }).access_token
      }

      async function ask(bearer: string, times: number): Promise<Answer[]> {
        const answers: Answer[] = []
        for (let each = 0; each < times; each++) {
          const began = performance.now()
          const { status } = await call('/v1/instruments/markets', bearer)
          answers.push({ status, milliseconds: performance.now() - began })
        }
        return answers
      }

      const said = (message: string): number => server.output().split(message).length - 1

      test.each([
        { name: 'all of them, silently', verdict: 'drop', percent: 100 },
        { name: 'all of them, with a reset', verdict: 'reject with tcp reset', percent: 100 },
        { name: 'one in five', verdict: 'drop', percent: 20 },
      ])(
        '$name: no 5xx, nobody waits long, and counting goes on soon after',
        async ({ name, verdict, percent }) => {
          const row = (what: string, figure: string): void => measured('F08', `nft, ${name}: ${what}`, figure)
          const tokens = await Promise.all(Array.from({ length: 14 }, token))
          const calm = [...(await ask(tokens[0]!, 60)), ...(await ask(tokens[1]!, 60))]
          expect(count(calm, 200)).toBe(120)
          const before = said('Redis is unreachable')

          network.harm(REDIS_PORT, verdict, percent)
          const began = performance.now()
          const during: Answer[] = []
          for (const each of tokens.slice(2, 13)) {
            during.push(...(await ask(each, 60)))
            await delay(Math.max(0, Math.min(1_500, began + FAULT_MS - performance.now())))
          }
          const one = await ask(tokens[13]!, 140)
          const outages = said('Redis is unreachable') - before
          const harmed = network.harmed()
          network.heal()
          const back = performance.now()
          // With one gateway its share is the whole limit, so only the log tells that Redis counts again.
          const recovered = await token()
          await expect
            .poll(
              async () => {
                await ask(recovered, 1)
                return said('Redis is reachable again') === said('Redis is unreachable')
              },
              { timeout: 15_000, interval: 50 },
            )
            .toBe(true)

          row('packets harmed', String(harmed))
          row(
            'p50 and p99 before',
            `${quantile(calm, 0.5).toFixed(1)}, ${quantile(calm, 0.99).toFixed(1)} ms`,
          )
          row(
            'p50, p99 and most during',
            [0.5, 0.99, 1].map((each) => quantile(during, each).toFixed(1)).join(', '),
          )
          row('admitted of one token', `${count(one, 200)} of ${LIMIT}`)
          row('outages in the log', String(outages))
          row('counting as before after', `${((performance.now() - back) / 1_000).toFixed(2)} s`)
          // Packets really were lost.
          expect(harmed).toBeGreaterThan(percent === 100 ? 1 : 20)
          expect([...calm, ...during, ...one].filter(({ status }) => status >= 500)).toEqual([])
          // A window of its own beside the one in Redis, at most.
          expect(count(one, 200)).toBeLessThanOrEqual(2 * LIMIT)
          expect(count(one, 200)).toBeGreaterThanOrEqual(LIMIT)
          expect(quantile(during, 0.5)).toBeLessThan(Math.max(60, 4 * quantile(calm, 0.5)))
          expect(quantile(during, 1)).toBeLessThan(1_500)
          expect(percent < 100 || outages === 1).toBe(true)
        },
      )
    })
  },
)
