import { setTimeout as pause } from 'node:timers/promises'
import { createPool } from '@app/server/db/database'
import type pg from 'pg'
import { step } from '../../stack/progress.mjs'
import { type IsolatedStack, startIsolatedStack } from '../common/isolated-stack.ts'
import { backoffMs } from './api.ts'
import { audit, countOutbox, type Line, readStored } from './audit.ts'
import { createFaultInjector } from './fault-injector.ts'
import type { LedgerOptions } from './options.ts'
import { createPlan, type Plan } from './plan.ts'
import { printClientStatistics, printKill } from './print.ts'
import { createSenders } from './sender.ts'
import { type Client, populate, readChatLists, type World, waitForSync } from './world.ts'

/** Marks the shown messages of a chat as read, and retries until there is a response. */
async function markShownRead({ api, viewer }: Client, chatId: string): Promise<void> {
  const last = viewer.chatViews.get(chatId)?.shown.at(-1)
  for (let attempt = 0; last; attempt++) {
    const outcome = await api.markRead(chatId, last.id)
    if ('rejected' in outcome) throw new Error(outcome.rejected)
    if ('body' in outcome) return
    await pause(backoffMs(attempt))
  }
}

/** Executes each action of the plan at its time. */
async function perform(plan: Plan, { chats }: World, stack: IsolatedStack, start: number) {
  const senders = createSenders()
  const faultInjector = createFaultInjector(stack, (report) => printKill(start, report))
  const reads: Promise<void>[] = []
  const send = ({ chat, side, text, abortAfterMs }: Plan['sends'][number]) => {
    const target = chats[chat]
    const sender = target?.clients[side]
    if (target && sender)
      senders.send({
        chatId: target.chatId,
        senderId: sender.memberId,
        api: sender.api,
        waitForReconnect: sender.viewer.waitForReconnect,
        text,
        abortAfterMs,
      })
  }
  const read = ({ chat, side }: Plan['reads'][number]) => {
    const target = chats[chat]
    const reader = target?.clients[side]
    if (target && reader) reads.push(markShownRead(reader, target.chatId))
  }
  const schedule = [
    ...plan.sends.map((item) => ({ at: item.at, act: () => send(item) })),
    ...plan.reads.map((item) => ({ at: item.at, act: () => read(item) })),
    ...plan.kills.map((item) => ({ at: item.at, act: () => faultInjector.kill(item) })),
  ].sort((a, b) => a.at - b.at)
  for (const { at, act } of schedule) {
    const waitMs = start + at - performance.now()
    if (waitMs > 1) await pause(waitMs)
    act()
  }
  await Promise.all([senders.waitForAll(), faultInjector.waitForAll(), ...reads])
  return senders.entries
}

async function executePlan(
  stack: IsolatedStack,
  pool: pg.Pool,
  world: World,
  options: LedgerOptions,
  plan: Plan,
): Promise<Line[]> {
  const start = performance.now()
  const entries = await perform(plan, world, stack, start)
  const inSync = await waitForSync(pool, world)
  await readChatLists(world)
  printClientStatistics(entries, world.clients, performance.now() - start)
  return [
    inSync,
    ...audit(options.messages, entries, world.clients, await readStored(pool)),
    { title: 'left in the outbox', expected: 0, found: await countOutbox(pool), examples: [] },
    {
      title: 'errors in the logs',
      expected: 0,
      found: stack.errorLines.length,
      examples: stack.errorLines.slice(0, 5),
    },
  ]
}

export async function runLedger(options: LedgerOptions): Promise<Line[]> {
  const plan = createPlan(options)
  const stack = await step('Isolated stack', startIsolatedStack)
  const pool = createPool(stack.databaseUrl, 2)
  const world = await step('Members, chats and sockets', () =>
    populate(pool, { url: stack.url, pairs: plan.pairs, members: options.members }),
  )
  console.log(
    `  ${options.messages} messages, ${plan.pairs.length} chats, ${plan.kills.length} kills, seed ${options.seed}`,
  )
  try {
    return await executePlan(stack, pool, world, options, plan)
  } finally {
    for (const { viewer } of world.clients) viewer.close()
    await pool.end()
  }
}
