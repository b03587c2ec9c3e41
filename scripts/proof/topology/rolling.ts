import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { type Api, createApi, type Outcome } from '../ledger/api.ts'
import { audit, type Line, readStored } from '../ledger/audit.ts'
import { createPairs } from '../ledger/plan.ts'
import { printStory } from '../ledger/print.ts'
import { createSenders, type Senders } from '../ledger/sender.ts'
import { isQuiet, listAll, populate, type World, waitUntil } from '../ledger/world.ts'
import type { Replica } from './replicas.ts'
import type { Topology } from './stack.ts'

const MEMBERS = 12
/** Milliseconds between two messages, and between two requests for lists. */
const SEND_INTERVAL = 25
/** Milliseconds without disturbance between two restarts. */
const PAUSE_BETWEEN_RESTARTS = 1_000

type Calls = { made: number; failed: string[] }

/** Wraps an API to count its calls and record those without a response. */
function createCountingApi(api: Api, calls: Calls): Api {
  const recordOutcome = (outcome: Outcome<unknown>) => {
    calls.made += 1
    if (!('body' in outcome)) calls.failed.push(Object.values(outcome).join())
  }
  const entries = Object.entries(api).map(([name, call]: [string, (...args: never[]) => Promise<Outcome<unknown>>]) => [
    name,
    async (...args: never[]) => {
      const outcome = await call(...args)
      recordOutcome(outcome)
      return outcome
    },
  ])
  return Object.fromEntries(entries) as Api
}

async function sendContinuously({ chats }: World, senders: Senders, isOver: () => boolean): Promise<void> {
  for (let count = 0; !isOver(); count += 1) {
    const target = chats[count % chats.length]
    const sender = target?.people[count % 2]
    if (target && sender)
      senders.send({
        chatId: target.chatId,
        senderId: sender.memberId,
        text: `Meddelande ${count}`,
        api: sender.api,
        untilReady: sender.viewer.untilReady,
        cutAfter: null,
      })
    await pause(SEND_INTERVAL)
  }
}

async function readContinuously({ people }: World, isOver: () => boolean): Promise<void> {
  const calls: Promise<unknown>[] = []
  for (let count = 0; !isOver(); count += 1) {
    const reader = people[count % people.length]
    if (reader) calls.push(reader.api.list())
    await pause(SEND_INTERVAL)
  }
  await Promise.all(calls)
}

/** Restarts replicas in sequence; each is stopped, started and ready before the next. */
async function restartEach(replicas: Replica[]): Promise<Line[]> {
  const ends: { name: string; code: number }[] = []
  for (const { name, stop, start } of replicas) {
    await pause(PAUSE_BETWEEN_RESTARTS)
    const since = performance.now()
    const code = await stop()
    const stoppedAt = performance.now()
    await start()
    const seconds = (from: number, to: number) => `${((to - from) / 1_000).toFixed(1)} s`
    console.log(
      `  ${name.padEnd(12)} stopped after ${seconds(since, stoppedAt)}, back after ${seconds(stoppedAt, performance.now())}`,
    )
    ends.push({ name, code })
  }
  await pause(PAUSE_BETWEEN_RESTARTS)
  const wrong = ends.filter(({ code }) => code !== 0).map(({ name, code }) => `${name} exited with ${code}`)
  return [{ title: 'clean exits', expected: ends.length, found: ends.length - wrong.length, examples: wrong }]
}

/** Restarts every process in sequence while members write to each other and read; then returns the ledger. */
export async function restartUnderLoad({ url, replicas }: Topology, pool: pg.Pool): Promise<Line[]> {
  const calls: Calls = { made: 0, failed: [] }
  const apiFor = (token: string) => createCountingApi(createApi(url, token), calls)
  const world = await populate(pool, { url, pairs: createPairs(MEMBERS), members: MEMBERS, apiFor })
  try {
    const start = performance.now()
    const senders = createSenders()
    let isOver = false
    const load = Promise.all([sendContinuously(world, senders, () => isOver), readContinuously(world, () => isOver)])
    const ends = await restartEach(replicas.all)
    isOver = true
    await load
    await senders.waitForAll()
    await waitUntil(() => isQuiet(pool, world))
    await listAll(world)
    printStory(senders.entries, world.people, performance.now() - start)
    return [
      ...ends,
      {
        title: 'calls with a response',
        expected: calls.made,
        found: calls.made - calls.failed.length,
        examples: calls.failed.slice(0, 5),
      },
      ...audit(senders.entries.length, senders.entries, world.people, await readStored(pool)),
    ]
  } finally {
    for (const { viewer } of world.people) viewer.close()
  }
}
