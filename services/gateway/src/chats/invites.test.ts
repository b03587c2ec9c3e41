import type { ChatCount, ChatMessage, ChatResponse, ChatStatus, ChatSummary } from '@app/contract/chats'
import { anInvite, anOpenChat, listPushes } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { describe, expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'
import { changeLevel } from '../visibility/level.ts'

const gateway = await setUpTestGateway()
const { ctx } = gateway

const invite = (inviter: TestMember, recipient: TestMember, message = 'Hej, vill ni byta några rader?') =>
  gateway.as(inviter).post<ChatSummary>('/chats/invites', { recipientName: recipient.userName, message })
const readStatus = async (member: TestMember, other: TestMember) =>
  (await gateway.as(member).get<ChatStatus>(`/chats/status/${encodeURIComponent(other.userName)}`)).body
const listInvites = async (member: TestMember, sent = false) =>
  (await gateway.as(member).get<ChatSummary[]>(`/chats/invites?sent=${sent}`)).body
const listChats = async (member: TestMember) => (await gateway.as(member).get<ChatSummary[]>('/chats')).body
const listPushesTo = async (member: TestMember, since = 0) =>
  (await listPushes(ctx.db))
    .slice(since)
    .filter(({ to }) => to.includes(member.id))
    .map(({ push }) => push)
const aPairOfStrangers = async (): Promise<[TestMember, TestMember]> => [await aMember(ctx.db), await aMember(ctx.db)]

test("an invite appears in the recipient's list and count, and blocks sending until it is answered", {
  tags: 'chats.invite',
}, async () => {
  const [ann, bo] = await aPairOfStrangers()
  expect(await readStatus(ann, bo)).toEqual({ status: 'MAY_INVITE', chatId: null, relationship: 0 })
  const { status, body } = await invite(ann, bo)
  expect(status).toBe(201)
  expect(body).toMatchObject({
    state: 'INVITED',
    createdByMe: true,
    partner: { userName: bo.userName },
    lastMessage: 'Hej, vill ni byta några rader?',
  })
  expect(await listInvites(bo)).toMatchObject([{ chatId: body.chatId, createdByMe: false, creatorName: ann.userName }])
  expect(await listInvites(ann, true)).toMatchObject([{ chatId: body.chatId }])
  expect([await listChats(ann), await listChats(bo)]).toEqual([[], []])
  expect((await gateway.as(bo).get('/chats/count')).body).toEqual({ chats: 0, messages: 0, invites: 1 })
  expect(await readStatus(ann, bo)).toMatchObject({ status: 'INVITED', relationship: 1 })
  expect(await readStatus(bo, ann)).toMatchObject({ status: 'PLEASE_ACCEPT', relationship: 1, incoming: true })
  for (const member of [ann, bo]) {
    expect((await gateway.as(member).post(`/chats/${body.chatId}`, { message: 'redan nu' })).status).toBe(403)
  }
  expect(await listPushesTo(bo)).toMatchObject([
    { type: 'invite:new', chat: { chatId: body.chatId, createdByMe: false } },
  ])
})

test('accepting opens the chat for both members and gives the ball to the member who accepted', {
  tags: 'chats.invite-accepted',
}, async () => {
  const { ann, bo, chatId } = await anInvite(ctx.db)
  const response = await gateway.as(bo).post<ChatSummary>(`/chats/${chatId}/accept`)
  expect(response).toMatchObject({
    status: 200,
    body: { state: 'OPEN', lastMessageSender: ann.userName, newMessages: 0 },
  })
  expect(await listChats(ann)).toMatchObject([{ chatId, state: 'OPEN' }])
  expect([await listInvites(bo), await listInvites(ann, true)]).toEqual([[], []])
  expect(await readStatus(bo, ann)).toMatchObject({ status: 'ALREADY_CHAT', relationship: 2, chatId })
  for (const member of [ann, bo])
    expect((await listPushesTo(member)).at(-1)).toMatchObject({ type: 'invite:answered', answer: 'ACCEPTED' })
})

test('the push of an accepted invite equals a fresh load', async () => {
  const { ann, bo, chatId } = await anInvite(ctx.db)
  await gateway.as(bo).post(`/chats/${chatId}/accept`)
  for (const member of [ann, bo]) {
    const loaded = (await gateway.as(member).get<ChatResponse>(`/chats/${chatId}`)).body.chat
    expect((await listPushesTo(member)).at(-1)).toMatchObject({ chat: loaded })
  }
})

describe('an accepted invite', { tags: 'chats.acceptance-unread' }, () => {
  const readView = async (member: TestMember, chatId: string) =>
    (await gateway.as(member).get<ChatResponse>(`/chats/${chatId}`)).body.chat
  const readCounts = async (member: TestMember) => (await gateway.as(member).get<ChatCount>('/chats/count')).body
  const send = async (member: TestMember, chatId: string) =>
    (await gateway.as(member).post<ChatMessage>(`/chats/${chatId}`, { message: 'Vad kul!' })).body
  const markRead = (member: TestMember, chatId: string, messageId: string) =>
    gateway.as(member).post(`/chats/${chatId}/mark-read/${messageId}`)

  async function anAcceptedInvite(members: { ann?: TestMember; bo?: TestMember } = {}) {
    const chat = await anInvite(ctx.db, members)
    await gateway.as(chat.bo).post(`/chats/${chat.chatId}/accept`)
    return chat
  }

  test('counts as one unread message for the inviter until they open the chat', async () => {
    const { ann, bo, chatId, firstMessageId } = await anAcceptedInvite()
    const { acceptedAt, lastUpdate } = await readView(ann, chatId)
    expect(acceptedAt).toBe(lastUpdate)
    expect(await readView(ann, chatId)).toMatchObject({ newMessages: 1, myLastRead: null })
    expect(await readView(bo, chatId)).toMatchObject({
      ...{ newMessages: 0, myLastRead: firstMessageId, acceptedAt },
      creator: { lastRead: null, lastReadAt: null },
    })
    expect(await readCounts(ann)).toEqual({ chats: 1, messages: 1, invites: 0 })
    expect(await readCounts(bo)).toEqual({ chats: 0, messages: 0, invites: 0 })

    expect((await markRead(ann, chatId, firstMessageId)).status).toBe(204)
    expect(await readView(ann, chatId)).toMatchObject({ newMessages: 0, myLastRead: firstMessageId, acceptedAt })
    expect(await readCounts(ann)).toEqual({ chats: 0, messages: 0, invites: 0 })
    expect((await readView(bo, chatId)).creator.lastRead).toBe(firstMessageId)
  })

  test('adds to the unread messages, which stay unread when only the acceptance has been seen', async () => {
    const { ann, bo, chatId, firstMessageId } = await anAcceptedInvite()
    const deleted = await send(bo, chatId)
    await send(bo, chatId)
    expect(await readView(ann, chatId)).toMatchObject({ newMessages: 3 })
    await gateway.as(bo).post(`/chats/${chatId}/${deleted.id}/delete`)
    expect(await readView(ann, chatId)).toMatchObject({ newMessages: 2, myLastRead: null })
    await markRead(ann, chatId, firstMessageId)
    expect(await readView(ann, chatId)).toMatchObject({ newMessages: 1, myLastRead: firstMessageId })
  })

  test('is read once the inviter has read a message or sent one', async () => {
    const [reading, writing] = [await anAcceptedInvite(), await anAcceptedInvite()]
    const { id } = await send(reading.bo, reading.chatId)
    await markRead(reading.ann, reading.chatId, id)
    await send(writing.bo, writing.chatId)
    await send(writing.ann, writing.chatId)
    for (const { ann, chatId } of [reading, writing]) {
      expect(await readView(ann, chatId)).toMatchObject({ newMessages: 0 })
      expect(await readCounts(ann)).toEqual({ chats: 0, messages: 0, invites: 0 })
    }
  })

  test('stays unread if the member who accepted leaves the chat', async () => {
    const { ann, bo, chatId, firstMessageId } = await anAcceptedInvite()
    await gateway.as(bo).post(`/chats/${chatId}/delete`)
    expect(await readView(ann, chatId)).toMatchObject({ state: 'ENDED', newMessages: 1 })
    await markRead(ann, chatId, firstMessageId)
    expect(await readView(ann, chatId)).toMatchObject({ newMessages: 0 })
  })

  test('is not counted while the member who accepted is hidden, and is still unread afterwards', async () => {
    const { ann, bo, chatId } = await anAcceptedInvite()
    await send(bo, chatId)
    await changeLevel(ctx, bo.id, 'ADMIN')
    expect(await readCounts(ann)).toEqual({ chats: 0, messages: 0, invites: 0 })
    await changeLevel(ctx, bo.id, 'BASIC')
    expect(await readView(ann, chatId)).toMatchObject({ newMessages: 2, myLastRead: null })
  })

  test.each([
    ['the inviter', { ann: true }],
    ['the member who accepted', { bo: true }],
  ])('does not reveal whether the inviter has seen it if %s has turned receipts off', async (_, off) => {
    const receiptsOff: { ann?: boolean; bo?: boolean } = off
    const { ann, bo, chatId, firstMessageId } = await anAcceptedInvite({
      ann: await aMember(ctx.db, { receiptsOff: receiptsOff.ann ?? false }),
      bo: await aMember(ctx.db, { receiptsOff: receiptsOff.bo ?? false }),
    })
    const [viewBefore, pushCount] = [await readView(bo, chatId), (await listPushes(ctx.db)).length]
    await markRead(ann, chatId, firstMessageId)
    expect(await readView(bo, chatId)).toEqual(viewBefore)
    expect(await listPushesTo(bo, pushCount)).toEqual([])
    expect(await readView(ann, chatId)).toMatchObject({ newMessages: 0, myLastRead: firstMessageId })
  })

  test('does not reveal in a blocked pair whether the inviter has seen it', async () => {
    const { ann, bo, chatId, firstMessageId } = await anAcceptedInvite()
    await gateway.as(ann).post('/ignore', bo.userName)
    const [viewBefore, pushCount] = [await readView(bo, chatId), (await listPushes(ctx.db)).length]
    await markRead(ann, chatId, firstMessageId)
    expect(await readView(bo, chatId)).toEqual(viewBefore)
    expect(await listPushesTo(bo, pushCount)).toEqual([])
  })
})

test('invites and chats with the team have no time of acceptance', async () => {
  const { ann, bo, chatId } = await anInvite(ctx.db)
  await gateway.as(bo).post(`/chats/${chatId}/maybe`)
  expect(await listInvites(bo)).toMatchObject([{ acceptedAt: null }])
  expect(await listInvites(ann, true)).toMatchObject([{ acceptedAt: null }])
  await aMember(ctx.db, { level: 'ADMIN' })
  await gateway.as(ann).post('/chats/invites', { recipientName: 'Teamet', message: 'Hej teamet' })
  expect(await listChats(ann)).toMatchObject([{ acceptedAt: null, newMessages: 0 }])
})

test('only one of ten concurrent answers succeeds', async () => {
  const { bo, chatId } = await anInvite(ctx.db)
  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, n) => gateway.as(bo).post(`/chats/${chatId}/${n % 2 ? 'accept' : 'decline'}`)),
  )
  expect(responses.filter(({ status }) => status < 300)).toHaveLength(1)
  expect(new Set(responses.filter(({ status }) => status >= 300).map(({ status }) => status))).not.toContain(500)
})

