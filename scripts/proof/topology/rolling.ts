import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { type Api, createApi, type Outcome } from '../ledger/api.ts'
import { audit, type Line, readStored } from '../ledger/audit.ts'
import { createPairs } from '../ledger/plan.ts'
import { printClientStatistics } from '../ledger/print.ts'
import { createSenders, type Senders } from '../ledger/sender.ts'
import { populate, readChatLists, type World, waitForSync } from '../ledger/world.ts'
import type { Replica } from './replicas.ts'
import type { Topology } from './stack.ts'
import { LIMIT_MEMBERS } from './upload-limits.ts'

const MEMBERS = Math.max(12, LIMIT_MEMBERS)
/** The interval between two messages, and between two requests for lists. */
const SEND_INTERVAL_MS = 25
/** The time between two restarts. */
const PAUSE_BETWEEN_RESTARTS_MS = 1_000

type RequestCounts = { total: number; failures: string[] }

/** Wraps an API to count its requests and record the ones without a successful response. */
function createCountingApi(api: Api, requests: RequestCounts): Api {
  const recordOutcome = (outcome: Outcome<unknown>) => {
    requests.total += 1
    if (!('body' in outcome)) requests.failures.push(Object.values(outcome).join())
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
    const sender = target?.clients[count % 2]
    if (target && sender)
      senders.send({
        chatId: target.chatId,
        senderId: sender.memberId,
        text: `Meddelande ${count}`,
        api: sender.api,
        waitForReconnect: sender.viewer.waitForReconnect,
        abortAfterMs: null,
      })
    await pause(SEND_INTERVAL_MS)
  }
}

async function readContinuously({ clients }: World, isOver: () => boolean): Promise<void> {
  const calls: Promise<unknown>[] = []
  for (let count = 0; !isOver(); count += 1) {
    const reader = clients[count % clients.length]
    if (reader) calls.push(reader.api.list())
    await pause(SEND_INTERVAL_MS)
  }
  await Promise.all(calls)
}

/** Restarts replicas in sequence, each after the previous one is ready, and returns the ledger line of clean exits. */
async function restartEach(replicas: Replica[]): Promise<Line[]> {
  const exits: { name: string; code: number }[] = []
  for (const { name, stop, start } of replicas) {
    await pause(PAUSE_BETWEEN_RESTARTS_MS)
    const startedAt = performance.now()
    const code = await stop()
    const stoppedAt = performance.now()
    await start()
    const seconds = (from: number, to: number) => `${((to - from) / 1_000).toFixed(1)} s`
    console.log(
      `  ${name.padEnd(12)} stopped after ${seconds(startedAt, stoppedAt)}, back after ${seconds(stoppedAt, performance.now())}`,
    )
    exits.push({ name, code })
  }
  await pause(PAUSE_BETWEEN_RESTARTS_MS)
  const failures = exits.filter(({ code }) => code !== 0).map(({ name, code }) => `${name} exited with ${code}`)
  return [{ title: 'clean exits', expected: exits.length, found: exits.length - failures.length, examples: failures }]
}

/** Restarts every replica in sequence while members write to each other and read, and returns the ledger. */
export async function restartUnderLoad({ url, replicas }: Topology, pool: pg.Pool): Promise<Line[]> {
  const requests: RequestCounts = { total: 0, failures: [] }
  const apiFor = (token: string) => createCountingApi(createApi(url, token), requests)
  const world = await populate(pool, { url, pairs: createPairs(MEMBERS), members: MEMBERS, apiFor })
  try {
    const start = performance.now()
    const senders = createSenders()
    let isOver = false
    const load = Promise.all([sendContinuously(world, senders, () => isOver), readContinuously(world, () => isOver)])
    const exits = await restartEach(replicas.all)
    isOver = true
    await load
    await senders.waitForAll()
    const inSync = await waitForSync(pool, world)
    await readChatLists(world)
    printClientStatistics(senders.entries, world.clients, performance.now() - start)
    return [
      ...exits,
      inSync,
      {
        title: 'successful requests',
        expected: requests.total,
        found: requests.total - requests.failures.length,
        examples: requests.failures.slice(0, 5),
      },
      ...audit(senders.entries.length, senders.entries, world.clients, await readStored(pool)),
    ]
  } finally {
    for (const { viewer } of world.clients) viewer.close()
  }
}
