import { type Cluster, Command, type Redis } from 'ioredis'
import { isCluster, type RedisClient } from './connections.ts'

/** A Redis command: its name, the key or channel that determines its slot, and the other arguments. */
export type RedisCommand = [name: string, key: string, ...otherArguments: (string | number)[]]

type Reply = [error: Error | null, value: unknown]

/** Returns the slot of a key or of a sharded channel. */
export const getSlot = (key: string): number => new Command('get', [key]).getSlot()

/** Returns the address of the node that owns a slot; empty if the client knows of none. */
export const getSlotOwner = (cluster: Cluster, slot: number): string => cluster.slots[slot]?.[0] ?? ''

/** Returns the address of a node in the same form as `getSlotOwner`. */
export const getNodeAddress = ({ options: { host, port } }: Redis): string => `${host}:${port}`

/** Groups items by the nodes that own their keys, with the index of each item in the list. */
function groupByNode<Item>(cluster: Cluster, items: Item[], getKey: (item: Item) => string) {
  const groups = new Map<string, { slot: number; items: Item[]; indexes: number[] }>()
  items.forEach((item, index) => {
    const slot = getSlot(getKey(item))
    // NOTE: the client rejects a pipeline over slots with different replicas, so such slots form separate groups.
    const nodes = (cluster.slots[slot] ?? []).join()
    const group = groups.get(nodes) ?? { slot, items: [], indexes: [] }
    group.items.push(item)
    group.indexes.push(index)
    groups.set(nodes, group)
  })
  return [...groups.values()]
}

/** Runs one request for each node in parallel, and returns the results in the order of the items. */
async function runPerNode<Item, Result>(
  cluster: Cluster,
  items: Item[],
  getKey: (item: Item) => string,
  run: (items: Item[], slot: number) => Promise<Result[]>,
): Promise<Result[]> {
  // Unlike single commands, pipelines would wait while the client connects to the cluster for the first time.
  if (cluster.status !== 'ready') throw new Error('the cluster is unreachable')
  const results = new Array<Result>(items.length)
  const groups = groupByNode(cluster, items, getKey).map(async ({ slot, items, indexes }) => {
    const replies = await run(items, slot)
    indexes.forEach((originalIndex, index) => {
      results[originalIndex] = replies[index] as Result
    })
  })
  await Promise.all(groups)
  return results
}

const isRedirection = (error: Error | null): boolean => /^(?:MOVED|ASK|TRYAGAIN)\b/.test(error?.message ?? '')

/**
 * Retries a command whose slot has moved as a single command, since the client follows no redirections in pipelines.
 */
const retryRedirected = (cluster: Cluster, [name, ...commandArguments]: RedisCommand): Promise<Reply> =>
  cluster.call(name, ...commandArguments).then(
    (value): Reply => [null, value],
    (error: Error): Reply => [error, undefined],
  )

async function runOnNode(cluster: Cluster, commands: RedisCommand[]): Promise<Reply[]> {
  const replies = ((await cluster.pipeline(commands).exec()) ?? []) as Reply[]
  return Promise.all(
    replies.map((reply, index) => {
      const command = commands[index]
      return command && isRedirection(reply[0]) ? retryRedirected(cluster, command) : reply
    }),
  )
}

/** Runs commands in one round trip, or one to each node of a cluster. Returns the replies in order, errors included. */
export async function runEach(redis: RedisClient, commands: RedisCommand[]): Promise<Reply[]> {
  if (commands.length === 0) return []
  if (!isCluster(redis)) return ((await redis.pipeline(commands).exec()) ?? []) as Reply[]
  return runPerNode(
    redis,
    commands,
    ([, key]) => key,
    (subset) => runOnNode(redis, subset),
  )
}

/** Runs commands like `runEach` and returns their results. Throws if one of them fails. */
export async function runAll(redis: RedisClient, commands: RedisCommand[]): Promise<unknown[]> {
  const replies = await runEach(redis, commands)
  const failure = replies.find(([error]) => error)?.[0]
  if (failure) throw failure
  return replies.map(([, value]) => value)
}

/**
 * Returns the command that publishes on a channel. In a cluster a channel belongs to a slot like a key, and only the
 * node of that slot delivers it.
 */
export const createPublishCommand = (redis: RedisClient, channel: string, text: string): RedisCommand => [
  isCluster(redis) ? 'spublish' : 'publish',
  channel,
  text,
]

/** Parses a reply of alternating channels and counts. */
const parseCounts = (reply: unknown[]): number[] => reply.filter((_, index) => index % 2 === 1).map(Number)

async function countOnNode(cluster: Cluster, channels: string[], slot: number): Promise<number[]> {
  const slotOwner = getSlotOwner(cluster, slot)
  const node = cluster.nodes('master').find((node) => getNodeAddress(node) === slotOwner)
  if (!node) throw new Error('a node of the cluster is unreachable')
  return parseCounts(await node.pubsub('SHARDNUMSUB', ...channels))
}

/** Returns the number of hubs that are subscribed to each of these channels. */
export async function countSubscribers(redis: RedisClient, channels: string[]): Promise<number[]> {
  if (channels.length === 0) return []
  if (!isCluster(redis)) return parseCounts((await redis.pubsub('NUMSUB', ...channels)) as unknown[])
  return runPerNode(
    redis,
    channels,
    (channel) => channel,
    (subset, slot) => countOnNode(redis, subset, slot),
  )
}
