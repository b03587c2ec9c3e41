import { randomBytes, randomUUID } from 'node:crypto'
import { variantKey } from '@app/server/photos/photo-store'
import { aGroup, anOpenChat } from '@app/server/testing/context'
import { anAnswer, anEvent } from '@app/server/testing/events'
import { aMember } from '@app/server/testing/members'
import { anEntry } from '@app/server/testing/movie'
import { aPhoto, variantBytes } from '@app/server/testing/photos'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { joinFiles, readJson, setUpExportWorker } from './testing.ts'

const { ctx, buildArchive } = await setUpExportWorker()

describe('an archive', () => {
  test("contains the member's data with photos, and no texts, photos or addresses of other members", async () => {
    const ann = await aMember(ctx.db, { userName: 'Ann Öberg', couple: true })
    const bo = await aMember(ctx.db, { userName: 'Bo' })
    await ctx.db
      .updateTable('members')
      .set({ wantedAgeMin: 30, wantedAgeMax: 45, gettingStartedHidden: true })
      .where('id', '=', ann.id)
      .execute()
    const { chatId } = await anOpenChat(ctx.db, { ann, bo })
    const timestamp = ctx.now().toISOString()
    await ctx.db.updateTable('chats').set({ acceptedAt: timestamp }).where('id', '=', chatId).execute()
    const messageColumns = { chatId, sentAt: timestamp, version: 2 }
    const chatPhotoOptions = { chatId, attached: true, createdAt: ctx.now() }
    const chatPhoto = await aPhoto(ctx, ann, chatPhotoOptions)
    const photoOfBo = await aPhoto(ctx, bo, chatPhotoOptions)
    await ctx.db
      .insertInto('chat_messages')
      .values([
        {
          ...messageColumns,
          senderId: ann.id,
          clientId: randomUUID(),
          message: 'mitt eget',
          mediaId: chatPhoto,
        },
        {
          ...messageColumns,
          senderId: bo.id,
          clientId: randomUUID(),
          message: 'hemligt av Bo',
          mediaId: photoOfBo,
        },
      ])
      .execute()
    const { id: repliesTo } = await ctx.db
      .selectFrom('chat_messages')
      .select('id')
      .where('message', '=', 'hemligt av Bo')
      .executeTakeFirstOrThrow()
    await ctx.db
      .updateTable('chat_messages')
      .set({ replyToId: repliesTo, editedAt: timestamp })
      .where('message', '=', 'mitt eget')
      .execute()
    const reactions = [
      { messageId: repliesTo, memberId: ann.id, reaction: 'WOW' },
      { messageId: repliesTo, memberId: bo.id, reaction: 'SAD' },
    ]
    await ctx.db.insertInto('chat_reactions').values(reactions).execute()
    const photo = await aPhoto(ctx, ann, { album: 'PRIVATE', createdAt: ctx.now() })
    await ctx.db.insertInto('profile_notes').values({ writerId: ann.id, aboutId: bo.id, notes: 'min lapp' }).execute()
    await ctx.db.insertInto('profile_notes').values({ writerId: bo.id, aboutId: ann.id, notes: 'Bos lapp' }).execute()
    await ctx.db
      .insertInto('visits')
      .values({ ownerId: ann.id, visitorId: bo.id, lastCountedAt: timestamp, lastVisit: timestamp })
      .execute()
    await ctx.db
      .insertInto('kisses')
      .values({ giverId: ann.id, receiverId: bo.id, day: '2026-03-20', givenAt: timestamp })
      .execute()
    await anEvent(ctx.db, { author: ann, title: 'mitt event' })
    await anAnswer(ctx.db, await anEvent(ctx.db, { author: bo, title: 'Bos event' }), ann, 'MAYBE')
    await anEvent(ctx.db, { author: bo, title: 'obesvarat' })
    const entry = await anEntry(ctx, ann, { message: 'min kväll', createdAt: new Date(ctx.now().getTime() + 1) })
    const likedAt = timestamp
    const likes = [
      { entryId: (await anEntry(ctx, bo, { message: 'Bos kväll' })).id, memberId: ann.id, stands: true, likedAt },
      { entryId: (await anEntry(ctx, bo)).id, memberId: ann.id, stands: false, likedAt },
    ]
    await ctx.db.insertInto('movie_likes').values(likes).execute()
    const { id: newsId } = await ctx.db
      .insertInto('news')
      .values({ clientId: randomUUID(), title: 'Nytt', content: 'Hej', publishedAt: timestamp })
      .returning('id')
      .executeTakeFirstOrThrow()
    const comment = (authorId: string, message: string) => ({
      newsId,
      authorId,
      message,
      clientId: randomUUID(),
      sentAt: timestamp,
    })
    const comments = [comment(ann.id, 'min kommentar'), comment(bo.id, 'hemligt av Bo')]
    await ctx.db.insertInto('news_comments').values(comments).execute()
    await ctx.db.insertInto('news_kisses').values({ newsId, memberId: ann.id, givenAt: timestamp }).execute()
    const until = new Date(ctx.now().getTime() + 60_000).toISOString()
    const addressColumns = { memberId: ann.id, mailId: '1', email: 'ny@example.test', expiresAt: until }
    await ctx.db
      .insertInto('email_changes')
      .values({ ...addressColumns, sessionId: '1' })
      .execute()
    await ctx.db
      .insertInto('email_returns')
      .values({ ...addressColumns, email: 'gammal@example.test' })
      .execute()
    const files = await buildArchive(ann)
    expect(readJson(files, 'email-addresses.json')).toEqual(
      expect.arrayContaining([
        { email: 'ny@example.test', state: 'awaiting confirmation', until },
        { email: 'gammal@example.test', state: 'can be restored', until },
      ]),
    )
    expect(readJson(files, 'news-comments.json')).toEqual([
      { about: 'Nytt', message: 'min kommentar', sentAt: timestamp },
    ])
    expect(readJson(files, 'news-kisses.json')).toEqual([{ to: 'Nytt', givenAt: timestamp }])
    expect(readJson(files, 'movie-entries.json')).toMatchObject([
      { message: 'min kväll', photo: `photos/${entry.mediaId}.webp`, likes: 0 },
    ])
    expect(files.get(`photos/${entry.mediaId}.webp`)).toEqual(variantBytes(entry.mediaId, 0, 'large'))
    expect(readJson(files, 'movie-likes.json')).toMatchObject([{ of: 'Bo', likedAt }])
    expect(readJson(files, 'events-written.json')).toMatchObject([{ title: 'mitt event', place: 'Slottsskogen' }])
    expect(readJson(files, 'events-answered.json')).toMatchObject([{ title: 'Bos event', by: 'Bo', answer: 'MAYBE' }])
    expect(readJson(files, 'account.json')).toMatchObject({
      email: ann.email,
      userName: 'Ann Öberg',
      wantedAges: { min: 30, max: 45 },
      gettingStartedHidden: true,
      persons: [{ sex: 'FEMALE' }, { sex: 'MALE' }],
    })
    expect(readJson(files, 'chats.json')).toMatchObject([
      { chatId, with: 'Bo', state: 'OPEN', startedByMe: true, acceptedAt: timestamp },
    ])
    expect(readJson(files, 'messages.json')).toEqual([
      { chatId, with: 'Bo', sentAt: expect.any(String), message: 'Hej där' },
      {
        ...{ chatId, with: 'Bo', sentAt: timestamp, message: 'mitt eget', photo: `photos/${chatPhoto}.webp` },
        ...{ editedAt: timestamp, repliesTo: timestamp },
      },
    ])
    expect(readJson(files, 'chat-reactions.json')).toEqual([
      { chatId, with: 'Bo', messageSentAt: timestamp, reaction: 'WOW' },
    ])
    expect(readJson(files, 'notes.json')).toEqual([{ about: 'Bo', notes: 'min lapp' }])
    expect(readJson(files, 'visits-received.json')).toEqual([{ visitor: 'Bo', visitCount: 1, lastVisit: timestamp }])
    expect(readJson(files, 'kisses-given.json')).toEqual([{ to: 'Bo', day: '2026-03-20', givenAt: timestamp }])
    expect(readJson(files, 'sessions.json')).toHaveLength(1)
    expect(readJson(files, 'verifications-given.json')).toEqual([])
    expect(readJson(files, 'photos.json')).toEqual([
      { file: `photos/${photo}.webp`, album: 'PRIVATE', chatId: null, uploadedAt: timestamp },
      { file: `photos/${chatPhoto}.webp`, album: null, chatId, uploadedAt: timestamp },
      { file: `photos/${entry.mediaId}.webp`, album: null, chatId: null, uploadedAt: expect.any(String) },
    ])
    expect(files.get(`photos/${photo}.webp`)).toEqual(variantBytes(photo, 0, 'large'))
    const archiveText = joinFiles(files)
    for (const secret of ['hemligt av Bo', 'Bos lapp', 'obesvarat', photoOfBo, bo.email, 'passwordHash', 'none'])
      expect(archiveText).not.toContain(secret)
  })

  test("contains the member's saved searches", { tags: 'saved-searches.export' }, async () => {
    const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
    const openedAt = '2026-03-20T12:00:00.000Z'
    const search = { name: 'Kvinnor i Lund', filter: { couples: false, cities: ['Lund'] }, inDigest: true, openedAt }
    for (const { id: memberId } of [ann, bo])
      await ctx.db
        .insertInto('saved_searches')
        .values({ ...search, memberId, filter: JSON.stringify(search.filter) })
        .execute()
    expect(readJson(await buildArchive(ann), 'saved-searches.json')).toEqual([search])
  })

  test('contains what the member wants notifications about, when and on which devices, without any key', {
    tags: 'notifications.export',
  }, async () => {
    const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
    const { groupId, groupName } = await aGroup(ctx.db, { owner: bo, members: [ann] })
    const quietGroup = await aGroup(ctx.db, { owner: bo, members: [ann] })
    const since = ctx.now().toISOString()
    for (const { id: memberId, sessionId } of [ann, bo]) {
      const preferences = { messages: true, invites: false, seats: memberId === ann.id, quietFrom: 21, quietTo: 6 }
      await ctx.db
        .insertInto('notification_preferences')
        .values({ memberId, ...preferences })
        .execute()
      const keys = { p256dh: Buffer.alloc(65), auth: Buffer.alloc(16) }
      await ctx.db
        .insertInto('push_subscriptions')
        .values({ memberId, sessionId, endpoint: `https://push.example/hemlig/${memberId}`, ...keys, createdAt: since })
        .execute()
    }
    await ctx.db
      .insertInto('notifying_groups')
      .values([
        { groupId, memberId: ann.id },
        { groupId: quietGroup.groupId, memberId: bo.id },
      ])
      .execute()

    const files = await buildArchive(ann)
    expect(readJson(files, 'notification-preferences.json')).toEqual([
      { messages: true, invites: false, seats: true, quietFrom: 21, quietTo: 6 },
    ])
    expect(readJson(files, 'notifying-groups.json')).toEqual([{ groupName }])
    expect(readJson(files, 'notifying-devices.json')).toEqual([{ device: expect.any(String), since }])
    expect(joinFiles(files)).not.toContain('hemlig')
  })

  test('contains when the member last logged in from each known browser, and not its key', {
    tags: 'new-device.export',
  }, async () => {
    const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
    const times = ['2026-03-19T08:00:00.000Z', '2026-03-20T12:00:00.000Z']
    const devices = [
      { memberId: ann.id, keyHash: randomBytes(32), seenAt: times[1] ?? '' },
      { memberId: ann.id, keyHash: randomBytes(32), seenAt: times[0] ?? '' },
      { memberId: bo.id, keyHash: randomBytes(32), seenAt: '2026-03-18T12:00:00.000Z' },
    ]
    await ctx.db.insertInto('known_devices').values(devices).execute()
    expect(readJson(await buildArchive(ann), 'known-devices.json')).toEqual(times.map((seenAt) => ({ seenAt })))
  })

  test("contains the result of the member's age check, and of no other", { tags: 'age-checks.export' }, async () => {
    const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
    const check = { result: 'PASS' as const, provider: 'age.example', at: '2026-03-20T12:00:00.000Z' }
    await ctx.db
      .insertInto('age_checks')
      .values([
        { memberId: ann.id, ...check },
        { memberId: bo.id, ...check, provider: 'other.example' },
      ])
      .execute()
    expect(readJson(await buildArchive(ann), 'age-checks.json')).toEqual([check])
  })

  test("contains the member's filter of ads", async () => {
    const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
    const filter = { showCouples: true, showSingleMen: false, showSingleWomen: true, showSingleNonBinary: true }
    await ctx.db
      .insertInto('ad_filters')
      .values({ ...filter, memberId: ann.id })
      .execute()
    expect(readJson(await buildArchive(ann), 'ad-filter.json')).toEqual([filter])
    expect(readJson(await buildArchive(bo), 'ad-filter.json')).toEqual([])
  })

  test('contains only the email addresses that have not expired by the clock of the worker', async () => {
    const ann = await aMember(ctx.db)
    const inMinutes = (minutes: number) => new Date(ctx.now().getTime() + minutes * 60_000).toISOString()
    const address = { memberId: ann.id, mailId: '1001' }
    await ctx.db
      .insertInto('email_returns')
      .values([
        { ...address, email: 'gammal@example.test', expiresAt: inMinutes(1) },
        { ...address, email: 'nyare@example.test', mailId: '1002', expiresAt: inMinutes(2) },
      ])
      .execute()
    ctx.advanceClock(60_000)
    expect(readJson(await buildArchive(ann), 'email-addresses.json')).toMatchObject([{ email: 'nyare@example.test' }])
  })

  test("contains an admin's duties, and passkeys without their keys", async () => {
    const vera = await aMember(ctx.db, { level: 'ADMIN', duties: ['LEAD', 'PUBLISH'] })
    const [createdAt, keys] = [ctx.now().toISOString(), { id: Buffer.from('id'), publicKey: Buffer.from('key') }]
    await ctx.db
      .insertInto('passkeys')
      .values({ ...keys, memberId: vera.accountId, name: 'Telefonen', transports: [], createdAt })
      .execute()
    const files = await buildArchive({ ...vera, id: vera.accountId })
    expect(readJson(files, 'passkeys.json')).toEqual([{ name: 'Telefonen', createdAt, usedAt: null }])
    expect(readJson(files, 'duties.json')).toEqual([{ duty: 'LEAD' }, { duty: 'PUBLISH' }])
  })

  test('contains the posts, photos and events of the member in groups, and no texts of other members', async () => {
    const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db, { userName: 'Bo i gruppen' })]
    const { groupId, groupName } = await aGroup(ctx.db, { owner: bo, admins: [ann] })
    const otherGroup = await aGroup(ctx.db, { owner: bo })
    const sentAt = ctx.now().toISOString()
    const [photoOfAnn, photoOfBo] = [
      await aPhoto(ctx, ann, { groupId, attached: true }),
      await aPhoto(ctx, bo, { groupId, attached: true }),
    ]
    const write = (
      authorId: string,
      message: string | null,
      options: { parentId?: string; mediaId?: string; replyToId?: string } = {},
    ) =>
      ctx.db
        .insertInto('group_messages')
        .values({
          groupId,
          authorId,
          message,
          clientId: randomUUID(),
          sentAt,
          lastUpdate: sentAt,
          version: 2,
          ...options,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    await write(ann.id, 'mitt inlägg', { mediaId: photoOfAnn })
    const { id: parentId } = await write(bo.id, 'Bos inlägg', { mediaId: photoOfBo })
    await write(ann.id, 'min kommentar', { parentId })
    const { id: replyToId } = await write(bo.id, 'Bos kommentar', { parentId })
    await write(ann.id, 'mitt svar', { parentId, replyToId })
    await ctx.db
      .insertInto('group_reactions')
      .values([
        { messageId: replyToId, memberId: ann.id, reaction: 'FIRE' },
        { messageId: replyToId, memberId: bo.id, reaction: 'SAD' },
      ])
      .execute()
    const invite = { sentAt, message: 'kom med' }
    await ctx.db
      .insertInto('group_invites')
      .values([
        { ...invite, groupId: otherGroup.groupId, inviterId: bo.id, recipientId: ann.id },
        { ...invite, groupId, inviterId: ann.id, recipientId: (await aMember(ctx.db, { userName: 'Cia' })).id },
        { ...invite, groupId, inviterId: bo.id, recipientId: (await aMember(ctx.db, { userName: 'Dana' })).id },
      ])
      .execute()
    await anEvent(ctx.db, { author: ann, groupId, title: 'min fest' })
    await anAnswer(ctx.db, await anEvent(ctx.db, { author: bo, groupId, title: 'Bos fest' }), ann)
    await anEvent(ctx.db, { author: bo, groupId, title: 'obesvarad' })
    const files = await buildArchive(ann)
    expect(readJson(files, 'groups.json')).toMatchObject([{ groupName, admin: true, owner: false }])
    expect(readJson(files, 'group-messages.json')).toEqual([
      { groupName, sentAt, message: 'mitt inlägg', comment: false, photo: `photos/${photoOfAnn}.webp` },
      { groupName, sentAt, message: 'min kommentar', comment: true },
      { groupName, sentAt, message: 'mitt svar', comment: true, repliesTo: sentAt },
    ])
    expect(readJson(files, 'group-reactions.json')).toEqual([{ groupName, messageSentAt: sentAt, reaction: 'FIRE' }])
    expect(files.get(`photos/${photoOfAnn}.webp`)).toEqual(variantBytes(photoOfAnn, 0, 'large'))
    expect(readJson(files, 'group-invites-sent.json')).toEqual([{ groupName, to: 'Cia', message: 'kom med', sentAt }])
    expect(readJson(files, 'group-invites-received.json')).toMatchObject([
      { groupName: otherGroup.groupName, from: 'Bo i gruppen', declined: false },
    ])
    expect(readJson(files, 'events-written.json')).toMatchObject([{ title: 'min fest', groupName }])
    expect(readJson(files, 'events-answered.json')).toMatchObject([{ title: 'Bos fest', groupName, answer: 'YES' }])
    const archiveText = joinFiles(files)
    for (const secret of ['Bos inlägg', 'Bos kommentar', 'obesvarad', 'Dana', photoOfBo])
      expect(archiveText).not.toContain(secret)
  })

  test.each([
    ['in the form that the client saves', { participants: [{ name: 'Åsa 💜' }], used: ['1', '2'], at: 0.5 }],
    ['in any other form', ['\u0000', '\ud800', { toString: null }, 1e300]],
  ])('contains the saved game, %s, of this member only', async (_, gameState) => {
    const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
    const savedAt = ctx.now().toISOString()
    const games = [
      { memberId: ann.id, gameState: JSON.stringify(gameState), savedAt },
      { memberId: bo.id, gameState: '"hemligt av Bo"', savedAt },
    ]
    await ctx.db.insertInto('game_states').values(games).execute()
    expect(readJson(await buildArchive(ann), 'game-state.json')).toEqual([{ gameState, savedAt }])
    expect(readJson(await buildArchive(await aMember(ctx.db)), 'game-state.json')).toEqual([])
  })

  test('contains more messages than one page', async () => {
    const { ann, chatId } = await anOpenChat(ctx.db)
    await sql`
      insert into chat_messages ("chatId", "senderId", "clientId", message, "sentAt", version)
      select ${chatId}, ${ann.id}, gen_random_uuid(), 'nummer ' || n, now(), n from generate_series(2, 2501) n`.execute(
      ctx.db,
    )
    const messages = readJson(await buildArchive(ann), 'messages.json')
    expect(messages).toHaveLength(2_501)
    expect(messages.at(-1)).toMatchObject({ message: 'nummer 2501' })
  })

  test('names no photo of a message that is not processed yet, since the archive does not contain it', async () => {
    const ann = await aMember(ctx.db)
    const { chatId } = await anOpenChat(ctx.db, { ann })
    const { groupId } = await aGroup(ctx.db, { owner: ann })
    const message = { clientId: randomUUID(), sentAt: ctx.now().toISOString(), version: 2 }
    const chatPhoto = await aPhoto(ctx, ann, { chatId, attached: true, state: 'PROCESSING' })
    const groupPhoto = await aPhoto(ctx, ann, { groupId, attached: true, state: 'FAILED' })
    await ctx.db
      .insertInto('chat_messages')
      .values({ ...message, chatId, senderId: ann.id, message: 'se här', mediaId: chatPhoto })
      .execute()
    await ctx.db
      .insertInto('group_messages')
      .values({
        ...message,
        groupId,
        authorId: ann.id,
        message: 'och här',
        mediaId: groupPhoto,
        lastUpdate: message.sentAt,
      })
      .execute()
    const files = await buildArchive(ann)
    const [, chatMessage] = readJson(files, 'messages.json') as object[]
    expect(chatMessage).toMatchObject({ message: 'se här' })
    expect(chatMessage).not.toHaveProperty('photo')
    expect(readJson(files, 'group-messages.json')).toEqual([expect.not.objectContaining({ photo: expect.anything() })])
    expect([...files.keys()].filter((name) => name.startsWith('photos/'))).toEqual([])
  })

  test('contains an empty file for a photo whose file is missing', async () => {
    const ann = await aMember(ctx.db)
    const photo = await aPhoto(ctx, ann)
    await ctx.photos.remove(variantKey(photo, 0, 'large'))
    expect((await buildArchive(ann)).get(`photos/${photo}.webp`)?.length).toBe(0)
  })
})
