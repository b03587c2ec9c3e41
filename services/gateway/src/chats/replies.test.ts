import { randomUUID } from 'node:crypto'
import type { ChatMessage } from '@app/contract/chats'
import { anOpenChat } from '@app/server/testing/context'
import { countLockWaiters } from '@app/server/testing/locks'
import { aMember } from '@app/server/testing/members'
import { aPhoto, signedUrl } from '@app/server/testing/photos'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { setUpTestGateway, UNUSED_ID } from '../testing.ts'
import { createChatHelpers } from './testing.ts'

const gateway = await setUpTestGateway()
const { ctx, as } = gateway
const { edit, listPushesTo, readChat, readMessage, remove, send } = createChatHelpers(gateway)

const INVALID_REPLY = {
  status: 400,
  body: { code: 'VALIDATION', fields: [expect.objectContaining({ path: 'replyTo' })] },
}

describe('a reply', () => {
  test('quotes a message in its response, in the push to each member and in later loads', {
    tags: 'chats.reply',
  }, async () => {
    const { ann, bo, chatId } = await anOpenChat(ctx.db)
    const question = await send(ann, chatId, `Vad gör du ${'?'.repeat(100)}`)
    const reply = await send(bo, chatId, 'Läser', question.id)
    const quote = {
      id: question.id,
      senderName: ann.userName,
      message: `Vad gör du ${'?'.repeat(69)}`,
      ...{ photo: false, deleted: false },
    }
    expect(reply.replyTo).toEqual({ ...quote, mine: false })
    for (const [member, mine] of [
      [ann, true],
      [bo, false],
    ] as const) {
      const expected = { ...reply, mine: !mine, replyTo: { ...quote, mine } }
      expect((await listPushesTo(member)).at(-1)).toMatchObject({ type: 'chat:message', message: expected })
      expect(await readMessage(member, chatId, reply.id)).toEqual(expected)
      for (const query of [`?after=${question.id}`, '?since=2', `?around=${reply.id}`])
        expect((await readChat(member, chatId, query)).messages.at(-1)).toEqual(expected)
    }
  })

  test("can quote the member's own message, an invite, and a photo without text", async () => {
    const { ann, chatId, firstMessageId } = await anOpenChat(ctx.db)
    const photoId = await aPhoto(ctx, ann, { chatId })
    const photo = await as(ann).post<ChatMessage>(`/chats/${chatId}`, { photoUrl: signedUrl(ctx, ann, photoId) })
    expect((await send(ann, chatId, 'Till mig', firstMessageId)).replyTo).toMatchObject({ mine: true })
    expect((await send(ann, chatId, 'Snyggt', photo.body.id)).replyTo).toMatchObject({ message: null, photo: true })
  })

  test('can contain a photo', async () => {
    const { ann, chatId, firstMessageId } = await anOpenChat(ctx.db)
    const photoUrl = signedUrl(ctx, ann, await aPhoto(ctx, ann, { chatId }))
    const body = { message: 'Så här', photoUrl, replyTo: firstMessageId }
    expect((await as(ann).post<ChatMessage>(`/chats/${chatId}`, body)).body).toMatchObject({
      replyTo: { id: firstMessageId },
      photo: { status: 'READY' },
    })
  })

  test('is stored once if it is repeated, with the same response', async () => {
    const { ann, chatId, firstMessageId } = await anOpenChat(ctx.db)
    const body = { message: 'en gång', clientId: randomUUID(), replyTo: firstMessageId }
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => as(ann).post<ChatMessage>(`/chats/${chatId}`, body)),
    )
    const [first] = responses
    expect(first?.body.replyTo).toMatchObject({ id: firstMessageId, senderName: ann.userName, mine: true })
    for (const response of responses) expect(response).toMatchObject({ status: 201, body: first?.body })
    expect((await readChat(ann, chatId)).messages).toHaveLength(2)
  })

  test('quotes the current text of the message', async () => {
    const { ann, bo, chatId } = await anOpenChat(ctx.db)
    const { id } = await send(ann, chatId, 'Före')
    const reply = await send(bo, chatId, 'Svar', id)
    await edit(ann, chatId, id, 'Efter')
    expect((await readMessage(bo, chatId, reply.id))?.replyTo).toMatchObject({ message: 'Efter', deleted: false })
  })

  test('is stored even if the quoted message is deleted, whose text it does not show', {
    tags: 'chats.reply-deleted',
  }, async () => {
    const { ann, bo, chatId } = await anOpenChat(ctx.db)
    const { id } = await send(ann, chatId, 'Borta')
    const early = await send(bo, chatId, 'Före', id)
    await remove(ann, chatId, id)
    const late = await send(bo, chatId, 'Efter', id)
    const expected = { id, senderName: ann.userName, mine: false, message: null, photo: false, deleted: true }
    expect(late.replyTo).toEqual(expected)
    expect((await readMessage(bo, chatId, early.id))?.replyTo).toEqual(expected)
  })

  test('quotes nothing once it is deleted', async () => {
    const { ann, chatId, firstMessageId } = await anOpenChat(ctx.db)
    const { id } = await send(ann, chatId, 'Svar', firstMessageId)
    await remove(ann, chatId, id)
    expect(await readMessage(ann, chatId, id)).not.toHaveProperty('replyTo')
  })

  test('never shows the text of a message that is deleted while the reply waits for the lock', async () => {
    const { ann, bo, chatId } = await anOpenChat(ctx.db)
    const { id } = await send(ann, chatId, 'Hemligt')
    const replying = await ctx.db.transaction().execute(async (tx) => {
      await sql`select from chats where id = ${chatId} for update`.execute(tx)
      const pending = as(bo).post<ChatMessage>(`/chats/${chatId}`, { message: 'Svar', replyTo: id })
      await expect.poll(() => countLockWaiters(ctx)).toBe(1)
      await tx
        .updateTable('chat_messages')
        .set({ message: null, deletedAt: ctx.now().toISOString() })
        .where('id', '=', id)
        .execute()
      return { pending }
    })
    const { body } = await replying.pending
    expect(body.replyTo).toMatchObject({ message: null, deleted: true })
    expect(JSON.stringify((await listPushesTo(ann)).at(-1))).not.toContain('Hemligt')
  })

  test.each(['a message of another chat', 'an unused id'])(
    'is rejected if it refers to %s',
    { tags: 'chats.reply-target' },
    async (target) => {
      const { ann, chatId } = await anOpenChat(ctx.db)
      const otherChat = await anOpenChat(ctx.db, { ann })
      const replyTo = target === 'an unused id' ? UNUSED_ID : otherChat.firstMessageId
      expect(await as(ann).post(`/chats/${chatId}`, { message: 'Svar', replyTo })).toMatchObject(INVALID_REPLY)
      const photoId = await aPhoto(ctx, ann, { chatId })
      const photoUrl = signedUrl(ctx, ann, photoId)
      expect(await as(ann).post(`/chats/${chatId}`, { photoUrl, replyTo })).toMatchObject(INVALID_REPLY)
      expect((await readChat(ann, chatId)).messages).toHaveLength(1)
      expect((await as(ann).post(`/chats/${chatId}`, { photoUrl })).status).toBe(201)
    },
  )

  test.each(['abc', '-1', '1.5', 7, {}])('is rejected if it refers to the id %j', async (replyTo) => {
    const { ann, chatId } = await anOpenChat(ctx.db)
    expect(await as(ann).post(`/chats/${chatId}`, { message: 'Svar', replyTo })).toMatchObject({ status: 400 })
  })

  test('is rejected like any message if the recipient ignores the sender', async () => {
    const { ann, bo, chatId, firstMessageId } = await anOpenChat(ctx.db)
    await as(bo).post('/ignore', ann.userName)
    expect(await as(ann).post(`/chats/${chatId}`, { message: 'Svar', replyTo: firstMessageId })).toMatchObject({
      status: 403,
    })
  })

  test('is rejected in a chat that the other member has left, where earlier quotes stay readable', async () => {
    const { ann, bo, chatId, firstMessageId } = await anOpenChat(ctx.db)
    const { id, replyTo } = await send(ann, chatId, 'Svar', firstMessageId)
    await as(bo).post(`/chats/${chatId}/delete`)
    const body = { message: 'Svar igen', replyTo: firstMessageId }
    expect(await as(ann).post(`/chats/${chatId}`, body)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect(await as(bo).post(`/chats/${chatId}`, body)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect((await readMessage(ann, chatId, id))?.replyTo).toEqual(replyTo)
  })

  test('quotes a message of the team under its common name', async () => {
    const admin = await aMember(ctx.db, { level: 'ADMIN', userName: 'Sara i teamet' })
    const { bo, chatId } = await anOpenChat(ctx.db, { ann: admin })
    const question = await send(bo, chatId, 'Kan ni hjälpa mig?')
    const answer = await send(admin, chatId, 'Ja', question.id)
    const reply = await send(bo, chatId, 'Tack', answer.id)
    expect(reply.replyTo).toMatchObject({ senderName: 'Teamet', mine: false })
    expect(JSON.stringify(await readChat(bo, chatId))).not.toContain('Sara')
  })
})

describe('a page around a message', () => {
  test('contains half a page on each side', { tags: 'chats.around' }, async () => {
    const { ann, chatId, firstMessageId } = await anOpenChat(ctx.db)
    const ids = [firstMessageId]
    for (const n of [1, 2, 3, 4, 5, 6]) ids.push((await send(ann, chatId, `nummer ${n}`)).id)
    const readAround = async (id: string | undefined, limit: number) =>
      (await readChat(ann, chatId, `?around=${id}&limit=${limit}`)).messages.map((message) => message.id)
    expect(await readAround(ids[3], 4)).toEqual(ids.slice(2, 6))
    expect(await readAround(ids[3], 5)).toEqual(ids.slice(1, 6))
    expect(await readAround(ids[0], 4)).toEqual(ids.slice(0, 3))
    expect(await readAround(ids[6], 4)).toEqual(ids.slice(5))
  })

  test('requires a message of the chat', async () => {
    const { ann, chatId } = await anOpenChat(ctx.db)
    const otherChat = await anOpenChat(ctx.db, { ann })
    for (const id of [otherChat.firstMessageId, UNUSED_ID])
      expect((await as(ann).get(`/chats/${chatId}?around=${id}`)).status).toBe(404)
  })
})
