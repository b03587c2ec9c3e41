import { randomUUID } from 'node:crypto'
import type { PushType } from '@app/contract/pushes'
import { memberChannel } from '@app/server/delivery/pushes'
import { readSample, startOfMinute } from '@app/server/operations/samples'
import { getNodeAddress, getSlot, getSlotOwner } from '@app/server/redis/commands'
import { isCluster } from '@app/server/redis/connections'
import { afterTest } from '@app/server/testing/context'
import type { Cluster, Redis } from 'ioredis'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startClusterStack } from './cluster-stack.ts'
import { insertMembers, insertOpenChats, login, PASSWORD, type ProofMember } from './members.ts'

let stack: Awaited<ReturnType<typeof startClusterStack>>
let cluster: Cluster
let members: (ProofMember & { token: string })[]
beforeAll(async () => {
  stack = await startClusterStack()
  if (!isCluster(stack.redis)) throw new Error('no cluster')
  cluster = stack.redis
  const inserted = await insertMembers(stack.pool, 9)
  members = []
  for (const member of inserted) members.push({ ...member, token: await login(stack.gateways[0] ?? '', member) })
  await stack.pool.query(
    `with admin as (update members set level = 'ADMIN' where id = $1 returning id)
    insert into team_duties select id, 'PUBLISH' from admin`,
    [member(0).id],
  )
}, 120_000)
afterAll(() => stack?.stop())

function member(number: number) {
  const found = members[number]
  if (!found) throw new Error('too few members')
  return found
}

type ReceivedPush = { type: string } & Record<string, unknown>
type Tab = Socket & { received: ReceivedPush[] }

const pushesOf = (tab: Tab, type: PushType | 'ready'): ReceivedPush[] =>
  tab.received.filter((received) => received.type === type)

/** Connects a tab to one of the two hubs; it reconnects automatically. */
async function aTab(number: number, hub = number % 2): Promise<Tab> {
  const auth = { sessionId: member(number).token }
  const socket = io(stack.hubs[hub], { transports: ['websocket'], forceNew: true, auth, reconnectionDelay: 50 })
  const received: ReceivedPush[] = []
  socket.onAny((type: string, push: object | undefined) => received.push({ type, ...push }))
  socket.on('connect_error', () => {
    if (!socket.active) setTimeout(() => socket.connect(), 200)
  })
  afterTest(async () => socket.disconnect())
  const tab = Object.assign(socket, { received })
  await vi.waitFor(() => expect(pushesOf(tab, 'ready')).not.toEqual([]))
  return tab
}

