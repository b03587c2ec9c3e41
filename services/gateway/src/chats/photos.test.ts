import { randomUUID } from 'node:crypto'
import type { ChatMessage, ChatResponse, ChatSummary } from '@app/contract/chats'
import { anOpenChat, listPushes } from '@app/server/testing/context'
import { countLockWaiters } from '@app/server/testing/locks'
import { aMember, type TestMember } from '@app/server/testing/members'
import { aPhoto, signedUrl } from '@app/server/testing/photos'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'

const { app, ctx, as } = await setUpTestGateway()

const photoUrlOf = (mediaId: string): string => `/media/${mediaId}/0-medium.webp?v=1&e=2&s=3`

const send = (member: TestMember, chatId: string, mediaId: string, fields: object = {}) =>
  as(member).post<ChatMessage>(`/chats/${chatId}`, { photoUrl: photoUrlOf(mediaId), clientId: randomUUID(), ...fields })

const replaceSignedUrls = (text: string) =>
  text.replace(/\/media\/([\w-]{22})\/(\d+)-(\w+)\.webp\?[^"]*/g, 'media:$1/$2/$3')

const listPushesOf = async (chatId: string) =>
  (await listPushes(ctx.db)).filter(({ push }) => push.type === 'chat:message' && push.chatId === chatId)

test('a message can have a photo with or without text, which both members see', async () => {
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  const [withoutText, withText] = [
    await aPhoto(ctx, ann, { chatId }),
    await aPhoto(ctx, ann, { chatId, state: 'PROCESSING' }),
  ]
  const first = await send(ann, chatId, withoutText)
  expect(first).toMatchObject({
    status: 201,
    body: { message: null, photo: { id: withoutText, status: 'READY', width: 1_200 } },
  })
  expect(first.body.photoUrl).toContain(`/media/${withoutText}/0-medium.webp`)
  const [summary] = (await as(bo).get<ChatSummary[]>('/chats')).body
  expect(summary).toMatchObject({ lastMessage: null, lastMessageSender: ann.userName, newMessages: 1 })
  const second = await send(ann, chatId, withText, { message: 'titta här' })
  expect(second.body).toMatchObject({ message: 'titta här', photo: { id: withText, status: 'PROCESSING' } })
  const { messages } = (await as(bo).get<ChatResponse>(`/chats/${chatId}`)).body
  expect(messages.slice(-2)).toMatchObject([
    { message: null, photo: { id: withoutText }, mine: false },
    { message: 'titta här', photo: { id: withText } },
  ])
})

test('the push of a message with a photo equals a fresh load', async () => {
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  await send(ann, chatId, await aPhoto(ctx, ann, { chatId }))
  for (const member of [ann, bo]) {
    const push = (await listPushesOf(chatId)).find(({ to }) => to[0] === member.id)?.push
    const { body } = await as(member).get<ChatResponse>(`/chats/${chatId}?since=1`)
    expect(push).toMatchObject({ version: 2, message: JSON.parse(replaceSignedUrls(JSON.stringify(body.messages[0]))) })
  }
})

test('repeated and concurrent sends of a photo store one message', async () => {
  const { ann, chatId } = await anOpenChat(ctx.db)
  const photo = await aPhoto(ctx, ann, { chatId })
  const clientId = randomUUID()
  const responses = await Promise.all(Array.from({ length: 10 }, () => send(ann, chatId, photo, { clientId })))
  for (const { status, body } of responses) expect({ status, body }).toEqual({ status: 201, body: responses[0]?.body })
  expect(await listPushesOf(chatId)).toHaveLength(2)
})

test('a photo can be sent only once, by its owner, in the chat that it was uploaded to, and not if its upload has failed', async () => {
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  const otherChat = await anOpenChat(ctx.db, { ann })
  const sentPhoto = await aPhoto(ctx, ann, { chatId, attached: true })
  const rejectedPhotos = [
    sentPhoto,
    await aPhoto(ctx, bo, { chatId }),
    await aPhoto(ctx, ann, { chatId: otherChat.chatId }),
    await aPhoto(ctx, ann),
    await aPhoto(ctx, ann, { chatId, state: 'UPLOADING' }),
    await aPhoto(ctx, ann, { chatId, state: 'FAILED' }),
    await aPhoto(ctx, ann, { chatId, state: 'REMOVED' }),
    'A'.repeat(22),
  ]
  const rowsBefore = (await sql`select version, "lastMessage" from chats where id = ${chatId}`.execute(ctx.db)).rows
  for (const photo of rejectedPhotos)
    for (const fields of [{}, { message: 'med ord' }])
      expect(await send(ann, chatId, photo, fields)).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION', fields: [{ path: 'photoUrl' }] },
      })
  expect((await sql`select version, "lastMessage" from chats where id = ${chatId}`.execute(ctx.db)).rows).toEqual(
    rowsBefore,
  )
  expect(await listPushesOf(chatId)).toEqual([])
})

test('two concurrent messages cannot attach the same photo', async () => {
  const { ann, chatId } = await anOpenChat(ctx.db)
  const photo = await aPhoto(ctx, ann, { chatId })
  const responses = await Promise.all(Array.from({ length: 6 }, () => send(ann, chatId, photo)))
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400, 400])
  expect(await listPushesOf(chatId)).toHaveLength(2)
})

