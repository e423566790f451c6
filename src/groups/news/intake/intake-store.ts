import { sql } from 'kysely'
import { atomically } from '../../../adapters/storage/database.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { NewsDatabase } from '../tables.ts'
import type { IncomingArticle } from '../../../ports/article-source.ts'
import { formatInstant, type Instant, parseInstant } from '../../../kernel/time.ts'
import { isByIdentifier, type RecognisedArticle, byIdentifier, type SharedArticle } from './recognised.ts'

/** Attempts at an article before it is left alone, with a line in the log. */
const MOST_ATTEMPTS = 3
/** Of texts that are written by one statement. */
const CHARACTERS_AT_ONCE = 200_000

/** An article that waits to be linked and scored. */
export interface WaitingArticle {
  intakeId: string
  docId: Id
  contentHash: Id
  simulated: boolean
  /** When this version was published. */
  versionAt: Instant | null
  /** Whether this is the last attempt at it. */
  isLastAttempt: boolean
  article: IncomingArticle
}

/** What became of an article. */
export interface Receipt {
  docId: Id
  outcome: 'created' | 'edited' | 'unchanged' | 'duplicate'
}

export type IntakeStore = ReturnType<typeof createIntakeStore>

/** SQL on articles until they are served. */
export function createIntakeStore(db: NewsDatabase) {
  return {
    receive: (articles: readonly RecognisedArticle[]): Promise<Receipt[]> =>
      atomically(db, (trx) => receive(trx, articles)),

    /**
     * Articles that wait, the oldest first: at most so many, and no more than so many characters but for the first. Those of an attempt
     * that failed come last and one by one, so that a bad one fails alone.
     */
    async waiting(most: number, mostCharacters: number): Promise<WaitingArticle[]> {
      const { rows } = await sql<WaitingRow>`
        select intake_id, doc_id, content_hash, simulated, version_at, attempts, article from (
          select *, sum(length(article::text)) over (order by intake_id) - length(article::text) as before
          from (select * from article_intake where attempts = 0 order by intake_id limit ${most}::int) as oldest
        ) as oldest where before < ${mostCharacters}::int order by intake_id`.execute(db)
      if (rows.length > 0) return rows.map(toWaiting)
      const { rows: again } = await sql<WaitingRow>`
        select intake_id, doc_id, content_hash, simulated, version_at, attempts, article from article_intake
        where attempts between 1 and ${MOST_ATTEMPTS - 1} order by attempts, intake_id limit 1`.execute(db)
      return again.map(toWaiting)
    },

    /** How many wait. */
    async backlog(): Promise<number> {
      const { rows } = await sql<{ total: number }>`
        select count(*)::int as total from article_intake where attempts < ${MOST_ATTEMPTS}`.execute(db)
      return rows[0]?.total ?? 0
    },

    /** Counts an attempt at articles that is about to be made: what ends the process is not tried for ever. */
    attempt: async (intakeIds: readonly string[]): Promise<void> => {
      await db
        .updateTable('article_intake')
        .set({ attempts: sql<number>`attempts + 1` })
        .where('intake_id', '=', sql<string>`any(${[...intakeIds]}::bigint[])`)
        .execute()
    },

    /** Takes an attempt back that failed for no fault of the articles. */
    retract: async (intakeIds: readonly string[]): Promise<void> => {
      await db
        .updateTable('article_intake')
        .set({ attempts: sql<number>`greatest(0, attempts - 1)` })
        .where('intake_id', '=', sql<string>`any(${[...intakeIds]}::bigint[])`)
        .execute()
    },
  }
}

/**
 * To be called in the transaction that serves them. Older versions of the same articles go too: one that failed before must not come
 * back over a newer one.
 */
export async function removeWaiting(trx: NewsDatabase, intakeIds: readonly string[]): Promise<void> {
  await sql`delete from article_intake as old using article_intake as served
    where served.intake_id = any(${[...intakeIds]}::bigint[]) and old.doc_id = served.doc_id
      and old.intake_id <= served.intake_id`.execute(trx)
}

interface WaitingRow {
  intake_id: string
  doc_id: Id
  content_hash: Id
  simulated: boolean
  version_at: Instant | null
  attempts: number
  article: Omit<IncomingArticle, 'publishedAt'> & { publishedAt: string | null }
}

