import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import {
  type DataDirError,
  lockDataDir,
  resetDataDir,
  socketPathOf,
} from '../../src/adapters/storage/data-dir.ts'
import { ENGINE_MAJOR } from '../../src/adapters/storage/cluster.ts'
import { openEmbeddedStorage } from '../../src/adapters/storage/storage.ts'
import { freshDataDir } from '../support/database.ts'
import { startProcess } from '../support/processes.ts'
import { temporaryFolder } from '../support/temporary.ts'

const root = temporaryFolder()
let count = 0
const folder = (): string => join(root, `dir-${count++}`)

/** A folder with a migrated database in it. */
async function withDatabase(): Promise<string> {
  const path = folder()
  const source = await freshDataDir()
  cpSync(source, path, { recursive: true })
  rmSync(source, { recursive: true, force: true })
  return path
}

/** Everything in a folder, links not followed: path, kind and length of each. */
function contentOf(path: string): string[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((name) => {
      const { size, mode } = lstatSync(join(path, name))
      return `${name} ${(mode & 0o170_000).toString(8)} ${size}`
    })
    .filter((line) => !line.startsWith('lock '))
    .toSorted()
}

/** What others than the owner may do with something in a folder. */
function openToOthers(path: string): string[] {
  const names = ['.', ...readdirSync(path, { recursive: true, encoding: 'utf8' })]
  return names.filter((name) => {
    const found = lstatSync(join(path, name))
    return (found.mode & 0o777) !== (found.isDirectory() ? 0o700 : 0o600)
  })
}

async function refusalOf(path: string): Promise<DataDirError> {
  let dataDir
  try {
    dataDir = lockDataDir(path)
    await openEmbeddedStorage(dataDir).then((storage) => storage.close())
  } catch (error) {
    return error as DataDirError
  } finally {
    dataDir?.release()
  }
  throw new Error('it was not refused')
}

const SENTENCE = /^[^\n]+\.$/

/** Ways in which a database is not one: what is done to it, and what its refusal names. */
const DAMAGES: ReadonlyArray<readonly [string, (path: string) => void, RegExp]> = [
  ['without PG_VERSION', (at) => rmSync(join(at, 'database/PG_VERSION')), /PG_VERSION/],
  ['with an empty PG_VERSION', (at) => writeFileSync(join(at, 'database/PG_VERSION'), ''), /PG_VERSION/],
  ['without its control file', (at) => rmSync(join(at, 'database/global/pg_control')), /global\/pg_control/],
  ['without its write-ahead log', (at) => rmSync(join(at, 'database/pg_wal'), { recursive: true }), /pg_wal/],
  [
    'whose write-ahead log is empty',
    (at) => {
      rmSync(join(at, 'database/pg_wal'), { recursive: true })
      mkdirSync(join(at, 'database/pg_wal'))
    },
    /pg_wal/,
  ],
  ['without its tables', (at) => rmSync(join(at, 'database/base'), { recursive: true }), /base/],
  [
    'of another major version',
    (at) => writeFileSync(join(at, 'database/PG_VERSION'), '15\n'),
    new RegExp(`PostgreSQL 15.*PostgreSQL ${ENGINE_MAJOR}`),
  ],
  [
    'that is an empty folder',
    (at) => {
      rmSync(join(at, 'database'), { recursive: true })
      mkdirSync(join(at, 'database'))
    },
    /PG_VERSION/,
  ],
  [
    'that is a folder of something else',
    (at) => {
      rmSync(join(at, 'database'), { recursive: true })
      mkdirSync(join(at, 'database/photos'), { recursive: true })
      writeFileSync(join(at, 'database/photos/1.jpg'), 'x')
    },
    /holds database\/photos and no database/,
  ],
  [
    'that is gone while its keys are there',
    (at) => {
      rmSync(join(at, 'database'), { recursive: true })
      writeFileSync(join(at, 'dev-login-key.json'), '{}')
    },
    /it is missing, though dev-login-key\.json is there/,
  ],
  [
    'that is a file',
    (at) => {
      rmSync(join(at, 'database'), { recursive: true })
      writeFileSync(join(at, 'database'), 'x')
    },
    /database is not a folder/,
  ],
  [
    'that is a link to another folder',
    (at) => {
      renameSync(join(at, 'database'), `${at}-elsewhere`)
      symlinkSync(`${at}-elsewhere`, join(at, 'database'))
    },
    /database is a symbolic link/,
  ],
]

