import { randomUUID } from 'node:crypto'
import type { ChatResponse, ChatSummary } from '@app/contract/chats'
import { RATES } from '@app/contract/limits'
import type { Block, BlockEffects } from '@app/contract/members/blocks'
import { transact } from '@app/server/delivery/transact'
import { lockPair } from '@app/server/policies/chats'
import { aGroup, anInvite, anOpenChat, listPushes } from '@app/server/testing/context'
import { countLockWaiters } from '@app/server/testing/locks'
import { aMember, type TestMember } from '@app/server/testing/members'
import { ownRedisUrl } from '@app/server/testing/redis-databases'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestGateway, setUpTestGateway } from '../testing.ts'
import { holdMember, restoreMember } from '../visibility/holding.ts'

const gateway = await setUpTestGateway()
const limitedGateway = await setUpTestGateway({
  settings: { RATE_LIMITS: 'on', REDIS_URL: ownRedisUrl(import.meta.url) },
})
const { ctx, as } = gateway

const encodeName = ({ userName }: TestMember) => encodeURIComponent(userName)
const block = (member: TestMember, other: TestMember, leaveGroups?: string[]) =>
  as(member).post('/blocks', { userName: other.userName, ...(leaveGroups && { leaveGroups }) })
const endBlock = (member: TestMember, other: TestMember) => as(member).post('/blocks/remove', { id: other.id })
const listBlocks = async (member: TestMember) => (await as(member).get<Block[]>('/blocks')).body
const listChats = async (member: TestMember) => (await as(member).get<ChatSummary[]>('/chats')).body
const send = (member: TestMember, chatId: string, message = 'hej igen') =>
  as(member).post(`/chats/${chatId}`, { message, clientId: randomUUID() })
const listPushesTo = async (member: TestMember) =>
  (await listPushes(ctx.db)).filter(({ to }) => to.includes(member.id)).map(({ push }) => push)

const setDeletedAt = (member: TestMember, deletedAt: string | null) =>
  ctx.db.updateTable('members').set({ deletedAt }).where('id', '=', member.id).execute()

/** Hides a member, as the deletion of the account does. */
async function hide(member: TestMember): Promise<void> {
  await setDeletedAt(member, new Date().toISOString())
  await transact(ctx, (tx) => holdMember(tx, member.id))
}

/** Reverses `hide`. */
async function show(member: TestMember): Promise<void> {
  await setDeletedAt(member, null)
  await transact(ctx, (tx) => restoreMember(tx, member.id))
}

/** Moves the time of a block into the past. */
const ageBlock = (blocker: TestMember, days: number) =>
  sql`update ignores set "blockedAt" = "blockedAt" - ${`${days} days`}::interval where "ignorerId" = ${blocker.id}`.execute(
    ctx.db,
  )

test('a block makes both members unknown to each other by name', { tags: 'blocks.block' }, async () => {
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
  const readEachOther = async () => {
    const responses: { path: string; status: number; body: unknown }[] = []
    for (const [viewer, other] of [
      [ann, bo],
      [bo, ann],
    ] as const)
      for (const path of [
        `/members/username/${encodeName(other)}`,
        `/profiles/${encodeName(other)}/level`,
        `/profiles/visits/${encodeName(other)}`,
        `/profiles/${encodeName(other)}/notes`,
        `/chats/status/${encodeName(other)}`,
        `/verifications/${encodeName(other)}`,
        `/blocks/effects/${encodeName(other)}`,
      ])
        responses.push({ path, ...(await as(viewer).get(path)) })
    return responses
  }
  for (const { path, status } of await readEachOther()) expect({ path, status }).toEqual({ path, status: 200 })
  expect((await block(ann, bo)).status).toBe(204)
  for (const response of await readEachOther())
    expect(response).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
})

test('the blocked member loses the chat, and the blocker can only read it', { tags: 'blocks.kept' }, async () => {
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  await send(bo, chatId, 'hotfullt')
  await block(ann, bo)
  expect((await listPushesTo(bo)).at(-1)).toEqual({ type: 'chat:changed', chatId, chat: null })
  expect(await listChats(bo)).toEqual([])
  expect((await as(bo).get(`/chats/${chatId}`)).status).toBe(404)
  expect((await send(bo, chatId)).status).toBe(404)
  expect(await listChats(ann)).toEqual([])
  expect((await as(ann).get('/chats/count')).body).toEqual({ chats: 0, messages: 0, invites: 0 })
  const kept = (await as(ann).get<ChatResponse>(`/chats/${chatId}`)).body
  expect(kept.chat).toMatchObject({ blocked: true, state: 'ENDED' })
  expect(kept.messages.at(-1)).toMatchObject({ message: 'hotfullt' })
  expect((await send(ann, chatId)).status).toBe(403)
  expect(await listBlocks(ann)).toMatchObject([{ id: bo.id, userName: bo.userName, chatId }])
  expect(await listBlocks(bo)).toEqual([])
  expect((await listPushesTo(ann)).at(-1)).toEqual({ type: 'block:changed', userName: bo.userName, blocked: true })
})