const call = (gateway: number, path: string, { token = '', body }: { token?: string; body: object }) =>
  fetch(`${stack.gateways[gateway]}/api/v2${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  })

const write = async (number: number, path: string, text = 'Hej!') => {
  const response = await call(number % 2, path, {
    token: member(number).token,
    body: { message: text, clientId: randomUUID() },
  })
  expect(response.status).toBe(201)
}

async function anOpenChat(one: number, other: number): Promise<string> {
  const [chatId] = await stack.pool
    .query('delete from chats')
    .then(() => insertOpenChats(stack.pool, [[member(one).id, member(other).id]]))
  if (!chatId) throw new Error('no chat')
  return chatId
}

async function aGroupOfAll(): Promise<string> {
  const { rows } = await stack.pool.query<{ id: string }>(
    `insert into groups ("groupName", "nameKey", description, "isOpen", "creatorId", "ownerId", "memberCount", "lastUpdate", "createdAt")
    values ('Alla', 'alla', 'Vi ses', true, $1, $1, $2, now(), now()) returning id`,
    [member(1).id, members.length - 1],
  )
  const groupId = rows[0]?.id ?? ''
  await stack.pool.query(
    `insert into group_members ("groupId", "memberId", admin, "joinedAt") select $1, unnest($2::bigint[]), false, now()`,
    [groupId, members.slice(1).map(({ id }) => id)],
  )
  return groupId
}

const slotOfMember = (number: number): number => getSlot(memberChannel(member(number).id))
const nodeOf = (slot: number): Redis => {
  const node = cluster.nodes('master').find((node) => getNodeAddress(node) === getSlotOwner(cluster, slot))
  if (!node) throw new Error('no node owns this slot')
  return node
}

test('the channels of members are spread over several nodes', () => {
  expect(new Set(members.map((_, number) => getNodeAddress(nodeOf(slotOfMember(number))))).size).toBeGreaterThan(1)
})

test('operator samples include all nodes', async () => {
  await Promise.all([aTab(1, 0), aTab(1, 1), aTab(2, 0), aTab(3, 1)])
  await vi.waitFor(
    async () =>
      expect((await readSample(stack.redis, startOfMinute(new Date()))).membersOnline).toBeGreaterThanOrEqual(3),
    { timeout: 40_000 },
  )
  const newest = `select "redisBytes" as bytes, "jobsWaiting" as waiting from operator_samples
    where "redisBytes" is not null order by at desc limit 1`
  await vi.waitFor(
    async () => {
      const { rows } = await stack.pool.query<{ bytes: string; waiting: number }>(newest)
      expect(Number(rows[0]?.bytes)).toBeGreaterThan(3 * 1_000_000)
      expect(rows[0]?.waiting).toBeGreaterThanOrEqual(0)
    },
    { timeout: 90_000 },
  )
}, 150_000)

test('pushes to a member, a group and all members arrive at both hubs', async () => {
  const tabs = await Promise.all(members.map((_, number) => aTab(number)))
  const [, ann, bo] = tabs
  const otherTab = await aTab(2, 1)
  await write(1, `/chats/${await anOpenChat(1, 2)}`)
  for (const tab of [ann, bo, otherTab]) await vi.waitFor(() => expect(pushesOf(tab!, 'chat:message')).toHaveLength(1))
  await write(3, `/groups/${await aGroupOfAll()}/messages`)
  for (const tab of tabs.slice(1)) await vi.waitFor(() => expect(pushesOf(tab, 'group:message')).toHaveLength(1))
  const news = await call(0, '/news', { token: member(0).token, body: { title: 'Nytt', content: 'Hej alla' } })
  expect(news.status).toBe(201)
  for (const tab of tabs) await vi.waitFor(() => expect(pushesOf(tab, 'news:count')).toHaveLength(1))
  expect(pushesOf(tabs[0]!, 'group:message')).toEqual([])
})

test('the other hub shows when a member comes online and goes offline', async () => {
  await anOpenChat(1, 2)
  const watcher = await aTab(1)
  const online = () =>
    pushesOf(watcher, 'presence')
      .flatMap(({ members }) => members as { userName: string; online: boolean }[])
      .findLast(({ userName }) => userName === member(2).userName)?.online
  watcher.emit('presence:watch', { userNames: [member(2).userName] })
  const partner = await aTab(2)
  await vi.waitFor(() => expect(online()).toBe(true))
  partner.disconnect()
  await vi.waitFor(() => expect(online()).toBe(false))
})

test('gateways share their rate limits', async () => {
  const attempt = (gateway: number, password: string) =>
    call(gateway, '/members/login', { body: { email: member(8).email, password } })
  for (let attemptIndex = 0; attemptIndex < 10; attemptIndex++)
    expect((await attempt(attemptIndex % 2, 'fel')).status).toBe(401)
  for (const gateway of [0, 1]) expect((await attempt(gateway, PASSWORD)).status).toBe(429)
})

test('a worker runs jobs', async () => {
  const response = await call(1, '/members/register2/email', {
    body: { email: 'ny@example.test', languagePreference: 'SWEDISH' },
  })
  expect(response.status).toBe(200)
  await vi.waitFor(async () => {
    const { rows } = await stack.pool.query(`select from local_inbox where "to" = 'ny@example.test'`)
    expect(rows).toHaveLength(1)
  })
  expect((await nodeOf(getSlot('{mail}')).keys('{mail}:*')).length).toBeGreaterThan(0)
})

/** Moves a slot without keys, as `redis-cli --cluster reshard` does. */
async function migrateSlot(slot: number): Promise<void> {
  const source = nodeOf(slot)
  const others = cluster.nodes('master').filter((node) => node !== source)
  const [target] = others
  if (!target) throw new Error('there is no other node')
  const [from, to] = [String(await source.cluster('MYID')), String(await target.cluster('MYID'))]
  await target.cluster('SETSLOT', slot, 'IMPORTING', from)
  await source.cluster('SETSLOT', slot, 'MIGRATING', to)
  for (const node of [target, source, ...others.slice(1)]) await node.cluster('SETSLOT', slot, 'NODE', to)
}

test('when a slot moves, its subscribers resync and receive further pushes; other clients stay connected', async () => {
  const chatId = await anOpenChat(1, 2)
  const [ann, bo] = [await aTab(1), await aTab(2)]
  await migrateSlot(slotOfMember(2))
  await vi.waitFor(() => expect(pushesOf(bo, 'ready')).toHaveLength(2))
  await write(1, `/chats/${chatId}`)
  await vi.waitFor(() => expect(pushesOf(bo, 'chat:message')).toHaveLength(1))
  expect(pushesOf(ann, 'ready')).toHaveLength(1)
})

test('when a node restarts, its subscribers resync and receive further pushes', async () => {
  const chatId = await anOpenChat(1, 2)
  const bo = await aTab(2)
  const { options } = nodeOf(slotOfMember(2))
  await stack.restartNode(options)
  await vi.waitFor(() => expect(pushesOf(bo, 'ready').length).toBeGreaterThan(1))
  await write(1, `/chats/${chatId}`)
  await vi.waitFor(() => expect(pushesOf(bo, 'chat:message')).toHaveLength(1))
  for (const service of [...stack.gateways, ...stack.hubs])
    await vi.waitFor(async () => expect((await fetch(`${service}/ready`)).status).toBe(200))
})
