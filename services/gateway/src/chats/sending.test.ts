import { randomUUID } from 'node:crypto'
import type { ChatMessage, ChatResponse, ChatSummary } from '@app/contract/chats'
import { anOpenChat, pushes } from '@app/server/testing/context'
import { aMember } from '@app/server/testing/members'
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
  (await pushes(ctx.db)).filter(({ push }) => push.type === 'chat:message' && push.chatId === chatId)

test('a message reaches only the two members, as each of them sees it', {
  tags: 'chats.send-message',
}, async () => {
  const { ann, bo, chatId, firstId } = await anOpenChat(ctx.db)
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
  expect(BigInt(response.body.id)).toBeGreaterThan(BigInt(firstId))
  expect((await listMessages(chatId)).at(-1)).toEqual({ senderId: ann.id, message: 'Hej!', version: 2 })
  const published = await listPushesOf(chatId)
  expect(published.map(({ to }) => to).sort()).toEqual([[ann.id], [bo.id]].sort())
  expect(published.find(({ to }) => to[0] === bo.id)?.push).toMatchObject({
    newMessages: 1,
    version: 2,
    message: { mine: false, senderName: ann.userName },
  })
  expect(published.find(({ to }) => to[0] === ann.id)?.push).toMatchObject({ newMessages: 0, message: response.body })
})

test('unread, preview and ball equal a fresh load', { tags: 'chats.unread-preview-ball' }, async () => {
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

test('repeated and concurrent sends with the same clientId store one message and push once to each', async () => {
  const { ann, chatId } = await anOpenChat(ctx.db)
  const send = { message: 'en gång', clientId: randomUUID() }
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => gateway.as(ann).post<ChatMessage>(`/chats/${chatId}`, send)),
  )
  const laterResponse = await gateway.as(ann).post<ChatMessage>(`/chats/${chatId}`, { ...send, message: 'något annat' })
  expect(
    new Set([...responses, laterResponse].map(({ status, body }) => `${status} ${body.id} ${body.message}`)).size,
  ).toBe(1)
  expect(await listMessages(chatId)).toHaveLength(2)
  expect(await listPushesOf(chatId)).toHaveLength(2)
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
  const send = { message: 'hann fram', clientId: randomUUID() }
  const first = await gateway.as(ann).post<ChatMessage>(`/chats/${chatId}`, send)
  await gateway.as(bo).post(`/chats/${chatId}/delete`)
  expect(await gateway.as(ann).post(`/chats/${chatId}`, send)).toMatchObject({ status: 201, body: first.body })
  expect((await gateway.as(ann).post(`/chats/${chatId}`, { message: 'för sent' })).status).toBe(403)
})

test('a clientId used in another chat is a conflict', async () => {
  const one = await anOpenChat(ctx.db)
  const two = await anOpenChat(ctx.db, { ann: one.ann })
  const send = { message: 'hit', clientId: randomUUID() }
  await gateway.as(one.ann).post(`/chats/${one.chatId}`, send)
  expect((await gateway.as(one.ann).post(`/chats/${two.chatId}`, send)).body).toMatchObject({ code: 'CONFLICT' })
  expect(await listMessages(two.chatId)).toHaveLength(1)
})

test('fifty concurrent messages by both have versions without gaps, in the order of their ids', async () => {
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

test('messages sent while the other starts ignoring are either stored and pushed or rejected', async () => {
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  const requests = Array.from({ length: 20 }, (_, n) =>
    gateway.as(ann).post(`/chats/${chatId}`, { message: `nummer ${n}` }),
  )
  const [ignored, ...responses] = await Promise.all([gateway.as(bo).post('/ignore', ann.userName), ...requests])
  expect(ignored.status).toBe(204)
  const stored = responses.filter(({ status }) => status === 201).length
  expect(responses.filter(({ status }) => status === 403)).toHaveLength(20 - stored)
  expect(await listMessages(chatId)).toHaveLength(1 + stored)
  expect(await listPushesOf(chatId)).toHaveLength(2 * stored)
  expect((await gateway.as(ann).post(`/chats/${chatId}`, { message: 'efteråt' })).status).toBe(403)
})

test.each([
  ['no text', {}],
  ['one letter', { message: 'a' }],
  ['spaces', { message: '      ' }],
  ['invisible characters', { message: '\u200b\u2060\u200b' }],
  ['1001 UTF-16 units', { message: 'x'.repeat(1001) }],
  ['NUL', { message: 'hej\u0000' }],
  ['half of a surrogate pair', { message: 'hej \ud83d' }],
  ['a number', { message: 12 }],
  ['a list', { message: ['hej'] }],
  ['an invalid clientId', { message: 'hej', clientId: '1' }],
])('a message with %s is rejected, and the response names the field', async (_, body) => {
  const { ann, chatId } = await anOpenChat(ctx.db)
  const response = await gateway.as(ann).post<{ code: string; fields: { path: string }[] }>(`/chats/${chatId}`, body)
  expect(response).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
  expect(response.body.fields).toHaveLength(1)
  expect(await listMessages(chatId)).toHaveLength(1)
})

test('texts without spaces, in other scripts or with markup are returned unchanged', async () => {
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

test('the read position pushed to the other equals a fresh load', async () => {
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  await gateway.as(bo).post(`/chats/${chatId}`, { message: 'läst och svarat' })
  for (const member of [ann, bo]) {
    const published = (await listPushesOf(chatId)).find(({ to }) => to[0] === member.id)
    const { name: _, ...invited } = (await gateway.as(member).get<ChatResponse>(`/chats/${chatId}`)).body.chat.invited
    expect(published?.push).toMatchObject({ senderRead: invited })
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

test('the team sends under its common name, also in pushes', async () => {
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
