import { beforeEach, describe, expect, test } from 'vitest'
import { listing } from '../../support/factories.ts'
import { boot, type Reply } from '../../support/harness.ts'

const api = await boot({ env: { DEFAULT_TIER: 'enterprise', ADMIN_EMAILS: 'admin@demo.test' } })
const admin = `Bearer ${await api.token('admin@demo.test')}`
await api.importer().listings([listing({ ticker: 'AWAY' })], 'import')
const { entityId } = await api.importer().find({ ticker: 'AWAY', exchange: null })
const { pool } = api.storage.storage

/** Makes the database refuse bars as it does when it fails; null ends it. */
async function fault(state: string | null): Promise<void> {
  await pool.query('drop trigger if exists fault on bar_block; drop function if exists fault()')
  if (state === null) return
  await pool.query(`
    create function fault() returns trigger language plpgsql as $$
      begin raise exception using errcode = '${state}', message = 'at 10.1.2.3: insert into bar_block'; end $$;
    create trigger fault before insert on bar_block for each row execute function fault()`)
}

/** Stores a bar that is not there yet, on a weekday from Monday, 6 October 2025. */
let days = 0
function put(): Promise<Reply> {
  const day = Date.UTC(2025, 9, 6 + Math.floor(days / 5) * 7 + (days % 5))
  days++
  const bar = {
    date: new Date(day).toISOString().slice(0, 10),
    open: 1,
    high: 1,
    low: 1,
    close: 1,
    volume: 1,
  }
  const path = `/v1/instruments/${entityId}/ohlcv`
  return api.call(path, { method: 'PUT', token: admin, json: { interval: '1d', bars: [bar] } })
}

beforeEach(() => void api.log.splice(0))

describe('a database that fails', () => {
  const cases = [
    ['57P03', 'UPSTREAM_UNAVAILABLE'],
    ['57014', 'UPSTREAM_UNAVAILABLE'],
    ['53300', 'OVERLOADED'],
    ['53100', 'STORAGE_FULL'],
  ] as const

  test('503 UPSTREAM_UNAVAILABLE, OVERLOADED or STORAGE_FULL: never a 500, and nothing of it leaves the server', async () => {
    for (const [state, code] of cases) {
      await fault(state)
      const { status, body, headers, text } = await put()
      expect([state, status, body.code]).toEqual([state, 503, code])
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
      expect(text).not.toMatch(/10\.1\.2\.3|insert|57P|53\d/)
      // Reading goes on, and so does the server.
      expect((await api.get(`/v1/instruments/${entityId}/corporate-actions`)).status).toBe(200)
      await fault(null)
      expect((await put()).status).toBe(200)
    }
    expect(api.log.filter(({ level }) => level === 'error' || level === 'warn')).toEqual([])
  })

  test('500 INTERNAL_ERROR for what is wrong with a statement, which is a failure of ours', async () => {
    await fault('22012')
    const { status, body } = await put()
    expect([status, body.code]).toEqual([500, 'INTERNAL_ERROR'])
    expect(api.log.some(({ level, message }) => level === 'error' && message === 'request failed')).toBe(true)
    await fault(null)
  })
})
