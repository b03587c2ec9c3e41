import pg from 'pg'
import { step } from '../../stack/progress.mjs'
import { connectAll } from '../bench/delivery.ts'
import { fillFeed } from '../bench/feed/fill.ts'
import { fillAds } from '../bench/feed/fill-ads.ts'
import { fillLists } from '../bench/lists/fill.ts'
import { percentile } from '../bench/measurements.ts'
import { growMembersTo } from '../bench/search/fill.ts'
import { fillWorld, findPairs, logInCallers } from '../bench/world.ts'
import { type IsolatedStack, SERVICE_NAMES, startIsolatedStack } from '../common/isolated-stack.ts'
import { measureProcessTree, type Usage } from '../common/process-tree.ts'
import { drive, type LoadTarget, type Tally } from './drive.ts'
import { createMix } from './mix.ts'
import type { LoadOptions } from './options.ts'

type Rates = Pick<LoadOptions, 'messagesPerSecond' | 'requestsPerSecond' | 'seconds'>
/** The average number of CPU cores that a process used, and its memory before and after. */
type ProcessUsage = { cores: number; bytesBefore: number; bytesAfter: number }
export type Stage = {
  rates: Rates
  tally: Tally
  usageByProcess: Map<string, ProcessUsage>
  lost: number
  /** Bytes of write-ahead log, which PostgreSQL would also send to each replica. */
  walBytes: number
}
export type Report = {
  main: Stage
  /** Stages with only sockets, only messages and only other requests, which isolate the cost of each. */
  isolated: Stage[]
  ramp: Stage[]
  errorLines: string[]
}

const CHATS_EACH = 10
const MESSAGES_EACH = 20
const SEARCHABLE_MEMBERS = 20_000
const GROUPS = 5_000
const ENTRIES = 50_000
const RAMP_FACTOR = 1.5
/** The factors of both rates in the isolated stages: doubled, so that the costs are measurable, or zero. */
const ISOLATED_FACTORS = [
  { messages: 0, requests: 0 },
  { messages: 2, requests: 0 },
  { messages: 0, requests: 2 },
]
/** The p99 of the acknowledgment and delivery times of messages above which a stage counts as failed. */
const P99_MAX_MS = 1_000

async function populate(pool: pg.Pool, stack: IsolatedStack, { sockets }: LoadOptions) {
  const members = await fillWorld(pool, { members: sockets, chatsEach: CHATS_EACH, messagesEach: MESSAGES_EACH })
  await fillLists(pool, GROUPS)
  await fillFeed(pool, ENTRIES)
  await fillAds(pool, ENTRIES)
  await growMembersTo(pool, SEARCHABLE_MEMBERS)
  const callers = await logInCallers(pool, stack.url, members)
  return { callers, pairs: await findPairs(pool, callers), userNames: members.map(({ userName }) => userName) }
}

const countMessages = async (pool: pg.Pool): Promise<number> =>
  Number((await pool.query<{ n: string }>('select count(*) as n from chat_messages')).rows[0]?.n)

const readWalPosition = async (pool: pg.Pool): Promise<number> =>
  Number((await pool.query<{ bytes: string }>(`select pg_current_wal_lsn() - '0/0' as bytes`)).rows[0]?.bytes)

/** Measures the load generator itself, which uses CPU on the same machine. */
function measureOwnProcess(): Usage {
  const { user, system } = process.cpuUsage()
  return { cpuSeconds: (user + system) / 1e6, memoryBytes: process.memoryUsage.rss() }
}

const measureProcesses = async (processIds: Map<string, number>): Promise<Map<string, Usage>> =>
  new Map([
    ...(await Promise.all([...processIds].map(async ([name, pid]) => [name, await measureProcessTree(pid)] as const))),
    ['load', measureOwnProcess()],
  ])

