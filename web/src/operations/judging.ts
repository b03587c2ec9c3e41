import type { Operations, QueueName, QueueNow } from '@app/contract/operations'
import type { Figures } from './store.ts'

/** Told by a word, not by a colour alone. Unknown is what could not be measured. */
export type Judgement = 'good' | 'look' | 'unknown'

/**
 * What may be without anybody having to look, in one place; pushes, outbox and queues as the alerts of Prometheus have it.
 * Redis is given 384 MB and takes no more jobs once they are full. How much of the disk is left nobody here knows.
 */
export const AT_MOST = {
  secondsSinceMeasured: 180,
  pushLagP99: 1_000,
  outboxSeconds: 60,
  failedJobs: 0,
  mailsRefused: 0,
  redisBytes: 300e6,
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

export function judgementsOf({ operations, at }: Figures) {
  const { minute, outbox } = operations
  const queues = sumOfQueues(operations)
  const age = minute && (at.getTime() - Date.parse(minute.at)) / 1_000
  return {
    measurements: judge(age, AT_MOST.secondsSinceMeasured),
    redis: queues === null ? 'look' : 'good',
    online: isKnown(minute?.membersOnline),
    messages: isKnown(minute?.messages),
    // Without pushes there is no lag, which is as it should be.
    lag: minute?.pushes === 0 ? 'good' : judge(minute?.pushLagP99, AT_MOST.pushLagP99),
    outbox: judge(outbox.oldestSeconds, AT_MOST.outboxSeconds),
    waiting: operations.queues?.some(isLate) ? 'look' : isKnown(queues),
    failed: judge(queues?.failed, AT_MOST.failedJobs),
    refused: judge(minute?.mailsRefused, AT_MOST.mailsRefused),
    storage: judge(minute?.redisBytes, AT_MOST.redisBytes),
  } satisfies Record<string, Judgement>
}

export type Judged = keyof ReturnType<typeof judgementsOf>
