import { randomUUID } from 'node:crypto'
import { aGroup, anInvite } from '@app/server/testing/context'
import { anAnswer, anEvent, DAY, HOUR, type TestEvent } from '@app/server/testing/events'
import { aMember, type TestMember } from '@app/server/testing/members'
import { describe, expect, test } from 'vitest'
import { PUBLIC_URL } from '../testing-worker.ts'
import {
  addUnread,
  aReader,
  aReaderWithUnread,
  listDigestStates,
  listDigests,
  markDeleted,
  setUnread,
  setUpDigestWorker,
  writeAndSendDigests,
} from './testing.ts'
import { writeDigests } from './write-digests.ts'

const { ctx, server } = await setUpDigestWorker()

const ago = (duration: number) => new Date(ctx.now().getTime() - duration).toISOString()

const ignore = (ignorer: TestMember, ignored: TestMember) =>
  ctx.db
    .insertInto('ignores')
    .values({ ignorerId: ignorer.id, ignoredId: ignored.id, lastActiveThen: ago(0) })
    .execute()

/** Adds a post by another member to a group, unread by the reader. */
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

async function aGroupOf(reader: TestMember) {
  const group = await aGroup(ctx.db, { members: [reader] })
  await ctx.db
    .updateTable('group_members')
    .set({ joinedAt: ago(DAY) })
    .where('groupId', '=', group.groupId)
    .execute()
  return group
}

async function createNews(at = ago(HOUR)) {
  const author = await aMember(ctx.db, { level: 'ADMIN' })
  const item = { authorId: author.id, clientId: randomUUID(), title: 'Nytt', content: 'Hej', publishedAt: at }
  const { id } = await ctx.db.insertInto('news').values(item).returning('id').executeTakeFirstOrThrow()
  return { id, author }
}

async function inviteTo(reader: TestMember) {
  const invite = await anInvite(ctx.db, { bo: reader })
  await ctx.db
    .updateTable('chat_members')
    .set({ lastUpdate: ago(0) })
    .where('chatId', '=', invite.chatId)
    .execute()
  return invite
}

async function groupInviteTo(reader: TestMember) {
  const { groupId, owner } = await aGroup(ctx.db)
  const invite = { groupId, inviterId: owner.id, recipientId: reader.id, sentAt: ago(0) }
  await ctx.db.insertInto('group_invites').values(invite).execute()
  return owner
}

/** Creates an event that the reader answered days ago, and that its author changed within the last hour. */
async function aChangedEvent(reader: TestMember): Promise<TestEvent> {
  const event = await anEvent(ctx.db, { startsInMs: 9 * DAY }, new Date(ago(3 * DAY)))
  await anAnswer(ctx.db, event, reader, 'MAYBE')
  const answered = { answeredAt: ago(2 * DAY) }
  await ctx.db.updateTable('event_answers').set(answered).where('eventId', '=', event.id).execute()
  await ctx.db
    .updateTable('events')
    .set({ changedAt: ago(HOUR) })
    .where('id', '=', event.id)
    .execute()
  return event
}

const newEvent = (options: Parameters<typeof anEvent>[1] = {}) => anEvent(ctx.db, options, new Date(ago(HOUR)))

/** Writes and sends the digests, and returns the lines of the reader's. */
async function digestLinesOf(reader: TestMember): Promise<string[]> {
  await writeAndSendDigests(ctx)
  return readMailLines(reader)
}

/** Returns the lines of the only digest that a reader has received. */
function readMailLines(reader: TestMember): string[] {
  const [mail, ...others] = server.to(reader.email)
  expect(others).toEqual([])
  const text = mail?.text ?? ''
  return [...text.matchAll(/^(.+?)\s+(https:\/\/salong\.test\/(?:chats|groups|events|news)\S*)$/gm)]
    .map(([, label, url]) => `${label?.trim()} ${url?.slice(PUBLIC_URL.length)}`)
    .filter((line) => !line.startsWith('Öppna') && !line.startsWith('Open') && !line.startsWith('Fungerar'))
}

