import { type Cluster, Command, type Redis } from 'ioredis'
import { isCluster, type RedisClient } from './redis.ts'

/** What Redis is to do: a command, its one key or channel, and the rest. */
export type RedisCommand = [name: string, key: string, ...rest: (string | number)[]]

type Answer = [error: Error | null, value: unknown]

/** Where a cluster keeps this key, or says what this channel is told. */
export const slotOf = (key: string): number => new Command('get', [key]).getSlot()

/** The address of the node that holds a slot; empty while nobody does. */
export const holderOf = (cluster: Cluster, slot: number): string => cluster.slots[slot]?.[0] ?? ''

export const addressOf = ({ options: { host, port } }: Redis): string => `${host}:${port}`

/** Things by the node that serves their key, each with its place among all. */
function byNodes<Thing>(cluster: Cluster, things: Thing[], keyOf: (thing: Thing) => string) {
  const groups = new Map<string, { slot: number; things: Thing[]; places: number[] }>()
  things.forEach((thing, place) => {
    const slot = slotOf(keyOf(thing))
    // NOTE: the client refuses a pipeline over slots whose replicas differ, so they part here, too.
    const nodes = (cluster.slots[slot] ?? []).join()
    const group = groups.get(nodes) ?? { slot, things: [], places: [] }
    group.things.push(thing)
    group.places.push(place)
    groups.set(nodes, group)
  })
  return [...groups.values()]
}

/** Runs one trip to each node, all at once, and puts the answers where the things were. */
async function atNodes<Thing, Result>(
  cluster: Cluster,
  things: Thing[],
  keyOf: (thing: Thing) => string,
  run: (things: Thing[], slot: number) => Promise<Result[]>,
): Promise<Result[]> {
  // While a cluster connects for the first time, its pipelines wait; nobody else does.
  if (cluster.status !== 'ready') throw new Error('the cluster is out of reach')
  const results = new Array<Result>(things.length)
  const groups = byNodes(cluster, things, keyOf).map(async ({ slot, things, places }) => {
    const answers = await run(things, slot)
    places.forEach((place, index) => {
      results[place] = answers[index] as Result
    })
  })
  await Promise.all(groups)
  return results
}

const isOnTheMove = (error: Error | null): boolean => /^(?:MOVED|ASK|TRYAGAIN)\b/.test(error?.message ?? '')

/** What a node has just given away is asked for once more by itself: the client follows only single commands. */
const follow = (cluster: Cluster, [name, ...rest]: RedisCommand): Promise<Answer> =>
  cluster.call(name, ...rest).then(
    (value): Answer => [null, value],
    (error: Error): Answer => [error, undefined],
  )

async function runAtNode(cluster: Cluster, commands: RedisCommand[]): Promise<Answer[]> {
  const answers = ((await cluster.pipeline(commands).exec()) ?? []) as Answer[]
  return Promise.all(
    answers.map((answer, index) => {
      const command = commands[index]
      return command && isOnTheMove(answer[0]) ? follow(cluster, command) : answer
    }),
  )
}

/** Runs commands in one trip, or one to each node of a cluster, and answers what came of each. */
export async function runEach(redis: RedisClient, commands: RedisCommand[]): Promise<Answer[]> {
  if (commands.length === 0) return []
  if (!isCluster(redis)) return ((await redis.pipeline(commands).exec()) ?? []) as Answer[]
  return atNodes(
    redis,
    commands,
    ([, key]) => key,
    (some) => runAtNode(redis, some),
  )
}

/** Runs commands in one trip; throws when one of them fails. */
export async function runAll(redis: RedisClient, commands: RedisCommand[]): Promise<unknown[]> {
  const answers = await runEach(redis, commands)
  const failure = answers.find(([error]) => error)?.[0]
  if (failure) throw failure
  return answers.map(([, value]) => value)
}

/** In a cluster a channel lives where a key of its name would: only that node hears of it. */
export const publishing = (redis: RedisClient, channel: string, text: string): RedisCommand => [
  isCluster(redis) ? 'spublish' : 'publish',
  channel,
  text,
]

const numbersIn = (answer: unknown[]): number[] => answer.filter((_, index) => index % 2 === 1).map(Number)

async function countAtNode(cluster: Cluster, channels: string[], slot: number): Promise<number[]> {
  const holder = holderOf(cluster, slot)
  const node = cluster.nodes('master').find((node) => addressOf(node) === holder)
  if (!node) throw new Error('a node of the cluster is out of reach')
  return numbersIn(await node.pubsub('SHARDNUMSUB', ...channels))
}

/** How many hubs hear each of these channels. */
export async function countListeners(redis: RedisClient, channels: string[]): Promise<number[]> {
  if (channels.length === 0) return []
  if (!isCluster(redis)) return numbersIn((await redis.pubsub('NUMSUB', ...channels)) as unknown[])
  return atNodes(
    redis,
    channels,
    (channel) => channel,
    (some, slot) => countAtNode(redis, some, slot),
  )
}
