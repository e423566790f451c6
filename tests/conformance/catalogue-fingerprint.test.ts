import { afterAll, beforeAll, expect, it } from 'vitest'
import { createInstrumentStore } from '../../src/groups/instruments/catalogue/store.ts'
import { describeEngines, type TestDatabase } from '../support/engines.ts'

const A = '00000000-0000-4000-8000-00000000000a'
const B = '00000000-0000-4000-8000-00000000000b'

describeEngines('the fingerprint of a catalogue', (engine) => {
  let database: TestDatabase
  const fingerprint = (hidden: readonly string[] = []): Promise<string> =>
    createInstrumentStore(database.storage.db, hidden).fingerprint()
  const change = (text: string, values: unknown[] = []): Promise<unknown> =>
    database.storage.pool.query(text, values)
  const list = (id: string, ticker: string, source = 'import'): Promise<unknown> =>
    change(
      `insert into instrument (entity_id, mic, ticker, name, exchange, asset_class, currency, source)
       values ($1, 'XNAS', $2, $2, 'NASDAQ', 'equity', 'USD', $3)`,
      [id, ticker, source],
    )

  beforeAll(async () => {
    database = await engine.create()
  })
  afterAll(() => database.drop())

  it('changes with every change, and is the same again when it is undone, in any order of rows', async () => {
    const seen = [await fingerprint()]
    const changed = async (what: Promise<unknown>): Promise<void> => {
      await what
      const next = await fingerprint()
      expect(seen).not.toContain(next)
      seen.push(next)
    }
    await changed(list(A, 'A'))
    await changed(list(B, 'B'))
    const both = await fingerprint()
    await changed(change(`update instrument set name = 'Bee' where entity_id = $1`, [B]))
    await changed(change(`update instrument set market_cap = 7 where entity_id = $1`, [B]))
    await changed(
      change(`insert into ticker_history (entity_id, ticker, to_day) values ($1, 'OLD', '2020-01-01')`, [A]),
    )
    await change('delete from ticker_history')
    await change('delete from instrument where entity_id = $1', [B])
    expect(await fingerprint()).toBe(seen[1])
    await change('delete from instrument')
    expect(await fingerprint()).toBe(seen[0])
    await list(B, 'B')
    await list(A, 'A')
    expect(await fingerprint()).toBe(both)
  })

  it('is that of what is visible', async () => {
    await change('delete from instrument')
    await list(A, 'A', 'demo')
    const all = await fingerprint()
    const visible = await fingerprint(['demo'])
    expect(visible).not.toBe(all)
    await list(B, 'B', 'demo')
    expect(await fingerprint(['demo'])).toBe(visible)
  })
})
