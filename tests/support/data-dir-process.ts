import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { DataDirError, lockDataDir } from '../../src/adapters/storage/data-dir.ts'
import { attachStorage, openEmbeddedStorage, type Storage } from '../../src/adapters/storage/storage.ts'

/**
 * A process on a data directory. It prints a line when it has done what it is told to, and then stays until it is
 * killed: `hold` takes the directory, and collects all garbage; `serve` opens the database in it too; `write` does and then writes pairs of rows
 * for ever, a line for each pair that was acknowledged; `begin` attaches to a server's socket and leaves a transaction
 * open.
 */
const [, , task = '', where = '', url] = process.argv

const say = (text: string): boolean => process.stdout.write(`${text}\n`)

try {
  if (task === 'begin') await begin(where)
  else {
    await take()
    if (task === 'hold') await collectGarbage()
    say('ready')
  }
} catch (error) {
  say(error instanceof DataDirError ? `${error.reason}: ${error.message}` : String(error))
  process.exitCode = 1
}

async function take(): Promise<void> {
  const dataDir = lockDataDir(where)
  if (url !== undefined) dataDir.writeServerRecord({ pid: process.pid, url })
  if (task === 'hold') setInterval(() => undefined, 60_000)
  else {
    const storage = await openEmbeddedStorage(dataDir)
    if (task === 'write') await write(storage)
  }
}

async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  await setImmediate()
  collect()
  await setImmediate()
}

/** What is there is printed first, so that the next process shows what outlived the last one. */
async function write({ db, pool }: Storage): Promise<never> {
  await pool.query('create table if not exists pair (id integer, half text, primary key (id, half))')
  const { rows } = await pool.query<{ id: number; halves: string }>(
    `select id, string_agg(half, '' order by half) as halves from pair group by id order by id`,
  )
  say(JSON.stringify(rows))
  for (let id = (rows.at(-1)?.id ?? 0) + 1; ; id += 1) {
    await db.transaction().execute(async (trx) => {
      for (const half of ['a', 'b']) {
        await trx
          .insertInto('pair' as never)
          .values({ id, half })
          .execute()
      }
    })
    say(String(id))
  }
}

async function begin(socket: string): Promise<void> {
  const client = await attachStorage(socket).pool.connect()
  await client.query('begin')
  await client.query('create table half_way (n integer)')
  say('ready')
}