describe('a data directory whose database is no database', () => {
  it.each(DAMAGES)('%s is refused in one sentence and left as it was', async (_, damage, says) => {
    const path = await withDatabase()
    damage(path)
    const before = contentOf(path)
    const refusal = await refusalOf(path)
    expect(refusal).toMatchObject({ name: 'DataDirError', reason: 'unusable' })
    expect(refusal.message).toMatch(SENTENCE)
    expect(refusal.message).toMatch(says)
    expect(refusal.message).toContain(path)
    expect(contentOf(path)).toEqual(before)
  })

  it('knows the major version of the engine', async () => {
    expect(readFileSync(join(await withDatabase(), 'database/PG_VERSION'), 'utf8').trim()).toBe(ENGINE_MAJOR)
  })
})

describe('a folder that is not a data directory', () => {
  const fill: ReadonlyArray<readonly [string, (path: string) => void]> = [
    ['with somebody’s files', (path) => writeFileSync(join(path, 'thesis.tex'), 'x')],
    ['with somebody’s folders', (path) => mkdirSync(join(path, 'src'))],
    ['that is a PostgreSQL data directory itself', (path) => writeFileSync(join(path, 'PG_VERSION'), '18\n')],
    [
      'with somebody’s files in a folder named like an unfinished database',
      (path) => {
        mkdirSync(join(path, 'database.new'))
        writeFileSync(join(path, 'database.new/thesis.tex'), 'x')
      },
    ],
    [
      'whose lock is a link to another file',
      (path) => {
        writeFileSync(`${path}.victim`, '')
        symlinkSync(`${path}.victim`, join(path, 'lock'))
      },
    ],
  ]

  it.each(fill)('%s is neither filled nor emptied', async (_, act) => {
    const path = folder()
    mkdirSync(path, { mode: 0o755 })
    act(path)
    const before = contentOf(path)
    const refusal = await refusalOf(path)
    expect(refusal).toMatchObject({ name: 'DataDirError', reason: 'unusable' })
    expect(refusal.message).toMatch(SENTENCE)
    expect(refusal.message).toContain('DATA_DIR')
    expect(() => resetDataDir(path)).toThrow(refusal.message)
    expect(contentOf(path)).toEqual(before)
    expect(existsSync(join(path, 'database'))).toBe(false)
    expect(statSync(path).mode & 0o777).toBe(0o755)
  })

  it('is one when it is empty but for what a new volume has', async () => {
    const path = folder()
    mkdirSync(join(path, 'lost+found'), { recursive: true, mode: 0o755 })
    lockDataDir(path).release()
    expect(readdirSync(path).toSorted()).toEqual(['lock', 'lost+found'])
  })
})

describe('resetting', () => {
  it('removes a damaged database of ours, and refuses one that is not ours', async () => {
    const ours = await withDatabase()
    rmSync(join(ours, 'database/PG_VERSION'))
    resetDataDir(ours)
    expect(readdirSync(ours)).toEqual(['lock'])

    const foreign = await withDatabase()
    writeFileSync(join(foreign, 'database/thesis.tex'), 'x')
    const before = contentOf(foreign)
    expect(() => resetDataDir(foreign)).toThrow(/thesis\.tex/)
    expect(contentOf(foreign)).toEqual(before)
  })

  it('of a link removes nothing', async () => {
    const path = await withDatabase()
    renameSync(join(path, 'database'), `${path}-elsewhere`)
    symlinkSync(`${path}-elsewhere`, join(path, 'database'))
    expect(() => resetDataDir(path)).toThrow(/symbolic link/)
    expect(readdirSync(`${path}-elsewhere`)).toContain('PG_VERSION')
  })
})