describe('a digest reports', () => {
  test.each<[string, (reader: TestMember) => Promise<unknown>, string[]]>([
    ['unread messages', (reader) => addUnread(ctx, reader, 3), ['3 olästa meddelanden /chats']],
    ['an invite', inviteTo, ['En inbjudan /chats?tab=invites']],
    ['an invite to a group', groupInviteTo, ['En inbjudan till en grupp /groups']],
    [
      'posts in a group',
      async (reader) => {
        const { groupId, owner } = await aGroupOf(reader)
        await addUnreadPost(groupId, owner)
      },
      ['Nya meddelanden i en grupp /groups'],
    ],
    ['a new public event', () => newEvent(), ['Ett nytt event /events']],
    [
      'a new event of a group',
      async (reader) => {
        const { groupId, owner } = await aGroupOf(reader)
        await newEvent({ author: owner, groupId })
      },
      ['Ett nytt event /events'],
    ],
    [
      'an answered event that has changed',
      (reader) => aChangedEvent(reader),
      ['Ett event som du har svarat på har ändrats /events'],
    ],
    [
      'an answered event of this day',
      async (reader) => anAnswer(ctx.db, await anEvent(ctx.db, { startsInMs: 14 * HOUR }, ctx.now()), reader),
      ['Ett event i dag som du har svarat på /events'],
    ],
    ['news', () => createNews(), ['En nyhet /news']],
  ])('%s', async (_, change, lines) => {
    const reader = await aReader(ctx)
    await change(reader)
    expect(await digestLinesOf(reader)).toEqual(lines)
  })

  test("everything in one email in the reader's language, with a link for each line and without names", async () => {
    const reader = await aReader(ctx, {}, { language: 'ENGLISH' })
    const partner = await addUnread(ctx, reader, 2)
    await addUnread(ctx, reader)
    await inviteTo(reader)
    await newEvent({ title: 'Hemlig bjudning' })
    await newEvent()
    await createNews()
    expect(await digestLinesOf(reader)).toEqual([
      '3 unread messages /chats',
      'One invite /chats?tab=invites',
      '2 new events /events',
      'One news post /news',
    ])
    const [mail] = server.to(reader.email)
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
      async (reader) => setIgnores(await addUnread(ctx, reader), 'invitedIgnores'),
    ],
    [
      'chats with a member who ignores the reader',
      async (reader) => setIgnores(await addUnread(ctx, reader), 'creatorIgnores'),
    ],
    [
      'an invite that is set aside',
      async (reader) => {
        const { chatId } = await inviteTo(reader)
        await ctx.db.updateTable('chat_members').set({ folder: 'MAYBE' }).where('chatId', '=', chatId).execute()
      },
    ],
    ['an invite from an ignored member', async (reader) => setIgnores((await inviteTo(reader)).ann, 'invitedIgnores')],
    [
      'an invite from a member who ignores the reader',
      async (reader) => setIgnores((await inviteTo(reader)).ann, 'creatorIgnores'),
    ],
    ['a group invite from an ignored member', async (reader) => ignore(reader, await groupInviteTo(reader))],
    ['a group invite from an ignoring member', async (reader) => ignore(await groupInviteTo(reader), reader)],
    [
      'posts in a group by an ignored member',
      async (reader) => {
        const { groupId, owner } = await aGroupOf(reader)
        await addUnreadPost(groupId, owner)
        await ignore(reader, owner)
      },
    ],
    [
      'posts in a group by a deleted member',
      async (reader) => {
        const { groupId, owner } = await aGroupOf(reader)
        await addUnreadPost(groupId, owner)
        await markDeleted(ctx, owner)
      },
    ],
    [
      'posts in a group that are read',
      async (reader) => {
        const { groupId, owner } = await aGroupOf(reader)
        await addUnreadPost(groupId, owner)
        await ctx.db.updateTable('group_members').set({ readPosts: 1 }).where('memberId', '=', reader.id).execute()
      },
    ],
    ['an event of an ignored member', async (reader) => ignore(reader, (await newEvent()).author)],
    ['an event of a member who ignores the reader', async (reader) => ignore((await newEvent()).author, reader)],
    [
      'an event of an ignored member in a group that the reader leads',
      async (reader) => {
        const { groupId, owner: author } = await aGroup(ctx.db, { admins: [reader] })
        await newEvent({ author, groupId })
        await ignore(reader, author)
      },
    ],
    ['an event of a deleted member', async () => markDeleted(ctx, (await newEvent()).author)],
    ['a canceled event', () => newEvent({ cancelled: true })],
    ['an event that has begun', () => newEvent({ startsInMs: HOUR })],
    ['an own event', (author) => newEvent({ author })],
    ['an event of another group', async () => newEvent({ groupId: (await aGroup(ctx.db)).groupId })],
    ['a new event that is answered', async (reader) => anAnswer(ctx.db, await newEvent(), reader)],
    [
      'an event of tomorrow that is answered',
      async (reader) => anAnswer(ctx.db, await newEvent({ startsInMs: 18 * HOUR }), reader),
    ],
    [
      'a change that was mailed separately',
      async (reader) => {
        const event = await aChangedEvent(reader)
        const at = ago(HOUR)
        const mail = { kind: 'EVENT_CHANGED' as const, address: reader.email, memberId: reader.id, eventId: event.id }
        await ctx.db
          .insertInto('mails')
          .values({ ...mail, language: 'SWEDISH', createdAt: at, nextAttemptAt: at })
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
      'own news',
      async ({ id: authorId }) => {
        const { id } = await createNews()
        await ctx.db.updateTable('news').set({ authorId }).where('id', '=', id).execute()
      },
    ],
    ['news of last year', () => createNews(ago(400 * DAY))],
    [
      'news and events from before the reader registered',
      async ({ id }) => {
        await Promise.all([createNews(), newEvent()])
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
    expect(server.to(reader.email)).toEqual([])
    expect(await listDigests(ctx, reader)).toEqual([])
  })

  const addOneOfEachKind = async (reader: TestMember) => {
    await addUnread(ctx, reader)
    await newEvent()
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
    expect(await digestLinesOf(reader)).toEqual(lines)
  })
})

describe('the digest of an admin', () => {
  test('counts what waits for the team, equally for all admins, and nothing of their own accounts', async () => {
    const [one, other] = [await aReader(ctx), await aReader(ctx, {}, { level: 'ADMIN' })]
    await addUnread(ctx, one, 5)
    await inviteTo(one)
    await groupInviteTo(one)
    const own = await aGroupOf(one)
    await addUnreadPost(own.groupId, own.owner)
    await newEvent({ author: own.owner, groupId: own.groupId })
    await aChangedEvent(one)
    await ctx.db.updateTable('members').set({ level: 'ADMIN' }).where('id', '=', one.id).execute()

    await addUnread(ctx, other, 2)
    await groupInviteTo(other)
    const { groupId, owner } = await aGroupOf(other)
    await addUnreadPost(groupId, owner)
    await newEvent({ author: owner, groupId })
    await newEvent({ author: other })
    await aChangedEvent(other)
    await writeAndSendDigests(ctx)
    for (const reader of [one, other])
      expect(readMailLines(reader)).toEqual([
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
    await newEvent({ author: admin })
    await writeAndSendDigests(ctx)
    expect(server.to(admin.email)).toEqual([])
  })
})

/** Marks the chat as ignored by one of its members. */
async function setIgnores({ id }: TestMember, column: 'creatorIgnores' | 'invitedIgnores') {
  await ctx.db
    .updateTable('chats')
    .set({ [column]: true })
    .where('creatorId', '=', id)
    .execute()
}

test('reports each item once, and later items in the next digest', async () => {
  const reader = await aReader(ctx)
  const partner = await addUnread(ctx, reader)
  await newEvent()
  await createNews()
  await writeAndSendDigests(ctx)
  ctx.advanceClock(DAY)
  await writeAndSendDigests(ctx)
  expect(server.to(reader.email)).toHaveLength(1)
  ctx.advanceClock(DAY - HOUR)
  await setUnread(ctx, partner, reader, 4)
  ctx.advanceClock(HOUR)
  await writeAndSendDigests(ctx)
  const [, second, ...others] = server.to(reader.email)
  expect(others).toEqual([])
  expect(second?.text).toContain('4 olästa meddelanden')
  expect(second?.text).not.toMatch(/nytt event|En nyhet/)
})

test('reports events and news of at most a week after a longer pause', async () => {
  const reader = await aReaderWithUnread(ctx)
  await writeAndSendDigests(ctx)
  ctx.advanceClock(8 * DAY)
  await createNews(ago(7 * DAY + HOUR))
  await writeAndSendDigests(ctx)
  expect(server.to(reader.email)).toHaveLength(1)
  await createNews(ago(5 * DAY))
  ctx.advanceClock(DAY)
  await writeAndSendDigests(ctx)
  const [, second, ...others] = server.to(reader.email)
  expect(others).toEqual([])
  expect(second?.text).toContain('En nyhet')
})

test('repeats the contents of a dropped or rejected digest', async () => {
  const reader = await aReaderWithUnread(ctx)
  server.reject('text', '554 5.7.1 looks like spam')
  await writeAndSendDigests(ctx)
  server.accept()
  expect(await listDigestStates(ctx, reader)).toEqual(['REFUSED'])
  ctx.advanceClock(DAY)
  await writeAndSendDigests(ctx)
  expect(server.to(reader.email)).toHaveLength(1)
})

test('omits contents that are read before the digest is sent', async () => {
  const [one, other] = [await aReaderWithUnread(ctx), await aReaderWithUnread(ctx)]
  await writeDigests(ctx)
  await ctx.db.updateTable('chat_members').set({ unread: 0 }).where('memberId', '=', one.id).execute()
  await writeAndSendDigests(ctx)
  expect([server.to(one.email), server.to(other.email)].map((mails) => mails.length)).toEqual([0, 1])
  expect(await listDigestStates(ctx, one)).toEqual(['DROPPED'])
})
