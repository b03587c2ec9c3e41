import type { Operations, OperationsMinute, QueueName, QueueSnapshot } from '@app/contract/operations'

/** An assessment, shown as a word and not only as a color. `unknown` means not measured. */
export type Assessment = 'good' | 'attention' | 'unknown'

/**
 * The maximum values that need no attention. The thresholds of pushes and the outbox, and `QUEUE_WAIT_MAX_SECONDS`,
 * match the Prometheus alerts. Redis accepts no more jobs when its memory is full.
 */
export const THRESHOLDS = {
  secondsSinceMeasured: 180,
  pushLagP99Ms: 1_000,
  outboxSeconds: 60,
  failedJobs: 0,
  mailsRefused: 0,
  redisUsageRatio: 0.8,
} as const

/** Members wait for their emails and photos; other work may take longer. */
const URGENT_QUEUES: readonly QueueName[] = ['mail', 'photos']
const QUEUE_WAIT_MAX_SECONDS = { urgent: 60, other: 1_800 }

export const isLate = ({ queue, oldestSeconds }: QueueSnapshot): boolean =>
  oldestSeconds > (URGENT_QUEUES.includes(queue) ? QUEUE_WAIT_MAX_SECONDS.urgent : QUEUE_WAIT_MAX_SECONDS.other)

function assess(value: number | null | undefined, threshold: number): Assessment {
  if (value === null || value === undefined) return 'unknown'
  return value > threshold ? 'attention' : 'good'
}

const assessKnown = (value: unknown): Assessment => (value === null || value === undefined ? 'unknown' : 'good')

/** Returns the totals of all queues, and the longest wait; null while they cannot be read. */
export function sumQueues({ queues }: Operations) {
  if (!queues) return null
  return {
    waiting: queues.reduce((sum, { waiting }) => sum + waiting, 0),
    failed: queues.reduce((sum, { failed }) => sum + failed, 0),
    oldestSeconds: Math.max(0, ...queues.map(({ oldestSeconds }) => oldestSeconds)),
  }
}

/** Returns the fraction of the Redis memory limit that is used: 0 without a limit, null if it was not measured. */
function redisUsageRatio(minute: OperationsMinute | null): number | null {
  if (!minute || minute.redisBytes === null) return null
  return minute.redisBytesMax === null ? 0 : minute.redisBytes / minute.redisBytesMax
}

export function assessOperations(operations: Operations) {
  const { now, minute, outbox } = operations
  const queues = sumQueues(operations)
  const age = minute && (Date.parse(now) - Date.parse(minute.at)) / 1_000
  return {
    measurements: assess(age, THRESHOLDS.secondsSinceMeasured),
    redis: queues === null ? 'attention' : 'good',
    // Redis is available, but no hub has reported its online members.
    online: queues && minute?.membersOnline === null ? 'attention' : assessKnown(minute?.membersOnline),
    messages: assessKnown(minute?.messages),
    // A minute without pushes has no lag, which is normal.
    lag: minute?.pushes === 0 ? 'good' : assess(minute?.pushLagP99, THRESHOLDS.pushLagP99Ms),
    outbox: assess(outbox.oldestSeconds, THRESHOLDS.outboxSeconds),
    waiting: operations.queues?.some((queue) => queue.paused || isLate(queue)) ? 'attention' : assessKnown(queues),
    failed: assess(queues?.failed, THRESHOLDS.failedJobs),
    rejected: assess(minute?.mailsRefused, THRESHOLDS.mailsRefused),
    storage: assess(redisUsageRatio(minute), THRESHOLDS.redisUsageRatio),
  } satisfies Record<string, Assessment>
}

export type AssessedName = keyof ReturnType<typeof assessOperations>
