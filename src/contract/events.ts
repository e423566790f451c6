import type { Static, TObject, TSchema } from 'typebox'

/** Names of events, and what each carries. */
type EventSchemas = Readonly<Record<string, TSchema>>

/** A response that is a stream of server-sent events. */
export interface EventStream<Events extends EventSchemas = EventSchemas> {
  kind: 'events'
  events: Events
}

/** A response that is a file, written while it is made. */
export interface Attachment {
  kind: 'attachment'
  /** What it may be; the first unless the result says which. */
  mediaTypes: readonly [MediaType, ...MediaType[]]
  /** What the array holds that a file of JSON is. */
  items?: TSchema
}

export type MediaType = 'text/csv' | 'application/json'

/** What an endpoint answers with piece by piece. */
export type Stream = EventStream | Attachment

/** The `stream` of an endpoint that sends events. A failure after the first byte is an event `error`, which is the last. */
export function eventStream<const Events extends EventSchemas>(events: Events): EventStream<Events> {
  return { kind: 'events', events }
}

/** The `stream` of an endpoint that sends a file. */
export function attachment(...mediaTypes: Attachment['mediaTypes']): Attachment {
  return { kind: 'attachment', mediaTypes }
}

/** One event of a stream. */
export type EventOf<Events extends EventSchemas> = {
  [Name in keyof Events & string]: {
    event: Name
    data: Static<Events[Name]>
    /** From where a client goes on that comes again, which sends it as `Last-Event-ID`. */
    id?: string
  }
}[keyof Events & string]

/** Many of them, at once or one after the other. */
type Sequence<T> = AsyncIterable<T> | Iterable<T>

/** Cells of a row of CSV; null is an empty one. */
export type CsvRow = ReadonlyArray<string | number | boolean | null>

/** A file: rows, which the gateway encodes, or the text itself. */
export type AttachmentResult = { filename: string; mediaType?: MediaType } & (
  | {
      /** Rows of CSV, or the items of one JSON array. */
      rows: Sequence<CsvRow | object>
    }
  | { text: Sequence<string | Uint8Array> }
)

/** What the handler of an endpoint with a stream returns once its checks have passed: until then errors have their status. */
export type StreamResult<S extends Stream = Stream> =
  S extends EventStream<infer Events>
    ? {
        events: AsyncIterable<EventOf<Events>>
        headers?: Readonly<Record<string, string>>
        /** Of endpoints that are idempotent: what the same request is given when it comes again. */
        repeat?: Readonly<Record<string, string>>
      }
    : AttachmentResult

/** Types of messages, and what each carries beside `type` and `id`. */
type MessageSchemas = Readonly<Record<string, TObject>>

/** The messages of a WebSocket; those of every socket (`auth`, `ping`, `welcome`, `error` and so on) are not among them. */
export interface SocketMessages<
  Received extends MessageSchemas = MessageSchemas,
  Sent extends MessageSchemas = MessageSchemas,
> {
  /** From the client. */
  received: Received
  /** To the client. */
  sent: Sent
}

/** The `socket` of an endpoint. */
export function socketMessages<const Received extends MessageSchemas, const Sent extends MessageSchemas>(
  messages: SocketMessages<Received, Sent>,
): SocketMessages<Received, Sent> {
  return messages
}

/** One message; the client's `id` is echoed in what answers it. */
export type MessageOf<Messages extends MessageSchemas> = {
  [Type in keyof Messages & string]: { type: Type; id?: string } & Static<Messages[Type]>
}[keyof Messages & string]
