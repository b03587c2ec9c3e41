import type { ChatMessage } from '@app/contract/chats'
import { EDIT_PERIOD_MS } from '@app/contract/limits'
import { Reaction } from '@app/contract/reactions'
import { anInvite, anOpenChat } from '@app/server/testing/context'
import { aMember } from '@app/server/testing/members'
import { aPhoto, signedUrl } from '@app/server/testing/photos'
import { describe, expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'
import { createChatHelpers } from './testing.ts'

const gateway = await setUpTestGateway()
const { ctx, as } = gateway
const { edit, listPushesTo, react, readChat, readMessage, remove, send } = createChatHelpers(gateway)

const listEarlierWords = async (messageId: string) =>
  (
    await ctx.db
      .selectFrom('earlier_words')
      .select(['message', 'until'])
      .where('place', '=', 'CHAT')
      .where('messageId', '=', messageId)
      .orderBy('id')
      .execute()
  ).map(({ message, until }) => ({ message, until }))

const setAge = (messageId: string, ageMs: number) =>
  ctx.db
    .updateTable('chat_messages')
    .set({ sentAt: new Date(ctx.now().getTime() - ageMs).toISOString() })
    .where('id', '=', messageId)
    .execute()

describe('editing a message', () => {
  test('changes its text and the preview for both members, but no unread count, and pushes it to both', {
    tags: 'chats.edit',
  }, async () => {
    const { ann, bo, chatId } = await anOpenChat(ctx.db)
    const { id } = await send(ann, chatId, 'Vi ses kl 17')
    const before = await readChat(bo, chatId)
    const response = await edit(ann, chatId, id, 'Vi ses kl 18')
    expect(response).toMatchObject({ status: 200, body: { id, message: 'Vi ses kl 18', mine: true } })
    for (const member of [ann, bo]) {
      const { chat, messages } = await readChat(member, chatId)
      const message = messages.at(-1)
      expect(message).toMatchObject({ id, message: 'Vi ses kl 18', editTime: expect.any(String) })
      expect(chat).toMatchObject({ lastMessage: 'Vi ses kl 18', lastMessageSender: ann.userName })
      expect((await listPushesTo(member)).at(-1)).toEqual({ type: 'chat:message-changed', chat, message })
    }
    const after = await readChat(bo, chatId)
    expect(after.chat).toMatchObject({ newMessages: 1, lastUpdate: before.chat.lastUpdate })
    expect(after.chat.version).toBe(before.chat.version + 1)
    expect((await readChat(bo, chatId, `?since=${before.chat.version}`)).messages).toEqual([after.messages.at(-1)])
  })

  test('keeps the previous text for 14 days, as a deletion does', async () => {
    const { ann, chatId } = await anOpenChat(ctx.db)
    const { id } = await send(ann, chatId, 'första')
    const editTime = (await edit(ann, chatId, id, 'andra')).body.editTime ?? ''
    const until = new Date(Date.parse(editTime) + 14 * 86_400_000).toISOString()
    expect(await listEarlierWords(id)).toEqual([{ message: 'första', until }])
    await remove(ann, chatId, id)
    expect((await listEarlierWords(id)).map(({ message }) => message)).toEqual(['första', 'andra'])
    expect(await readMessage(ann, chatId, id)).not.toHaveProperty('editTime')
  })

  test('leaves the preview alone if it is not the last message', async () => {
    const { ann, bo, chatId } = await anOpenChat(ctx.db)
    const { id } = await send(ann, chatId, 'första')
    await send(bo, chatId, 'sista')
    await edit(ann, chatId, id, 'ändrad')
    expect((await readChat(ann, chatId)).chat).toMatchObject({ lastMessage: 'sista', lastMessageSender: bo.userName })
  })

  test('changes nothing if the text is the same', async () => {
    const { ann, chatId } = await anOpenChat(ctx.db)
    const message = await send(ann, chatId, 'lika')
    const before = [await readChat(ann, chatId), await listPushesTo(ann)]
    expect(await edit(ann, chatId, message.id, ' lika ')).toMatchObject({ status: 200, body: message })
    expect([await readChat(ann, chatId), await listPushesTo(ann)]).toEqual(before)
  })

  test('adds text to a photo, and keeps the photo', async () => {
    const { ann, bo, chatId } = await anOpenChat(ctx.db)
    const photoUrl = signedUrl(ctx, ann, await aPhoto(ctx, ann, { chatId }))
    const { body } = await as(ann).post<ChatMessage>(`/chats/${chatId}`, { photoUrl })
    await edit(ann, chatId, body.id, 'Vid sjön')
    expect(await readMessage(bo, chatId, body.id)).toMatchObject({ message: 'Vid sjön', photo: { id: body.photo?.id } })
  })

  test('is possible for 15 minutes', { tags: 'chats.edit-period' }, async () => {
    const { ann, chatId } = await anOpenChat(ctx.db)
    const { id } = await send(ann, chatId, 'i tid')
    await setAge(id, EDIT_PERIOD_MS - 5_000)
    expect((await edit(ann, chatId, id, 'nyss')).status).toBe(200)
    await setAge(id, EDIT_PERIOD_MS)
    expect(await edit(ann, chatId, id, 'för sent')).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    expect((await readMessage(ann, chatId, id))?.message).toBe('nyss')
  })

  test('is limited to the author, and to messages that are not deleted in open chats', {
    tags: 'chats.edit-rejected',
  }, async () => {
    const { ann, bo, chatId } = await anOpenChat(ctx.db)
    const otherChat = await anOpenChat(ctx.db, { ann })
    const { id } = await send(ann, chatId, 'min')
    expect((await edit(bo, chatId, id, 'din')).status).toBe(403)
    expect((await edit(ann, otherChat.chatId, id, 'där')).status).toBe(404)
    expect((await edit(ann, chatId, id, 'x')).status).toBe(400)
    await remove(ann, chatId, id)
    expect((await edit(ann, chatId, id, 'borta')).status).toBe(409)
    const invite = await anInvite(ctx.db)
    expect((await edit(invite.ann, invite.chatId, invite.firstMessageId, 'inbjudan')).status).toBe(403)
  })

  test.each(['ignored', 'blocked', 'ended'])('is rejected like a reaction in a chat that is %s', async (state) => {
    const { ann, bo, chatId } = await anOpenChat(ctx.db)
    const { id } = await send(ann, chatId, 'kvar')
    if (state === 'ignored') await as(bo).post('/ignore', ann.userName)
    if (state === 'blocked') await as(ann).post('/blocks', { userName: bo.userName })
    if (state === 'ended') await as(bo).post(`/chats/${chatId}/delete`)
    const pushCount = (await listPushesTo(bo)).length
    expect((await edit(ann, chatId, id, 'ändrad')).status).toBe(403)
    expect((await react(ann, chatId, id, 'HEART')).status).toBe(403)
    expect(await listPushesTo(bo)).toHaveLength(pushCount)
  })

  test('shows the name of the editing admin only to the team', async () => {
    const [sara, kim] = [
      await aMember(ctx.db, { level: 'ADMIN', userName: 'Admin Sara' }),
      await aMember(ctx.db, { level: 'ADMIN', userName: 'Admin Kim' }),
    ]
    const { bo, chatId } = await anOpenChat(ctx.db, { ann: sara })
    const { id } = await send(sara, chatId, 'Hej från oss')
    expect((await edit(kim, chatId, id, 'Hej igen')).body).toMatchObject({ writtenBy: 'Admin Kim', mine: true })
    const message = await readMessage(bo, chatId, id)
    expect(message).toMatchObject({ senderName: 'Teamet', message: 'Hej igen' })
    expect(message).not.toHaveProperty('writtenBy')
  })

  test('leaves a tombstone if the message is deleted concurrently', async () => {
    const { ann, chatId } = await anOpenChat(ctx.db)
    for (let round = 0; round < 5; round += 1) {
      const { id } = await send(ann, chatId, 'kapplöpning')
      const [edited, removed] = await Promise.all([edit(ann, chatId, id, 'ändrad'), remove(ann, chatId, id)])
      expect([200, 409]).toContain(edited.status)
      expect(removed.status).toBe(204)
      expect(await readMessage(ann, chatId, id)).toMatchObject({ deleted: true, message: null })
    }
  })

  test('stores one of ten concurrent texts, and gives each edit a version', async () => {
    const { ann, chatId } = await anOpenChat(ctx.db)
    const { id } = await send(ann, chatId, 'början')
    const { version } = (await readChat(ann, chatId)).chat
    const texts = Array.from({ length: 10 }, (_, n) => `text ${n}`)
    await Promise.all(texts.map((text) => edit(ann, chatId, id, text)))
    const { chat, messages } = await readChat(ann, chatId)
    expect(chat.version).toBe(version + 10)
    expect(texts).toContain(messages.at(-1)?.message)
    expect(chat.lastMessage).toBe(messages.at(-1)?.message)
    expect(await listEarlierWords(id)).toHaveLength(10)
  })
})

describe('a reaction', () => {
  test('is set, replaced and removed, and pushed to both members without an unread count', {
    tags: 'chats.react',
  }, async () => {
    const { ann, bo, chatId } = await anOpenChat(ctx.db)
    const { id } = await send(ann, chatId, 'Titta')
    const { lastUpdate, lastMessage, newMessages } = (await readChat(bo, chatId)).chat
    for (const reaction of ['HEART', 'FIRE', null] as const) {
      const { version } = (await readChat(ann, chatId)).chat
      const response = await react(bo, chatId, id, reaction)
      expect(response).toMatchObject({ status: 200, body: { id } })
      for (const member of [ann, bo]) {
        const { chat, messages } = await readChat(member, chatId)
        const message = messages.at(-1)
        expect(message?.reactions).toEqual(reaction ? [{ reaction, count: 1, mine: member === bo }] : undefined)
        expect(chat.version).toBe(version + 1)
        expect((await readChat(member, chatId, `?since=${version}`)).messages).toEqual([message])
        expect((await listPushesTo(member)).at(-1)).toEqual({ type: 'chat:message-changed', chat, message })
      }
      expect(response.body).toEqual(await readMessage(bo, chatId, id))
    }
    expect((await readChat(bo, chatId)).chat).toMatchObject({ lastUpdate, lastMessage, newMessages })
  })

  test('is counted for both members, in the order of the set', async () => {
    const { ann, bo, chatId } = await anOpenChat(ctx.db)
    const { id } = await send(ann, chatId, 'Titta')
    await react(ann, chatId, id, 'THUMB')
    await react(bo, chatId, id, 'HEART')
    expect((await readMessage(ann, chatId, id))?.reactions).toEqual([
      { reaction: 'HEART', count: 1, mine: false },
      { reaction: 'THUMB', count: 1, mine: true },
    ])
    await react(bo, chatId, id, 'THUMB')
    expect((await readMessage(ann, chatId, id))?.reactions).toEqual([{ reaction: 'THUMB', count: 2, mine: true }])
  })

  test('changes nothing if it is repeated, or if a missing one is removed', async () => {
    const { ann, bo, chatId, firstMessageId } = await anOpenChat(ctx.db)
    expect((await react(bo, chatId, firstMessageId, null)).status).toBe(200)
    expect((await readChat(bo, chatId)).chat.version).toBe(1)
    await Promise.all(Array.from({ length: 10 }, () => react(bo, chatId, firstMessageId, 'WOW')))
    expect((await readChat(ann, chatId)).chat.version).toBe(2)
    expect(await listPushesTo(ann)).toHaveLength(1)
  })

  test('is stored at most once for each member after concurrent changes, each with a version', async () => {
    const { ann, bo, chatId, firstMessageId } = await anOpenChat(ctx.db)
    const toggles = Array.from({ length: 10 }, (_, n) =>
      [ann, bo].map((member) =>
        react(member, chatId, firstMessageId, n % 2 ? null : (Reaction.options[n % 6] ?? null)),
      ),
    ).flat()
    for (const { status } of await Promise.all(toggles)) expect(status).toBe(200)
    const { chat, messages } = await readChat(ann, chatId)
    expect((messages[0]?.reactions ?? []).reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(2)
    expect((await listPushesTo(ann)).length).toBe(chat.version - 1)
    expect((await listPushesTo(ann)).map((push) => 'chat' in push && push.chat?.version)).toEqual(
      Array.from({ length: chat.version - 1 }, (_, n) => n + 2),
    )
  })

  test('returns the ball if it is on the last message, until it is removed or a message is sent', {
    tags: 'chats.react-ball',
  }, async () => {
    const { ann, bo, chatId } = await anOpenChat(ctx.db)
    const { id } = await send(ann, chatId, 'Din tur')
    const isReturned = async () => {
      const [own, others] = [(await readChat(ann, chatId)).chat, (await readChat(bo, chatId)).chat]
      expect(own.lastMessageReacted).toBe(others.lastMessageReacted)
      return own.lastMessageReacted ?? false
    }
    await react(ann, chatId, id, 'HEART')
    expect(await isReturned()).toBe(false)
    await react(bo, chatId, id, 'HEART')
    expect(await isReturned()).toBe(true)
    await edit(ann, chatId, id, 'Din tur nu')
    expect(await isReturned()).toBe(true)
    await react(bo, chatId, id, null)
    expect(await isReturned()).toBe(false)
    await react(bo, chatId, id, 'FIRE')
    const later = await send(ann, chatId, 'En sak till')
    expect(await isReturned()).toBe(false)
    await remove(ann, chatId, later.id)
    expect(await isReturned()).toBe(true)
    await remove(ann, chatId, id)
    expect(await isReturned()).toBe(false)
    expect((await as(bo).get<{ lastMessageReacted?: boolean }[]>('/chats')).body[0]).not.toHaveProperty(
      'lastMessageReacted',
    )
  })

  test('does not return the ball if it is on an older message', async () => {
    const { ann, bo, chatId, firstMessageId } = await anOpenChat(ctx.db)
    await send(ann, chatId, 'sista')
    await react(bo, chatId, firstMessageId, 'HEART')
    expect((await readChat(bo, chatId)).chat).not.toHaveProperty('lastMessageReacted')
  })

  test('is removed with the message', async () => {
    const { ann, bo, chatId } = await anOpenChat(ctx.db)
    const { id } = await send(ann, chatId, 'borta')
    await react(bo, chatId, id, 'SAD')
    await remove(ann, chatId, id)
    expect(await readMessage(bo, chatId, id)).not.toHaveProperty('reactions')
    const stored = ctx.db.selectFrom('chat_reactions').selectAll().where('messageId', '=', id)
    expect(await stored.execute()).toEqual([])
  })

  test('is rejected if the message is deleted or of another chat, or if the reaction is unknown', async () => {
    const { ann, bo, chatId } = await anOpenChat(ctx.db)
    const otherChat = await anOpenChat(ctx.db, { ann })
    const { id } = await send(ann, chatId, 'borta')
    expect((await react(ann, otherChat.chatId, id, 'HEART')).status).toBe(404)
    for (const reaction of ['heart', '❤️', 'ANGRY', '', 1, ['HEART'], undefined])
      expect((await as(bo).post(`/chats/${chatId}/${id}/react`, { reaction })).status).toBe(400)
    await remove(ann, chatId, id)
    for (const reaction of ['HEART', null] as const) expect((await react(bo, chatId, id, reaction)).status).toBe(409)
    const invite = await anInvite(ctx.db)
    expect((await react(invite.bo, invite.chatId, invite.firstMessageId, 'HEART')).status).toBe(403)
  })
})
