import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import { Encoded } from '../contract/endpoint.ts'

/**
 * A body with a tag that stands for its bytes. Small ones are text, which Node sends together with the head in one
 * write; long ones are pieces, which are never copied.
 */
export type TaggedBody = { etag: string; bytes: number } & (
  | { text: string; pieces: null }
  | { text: null; pieces: readonly Uint8Array[] }
)

/** The encoding that a text of that many bytes may be written in: one byte for each character is cheaper. */
export function writeEncoding(text: string, bytes: number): 'latin1' | 'utf8' {
  return text.length === bytes ? 'latin1' : 'utf8'
}

const gzipAsync = promisify(gzip)
/** Below this, compressing costs more than it saves. */
const MIN_COMPRESSED_BYTES = 1_024
/** The negotiator lets a `*` overrule an explicit refusal. */
const GZIP_REFUSED = /\bgzip\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/
const MAX_JOINED_BYTES = 64 * 1024
/** Above this, compressing takes more memory and time than the way saves: such a body is sent as it is. */
const MAX_COMPRESSED_BYTES = 2 * 1024 * 1024

/** Both live as long as what they were made of: a reply that a cache keeps is encoded and compressed once. */
const encoded = new WeakMap<object, TaggedBody>()
const compressed = new WeakMap<TaggedBody, Promise<Uint8Array>>()

/**
 * Encodes a reply. The same object is encoded once, however often it is served: what a cache returns many times must
 * not be changed after its first use.
 */
export function encodeReply(value: object): TaggedBody {
  let body = encoded.get(value)
  if (body === undefined) {
    body = value instanceof Encoded ? encodedBody(value) : textBody(JSON.stringify(value))
    encoded.set(value, body)
  }
  return body
}

/** Few bytes are joined once for all who ask: one write costs less than many. */
function encodedBody({ pieces, etag }: Encoded): TaggedBody {
  const body = piecesBody(pieces, etag)
  return body.bytes > MAX_JOINED_BYTES || pieces.length === 1
    ? body
    : piecesBody([Buffer.concat(pieces)], etag)
}

/** Bytes that exist already, under their tag, and perhaps in their compressed form. */
export function piecesBody(pieces: readonly Uint8Array[], etag: string, gzip?: Uint8Array): TaggedBody {
  let bytes = 0
  for (const piece of pieces) bytes += piece.byteLength
  const body: TaggedBody = { pieces, text: null, bytes, etag }
  if (gzip !== undefined) compressed.set(body, Promise.resolve(gzip))
  return body
}

function textBody(text: string): TaggedBody {
  return { text, pieces: null, bytes: Buffer.byteLength(text), etag: `"${hash('sha1', text, 'base64url')}"` }
}

/** True when an `If-None-Match` header names the tag, in either of its encodings; the comparison is weak. */
export function matchesTag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true
  const variants = [etag, gzipTag(etag)]
  return ifNoneMatch.split(',').some((tag) => variants.includes(tag.trim().replace(/^W\//, '')))
}

/** The tag of the compressed form of a body. */
export function gzipTag(etag: string): string {
  return `${etag.slice(0, -1)}-gzip"`
}

/** Whether a body should be sent compressed to a client with this `Accept-Encoding`. */
export function wantsGzip(acceptEncoding: string | undefined, body: TaggedBody): boolean {
  return (
    acceptEncoding !== undefined &&
    body.bytes >= MIN_COMPRESSED_BYTES &&
    (body.bytes <= MAX_COMPRESSED_BYTES || compressed.has(body)) &&
    negotiate(acceptEncoding, ['gzip', 'identity']) === 'gzip' &&
    !GZIP_REFUSED.test(acceptEncoding)
  )
}

/** Compresses off the event loop, once for all who ask. */
export function compress(body: TaggedBody): Promise<Uint8Array> {
  let pending = compressed.get(body)
  if (pending === undefined) {
    pending = gzipAsync(body.pieces === null ? body.text : Buffer.concat(body.pieces), { level: 5 })
    compressed.set(body, pending)
  }
  return pending
}
