import type pg from 'pg'
import { lockDataDir } from '../../src/adapters/storage/data-dir.ts'
import { createIdempotencyStore } from '../../src/adapters/storage/idempotency.ts'
import { openEmbeddedStorage, openPostgresStorage, type Storage } from '../../src/adapters/storage/storage.ts'
import { createImporter } from '../../src/groups/instruments/imports/importer.ts'
import type { KeyedRequest } from '../../src/ports/idempotency.ts'
import { createPostgresBus } from '../../src/adapters/bus/postgres.ts'
import { bars, listing } from './factories.ts'
import { BARS, DIVIDENDS, type Found } from './written.ts'

/**
 * Writes for ever, as the product does: a listing, then a file of bars and dividends, both under an idempotency key, and
 * a line for each number whose write was acknowledged. First it prints what it has found and how long the database took
 * to open. `careless` acknowledges what it has not done yet, `leave` closes the database without writing.
 */
const [, , where = '', name = '', manner] = process.argv

const say = (text: string): boolean => process.stdout.write(`${text}\n`)

const began = performance.now()
const storage = await open()
await storage.pool.query('select 1')
const openMs = performance.now() - began
const found = await look(storage.pool)
say(JSON.stringify({ openMs, found } satisfies { openMs: number; found: Found[] }))
if (manner === 'leave') {
  await storage.close()
  process.exit()
}
const keys = createIdempotencyStore(storage.db)
const importer = createImporter(storage.db, createPostgresBus(storage))
for (let n = (await lastTried(storage.pool)) + 1; ; n += 1) {
  if (manner === 'careless') say(String(n))
  await write(n)
  if (manner !== 'careless') say(String(n))
}

async function open(): Promise<Storage> {
  if (where.startsWith('postgres:')) return openPostgresStorage(where)
  return openEmbeddedStorage(lockDataDir(where))
}

async function write(n: number): Promise<void> {
  const ticker = `${name}${n}`
  const request = keyOf(ticker)
  const { kind } = await keys.begin(request)
  if (kind !== 'new') throw new Error(`the key ${ticker} is ${kind}`)
  await importer.listings([listing({ ticker })], 'import')
  const { entityId } = await importer.find({ ticker, exchange: null })
  const dividends = Array.from({ length: DIVIDENDS }, (_, i) => ({ exDay: 20_000 + i, amount: 1 + i }))
  // Weekdays from Monday, 7 October 2024: on other days no bar of a venue stands.
  const dayOf = (i: number): string => dayText(20_003 + Math.floor(i / 5) * 7 + (i % 5))
  const rows = Array.from({ length: BARS }, (_, i) => [dayOf(i), 10 + i] as const)
  await importer.bars(entityId, {
    interval: '1d',
    basis: 'as_traded',
    columns: bars(rows),
    events: { splits: [], dividends, currency: 'USD' },
  })
  await keys.finish(request, 201, JSON.stringify({ n }))
}

function keyOf(key: string): KeyedRequest {
  return {
    tenantId: '11111111-1111-4111-8111-111111111111',
    subject: name,
    method: 'POST',
    path: '/v1/test',
    key,
    bodyHash: key,
    claim: '22222222-2222-4222-8222-222222222222',
  }
}

function dayText(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10)
}

/** A key of one that was killed is claimed for a minute. */
async function lastTried(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ last: number }>(
    'select coalesce(max(substr(key, length($1) + 1)::int), 0) as last from idempotency_key where subject = $1',
    [name],
  )
  return rows[0]?.last ?? 0
}

/** Everything that this writer and those before it have left behind. */
async function look(pool: pg.Pool): Promise<Found[]> {
  const { rows } = await pool.query<Found>(
    `select substr(ticker, length($1) + 1)::int as n, count(*) as listings,
        sum((select coalesce(sum(bars), 0) from bar_block join bar_series using (series_id) where bar_series.entity_id = i.entity_id))::int as bars,
        sum((select count(*) from corporate_action where corporate_action.entity_id = i.entity_id))::int as dividends,
        coalesce(bool_and((select bar_series.last_at = (select max(last_at) from bar_block where bar_block.series_id = bar_series.series_id)
          from bar_series where bar_series.entity_id = i.entity_id)), true) as whole,
        (select status from idempotency_key where key = ticker) as status
      from instrument as i where ticker like $1 || '%' group by ticker order by 1`,
    [name],
  )
  return rows
}
