import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { asOwner, type RowOwner } from '../../src/adapters/storage/database.ts'
import type { WholeDatabase } from './tables.ts'

/** Two users in each of two tenants; a name says nothing by itself. */
export const OWNERS: readonly RowOwner[] = [randomUUID(), randomUUID()].flatMap((tenantId) => [
  { tenantId, userId: 'anna' },
  { tenantId, userId: 'bert' },
])

export interface Interleaved {
  /** Steps that saw or changed anything but exactly the rows of their owner; of nobody, anything at all. */
  leaks: string[]
  /** Server processes that worked on it. */
  backends: Set<number>
  /** How often each kind of step was taken. */
  taken: Map<string, number>
}

/** Gives each owner one profile. */
export async function createProfiles(db: WholeDatabase): Promise<void> {
  for (const owner of OWNERS) {
    await asOwner(db, owner, (trx) =>
      trx.insertInto('user_profile').values({ tenant_id: owner.tenantId, user_id: owner.userId }).execute(),
    )
  }
}

interface Seen {
  tenant_id: string
  user_id: string
  pid: number
}

const BACKEND = sql<number>`pg_backend_pid()`.as('pid')

type Step = (db: WholeDatabase, owner: RowOwner) => Promise<{ rows: readonly Seen[]; owner: RowOwner | null }>

/** What requests do: read, write, fail half-way; and a transaction that does not say whose it is. */
const STEPS: Readonly<Record<string, Step>> = {
  read: async (db, owner) => ({ owner, rows: await asOwner(db, owner, readAll) }),
  write: async (db, owner) => ({
    owner,
    rows: await asOwner(db, owner, (trx) =>
      trx
        .updateTable('user_profile')
        .set({ updated_at: sql<string>`now()` })
        .returning(['tenant_id', 'user_id', BACKEND])
        .execute(),
    ),
  }),
  fail: async (db, owner) => {
    let rows: Seen[] = []
    await asOwner(db, owner, async (trx) => {
      rows = await readAll(trx)
      await sql`select no_such_column`.execute(trx)
    }).catch(() => undefined)
    return { owner, rows }
  },
  nobody: async (db) => ({
    owner: null,
    rows: await db.transaction().execute(async (trx) => {
      await sql`select set_config('role', 'tidemark_user', true)`.execute(trx)
      return readAll(trx)
    }),
  }),
}

const readAll = (trx: WholeDatabase): Promise<Seen[]> =>
  trx.selectFrom('user_profile').select(['tenant_id', 'user_id', BACKEND]).execute()

/** As many clients as two gateways have. */
const AT_ONCE = 20

/** Takes that many steps, each through the next of the pools. */
export async function interleave(
  databases: readonly WholeDatabase[],
  count: number,
  random: () => number,
): Promise<Interleaved> {
  const outcome: Interleaved = { leaks: [], backends: new Set(), taken: new Map() }
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
  const names = Object.keys(STEPS)

  async function take(index: number): Promise<void> {
    const name = pick(names)
    const { rows, owner } = await STEPS[name]!(databases[index % databases.length]!, pick(OWNERS))
    outcome.taken.set(name, (outcome.taken.get(name) ?? 0) + 1)
    for (const { pid } of rows) outcome.backends.add(pid)
    const right =
      owner === null
        ? rows.length === 0
        : rows.length === 1 && rows[0]?.tenant_id === owner.tenantId && rows[0].user_id === owner.userId
    if (!right) outcome.leaks.push(`${name} of ${JSON.stringify(owner)} saw ${JSON.stringify(rows)}`)
  }

  const indexes = Array.from({ length: count }, (_, index) => index).values()
  const lane = async (): Promise<void> => {
    for (const index of indexes) await take(index)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return outcome
}
