import { OPERATIONS_SAMPLE_INTERVAL } from '@app/contract/limits'
import type { Ctx } from '@app/server/context'
import type { QueueState } from '@app/server/delivery/jobs'
import { readSample } from '@app/server/operations/samples'
import { isCluster, type RedisClient } from '@app/server/redis/connections'
import { countNewMessages, type LastSample, readDatabaseSize, type Sample } from './queries.ts'

const sum = (numbers: number[]): number => numbers.reduce((one, other) => one + other, 0)

/** Returns the result, or null while Redis does not respond. */
async function resolveOrNull<Result>({ log }: Ctx, result: Promise<Result>): Promise<Result | null> {
  try {
    return await result
  } catch (error) {
    log.debug({ err: error }, 'a sample lacks values')
    return null
  }
}

const summarizeJobs = (queues: QueueState[]) => ({
  jobsWaiting: sum(queues.map(({ jobs }) => jobs.waiting ?? 0)),
  oldestJobSeconds: Math.max(...queues.map(({ oldestSeconds }) => oldestSeconds)),
  jobsFailed: sum(queues.map(({ jobs }) => jobs.failed ?? 0)),
})

/** Sums the matches of a pattern, or returns null if a text has none. */
function sumMatches(infos: string[], pattern: RegExp): string | null {
  const values = infos.map((text) => pattern.exec(text)?.[1])
  return values.includes(undefined) ? null : String(sum(values.map(Number)))
}

/** Reads the memory that Redis uses, and its limit if there is one, summed over all masters of a cluster. */
async function readRedisSize(redis: RedisClient) {
  if (redis.status !== 'ready') throw new Error('Redis is unreachable')
  const nodes = isCluster(redis) ? redis.nodes('master') : [redis]
  const infos = await Promise.all(nodes.map((node) => node.info('memory')))
  return {
    redisBytes: sumMatches(infos, /^used_memory:(\d+)/m),
    redisBytesMax: sumMatches(infos, /^maxmemory:([1-9]\d*)/m),
  }
}

/** Returns the messages per minute since the last sample, so that a missed minute does not raise the next one. */
async function measureMessages({ db }: Ctx, minute: Date, last: LastSample | undefined) {
  const chats = await countNewMessages(db, 'chat_messages', last?.chatMessagesTo)
  const groups = await countNewMessages(db, 'group_messages', last?.groupMessagesTo)
  const minutes = last ? (minute.getTime() - Date.parse(last.at)) / OPERATIONS_SAMPLE_INTERVAL : 1
  return {
    messages: (chats.count + groups.count) / minutes,
    chatMessagesTo: chats.to,
    groupMessagesTo: groups.to,
  }
}

/** Measures a minute that has ended. The values from Redis are missing while it is unavailable. */
export async function measure(ctx: Ctx, minute: Date, last: LastSample | undefined): Promise<Sample> {
  const [activity, queues, redisSize, messages, databaseBytes] = await Promise.all([
    resolveOrNull(ctx, readSample(ctx.redis, minute)),
    resolveOrNull(ctx, ctx.jobs.readQueueStates()),
    resolveOrNull(ctx, readRedisSize(ctx.redis)),
    measureMessages(ctx, minute, last),
    readDatabaseSize(ctx.db),
  ])
  return {
    at: minute.toISOString(),
    ...activity,
    ...(queues && summarizeJobs(queues)),
    ...redisSize,
    ...messages,
    databaseBytes,
  }
}
