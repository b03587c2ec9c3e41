import { randomUUID } from 'node:crypto'
import type { ChatMessage, ChatResponse, ChatSummary } from '@app/contract/chats'
import { anOpenChat, listPushes } from '@app/server/testing/context'
import { aMember } from '@app/server/testing/members'
import { recordFailedStatements } from '@app/server/testing/statements'
import { expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'

const gateway = await setUpTestGateway()
const { ctx } = gateway

const listMessages = (chatId: string) =>
  ctx.db
    .selectFrom('chat_messages')
    .select(['senderId', 'message', 'version'])
    .where('chatId', '=', chatId)
    .orderBy('id')
    .execute()

const listPushesOf = async (chatId: string) =>
  (await listPushes(ctx.db)).filter(({ push }) => push.type === 'chat:message' && push.chatId === chatId)

test('a message reaches only the two members, as each of them sees it', {
  tags: 'chats.send-message',
}, async () => {
  const { ann, bo, chatId, firstMessageId } = await anOpenChat(ctx.db)
  const clientId = randomUUID()
  const response = await gateway.as(ann).post<ChatMessage>(`/chats/${chatId}`, { message: '  Hej! ', clientId })
  expect(response.status).toBe(201)
  expect(response.body).toMatchObject({
    senderName: ann.userName,
    mine: true,
    message: 'Hej!',
    clientId,
    deleted: false,
  })
  expect(BigInt(response.body.id)).toBeGreaterThan(BigInt(firstMessageId))
  expect((await listMessages(chatId)).at(-1)).toEqual({ senderId: ann.id, message: 'Hej!', version: 2 })
  const chatPushes = await listPushesOf(chatId)
  expect(chatPushes.map(({ to }) => to).sort()).toEqual([[ann.id], [bo.id]].sort())
  expect(chatPushes.find(({ to }) => to[0] === bo.id)?.push).toMatchObject({
    newMessages: 1,
    version: 2,
    message: { mine: false, senderName: ann.userName },
  })
  expect(chatPushes.find(({ to }) => to[0] === ann.id)?.push).toMatchObject({ newMessages: 0, message: response.body })
})

test('a message updates unread count, preview and ball', { tags: 'chats.unread-preview-ball' }, async () => {
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  const text = `${'å'.repeat(49)}👍👍`
  await gateway.as(ann).post(`/chats/${chatId}`, { message: 'ett' })
  await gateway.as(ann).post(`/chats/${chatId}`, { message: text })
  const [boSummary] = (await gateway.as(bo).get<ChatSummary[]>('/chats')).body
  expect(boSummary).toMatchObject({
    chatId,
    newMessages: 2,
    lastMessage: `${'å'.repeat(49)}👍`,
    lastMessageSender: ann.userName,
  })
  await gateway.as(bo).post(`/chats/${chatId}`, { message: 'tack' })
  expect((await gateway.as(bo).get<ChatSummary[]>('/chats')).body[0]).toMatchObject({
    newMessages: 0,
    lastMessageSender: bo.userName,
  })
  expect((await gateway.as(bo).get('/chats/count')).body).toEqual({ chats: 0, messages: 0, invites: 0 })
  expect((await gateway.as(ann).get('/chats/count')).body).toEqual({ chats: 1, messages: 1, invites: 0 })
})

test('repeated and concurrent sends with the same clientId store and push one message', async () => {
  const { ann, chatId } = await anOpenChat(ctx.db)
  const body = { message: 'en gång', clientId: randomUUID() }
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => gateway.as(ann).post<ChatMessage>(`/chats/${chatId}`, body)),
  )
  const laterResponse = await gateway.as(ann).post<ChatMessage>(`/chats/${chatId}`, { ...body, message: 'något annat' })
  expect(
    new Set([...responses, laterResponse].map(({ status, body }) => `${status} ${body.id} ${body.message}`)).size,
  ).toBe(1)
  expect(await listMessages(chatId)).toHaveLength(2)
  expect(await listPushesOf(chatId)).toHaveLength(2)
})

test('a repeated send makes no statement fail, which would take many times as long', async () => {
  const { ann, chatId } = await anOpenChat(ctx.db)
  const body = { message: 'en gång', clientId: randomUUID() }
  const first = await gateway.as(ann).post(`/chats/${chatId}`, body)
  expect(first.status).toBe(201)
  const failures = await recordFailedStatements(async () => {
    expect((await gateway.as(ann).post(`/chats/${chatId}`, body)).body).toEqual(first.body)
  })
  expect(failures).toEqual([])
})

test('a clientId in upper case counts as the same clientId, with the same response', async () => {
  const { ann, chatId } = await anOpenChat(ctx.db)
  const clientId = randomUUID()
  const send = (id: string) =>
    gateway.as(ann).post<ChatMessage>(`/chats/${chatId}`, { message: 'hej hej', clientId: id })
  const first = await send(clientId.toUpperCase())
  expect(first.body.clientId).toBe(clientId)
  for (const id of [clientId.toUpperCase(), clientId]) expect((await send(id)).body).toEqual(first.body)
})

test('a repeated send succeeds even if the chat has ended since', async () => {
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  const body = { message: 'hann fram', clientId: randomUUID() }
  const first = await gateway.as(ann).post<ChatMessage>(`/chats/${chatId}`, body)
  await gateway.as(bo).post(`/chats/${chatId}/delete`)
  expect(await gateway.as(ann).post(`/chats/${chatId}`, body)).toMatchObject({ status: 201, body: first.body })
  expect((await gateway.as(ann).post(`/chats/${chatId}`, { message: 'för sent' })).status).toBe(403)
})

