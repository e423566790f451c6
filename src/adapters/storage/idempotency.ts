import { type RawBuilder, sql } from 'kysely'
import type { IdempotencyStore, KeyedOutcome, KeyedRequest } from '../../ports/idempotency.ts'
import { asOwner, type Database } from './database.ts'
import type { StorageTables } from './schema.ts'

interface Row {
  claimed: boolean
  body_hash: string
  status: number | null
  answer: string | null
}

/**
 * Keys in the database, so that every process knows them. Until there is a response, its place holds the name of the
 * claim. A claim whose process died is free again after a minute.
 */
export function createIdempotencyStore(db: Database): IdempotencyStore {
  const row = ({ tenantId, subject, method, path, key }: KeyedRequest) =>
    sql`tenant_id = ${tenantId} and subject = ${subject} and method = ${method} and path = ${path} and key = ${key}`

  const owned = <T>(
    { tenantId, subject }: KeyedRequest,
    work: (trx: Database<StorageTables>) => Promise<T>,
  ): Promise<T> => asOwner(db, { tenantId, userId: subject }, work)

  return {
    begin: (request) =>
      owned(request, async (trx): Promise<KeyedOutcome> => {
        await sql`delete from idempotency_key where created_at < now() - interval '24 hours'`.execute(trx)
        const found = await claim(trx, request, row(request))
        // Nothing is seen of a claim that another session made a moment ago.
        if (found === undefined) return { kind: 'running' }
        if (found.claimed) return { kind: 'new' }
        if (found.body_hash !== request.bodyHash) return { kind: 'reused' }
        return found.status === null
          ? { kind: 'running' }
          : { kind: 'answered', status: found.status, answer: found.answer ?? 'null' }
      }),

    finish: (request, status, answer) =>
      owned(request, async (trx) => {
        await sql`update idempotency_key set status = ${status}, answer = ${answer}
          where ${row(request)} and status is null and answer = ${request.claim}`.execute(trx)
      }),

    abandon: (request) =>
      owned(request, async (trx) => {
        await sql`delete from idempotency_key
          where ${row(request)} and status is null and answer = ${request.claim}`.execute(trx)
      }),
  }
}

async function claim(
  trx: Database<StorageTables>,
  request: KeyedRequest,
  row: RawBuilder<unknown>,
): Promise<Row | undefined> {
  const { tenantId, subject, method, path, key, bodyHash, claim: name } = request
  const { rows } = await sql<Row>`
    with claim as (
      insert into idempotency_key as old (tenant_id, subject, method, path, key, body_hash, answer)
      values (${tenantId}, ${subject}, ${method}, ${path}, ${key}, ${bodyHash}, ${name})
      on conflict (tenant_id, subject, method, path, key)
      do update set created_at = now(), body_hash = excluded.body_hash, answer = excluded.answer
      where old.status is null and old.created_at < now() - interval '1 minute'
      returning body_hash)
    select true as claimed, body_hash, null::smallint as status, null as answer from claim
    union all
    select false, body_hash, status, answer from idempotency_key
    where ${row} and not exists (select from claim)`.execute(trx)
  return rows[0]
}
