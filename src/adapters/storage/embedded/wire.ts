/**
 * Just enough of the PostgreSQL wire protocol (version 3) to share one engine between several clients:
 * framing of both directions and the greeting. The engine itself speaks the rest.
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */

/** Everything published through `NOTIFY` travels on this one channel; the bus adapter has the topics. */
export const NOTIFY_CHANNEL = 'tidemark'

const SSL_REQUEST = 80_877_103
const GSS_REQUEST = 80_877_104
const CANCEL_REQUEST = 80_877_102

const QUERY = 0x51
const PARSE = 0x50
const SYNC = 0x53
const FUNCTION_CALL = 0x46
const TERMINATE = 0x58
const READY = 0x5a
const NOTIFICATION = 0x41
const ERROR = 0x45
/** The severity field of an error after which the engine is gone, as when its log cannot be written. */
const PANIC = 'SPANIC\0'

/** Transaction state of a ReadyForQuery message: idle, in a transaction, in a failed transaction. */
export type TransactionState = 'I' | 'T' | 'E'

export type ClientEvent =
  | { kind: 'encryption' }
  | { kind: 'startup' }
  | { kind: 'cancel' }
  | { kind: 'terminate' }
  /** Whole messages up to one after which the engine answers with ReadyForQuery. */
  | { kind: 'batch'; bytes: Uint8Array }

/** Cuts what a client sends into batches that may run without anything in between. */
export class ClientFramer {
  private pending: Buffer = Buffer.alloc(0)
  private started = false
  /** Length of the complete messages at the head of `pending` that do not end a batch yet. */
  private scanned = 0

  push(chunk: Uint8Array): ClientEvent[] {
    this.pending = this.pending.length === 0 ? Buffer.from(chunk) : Buffer.concat([this.pending, chunk])
    const events: ClientEvent[] = []
    for (let event = this.next(); event !== null; event = this.next()) events.push(event)
    return events
  }

  private next(): ClientEvent | null {
    return this.started ? this.nextBatch() : this.nextStartup()
  }

  private nextStartup(): ClientEvent | null {
    if (this.pending.length < 8) return null
    const length = this.pending.readInt32BE(0)
    if (length < 8) return this.giveUp()
    if (this.pending.length < length) return null
    const code = this.pending.readInt32BE(4)
    this.pending = this.pending.subarray(length)
    if (code === SSL_REQUEST || code === GSS_REQUEST) return { kind: 'encryption' }
    if (code === CANCEL_REQUEST) return { kind: 'cancel' }
    this.started = true
    return { kind: 'startup' }
  }

  private nextBatch(): ClientEvent | null {
    while (this.pending.length >= this.scanned + 5) {
      const type = this.pending[this.scanned]
      const length = this.pending.readInt32BE(this.scanned + 1)
      if (length < 4) return this.giveUp()
      const end = this.scanned + 1 + length
      if (this.pending.length < end) return null
      this.scanned = end
      if (type === TERMINATE) return { kind: 'terminate' }
      if (type === QUERY || type === SYNC || type === FUNCTION_CALL) {
        // A copy, because the bytes go to another thread or outlive the next chunk.
        const bytes = Uint8Array.from(this.pending.subarray(0, end))
        this.pending = this.pending.subarray(end)
        this.scanned = 0
        return { kind: 'batch', bytes }
      }
    }
    return null
  }

  /** A length that no message can have: this is not the protocol, and nothing after it can be parsed. */
  private giveUp(): ClientEvent {
    this.pending = Buffer.alloc(0)
    this.scanned = 0
    return { kind: 'terminate' }
  }
}

export interface Notification {
  channel: string
  payload: string
}

/** Follows what the engine sends: takes notifications out and remembers the transaction state. */
export class EngineScanner {
  state: TransactionState = 'I'
  /** True once the engine has given itself up: nothing after it is ever answered. */
  panicked = false
  private partial: Buffer | null = null
  private readonly onNotification: (notification: Notification) => void

