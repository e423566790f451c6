import type { Instant } from '../kernel/time.ts'

/** Something that the bundled identity provider remembers: a browser's session, a log-in under way, a code, a refresh token. */
export interface LoginRecord {
  /** Plain JSON. */
  payload: object
  /** The log-in that it belongs to, whose records can be removed together. */
  grantId: string | null
  /** Of a browser's session: another name to find it by. */
  sessionUid: string | null
  expiresAt: Instant
}

/** A record as it is found. */
export interface KeptRecord {
  payload: object
  /** Null while it has not been used up. */
  consumedAt: Instant | null
}

/** Where the bundled identity provider keeps its records, for every process and over restarts. What has expired may be gone. */
export interface LoginState {
  /** Keeps a record in the place of any that has its kind and id. */
  put(kind: string, id: string, record: LoginRecord): Promise<void>
  find(kind: string, id: string): Promise<KeptRecord | null>
  findBySessionUid(kind: string, sessionUid: string): Promise<KeptRecord | null>
  /** Uses a record up. Of all concurrent callers exactly one gets true. */
  consume(kind: string, id: string): Promise<boolean>
  remove(kind: string, id: string): Promise<void>
  removeGrant(kind: string, grantId: string): Promise<void>
}
