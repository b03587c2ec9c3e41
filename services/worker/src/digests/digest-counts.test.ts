import { randomUUID } from 'node:crypto'
import { DAY_MS, HOUR_MS } from '@app/contract/limits'
import { aGroup, anInvite, anOpenChat } from '@app/server/testing/context'
import { aCallOff, anAnswer, anEvent, type TestEvent } from '@app/server/testing/events'
import { aMember, type TestMember } from '@app/server/testing/members'
import { describe, expect, test } from 'vitest'
import {
  addUnreadMessages,
  aReader,
  aReaderWithUnreadMessage,
  listDigestStates,
  listDigests,
  markDeleted,
  setUnreadCount,
  setUpDigestWorker,
  writeAndSendDigests,
} from './testing.ts'
import { writeDigests } from './write-digests.ts'

const { ctx, server, ago, ignore, readDigestLines, sendAndReadDigestLines } = await setUpDigestWorker()

/** Adds a post by another member to a group. */
async function addUnreadPost(groupId: string, author: TestMember, sentAt = ago(0)) {
  await ctx.db
    .insertInto('group_messages')
    .values({
      groupId,
      authorId: author.id,
      clientId: randomUUID(),
      message: 'hej',
      sentAt,
      lastUpdate: sentAt,
      version: 2,
    })
    .execute()
  await ctx.db
    .updateTable('groups')
    .set((eb) => ({ posts: eb('posts', '+', 1), lastUpdate: sentAt }))
    .where('id', '=', groupId)
    .execute()
}

/** Creates a group that the reader joined a day ago. */
async function aGroupWith(reader: TestMember) {
  const group = await aGroup(ctx.db, { members: [reader] })
  await ctx.db
    .updateTable('group_members')
    .set({ joinedAt: ago(DAY_MS) })
    .where('groupId', '=', group.groupId)
    .execute()
  return group
}

async function createNews(publishedAt = ago(HOUR_MS)) {
  const author = await aMember(ctx.db, { level: 'ADMIN' })
  const item = { authorId: author.id, clientId: randomUUID(), title: 'Nytt', content: 'Hej', publishedAt }
  const { id } = await ctx.db.insertInto('news').values(item).returning('id').executeTakeFirstOrThrow()
  return { id, author }
}

/** Invites the reader to chat. */
async function createInvite(reader: TestMember) {
  const invite = await anInvite(ctx.db, { bo: reader })
  await ctx.db
    .updateTable('chat_members')
    .set({ lastUpdate: ago(0) })
    .where('chatId', '=', invite.chatId)
    .execute()
  return invite
}

/** Creates a chat whose invite by the reader was accepted, with unread messages of the member who accepted. */
async function createAcceptance(reader: TestMember, messages = 0) {
  const { bo, chatId } = await anOpenChat(ctx.db, { ann: reader })
  await ctx.db
    .updateTable('chats')
    .set({ acceptedAt: ago(0) })
    .where('id', '=', chatId)
    .execute()
  await ctx.db
    .updateTable('chat_members')
    .set({ lastReadId: null, lastReadAt: null })
    .where('chatId', '=', chatId)
    .where('memberId', '=', reader.id)
    .execute()
  await setUnreadCount(ctx, bo, reader, messages + 1)
}

/** Invites the reader to a group, and returns the inviter. */
async function createGroupInvite(reader: TestMember) {
  const { groupId, owner } = await aGroup(ctx.db)
  const invite = { groupId, inviterId: owner.id, recipientId: reader.id, sentAt: ago(0) }
  await ctx.db.insertInto('group_invites').values(invite).execute()
  return owner
}

