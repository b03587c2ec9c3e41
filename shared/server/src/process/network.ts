import { isIPv6 } from 'node:net'

/**
 * Returns the network of an IP address to which rate limits attribute requests without a session: an IPv4 address
 * itself, or the /64 network of an IPv6 address.
 */
export function getNetwork(address: string): string {
  const [addressWithoutZone = ''] = address.split('%')
  if (!isIPv6(addressWithoutZone)) return addressWithoutZone
  const mappedIPv4 = /^::ffff:([\d.]+)$/i.exec(addressWithoutZone)?.[1]
  if (mappedIPv4) return mappedIPv4
  const [head = '', tail] = addressWithoutZone.split('::')
  const [headGroups = [], tailGroups = []] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean))
  const omittedZeros = tail === undefined ? 0 : 8 - headGroups.length - tailGroups.length
  const allGroups = [...headGroups, ...Array<string>(omittedZeros).fill('0'), ...tailGroups]
  return `${allGroups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
