import type { Database } from '../../src/adapters/storage/database.ts'
import type { StorageTables } from '../../src/adapters/storage/schema.ts'
import type { AuthTables } from '../../src/groups/auth/tables.ts'
import type { ChatTables } from '../../src/groups/chat/tables.ts'
import type { InstrumentTables } from '../../src/groups/instruments/tables.ts'
import type { NewsTables } from '../../src/groups/news/tables.ts'
import type { PortfolioTables } from '../../src/groups/portfolio/tables.ts'

/** The tables of the migrations, whosever they are. */
export type AllTables = StorageTables &
  AuthTables &
  ChatTables &
  InstrumentTables &
  NewsTables &
  PortfolioTables

/** A handle that knows every table: only tests have one. */
export type WholeDatabase = Database<AllTables>

/** A handle of the product, as one that knows every table. */
export const whole = (db: Database): WholeDatabase => db
