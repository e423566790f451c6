import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { record } from './figures.ts'
import { entityId, tokenFor } from './http.ts'
import { quantile } from './load.ts'
import { type Running, start, tidemark } from './processes.ts'
import { POSTGRES, psql } from './psql.ts'

const DATABASE = 'tidemark_bench_portfolio'
const TRANSACTIONS = 20_000
const INSTRUMENTS = 300
const YEARS = 15
const CALLS = 200
const EMAIL = 'load@bench.test'

/** A ledger of 20,000 transactions over 15 years and 300 instruments, on PostgreSQL. */
export async function benchPortfolio(): Promise<void> {
  if (psql('postgres', 'select 1') === null) {
    console.log('no PostgreSQL on 127.0.0.1:5432: the part is left out')
    return
  }
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-bench-'))
  const env = {
    DATABASE_URL: `${POSTGRES}/${DATABASE}`,
    DATA_DIR: join(folder, 'data'),
    DEMO_NEWS_DAYS: '0',
    DEMO_ACCOUNT_EMAIL: '',
    DEFAULT_TIER: 'enterprise',
  }
  psql('postgres', `drop database if exists ${DATABASE}`)
  psql('postgres', `create database ${DATABASE}`)
  try {
    await tidemark(['migrate'], env)
    const began = (): Promise<Running> => start('src/main.ts', ['demo'], { env, path: '/readyz' })
    const server = await began()
    let headers: Record<string, string>
    try {
      headers = await benchLedger(server)
    } finally {
      await server.stop()
    }
    const again = await began()
    try {
      const read = async () => (await fetch(`${again.url}/v1/portfolio/summary`, { headers })).arrayBuffer()
      record('portfolio summary after a restart ms', (await timed(read))[0])
    } finally {
      await again.stop()
    }
  } finally {
    psql('postgres', `drop database if exists ${DATABASE}`)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns the headers of whoever has the ledger. */
async function benchLedger(server: Running): Promise<Record<string, string>> {
  const token = await tokenFor(server, EMAIL)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const call = async (path: string, json?: object): Promise<any> => {
    const init = json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) }
    const response = await fetch(server.url + path, { headers, ...init })
    const body = await response.json()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(body)}`)
    return body
  }
  const apple = await entityId(server, token, 'AAPL')
  const account = await call('/v1/portfolio/accounts', { name: 'Bench', currency: 'USD' })
  if (psql(DATABASE, ledgerSql(account.account_id)) === null) throw new Error('no ledger could be made')
  const others = watchOthers(server, { headers, quote: `/v1/instruments/${apple}/live-quote` })
  const ask = async (path: string): Promise<unknown> =>
    (await fetch(server.url + path, { headers })).arrayBuffer()
  const endpoints = [
    ['summary', '/v1/portfolio/summary'],
    ['holdings', '/v1/portfolio/holdings?page_size=200'],
    ['performance', '/v1/portfolio/performance'],
  ] as const
  for (const [name, path] of endpoints) {
    record(`portfolio ${name} cold ms`, (await timed(() => ask(path)))[0])
    const took: number[] = []
    for (let at = 0; at < CALLS; at++) took.push((await timed(() => ask(path)))[0])
    record(
      `portfolio ${name} warm p99 ms`,
      quantile(took, 0.99),
      `median ${quantile(took, 0.5).toFixed(1)} ms`,
    )
  }
  await rowOf(call, { accountId: account.account_id, apple, name: 'a new row', daysBack: 1 })
  await rowOf(call, { accountId: account.account_id, apple, name: 'a late row', daysBack: 3_650 })
  for (const [name, took] of Object.entries(await others.stop())) {
    record(
      `${name} beside portfolios p99 ms`,
      quantile(took, 0.99),
      `${took.length} calls, longest ${Math.max(...took).toFixed(0)} ms`,
    )
  }
  return headers
}

/** What is entered, today or ten years back, shows in the next reading. */
async function rowOf(
  call: (path: string, json?: object) => Promise<any>,
  { accountId, apple, name, daysBack }: { accountId: string; apple: string; name: string; daysBack: number },
): Promise<void> {
  const before = await call('/v1/portfolio/summary')
  const day = new Date(Date.now() - daysBack * 86_400_000).toISOString().slice(0, 10)
  const row = { account_id: accountId, type: 'buy', entity_id: apple, trade_date: day, quantity: 7, price: 1 }
  await call('/v1/portfolio/transactions', row)
  const [took, after] = await timed(() => call('/v1/portfolio/summary'))
  if (after.invested - before.invested < 6.99) throw new Error('a transaction does not show')
  record(`portfolio summary after ${name} ms`, took)
  const [again] = await timed(() => call('/v1/portfolio/performance'))
  record(`portfolio performance after ${name} ms`, again)
}

async function timed<T>(work: () => Promise<T>): Promise<[number, T]> {
  const began = performance.now()
  const value = await work()
  return [performance.now() - began, value]
}

/** Asks for what must stay quick, again and again, in a thread of its own: what this one does with replies must not count. */
function watchOthers(
  server: Running,
  { headers, quote }: { headers: Record<string, string>; quote: string },
): { stop: () => Promise<Record<string, number[]>> } {
  const paths = { healthz: '/healthz', 'live quote': quote }
  const workerData = { url: server.url, headers, paths }
  const worker = new Worker(new URL('watch-thread.ts', import.meta.url), { workerData })
  return {
    stop: async () => {
      const took = new Promise<Record<string, number[]>>((resolve) => worker.once('message', resolve))
      worker.postMessage('stop')
      return took
    },
  }
}

/** Two purchases and a smaller sale in turn, of each instrument by itself. */
const ledgerSql = (accountId: string): string => `
  insert into portfolio_transaction (transaction_id, account_id, tenant_id, user_id, type, entity_id, trade_date, quantity, price, amount, fee, tax, currency, external)
  select gen_random_uuid(), a.account_id, a.tenant_id, a.user_id, case when (at / ${INSTRUMENTS}) % 3 = 2 then 'sell' else 'buy' end, i.entity_id,
    current_date - ${YEARS * 365} + (at * ${YEARS * 365 - 10}::bigint / ${TRANSACTIONS})::int, 3 + at % 5, 100, (3 + at % 5) * 100, 1, 0, i.currency, false
  from generate_series(0, ${TRANSACTIONS - 1}) as at
  join (select entity_id, currency, row_number() over (order by entity_id) - 1 as place from instrument where asset_class = 'equity' and status = 'active' limit ${INSTRUMENTS}) as i
    on i.place = at % ${INSTRUMENTS}
  cross join (select * from portfolio_account where account_id = '${accountId}') as a;
  update portfolio_ledger set version = version + 1`
