import type { ChatMessage, ChatResponse, ChatSummary } from '@app/contract/chats'
import { RESYNC_VERSIONS_MAX } from '@app/contract/limits'
import { anInvite, anOpenChat, listPushes } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { describe, expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'

const gateway = await setUpTestGateway()
const { ctx } = gateway

const send = async (sender: TestMember, chatId: string, message: string) =>
  (await gateway.as(sender).post<ChatMessage>(`/chats/${chatId}`, { message })).body
const readChat = async (member: TestMember, chatId: string, query = '') =>
  (await gateway.as(member).get<ChatResponse>(`/chats/${chatId}${query}`)).body
const markRead = (member: TestMember, chatId: string, lastId: string) =>
  gateway.as(member).post(`/chats/${chatId}/mark-read/${lastId}`)
const listPushesTo = async (member: TestMember) =>
  (await listPushes(ctx.db)).filter(({ to }) => to.includes(member.id)).map(({ push }) => push)
const readCounts = async (member: TestMember) => (await gateway.as(member).get('/chats/count')).body

describe('the read position', () => {
  test('moves only forward, even if requests are late or concurrent', { tags: 'chats.read-position' }, async () => {
    const { ann, bo, chatId } = await anOpenChat(ctx.db)
    const sentMessages: ChatMessage[] = []
    for (const n of [1, 2, 3, 4]) sentMessages.push(await send(ann, chatId, `nummer ${n}`))
    await Promise.all(
      [sentMessages[2], sentMessages[0], sentMessages[1]].map((message) => markRead(bo, chatId, message?.id ?? '')),
    )
    expect((await readChat(bo, chatId)).chat).toMatchObject({ newMessages: 1, myLastRead: sentMessages[2]?.id })
    expect(await readCounts(bo)).toEqual({ chats: 1, messages: 1, invites: 0 })
  })

  test('is visible to the sender, with a push equal to a fresh load', async () => {
    const { ann, bo, chatId } = await anOpenChat(ctx.db)
    const { id } = await send(ann, chatId, 'läst?')
    expect((await markRead(bo, chatId, id)).status).toBe(204)
    const latest = (await readChat(ann, chatId)).chat
    expect(latest.invited.lastRead).toBe(id)
    expect((await listPushesTo(ann)).at(-1)).toEqual({ type: 'chat:read', chat: latest })
    expect((await listPushesTo(bo)).at(-1)).toEqual({ type: 'chat:read', chat: (await readChat(bo, chatId)).chat })
  })

  test('stays unchanged when repeated, without a push', async () => {
    const { ann, bo, chatId } = await anOpenChat(ctx.db)
    const { id } = await send(ann, chatId, 'en gång')
    await markRead(bo, chatId, id)
    const pushCount = (await listPushes(ctx.db)).length
    const { chat } = await readChat(bo, chatId)
    expect((await markRead(bo, chatId, id)).status).toBe(204)
    expect((await listPushes(ctx.db)).length).toBe(pushCount)
    expect((await readChat(bo, chatId)).chat).toEqual(chat)
  })

  test.each([
    ['the reader', { bo: true }],
    ['the sender', { ann: true }],
  ])(
    'stays invisible to the other member if %s has turned receipts off',
    async (_, receiptsOff: { ann?: boolean; bo?: boolean }) => {
      const ann = await aMember(ctx.db, { receiptsOff: receiptsOff.ann ?? false })
      const bo = await aMember(ctx.db, { receiptsOff: receiptsOff.bo ?? false })
      const { chatId } = await anOpenChat(ctx.db, { ann, bo })
      const { id } = await send(ann, chatId, 'i smyg')
      const [chatBefore, pushCount] = [await readChat(ann, chatId), (await listPushesTo(ann)).length]
      await markRead(bo, chatId, id)
      expect(await readChat(ann, chatId)).toEqual(chatBefore)
      expect((await listPushesTo(ann)).length).toBe(pushCount)
      expect((await readChat(bo, chatId)).chat).toMatchObject({ newMessages: 0, myLastRead: id })
    },
  )

  test('rejects a message of another chat', async () => {
    const firstChat = await anOpenChat(ctx.db)
    const secondChat = await anOpenChat(ctx.db, { bo: firstChat.bo })
    const { id } = await send(secondChat.ann, secondChat.chatId, 'där')
    expect((await markRead(firstChat.bo, firstChat.chatId, id)).status).toBe(404)
  })

  test('cannot be set in an invite that has not been answered', async () => {
    const { bo, chatId, firstMessageId } = await anInvite(ctx.db)
    expect((await markRead(bo, chatId, firstMessageId)).status).toBe(403)
  })
})

describe('deleting a message', () => {
  test('leaves a tombstone for both members, and updates preview, ball and counts', {
    tags: 'chats.deleted-message-placeholder',
  }, async () => {
    const { ann, bo, chatId } = await anOpenChat(ctx.db)
    await send(bo, chatId, 'kvar')
    const { id } = await send(ann, chatId, 'ångrar mig')
    expect((await gateway.as(ann).post(`/chats/${chatId}/${id}/delete`)).status).toBe(204)
    for (const member of [ann, bo]) {
      const { chat, messages } = await readChat(member, chatId)
      expect(messages.at(-1)).toMatchObject({ id, deleted: true, message: null })
      expect(chat).toMatchObject({ lastMessage: 'kvar', lastMessageSender: bo.userName })
      expect((await listPushesTo(member)).at(-1)).toEqual({
        type: 'chat:message-deleted',
        chat,
        message: messages.at(-1),
      })
    }
    expect(await readCounts(bo)).toEqual({ chats: 0, messages: 0, invites: 0 })
    const storedRow = await ctx.db.selectFrom('chat_messages').select('message').where('id', '=', id).executeTakeFirst()
    expect(storedRow?.message).toBeNull()
  })

  test('takes effect once if ten requests are concurrent', async () => {
    const { ann, chatId } = await anOpenChat(ctx.db)
    const { id } = await send(ann, chatId, 'ångrar mig')
    const versionBefore = (await readChat(ann, chatId)).chat.version
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => gateway.as(ann).post(`/chats/${chatId}/${id}/delete`)),
    )
    expect(responses.every(({ status }) => status === 204)).toBe(true)
    expect((await readChat(ann, chatId)).chat.version).toBe(versionBefore + 1)
  })

  test('is limited to the author and to the chat that contains the message', {
    tags: 'chats.delete-own-message',
  }, async () => {
    const { ann, bo, chatId } = await anOpenChat(ctx.db)
    const otherChat = await anOpenChat(ctx.db, { ann })
    const { id } = await send(ann, chatId, 'min')
    expect((await gateway.as(bo).post(`/chats/${chatId}/${id}/delete`)).status).toBe(403)
    expect((await gateway.as(ann).post(`/chats/${otherChat.chatId}/${id}/delete`)).status).toBe(404)
    expect((await readChat(bo, chatId)).messages.at(-1)).toMatchObject({ message: 'min', deleted: false })
  })

  test('leaves an empty preview and no ball if no other message remains', async () => {
    const { ann, chatId, firstMessageId } = await anOpenChat(ctx.db)
    await gateway.as(ann).post(`/chats/${chatId}/${firstMessageId}/delete`)
    expect((await readChat(ann, chatId)).chat).toMatchObject({ lastMessage: null, lastMessageSender: null })
  })
})

