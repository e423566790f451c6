import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLoginState } from '../../src/groups/auth/index.ts'
import type { LoginRecord, LoginState } from '../../src/ports/login-state.ts'
import { describeEngines, type TestDatabase } from '../support/engines.ts'
import { TestClock } from '../support/test-clock.ts'

const KIND = 'RefreshToken'

describeEngines('the state of log-ins', (engine) => {
  const clock = new TestClock()
  let database: TestDatabase
  let state: LoginState
  /** Of another process. */
  let elsewhere: LoginState

  beforeAll(async () => {
    database = await engine.create()
    state = createLoginState(database.storage.db, clock)
    elsewhere = createLoginState(database.another().db, clock)
  })
  afterAll(() => database.drop())

  const record = (changes: Partial<LoginRecord> = {}): LoginRecord => ({
    payload: {},
    grantId: null,
    sessionUid: null,
    expiresAt: clock.now() + 60_000,
    ...changes,
  })

  it('is what another process finds, to the character, under its own kind alone', async () => {
    const id = randomUUID()
    const payload = { nul: '\0', half: '\uD800', text: 'é"\\😀', nested: { list: [1, null, true] } }
    await state.put(KIND, id, record({ payload }))
    expect(await elsewhere.find(KIND, id)).toEqual({ payload, consumedAt: null })
    expect(await elsewhere.find('Session', id)).toBeNull()
    expect(await elsewhere.find(KIND, randomUUID())).toBeNull()
  })

  it('is written over, its expiry too', async () => {
    const id = randomUUID()
    await state.put(KIND, id, record({ payload: { n: 1 }, expiresAt: clock.now() + 1_000 }))
    await elsewhere.put(KIND, id, record({ payload: { n: 2 } }))
    clock.advance(2_000)
    await state.put(KIND, randomUUID(), record())
    expect(await state.find(KIND, id)).toMatchObject({ payload: { n: 2 } })
  })

  it('of a session is found by its other name', async () => {
    const [id, sessionUid] = [randomUUID(), randomUUID()]
    await state.put('Session', id, record({ payload: { id }, sessionUid }))
    expect(await elsewhere.findBySessionUid('Session', sessionUid)).toMatchObject({ payload: { id } })
    expect(await elsewhere.findBySessionUid('Session', id)).toBeNull()
    expect(await elsewhere.findBySessionUid(KIND, sessionUid)).toBeNull()
  })

  it('is used up once, however many processes try at the same time', async () => {
    const id = randomUUID()
    await state.put(KIND, id, record())
    const tries = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? state : elsewhere).consume(KIND, id))
    expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1)
    expect(await state.find(KIND, id)).toMatchObject({ consumedAt: clock.now() })
    expect(await state.consume(KIND, randomUUID())).toBe(false)
  })

  it('goes one by one, or everything of a kind that one log-in led to', async () => {
    const [grantId, other] = [randomUUID(), randomUUID()]
    const ids = Array.from({ length: 4 }, () => randomUUID())
    const [first = '', second = '', third = '', fourth = ''] = ids
    for (const id of [first, second]) await state.put(KIND, id, record({ grantId }))
    await state.put(KIND, third, record({ grantId: other }))
    await state.put('Interaction', fourth, record({ grantId }))
    await elsewhere.removeGrant(KIND, grantId)
    const found = await Promise.all([
      ...[first, second, third].map((id) => state.find(KIND, id)),
      state.find('Interaction', fourth),
    ])
    expect(found.map((each) => each !== null)).toEqual([false, false, true, true])
    await elsewhere.remove(KIND, third)
    expect(await state.find(KIND, third)).toBeNull()
  })

  it('does not pile up: what has expired goes with the next write, and nothing else does', async () => {
    const [short, long] = [randomUUID(), randomUUID()]
    await state.put(KIND, short, record({ expiresAt: clock.now() + 1_000 }))
    await state.put(KIND, long, record({ expiresAt: clock.now() + 3_000 }))
    clock.advance(2_000)
    await state.put(KIND, randomUUID(), record())
    const { rows } = await database.storage.pool.query<{ id: string }>(
      'select id from login_state where id = any($1)',
      [[short, long]],
    )
    expect(rows).toEqual([{ id: long }])
  })
})