/** Creates an event that the reader answered days ago, and that its author changed within the last hour. */
async function aChangedEvent(reader: TestMember): Promise<TestEvent> {
  const event = await anEvent(ctx.db, { startsInMs: 9 * DAY_MS }, new Date(ago(3 * DAY_MS)))
  await anAnswer(ctx.db, event, reader, 'MAYBE')
  const answeredAt = ago(2 * DAY_MS)
  await ctx.db.updateTable('event_answers').set({ answeredAt }).where('eventId', '=', event.id).execute()
  await ctx.db
    .updateTable('events')
    .set({ changedAt: ago(HOUR_MS) })
    .where('id', '=', event.id)
    .execute()
  return event
}

/** Creates an event that its author announced an hour ago. */
const aNewEvent = (options: Parameters<typeof anEvent>[1] = {}) => anEvent(ctx.db, options, new Date(ago(HOUR_MS)))

describe('a digest reports', () => {
  test.each<[string, (reader: TestMember) => Promise<unknown>, string[]]>([
    ['unread messages', (reader) => addUnreadMessages(ctx, reader, 3), ['3 olästa meddelanden /chats']],
    ['an accepted invite', (reader) => createAcceptance(reader), ['Ett ja till din inbjudan /chats']],
    [
      'accepted invites apart from messages in their chats',
      async (reader) => {
        await createAcceptance(reader)
        await createAcceptance(reader, 2)
      },
      ['2 olästa meddelanden /chats', 'Ja till 2 av dina inbjudningar /chats'],
    ],
    ['an invite', createInvite, ['En inbjudan /chats?tab=invites']],
    ['an invite to a group', createGroupInvite, ['En inbjudan till en grupp /groups']],
    [
      'posts in a group',
      async (reader) => {
        const { groupId, owner } = await aGroupWith(reader)
        await addUnreadPost(groupId, owner)
      },
      ['Nya meddelanden i en grupp /groups'],
    ],
    ['a new public event', () => aNewEvent(), ['Ett nytt event /events']],
    [
      'a new event of a group',
      async (reader) => {
        const { groupId, owner } = await aGroupWith(reader)
        await aNewEvent({ author: owner, groupId })
      },
      ['Ett nytt event /events'],
    ],
    [
      'an answered event that has changed',
      (reader) => aChangedEvent(reader),
      ['Ett event som du har svarat på har ändrats /events'],
    ],
    [
      'an answered event that takes place today',
      async (reader) => anAnswer(ctx.db, await anEvent(ctx.db, { startsInMs: 14 * HOUR_MS }, ctx.now()), reader),
      ['Ett event i dag som du har svarat på /events'],
    ],
    ['news', () => createNews(), ['En nyhet /news']],
  ])('%s', async (_, change, lines) => {
    const reader = await aReader(ctx)
    await change(reader)
    expect(await sendAndReadDigestLines(reader)).toEqual(lines)
  })

  test("several topics in one email in the reader's language, with a link for each line and without names", async () => {
    const reader = await aReader(ctx, {}, { language: 'ENGLISH' })
    const partner = await addUnreadMessages(ctx, reader, 2)
    await addUnreadMessages(ctx, reader)
    await createAcceptance(reader)
    await createInvite(reader)
    await aNewEvent({ title: 'Hemlig bjudning' })
    await aNewEvent()
    await createNews()
    expect(await sendAndReadDigestLines(reader)).toEqual([
      '3 unread messages /chats',
      'One of your invites was accepted /chats',
      'One invite /chats?tab=invites',
      '2 new events /events',
      'One news post /news',
    ])
    const [mail] = server.listDeliveredTo(reader.email)
    expect(mail?.subject).toBe('Your daily summary')
    expect(mail?.from).toEqual({ name: 'Salong', address: 'noreply@salong.test' })
    expect(mail?.raw).not.toContain('Hemlig')
    for (const { userName } of [partner, reader]) expect(`${mail?.text}${mail?.html}`).not.toContain(userName)
  })
})