/** Runs a stage. Acknowledged messages count as lost if they are not stored or did not reach their recipient. */
async function runStage(
  pool: pg.Pool,
  processIds: Map<string, number>,
  target: LoadTarget,
  rates: Rates,
): Promise<Stage> {
  const [messagesBefore, walBefore] = [await countMessages(pool), await readWalPosition(pool)]
  const [before, start] = [await measureProcesses(processIds), performance.now()]
  const tally = await drive(target, rates)
  const [after, seconds] = [await measureProcesses(processIds), (performance.now() - start) / 1_000]
  const walBytes = (await readWalPosition(pool)) - walBefore
  const stored = (await countMessages(pool)) - messagesBefore
  const lost = Math.max(0, tally.acknowledged.length - stored) + tally.undelivered.length
  const computeUsage = (name: string, { cpuSeconds, memoryBytes }: Usage): [string, ProcessUsage] => {
    const earlier = before.get(name) ?? { cpuSeconds: 0, memoryBytes: 0 }
    const cores = (cpuSeconds - earlier.cpuSeconds) / seconds
    return [name, { cores, bytesBefore: earlier.memoryBytes, bytesAfter: memoryBytes }]
  }
  const usageByProcess = new Map([...after].map(([name, usage]) => computeUsage(name, usage)))
  return { rates, tally, usageByProcess, lost, walBytes }
}

export const hasFailed = ({ tally, lost }: Stage): boolean =>
  tally.errors.size > 0 ||
  lost > 0 ||
  tally.duplicates > 0 ||
  percentile(tally.acknowledged, 0.99) > P99_MAX_MS ||
  percentile(tally.delivered, 0.99) > P99_MAX_MS

type Run = (rates: Rates) => Promise<Stage>

async function runIsolatedStages(
  run: Run,
  { messagesPerSecond, requestsPerSecond, stepSeconds }: LoadOptions,
): Promise<Stage[]> {
  const stages: Stage[] = []
  for (const { messages, requests } of ISOLATED_FACTORS)
    stages.push(
      await run({
        messagesPerSecond: messages * messagesPerSecond,
        requestsPerSecond: requests * requestsPerSecond,
        seconds: stepSeconds,
      }),
    )
  return stages
}

async function runRamp(run: Run, main: Stage, { stepSeconds }: LoadOptions): Promise<Stage[]> {
  const stages: Stage[] = []
  let { messagesPerSecond, requestsPerSecond } = main.rates
  while (!hasFailed(stages.at(-1) ?? main)) {
    messagesPerSecond = Math.round(messagesPerSecond * RAMP_FACTOR)
    requestsPerSecond = Math.round(requestsPerSecond * RAMP_FACTOR)
    stages.push(await run({ messagesPerSecond, requestsPerSecond, seconds: stepSeconds }))
  }
  return stages
}

export async function runLoad(options: LoadOptions): Promise<Report> {
  const stack = await step('Isolated stack', startIsolatedStack)
  const pool = new pg.Pool({ connectionString: stack.databaseUrl, max: 1 })
  const world = await step('Members, chats, groups, events, photos and ads', () => populate(pool, stack, options))
  const { sockets, close } = await step(`${options.sockets} sockets`, () =>
    connectAll({ hubUrl: stack.url, getToken: ({ token }) => token }, world.callers),
  )
  const processIds = new Map(
    ([...SERVICE_NAMES, 'postgres', 'redis'] as const).map((name) => [name, stack.findProcessId(name)]),
  )
  const nextRequest = createMix(world.callers, world.userNames)
  const target = { url: stack.url, sockets, pairs: world.pairs, nextRequest }
  const run: Run = (rates) => {
    const { messagesPerSecond, requestsPerSecond, seconds } = rates
    const title = `${messagesPerSecond} messages and ${requestsPerSecond} other requests per second for ${seconds} s`
    return step(title, () => runStage(pool, processIds, target, rates))
  }
  try {
    const { messagesPerSecond, requestsPerSecond, seconds } = options
    const main = await run({ messagesPerSecond, requestsPerSecond, seconds })
    const hasRamp = options.stepSeconds > 0
    const isolated = hasRamp ? await runIsolatedStages(run, options) : []
    const ramp = hasRamp ? await runRamp(run, main, options) : []
    return { main, isolated, ramp, errorLines: stack.errorLines }
  } finally {
    close()
    await pool.end()
  }
}
