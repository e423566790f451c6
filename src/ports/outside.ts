/** What is asked of a server outside. */
export interface OutsideRequest {
  /** Of the body, decoded as well as on the wire. */
  maxBytes: number
  /** For everything together: names, connection, redirects, the last byte. */
  timeoutMs: number
  headers?: Readonly<Record<string, string>>
  /** How many redirects are followed, 3 at most; none for addresses that users supply. */
  redirects?: number
  /** Networks that may be reached though they are not public, such as `10.1.0.0/16`: for what an operator configures. */
  allowedNetworks?: readonly string[]
  signal?: AbortSignal
}

export interface OutsideReply {
  status: number
  /** By name in lower case. */
  headers: ReadonlyMap<string, string>
  /** Decoded. */
  body: Uint8Array
  /** Where the reply came from. */
  url: string
  /** Where the address asked for has moved for good; null where it has not. */
  movedTo: string | null
}

/** Asks with GET; any status is a reply. Rejects with {@link OutsideFailure} alone. */
export type FetchOutside = (url: string, request: OutsideRequest) => Promise<OutsideReply>

/**
 * `unsafe`: an address that may not be requested. `too-large`: more bytes than asked for. `timeout`: not done in time. `redirects`: more of them
 * than allowed, or to nowhere. `aborted`: the signal. `unreachable`: no name, no connection, or a reply that broke off or made no sense.
 */
export type OutsideFault = 'unsafe' | 'too-large' | 'timeout' | 'redirects' | 'aborted' | 'unreachable'

export class OutsideFailure extends Error {
  override name = 'OutsideFailure'
  readonly fault: OutsideFault

  constructor(fault: OutsideFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.fault = fault
  }
}