describe('a digest does not report', () => {
  test.each<[string, (reader: TestMember) => Promise<unknown>]>([
    [
      'chats with a member whom the reader ignores',
      async (reader) => setIgnores(await addUnreadMessages(ctx, reader), 'invitedIgnores'),
    ],
    [
      'chats with a member who ignores the reader',
      async (reader) => setIgnores(await addUnreadMessages(ctx, reader), 'creatorIgnores'),
    ],
    [
      'an invite that is set aside',
      async (reader) => {
        const { chatId } = await createInvite(reader)
        await ctx.db.updateTable('chat_members').set({ folder: 'MAYBE' }).where('chatId', '=', chatId).execute()
      },
    ],
    [
      'an invite from an ignored member',
      async (reader) => setIgnores((await createInvite(reader)).ann, 'invitedIgnores'),
    ],
    [
      'an invite from a member who ignores the reader',
      async (reader) => setIgnores((await createInvite(reader)).ann, 'creatorIgnores'),
    ],
    ['a group invite from an ignored member', async (reader) => ignore(reader, await createGroupInvite(reader))],
    [
      'a group invite from a member who ignores the reader',
      async (reader) => ignore(await createGroupInvite(reader), reader),
    ],
    [
      'posts in a group by an ignored member',
      async (reader) => {
        const { groupId, owner } = await aGroupWith(reader)
        await addUnreadPost(groupId, owner)
        await ignore(reader, owner)
      },
    ],
    [
      'posts in a group by a deleted member',
      async (reader) => {
        const { groupId, owner } = await aGroupWith(reader)
        await addUnreadPost(groupId, owner)
        await markDeleted(ctx, owner)
      },
    ],
    [
      'read posts in a group',
      async (reader) => {
        const { groupId, owner } = await aGroupWith(reader)
        await addUnreadPost(groupId, owner)
        await ctx.db.updateTable('group_members').set({ readPosts: 1 }).where('memberId', '=', reader.id).execute()
      },
    ],
    ['an event of an ignored member', async (reader) => ignore(reader, (await aNewEvent()).author)],
    ['an event of a member who ignores the reader', async (reader) => ignore((await aNewEvent()).author, reader)],
    [
      'an event of an ignored member in a group that the reader leads',
      async (reader) => {
        const { groupId, owner: author } = await aGroup(ctx.db, { admins: [reader] })
        await aNewEvent({ author, groupId })
        await ignore(reader, author)
      },
    ],
    ['an event of a deleted member', async () => markDeleted(ctx, (await aNewEvent()).author)],
    ['a canceled event', () => aNewEvent({ cancelled: true })],
    ['an event that has begun', () => aNewEvent({ startsInMs: HOUR_MS })],
    ["the reader's own event", (author) => aNewEvent({ author })],
    ['an event of another group', async () => aNewEvent({ groupId: (await aGroup(ctx.db)).groupId })],
    ['a new event that is answered', async (reader) => anAnswer(ctx.db, await aNewEvent(), reader)],
    [
      'an event of tomorrow that is answered',
      async (reader) => anAnswer(ctx.db, await aNewEvent({ startsInMs: 18 * HOUR_MS }), reader),
    ],
    [
      'a change that was mailed separately',
      async (reader) => {
        const event = await aChangedEvent(reader)
        const createdAt = ago(HOUR_MS)
        const mail = { kind: 'EVENT_CHANGED' as const, address: reader.email, memberId: reader.id, eventId: event.id }
        await ctx.db
          .insertInto('mails')
          .values({ ...mail, language: 'SWEDISH', createdAt, nextAttemptAt: createdAt })
          .execute()
      },
    ],
    [
      'news that the reader has seen',
      async ({ id }) => {
        const { id: newsSeenId } = await createNews()
        await ctx.db.updateTable('members').set({ newsSeenId }).where('id', '=', id).execute()
      },
    ],
    [
      "the reader's own news",
      async ({ id: authorId }) => {
        const { id } = await createNews()
        await ctx.db.updateTable('news').set({ authorId }).where('id', '=', id).execute()
      },
    ],
    ['news of last year', () => createNews(ago(400 * DAY_MS))],
    [
      'news and events from before the reader registered',
      async ({ id }) => {
        await Promise.all([createNews(), aNewEvent()])
        await ctx.db
          .updateTable('members')
          .set({ registeredAt: ago(0) })
          .where('id', '=', id)
          .execute()
      },
    ],
    ['anything if there is nothing new', async () => undefined],
  ])('%s, and no email is sent', async (_, change) => {
    const reader = await aReader(ctx)
    await change(reader)
    await writeAndSendDigests(ctx)
    expect(server.listDeliveredTo(reader.email)).toEqual([])
    expect(await listDigests(ctx, reader)).toEqual([])
  })

  const addOneOfEachKind = async (reader: TestMember) => {
    await addUnreadMessages(ctx, reader)
    await aNewEvent()
    await createNews()
  }
  test.each([
    [{ wantsChatMail: false }, ['Ett nytt event /events', 'En nyhet /news']],
    [{ wantsEventMail: false }, ['Ett oläst meddelande /chats', 'En nyhet /news']],
    [{ wantsNewsMail: false }, ['Ett oläst meddelande /chats', 'Ett nytt event /events']],
    [{ wantsChatMail: false, wantsEventMail: false, wantsNewsMail: false }, []],
  ])('kinds that the reader does not want: %j', { tags: 'digests.contents' }, async (preferences, lines) => {
    const reader = await aReader(ctx, preferences)
    await addOneOfEachKind(reader)
    expect(await sendAndReadDigestLines(reader)).toEqual(lines)
  })
})

