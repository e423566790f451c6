import { describe, expect, test } from 'vitest'
import { migrate } from '../../src/adapters/storage/migrate.ts'
import { openPostgresStorage } from '../../src/adapters/storage/storage.ts'
import { freshDataDir } from '../support/database.ts'
import { measured, randomOf, SEED } from '../support/measured.ts'
import { hasPostgresServer, startPostgresCluster } from '../support/postgres-cluster.ts'
import { type Killed, killWriters, openAfterClose } from '../support/writers.ts'

/** A kill of the embedded engine costs a second, one beside PostgreSQL a fraction of it: 100 and 400 make 500. */
const EMBEDDED_KILLS = 100
const POSTGRES_KILLS = 400
const WRITERS = ['ALPHA', 'BRAVO', 'CHARLIE', 'DELTA']
/** The server itself is killed as well, as often, between the writers. */
const CRASHES = 5
const LONG = { timeout: 40 * 60_000 }

const openTimes = (killed: readonly Killed[]): number[] =>
  killed.flatMap(({ openMs }) => openMs).toSorted((a, b) => a - b)

function median(killed: readonly Killed[]): number {
  const times = openTimes(killed)
  return times[Math.floor(times.length / 2)] ?? Infinity
}

function show(what: string, killed: readonly Killed[], acknowledged: number): void {
  const kills = killed.reduce((sum, each) => sum + each.kills, 0)
  const slowest = openTimes(killed).at(-1) ?? Infinity
  measured('F09', `${what}: kills, acknowledged writes`, `${kills}, ${acknowledged} (seed ${SEED})`)
  measured(
    'F09',
    'opening after a kill, median and slowest',
    `${Math.round(median(killed))}, ${Math.round(slowest)} ms`,
  )
}

describe('writes of a process that is killed at random points', () => {
  test('are all there when they were acknowledged, each once, and none by half: embedded', LONG, async () => {
    const where = await freshDataDir()
    const killed = await killWriters({ where, name: 'ALPHA', kills: EMBEDDED_KILLS, random: randomOf(SEED) })
    show('embedded', [killed], killed.acknowledged)
    expect(killed.violations).toEqual([])
    expect(killed.acknowledged).toBeGreaterThan(EMBEDDED_KILLS / 2)
    // Whatever else the machine does: opening takes little longer than after a proper end.
    const usual = await openAfterClose(where, 'ALPHA')
    measured('F09', 'opening after a proper end, median', `${Math.round(usual)} ms`)
    expect(median([killed]) - usual).toBeLessThan(2_000)
  })

  test('a writer that acknowledges too early is caught (positive control)', LONG, async () => {
    const where = await freshDataDir()
    const options = { where, name: 'EARLY', kills: 10, random: randomOf(SEED), manner: 'careless' as const }
    const { violations } = await killWriters(options)
    measured('F09', 'control: early acknowledgements that were caught', String(violations.length))
    expect(violations.some((each) => each.includes('was acknowledged and is not there'))).toBe(true)
  })

  test.skipIf(!hasPostgresServer)(
    'the same on PostgreSQL, four writers at once, and the server is killed as well',
    LONG,
    async () => {
      const cluster = await startPostgresCluster()
      const storage = openPostgresStorage(cluster.url)
      await migrate(storage.pool)
      await storage.close()
      const writers = WRITERS.map((name, index) => ({
        where: cluster.url,
        name,
        random: randomOf(SEED + index),
        acknowledged: new Set<number>(),
      }))
      const killed: Killed[] = []
      const kills = POSTGRES_KILLS / WRITERS.length / CRASHES
      for (let crash = 0; crash <= CRASHES; crash += 1) {
        // After the last crash there is one more look.
        const each = { kills: crash === CRASHES ? 0 : kills }
        killed.push(...(await Promise.all(writers.map((writer) => killWriters({ ...writer, ...each })))))
        if (crash < CRASHES) await cluster.crash()
      }
      const acknowledged = writers.reduce((sum, writer) => sum + writer.acknowledged.size, 0)
      show(`PostgreSQL, ${CRASHES} crashes of the server`, killed, acknowledged)
      expect(killed.flatMap(({ violations }) => violations)).toEqual([])
      expect(acknowledged).toBeGreaterThan(POSTGRES_KILLS / 2)
      const usual = await openAfterClose(cluster.url, 'ALPHA')
      expect(median(killed) - usual).toBeLessThan(2_000)
    },
  )
})
