import { afterAll, describe, expect, test } from 'vitest'
import { cli, type RunningServer } from '../acceptance/process.ts'
import {
  createKey,
  FakeIdentityProvider,
  publicJwk,
  type TestKey,
} from '../support/fake-identity-provider.ts'
import { measured } from '../support/measured.ts'
import { startOwnGateway } from '../support/own-gateway.ts'
import { hasPostgres } from '../support/postgres.ts'
import { eventually } from '../support/redis.ts'
import { steadyLoad } from '../support/steady-load.ts'

const TURN_SECONDS = 20
const TURNS = 4
const RATE = 200
/** Keys are published this many turns before their use: longer than an unknown key may go unasked. */
const AHEAD = 2
const TOKENS = 20

const keys = Array.from({ length: TURNS + AHEAD + 1 }, (_, index) => createKey(`key-${index}`))
const keyOf = (turn: number): TestKey => keys[turn] as TestKey
const provider = await FakeIdentityProvider.start([])
afterAll(() => provider.close())

/** Publishes what a provider does in a turn: the key before, the one in use, and those to come. */
function publish(turn: number): void {
  provider.published = keys.slice(Math.max(0, turn - 1), turn + AHEAD + 1).map((key) => publicJwk(key))
}
publish(0)

async function status({ url }: RunningServer, token: string): Promise<number> {
  const response = await fetch(`${url}/v1/auth/me`, { headers: { authorization: `Bearer ${token}` } })
  await response.arrayBuffer()
  return response.status
}

const suite = hasPostgres ? describe : describe.skip

suite('two gateways whose provider changes its keys', async () => {
  const { servers, settings, stop } = await startOwnGateway({ AUTH_URL: provider.url, UPSTREAMS: '' }, 2)
  afterAll(stop)
  const [first] = servers as [RunningServer]

  test(`every ${TURN_SECONDS} s, under ${RATE} requests a second, refuse nobody`, async () => {
    await eventually(async () => (await status(first, provider.token(keyOf(0), Date.now()))) === 200)
    const began = performance.now()
    const turnOf = (): number =>
      Math.min(TURNS - 1, Math.floor((performance.now() - began) / 1_000 / TURN_SECONDS))
    const turning = setInterval(() => publish(turnOf()), 50)
    const tokens = new Map<string, string>()
    const before = provider.asked.keys
    const { statuses, p99Ms } = await steadyLoad({
      url: `${first.url}/v1/auth/me`,
      rate: RATE,
      seconds: TURN_SECONDS * TURNS,
      token: (index) => {
        const turn = turnOf()
        const name = `${turn}:${index % TOKENS}`
        let token = tokens.get(name)
        if (token === undefined) {
          token = provider.token(keyOf(turn), Date.now(), { sub: `user-${index % TOKENS}` })
          tokens.set(name, token)
        }
        return token
      },
    })
    clearInterval(turning)
    expect(statuses).toEqual({ 200: RATE * TURN_SECONDS * TURNS })
    // Every key was used, and the first of them is published no longer.
    expect(tokens.size).toBe(TURNS * TOKENS)
    expect(JSON.stringify(provider.published)).not.toContain('"key-0"')
    const fetches = provider.asked.keys - before
    measured(
      'A03',
      `refused of ${RATE * TURN_SECONDS * TURNS} requests over ${TURNS - 1} rotations`,
      String(RATE * TURN_SECONDS * TURNS - (statuses['200'] ?? 0)),
    )
    measured('A03', 'key sets read by two gateways', String(fetches))
    measured('A03', 'p99', `${p99Ms.toFixed(1)} ms`)
    expect(fetches).toBeLessThanOrEqual(2 * (Math.ceil((TURN_SECONDS * TURNS) / 30) + 1))
  })

  test('at once refuse a key that was withdrawn, when the operator runs `keys reload`', async () => {
    const token = provider.token(keyOf(TURNS - 1), Date.now(), { sub: 'known' })
    const other = provider.token(keyOf(TURNS), Date.now(), { sub: 'other' })
    for (const server of servers) {
      await eventually(async () => (await status(server, token)) === 200)
    }
    provider.published = [publicJwk(keyOf(TURNS))]
    // Withdrawn is not refused: the keys are read every five minutes.
    for (const server of servers) expect(await status(server, token)).toBe(200)
    const { code, stdout } = await cli(['keys', 'reload'], settings)
    const began = performance.now()
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining('reads the keys of the identity provider again'),
    ])
    for (const server of servers) {
      await eventually(async () => (await status(server, token)) === 401, 5_000)
      await eventually(async () => (await status(server, other)) === 200, 5_000)
    }
    measured(
      'A03',
      'withdrawn key refused by both after the command',
      `${(performance.now() - began).toFixed(0)} ms`,
    )
  })
})
