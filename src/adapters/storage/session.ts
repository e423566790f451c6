import pg from 'pg'
import { SESSION_SETTINGS, TRACKED_SETTINGS } from './session-settings.ts'

/** What PgBouncer says of a parameter that it does not keep for each of its clients. */
const PROTOCOL_VIOLATION = '08P01'

type Connected = (error: Error | undefined, client: unknown, release: unknown) => void
type Connect = (this: pg.Pool, callback?: Connected) => Promise<pg.PoolClient> | undefined

/** `pg` has this method and no type for it. */
const StartupClient = pg.Client as unknown as new (
  settings?: pg.ClientConfig,
) => pg.Client & { getStartupConf(): Record<string, string> }

/**
 * Asks for {@link SESSION_SETTINGS} in the startup message of each connection: there they come before whatever server,
 * database and role say, cost no query, and are no state that the next client of a pooler would find. PgBouncer keeps the
 * first three for each of its clients and refuses the others: then those are left out, and what they would have done is
 * up to each transaction (`database.ts`) and to {@link checkSession}.
 */
export class Sessions {
  private pooled = false

  /** A pool of such connections. */
  pool(settings: pg.PoolConfig): pg.Pool {
    const parameters = (): Readonly<Record<string, string>> =>
      this.pooled ? TRACKED_SETTINGS : SESSION_SETTINGS
    class SessionClient extends StartupClient {
      override getStartupConf(): Record<string, string> {
        return { ...super.getStartupConf(), ...parameters() }
      }
    }
    const pool = new pg.Pool({ ...settings, Client: SessionClient })
    const connect = pool.connect.bind(pool) as unknown as Connect
    pool.connect = ((callback?: Connected) => this.connect(connect.bind(pool), callback)) as never
    return pool
  }

  private connect(connect: OmitThisParameter<Connect>, callback?: Connected): ReturnType<Connect> {
    if (callback === undefined) {
      return connect()?.catch((error: unknown) => {
        if (!this.isRefusal(error)) throw error
        return connect() as Promise<pg.PoolClient>
      })
    }
    return connect((error, client, release) => {
      if (error !== undefined && this.isRefusal(error)) void connect(callback)
      else callback(error, client, release)
    })
  }

  /** Several connections may be refused at once; each of them is tried once more. */
  private isRefusal(error: unknown): boolean {
    const { code, message = '' } = error as { code?: string; message?: string }
    const refused = code === PROTOCOL_VIOLATION && message.includes('startup parameter')
    if (refused) this.pooled = true
    return refused
  }
}

/** Why a database cannot be used; the message is one sentence. */
export class UnusableDatabase extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnusableDatabase'
  }
}

/** Rejects with {@link UnusableDatabase} for a database that would not give back what is stored in it. */
export async function checkSession(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  const { rows } = await pool.query<{ database: string; role: string; encoding: string; digits: number }>(
    `select current_database() as database, current_user::text as role,
       current_setting('server_encoding') as encoding, current_setting('extra_float_digits')::int as digits`,
  )
  const [found] = rows
  if (found === undefined) return
  const { database, role, encoding, digits } = found
  if (encoding !== 'UTF8') {
    throw new UnusableDatabase(
      `The database "${database}" has the encoding ${encoding}: create one with ENCODING 'UTF8' TEMPLATE template0.`,
    )
  }
  if (digits < 1) {
    throw new UnusableDatabase(
      `Numbers would lose digits: extra_float_digits is ${digits} and the pooler does not let it be changed; ` +
        `run ALTER ROLE "${role}" IN DATABASE ${database} SET extra_float_digits = 1 and reconnect the pooler.`,
    )
  }
}