describe('leaving a chat', () => {
  test("removes it from the member's list and ends it for the other, who keeps the messages", {
    tags: 'chats.leave',
  }, async () => {
    const { ann, bo, chatId } = await anOpenChat(ctx.db)
    await send(ann, chatId, 'hej då')
    expect((await gateway.as(ann).post(`/chats/${chatId}/delete`)).status).toBe(204)
    expect((await gateway.as(ann).get(`/chats/${chatId}`)).status).toBe(404)
    const { chat, messages } = await readChat(bo, chatId)
    expect(chat).toMatchObject({ state: 'ENDED', newMessages: 1 })
    expect(messages.at(-1)?.message).toBe('hej då')
    expect((await gateway.as(bo).post(`/chats/${chatId}`, { message: 'vänta' })).status).toBe(403)
    expect((await listPushesTo(ann)).at(-1)).toEqual({ type: 'chat:changed', chatId, chat: null })
    expect((await listPushesTo(bo)).at(-1)).toEqual({ type: 'chat:changed', chatId, chat })
    await markRead(bo, chatId, messages.at(-1)?.id ?? '')
    expect(await readCounts(bo)).toEqual({ chats: 0, messages: 0, invites: 0 })
  })

  test('leaves nothing that a member can read once both members have left', async () => {
    const { ann, bo, chatId } = await anOpenChat(ctx.db)
    await Promise.all([ann, bo].map((member) => gateway.as(member).post(`/chats/${chatId}/delete`)))
    for (const member of [ann, bo]) {
      expect((await gateway.as(member).get(`/chats/${chatId}`)).status).toBe(404)
      expect((await gateway.as(member).get('/chats')).body).toEqual([])
    }
  })

  test('lets the members open a new chat later', async () => {
    const { ann, bo, chatId } = await anOpenChat(ctx.db)
    await gateway.as(ann).post(`/chats/${chatId}/delete`)
    const secondInvite = await gateway
      .as(ann)
      .post<ChatSummary>('/chats/invites', { recipientName: bo.userName, message: 'Igen?' })
    await gateway.as(bo).post(`/chats/${secondInvite.body.chatId}/accept`)
    expect((await gateway.as(bo).get<ChatSummary[]>('/chats')).body.map(({ state }) => state).sort()).toEqual([
      'ENDED',
      'OPEN',
    ])
  })
})

