import type { ChatMessage, ChatResponse, ChatSummary } from '@app/contract/chats'
import { RESYNC_VERSIONS_MAX } from '@app/contract/limits'
import { anInvite, anOpenChat, pushes } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { describe, expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'

const gateway = await setUpTestGateway()
const { ctx } = gateway

const send = async (from: TestMember, chatId: string, message: string) =>
  (await gateway.as(from).post<ChatMessage>(`/chats/${chatId}`, { message })).body
const read = async (member: TestMember, chatId: string, query = '') =>
  (await gateway.as(member).get<ChatResponse>(`/chats/${chatId}${query}`)).body
const markRead = (member: TestMember, chatId: string, lastId: string) =>
  gateway.as(member).post(`/chats/${chatId}/mark-read/${lastId}`)
const pushesTo = async (member: TestMember) =>
  (await pushes(ctx.db)).filter(({ to }) => to.includes(member.id)).map(({ push }) => push)
const readCount = async (member: TestMember) => (await gateway.as(member).get('/chats/count')).body

describe('the read position', () => {
  test('moves only forward, even if requests are late or concurrent', { tags: 'chats.read-position' }, async () => {
    const { ann, bo, chatId } = await anOpenChat(ctx.db)
    const sent: ChatMessage[] = []
    for (const n of [1, 2, 3, 4]) sent.push(await send(ann, chatId, `nummer ${n}`))
    await Promise.all([sent[2], sent[0], sent[1]].map((message) => markRead(bo, chatId, message?.id ?? '')))
    expect((await read(bo, chatId)).chat).toMatchObject({ newMessages: 1, myLastRead: sent[2]?.id })
    expect(await readCount(bo)).toEqual({ chats: 1, messages: 1, invites: 0 })
  })

  test('is visible to the sender, with a push equal to a fresh load', async () => {
    const { ann, bo, chatId } = await anOpenChat(ctx.db)
    const { id } = await send(ann, chatId, 'läst?')
    expect((await markRead(bo, chatId, id)).status).toBe(204)
    const latest = (await read(ann, chatId)).chat
    expect(latest.invited.lastRead).toBe(id)
    expect((await pushesTo(ann)).at(-1)).toEqual({ type: 'chat:read', chat: latest })
    expect((await pushesTo(bo)).at(-1)).toEqual({ type: 'chat:read', chat: (await read(bo, chatId)).chat })
  })

  test('stays unchanged when repeated, without a push', async () => {
    const { ann, bo, chatId } = await anOpenChat(ctx.db)
    const { id } = await send(ann, chatId, 'en gång')
    await markRead(bo, chatId, id)
    const [publishedCount, { chat }] = [(await pushes(ctx.db)).length, await read(bo, chatId)]
    expect((await markRead(bo, chatId, id)).status).toBe(204)
    expect((await pushes(ctx.db)).length).toBe(publishedCount)
    expect((await read(bo, chatId)).chat).toEqual(chat)
  })

  test.each([
    ['the reader', { bo: true }],
    ['the writer', { ann: true }],
  ])(
    'stays invisible to the other member if %s has turned receipts off',
    async (_, receiptsOff: { ann?: boolean; bo?: boolean }) => {
      const ann = await aMember(ctx.db, { receiptsOff: receiptsOff.ann ?? false })
      const bo = await aMember(ctx.db, { receiptsOff: receiptsOff.bo ?? false })
      const { chatId } = await anOpenChat(ctx.db, { ann, bo })
      const { id } = await send(ann, chatId, 'i smyg')
      const [before, publishedCount] = [await read(ann, chatId), (await pushesTo(ann)).length]
      await markRead(bo, chatId, id)
      expect(await read(ann, chatId)).toEqual(before)
      expect((await pushesTo(ann)).length).toBe(publishedCount)
      expect((await read(bo, chatId)).chat).toMatchObject({ newMessages: 0, myLastRead: id })
    },
  )

  test('rejects a message of another chat', async () => {
    const one = await anOpenChat(ctx.db)
    const two = await anOpenChat(ctx.db, { bo: one.bo })
    const { id } = await send(two.ann, two.chatId, 'där')
    expect((await markRead(one.bo, one.chatId, id)).status).toBe(404)
  })

  test('cannot be set in an unanswered invite', async () => {
    const { bo, chatId, firstId } = await anInvite(ctx.db)
    expect((await markRead(bo, chatId, firstId)).status).toBe(403)
  })
})

describe('deleting a message', () => {
  test('leaves a placeholder for both and removes it from preview, ball and counts', {
    tags: 'chats.deleted-message-placeholder',
  }, async () => {
    const { ann, bo, chatId } = await anOpenChat(ctx.db)
    await send(bo, chatId, 'kvar')
    const { id } = await send(ann, chatId, 'ångrar mig')
    expect((await gateway.as(ann).post(`/chats/${chatId}/${id}/delete`)).status).toBe(204)
    for (const member of [ann, bo]) {
      const { chat, messages } = await read(member, chatId)
      expect(messages.at(-1)).toMatchObject({ id, deleted: true, message: null })
      expect(chat).toMatchObject({ lastMessage: 'kvar', lastMessageSender: bo.userName })
      expect((await pushesTo(member)).at(-1)).toEqual({ type: 'chat:message-deleted', chat, message: messages.at(-1) })
    }
    expect(await readCount(bo)).toEqual({ chats: 0, messages: 0, invites: 0 })
    const stored = await ctx.db.selectFrom('chat_messages').select('message').where('id', '=', id).executeTakeFirst()
    expect(stored?.message).toBeNull()
  })

  test('takes effect once if ten requests are concurrent', async () => {
    const { ann, chatId } = await anOpenChat(ctx.db)
    const { id } = await send(ann, chatId, 'ångrar mig')
    const before = (await read(ann, chatId)).chat.version
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => gateway.as(ann).post(`/chats/${chatId}/${id}/delete`)),
    )
    expect(responses.every(({ status }) => status === 204)).toBe(true)
    expect((await read(ann, chatId)).chat.version).toBe(before + 1)
  })

  test('is limited to the author, and to the chat that contains the message', {
    tags: 'chats.delete-own-message',
  }, async () => {
    const { ann, bo, chatId } = await anOpenChat(ctx.db)
    const other = await anOpenChat(ctx.db, { ann })
    const { id } = await send(ann, chatId, 'min')
    expect((await gateway.as(bo).post(`/chats/${chatId}/${id}/delete`)).status).toBe(403)
    expect((await gateway.as(ann).post(`/chats/${other.chatId}/${id}/delete`)).status).toBe(404)
    expect((await read(bo, chatId)).messages.at(-1)).toMatchObject({ message: 'min', deleted: false })
  })

  test('that is the only one leaves an empty preview and no ball', async () => {
    const { ann, chatId, firstId } = await anOpenChat(ctx.db)
    await gateway.as(ann).post(`/chats/${chatId}/${firstId}/delete`)
    expect((await read(ann, chatId)).chat).toMatchObject({ lastMessage: null, lastMessageSender: null })
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
    const { chat, messages } = await read(bo, chatId)
    expect(chat).toMatchObject({ state: 'ENDED', newMessages: 1 })
    expect(messages.at(-1)?.message).toBe('hej då')
    expect((await gateway.as(bo).post(`/chats/${chatId}`, { message: 'vänta' })).status).toBe(403)
    expect((await pushesTo(ann)).at(-1)).toEqual({ type: 'chat:changed', chatId, chat: null })
    expect((await pushesTo(bo)).at(-1)).toEqual({ type: 'chat:changed', chatId, chat })
    await markRead(bo, chatId, messages.at(-1)?.id ?? '')
    expect(await readCount(bo)).toEqual({ chats: 0, messages: 0, invites: 0 })
  })

  test('by both deletes every message', async () => {
    const { ann, bo, chatId } = await anOpenChat(ctx.db)
    await Promise.all([ann, bo].map((member) => gateway.as(member).post(`/chats/${chatId}/delete`)))
    expect(await ctx.db.selectFrom('chat_messages').select('id').where('chatId', '=', chatId).execute()).toEqual([])
    expect(await ctx.db.selectFrom('chats').select('id').where('id', '=', chatId).execute()).toEqual([])
  })

  test('lets the two open a new chat later', async () => {
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

describe('catching up', () => {
  test("returns everything changed since the client's version, including tombstones, and nothing else", async () => {
    const { ann, bo, chatId } = await anOpenChat(ctx.db)
    const oldMessage = await send(ann, chatId, 'gammalt')
    await send(ann, chatId, 'orört')
    const { version } = (await read(bo, chatId)).chat
    const latest = await send(ann, chatId, 'nytt')
    await gateway.as(ann).post(`/chats/${chatId}/${oldMessage.id}/delete`)
    const { chat, messages, tooOld } = await read(bo, chatId, `?since=${version}`)
    expect(tooOld).toBeUndefined()
    expect(messages.map(({ id, deleted }) => [id, deleted])).toEqual([
      [oldMessage.id, true],
      [latest.id, false],
    ])
    expect(chat).toEqual((await read(bo, chatId)).chat)
  })

  test('requires a resync for a version that is too old or not yet reached', async () => {
    const { ann, chatId } = await anOpenChat(ctx.db)
    await ctx.db.updateTable('chats').set({ version: 1000 }).where('id', '=', chatId).execute()
    const isTooOld = async (version: number) => (await read(ann, chatId, `?since=${version}`)).tooOld ?? false
    expect(
      await Promise.all([1000, 1000 - RESYNC_VERSIONS_MAX, 999 - RESYNC_VERSIONS_MAX, 1001].map(isTooOld)),
    ).toEqual([false, false, true, true])
  })

  test('pages before and after an id without gaps or duplicates', { tags: 'chats.pages-of-messages' }, async () => {
    const { ann, bo, chatId } = await anOpenChat(ctx.db)
    for (const n of Array.from({ length: 12 }, (_, index) => index)) await send(ann, chatId, `nummer ${n}`)
    const all = (await read(bo, chatId, '?limit=100')).messages.map(({ id }) => id)
    const newest = (await read(bo, chatId, '?limit=5')).messages.map(({ id }) => id)
    const older = (await read(bo, chatId, `?limit=100&before=${newest[0]}`)).messages.map(({ id }) => id)
    expect([...older, ...newest]).toEqual(all)
    expect((await read(bo, chatId, `?after=${all[3]}&limit=3`)).messages.map(({ id }) => id)).toEqual(all.slice(4, 7))
  })

  test('pages the list of chats from the last chat of the previous page', { tags: 'chats.pages-of-list' }, async () => {
    const bo = await aMember(ctx.db)
    const chats = await Promise.all(Array.from({ length: 5 }, () => anOpenChat(ctx.db, { bo })))
    for (const { ann, chatId } of chats) await send(ann, chatId, 'hej')
    const list = async (query: string) =>
      (await gateway.as(bo).get<ChatSummary[]>(`/chats?${query}`)).body.map(({ chatId }) => chatId)
    const all = await list('')
    expect(all).toEqual(chats.map(({ chatId }) => chatId).reverse())
    expect(await list(`limit=2&before=${all[1]}`)).toEqual(all.slice(2, 4))
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