describe('the digest of an admin', () => {
  test('counts new items of the team, the same for all admins, and none of their own accounts', async () => {
    const [newAdmin, admin] = [await aReader(ctx), await aReader(ctx, {}, { level: 'ADMIN' })]
    await addUnreadMessages(ctx, newAdmin, 5)
    await createInvite(newAdmin)
    await createGroupInvite(newAdmin)
    const ownGroup = await aGroupWith(newAdmin)
    await addUnreadPost(ownGroup.groupId, ownGroup.owner)
    await aNewEvent({ author: ownGroup.owner, groupId: ownGroup.groupId })
    await aChangedEvent(newAdmin)
    await ctx.db.updateTable('members').set({ level: 'ADMIN' }).where('id', '=', newAdmin.id).execute()

    await addUnreadMessages(ctx, admin, 2)
    await createGroupInvite(admin)
    const { groupId, owner } = await aGroupWith(admin)
    await addUnreadPost(groupId, owner)
    await aNewEvent({ author: owner, groupId })
    await aNewEvent({ author: admin })
    await aChangedEvent(admin)
    await writeAndSendDigests(ctx)
    for (const reader of [newAdmin, admin])
      expect(readDigestLines(reader)).toEqual([
        '2 olästa meddelanden /chats',
        'Nya meddelanden i en grupp /groups',
        'En inbjudan till en grupp /groups',
        'Ett event som du har svarat på har ändrats /events',
        'Ett nytt event /events',
      ])
  })

  test('contains nothing that the team has written', async () => {
    const admin = await aReader(ctx, { wantsChatMail: false }, { level: 'ADMIN' })
    const { id } = await createNews()
    await ctx.db.updateTable('news').set({ authorId: admin.id }).where('id', '=', id).execute()
    await aNewEvent({ author: admin })
    await writeAndSendDigests(ctx)
    expect(server.listDeliveredTo(admin.email)).toEqual([])
  })
})

/** Marks the chat that this member created as ignored by one of its two members. */
async function setIgnores({ id }: TestMember, column: 'creatorIgnores' | 'invitedIgnores') {
  await ctx.db
    .updateTable('chats')
    .set({ [column]: true })
    .where('creatorId', '=', id)
    .execute()
}