  constructor(onNotification: (notification: Notification) => void) {
    this.onNotification = onNotification
  }

  /** Returns what the client should see of `chunk`; an incomplete message is kept for the next call. */
  push(chunk: Uint8Array): Uint8Array[] {
    const bytes = this.partial === null ? Buffer.from(chunk) : Buffer.concat([this.partial, chunk])
    const kept: Uint8Array[] = []
    let start = 0
    let at = 0
    while (bytes.length >= at + 5) {
      const end = at + 1 + bytes.readInt32BE(at + 1)
      if (bytes.length < end) break
      const type = bytes[at]
      if (type === READY) this.state = String.fromCharCode(bytes[at + 5] ?? 0x49) as TransactionState
      if (type === ERROR && bytes.toString('latin1', at + 5, at + 5 + PANIC.length) === PANIC) {
        this.panicked = true
      }
      if (type === NOTIFICATION) {
        if (at > start) kept.push(bytes.subarray(start, at))
        this.onNotification(readNotification(bytes.subarray(at + 9, end)))
        start = end
      }
      at = end
    }
    if (at > start) kept.push(bytes.subarray(start, at))
    this.partial = at < bytes.length ? bytes.subarray(at) : null
    return kept
  }
}

function readNotification(body: Buffer): Notification {
  const middle = body.indexOf(0)
  return {
    channel: body.toString('utf8', 0, middle),
    payload: body.toString('utf8', middle + 1, body.length - 1),
  }
}

function message(type: string, ...fields: Array<Buffer>): Buffer {
  const body = Buffer.concat(fields)
  const head = Buffer.alloc(5)
  head.write(type, 0, 'latin1')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

const text = (value: string): Buffer => Buffer.from(`${value}\0`)

/** The greeting after a startup message: trusted, the usual parameters, ready. */
export function greeting(serverVersion: string): Buffer {
  const parameters = {
    server_version: serverVersion,
    server_encoding: 'UTF8',
    client_encoding: 'UTF8',
    DateStyle: 'ISO, MDY',
    IntervalStyle: 'postgres',
    TimeZone: 'UTC',
    integer_datetimes: 'on',
    standard_conforming_strings: 'on',
  }
  return Buffer.concat([
    message('R', int32(0)),
    ...Object.entries(parameters).map(([name, value]) => message('S', text(name), text(value))),
    message('K', int32(0), int32(0)),
    message('Z', Buffer.from('I')),
  ])
}

/** The response to a request for encryption: no. */
export const REFUSE_ENCRYPTION = Buffer.from('N')

/** An ErrorResponse of severity FATAL. */
export function fatal(sqlState: string, detail: string): Buffer {
  const fields = [`SFATAL`, `VFATAL`, `C${sqlState}`, `M${detail}`].map(text)
  return message('E', ...fields, Buffer.from([0]))
}

/** A simple query that ends whatever transaction is open. */
export const ROLLBACK = message('Q', text('ROLLBACK'))

const COPY_IN = /\bcopy\b[^;]*\bfrom\s+stdin\b/i

/** True for a batch with `COPY … FROM STDIN`: an engine that is handed whole batches would wait for data for ever. */
export function copiesIn(batch: Uint8Array): boolean {
  const bytes = Buffer.from(batch.buffer, batch.byteOffset, batch.byteLength)
  for (let at = 0; at < bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
    const isStatement = bytes[at] === QUERY || bytes[at] === PARSE
    const end = at + 1 + bytes.readInt32BE(at + 1)
    if (isStatement && COPY_IN.test(bytes.toString('latin1', at + 5, end))) return true
  }
  return false
}

/** What stands in for such a batch: the engine's own error, so that an open transaction fails with it. */
export const REFUSE_COPY = message(
  'Q',
  text(
    `do $$ begin raise exception using errcode = '0A000', message = 'COPY FROM STDIN is not possible here'; end $$`,
  ),
)
