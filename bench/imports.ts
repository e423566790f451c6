import { setTimeout as delay } from 'node:timers/promises'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { record } from './figures.ts'
import { bareOf, entityId, tokenFor } from './http.ts'
import { compare, quantile } from './load.ts'
import { type Running, start, tidemark } from './processes.ts'
import { POSTGRES, psql } from './psql.ts'
import { readOnce } from './read-once.ts'
import { dayOf, formatDay } from '../src/kernel/time.ts'
import { calendarFor } from '../src/market/calendar/index.ts'
import { realData } from '../tests/support/real-data.ts'

const SERIES = 60
/** Twenty years of sessions. */
const BARS = 5_040
const ROWS = SERIES * BARS
/** The slowest of one read of each would be no percentile. */
const READS = 5
/** What a server keeps of encoded series (`bar-blocks.ts`): more than that, read in turn, is read from the database each time. */
const KEPT_BYTES = 32 * 1024 * 1024
const DATABASE = 'tidemark_bench'
const MOST_WAITED_MS = 60_000

/** Imports and long series on both engines, against psql where it is there. */
export async function benchImports(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-bench-'))
  try {
    writeSeries(folder)
    await benchEngine('PGlite', folder, { DATA_DIR: join(folder, 'data') })
    await benchInstruments(join(folder, 'instruments'))
    if (psql('postgres', 'select 1') !== null) await benchPostgres(folder)
    else console.log('no PostgreSQL on 127.0.0.1:5432: its figures are left out')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function benchPostgres(folder: string): Promise<void> {
  const env = { DATABASE_URL: `${POSTGRES}/${DATABASE}`, DATA_DIR: join(folder, 'unused') }
  psql('postgres', `drop database if exists ${DATABASE}`)
  psql('postgres', `create database ${DATABASE}`)
  try {
    await tidemark(['migrate'], env)
    const ours = await benchEngine('PostgreSQL', folder, env)
    const peer = copyWithPsql(folder)
    record(
      'import bars vs psql, PostgreSQL',
      peer / ours,
      `${ours.toFixed(2)} s against ${peer.toFixed(2)} s for ${ROWS} rows`,
    )
  } finally {
    psql('postgres', `drop database if exists ${DATABASE}`)
  }
}

/** Imports the series, then reads each of them cold and one of them warm. Returns the seconds of the import. */
async function benchEngine(
  engine: 'PGlite' | 'PostgreSQL',
  folder: string,
  env: Record<string, string>,
): Promise<number> {
  const files = seriesFiles(folder)
  // Starting Node and the engine is no part of a rate.
  const idle = await tidemark(['import', 'bars', join(folder, 'empty.csv')], env).catch(() => 0)
  const seconds = await tidemark(['import', 'bars', '--add', '--exchange', 'NYSE', ...files], env)
  record(`import bars rows/s, ${engine}`, ROWS / (seconds - idle), `${ROWS} rows in ${seconds.toFixed(2)} s`)
  const server = await start('src/main.ts', ['demo'], {
    env: { ...env, UPSTREAMS: '', DEFAULT_TIER: 'enterprise' },
    path: '/readyz',
  })
  try {
    await benchSeries(engine, server)
  } finally {
    await server.stop()
  }
  return seconds
}

async function benchSeries(engine: 'PGlite' | 'PostgreSQL', server: Running): Promise<void> {
  const headers = {
    authorization: `Bearer ${await tokenFor(server, 'load@bench.test')}`,
    'accept-encoding': 'identity',
  }
  const token = headers.authorization.slice('Bearer '.length)
  const paths: string[] = []
  for (let series = 0; series < SERIES; series++) {
    paths.push(`/v1/instruments/${await entityId(server, token, tickerOf(series))}/ohlcv?period=max`)
  }
  const times: number[] = []
  for (let read = 0; read < READS; read++) {
    for (const path of paths) {
      const began = performance.now()
      const bytes = await readOnce(server, path, headers)
      if (bytes * SERIES <= KEPT_BYTES) throw new Error(`${bytes} bytes of each series are all kept`)
      times.push(performance.now() - began)
    }
  }
  // The first is the process's own warm-up.
  const cold = times.slice(1)
  record(
    `ohlcv max cold p99 ms, ${engine}`,
    quantile(cold, 0.99),
    `p50 ${quantile(cold, 0.5).toFixed(1)} ms, the slowest of the first ${SERIES} ${Math.max(...cold.slice(0, SERIES)).toFixed(1)} ms, ${BARS} bars`,
  )
  const [path = ''] = paths
  if (engine === 'PostgreSQL') return
  const peer = await bareOf(server, path, { headers, asBuffer: true })
  const { ratio, ours } = await compare({ server, path, headers }, { server: peer, path: '/reply', headers })
  record('ohlcv max ratio', ratio, `${ours.requestsPerSecond.toFixed(0)} req/s`)
  await peer.stop()
}

async function benchInstruments(dataDir: string): Promise<void> {
  const seconds = await tidemark(
    ['import', 'instruments', realData('instruments', 'financedatabase.csv.gz')],
    { DATA_DIR: dataDir },
  )
  record('import 183,496 instruments s, PGlite', seconds)
  await benchFollowing(dataDir)
}

/** How soon a running server finds what a command has listed, beside all of those. */
async function benchFollowing(dataDir: string): Promise<void> {
  const file = join(dataDir, '..', 'one.csv')
  const header = 'symbol,name,exchange,asset_class,sector,industry,currency,country,market_cap'
  writeFileSync(
    file,
    `${header}\nZZBENCH,Zyzzyva Bench Holdings,NYSE,equity,Industrials,Tools,USD,United States,1000000\n`,
  )
  const env = { DATA_DIR: dataDir, UPSTREAMS: '', DEFAULT_TIER: 'enterprise' }
  const server = await start('src/main.ts', ['demo'], { env, path: '/readyz' })
  try {
    const token = await tokenFor(server, 'load@bench.test')
    await tidemark(['import', 'instruments', file], { DATA_DIR: dataDir })
    const began = performance.now()
    while (
      (await firstTicker(server, token, 'ZZBENCH')) !== 'ZZBENCH' &&
      performance.now() - began < MOST_WAITED_MS
    )
      await delay(50)
    record('listing found after import s', (performance.now() - began) / 1_000)
  } finally {
    await server.stop()
  }
}

async function firstTicker(server: Running, token: string, text: string): Promise<string | undefined> {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${server.url}/v1/instruments/search?q=${text}&limit=1`, { headers })
  const { items } = (await response.json()) as { items: Array<{ ticker: string }> }
  return items[0]?.ticker
}

/** What psql needs for the same rows: every file into a staging table, then a merge. */
function copyWithPsql(folder: string): number {
  const copies = seriesFiles(folder).map((file) => `\\copy staging from '${file}' csv header`)
  const script = join(folder, 'copy.sql')
  writeFileSync(
    script,
    `create temporary table staging (date date, open float8, high float8, low float8, close float8, adjusted float8, volume float8);
create table peer (series integer, at timestamptz, open float8, high float8, low float8, close float8, adjusted float8, volume float8, primary key (series, at));
${copies.map((copy, series) => `${copy}\ninsert into peer select ${series}, * from staging on conflict (series, at) do update set close = excluded.close;\ntruncate staging;`).join('\n')}
drop table peer;
`,
  )
  const began = performance.now()
  execFileSync('psql', ['-q', '-v', 'ON_ERROR_STOP=1', `${POSTGRES}/${DATABASE}`, '-f', script])
  return (performance.now() - began) / 1_000
}

const tickerOf = (series: number): string => `BENCH${series}`

const seriesFiles = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.startsWith('BENCH'))
    .map((name) => join(folder, name))

/** Dates of the sessions of New York: other days are rejected, which is another work than storing. */
function sessionDays(): string[] {
  const from = dayOf(2005, 1, 3)
  return (calendarFor('XNYS')?.sessions(from, from + 2 * BARS) ?? [])
    .slice(0, BARS)
    .map(({ day }) => formatDay(day))
}

/** Random walks as Yahoo writes them. */
function writeSeries(folder: string): void {
  writeFileSync(join(folder, 'empty.csv'), 'Date,Open,High,Low,Close,Adj Close,Volume\n')
  const days = sessionDays()
  for (let series = 0; series < SERIES; series++) {
    const lines = ['Date,Open,High,Low,Close,Adj Close,Volume']
    let close = 100
    for (let bar = 0; bar < BARS; bar++) {
      const date = days[bar] ?? ''
      const open = close
      close = Math.max(1, close * (1 + (Math.random() - 0.5) / 30))
      const [high, low] = [Math.max(open, close) * 1.01, Math.min(open, close) * 0.99]
      const prices = [open, high, low, close, close].map((price) => price.toFixed(6)).join(',')
      lines.push(`${date},${prices},${Math.round(Math.random() * 1e7)}`)
    }
    writeFileSync(join(folder, `${tickerOf(series)}.csv`), `${lines.join('\n')}\n`)
  }
}