test("a photo that is processed while its message waits for the chat's lock is pushed as ready", async () => {
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  const photo = await aPhoto(ctx, ann, { chatId, state: 'PROCESSING' })
  let sending: ReturnType<typeof send> | undefined
  await ctx.db.transaction().execute(async (tx) => {
    await sql`select from chats where id = ${chatId} for update`.execute(tx)
    sending = send(ann, chatId, photo)
    await expect.poll(() => countLockWaiters(ctx)).toBeGreaterThan(0)
    const processed = { state: 'READY', drawnRotation: 0, width: 3, height: 2, placeholder: 'x' } as const
    await tx.updateTable('media').set(processed).where('id', '=', photo).execute()
  })
  expect((await sending)?.body).toMatchObject({ photo: { status: 'READY', width: 3 } })
  const push = (await listPushesOf(chatId)).find(({ to }) => to[0] === bo.id)?.push
  expect(push).toMatchObject({ message: { photo: { status: 'READY', width: 3 } } })
})

test('a photo sent to a closed chat is rejected and stays unattached', async () => {
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  const photo = await aPhoto(ctx, ann, { chatId })
  await as(bo).post('/ignore', ann.userName)
  expect(await send(ann, chatId, photo)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  const row = await ctx.db.selectFrom('media').select('carried').where('id', '=', photo).executeTakeFirst()
  expect(row).toEqual({ carried: false })
})

test.each([['https://example.test/a.jpg'], ['/etc/passwd'], ['x'.repeat(600)], [7]])(
  'rejects the photo %j',
  async (photoUrl) => {
    const { ann, chatId } = await anOpenChat(ctx.db)
    expect(await as(ann).post(`/chats/${chatId}`, { photoUrl, clientId: randomUUID() })).toMatchObject({ status: 400 })
  },
)

test('hides the photo of a deleted message, and the photos of a chat that both members have left', async () => {
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  const [first, second] = [await aPhoto(ctx, ann, { chatId }), await aPhoto(ctx, bo, { chatId })]
  const { body } = await send(ann, chatId, first)
  await send(bo, chatId, second, { message: 'och min' })
  await as(ann).post(`/chats/${chatId}/${body.id}/delete`)
  const { messages } = (await as(bo).get<ChatResponse>(`/chats/${chatId}`)).body
  expect(messages.at(-2)).toMatchObject({ id: body.id, deleted: true, message: null, photo: null, photoUrl: null })
  const repeatedSend = await as(ann).post<ChatMessage>(`/chats/${chatId}`, {
    photoUrl: photoUrlOf(first),
    clientId: body.clientId,
  })
  expect(repeatedSend.body).toMatchObject({ id: body.id, deleted: true, photo: null })
  for (const member of [ann, bo])
    expect((await app.inject({ url: signedUrl(ctx, member, second) })).statusCode).toBe(200)
  for (const member of [ann, bo]) await as(member).post(`/chats/${chatId}/delete`)
  for (const photo of [first, second])
    for (const member of [ann, bo])
      expect((await app.inject({ url: signedUrl(ctx, member, photo) })).statusCode).toBe(404)
})

test('the list of chats shows the profile photos of other members, but none of the team', async () => {
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  const admin = await aMember(ctx.db, { level: 'ADMIN' })
  const teamChat = await anOpenChat(ctx.db, { ann, bo: admin })
  const [boPhoto, adminPhoto] = [await aPhoto(ctx, bo), await aPhoto(ctx, { id: admin.accountId })]
  const chats = (await as(ann).get<ChatSummary[]>('/chats')).body
  const findListedChat = (id: string) => chats.find((chat) => chat.chatId === id)
  expect(findListedChat(chatId)?.profilePhotoUrl).toContain(`/media/${boPhoto}/0-small.webp`)
  expect(findListedChat(chatId)?.partner.photoUrl).toContain(`/media/${boPhoto}/0-medium.webp`)
  expect(findListedChat(teamChat.chatId)).toMatchObject({
    profilePhotoUrl: null,
    partner: { photoUrl: null, team: true },
  })
  expect(JSON.stringify(chats)).not.toContain(adminPhoto)
})

test('a text that looks like a media reference is not replaced by a signed URL', async () => {
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  const photo = await aPhoto(ctx, ann, { album: 'PRIVATE' })
  const message = `"photoUrl":"media:${photo}/0/large"`
  await as(ann).post(`/chats/${chatId}`, { message })
  const { messages } = (await as(bo).get<ChatResponse>(`/chats/${chatId}`)).body
  expect(messages.at(-1)).toMatchObject({ message })
})

test('messages of verified members are marked', { tags: 'chats.verified-authors' }, async () => {
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  await ctx.db
    .updateTable('members')
    .set({ badges: ['VERIFIED'] })
    .where('id', '=', ann.id)
    .execute()
  expect((await as(ann).post(`/chats/${chatId}`, { message: 'hej' })).body).toMatchObject({ verified: true })
  expect((await as(bo).post(`/chats/${chatId}`, { message: 'hej' })).body).toMatchObject({ verified: false })
  const { messages } = (await as(bo).get<ChatResponse>(`/chats/${chatId}`)).body
  expect(messages.slice(-2).map(({ verified }) => verified)).toEqual([true, false])
})
