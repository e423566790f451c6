import { type Selectable, sql } from 'kysely'
import type { RowOwner } from '../../../adapters/storage/database.ts'
import { owned } from '../../../adapters/storage/owned.ts'
import type { CitationSource } from '../../../contract/chat-messages.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { Instant } from '../../../kernel/time.ts'
import type { ChatDatabase } from '../tables.ts'

/** An answer that its process has not confirmed for so long counts as lost. */
const SILENT_SECONDS = 45
/** What is left of an answer whose process ended. */
const LOST = JSON.stringify({
  code: 'SERVER_SHUTDOWN',
  detail: 'The server ended while the answer was written.',
})

export interface ThreadRow {
  thread_id: Id
  title: string
  created_at: Instant
  updated_at: Instant
  message_count: number
  /** Beginning of the last message. */
  preview: string | null
}

export interface MessageRow {
  message_id: Id
  thread_id: Id
  role: 'user' | 'assistant'
  status: 'complete' | 'streaming' | 'error' | 'cancelled'
  content: string
  reasoning: Array<{ text: string }>
  sources: CitationSource[]
  context: { instruments: Id[]; include_portfolio: boolean } | null
  error: { code: string; detail: string } | null
  tokens_used: number | null
  created_at: Instant
  /** Lengths of the pieces in which it was streamed, those of the reasoning first. */
  pieces: number[]
  /** When its process last confirmed that it writes it, or ended it. */
  alive_at: Instant
}

/** A question to be stored together with the answer that is begun. */
export interface NewQuestion {
  threadId: Id
  questionId: Id
  answerId: Id
  message: string
  context: { instruments: readonly Id[]; include_portfolio: boolean }
}

/** How an answer ended. */
export interface AnswerEnd {
  status: 'complete' | 'error' | 'cancelled'
  content: string
  reasoning: ReadonlyArray<{ text: string }>
  sources: readonly CitationSource[]
  error: { code: string; detail: string } | null
  tokensUsed: number | null
}

/** The content of an answer so far. */
export interface AnswerSoFar {
  content: string
  reasoning: ReadonlyArray<{ text: string }>
  /** Lengths of the pieces, those of the reasoning first. */
  pieces: readonly number[]
}

export type ThreadStore = ReturnType<typeof createThreadStore>

const MESSAGE_COLUMNS = sql`message_id, thread_id, role, status, content, reasoning, sources, context, error, tokens_used, created_at, pieces, alive_at`

/** SQL for the threads and messages of one user at a time. */
export function createThreadStore(db: ChatDatabase) {
  return { ...threads(db), ...messages(db), ...answers(db) }
}

function threads(db: ChatDatabase) {
  const read = (owner: RowOwner, condition = sql`true`, window = sql``): Promise<ThreadRow[]> =>
    owned(db, owner).run(async (trx) => {
      const { rows } = await sql<ThreadRow>`
        select thread_id, title, created_at, updated_at,
          (select count(*)::int from chat_message as message where message.thread_id = chat_thread.thread_id) as message_count,
          (select left(content, 400) from chat_message as message where message.thread_id = chat_thread.thread_id and content <> ''
            order by position desc limit 1) as preview
        from chat_thread where tenant_id = ${owner.tenantId}::uuid and user_id = ${owner.userId}::text and ${condition}
        order by created_at desc, thread_id ${window}`.execute(trx)
      return rows
    })
  const count = (owner: RowOwner): Promise<number> => owned(db, owner).run((trx) => countOf(trx, owner))

  return {
    count,
    page: (owner: RowOwner, { offset, limit }: { offset: number; limit: number }): Promise<ThreadRow[]> =>
      read(owner, sql`true`, sql`offset ${offset}::bigint limit ${limit}::int`),
    find: async (owner: RowOwner, id: Id): Promise<ThreadRow | undefined> =>
      (await read(owner, sql`thread_id = ${id}::uuid`))[0],

    /** False when the user has reached the limit; concurrent calls are counted one after the other. */
    create: (owner: RowOwner, { id, title, most }: { id: Id; title: string; most: number }) =>
      owned(db, owner).run(async (trx): Promise<boolean> => {
        const key = `chat threads ${owner.tenantId} ${owner.userId}`
        await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx)
        if ((await countOf(trx, owner)) >= most) return false
        await trx
          .insertInto('chat_thread')
          .values({ thread_id: id, tenant_id: owner.tenantId, user_id: owner.userId, title })
          .execute()
        return true
      }),

    /** False for an unknown thread. */
    rename: (owner: RowOwner, id: Id, title: string): Promise<boolean> =>
      owned(db, owner).run(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('chat_thread')
          .where('thread_id', '=', id)
          .set({ title, updated_at: sql<string>`now()` })
          .executeTakeFirst()
        return numUpdatedRows > 0n
      }),

    /** False for an unknown thread. */
    remove: (owner: RowOwner, id: Id): Promise<boolean> =>
      owned(db, owner).run(async (trx) => {
        const { numDeletedRows } = await trx
          .deleteFrom('chat_thread')
          .where('thread_id', '=', id)
          .executeTakeFirst()
        return numDeletedRows > 0n
      }),
  }
}

