import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { stopChild } from '../child-process.mjs'
import { findFreePort } from './ports.mjs'
import { startRedis } from './redis.mjs'
import { ensureSecret } from './secrets.mjs'

const SLOTS = 16_384
const JOIN_TIMEOUT_MS = 30_000

/**
 * Starts a cluster of masters that share the slots evenly, with its data in the state folder.
 * @param {string} stateDir
 * @param {number} [size]
 */
export async function startRedisCluster(stateDir, size = 3) {
  const password = ensureSecret(stateDir, 'redis-cluster')
  const start = async (/** @type {number} */ number, /** @type {number} */ busPort) => {
    const settings = ['cluster-enabled yes', `cluster-port ${busPort}`, 'cluster-node-timeout 3000', 'save ""']
    const redis = await startRedis(join(stateDir, `redis-${number}`), {
      password,
      settings: [...settings, `masterauth ${password}`],
    })
    return { ...redis, number, busPort }
  }
  /** @type {Awaited<ReturnType<typeof start>>[]} */
  const nodes = []
  for (let number = 0; number < size; number++) nodes.push(await start(number, await findFreePort()))
  await joinNodes(nodes)
  const hosts = nodes.map(({ url }) => new URL(url).host).join()
  return {
    url: `redis+cluster://:${password}@${hosts}`,
    /** Restarts the node at this port, on another port. The other nodes find it by its unchanged bus port. */
    restart: async (/** @type {{ port?: number | undefined }} */ { port }) => {
      const formerNode = nodes.find(({ url }) => new URL(url).port === String(port))
      if (!formerNode?.child) throw new Error(`There is no node at port ${port}.`)
      await stopChild(formerNode.child)
      nodes[formerNode.number] = await start(formerNode.number, formerNode.busPort)
    },
    stop: () => Promise.all(nodes.map(({ child }) => child && stopChild(child))),
  }
}

/** @param {{ url: string, number: number, busPort: number }[]} nodes */
async function joinNodes(nodes) {
  const clients = nodes.map(({ url }) => new Redis(url))
  try {
    for (const [index, client] of clients.entries()) {
      const [from, to] = [index, index + 1].map((share) => Math.floor((share * SLOTS) / nodes.length))
      await client.cluster('SET-CONFIG-EPOCH', index + 1)
      await client.cluster('ADDSLOTSRANGE', Number(from), Number(to) - 1)
    }
    for (const { url, busPort } of nodes.slice(1)) {
      const { hostname, port } = new URL(url)
      await clients[0]?.cluster('MEET', hostname, port, busPort)
    }
    for (const client of clients) await waitForJoin(client, nodes.length)
  } finally {
    for (const client of clients) client.disconnect()
  }
}

/**
 * @param {Redis} client
 * @param {number} size
 */
async function waitForJoin(client, size) {
  for (const deadline = Date.now() + JOIN_TIMEOUT_MS; Date.now() < deadline; await pause(50)) {
    const info = String(await client.cluster('INFO'))
    if (info.includes('cluster_state:ok') && info.includes(`cluster_known_nodes:${size}\r`)) return
  }
  throw new Error('The nodes of the Redis cluster did not join.')
}
