import { BlockList, isIP } from 'node:net'
import { OutsideFailure } from '../../ports/outside.ts'

const MAX_URL_LENGTH = 2_048
const PORTS = new Set(['', '80', '443'])
/** Names that a resolver may answer with something near, whatever the rest of the world says. */
const INNER_NAME =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home|corp|private|home\.arpa|test|invalid|onion)$/

/** IANA's special-purpose registry for IPv4 (RFC 6890 and its updates), with multicast and what is reserved. */
const NOT_PUBLIC_V4 = networks(
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.31.196.0/24 ' +
    '192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
)
/** Of IPv6 only what is assigned to networks is public; that leaves out loopback, mapped IPv4, NAT64, ULA, link-local and multicast. */
const ASSIGNED_V6 = networks('2000::/3')
/** Teredo and other protocols, documentation, 6to4, segment routing. */
const NOT_PUBLIC_V6 = networks('2001::/23 2001:db8::/32 2002::/16 3fff::/20')

function networks(list: string): BlockList {
  return networksOf(list.split(' '))
}

/** A list of networks such as `10.1.0.0/16`. @throws {RangeError} that names the invalid one */
export function networksOf(cidrs: readonly string[]): BlockList {
  const list = new BlockList()
  for (const cidr of cidrs) {
    const [address = '', prefix = '', more] = cidr.split('/')
    const family = isIP(address)
    const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN
    if (family === 0 || more !== undefined || !(bits <= (family === 4 ? 32 : 128))) {
      throw new RangeError(`"${cidr}" is not a network such as 10.1.0.0/16`)
    }
    list.addSubnet(address, bits, family === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}

/** Whether an address belongs to somebody on the Internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !NOT_PUBLIC_V4.check(address, 'ipv4')
  if (family !== 6 || address.includes('%')) return false
  return ASSIGNED_V6.check(address, 'ipv6') && !NOT_PUBLIC_V6.check(address, 'ipv6')
}

/** Whether a connection to it may be made. The allowed networks add to what is public. */
export function mayDial(address: string, allowed: BlockList | null): boolean {
  if (isPublicAddress(address)) return true
  const family = isIP(address)
  if (allowed === null || family === 0 || address.includes('%')) return false
  return allowed.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

/**
 * The URL of an address that may be requested: http or https, no user name, ports 80 and 443, a public name or a public address in its usual notation. Where networks
 * are allowed, any port and any name may stand, because what counts is checked again when the connection is made.
 *
 * @throws {OutsideFailure} `unsafe`, which does not say what was found
 */
export function refuseUnsafeUrl(url: string, allowed: BlockList | null = null): URL {
  const parsed = url.length <= MAX_URL_LENGTH ? URL.parse(url) : null
  if (parsed === null || !isSafe(parsed, url, allowed)) throw unsafe()
  return parsed
}

export function unsafe(): OutsideFailure {
  return new OutsideFailure('unsafe', 'The address is not one that may be requested.')
}

function isSafe(url: URL, written: string, allowed: BlockList | null): boolean {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return false
  if (url.username !== '' || url.password !== '') return false
  if (allowed === null && !PORTS.has(url.port)) return false
  const host = hostOf(url)
  if (isIP(host) === 4) return written.includes(`//${host}`) && mayDial(host, allowed)
  if (isIP(host) === 6) return mayDial(host, allowed)
  return allowed !== null || (host.includes('.') && !INNER_NAME.test(host))
}

/** The name or address without brackets and closing dots. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '')
}
