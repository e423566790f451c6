import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFileKeyStore, loadSigningKey } from '../../src/adapters/identity/signing-key.ts'
import { createDatabaseKeyStore } from '../../src/groups/auth/index.ts'
import type { KeyStore } from '../../src/ports/identity.ts'
import { describeEngines, type TestDatabase } from '../support/engines.ts'
import { temporaryFolder } from '../support/temporary.ts'

/** What every store of keys must do; each call opens what is kept anew, as the next process does. */
function keyStoreSuite(open: () => KeyStore): void {
  it('has no key before one is kept, and then that one for good', async () => {
    expect(await open().load('first')).toBeNull()
    const jwk = { kty: 'RSA', n: 'é', nested: { list: [1, null] } }
    expect(await open().save('first', jwk)).toEqual(jwk)
    expect(await open().save('first', { kty: 'other' })).toEqual(jwk)
    expect(await open().load('first')).toEqual(jwk)
    expect(await open().load('second')).toBeNull()
  })

  it('gives everyone who starts at once the same key', async () => {
    const keys = await Promise.all(Array.from({ length: 4 }, () => loadSigningKey(open(), 'at-once')))
    expect(new Set(keys.map(({ kid }) => kid)).size).toBe(1)
    expect((await loadSigningKey(open(), 'at-once')).publicJwk).toEqual(keys[0]?.publicJwk)
  })
}

describe('keys in files', () => {
  const folder = temporaryFolder()
  keyStoreSuite(() => createFileKeyStore(folder))
})

describeEngines('keys', (engine) => {
  let database: TestDatabase

  beforeAll(async () => {
    database = await engine.create()
  })
  afterAll(() => database.drop())
  keyStoreSuite(() => createDatabaseKeyStore(database.storage.db))
})
