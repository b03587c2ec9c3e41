/** The address of a Redis server, or of a cluster by some of its nodes. */
export type RedisAddress =
  | { kind: 'SERVER'; url: string }
  | {
      kind: 'CLUSTER'
      nodes: { host: string; port: number }[]
      username: string | undefined
      password: string | undefined
      encrypted: boolean
    }

const CLUSTER_ADDRESS = /^(rediss?)\+cluster:\/\/(?:([^@]*)@)?([^@/]+)\/?$/
const DEFAULT_PORT = 6379

/** Decodes `USER:PASSWORD`, whose password may contain colons. Returns null for invalid escape sequences. */
function parseCredentials(credentials: string): { username: string; password: string } | null {
  const [, username = '', password = ''] = /^([^:]*):?(.*)$/.exec(credentials) ?? []
  try {
    return { username: decodeURIComponent(username), password: decodeURIComponent(password) }
  } catch {
    return null
  }
}

const parseNode = (node: string): { host: string; port: number } | null => {
  const address = `redis://${node}`
  if (!URL.canParse(address)) return null
  const { hostname, port } = new URL(address)
  return hostname ? { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port || DEFAULT_PORT) } : null
}

/**
 * Parses `redis://USER:PASSWORD@HOST:PORT`, or `redis+cluster://USER:PASSWORD@HOST:PORT,HOST:PORT`. Returns null for a
 * cluster without valid nodes or credentials.
 */
export function parseRedisAddress(address: string): RedisAddress | null {
  if (!/^rediss?\+cluster:/.test(address)) return { kind: 'SERVER', url: address }
  const [, scheme, credentials = '', hosts = ''] = CLUSTER_ADDRESS.exec(address) ?? []
  const nodes = hosts.split(',').map(parseNode)
  const user = parseCredentials(credentials)
  if (!user || !nodes.every((node) => node !== null)) return null
  return {
    kind: 'CLUSTER',
    nodes,
    username: user.username || undefined,
    password: user.password || undefined,
    encrypted: scheme === 'rediss',
  }
}
