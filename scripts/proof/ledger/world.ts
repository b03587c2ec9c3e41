import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { insertMembers, insertOpenChats, login } from '../common/members.ts'
import { type Api, createApi } from './api.ts'
import { type ClientState, countOutbox, type Line } from './audit.ts'
import { type ChatView, createViewer } from './viewer.ts'

/** The maximum time to wait until all members have seen everything. */
const TIMEOUT_MS = 60_000
const POLL_INTERVAL_MS = 100

export type Client = ClientState & { api: Api }
export type World = { clients: Client[]; chats: { chatId: string; clients: [Client, Client] }[] }

type Options = {
  url: string
  pairs: [number, number][]
  members: number
  /** Creates the API of a member. */
  apiFor?: (token: string) => Api
}

const createChatView = (): ChatView => ({
  version: 0,
  unread: 0,
  shown: [],
  ids: new Set(),
  shownAt: new Map(),
  duplicates: 0,
  outOfOrder: 0,
})

/**
 * Creates members with chats between them, connects them, and waits at most TIMEOUT_MS until their chats have loaded.
 */
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
  const clients: Client[] = []
  for (const [index, member] of rows.entries()) {
    const token = await login(url, member)
    const api = apiFor(token)
    const ownChatIds = chatIds.filter((_, chat) => pairs[chat]?.includes(index))
    const chatViews = new Map(ownChatIds.map((chatId) => [chatId, createChatView()]))
    clients.push({
      memberId: member.id,
      api,
      viewer: createViewer({ url, token, api, chatViews }),
      listedUnread: new Map(),
    })
  }
  const chats = pairs.map(([one, other], index) => ({
    chatId: chatIds[index] ?? '',
    clients: [clients[one], clients[other]] as [Client, Client],
  }))
  const areShown = await waitUntil(() =>
    clients.every(({ viewer }) => [...viewer.chatViews.values()].every(({ version }) => version > 0)),
  )
  if (!areShown) throw new Error('The members have not loaded their chats within a minute.')
  return { clients, chats }
}

/** Waits until the condition holds, and returns false if it does not within a minute. */
async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<boolean> {
  for (const end = Date.now() + TIMEOUT_MS; Date.now() < end; await pause(POLL_INTERVAL_MS))
    if (await condition()) return true
  return false
}

/** Returns whether all members have seen the latest version of each of their chats, and the outbox is empty. */
async function isSynchronized(pool: pg.Pool, { clients }: World): Promise<boolean> {
  const { rows } = await pool.query<{ id: string; version: number }>('select id, version from chats')
  const versions = new Map(rows.map(({ id, version }) => [id, version]))
  const isInSync = clients.every(({ viewer }) =>
    [...viewer.chatViews].every(([chatId, chatView]) => chatView.version === versions.get(chatId)),
  )
  return isInSync && (await countOutbox(pool)) === 0
}

/** Waits until all members have seen everything, and returns the line of the ledger about it. */
export async function waitForSync(pool: pg.Pool, world: World): Promise<Line> {
  const isInSync = await waitUntil(() => isSynchronized(pool, world))
  return { title: 'all members in sync within a minute', expected: 1, found: Number(isInSync), examples: [] }
}

/** Reads each member's list of chats and stores its unread counts. */
export async function readChatLists({ clients }: World): Promise<void> {
  for (const { api, listedUnread } of clients) {
    const outcome = await api.list()
    if (!('body' in outcome)) throw new Error(`The list of chats failed: ${JSON.stringify(outcome)}`)
    for (const { chatId, newMessages } of outcome.body) listedUnread.set(chatId, newMessages)
  }
}