function messages(db: ChatDatabase) {
  return {
    /** All messages of a thread, oldest first; null for an unknown thread. */
    messages: (owner: RowOwner, threadId: Id): Promise<MessageRow[] | null> =>
      owned(db, owner).run(async (trx) => {
        if (!(await exists(trx, threadId))) return null
        await giveUpLost(trx, threadId)
        return readMessages(trx, sql`thread_id = ${threadId}::uuid`)
      }),

    message: (owner: RowOwner, threadId: Id, messageId: Id): Promise<MessageRow | undefined> =>
      owned(db, owner).run(async (trx) => {
        await giveUpLost(trx, threadId)
        const [row] = await readMessages(
          trx,
          sql`thread_id = ${threadId}::uuid and message_id = ${messageId}::uuid`,
        )
        return row
      }),

    /**
     * Stores a question and the beginning of its answer, and returns the messages before, oldest first. Null for an unknown thread, `busy`
     * while an answer is being written in it.
     */
    begin: (
      owner: RowOwner,
      question: NewQuestion,
      lookBack: number,
    ): Promise<MessageRow[] | 'busy' | null> =>
      owned(db, owner).run(async (trx) => {
        const { threadId } = question
        await sql`select pg_advisory_xact_lock(hashtextextended(${`chat thread ${threadId}`}, 0))`.execute(
          trx,
        )
        if (!(await exists(trx, threadId))) return null
        await giveUpLost(trx, threadId)
        const before = await readMessages(
          trx,
          sql`thread_id = ${threadId}::uuid`,
          sql`desc limit ${lookBack}::int`,
        )
        if (before.some(({ status }) => status === 'streaming')) return 'busy'
        await add(trx, owner, question)
        return before.toReversed()
      }),
  }
}