test('ending a block within 30 days brings the chat back to both', { tags: 'blocks.end' }, async () => {
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  await block(ann, bo)
  await ageBlock(ann, 29)
  expect((await endBlock(ann, bo)).status).toBe(204)
  for (const member of [ann, bo]) expect(await listChats(member)).toMatchObject([{ chatId, state: 'OPEN' }])
  expect((await send(bo, chatId)).status).toBe(201)
  expect(await listBlocks(ann)).toEqual([])
})

test('ending a block after 30 days brings the chat back to the blocker only, as one that has ended', async () => {
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  await block(ann, bo)
  await ageBlock(ann, 31)
  await endBlock(ann, bo)
  expect(await listChats(ann)).toMatchObject([{ chatId, state: 'ENDED' }])
  expect(await listChats(bo)).toEqual([])
  expect((await as(bo).get(`/chats/${chatId}`)).status).toBe(404)
  expect((await as(bo).post('/chats/invites', { recipientName: ann.userName, message: 'hej hej' })).status).toBe(201)
})

test.each(['inviter', 'recipient'])(
  'an invite returns to neither if the %s ends the block after 30 days',
  async (role) => {
    const { ann, bo } = await anInvite(ctx.db)
    const [blocker, blocked] = role === 'inviter' ? [ann, bo] : [bo, ann]
    await block(blocker, blocked)
    await ageBlock(blocker, 31)
    expect((await endBlock(blocker, blocked)).status).toBe(204)
    for (const member of [ann, bo]) {
      for (const path of ['/chats/invites', '/chats/invites?sent=true', '/chats'])
        expect((await as(member).get(path)).body).toEqual([])
      expect((await as(member).get('/chats/count')).body).toEqual({ chats: 0, messages: 0, invites: 0 })
    }
    expect((await as(bo).post('/chats/invites', { recipientName: ann.userName, message: 'hej hej' })).status).toBe(201)
  },
)

test('an invite disappears for both members, and returns when the block ends', async () => {
  const { ann, bo, chatId } = await anInvite(ctx.db)
  await block(bo, ann)
  expect((await as(ann).get('/chats/invites?sent=true')).body).toEqual([])
  expect((await as(bo).get('/chats/invites')).body).toEqual([])
  expect((await as(bo).post(`/chats/${chatId}/accept`)).status).toBe(409)
  await endBlock(bo, ann)
  expect((await as(ann).get('/chats/invites?sent=true')).body).toMatchObject([{ chatId }])
  expect((await as(bo).post(`/chats/${chatId}/accept`)).status).toBe(200)
})

test('after a kept chat is deleted, the end of the block shows the other member a chat that has ended', async () => {
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  await block(ann, bo)
  expect((await as(ann).post(`/chats/${chatId}/delete`)).status).toBe(204)
  expect(await listBlocks(ann)).toMatchObject([{ id: bo.id, chatId: null }])
  expect((await as(ann).get(`/chats/${chatId}`)).status).toBe(404)
  await endBlock(ann, bo)
  expect(await listChats(ann)).toEqual([])
  expect(await listChats(bo)).toMatchObject([{ chatId, state: 'ENDED' }])
})

test('an invite that the blocker removes while the block ends does not return to the inviter', async () => {
  const { ann, bo, chatId } = await anInvite(ctx.db)
  await block(bo, ann)
  const requests: Promise<{ status: number }>[] = []
  await ctx.db.transaction().execute(async (tx) => {
    await sql`select from chats where id = ${chatId} for update`.execute(tx)
    requests.push(as(bo).post(`/chats/${chatId}/delete`))
    await expect.poll(() => countLockWaiters(ctx)).toBe(1)
    requests.push(endBlock(bo, ann))
    await expect.poll(() => countLockWaiters(ctx)).toBe(2)
  })
  expect((await Promise.all(requests)).map(({ status }) => status)).toEqual([204, 204])
  expect((await as(ann).get('/chats/invites?sent=true')).body).toEqual([])
})

test('a block replaces an ignore flag, and its end leaves neither', async () => {
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  await as(ann).post('/ignore', bo.userName)
  await block(ann, bo)
  expect((await as(ann).post('/ignore/remove', bo.userName)).status).toBe(404)
  await endBlock(ann, bo)
  expect(await listChats(bo)).toMatchObject([{ chatId, theyAreIgnoring: false }])
  expect((await send(bo, chatId)).status).toBe(201)
})

