const GROUPS = 8
const NETWORK_GROUPS = 4
const MAX_LENGTH = 45

/**
 * The part of an address that one customer holds: an IPv4 address, or the first 64 bits of an IPv6 one, whose other half
 * everybody may choose at will. A client that has hung up meanwhile has no address any more.
 */
export function networkOf(address: string | undefined): string {
  if (address === undefined) return 'gone'
  if (!address.includes(':')) return address.slice(0, MAX_LENGTH)
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped !== null) return mapped[1] ?? ''
  const [before = '', after] = address.slice(0, MAX_LENGTH).split('::')
  const groups = groupsOf(before)
  if (after !== undefined) {
    const rest = groupsOf(after)
    while (groups.length + rest.length < GROUPS) groups.push('0')
    groups.push(...rest)
  }
  const network = groups.slice(0, NETWORK_GROUPS).map((each) => Number.parseInt(each, 16).toString(16))
  return `${network.join(':')}::/64`
}

const groupsOf = (text: string): string[] => (text === '' ? [] : text.split(':'))
