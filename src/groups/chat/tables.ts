import type { ColumnType, Generated } from 'kysely'
import type { Database } from '../../adapters/storage/database.ts'
import type { DefaultedTimestamp } from '../../adapters/storage/schema.ts'
import type { Id } from '../../kernel/ids.ts'

/** A column that may be null and may be omitted on insert. */
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>

interface ChatThreadTable {
  thread_id: Id
  tenant_id: Id
  user_id: string
  title: string
  created_at: DefaultedTimestamp
  updated_at: DefaultedTimestamp
}

interface ChatMessageTable {
  message_id: Id
  thread_id: Id
  tenant_id: Id
  user_id: string
  /** Ascending within the thread. */
  position: number
  role: 'user' | 'assistant'
  status: 'complete' | 'streaming' | 'error' | 'cancelled'
  content: string
  /** JSON. */
  reasoning: Generated<string>
  /** JSON. */
  sources: Generated<string>
  /** JSON. */
  context: Optional<string>
  /** JSON. */
  error: Optional<string>
  tokens_used: Optional<number>
  /** Lengths of the pieces in which the answer was streamed, those of the reasoning first. */
  pieces: Generated<number[]>
  rating: Optional<'up' | 'down'>
  rating_reason: Optional<string>
  rating_comment: Optional<string>
  /** When the process writing the answer last confirmed it. */
  alive_at: DefaultedTimestamp
  created_at: DefaultedTimestamp
}

interface ChatUsageTable {
  tenant_id: Id
  /** ISO date, UTC. */
  day: string
  tokens: number
}

/** The tables of this group: SQL on any other does not compile. */
export interface ChatTables {
  chat_thread: ChatThreadTable
  chat_message: ChatMessageTable
  chat_usage: ChatUsageTable
}

export type ChatDatabase = Database<ChatTables>
