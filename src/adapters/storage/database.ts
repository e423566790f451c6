import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'

/** The one handle on the database that groups get; the engine behind it is storage's business. */
export type Database = Kysely<Tables>