test('ignoring a member who blocks the caller meanwhile is rejected, and stores no flag', {
  tags: 'blocks.races',
}, async () => {
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  const requests: Promise<{ status: number }>[] = []
  await ctx.db.transaction().execute(async (tx) => {
    await lockPair(tx, ann.id, bo.id)
    requests.push(block(ann, bo))
    await expect.poll(() => countLockWaiters(ctx)).toBe(1)
    requests.push(as(bo).post('/ignore', ann.userName))
    await expect.poll(() => countLockWaiters(ctx)).toBe(2)
  })
  expect((await Promise.all(requests)).map(({ status }) => status)).toEqual([204, 404])
  await endBlock(ann, bo)
  expect(await listChats(ann)).toMatchObject([{ chatId, theyAreIgnoring: false }])
})

test('a new name of the blocked member changes no kept chat', { tags: 'blocks.kept' }, async () => {
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  await block(ann, bo)
  const readVersion = async () => (await as(ann).get<ChatResponse>(`/chats/${chatId}`)).body.chat.version
  const version = await readVersion()
  const renamed = await as(bo).post('/members', { profile: { userName: 'Annat namn' } })
  expect(renamed.status).toBe(200)
  expect(await readVersion()).toBe(version)
})

test('concurrent blocks of the same member store one', async () => {
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
  const statuses = (await Promise.all(Array.from({ length: 5 }, () => block(ann, bo)))).map(({ status }) => status)
  expect(statuses.every((status) => status === 204 || status === 404)).toBe(true)
  expect(statuses).toContain(204)
  expect(await listBlocks(ann)).toHaveLength(1)
})

test('two members who block each other at once store one block', async () => {
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  await Promise.all([block(ann, bo), block(bo, ann)])
  const blocks = [...(await listBlocks(ann)), ...(await listBlocks(bo))]
  expect(blocks).toHaveLength(1)
  await (blocks[0]?.id === bo.id ? endBlock(ann, bo) : endBlock(bo, ann))
  expect(await listChats(ann)).toMatchObject([{ chatId, state: 'OPEN' }])
})

test('the team can neither block nor be blocked, and members cannot block themselves', async () => {
  const [ann, admin] = [await aMember(ctx.db), await aMember(ctx.db, { level: 'ADMIN' })]
  expect((await as(ann).post('/blocks', { userName: 'Teamet' })).status).toBe(403)
  expect((await block(ann, admin)).status).toBe(403)
  expect((await block(admin, ann)).status).toBe(403)
  expect((await block(ann, ann)).status).toBe(400)
  expect((await as(ann).post('/blocks', { userName: 'finns inte' })).status).toBe(404)
  expect((await as(ann).post('/blocks/remove', { id: '1' })).status).toBe(404)
})

test('while blocks are switched off, nobody can block, and existing blocks hold and can end', {
  tags: 'blocks.switched-off',
}, async () => {
  const [ann, bo, cleo] = [await aMember(ctx.db), await aMember(ctx.db), await aMember(ctx.db)]
  await block(ann, bo)
  const gatewayWithoutBlocks = await createTestGateway({ ...ctx, config: { ...ctx.config, blocks: false } })
  expect((await gatewayWithoutBlocks.as(ann).post('/blocks', { userName: cleo.userName })).status).toBe(403)
  expect((await gatewayWithoutBlocks.visitor.get('/app-config')).body).toMatchObject({ blocks: false })
  expect((await gatewayWithoutBlocks.as(bo).get(`/chats/status/${encodeName(ann)}`)).status).toBe(404)
  expect((await gatewayWithoutBlocks.as(ann).post('/blocks/remove', { id: bo.id })).status).toBe(204)
  await gatewayWithoutBlocks.app.close()
})

test.each(['blocker', 'blocked member'])(
  'the chat stays hidden while the account of the %s is being deleted',
  async (role) => {
    const { ann, bo, chatId } = await anOpenChat(ctx.db)
    const deleted = role === 'blocker' ? ann : bo
    await block(ann, bo)
    const readFolders = async () =>
      (
        await ctx.db
          .selectFrom('chat_members')
          .select(['memberId', 'folder'])
          .where('chatId', '=', chatId)
          .orderBy('memberId')
          .execute()
      ).map(({ memberId, folder }) => `${memberId === ann.id ? 'blocker' : 'blocked'} ${folder}`)
    await hide(deleted)
    expect(await readFolders()).toEqual(
      role === 'blocker' ? ['blocker KEPT', 'blocked GONE'] : ['blocker GONE', 'blocked GONE'],
    )
    await show(deleted)
    expect(await readFolders()).toEqual(['blocker KEPT', 'blocked GONE'])
    await endBlock(ann, bo)
    for (const member of [ann, bo]) expect(await listChats(member)).toMatchObject([{ chatId, state: 'OPEN' }])
  },
)

