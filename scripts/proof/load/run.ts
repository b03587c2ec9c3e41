import pg from 'pg'
import { step } from '../../stack/progress.mjs'
import { connectAll } from '../bench/delivery.ts'
import { fillFeed } from '../bench/feed/fill.ts'
import { fillAds } from '../bench/feed/fill-ads.ts'
import { percentile } from '../bench/figures.ts'
import { fillLists } from '../bench/lists/fill.ts'
import { growMembersTo } from '../bench/search/people.ts'
import { fillWorld, findPairs, logIn } from '../bench/world.ts'
import { type OwnStack, SERVICE_NAMES, startOwnStack } from '../common/own-stack.ts'
import { measureProcessTree, type Usage } from '../common/process-tree.ts'
import { drive, type LoadScene, type Tally } from './drive.ts'
import { createMix } from './mix.ts'
import type { LoadOptions } from './options.ts'

type Rates = Pick<LoadOptions, 'messagesPerSecond' | 'callsPerSecond' | 'seconds'>
/** The CPU cores that a process used on average, and its bytes of memory before and after. */
type Use = { cores: number; before: number; after: number }
/** `walBytes` is the write-ahead log of PostgreSQL, which it would send to each replica. */
export type Stage = { rates: Rates; tally: Tally; uses: Map<string, Use>; lost: number; walBytes: number }
/** `apart` has stages with only sockets, only messages and only calls, to measure the cost of each. */
export type Report = { main: Stage; apart: Stage[]; growing: Stage[]; complaints: string[] }

const CHATS_EACH = 10
const MESSAGES_EACH = 20
const SEARCHABLE = 20_000
const GROUPS = 5_000
const ENTRIES = 50_000
const GROWTH = 1.5
/** Sockets, messages and calls separately, the latter two at twice the usual rate to make their cost measurable. */
const SEPARATE_LOADS = [
  { messages: 0, calls: 0 },
  { messages: 2, calls: 0 },
  { messages: 0, calls: 2 },
]
/** The response time above which a stage counts as failed. */
const MAX_P99_MS = 1_000

async function populate(pool: pg.Pool, stack: OwnStack, { sockets }: LoadOptions) {
  const members = await fillWorld(pool, { members: sockets, chatsEach: CHATS_EACH, messagesEach: MESSAGES_EACH })
  await fillLists(pool, GROUPS)
  await fillFeed(pool, ENTRIES)
  await fillAds(pool, ENTRIES)
  await growMembersTo(pool, SEARCHABLE)
  const callers = await logIn(pool, stack.url, members)
  return { callers, pairs: await findPairs(pool, callers), names: members.map(({ userName }) => userName) }
}

const storedMessages = async (pool: pg.Pool): Promise<number> =>
  Number((await pool.query<{ n: string }>('select count(*) as n from chat_messages')).rows[0]?.n)

const readWalPosition = async (pool: pg.Pool): Promise<number> =>
  Number((await pool.query<{ bytes: string }>(`select pg_current_wal_lsn() - '0/0' as bytes`)).rows[0]?.bytes)

/** Measures the load generator itself, which uses CPU on the same machine. */
function measureOwnProcess(): Usage {
  const { user, system } = process.cpuUsage()
  return { cpuSeconds: (user + system) / 1e6, residentBytes: process.memoryUsage.rss() }
}

const measureEach = async (parts: Map<string, number>): Promise<Map<string, Usage>> =>
  new Map([
    ...(await Promise.all([...parts].map(async ([name, pid]) => [name, await measureProcessTree(pid)] as const))),
    ['load', measureOwnProcess()],
  ])

/** Runs a stage. Acknowledged messages count as lost if they are not stored or did not reach their receiver. */
async function runStage(pool: pg.Pool, parts: Map<string, number>, scene: LoadScene, rates: Rates): Promise<Stage> {
  const [storedBefore, writtenBefore] = [await storedMessages(pool), await readWalPosition(pool)]
  const [before, start] = [await measureEach(parts), performance.now()]
  const tally = await drive(scene, rates)
  const [after, seconds] = [await measureEach(parts), (performance.now() - start) / 1_000]
  const walBytes = (await readWalPosition(pool)) - writtenBefore
  const stored = (await storedMessages(pool)) - storedBefore
  const lost = Math.max(0, tally.acknowledged.length - stored) + tally.undelivered.length
  const computeUse = (name: string, { cpuSeconds, residentBytes }: Usage): [string, Use] => {
    const earlier = before.get(name) ?? { cpuSeconds: 0, residentBytes: 0 }
    const cores = (cpuSeconds - earlier.cpuSeconds) / seconds
    return [name, { cores, before: earlier.residentBytes, after: residentBytes }]
  }
  return { rates, tally, uses: new Map([...after].map(([name, usage]) => computeUse(name, usage))), lost, walBytes }
}

export const isBroken = ({ tally, lost }: Stage): boolean =>
  tally.errors.size > 0 ||
  lost > 0 ||
  tally.deliveredTwice > 0 ||
  percentile(tally.acknowledged, 0.99) > MAX_P99_MS ||
  percentile(tally.delivered, 0.99) > MAX_P99_MS

type Run = (rates: Rates) => Promise<Stage>

async function runSeparately(
  run: Run,
  { messagesPerSecond, callsPerSecond, stepSeconds }: LoadOptions,
): Promise<Stage[]> {
  const stages: Stage[] = []
  for (const { messages, calls } of SEPARATE_LOADS)
    stages.push(
      await run({
        messagesPerSecond: messages * messagesPerSecond,
        callsPerSecond: calls * callsPerSecond,
        seconds: stepSeconds,
      }),
    )
  return stages
}

async function runRamp(run: Run, main: Stage, { stepSeconds }: LoadOptions): Promise<Stage[]> {
  const stages: Stage[] = []
  let { messagesPerSecond, callsPerSecond } = main.rates
  while (!isBroken(stages.at(-1) ?? main)) {
    messagesPerSecond = Math.round(messagesPerSecond * GROWTH)
    callsPerSecond = Math.round(callsPerSecond * GROWTH)
    stages.push(await run({ messagesPerSecond, callsPerSecond, seconds: stepSeconds }))
  }
  return stages
}

export async function runLoad(options: LoadOptions): Promise<Report> {
  const stack = await step('Separate stack', startOwnStack)
  const pool = new pg.Pool({ connectionString: stack.databaseUrl, max: 1 })
  const world = await step('Members, chats, groups, events, photos and ads', () => populate(pool, stack, options))
  const { sockets, close } = await step(`${options.sockets} sockets`, () =>
    connectAll({ hubUrl: stack.url, tokenOf: ({ token }) => token }, world.callers),
  )
  const parts = new Map(
    ([...SERVICE_NAMES, 'postgres', 'redis'] as const).map((name) => [name, stack.findProcessId(name)]),
  )
  const scene = { url: stack.url, sockets, pairs: world.pairs, nextCall: createMix(world.callers, world.names) }
  const run: Run = (rates) =>
    step(`${rates.messagesPerSecond} messages and ${rates.callsPerSecond} calls a second for ${rates.seconds} s`, () =>
      runStage(pool, parts, scene, rates),
    )
  try {
    const { messagesPerSecond, callsPerSecond, seconds } = options
    const main = await run({ messagesPerSecond, callsPerSecond, seconds })
    const hasSteps = options.stepSeconds > 0
    const apart = hasSteps ? await runSeparately(run, options) : []
    const growing = hasSteps ? await runRamp(run, main, options) : []
    return { main, apart, growing, complaints: stack.complaints }
  } finally {
    close()
    await pool.end()
  }
}
