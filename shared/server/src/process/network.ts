import { isIPv6 } from 'node:net'

/** Returns the eight 16-bit groups of an IPv6 address in any of its notations. */
function parseIPv6(address: string): number[] {
  // The parser of URLs writes a trailing IPv4 address as two hexadecimal groups.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = [], tail] = canonical.split('::').map((part) => part.split(':').filter(Boolean))
  const omittedZeros = tail ? 8 - head.length - tail.length : 0
  const groups = [...head, ...Array<string>(omittedZeros).fill('0'), ...(tail ?? [])]
  return groups.map((group) => Number.parseInt(group, 16))
}

/** Returns the IPv4 address that an IPv6 address maps (`::ffff:0:0/96`), undefined if it maps none. */
function findMappedIPv4(groups: number[]): string | undefined {
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:65535') return undefined
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.')
}

/**
 * Returns the network of an IP address to which rate limits attribute requests without a session: an IPv4 address
 * itself, or the /64 network of an IPv6 address.
 */
export function getNetwork(address: string): string {
  const [addressWithoutZone = ''] = address.split('%')
  if (!isIPv6(addressWithoutZone)) return addressWithoutZone
  const groups = parseIPv6(addressWithoutZone)
  const network = groups.slice(0, 4).map((group) => group.toString(16))
  return findMappedIPv4(groups) ?? `${network.join(':')}::/64`
}
