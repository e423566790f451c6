import { whole } from '../support/tables.ts'
import { cpSync, existsSync, mkdirSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type DataDirError,
  lockDataDir,
  readServerRecord,
  resetDataDir,
  socketPathOf,
} from '../../src/adapters/storage/data-dir.ts'
import { attachStorage, openEmbeddedStorage, type Storage } from '../../src/adapters/storage/storage.ts'
import { freshDataDir } from '../support/database.ts'
import { startProcess, type TestProcess } from '../support/processes.ts'
import { temporaryFolder } from '../support/temporary.ts'

const root = temporaryFolder()
let count = 0
const folder = (): string => join(root, `dir-${count++}`)

/** A folder with a migrated database in it. */
async function withDatabase(): Promise<string> {
  const source = await freshDataDir()
  const path = folder()
  cpSync(source, path, { recursive: true })
  return path
}

function refusalOf(act: () => unknown): DataDirError {
  try {
    act()
  } catch (error) {
    return error as DataDirError
  }
  throw new Error('it was not refused')
}

const SENTENCE = /^[^\n]+\.$/

describe('a data directory', () => {
  it('is refused to a second process in one sentence that names the first, and free when that is killed', async () => {
    const path = folder()
    const holder = startProcess('data-dir-process.ts', ['hold', path, 'http://127.0.0.1:8080'])
    expect(await holder.line()).toBe('ready')
    expect(readServerRecord(path)).toEqual({ pid: holder.pid, url: 'http://127.0.0.1:8080' })

    const refusal = refusalOf(() => lockDataDir(path))
    expect(refusal).toMatchObject({ name: 'DataDirError', reason: 'locked' })
    for (const part of [String(holder.pid), 'http://127.0.0.1:8080', path, 'DATA_DIR'])
      expect(refusal.message).toContain(part)
    expect(refusal.message).toMatch(SENTENCE)
    expect(refusalOf(() => resetDataDir(path)).reason).toBe('locked')

    holder.kill('SIGKILL')
    await holder.ended()
    const dataDir = lockDataDir(path)
    // What the killed process said of itself must not be taken for the new one's words.
    expect(readServerRecord(path)).toBeNull()
    expect(refusalOf(() => lockDataDir(path)).message).toMatch(/^Another process is already using/)
    dataDir.release()
  })

  it('is refused to a second process from this one, until it is released, whatever this one tries meanwhile', async () => {
    const path = folder()
    const dataDir = lockDataDir(path)
    expect(refusalOf(() => lockDataDir(path)).reason).toBe('locked')
    const second = startProcess('data-dir-process.ts', ['hold', path])
    expect(await second.line()).toMatch(/^locked: Another process is already using the data directory/)
    expect(await second.ended()).toMatchObject({ code: 1, stderr: '' })
    dataDir.writeServerRecord({ pid: 1, url: 'http://x' })
    expect(statSync(join(path, 'server.json')).mode & 0o777).toBe(0o600)
    dataDir.release()
    expect(readdirSync(path)).toEqual(['lock'])
    lockDataDir(path).release()
  })

  it('is made when it is not there, for this user alone', () => {
    const path = join(folder(), 'deeper', 'still')
    lockDataDir(path).release()
    expect(statSync(path).mode & 0o777).toBe(0o700)
  })

  it.each([
    ['below a file', () => join(import.meta.filename, 'data')],
    ['that is a file', () => import.meta.filename],
    ['where nobody can make one', () => '/proc/tidemark'],
  ])('%s cannot be used: one sentence that names it', (_, path) => {
    const refusal = refusalOf(() => lockDataDir(path()))
    expect(refusal).toMatchObject({ name: 'DataDirError', reason: 'unusable' })
    expect(refusal.message).toContain(path())
    expect(refusal.message).toContain('DATA_DIR')
    expect(refusal.message).toMatch(SENTENCE)
  })

  it('has no server in it when what one wrote of itself is no record', () => {
    const path = folder()
    mkdirSync(path)
    for (const text of ['', '{', 'null', '[]', '{"pid":"1","url":"x"}', '{"pid":1}']) {
      writeFileSync(join(path, 'server.json'), text)
      expect(readServerRecord(path)).toBeNull()
    }
    expect(readServerRecord(join(path, 'nowhere'))).toBeNull()
  })

  it('is emptied of what earlier runs stored, and of nothing else', () => {
    const path = folder()
    for (const name of ['database', 'database.new', 'mine'])
      mkdirSync(join(path, name, 'base'), { recursive: true })
    for (const name of ['dev-login', 'internal', 'bundled-provider'])
      writeFileSync(join(path, `${name}-key.json`), 'x')
    writeFileSync(join(path, 'notes.txt'), 'x')
    resetDataDir(path)
    expect(readdirSync(path).toSorted()).toEqual(['lock', 'mine', 'notes.txt'])
    resetDataDir(join(path, 'nowhere'))
    expect(existsSync(join(path, 'nowhere'))).toBe(false)
  })

  it('too deep for a socket has it elsewhere, always in the same place and never in that of another', () => {
    const deep = (name: string): string => join(root, 'x'.repeat(120), name)
    const paths = ['one', 'one', 'two'].map((name) => socketPathOf(deep(name)))
    for (const path of paths) expect(Buffer.byteLength(path)).toBeLessThan(104)
    expect(paths[0]).toBe(paths[1])
    expect(paths[0]).not.toBe(paths[2])
    expect(socketPathOf('/var/lib/tidemark')).toBe('/var/lib/tidemark/.s.PGSQL.5432')
  })
})