test('a chat whose block ended while the other account was being deleted returns with that account', async () => {
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  await block(ann, bo)
  await hide(bo)
  expect((await endBlock(ann, bo)).status).toBe(204)
  expect(await listChats(ann)).toEqual([])
  await show(bo)
  for (const member of [ann, bo]) expect(await listChats(member)).toMatchObject([{ chatId, state: 'OPEN' }])
})

/** Opens a chat between two members, who grant each other their PRIVATE albums. */
async function aPairWithGrants() {
  const pair = await anOpenChat(ctx.db)
  for (const [owner, viewer] of [
    [pair.ann, pair.bo],
    [pair.bo, pair.ann],
  ] as const)
    expect((await as(owner).post('/photos/private/grant', { userName: viewer.userName })).status).toBe(204)
  return pair
}
const listGrantees = async (member: TestMember) =>
  (await as(member).get<{ userName: string }[]>('/photos/private')).body.map(({ userName }) => userName)

test('a block ends the album grant by the blocker, and hides that of the blocked member until it ends, as a deletion does', {
  tags: 'blocks.grants',
}, async () => {
  const { ann, bo } = await aPairWithGrants()
  await block(bo, ann)
  expect([await listGrantees(ann), await listGrantees(bo)]).toEqual([[], []])
  await endBlock(bo, ann)
  expect([await listGrantees(ann), await listGrantees(bo)]).toEqual([[bo.userName], []])
  expect(await listChats(ann)).toMatchObject([{ partner: { iGranted: true } }])
  expect(await listChats(bo)).toMatchObject([{ partner: { iGranted: false } }])

  const other = await aPairWithGrants()
  await hide(other.bo)
  expect(await listGrantees(other.ann)).toEqual([])
  await show(other.bo)
  expect(await listGrantees(other.ann)).toEqual([other.bo.userName])
  expect(await listChats(other.ann)).toMatchObject([{ partner: { iGranted: true } }])
})

test.each([
  ['after 30 days', (blocker: TestMember) => ageBlock(blocker, 31)],
  [
    'after deleting the kept chat',
    (blocker: TestMember, chatId: string) => as(blocker).post(`/chats/${chatId}/delete`),
  ],
] as const)('a blocker who ends the block %s no longer has the grant of the blocked member', async (_, act) => {
  const { ann, bo, chatId } = await aPairWithGrants()
  await block(bo, ann)
  await act(bo, chatId)
  expect((await endBlock(bo, ann)).status).toBe(204)
  expect([await listGrantees(ann), await listGrantees(bo)]).toEqual([[], []])
})

test('previews the chat and the groups that both are in, those led by the other member last', {
  tags: 'blocks.effects',
}, async () => {
  const { ann, bo } = await anOpenChat(ctx.db)
  const readEffects = async () => (await as(ann).get<BlockEffects>(`/blocks/effects/${encodeName(bo)}`)).body
  expect(await readEffects()).toEqual({ hasChat: true, groups: [] })
  const led = await aGroup(ctx.db, { owner: bo, members: [ann] })
  const shared = await aGroup(ctx.db, { owner: ann, members: [bo] })
  await aGroup(ctx.db, { owner: bo })
  await aGroup(ctx.db, { owner: ann })
  expect(await readEffects()).toEqual({
    hasChat: true,
    groups: [
      { groupId: shared.groupId, groupName: shared.groupName, ledByThem: false },
      { groupId: led.groupId, groupName: led.groupName, ledByThem: true },
    ],
  })
})

test('a block leaves the given groups that both members are in, and no other group', async () => {
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
  const given = await aGroup(ctx.db, { owner: bo, members: [ann] })
  const kept = await aGroup(ctx.db, { owner: bo, members: [ann] })
  const own = await aGroup(ctx.db, { owner: ann })
  expect((await block(ann, bo, [given.groupId, own.groupId])).status).toBe(204)
  const listGroupIds = async (member: TestMember) =>
    (await as(member).get<{ groupId: string }[]>('/groups')).body.map(({ groupId }) => groupId).toSorted()
  expect(await listGroupIds(ann)).toEqual([kept.groupId, own.groupId].toSorted())
  expect(await listGroupIds(bo)).toEqual([given.groupId, kept.groupId].toSorted())
})

test('limits the blocks by a member in a day', { tags: 'blocks.rate' }, async () => {
  const ann = await aMember(limitedGateway.ctx.db)
  const others = await Promise.all(Array.from({ length: RATES.blocks.max + 1 }, () => aMember(limitedGateway.ctx.db)))
  const last = others.pop()
  for (const other of others)
    expect((await limitedGateway.as(ann).post('/blocks', { userName: other.userName })).status).toBe(204)
  expect(await limitedGateway.as(ann).post('/blocks', { userName: last?.userName })).toMatchObject({
    status: 429,
    body: { code: 'TOO_MANY_REQUESTS' },
  })
})
