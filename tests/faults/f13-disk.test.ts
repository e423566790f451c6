import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { lockDataDir } from '../../src/adapters/storage/data-dir.ts'
import { openEmbeddedStorage, openPostgresStorage, type Storage } from '../../src/adapters/storage/storage.ts'
import type { Failure } from '../../src/kernel/fail.ts'
import { freshDataDir } from '../support/database.ts'
import { measured } from '../support/measured.ts'
import { hasPostgresServer, startPostgresCluster } from '../support/postgres-cluster.ts'
import { findTool } from '../support/tools.ts'

const mounted: string[] = []
afterAll(() => {
  for (const folder of mounted) {
    execFileSync(findTool('umount') ?? '', ['--lazy', folder])
    rmSync(folder, { recursive: true, force: true })
  }
})

/** A disk of so many megabytes; null where this user may make none. */
function smallDisk(megabytes: number): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-disk-'))
  try {
    execFileSync(
      findTool('mount') ?? '',
      ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=777`, 'none', folder],
      {
        stdio: 'pipe',
      },
    )
  } catch {
    rmSync(folder, { recursive: true, force: true })
    if (process.env['REQUIRE_RINGS'] === 'all')
      throw new Error('REQUIRE_RINGS=all and this user may not mount')
    console.warn('SKIPPED, this user may not mount: tests of a full disk')
    return null
  }
  mounted.push(folder)
  return folder
}

const ROWS = 300
const insert = ({ requests }: Storage) =>
  sql`insert into filler select repeat(md5(random()::text), 100) from generate_series(1, ${ROWS})`.execute(
    requests,
  )
const count = async ({ requests }: Storage): Promise<number> =>
  (await sql<{ count: number }>`select count(*) from filler`.execute(requests)).rows[0]?.count ?? -1
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error: Failure) => error.code,
  )

/** Writes until something goes wrong; how many times it did not, and the code of what did. */
async function fill(storage: Storage): Promise<{ writes: number; code: string }> {
  for (let writes = 0; writes < 1_000; writes += 1) {
    const code = await codeOf(insert(storage))
    if (code !== 'ok') return { writes, code }
  }
  return { writes: 1_000, code: 'ok' }
}

/** Fills what is left in steps, so that nothing at all can be stored. */
function occupy(folder: string): string {
  const path = join(folder, 'ballast')
  for (let size = 64 * 1_024; size >= 4; size /= 2) {
    try {
      writeFileSync(path, Buffer.alloc(size * 1_024), { flag: 'a' })
      size *= 2
    } catch {
      // That much is not left.
    }
  }
  return path
}

const disk = smallDisk(64)
const here = disk === null ? describe.skip : describe

here('a full disk', () => {
  async function openOn(folder: string): Promise<{ storage: Storage; reopen: () => Promise<Storage> }> {
    cpSync(join(await freshDataDir(), 'database'), join(folder, 'database'), { recursive: true })
    const dataDir = lockDataDir(folder)
    const reopen = (): Promise<Storage> => openEmbeddedStorage(dataDir)
    const storage = await reopen()
    await storage.pool.query('create table filler (text text)')
    await insert(storage)
    return { storage, reopen }
  }

  test('of the embedded database refuses writes, reads go on, and it takes writes again when there is room', async () => {
    const folder = disk ?? ''
    const { storage } = await openOn(folder)
    const path = occupy(folder)
    const { writes, code } = await fill(storage)
    measured('F13', 'embedded, no byte left: writes before', String(writes))
    expect([code, await count(storage)]).toEqual(['STORAGE_FULL', (writes + 1) * ROWS])
    expect(await codeOf(insert(storage))).toBe('STORAGE_FULL')
    rmSync(path)
    expect(await codeOf(insert(storage))).toBe('ok')
    await storage.close()
  })

  test('without room for its log ends the embedded engine, which keeps what was acknowledged', async () => {
    const folder = smallDisk(64) ?? ''
    const { storage, reopen } = await openOn(folder)
    const failed = storage.failed.catch((error: unknown) => error)
    // It wants 16 MB for another piece of its log.
    writeFileSync(join(folder, 'ballast'), Buffer.alloc(5 * 1_024 * 1_024))
    const { writes, code } = await fill(storage)
    measured('F13', 'embedded, no room for the log: writes before', `${writes}, then ${code}`)
    expect(await failed).toMatchObject({ message: expect.stringContaining('the embedded database ended') })
    await storage.close()
    rmSync(join(folder, 'ballast'))
    const again = await reopen()
    expect(await count(again)).toBe((writes + 1) * ROWS)
    expect(await codeOf(insert(again))).toBe('ok')
    await again.close()
  })

  test.skipIf(!hasPostgresServer)(
    'of a PostgreSQL server refuses writes, reads go on, and it heals without a restart',
    async () => {
      const folder = smallDisk(32) ?? ''
      const cluster = await startPostgresCluster()
      const storage = openPostgresStorage(cluster.url)
      execFileSync('chown', ['postgres', folder])
      await storage.pool.query(`create tablespace small location '${folder}'`)
      await storage.pool.query('create table filler (text text) tablespace small')
      writeFileSync(join(folder, 'ballast'), Buffer.alloc(4 * 1_024 * 1_024))
      const { writes, code } = await fill(storage)
      measured('F13', 'PostgreSQL: writes before', String(writes))
      expect([code, await count(storage)]).toEqual(['STORAGE_FULL', writes * ROWS])
      expect(await codeOf(insert(storage))).toBe('STORAGE_FULL')
      rmSync(join(folder, 'ballast'))
      expect(await codeOf(insert(storage))).toBe('ok')
      await storage.close()
    },
  )
})
