import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningServer, startServer } from '../acceptance/process.ts'
import { crowd, type CrowdReport, getText } from '../support/crowd.ts'
import { measured } from '../support/measured.ts'
import { createPostgresDatabase, hasPostgres } from '../support/postgres.ts'

const LIMIT = 600
const QUIET = 4
let server: RunningServer
let drop: () => Promise<void>

async function token(email: string): Promise<string> {
  const response = await fetch(`${server.url}/v1/auth/dev-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })
  return ((await response.json()) as { access_token: string }).access_token
}

const PATH = '/v1/instruments/markets'

/** Processor time of the server so far, in seconds. */
function cpuSeconds(): number {
  const fields = readFileSync(`/proc/${server.child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

function quantile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)] ?? Number.NaN
}

/** What quiet tenants see for ten seconds, with a noisy one at 20 times its limit or without. */
async function listen(noise: boolean, round: number): Promise<{ quiet: CrowdReport; noisy?: CrowdReport }> {
  const quiet = await Promise.all(
    Array.from({ length: QUIET }, (_, i) => token(`quiet@round${round}-tenant${i}.test`)),
  )
  const requests = quiet.map((each) => ({ kind: 'quiet', text: getText(PATH, each) }))
  const calm = crowd({ url: server.url, rate: 40, seconds: 10, connections: 8, requests })
  if (!noise) return { quiet: (await calm)['quiet']! }
  const loud = await token(`noisy@round${round}.test`)
  const storm = crowd({
    url: server.url,
    rate: (20 * LIMIT) / 60,
    seconds: 10,
    connections: 50,
    requests: [{ kind: 'noisy', text: getText(PATH, loud) }],
  })
  const [first, second] = await Promise.all([calm, storm])
  return { quiet: first['quiet']!, noisy: second['noisy']! }
}

const here = hasPostgres ? describe : describe.skip

here('F07 a noisy tenant', () => {
  beforeAll(async () => {
    const database = await createPostgresDatabase()
    drop = database.drop
    server = await startServer({ DATABASE_URL: database.url, UPSTREAMS: '', DEFAULT_TIER: 'pro' })
  })
  afterAll(async () => {
    await server.stop('SIGINT')
    await drop()
  })

  it('a tenant at 20 times its limit is refused, and the others do not notice', async () => {
    await listen(false, 0)
    const before = await listen(false, 1)
    const during = await listen(true, 2)
    const noisy = during.noisy?.statuses ?? {}
    const [calm, storm] = [before, during].map(({ quiet }) => quantile(quiet.times, 0.99))
    measured('F07', 'noisy tenant: 200 and 429', `${noisy['200']} and ${noisy['429']}`)
    measured('F07', 'quiet tenants: p99 without and with', `${calm?.toFixed(1)} and ${storm?.toFixed(1)} ms`)
    measured('F07', 'quiet tenants: p99 ratio', ((storm ?? 0) / (calm ?? 1)).toFixed(2))
    // The noise was made, and nearly all of it refused.
    expect(noisy['200']).toBe(LIMIT)
    expect(noisy['429']).toBeGreaterThan(LIMIT)
    expect(Object.keys(during.quiet.statuses)).toEqual(['200'])
    expect(during.quiet.late + during.quiet.broken).toBe(0)
    // 1.2 on a machine of its own; others work on this one.
    expect(storm).toBeLessThan(Math.max(50, 5 * (calm ?? 0)))
  })

  it('a refusal costs less than 0.3 ms of the processor', async () => {
    const loud = await token('loud@tenant.test')
    const orders = {
      url: server.url,
      connections: 50,
      requests: [{ kind: 'noisy', text: getText(PATH, loud) }],
    }
    await crowd({ ...orders, rate: 1_000, seconds: 2 })
    const before = cpuSeconds()
    const { noisy } = await crowd({ ...orders, rate: 2_000, seconds: 8 })
    const milliseconds = ((cpuSeconds() - before) * 1_000) / (noisy?.statuses['429'] ?? 1)
    measured('F07', 'processor time of a refusal', `${milliseconds.toFixed(3)} ms`)
    expect(noisy?.statuses['429']).toBeGreaterThan(5_000)
    expect(noisy?.statuses['200'] ?? 0).toBeLessThan(100)
    expect(milliseconds).toBeLessThan(0.3)
  })

  it('new tokens of one subject get ten times the limit in all', async () => {
    const tokens = await Promise.all(Array.from({ length: 12 }, () => token('many@tokens.test')))
    const { same } = await crowd({
      url: server.url,
      rate: 1_000,
      seconds: 10,
      connections: 100,
      patienceMs: 20_000,
      requests: tokens.map((each) => ({ kind: 'same', text: getText(PATH, each) })),
    })
    const admitted = same?.statuses['200'] ?? 0
    const refused = same?.statuses['429'] ?? 0
    measured('F07', 'one subject, 12 tokens of 600: admitted, refused', `${admitted}, ${refused}`)
    // Without the ceiling it would have been all that was sent, twelve times the limit.
    expect(admitted).toBe(10 * LIMIT)
    expect(refused).toBeGreaterThan(LIMIT)
  })
})
