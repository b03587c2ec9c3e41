import {
  type FailedJob,
  type Operations,
  type OperationsHistory,
  QueueName,
  type QueueSnapshot,
} from '@app/contract/operations'

const POINTS = 60
/** The minutes without measurements. */
const GAP = { start: 20, end: 25 }

export const NOW = '2026-11-12T13:05:00.000Z'

const minutesBefore = (count: number): string => new Date(Date.parse(NOW) - count * 60_000).toISOString()

/** Creates an hour of values that count up from a number, with a gap. */
const series = (first: number): (number | null)[] =>
  Array.from({ length: POINTS }, (_, index) => (index >= GAP.start && index < GAP.end ? null : first + index))

const history = (): OperationsHistory => ({
  stepSeconds: 60,
  at: Array.from({ length: POINTS }, (_, index) => minutesBefore(POINTS - 1 - index)),
  membersOnline: series(1_175),
  messages: series(10),
  pushes: series(20),
  pushLagP50: series(5),
  pushLagP99: series(40),
  jobsWaiting: series(0),
  oldestJobSeconds: series(0),
  jobsFailed: series(0),
  mailsTaken: series(0),
  mailsRefused: Array.from({ length: POINTS }, () => null),
  databaseBytes: series(1.2e9),
  redisBytes: series(12e6),
  photoBytes: series(34e9),
})

const aQueue = (changes: Partial<QueueSnapshot>): QueueSnapshot => ({
  queue: 'mail',
  waiting: 0,
  active: 0,
  delayed: 0,
  failed: 0,
  oldestSeconds: 0,
  paused: false,
  ...changes,
})

/** Creates the state of a healthy installation: one job waits, and none has failed. */
export const someOperations = (changes: Partial<Operations> = {}): Operations => ({
  now: NOW,
  minute: {
    at: NOW,
    membersOnline: 1_234,
    messages: 56,
    pushes: 130,
    pushLagP50: 12,
    pushLagP99: 85,
    mailsTaken: 7,
    mailsRefused: 0,
    databaseBytes: 1.2e9,
    redisBytes: 12e6,
    redisBytesMax: 400e6,
  },
  queues: [aQueue({ waiting: 1, oldestSeconds: 4 }), aQueue({ queue: 'photos', delayed: 2 })],
  outbox: { rows: 0, oldestSeconds: 0 },
  photoStore: { at: NOW, files: 9_000, bytes: 34e9 },
  history: history(),
  ...changes,
})

/** Creates a state with one failed job per given queue name; names may repeat. */
export const withFailed = (...queueNames: QueueName[]): Operations =>
  someOperations({
    queues: QueueName.options.map((queue) =>
      aQueue({ queue, failed: queueNames.filter((name) => name === queue).length }),
    ),
  })

export const aFailedJob = (changes: Partial<FailedJob> = {}): FailedJob => ({
  queue: 'mail',
  id: 'mail-1',
  name: 'send-mail',
  attempts: 5,
  reason: 'connect ECONNREFUSED',
  failedAt: '2026-11-12T12:30:00.000Z',
  requestId: 'req-7',
  ...changes,
})
