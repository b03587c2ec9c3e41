import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { insertMembers, insertOpenChats, login } from '../common/members.ts'
import { type Api, createApi } from './api.ts'
import { countOutbox, type Watcher } from './audit.ts'
import { createViewer, type Sight } from './viewer.ts'

/** Maximum milliseconds from the last response until all members have seen everything. */
const TIMEOUT = 60_000
const POLL_INTERVAL = 100

export type Person = Watcher & { api: Api }
export type World = { people: Person[]; chats: { chatId: string; people: [Person, Person] }[] }

type Options = {
  url: string
  pairs: [number, number][]
  members: number
  /** Creates the API of a member. */
  apiFor?: (token: string) => Api
}

const createSight = (): Sight => ({
  version: 0,
  unread: 0,
  shown: [],
  ids: new Set(),
  shownAt: new Map(),
  duplicates: 0,
  outOfOrder: 0,
})

/** Creates members with chats between them, all of them connected and with all messages shown. */
export async function populate(
  pool: pg.Pool,
  { url, pairs, members, apiFor = (token) => createApi(url, token) }: Options,
): Promise<World> {
  const rows = await insertMembers(pool, members)
  const idOf = (index: number): string => rows[index]?.id ?? ''
  const chatIds = await insertOpenChats(
    pool,
    pairs.map(([one, other]) => [idOf(one), idOf(other)]),
  )
  const people: Person[] = []
  for (const [index, member] of rows.entries()) {
    const token = await login(url, member)
    const api = apiFor(token)
    const ownChatIds = chatIds.filter((_, chat) => pairs[chat]?.includes(index))
    const sights = new Map(ownChatIds.map((chatId) => [chatId, createSight()]))
    people.push({ memberId: member.id, api, viewer: createViewer({ url, token, api, sights }), listed: new Map() })
  }
  const chats = pairs.map(([one, other], index) => ({
    chatId: chatIds[index] ?? '',
    people: [people[one], people[other]] as [Person, Person],
  }))
  await waitUntil(() => people.every(({ viewer }) => [...viewer.sights.values()].every(({ version }) => version > 0)))
  return { people, chats }
}

/** Waits until the condition holds, and returns false if it does not within a minute. */
export async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<boolean> {
  for (const end = Date.now() + TIMEOUT; Date.now() < end; await pause(POLL_INTERVAL))
    if (await condition()) return true
  return false
}

/** Returns whether all members have seen the latest version of each of their chats, and the outbox is empty. */
export async function isQuiet(pool: pg.Pool, { people }: World): Promise<boolean> {
  const { rows } = await pool.query<{ id: string; version: number }>('select id, version from chats')
  const versions = new Map(rows.map(({ id, version }) => [id, version]))
  const isInSync = people.every(({ viewer }) =>
    [...viewer.sights].every(([chatId, sight]) => sight.version === versions.get(chatId)),
  )
  return isInSync && (await countOutbox(pool)) === 0
}

export async function listAll({ people }: World): Promise<void> {
  for (const { api, listed } of people) {
    const outcome = await api.list()
    if (!('body' in outcome)) throw new Error(`The list of chats failed: ${JSON.stringify(outcome)}`)
    for (const { chatId, newMessages } of outcome.body) listed.set(chatId, newMessages)
  }
}
