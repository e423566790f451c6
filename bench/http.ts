import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { record } from './figures.ts'
import { compare, type Load, load } from './load.ts'
import { type Running, start, tidemark } from './processes.ts'
import { freePort } from '../tests/support/free-port.ts'

/** What one path of ours is compared with. */
interface Route {
  name: string
  path: string
  /** The peer sends the very bytes instead of an object. */
  asBuffer: boolean
  token: string | null
  p99?: boolean
}

/** The read paths of the demo against bare routes that send the same bodies. */
export async function benchHttp(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-bench-'))
  const server = await start('src/main.ts', ['demo'], {
    // Ninety days of simulated news are taken in for a quarter of an hour after a first start, by a quarter of a core.
    env: { DATA_DIR: dataDir, DEFAULT_TIER: 'free', DEMO_NEWS_DAYS: '0' },
    path: '/readyz',
  })
  try {
    // A limit that is never reached: the limiter counts every request all the same.
    const token = await tokenFor(server, 'load@bench.test')
    await tidemark(['tenant', 'set', tenantOf(token), '--tier', 'enterprise', '--limit', '100000000'], {
      DATA_DIR: dataDir,
    })
    const limited = await tokenFor(server, 'limited@other.test')
    const id = await entityId(server, token, 'AAPL')
    const base = `/v1/instruments/${id}`
    const routes: Route[] = [
      { name: 'overview', path: `${base}/overview`, asBuffer: false, token, p99: true },
      { name: 'live quote', path: `${base}/live-quote`, asBuffer: false, token, p99: true },
      { name: 'ohlcv 1y', path: `${base}/ohlcv`, asBuffer: true, token },
      { name: 'fundamentals', path: `${base}/fundamentals`, asBuffer: true, token },
      { name: 'search ap', path: '/v1/instruments/search?q=ap', asBuffer: true, token },
      { name: '401 missing token', path: `${base}/overview`, asBuffer: false, token: null },
      { name: '401 malformed token', path: `${base}/overview`, asBuffer: false, token: 'malformed' },
      { name: '429', path: `${base}/overview`, asBuffer: false, token: limited },
    ]
    for (const route of routes) await benchRoute(server, route)
    await benchForged(`${base}/overview`)
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function benchRoute(
  server: Running,
  { name, path, asBuffer, token, p99 = false }: Route,
): Promise<void> {
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` }
  if (name === '429') for (let i = 0; i < 61; i++) await fetch(server.url + path, { headers })
  const peer = await bareOf(server, path, { headers, asBuffer })
  try {
    const result = await compare({ server, path, headers }, { server: peer, path: '/reply', headers })
    record(`${name} ratio`, result.ratio, describe(result.ours, result.peer))
    if (p99)
      record(`${name} p99 ratio`, result.p99Ratio, `${result.ours.p99Ms} ms against ${result.peer.p99Ms} ms`)
  } finally {
    await peer.stop()
  }
}

function describe(ours: Load, peer: Load): string {
  const show = ({ requestsPerSecond, cpuMicros }: Load): string =>
    `${requestsPerSecond.toFixed(0)} req/s, ${cpuMicros.toFixed(1)} us`
  return `${show(ours)}; bare ${show(peer)}`
}

/** A bare server whose one route sends what ours sends for the path. */
export async function bareOf(
  server: Running,
  path: string,
  { headers, asBuffer }: { headers: Record<string, string>; asBuffer: boolean },
): Promise<Running> {
  const response = await fetch(server.url + path, { headers: { ...headers, 'accept-encoding': 'identity' } })
  const bytes = Buffer.from(await response.arrayBuffer())
  const reply = asBuffer
    ? { buffer: bytes.toString('base64') }
    : { json: JSON.parse(bytes.toString()) as object }
  const file = join(mkdtempSync(join(tmpdir(), 'tidemark-bare-')), 'replies.json')
  writeFileSync(file, JSON.stringify({ '/reply': { status: response.status, ...reply } }))
  return start('bench/bare-server.ts', [file], { env: {}, path: '/ready' })
}

/** So many that none of them reaches the limit of false signatures. */
const ADDRESSES = 20_000

/**
 * What a token with a valid form and a false signature costs. An address has sixty of them checked in a minute and is
 * then answered 429, so that the requests seem to come from thousands; not one may have been answered so.
 */
async function benchForged(path: string): Promise<void> {
  const opsPort = String(await freePort())
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-bench-'))
  const env = { DATA_DIR: dataDir, UPSTREAMS: '', TRUST_PROXY: '127.0.0.1', OPS_PORT: opsPort }
  const server = await start('src/main.ts', ['demo'], { env, path: '/readyz' })
  try {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
    const [head = '', body = ''] = (await tokenFor(server, 'load@bench.test')).split('.')
    const signature = sign('sha256', Buffer.from(`${head}.${body}`), privateKey).toString('base64url')
    const { cpuMicros } = await load({
      server,
      path,
      headers: { authorization: `Bearer ${head}.${body}.${signature}` },
      addresses: ADDRESSES,
    })
    const metrics = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text()
    if (metrics.includes('status="429"'))
      throw new Error('a forged token was answered 429 without being checked')
    record('forged signature CPU ms', cpuMicros / 1_000, 'each one checked and answered 401')
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** A dev token of a server. */
export async function tokenFor(server: Running, email: string): Promise<string> {
  const response = await fetch(`${server.url}/v1/auth/dev-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })
  return ((await response.json()) as { access_token: string }).access_token
}

function tenantOf(token: string): string {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    tenant_id: string
  }
  return claims.tenant_id
}

/** The id of a ticker. */
export async function entityId(server: Running, token: string, ticker: string): Promise<string> {
  const response = await fetch(`${server.url}/v1/instruments/search?q=${ticker}&limit=1`, {
    headers: { authorization: `Bearer ${token}` },
  })
  if (!response.ok) throw new Error(`the search for ${ticker}: ${response.status} ${await response.text()}`)
  const { items } = (await response.json()) as { items: Array<{ entity_id: string }> }
  return items[0]?.entity_id ?? ''
}
