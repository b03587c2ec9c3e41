import type { Operations, OperationsMinute, QueueName, QueueNow } from '@app/contract/operations'

/** Told by a word, not by a colour alone. Unknown is what could not be measured. */
export type Judgement = 'good' | 'look' | 'unknown'

/**
 * What may be without anybody having to look, in one place; pushes, outbox and queues as the alerts of Prometheus have it.
 * A Redis that is full takes no more jobs. How much of the disk is left nobody here knows.
 */
export const AT_MOST = {
  secondsSinceMeasured: 180,
  pushLagP99: 1_000,
  outboxSeconds: 60,
  failedJobs: 0,
  mailsRefused: 0,
  shareOfRedis: 0.8,
} as const

/** Somebody waits for their mail and their photo. Other work may take its time. */
const WAITED_FOR: readonly QueueName[] = ['mail', 'photos']
const WAIT = { waitedFor: 60, other: 1_800 }

export const isLate = ({ queue, oldestSeconds }: QueueNow): boolean =>
  oldestSeconds > (WAITED_FOR.includes(queue) ? WAIT.waitedFor : WAIT.other)

function judge(value: number | null | undefined, atMost: number): Judgement {
  if (value === null || value === undefined) return 'unknown'
  return value > atMost ? 'look' : 'good'
}

const isKnown = (value: unknown): Judgement => (value === null || value === undefined ? 'unknown' : 'good')

/** Of all queues together; null while they cannot be read. */
export function sumOfQueues({ queues }: Operations) {
  if (!queues) return null
  return {
    waiting: queues.reduce((sum, { waiting }) => sum + waiting, 0),
    failed: queues.reduce((sum, { failed }) => sum + failed, 0),
    oldestSeconds: Math.max(0, ...queues.map(({ oldestSeconds }) => oldestSeconds)),
  }
}

/** Of what Redis may hold, so much is taken; nothing to speak of where there is no limit. */
function shareOfRedis(minute: OperationsMinute | null): number | null {
  if (!minute || minute.redisBytes === null) return null
  return minute.redisBytesMax === null ? 0 : minute.redisBytes / minute.redisBytesMax
}

export function judgementsOf(operations: Operations) {
  const { now, minute, outbox } = operations
  const queues = sumOfQueues(operations)
  const age = minute && (Date.parse(now) - Date.parse(minute.at)) / 1_000
  return {
    measurements: judge(age, AT_MOST.secondsSinceMeasured),
    redis: queues === null ? 'look' : 'good',
    // Redis is there, and no hub has told it of anybody.
    online: queues && minute?.membersOnline === null ? 'look' : isKnown(minute?.membersOnline),
    messages: isKnown(minute?.messages),
    // Without pushes there is no lag, which is as it should be.
    lag: minute?.pushes === 0 ? 'good' : judge(minute?.pushLagP99, AT_MOST.pushLagP99),
    outbox: judge(outbox.oldestSeconds, AT_MOST.outboxSeconds),
    waiting: operations.queues?.some((queue) => queue.paused || isLate(queue)) ? 'look' : isKnown(queues),
    failed: judge(queues?.failed, AT_MOST.failedJobs),
    refused: judge(minute?.mailsRefused, AT_MOST.mailsRefused),
    storage: judge(shareOfRedis(minute), AT_MOST.shareOfRedis),
  } satisfies Record<string, Judgement>
}

export type Judged = keyof ReturnType<typeof judgementsOf>
