import { isIPv6 } from 'node:net'

/**
 * Returns the network to which the rate limits attribute a request without a session: its IPv4 address, or the /64
 * network of its IPv6 address.
 */
export function networkOf(address: string): string {
  const plain = address.split('%')[0] ?? ''
  if (!isIPv6(plain)) return plain
  const mapped = /^::ffff:([\d.]+)$/i.exec(plain)?.[1]
  if (mapped) return mapped
  const [head = '', tail] = plain.split('::')
  const groups = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean))
  const [left = [], right = []] = groups
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  const all = [...left, ...Array<string>(zeros).fill('0'), ...right]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