describe('a resync', () => {
  test("returns everything changed since the client's version, including tombstones, and nothing else", async () => {
    const { ann, bo, chatId } = await anOpenChat(ctx.db)
    const oldMessage = await send(ann, chatId, 'gammalt')
    await send(ann, chatId, 'orört')
    const { version } = (await readChat(bo, chatId)).chat
    const latest = await send(ann, chatId, 'nytt')
    await gateway.as(ann).post(`/chats/${chatId}/${oldMessage.id}/delete`)
    const { chat, messages, tooOld } = await readChat(bo, chatId, `?since=${version}`)
    expect(tooOld).toBeUndefined()
    expect(messages.map(({ id, deleted }) => [id, deleted])).toEqual([
      [oldMessage.id, true],
      [latest.id, false],
    ])
    expect(chat).toEqual((await readChat(bo, chatId)).chat)
  })

  test('requires a full reload for a version that is too old or higher than the current one', async () => {
    const { ann, chatId } = await anOpenChat(ctx.db)
    await ctx.db.updateTable('chats').set({ version: 1000 }).where('id', '=', chatId).execute()
    const isTooOld = async (version: number) => (await readChat(ann, chatId, `?since=${version}`)).tooOld ?? false
    expect(
      await Promise.all([1000, 1000 - RESYNC_VERSIONS_MAX, 999 - RESYNC_VERSIONS_MAX, 1001].map(isTooOld)),
    ).toEqual([false, false, true, true])
  })
})

describe('paging', () => {
  test('returns the messages before and after an id without gaps or duplicates', {
    tags: 'chats.pages-of-messages',
  }, async () => {
    const { ann, bo, chatId } = await anOpenChat(ctx.db)
    for (const n of Array.from({ length: 12 }, (_, index) => index)) await send(ann, chatId, `nummer ${n}`)
    const allIds = (await readChat(bo, chatId, '?limit=100')).messages.map(({ id }) => id)
    const newestIds = (await readChat(bo, chatId, '?limit=5')).messages.map(({ id }) => id)
    const olderIds = (await readChat(bo, chatId, `?limit=100&before=${newestIds[0]}`)).messages.map(({ id }) => id)
    expect([...olderIds, ...newestIds]).toEqual(allIds)
    expect((await readChat(bo, chatId, `?after=${allIds[3]}&limit=3`)).messages.map(({ id }) => id)).toEqual(
      allIds.slice(4, 7),
    )
  })

  test('continues the list of chats after the last chat of the previous page', {
    tags: 'chats.pages-of-list',
  }, async () => {
    const bo = await aMember(ctx.db)
    const chats = await Promise.all(Array.from({ length: 5 }, () => anOpenChat(ctx.db, { bo })))
    for (const { ann, chatId } of chats) await send(ann, chatId, 'hej')
    const listIds = async (query: string) =>
      (await gateway.as(bo).get<ChatSummary[]>(`/chats?${query}`)).body.map(({ chatId }) => chatId)
    const allIds = await listIds('')
    expect(allIds).toEqual(chats.map(({ chatId }) => chatId).reverse())
    expect(await listIds(`limit=2&before=${allIds[1]}`)).toEqual(allIds.slice(2, 4))
  })

  test.each([
    'limit=0',
    'limit=101',
    'limit=x',
    'before=0',
    'before=-1',
    'before=99999999999999999999',
    'since=-1',
    'since=1e3',
    'after=abc',
  ])('rejects ?%s', async (query) => {
    const { ann, chatId } = await anOpenChat(ctx.db)
    expect((await gateway.as(ann).get(`/chats/${chatId}?${query}`)).body).toMatchObject({ code: 'VALIDATION' })
  })
})
