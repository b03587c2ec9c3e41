import { setTimeout as pause } from 'node:timers/promises'
import { createPool } from '@app/server/db/database'
import type pg from 'pg'
import { step } from '../../stack/progress.mjs'
import { type OwnStack, startOwnStack } from '../common/own-stack.ts'
import { backoffMs } from './api.ts'
import { audit, countOutbox, type Line, readStored } from './audit.ts'
import { createFaultInjector } from './fault-injector.ts'
import type { LedgerOptions } from './options.ts'
import { createPlan, type Plan } from './plan.ts'
import { printKill, printStory } from './print.ts'
import { createSenders } from './sender.ts'
import { isQuiet, listAll, type Person, populate, type World, waitUntil } from './world.ts'

/** Marks the messages on screen as read, and retries until there is a response. */
async function readAll({ api, viewer }: Person, chatId: string): Promise<void> {
  const last = viewer.sights.get(chatId)?.shown.at(-1)
  for (let attempt = 0; last; attempt++) {
    const outcome = await api.markRead(chatId, last.id)
    if ('refused' in outcome) throw new Error(outcome.refused)
    if ('body' in outcome) return
    await pause(backoffMs(attempt))
  }
}

/** Executes the plan, each action at its time. */
async function perform(plan: Plan, { chats }: World, stack: OwnStack, start: number) {
  const senders = createSenders()
  const faultInjector = createFaultInjector(stack, (report) => printKill(start, report))
  const reads: Promise<void>[] = []
  const send = ({ chat, side, text, cutAfter }: Plan['sends'][number]) => {
    const target = chats[chat]
    const sender = target?.people[side]
    if (target && sender)
      senders.send({
        chatId: target.chatId,
        senderId: sender.memberId,
        api: sender.api,
        untilReady: sender.viewer.untilReady,
        text,
        cutAfter,
      })
  }
  const read = ({ chat, side }: Plan['reads'][number]) => {
    const target = chats[chat]
    const reader = target?.people[side]
    if (target && reader) reads.push(readAll(reader, target.chatId))
  }
  const agenda = [
    ...plan.sends.map((item) => ({ at: item.at, act: () => send(item) })),
    ...plan.reads.map((item) => ({ at: item.at, act: () => read(item) })),
    ...plan.kills.map((item) => ({ at: item.at, act: () => faultInjector.kill(item) })),
  ].sort((a, b) => a.at - b.at)
  for (const { at, act } of agenda) {
    const ahead = start + at - performance.now()
    if (ahead > 1) await pause(ahead)
    act()
  }
  await Promise.all([senders.waitForAll(), faultInjector.waitForAll(), ...reads])
  return senders.entries
}

async function executePlan(
  stack: OwnStack,
  pool: pg.Pool,
  world: World,
  options: LedgerOptions,
  plan: Plan,
): Promise<Line[]> {
  const start = performance.now()
  const entries = await perform(plan, world, stack, start)
  await waitUntil(() => isQuiet(pool, world))
  await listAll(world)
  printStory(entries, world.people, performance.now() - start)
  return [
    ...audit(options.messages, entries, world.people, await readStored(pool)),
    { title: 'left in the outbox', expected: 0, found: await countOutbox(pool), examples: [] },
    {
      title: 'errors in the logs',
      expected: 0,
      found: stack.complaints.length,
      examples: stack.complaints.slice(0, 5),
    },
  ]
}

export async function runLedger(options: LedgerOptions): Promise<Line[]> {
  const plan = createPlan(options)
  const stack = await step('Separate stack', startOwnStack)
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
    for (const { viewer } of world.people) viewer.close()
    await pool.end()
  }
}
