/** The address of Redis: one server, or some nodes of a cluster, which know the others. */
export type RedisAddress =
  | { kind: 'SERVER'; url: string }
  | {
      kind: 'CLUSTER'
      nodes: { host: string; port: number }[]
      username: string | undefined
      password: string | undefined
      encrypted: boolean
    }

const CLUSTER = /^(rediss?)\+cluster:\/\/(?:([^@]*)@)?([^@/]+)\/?$/
const DEFAULT_PORT = 6379

const parseNode = (node: string): { host: string; port: number } | null => {
  const address = `redis://${node}`
  if (!URL.canParse(address)) return null
  const { hostname, port } = new URL(address)
  return hostname ? { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port || DEFAULT_PORT) } : null
}

/**
 * Parses `redis://USER:PASSWORD@HOST:PORT`, or `redis+cluster://USER:PASSWORD@HOST:PORT,HOST:PORT`; null for a cluster
 * without nodes.
 */
export function parseRedisAddress(address: string): RedisAddress | null {
  if (!/^rediss?\+cluster:/.test(address)) return { kind: 'SERVER', url: address }
  const [, scheme, user = '', hosts = ''] = CLUSTER.exec(address) ?? []
  const nodes = hosts.split(',').map(parseNode)
  if (!nodes.every((node) => node !== null)) return null
  const [username, password] = user.split(':').map(decodeURIComponent)
  return {
    kind: 'CLUSTER',
    nodes,
    username: username || undefined,
    password: password || undefined,
    encrypted: scheme === 'rediss',
  }
}