function answers(db: ChatDatabase) {
  return {
    /** Confirms that answers of a user are still being written, and returns those that are. */
    alive: (owner: RowOwner, messageIds: readonly Id[]): Promise<Set<Id>> =>
      owned(db, owner).run(async (trx) => {
        const rows = await trx
          .updateTable('chat_message')
          .where('message_id', 'in', [...messageIds])
          .where('status', '=', 'streaming')
          .set({ alive_at: sql<string>`now()` })
          .returning('message_id')
          .execute()
        return new Set(rows.map(({ message_id: id }) => id))
      }),

    /** Stores the content of an answer so far; nothing when it has ended. */
    keep: (owner: RowOwner, messageId: Id, answer: AnswerSoFar): Promise<void> =>
      owned(db, owner).run(async (trx) => {
        await sql`update chat_message set content = ${answer.content}::text, reasoning = ${JSON.stringify(answer.reasoning)}::jsonb,
            pieces = ${[...answer.pieces]}::int[], alive_at = now()
          where message_id = ${messageId}::uuid and status = 'streaming'`.execute(trx)
      }),

    /** Stores the end of an answer; false when it was deleted or given up before. */
    finish: (owner: RowOwner, messageId: Id, end: AnswerEnd, pieces: readonly number[]): Promise<boolean> =>
      owned(db, owner).run(async (trx) => {
        const { rows } = await sql<{ thread_id: Id }>`
          update chat_message set status = ${end.status}::text, content = ${end.content}::text,
            reasoning = ${JSON.stringify(end.reasoning)}::jsonb, sources = ${JSON.stringify(end.sources)}::jsonb,
            error = ${end.error === null ? null : JSON.stringify(end.error)}::jsonb, tokens_used = ${end.tokensUsed}::int,
            pieces = ${[...pieces]}::int[], alive_at = now()
          where message_id = ${messageId}::uuid and status = 'streaming' returning thread_id`.execute(trx)
        const [row] = rows
        if (row === undefined) return false
        await trx
          .updateTable('chat_thread')
          .where('thread_id', '=', row.thread_id)
          .set({ updated_at: sql<string>`now()` })
          .execute()
        return true
      }),

    /** False when the thread has no such answer. */
    rate: (
      owner: RowOwner,
      ids: { threadId: Id; messageId: Id },
      rating: { rating: 'up' | 'down'; reason: string | null; comment: string | null },
    ): Promise<boolean> =>
      owned(db, owner).run(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('chat_message')
          .where('message_id', '=', ids.messageId)
          .where('thread_id', '=', ids.threadId)
          .where('role', '=', 'assistant')
          .set({ rating: rating.rating, rating_reason: rating.reason, rating_comment: rating.comment })
          .executeTakeFirst()
        return numUpdatedRows > 0n
      }),
  }
}

async function countOf(trx: ChatDatabase, { tenantId, userId }: RowOwner): Promise<number> {
  const row = await trx
    .selectFrom('chat_thread')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return row.total
}

async function exists(trx: ChatDatabase, threadId: Id): Promise<boolean> {
  const row = await trx
    .selectFrom('chat_thread')
    .select('thread_id')
    .where('thread_id', '=', threadId)
    .executeTakeFirst()
  return row !== undefined
}

/** Marks answers left by a process that ended as failed. */
async function giveUpLost(trx: ChatDatabase, threadId: Id): Promise<void> {
  await sql`update chat_message set status = 'error', error = ${LOST}::jsonb
    where thread_id = ${threadId}::uuid and status = 'streaming'
      and alive_at < now() - make_interval(secs => ${SILENT_SECONDS}::int)`.execute(trx)
}

async function readMessages(trx: ChatDatabase, condition = sql`true`, order = sql``): Promise<MessageRow[]> {
  const { rows } = await sql<Selectable<MessageRow>>`
    select ${MESSAGE_COLUMNS} from chat_message where ${condition} order by position ${order}`.execute(trx)
  return rows
}

async function add(trx: ChatDatabase, owner: RowOwner, question: NewQuestion): Promise<void> {
  const { threadId, questionId, answerId, message, context } = question
  await sql`
    insert into chat_message (message_id, thread_id, tenant_id, user_id, position, role, status, content, context)
    select given.id, ${threadId}::uuid, ${owner.tenantId}::uuid, ${owner.userId}::text,
      (select coalesce(max(position), 0) from chat_message where thread_id = ${threadId}::uuid) + given.place,
      given.role, given.status, given.content, given.context
    from (values
      (1, ${questionId}::uuid, 'user', 'complete', ${message}::text, ${JSON.stringify(context)}::jsonb),
      (2, ${answerId}::uuid, 'assistant', 'streaming', '', null)
    ) as given(place, id, role, status, content, context)`.execute(trx)
  await trx
    .updateTable('chat_thread')
    .where('thread_id', '=', threadId)
    .set({ updated_at: sql<string>`now()` })
    .execute()
}
