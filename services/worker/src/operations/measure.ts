import { OPERATIONS_STEP } from '@app/contract/limits'
import type { Ctx } from '@app/server/context'
import type { QueueState } from '@app/server/jobs'
import { readMinute } from '@app/server/operations/minutes'
import { isCluster, type RedisClient } from '@app/server/redis'
import { countNewMessages, type LastSample, readDatabaseSize, type Sample } from './queries.ts'

const sum = (numbers: number[]): number => numbers.reduce((one, other) => one + other, 0)

/** Null while Redis does not answer. */
async function ask<Answer>({ log }: Ctx, answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer
  } catch (error) {
    log.debug({ err: error }, 'a minute has a gap')
    return null
  }
}

const jobsIn = (queues: QueueState[]) => ({
  jobsWaiting: sum(queues.map(({ jobs }) => jobs.waiting ?? 0)),
  oldestJobSeconds: Math.max(...queues.map(({ oldestSeconds }) => oldestSeconds)),
  jobsFailed: sum(queues.map(({ jobs }) => jobs.failed ?? 0)),
})

/** Null where one of them does not say. */
function sumOf(told: string[], figure: RegExp): string | null {
  const figures = told.map((text) => figure.exec(text)?.[1])
  return figures.includes(undefined) ? null : String(sum(figures.map(Number)))
}

/** What Redis holds, and may hold where it has a limit; of a cluster all its masters. */
async function readRedisSize(redis: RedisClient) {
  if (redis.status !== 'ready') throw new Error('Redis is out of reach')
  const nodes = isCluster(redis) ? redis.nodes('master') : [redis]
  const told = await Promise.all(nodes.map((node) => node.info('memory')))
  return { redisBytes: sumOf(told, /^used_memory:(\d+)/m), redisBytesMax: sumOf(told, /^maxmemory:([1-9]\d*)/m) }
}

/** Of all messages since the last sample, by the minute: a minute that was missed raises none. */
async function measureMessages({ db }: Ctx, minute: Date, last: LastSample | undefined) {
  const chats = await countNewMessages(db, 'chat_messages', last?.chatMessagesTo)
  const groups = await countNewMessages(db, 'group_messages', last?.groupMessagesTo)
  const minutes = last ? (minute.getTime() - Date.parse(last.at)) / OPERATIONS_STEP : 1
  return {
    messages: (chats.count + groups.count) / minutes,
    chatMessagesTo: chats.to,
    groupMessagesTo: groups.to,
  }
}

/** The figures of a minute that has ended. Those of Redis are missing while it is away. */
export async function measure(ctx: Ctx, minute: Date, last: LastSample | undefined): Promise<Sample> {
  const [noticed, queues, redisSize, messages, databaseBytes] = await Promise.all([
    ask(ctx, readMinute(ctx.redis, minute)),
    ask(ctx, ctx.jobs.look()),
    ask(ctx, readRedisSize(ctx.redis)),
    measureMessages(ctx, minute, last),
    readDatabaseSize(ctx.db),
  ])
  return {
    at: minute.toISOString(),
    ...noticed,
    ...(queues && jobsIn(queues)),
    ...redisSize,
    ...messages,
    databaseBytes,
  }
}
