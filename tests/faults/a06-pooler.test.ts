import { describe, expect, it } from 'vitest'
import { migrate } from '../../src/adapters/storage/migrate.ts'
import { openPostgresStorage } from '../../src/adapters/storage/storage.ts'
import { createProfiles, interleave } from '../support/interleaved-owners.ts'
import { measured, randomOf, SEED } from '../support/measured.ts'
import { startPgBouncer } from '../support/pgbouncer.ts'
import { createPostgresDatabase, hasPostgres } from '../support/postgres.ts'
import { describeTools } from '../support/tools.ts'

const STEPS = 10_000

const withPostgres = hasPostgres ? describe : describe.skip

// The positive control, a leak through the same pooler, is in tests/conformance/pooler.test.ts.
withPostgres('A06', () => {
  describeTools(['pgbouncer'], 'PgBouncer in transaction mode with one connection', () => {
    it('leaks nothing in 10,000 steps of four users of two tenants', async () => {
      const { url, drop } = await createPostgresDatabase()
      const through = await startPgBouncer(url)
      const gateways = [openPostgresStorage(through), openPostgresStorage(through)]
      try {
        await migrate(gateways[0]!.pool)
        await createProfiles(gateways[0]!.db)
        const began = performance.now()
        const databases = gateways.map(({ db }) => db)
        const { leaks, backends, taken } = await interleave(databases, STEPS, randomOf(SEED))
        const steps = [...taken].map(([name, count]) => `${count} ${name}`).join(', ')
        measured('A06', `leaks (seed ${SEED})`, `${leaks.length} of ${STEPS}: ${steps}`)
        measured('A06', 'a step', `${((performance.now() - began) / STEPS).toFixed(2)} ms`)
        expect(leaks).toEqual([])
        expect(backends.size).toBe(1)
      } finally {
        await Promise.all(gateways.map((gateway) => gateway.close()))
        await drop()
      }
    })
  })
})
