import { isIP } from 'node:net'
import { Failure } from '../kernel/fail.ts'

export interface HostListOptions {
  /** Where the server listens: an IP address or `localhost`. */
  host: string
  /** Names and IP addresses in lower case that are taken besides, on any port. */
  allowedHosts: readonly string[]
}

/** RFC 9110 section 7.2: a name or an address, and perhaps a port. Browsers send no other spelling. */
const HOST = /^([A-Za-z0-9_.-]{1,255}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{0,5})?$/
/** What a target in absolute form says instead of the Host header, RFC 9112 section 3.2.2. */
const AUTHORITY = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/
const WILDCARDS = ['0.0.0.0', '[::]']

/** The 421 of a request for somebody else. */
const MISDIRECTED = new Failure(
  'MISDIRECTED_REQUEST',
  'This server is not the host that the request names: ask it as localhost, or have the name in ALLOWED_HOSTS.',
)

/**
 * The names under which a server is asked where anybody may log in. A page of a stranger can have its own name resolve to this
 * machine (DNS rebinding), and the browser then lets it read everything; what it cannot change is the Host header. With a server that
 * listens on every address any IP address is taken, because a page under one came from that very machine.
 */
export class HostList {
  private readonly names: ReadonlySet<string>
  private readonly takesAddresses: boolean
  /** Clients say the same each time. */
  private last: string | null = null

  constructor({ host, allowedHosts }: HostListOptions) {
    const own = inBrackets(host)
    this.names = new Set([own, ...allowedHosts.map(inBrackets)])
    this.takesAddresses = WILDCARDS.includes(own)
  }

  /** What refuses a request because of its Host header or its target, or null. No header, as HTTP/1.0 allows, names nobody. */
  refusal(host: string | undefined, target: string): Failure | null {
    if (target.charCodeAt(0) !== 47) {
      const authority = AUTHORITY.exec(target)?.[1]
      if (authority !== undefined && !this.takes(authority)) return MISDIRECTED
    }
    return host === undefined || host === this.last || this.takes(host) ? null : MISDIRECTED
  }

  private takes(host: string): boolean {
    const name = HOST.exec(host)?.[1]?.toLowerCase()
    if (name === undefined) return false
    const address = isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0
    const canonical = address ? inBrackets(name) : name
    const taken = LOOPBACK.test(canonical) || this.names.has(canonical) || (this.takesAddresses && address)
    if (taken) this.last = host
    return taken
  }
}

/** A host as addresses on the web have it: IPv6 shortened and in brackets. */
function inBrackets(host: string): string {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  return isIP(bare) === 6 ? new URL(`http://[${bare}]`).hostname : bare.toLowerCase()
}