/** Talks to a socket as the simplest of clients does: simple queries, everything read as text. */
async function simpleClient(path: string) {
  const socket = createConnection(path)
  await once(socket, 'connect')
  let received = Buffer.alloc(0)
  socket.on('data', (bytes) => (received = Buffer.concat([received, bytes])))
  const until = async (done: (bytes: Buffer) => boolean): Promise<string> => {
    while (!done(received)) await once(socket, 'data')
    const text = received.toString('latin1')
    received = Buffer.alloc(0)
    return text
  }
  const isReady = (bytes: Buffer): boolean => bytes.subarray(-6, -1).equals(Buffer.from([0x5a, 0, 0, 0, 5]))
  const send = (bytes: Buffer): boolean => socket.write(bytes)
  return {
    socket,
    hello: async () => {
      send(Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]))
      expect(await until((bytes) => bytes.length > 0)).toBe('N')
      const user = Buffer.from('user\0anybody\0database\0anything\0\0')
      const head = Buffer.alloc(8)
      head.writeInt32BE(user.length + 8, 0)
      head.writeInt32BE(196_608, 4)
      send(Buffer.concat([head, user]))
      return until(isReady)
    },
    query: (text: string) => {
      const head = Buffer.from('Q\0\0\0\0')
      head.writeInt32BE(text.length + 5, 1)
      send(Buffer.concat([head, Buffer.from(`${text}\0`)]))
      return until(isReady)
    },
  }
}

describe('beside a server in another process', () => {
  let path = ''
  let server: TestProcess
  let attached: Storage

  beforeAll(async () => {
    path = await withDatabase()
    server = startProcess('data-dir-process.ts', ['serve', path, 'http://127.0.0.1:8080'])
    if ((await server.line()) !== 'ready') throw new Error('the server did not become ready')
    attached = attachStorage(socketPathOf(path))
  })
  afterAll(() => attached.close())

  it('the socket is this user’s alone', () => {
    expect(statSync(socketPathOf(path)).mode & 0o777).toBe(0o600)
  })

  it('a command reads and writes the database through it', async () => {
    expect(attached.engine).toBe('embedded')
    await whole(attached.db)
      .insertInto('tenant')
      .values({ tenant_id: '00000000-0000-4000-8000-000000000001', tier: 'pro', rate_limit: null })
      .execute()
    const rows = await whole(attached.db).selectFrom('tenant').select(['tier', 'rate_limit']).execute()
    expect(rows).toEqual([{ tier: 'pro', rate_limit: null }])
  })

  it('a client of the simple protocol is greeted, answered and told its errors', async () => {
    const client = await simpleClient(socketPathOf(path))
    const greeting = await client.hello()
    expect(greeting).toContain('server_version')
    expect(greeting).toContain('client_encoding\0UTF8')
    const answer = await client.query(`select 'one' as a, 'two' as b; select 'three' as c`)
    for (const part of ['one', 'two', 'three', 'SELECT 1']) expect(answer).toContain(part)
    expect(await client.query('selec 1')).toContain('42601')
    expect(await client.query('copy tenant from stdin')).toContain('COPY FROM STDIN is not possible here')
    expect(await client.query('select 4 as four')).toContain('SELECT 1')
    client.socket.end(Buffer.from('X\0\0\0\x04'))
    await once(client.socket, 'close')
  })

  it('a client that talks nonsense is shown out, and the others are not disturbed', async () => {
    for (const nonsense of ['GET / HTTP/1.1\r\n\r\n', '\0\0\0\0\0\0\0\0', '\xff'.repeat(64)]) {
      const socket = createConnection(socketPathOf(path))
      await once(socket, 'connect')
      socket.end(Buffer.from(nonsense, 'latin1'))
      socket.resume()
      await once(socket, 'close')
    }
    expect((await attached.pool.query('select 1 as n')).rows).toEqual([{ n: 1 }])
  })

  it('a client killed inside a transaction holds nobody up, and its work is undone', async () => {
    const client = startProcess('data-dir-process.ts', ['begin', socketPathOf(path)])
    expect(await client.line()).toBe('ready')
    const waiting = attached.pool.query(`select to_regclass('half_way') as found`)
    client.kill('SIGKILL')
    expect((await waiting).rows).toEqual([{ found: null }])
  })

  it('several clients’ transactions do not mix', async () => {
    const others = [attachStorage(socketPathOf(path)), attachStorage(socketPathOf(path))]
    const all = [attached, ...others]
    await attached.pool.query('create table mixed (who integer, n integer)')
    await Promise.all(
      all.map(({ pool }, who) =>
        Promise.all(
          Array.from({ length: 10 }, async (_, n) => {
            const client = await pool.connect()
            await client.query('begin')
            await client.query('insert into mixed values ($1, $2)', [who, n])
            const { rows } = await client.query('select distinct who from mixed where n = $1 and who = $2', [
              n,
              who,
            ])
            expect(rows).toHaveLength(1)
            await client.query(n % 2 === 0 ? 'commit' : 'rollback')
            client.release()
          }),
        ),
      ),
    )
    const { rows } = await attached.pool.query(
      'select who, count(*) as n from mixed group by who order by who',
    )
    expect(rows).toEqual([0, 1, 2].map((who) => ({ who, n: 5 })))
    await Promise.all(others.map((other) => other.close()))
  })

  it('nobody is left when the server is killed: commands get an error, and the next one is locked out by nobody', async () => {
    server.kill('SIGKILL')
    await server.ended()
    await expect(attached.pool.query('select 1')).rejects.toThrow(/ECONNREFUSED|terminated|ECONNRESET/)
    lockDataDir(path).release()
  })
})

