import { setTimeout as pause } from 'node:timers/promises'
import { createPool } from '@app/server/db/database'
import type pg from 'pg'
import { insertMembers, insertOpenChats, login } from '../proving/members.ts'
import { type OwnStack, startOwnStack } from '../proving/own-stack.ts'
import { step } from '../stack/say.mjs'
import { type Api, apiOf, pauseBefore } from './api.ts'
import { audit, countOutbox, type Line, readStored, type Watcher } from './audit.ts'
import { createKiller } from './killer.ts'
import type { LedgerOptions } from './options.ts'
import { makePlan, type Plan } from './plan.ts'
import { printKill, printStory } from './print.ts'
import { createSenders } from './sender.ts'
import { createViewer, type Sight } from './viewer.ts'

/** How long after the last answer everybody may take to have seen everything. */
const PATIENCE = 60_000
const STEP = 100

type Person = Watcher & { api: Api }
type World = { people: Person[]; chats: { chatId: string; people: [Person, Person] }[] }

const unseen = (): Sight => ({
  version: 0,
  unread: 0,
  shown: [],
  ids: new Set(),
  shownAt: new Map(),
  again: 0,
  outOfOrder: 0,
})

async function populate(pool: pg.Pool, { url }: OwnStack, plan: Plan, members: number): Promise<World> {
  const rows = await insertMembers(pool, members)
  const idOf = (index: number): string => rows[index]?.id ?? ''
  const chatIds = await insertOpenChats(
    pool,
    plan.pairs.map(([one, other]) => [idOf(one), idOf(other)]),
  )
  const people: Person[] = []
  for (const [index, member] of rows.entries()) {
    const token = await login(url, member)
    const api = apiOf(url, token)
    const mine = chatIds.filter((_, chat) => plan.pairs[chat]?.includes(index))
    const sights = new Map(mine.map((chatId) => [chatId, unseen()]))
    people.push({ memberId: member.id, api, viewer: createViewer({ url, token, api, sights }), listed: new Map() })
  }
  const chats = plan.pairs.map(([one, other], index) => ({
    chatId: chatIds[index] ?? '',
    people: [people[one], people[other]] as [Person, Person],
  }))
  await until(() => people.every(({ viewer }) => [...viewer.sights.values()].every(({ version }) => version > 0)))
  return { people, chats }
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<boolean> {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await pause(STEP)) if (await isSo()) return true
  return false
}

/** Marks what is on show as read, again and again until there is an answer. */
async function readAll({ api, viewer }: Person, chatId: string): Promise<void> {
  const last = viewer.sights.get(chatId)?.shown.at(-1)
  for (let attempt = 0; last; attempt++) {
    const outcome = await api.markRead(chatId, last.id)
    if ('refused' in outcome) throw new Error(outcome.refused)
    if ('body' in outcome) return
    await pause(pauseBefore(attempt))
  }
}

/** Does what is planned, each thing at its time. */
async function perform(plan: Plan, { chats }: World, stack: OwnStack, start: number) {
  const senders = createSenders()
  const killer = createKiller(stack, (report) => printKill(start, report))
  const reads: Promise<void>[] = []
  const send = ({ chat, side, text, cutAfter }: Plan['sends'][number]) => {
    const place = chats[chat]
    const sender = place?.people[side]
    if (place && sender)
      senders.send({
        chatId: place.chatId,
        senderId: sender.memberId,
        api: sender.api,
        untilReady: sender.viewer.untilReady,
        text,
        cutAfter,
      })
  }
  const read = ({ chat, side }: Plan['reads'][number]) => {
    const place = chats[chat]
    const reader = place?.people[side]
    if (place && reader) reads.push(readAll(reader, place.chatId))
  }
  const agenda = [
    ...plan.sends.map((item) => ({ at: item.at, act: () => send(item) })),
    ...plan.reads.map((item) => ({ at: item.at, act: () => read(item) })),
    ...plan.kills.map((item) => ({ at: item.at, act: () => killer.kill(item) })),
  ].sort((a, b) => a.at - b.at)
  for (const { at, act } of agenda) {
    const ahead = start + at - performance.now()
    if (ahead > 1) await pause(ahead)
    act()
  }
  await Promise.all([senders.settled(), killer.settled(), ...reads])
  return senders.entries
}

/** Whether everybody has seen the last change of each of their chats, and nothing waits to be told. */
async function isQuiet(pool: pg.Pool, { people }: World): Promise<boolean> {
  const { rows } = await pool.query<{ id: string; version: number }>('select id, version from chats')
  const versions = new Map(rows.map(({ id, version }) => [id, version]))
  const inStep = people.every(({ viewer }) =>
    [...viewer.sights].every(([chatId, sight]) => sight.version === versions.get(chatId)),
  )
  return inStep && (await countOutbox(pool)) === 0
}

async function listAll({ people }: World): Promise<void> {
  for (const { api, listed } of people) {
    const outcome = await api.list()
    if (!('body' in outcome)) throw new Error(`The list of chats has no answer: ${JSON.stringify(outcome)}`)
    for (const { chatId, newMessages } of outcome.body) listed.set(chatId, newMessages)
  }
}

async function prove(
  stack: OwnStack,
  pool: pg.Pool,
  world: World,
  options: LedgerOptions,
  plan: Plan,
): Promise<Line[]> {
  const start = performance.now()
  const entries = await perform(plan, world, stack, start)
  await until(() => isQuiet(pool, world))
  await listAll(world)
  printStory(entries, world.people, performance.now() - start)
  return [
    ...audit(options.messages, entries, world.people, await readStored(pool)),
    { title: 'left to be told', expected: 0, found: await countOutbox(pool), examples: [] },
    {
      title: 'errors in the logs',
      expected: 0,
      found: stack.complaints.length,
      examples: stack.complaints.slice(0, 5),
    },
  ]
}

export async function keepLedger(options: LedgerOptions): Promise<Line[]> {
  const plan = makePlan(options)
  const stack = await step('A stack of its own', startOwnStack)
  const pool = createPool(stack.databaseUrl, 2)
  const world = await step('Members, chats and sockets', () => populate(pool, stack, plan, options.members))
  console.log(
    `  ${options.messages} messages, ${plan.pairs.length} chats, ${plan.kills.length} kills, seed ${options.seed}`,
  )
  try {
    return await prove(stack, pool, world, options, plan)
  } finally {
    for (const { viewer } of world.people) viewer.close()
    await pool.end()
  }
}