test('ten concurrent invites from both sides create only one', { tags: 'chats.one-invite-per-pair' }, async () => {
  const [ann, bo] = await aPairOfStrangers()
  const responses = await Promise.all(Array.from({ length: 10 }, (_, n) => (n % 2 ? invite(ann, bo) : invite(bo, ann))))
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(responses.filter(({ status }) => status === 409)).toHaveLength(9)
})

test('an invite between members with an open chat or another invite is rejected', async () => {
  const chat = await anOpenChat(ctx.db)
  const invited = await anInvite(ctx.db)
  for (const [inviter, recipient] of [
    [chat.ann, chat.bo],
    [chat.bo, chat.ann],
    [invited.ann, invited.bo],
    [invited.bo, invited.ann],
  ] as const) {
    expect((await invite(inviter, recipient)).body).toMatchObject({ code: 'CONFLICT' })
  }
})

describe('a declined invite', () => {
  test('disappears for the decliner and looks unchanged to the inviter, who is not notified', {
    tags: 'chats.invite-declined',
  }, async () => {
    const { ann, bo, chatId } = await anInvite(ctx.db)
    const chatBefore = (await gateway.as(ann).get(`/chats/${chatId}`)).body
    const pushCount = (await listPushes(ctx.db)).length
    expect((await gateway.as(bo).post(`/chats/${chatId}/decline`)).status).toBe(204)
    expect(await listInvites(bo)).toEqual([])
    expect((await gateway.as(bo).get(`/chats/${chatId}`)).status).toBe(404)
    expect((await gateway.as(ann).get(`/chats/${chatId}`)).body).toEqual(chatBefore)
    expect(await readStatus(ann, bo)).toMatchObject({ status: 'INVITED', relationship: 1 })
    expect(await readStatus(bo, ann)).toEqual({ status: 'MAY_INVITE', chatId: null, relationship: 3 })
    expect(await listPushesTo(ann, pushCount)).toEqual([])
    expect(await listPushesTo(bo, pushCount)).toMatchObject([
      { type: 'invite:answered', answer: 'DECLINED', chat: null },
    ])
  })

  test("does not differ from a pending invite in the pushes about the inviter's new name", async () => {
    const ann = await aMember(ctx.db)
    const [pending, declined] = [await anInvite(ctx.db, { ann }), await anInvite(ctx.db, { ann })]
    await gateway.as(declined.bo).post(`/chats/${declined.chatId}/decline`)
    const pushCount = (await listPushes(ctx.db)).length
    const userName = `Ny ${ann.userName}`
    expect((await gateway.as(ann).post('/members', { profile: { userName } })).status).toBe(200)
    const ownPushes = (await listPushesTo(ann, pushCount)).filter(({ type }) => type === 'chat:changed')
    expect(ownPushes).toHaveLength(2)
    for (const { chatId } of [pending, declined])
      expect(ownPushes).toContainEqual(
        expect.objectContaining({ chatId, chat: expect.objectContaining({ creatorName: userName, version: 1 }) }),
      )
    expect((await listPushesTo(declined.bo, pushCount)).filter(({ type }) => type === 'chat:changed')).toEqual([])
  })

  test('stays declined after it is withdrawn: the next invite looks sent but is not delivered', async () => {
    const { ann, bo, chatId } = await anInvite(ctx.db)
    await gateway.as(bo).post(`/chats/${chatId}/decline`)
    expect((await gateway.as(ann).post(`/chats/${chatId}/delete`)).status).toBe(204)
    expect(await readStatus(ann, bo)).toMatchObject({ status: 'MAY_INVITE', relationship: 0 })
    const pushCount = (await listPushes(ctx.db)).length
    const secondInvite = await invite(ann, bo)
    expect(secondInvite).toMatchObject({ status: 201, body: { state: 'INVITED' } })
    expect(await listInvites(ann, true)).toHaveLength(1)
    expect(await listInvites(bo)).toEqual([])
    expect((await gateway.as(bo).get('/chats/count')).body).toMatchObject({ invites: 0 })
    expect((await gateway.as(bo).post(`/chats/${secondInvite.body.chatId}/accept`)).status).toBe(404)
    expect(await listPushesTo(bo, pushCount)).toEqual([])
  })

  test('stays declined until the decliner invites the inviter', async () => {
    const { ann, bo, chatId } = await anInvite(ctx.db)
    await gateway.as(bo).post(`/chats/${chatId}/decline`)
    expect((await invite(ann, bo)).status).toBe(409)
    const returnInvite = await invite(bo, ann)
    expect(returnInvite.status).toBe(201)
    expect(await listInvites(ann, true)).toEqual([])
    expect(await listInvites(ann)).toMatchObject([{ chatId: returnInvite.body.chatId }])
    expect((await listPushesTo(ann)).slice(-2)).toMatchObject([
      { type: 'chat:changed', chatId, chat: null },
      { type: 'invite:new' },
    ])
    await gateway.as(ann).post(`/chats/${returnInvite.body.chatId}/accept`)
    expect(await readStatus(bo, ann)).toMatchObject({ status: 'ALREADY_CHAT' })
  })
})