test('reports each item once, and later items in the next digest', async () => {
  const reader = await aReader(ctx)
  const partner = await addUnreadMessages(ctx, reader)
  await aNewEvent()
  await createNews()
  await writeAndSendDigests(ctx)
  ctx.advanceClock(DAY_MS)
  await writeAndSendDigests(ctx)
  expect(server.listDeliveredTo(reader.email)).toHaveLength(1)
  ctx.advanceClock(DAY_MS - HOUR_MS)
  await setUnreadCount(ctx, partner, reader, 4)
  ctx.advanceClock(HOUR_MS)
  await writeAndSendDigests(ctx)
  const [, second, ...otherMails] = server.listDeliveredTo(reader.email)
  expect(otherMails).toEqual([])
  expect(second?.text).toContain('4 olästa meddelanden')
  expect(second?.text).not.toMatch(/nytt event|En nyhet/)
})

test('reports no news older than a week, even if the previous digest is older', async () => {
  const reader = await aReaderWithUnreadMessage(ctx)
  await writeAndSendDigests(ctx)
  ctx.advanceClock(8 * DAY_MS)
  await createNews(ago(7 * DAY_MS + HOUR_MS))
  await writeAndSendDigests(ctx)
  expect(server.listDeliveredTo(reader.email)).toHaveLength(1)
  await createNews(ago(5 * DAY_MS))
  ctx.advanceClock(DAY_MS)
  await writeAndSendDigests(ctx)
  const [, second, ...otherMails] = server.listDeliveredTo(reader.email)
  expect(otherMails).toEqual([])
  expect(second?.text).toContain('En nyhet')
})

test('repeats the contents of a rejected digest in the next one', async () => {
  const reader = await aReaderWithUnreadMessage(ctx)
  server.reject('text', '554 5.7.1 looks like spam')
  await writeAndSendDigests(ctx)
  server.accept()
  expect(await listDigestStates(ctx, reader)).toEqual(['REFUSED'])
  ctx.advanceClock(DAY_MS)
  await writeAndSendDigests(ctx)
  expect(server.listDeliveredTo(reader.email)).toHaveLength(1)
})

test('drops a digest whose contents are read before it is sent', async () => {
  const [upToDateReader, otherReader] = [await aReaderWithUnreadMessage(ctx), await aReaderWithUnreadMessage(ctx)]
  await writeDigests(ctx)
  await ctx.db.updateTable('chat_members').set({ unread: 0 }).where('memberId', '=', upToDateReader.id).execute()
  await writeAndSendDigests(ctx)
  expect(
    [server.listDeliveredTo(upToDateReader.email), server.listDeliveredTo(otherReader.email)].map(
      (mails) => mails.length,
    ),
  ).toEqual([0, 1])
  expect(await listDigestStates(ctx, upToDateReader)).toEqual(['DROPPED'])
})

describe('a digest after a block', { tags: 'blocks.events' }, () => {
  test('counts neither events nor posts of the blocker', async () => {
    const [reader, ann] = [await aReader(ctx, { wantsNewsMail: false }), await aMember(ctx.db)]
    const { groupId } = await aGroupWith(reader)
    const answered = await anEvent(ctx.db, { author: ann, startsInMs: HOUR_MS }, ctx.now())
    await anEvent(ctx.db, { author: ann }, ctx.now())
    await anAnswer(ctx.db, answered, reader)
    await aCallOff(ctx.db, answered, reader, ctx.now())
    await addUnreadPost(groupId, ann)
    await writeAndSendDigests(ctx)
    expect(await listDigests(ctx, reader)).toEqual([])
  })

  test('does not count a called-off event when the block has ended', async () => {
    const reader = await aReader(ctx, { wantsNewsMail: false })
    const event = await anEvent(ctx.db, { startsInMs: HOUR_MS }, ctx.now())
    await anAnswer(ctx.db, event, reader)
    await aCallOff(ctx.db, event, reader, ctx.now())
    await ctx.db.deleteFrom('ignores').where('ignoredId', '=', reader.id).execute()
    await writeAndSendDigests(ctx)
    expect(await listDigests(ctx, reader)).toEqual([])
  })
})