describe('what lies in a data directory is its owner’s alone', () => {
  it('on the first start, whatever the umask, with everything that is made later', async () => {
    const path = folder()
    mkdirSync(path)
    chmodSync(path, 0o755)
    const before = process.umask(0)
    try {
      const dataDir = lockDataDir(path)
      const storage = await openEmbeddedStorage(dataDir)
      await storage.pool.query('create table later (n integer)')
      await storage.pool.query('insert into later select generate_series(1, 50000)')
      await storage.pool.query('create index on later (n)')
      await storage.pool.query('checkpoint')
      dataDir.writeServerRecord({ pid: 1, url: 'http://x' })
      expect(readdirSync(path)).toEqual(
        expect.arrayContaining(['database', 'lock', 'server.json', '.s.PGSQL.5432']),
      )
      expect(openToOthers(path)).toEqual([])
      await storage.close()
      expect(openToOthers(path)).toEqual([])
      dataDir.release()
    } finally {
      process.umask(before)
    }
  })

  it('after a release that left everything open to everybody', async () => {
    const path = await withDatabase()
    for (const name of ['dev-login-key.json', 'internal-key.json', 'bundled-provider-key.json'])
      writeFileSync(join(path, name), '{}')
    for (const name of ['.', ...readdirSync(path, { recursive: true, encoding: 'utf8' })]) {
      chmodSync(join(path, name), statSync(join(path, name)).isDirectory() ? 0o777 : 0o666)
    }
    lockDataDir(path).release()
    expect(openToOthers(path)).toEqual([])
  })

  it('and what others have beside it is left to them', async () => {
    const path = await withDatabase()
    writeFileSync(join(path, 'notes.txt'), 'x')
    chmodSync(join(path, 'notes.txt'), 0o644)
    chmodSync(path, 0o755)
    lockDataDir(path).release()
    expect(openToOthers(path)).toEqual(['.', 'notes.txt'])
  })

  it('does not follow a link out of the folder', async () => {
    const path = await withDatabase()
    const victim = join(root, 'victim')
    writeFileSync(victim, 'x')
    chmodSync(victim, 0o644)
    symlinkSync(victim, join(path, 'database/pg_tblspc/1'))
    lockDataDir(path).release()
    expect(statSync(victim).mode & 0o777).toBe(0o644)
  })

  it('where the path is too long for a socket too', () => {
    const deep = join(root, 'x'.repeat(120), 'one')
    const at = join(socketPathOf(deep), '..')
    chmodSync(at, 0o777)
    socketPathOf(deep)
    expect(statSync(at).mode & 0o777).toBe(0o700)
    rmSync(at, { recursive: true })
    symlinkSync(root, at)
    expect(() => socketPathOf(deep)).toThrow(/is not a folder of this user/)
    rmSync(at)
  })
})

it('a first start that is killed half-way can be begun again', async () => {
  const path = folder()
  const server = startProcess('data-dir-process.ts', ['serve', path, 'http://127.0.0.1:8080'])
  const half = join(path, 'database.new/global/pg_control')
  await vi.waitFor(() => expect(existsSync(half)).toBe(true), { timeout: 50_000, interval: 20 })
  server.kill('SIGKILL')
  await server.ended()
  expect(existsSync(join(path, 'database'))).toBe(false)
  const dataDir = lockDataDir(path)
  const storage = await openEmbeddedStorage(dataDir)
  expect((await storage.pool.query('select 1 as n')).rows).toEqual([{ n: 1 }])
  await storage.close()
  dataDir.release()
})