test("an invite answered 'maybe' moves to the end of the list, is not counted, and can still be accepted", {
  tags: 'chats.invite-maybe',
}, async () => {
  const bo = await aMember(ctx.db)
  const first = await anInvite(ctx.db, { bo })
  const second = await anInvite(ctx.db, { bo })
  expect(await gateway.as(bo).post(`/chats/${second.chatId}/maybe`)).toMatchObject({
    status: 200,
    body: { maybe: true },
  })
  expect((await listInvites(bo)).map(({ chatId }) => chatId)).toEqual([first.chatId, second.chatId])
  expect((await gateway.as(bo).get('/chats/count')).body).toMatchObject({ invites: 1 })
  expect((await gateway.as(second.ann).get<ChatResponse>(`/chats/${second.chatId}`)).body.chat.maybe).toBe(false)
  const nextPage = await gateway.as(bo).get<ChatSummary[]>(`/chats/invites?before=${first.chatId}&limit=1`)
  expect(nextPage.body.map(({ chatId }) => chatId)).toEqual([second.chatId])
  expect((await gateway.as(bo).post(`/chats/${second.chatId}/accept`)).status).toBe(200)
})

test('a withdrawn invite disappears on both sides', { tags: 'chats.invite-withdrawn' }, async () => {
  const { ann, bo, chatId } = await anInvite(ctx.db)
  expect((await gateway.as(bo).post(`/chats/${chatId}/delete`)).status).toBe(403)
  expect((await gateway.as(ann).post(`/chats/${chatId}/delete`)).status).toBe(204)
  expect(await listInvites(bo)).toEqual([])
  expect((await gateway.as(bo).post(`/chats/${chatId}/accept`)).status).toBe(404)
  for (const member of [ann, bo])
    expect((await listPushesTo(member)).at(-1)).toEqual({ type: 'chat:changed', chatId, chat: null })
  expect((await invite(ann, bo)).status).toBe(201)
})