describe('the embedded database', () => {
  it('keeps every acknowledged write, and no half of one, however often its process is killed', async () => {
    const path = await withDatabase()
    const acknowledged: number[] = []
    for (const [round, writes] of [3, 40, 7, 90, 1].entries()) {
      const writer = startProcess('data-dir-process.ts', ['write', path])
      const found = JSON.parse(await writer.line()) as Array<{ id: number; halves: string }>
      expect(found.every(({ halves }) => halves === 'ab')).toBe(true)
      const ids = found.map(({ id }) => id)
      expect(new Set(ids).isSupersetOf(new Set(acknowledged))).toBe(true)
      // At most the write that was under way each time may be there without having been acknowledged.
      expect(ids.length - acknowledged.length).toBeLessThanOrEqual(round)
      for (let write = 0; write < writes; write += 1) acknowledged.push(Number(await writer.line()))
      writer.kill('SIGKILL')
      const { stdout } = await writer.ended()
      const lines = stdout
        .trimEnd()
        .split('\n')
        .slice(1 + writes)
      if (stdout.endsWith('\n')) acknowledged.push(...lines.map(Number))
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(141)
  })

  it('is made anew where a first start was killed half-way', async () => {
    const dataDir = lockDataDir(folder())
    mkdirSync(join(dataDir.path, 'database.new', 'base'), { recursive: true })
    writeFileSync(join(dataDir.path, 'database.new', 'PG_VERSION'), 'half')
    const storage = await openEmbeddedStorage(dataDir)
    expect((await storage.pool.query('select 1 as n')).rows).toEqual([{ n: 1 }])
    await storage.close()
    dataDir.release()
    expect(readdirSync(dataDir.path).toSorted()).toEqual(['database', 'lock'])
  })

  it('that is damaged is refused in one sentence that names it', async () => {
    const dataDir = lockDataDir(await withDatabase())
    truncateSync(join(dataDir.clusterDir, 'global', 'pg_control'), 10)
    const refusal = await openEmbeddedStorage(dataDir).catch((error: unknown) => error as DataDirError)
    expect(refusal).toMatchObject({
      name: 'DataDirError',
      reason: 'unusable',
      message: expect.stringMatching(SENTENCE),
    })
    expect((refusal as DataDirError).message).toContain(dataDir.clusterDir)
    dataDir.release()
  })

  it('that ends while it is used says so, fails what is under way and what comes, and can be closed', async () => {
    const dataDir = lockDataDir(await withDatabase())
    const storage = await openEmbeddedStorage(dataDir)
    const failed = storage.failed.catch((error: unknown) => error as Error)
    // A COPY in a disguise that nobody sees through: the engine waits for data, finds none and gives up.
    const client = await storage.pool.connect()
    await expect(client.query('copy/**/tenant from/**/stdin')).rejects.toThrow('unexpected EOF')
    client.release(true)
    expect(await failed).toMatchObject({
      message: expect.stringContaining('the embedded database has ended'),
    })
    await expect(storage.pool.query('select 1')).rejects.toThrow(/ended|terminated/)
    await storage.close()
    dataDir.release()
  })
})