const toWaiting = (row: WaitingRow): WaitingArticle => ({
  intakeId: row.intake_id,
  docId: row.doc_id,
  contentHash: row.content_hash,
  simulated: row.simulated,
  versionAt: row.version_at,
  isLastAttempt: row.attempts + 1 >= MOST_ATTEMPTS,
  article: {
    ...row.article,
    publishedAt: row.article.publishedAt === null ? null : parseInstant(row.article.publishedAt),
  },
})

const timeOf = (at: Instant | null): string | null => (at === null ? null : formatInstant(at))

/**
 * Recognises articles and puts what is new or edited into the queue, in one transaction that no other one overtakes. The articles must
 * be in an order that does not depend on that of the request, and hold no address twice.
 */
async function receive(trx: NewsDatabase, given: readonly RecognisedArticle[]): Promise<Receipt[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('news intake', 0))`.execute(trx)
  const known = await knownKeys(trx, given)
  const articles = given.map((each) => (known.has(each.shared?.key ?? '') ? byIdentifier(each) : each))
  const changed = new Map<Id, Id>()
  const name = (key: Id, docId: Id): void => {
    if (known.get(key) === docId) return
    known.set(key, docId)
    changed.set(key, docId)
  }
  const apart = articles.flatMap((each) => (isByIdentifier(each) ? [each] : []))
  for (const { addressKey, shared } of await heirs(trx, apart, known)) {
    name(addressKey, shared.own.addressKey)
    name(shared.key, shared.own.addressKey)
  }
  for (const { addressKey, shared } of apart) if (!known.has(shared.key)) name(shared.key, addressKey)
  const recognised = articles.map((each): Receipt => {
    const receipt = recognise(each, known)
    name(each.addressKey, receipt.docId)
    // What repeats an article does not speak for it: other titles are not its own.
    if (receipt.outcome === 'duplicate') return receipt
    for (const key of each.titles.own) if (!known.has(key)) name(key, receipt.docId)
    return receipt
  })
  await saveKeys(trx, changed)
  const versions = await knownVersions(
    trx,
    recognised.map(({ docId }) => docId),
  )
  const judged = recognised.map((receipt, at): Receipt => {
    const version = versions.get(receipt.docId)
    const each = articles[at]
    const isOld = each === undefined || version === undefined ? false : isKnownVersion(each, version)
    return receipt.outcome === 'edited' && isOld ? { ...receipt, outcome: 'unchanged' } : receipt
  })
  await queue(
    trx,
    articles.map((each, at) => withFirstTime(each, versions.get(judged[at]?.docId ?? ''))),
    judged,
  )
  return judged
}

/**
 * An article has the id of the address under which it came first. Another address that repeated it is a duplicate as long as it has the
 * title of an article that is known, and an article of its own once it has another one.
 */
function recognise(each: RecognisedArticle, known: ReadonlyMap<Id, Id>): Receipt {
  const { addressKey, titles } = each
  const byAddress = known.get(addressKey)
  const isItself = byAddress === addressKey || isByIdentifier(each)
  if (byAddress !== undefined && isItself) return { docId: byAddress, outcome: 'edited' }
  const byTitle = titles.sought.map((key) => known.get(key)).find((docId) => docId !== undefined)
  if (byTitle !== undefined && byTitle !== addressKey) return { docId: byTitle, outcome: 'duplicate' }
  return { docId: addressKey, outcome: 'created' }
}

/**
 * An address may have had an article before its feed showed that it is shared: the item with the same content continues that article, and
 * only that one.
 */
async function heirs(
  trx: NewsDatabase,
  apart: readonly SharedArticle[],
  known: ReadonlyMap<Id, Id>,
): Promise<SharedArticle[]> {
  const unknown = apart.filter(({ addressKey, shared: { key, own } }) => {
    const isLeft = known.get(own.addressKey) === own.addressKey && known.get(key) !== own.addressKey
    return isLeft && !known.has(addressKey)
  })
  if (unknown.length === 0) return []
  const versions = await knownVersions(
    trx,
    unknown.map(({ shared }) => shared.own.addressKey),
  )
  const found = new Map<Id, SharedArticle>()
  for (const each of unknown) {
    const { addressKey, contentHash } = each.shared.own
    if (versions.get(addressKey)?.hash === contentHash && !found.has(addressKey)) found.set(addressKey, each)
  }
  return [...found.values()]
}

/** Whether a version says what the newest one says, or was published before it. */
function isKnownVersion({ contentHash, versionAt }: RecognisedArticle, known: KnownVersion): boolean {
  if (known.hash === contentHash) return true
  return versionAt !== null && known.versionAt !== null && versionAt < known.versionAt
}

async function knownKeys(trx: NewsDatabase, articles: readonly RecognisedArticle[]): Promise<Map<Id, Id>> {
  const keys = articles.flatMap(({ addressKey, titles, shared }) => [
    addressKey,
    ...titles.sought,
    ...titles.own,
    ...(shared === null ? [] : [shared.key, shared.own.addressKey, shared.apart.addressKey]),
  ])
  const rows = await trx
    .selectFrom('article_key')
    .select(['key', 'doc_id'])
    .where('key', '=', sql<Id>`any(${keys}::uuid[])`)
    .execute()
  return new Map(rows.map(({ key, doc_id: docId }) => [key, docId]))
}

async function saveKeys(trx: NewsDatabase, changed: ReadonlyMap<Id, Id>): Promise<void> {
  if (changed.size === 0) return
  await sql`insert into article_key (key, doc_id)
    select * from unnest(${[...changed.keys()]}::uuid[], ${[...changed.values()]}::uuid[])
    on conflict (key) do update set doc_id = excluded.doc_id`.execute(trx)
}

/** What is known of an article, in the queue or as it is served. */
interface KnownVersion {
  /** Of its newest version. */
  hash: Id
  /** When that was published. */
  versionAt: Instant | null
  /** The first time that could be read. */
  publishedAt: Instant | null
}

interface VersionRow {
  doc_id: Id
  content_hash: Id
  version_at: Instant | null
  published_at: Instant | null
}

/** A version that was given up says nothing: the same may be tried again. */
async function knownVersions(trx: NewsDatabase, docIds: readonly Id[]): Promise<Map<Id, KnownVersion>> {
  const { rows } = await sql<VersionRow>`
    select doc_id, content_hash, version_at, published_at from (
      select 0 as intake_id, doc_id, content_hash, version_at, published_at from article
      where doc_id = any(${[...docIds]}::uuid[])
      union all
      select intake_id, doc_id, content_hash, version_at, (article->>'publishedAt')::timestamptz as published_at
      from article_intake where doc_id = any(${[...docIds]}::uuid[]) and attempts < ${MOST_ATTEMPTS}
    ) as version order by intake_id`.execute(trx)
  const versions = new Map<Id, KnownVersion>()
  for (const row of rows) {
    const publishedAt = versions.get(row.doc_id)?.publishedAt ?? row.published_at
    versions.set(row.doc_id, { hash: row.content_hash, versionAt: row.version_at, publishedAt })
  }
  return versions
}

/** An edit is scored and served with the time at which the article was published first. */
function withFirstTime(each: RecognisedArticle, known: KnownVersion | undefined): RecognisedArticle {
  const publishedAt = known?.publishedAt ?? each.article.publishedAt
  return { ...each, article: { ...each.article, publishedAt } }
}

async function queue(
  trx: NewsDatabase,
  articles: readonly RecognisedArticle[],
  receipts: readonly Receipt[],
): Promise<void> {
  const payload = articles.flatMap(({ article, simulated, contentHash, versionAt }, at) => {
    const receipt = receipts[at]
    if (receipt === undefined || receipt.outcome === 'unchanged' || receipt.outcome === 'duplicate') return []
    const stored = { ...article, publishedAt: timeOf(article.publishedAt) }
    const version = timeOf(versionAt)
    return [
      { doc_id: receipt.docId, content_hash: contentHash, simulated, version_at: version, article: stored },
    ]
  })
  for (const part of partsOf(payload)) await insertWaiting(trx, part)
}

interface WaitingPayload {
  article: { body: string | null; summary: string | null }
}

/** To write many megabytes as one JSON would hold the process up for half a second. */
function* partsOf<T extends WaitingPayload>(payload: readonly T[]): Generator<T[]> {
  let part: T[] = []
  let characters = 0
  for (const each of payload) {
    part.push(each)
    characters += (each.article.body?.length ?? 0) + (each.article.summary?.length ?? 0)
    if (characters < CHARACTERS_AT_ONCE) continue
    yield part
    part = []
    characters = 0
  }
  if (part.length > 0) yield part
}

async function insertWaiting(trx: NewsDatabase, payload: readonly WaitingPayload[]): Promise<void> {
  await sql`insert into article_intake (doc_id, content_hash, simulated, version_at, article)
    select doc_id, content_hash, simulated, version_at, article from json_to_recordset(${JSON.stringify(payload)}::json)
      as given(doc_id uuid, content_hash uuid, simulated boolean, version_at timestamptz, article jsonb)`.execute(
    trx,
  )
}