test('a chat with the team is open immediately, from either side, and neither can ignore the other', {
  tags: 'chats.team-chat',
}, async () => {
  const admin = await aMember(ctx.db, { level: 'ADMIN' })
  const [ann, bo] = await aPairOfStrangers()
  expect(await readStatus(ann, admin)).toMatchObject({ status: 'ADMIN_CHAT', relationship: 2 })
  expect(await invite(ann, admin)).toMatchObject({
    status: 201,
    body: { state: 'OPEN', partner: { userName: 'Teamet' } },
  })
  expect(await invite(admin, bo)).toMatchObject({ status: 201, body: { state: 'OPEN' } })
  expect(await listChats(bo)).toMatchObject([
    { newMessages: 1, partner: { userName: 'Teamet', team: true }, badges: ['VERIFIED'] },
  ])
  expect((await invite(ann, admin)).status).toBe(409)
  expect((await gateway.as(ann).post('/ignore', admin.userName)).status).toBe(403)
  expect((await gateway.as(admin).post('/ignore', ann.userName)).status).toBe(403)
})

test.each([
  ['an unknown name', { recipientName: 'Finns inte', message: 'Hej du' }, 404],
  ['no name', { message: 'Hej du' }, 400],
  ['no message', { recipientName: 'Finns inte' }, 400],
  ['a message of one letter', { recipientName: 'Finns inte', message: 'H' }, 400],
])('an invite with %s is rejected', async (_, body, status) => {
  const ann = await aMember(ctx.db)
  expect((await gateway.as(ann).post('/chats/invites', body)).status).toBe(status)
  expect(await listInvites(ann, true)).toEqual([])
})

test('rejects an invite to the inviter themselves or to a member who is being deleted', async () => {
  const ann = await aMember(ctx.db)
  const deletedMember = await aMember(ctx.db, { deletedAt: new Date() })
  expect(await readStatus(ann, ann)).toEqual({ status: null, chatId: null, relationship: 4 })
  expect((await invite(ann, ann)).status).toBe(400)
  expect((await invite(ann, deletedMember)).status).toBe(404)
})

test('an invite finds its recipient by name in any letter case, Unicode form and spacing', async () => {
  const ann = await aMember(ctx.db)
  await aMember(ctx.db, { userName: 'Åke på Ön' })
  const response = await gateway
    .as(ann)
    .post('/chats/invites', { recipientName: ' A\u030AKE  på  ön ', message: 'Hej Åke' })
  expect(response.status).toBe(201)
})
