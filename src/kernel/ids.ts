import { v4, v5, v7 } from 'uuid'

/** An opaque UUID string, always lower case. */
export type Id = string

const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Namespace of every name-based id of Tidemark; changing it would change every `entity_id`. */
const NAMESPACE = v5('tidemark', v5.URL)

/** True for the canonical 8-4-4-4-12 form in either case, nothing around it. */
export function isUuid(text: string): boolean {
  return text.length === 36 && UUID_PATTERN.test(text)
}

/** A new time-ordered id (UUIDv7) for a stored record. */
export function newId(): Id {
  return v7()
}

/** A new unguessable id (UUIDv4), for tokens and request ids. */
export function randomId(): Id {
  return v4()
}

/**
 * A UUIDv5 that depends on nothing but its parts; parts are joined so that ('a','bc') and ('ab','c') differ. A lone
 * surrogate, which no UTF-8 can hold, counts as U+FFFD.
 */
export function nameId(kind: string, ...parts: string[]): Id {
  const name = [kind, ...parts].map((part) => `${part.length}:${part}`).join('|')
  return v5(name.toWellFormed(), NAMESPACE)
}