test('a clientId that the sender has used in another chat is rejected', async () => {
  const firstChat = await anOpenChat(ctx.db)
  const secondChat = await anOpenChat(ctx.db, { ann: firstChat.ann })
  const body = { message: 'hit', clientId: randomUUID() }
  await gateway.as(firstChat.ann).post(`/chats/${firstChat.chatId}`, body)
  expect((await gateway.as(firstChat.ann).post(`/chats/${secondChat.chatId}`, body)).body).toMatchObject({
    code: 'CONFLICT',
  })
  expect(await listMessages(secondChat.chatId)).toHaveLength(1)
})

test('fifty concurrent messages of both members have versions without gaps, in the order of their ids', async () => {
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  const responses = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      gateway.as(n % 2 ? ann : bo).post(`/chats/${chatId}`, { message: `nummer ${n}` }),
    ),
  )
  expect(responses.every(({ status }) => status === 201)).toBe(true)
  const versions = (await listMessages(chatId)).map(({ version }) => version)
  expect(versions).toEqual(Array.from({ length: 51 }, (_, n) => n + 1))
})

test('each message sent while the sender is being ignored is either stored and pushed or rejected', async () => {
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  const requests = Array.from({ length: 20 }, (_, n) =>
    gateway.as(ann).post(`/chats/${chatId}`, { message: `nummer ${n}` }),
  )
  const [ignoreResponse, ...responses] = await Promise.all([gateway.as(bo).post('/ignore', ann.userName), ...requests])
  expect(ignoreResponse.status).toBe(204)
  const storedCount = responses.filter(({ status }) => status === 201).length
  expect(responses.filter(({ status }) => status === 403)).toHaveLength(20 - storedCount)
  expect(await listMessages(chatId)).toHaveLength(1 + storedCount)
  expect(await listPushesOf(chatId)).toHaveLength(2 * storedCount)
  expect((await gateway.as(ann).post(`/chats/${chatId}`, { message: 'efteråt' })).status).toBe(403)
})

test.each([
  ['no text', {}, 'message'],
  ['one letter', { message: 'a' }, 'message'],
  ['spaces', { message: '      ' }, 'message'],
  ['invisible characters', { message: '\u200b\u2060\u200b' }, 'message'],
  ['1001 UTF-16 units', { message: 'x'.repeat(1001) }, 'message'],
  ['NUL', { message: 'hej\u0000' }, 'message'],
  ['half of a surrogate pair', { message: 'hej \ud83d' }, 'message'],
  ['a number', { message: 12 }, 'message'],
  ['a list', { message: ['hej'] }, 'message'],
  ['an invalid clientId', { message: 'hej', clientId: '1' }, 'clientId'],
])('a message with %s is rejected, and the response reports the field', async (_, body, path) => {
  const { ann, chatId } = await anOpenChat(ctx.db)
  const response = await gateway.as(ann).post(`/chats/${chatId}`, body)
  expect(response).toMatchObject({ status: 400, body: { code: 'VALIDATION', fields: [{ path }] } })
  expect(await listMessages(chatId)).toHaveLength(1)
})

test('a text without spaces, in another script or with markup is returned unchanged', async () => {
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  for (const message of [
    'x'.repeat(1000),
    'مرحبا بالعالم',
    '👩‍❤️‍👩 🏳️‍🌈',
    '**fet** <b>nej</b> \\ "',
    "'; drop table members; --",
  ]) {
    await gateway.as(ann).post(`/chats/${chatId}`, { message })
    const { messages } = (await gateway.as(bo).get<ChatResponse>(`/chats/${chatId}`)).body
    expect(messages.at(-1)?.message).toBe(message)
  }
})

test("the sender's read position in the push equals a fresh load", async () => {
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  await gateway.as(bo).post(`/chats/${chatId}`, { message: 'läst och svarat' })
  for (const member of [ann, bo]) {
    const ownPush = (await listPushesOf(chatId)).find(({ to }) => to[0] === member.id)
    const { name: _, ...invited } = (await gateway.as(member).get<ChatResponse>(`/chats/${chatId}`)).body.chat.invited
    expect(ownPush?.push).toMatchObject({ senderRead: invited })
  }
})

test('a sender with receipts off does not reveal their read position by sending', async () => {
  const bo = await aMember(ctx.db, { receiptsOff: true })
  const { ann, chatId } = await anOpenChat(ctx.db, { bo })
  await gateway.as(bo).post(`/chats/${chatId}`, { message: 'jag läser i smyg' })
  for (const { push } of await listPushesOf(chatId)) expect(push).toMatchObject({ senderRead: null })
  expect((await gateway.as(ann).get<ChatResponse>(`/chats/${chatId}`)).body.chat.invited).toMatchObject({
    lastRead: null,
    lastReadAt: null,
  })
})

test('a message of the team has its common name as the sender, including in pushes', async () => {
  const admin = await aMember(ctx.db, { level: 'ADMIN', userName: 'Karin i teamet' })
  const { bo, chatId } = await anOpenChat(ctx.db, { ann: admin })
  await gateway.as(admin).post(`/chats/${chatId}`, { message: 'Välkommen hit' })
  const pushToBo = (await listPushesOf(chatId)).find(({ to }) => to[0] === bo.id)
  expect(pushToBo?.push).toMatchObject({ message: { senderName: 'Teamet' } })
  const loaded = await gateway.as(bo).get<ChatResponse>(`/chats/${chatId}`)
  expect(JSON.stringify([loaded.body, pushToBo])).not.toContain('Karin')
  expect(loaded.body.chat.partner).toMatchObject({
    userName: 'Teamet',
    team: true,
    persons: [],
    cities: [],
    lastActive: null,
  })
})
