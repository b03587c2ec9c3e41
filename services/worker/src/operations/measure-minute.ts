import { OPERATIONS_SAMPLE_INTERVAL_MS } from '@app/contract/limits'
import type { Ctx } from '@app/server/context'
import type { QueueState } from '@app/server/delivery/jobs'
import { readSample } from '@app/server/operations/samples'
import { isCluster, type RedisClient } from '@app/server/redis/connections'
import { countNewMessages, type LastSample, readDatabaseSize, type Sample } from './queries.ts'

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)

/** Resolves to null if the values cannot be read, for example while Redis is unavailable. */
async function resolveOrNull<Values>({ log }: Ctx, values: Promise<Values>): Promise<Values | null> {
  try {
    return await values
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

/** Sums the numbers that a pattern matches in each text. Returns null if a text has no match. */
function sumMatches(infos: string[], pattern: RegExp): string | null {
  const values = infos.map((text) => pattern.exec(text)?.[1])
  return values.includes(undefined) ? null : String(sum(values.map(Number)))
}

/** Reads the memory that Redis uses and its limit, if any, summed over all masters of a cluster. */
async function readRedisSize(redis: RedisClient) {
  if (redis.status !== 'ready') throw new Error('Redis is unreachable')
  const nodes = isCluster(redis) ? redis.nodes('master') : [redis]
  const infos = await Promise.all(nodes.map((node) => node.info('memory')))
  return {
    redisBytes: sumMatches(infos, /^used_memory:(\d+)/m),
    redisBytesMax: sumMatches(infos, /^maxmemory:([1-9]\d*)/m),
  }
}

/** Measures the messages per minute since the last sample. Averaging avoids a peak after missed minutes. */
async function measureMessages({ db }: Ctx, minute: Date, lastSample: LastSample | undefined) {
  const chats = await countNewMessages(db, 'chat_messages', lastSample?.chatMessagesTo)
  const groups = await countNewMessages(db, 'group_messages', lastSample?.groupMessagesTo)
  const minutes = lastSample ? (minute.getTime() - Date.parse(lastSample.at)) / OPERATIONS_SAMPLE_INTERVAL_MS : 1
  return {
    messages: (chats.count + groups.count) / minutes,
    chatMessagesTo: chats.newestId,
    groupMessagesTo: groups.newestId,
  }
}

/** Measures a minute that has ended. The sample lacks the values from Redis while it is unavailable. */
export async function measureMinute(ctx: Ctx, minute: Date, lastSample: LastSample | undefined): Promise<Sample> {
  const [activity, queues, redisSize, messages, databaseBytes] = await Promise.all([
    resolveOrNull(ctx, readSample(ctx.redis, minute)),
    resolveOrNull(ctx, ctx.jobs.readQueueStates()),
    resolveOrNull(ctx, readRedisSize(ctx.redis)),
    measureMessages(ctx, minute, lastSample),
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
