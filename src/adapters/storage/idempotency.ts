import { type Kysely, sql } from 'kysely'
import type { IdempotencyStore, KeyedOutcome, KeyedRequest } from '../../ports/idempotency.ts'
import type { Tables } from './schema.ts'

interface Row {
  claimed: boolean
  body_hash: string
  status: number | null
  answer: string | null
}

/** Keys in the database, so that every process knows them. A claim whose process died is free again after a minute. */
export function createIdempotencyStore(db: Kysely<Tables>): IdempotencyStore {
  const row = ({ tenantId, subject, method, path, key }: KeyedRequest) =>
    sql`tenant_id = ${tenantId} and subject = ${subject} and method = ${method} and path = ${path} and key = ${key}`

  return {
    async begin(request): Promise<KeyedOutcome> {
      await sql`delete from idempotency_key where created_at < now() - interval '24 hours'`.execute(db)
      const { tenantId, subject, method, path, key, bodyHash } = request
      const { rows } = await sql<Row>`
        with claim as (
          insert into idempotency_key as old (tenant_id, subject, method, path, key, body_hash)
          values (${tenantId}, ${subject}, ${method}, ${path}, ${key}, ${bodyHash})
          on conflict (tenant_id, subject, method, path, key) do update set created_at = now(), body_hash = excluded.body_hash
          where old.status is null and old.created_at < now() - interval '1 minute'
          returning body_hash)
        select true as claimed, body_hash, null::smallint as status, null as answer from claim
        union all
        select false, body_hash, status, answer from idempotency_key
        where ${row(request)} and not exists (select from claim)`.execute(db)
      const [found] = rows
      // Nothing is seen of a claim that another session made a moment ago.
      if (found === undefined) return { kind: 'running' }
      if (found.claimed) return { kind: 'new' }
      if (found.body_hash !== bodyHash) return { kind: 'reused' }
      return found.status === null
        ? { kind: 'running' }
        : { kind: 'answered', status: found.status, answer: found.answer ?? 'null' }
    },

    async finish(request, status, answer) {
      await sql`update idempotency_key set status = ${status}, answer = ${answer} where ${row(request)}`.execute(
        db,
      )
    },

    async abandon(request) {
      await sql`delete from idempotency_key where ${row(request)} and status is null`.execute(db)
    },
  }
}
