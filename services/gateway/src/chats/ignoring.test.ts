import type { ChatResponse, ChatStatus, ChatSummary } from '@app/contract/chats'
import { anInvite, anOpenChat, listPushes } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'

const gateway = await setUpTestGateway()
const { ctx } = gateway

const ignore = (member: TestMember, other: TestMember) => gateway.as(member).post('/ignore', other.userName)
const stopIgnoring = (member: TestMember, other: TestMember) =>
  gateway.as(member).post('/ignore/remove', other.userName)
const readStatus = async (member: TestMember, other: TestMember) =>
  (await gateway.as(member).get<ChatStatus>(`/chats/status/${encodeURIComponent(other.userName)}`)).body
const readChat = async (member: TestMember, chatId: string) =>
  (await gateway.as(member).get<ChatResponse>(`/chats/${chatId}`)).body.chat
const listPushesTo = async (member: TestMember, since = 0) =>
  (await listPushes(ctx.db))
    .slice(since)
    .filter(({ to }) => to.includes(member.id))
    .map(({ push }) => push)

test('neither member can send once one ignores the other, both see why, and earlier messages stay readable', {
  tags: 'chats.ignore',
}, async () => {
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  expect((await ignore(ann, bo)).status).toBe(204)
  for (const member of [ann, bo]) {
    expect((await gateway.as(member).post(`/chats/${chatId}`, { message: 'hallå' })).body).toMatchObject({
      code: 'FORBIDDEN',
    })
    expect((await listPushesTo(member)).at(-1)).toEqual({
      type: 'chat:changed',
      chatId,
      chat: await readChat(member, chatId),
    })
  }
  expect(await readChat(ann, chatId)).toMatchObject({ iAmIgnoring: true, theyAreIgnoring: false })
  expect(await readChat(bo, chatId)).toMatchObject({ iAmIgnoring: false, theyAreIgnoring: true })
  expect(await readStatus(ann, bo)).toMatchObject({ status: 'IGNORING', relationship: 5 })
  expect(await readStatus(bo, ann)).toMatchObject({ status: 'IGNORED', relationship: 5 })
})

test('both can send again after neither ignores the other; starting and stopping to ignore are idempotent', {
  tags: 'chats.stop-ignoring',
}, async () => {
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  await ignore(ann, bo)
  const pushCount = (await listPushes(ctx.db)).length
  expect((await ignore(ann, bo)).status).toBe(204)
  expect((await listPushes(ctx.db)).length).toBe(pushCount)
  await stopIgnoring(ann, bo)
  expect((await stopIgnoring(ann, bo)).status).toBe(204)
  expect((await gateway.as(bo).post(`/chats/${chatId}`, { message: 'tillbaka' })).status).toBe(201)
  expect((await listPushes(ctx.db)).length).toBe(pushCount + 4)
})

test('the chat stays closed until both members stop ignoring', async () => {
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  await Promise.all([ignore(ann, bo), ignore(bo, ann)])
  await stopIgnoring(ann, bo)
  expect((await gateway.as(ann).post(`/chats/${chatId}`, { message: 'hallå' })).status).toBe(403)
  expect(await readStatus(ann, bo)).toMatchObject({ status: 'IGNORED' })
})

test('an invite from an ignored member disappears from list and count while the member is ignored', async () => {
  const { ann, bo, chatId } = await anInvite(ctx.db)
  await ignore(bo, ann)
  const countInvites = async () => (await gateway.as(bo).get<ChatSummary[]>('/chats/invites')).body.length
  expect([await countInvites(), (await gateway.as(bo).get('/chats/count')).body]).toEqual([
    0,
    { chats: 0, messages: 0, invites: 0 },
  ])
  expect((await listPushesTo(bo)).at(-1)).toEqual({ type: 'chat:changed', chatId, chat: null })
  expect((await gateway.as(bo).post(`/chats/${chatId}/accept`)).status).toBe(403)
  await stopIgnoring(bo, ann)
  expect(await countInvites()).toBe(1)
  expect((await gateway.as(bo).post(`/chats/${chatId}/accept`)).status).toBe(200)
})

test('neither member of a blocked pair can invite the other', async () => {
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
  await ignore(ann, bo)
  for (const [inviter, recipient] of [
    [ann, bo],
    [bo, ann],
  ] as const) {
    const response = await gateway
      .as(inviter)
      .post('/chats/invites', { recipientName: recipient.userName, message: 'Hej du' })
    expect(response.body).toMatchObject({ code: 'FORBIDDEN' })
  }
  expect(await listPushesTo(bo)).toEqual([])
})

test('reading and leaving a chat of a blocked pair does not notify the other', async () => {
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  const { body } = await gateway.as(ann).post<{ id: string }>(`/chats/${chatId}`, { message: 'sista' })
  await ignore(bo, ann)
  const pushCount = (await listPushes(ctx.db)).length
  expect((await gateway.as(bo).post(`/chats/${chatId}/mark-read/${body.id}`)).status).toBe(204)
  expect((await gateway.as(bo).post(`/chats/${chatId}/delete`)).status).toBe(204)
  expect(await listPushesTo(ann, pushCount)).toEqual([])
  expect((await readChat(ann, chatId)).invited).toEqual({ name: bo.userName, lastRead: null, lastReadAt: null })
})

test('deleting a message as an ignored member neither notifies the other nor changes their unread count', async () => {
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  const { body } = await gateway.as(ann).post<{ id: string }>(`/chats/${chatId}`, { message: 'sista' })
  await ignore(bo, ann)
  const pushCount = (await listPushes(ctx.db)).length
  expect((await gateway.as(ann).post(`/chats/${chatId}/${body.id}/delete`)).status).toBe(204)
  expect(await listPushesTo(bo, pushCount)).toEqual([])
  expect((await listPushesTo(ann, pushCount)).map(({ type }) => type)).toEqual(['chat:message-deleted'])
  expect(await readChat(bo, chatId)).toMatchObject({ newMessages: 1, lastMessage: 'Hej där' })
})

test('an ignored member sees no new activity of the member who ignores them', async () => {
  const before = new Date(Date.now() - 3 * 60 * 60_000)
  const ann = await aMember(ctx.db, { lastActiveAt: before })
  const { bo, chatId } = await anOpenChat(ctx.db, { ann })
  await ignore(ann, bo)
  const lastActiveWhenIgnored = (await readChat(bo, chatId)).partner.lastActive
  await ctx.db.updateTable('members').set({ lastActiveAt: new Date().toISOString() }).where('id', '=', ann.id).execute()
  expect((await readChat(bo, chatId)).partner.lastActive).toBe(lastActiveWhenIgnored)
  await stopIgnoring(ann, bo)
  expect((await readChat(bo, chatId)).partner.lastActive).not.toBe(lastActiveWhenIgnored)
})

test.each([
  ['an unknown name', 'Finns inte', 404],
  ['an empty name', '', 400],
])('ignoring %s is rejected', async (_, name, status) => {
  const ann = await aMember(ctx.db)
  for (const path of ['/ignore', '/ignore/remove']) expect((await gateway.as(ann).post(path, name)).status).toBe(status)
})

test('a member cannot ignore themselves, nor send the name in a JSON body', async () => {
  const ann = await aMember(ctx.db)
  expect((await ignore(ann, ann)).status).toBe(400)
  expect((await gateway.as(ann).post('/ignore', { name: ann.userName })).body).toMatchObject({
    code: 'UNSUPPORTED_MEDIA',
  })
})
