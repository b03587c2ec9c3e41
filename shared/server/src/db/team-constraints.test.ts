import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { aGroup, testContext } from '../testing/context.ts'
import { anEvent } from '../testing/events.ts'
import { aMember, type TestMember } from '../testing/members.ts'
import { anEntry } from '../testing/movie.ts'
import { aPhoto } from '../testing/photos.ts'
import { timeAt } from '../testing/team-migration.ts'

const ctx = await testContext()
afterAll(ctx.close)
const { db } = ctx
const ada = await aMember(db, { level: 'ADMIN' })
const bea = await aMember(db, { level: 'ADMIN' })
const max = await aMember(db)
const { groupId } = await aGroup(db, { owner: max })
const { id: eventId } = await anEvent(db, { author: max })
const { id: entryId } = await anEntry(ctx, max)
const photo = await aPhoto(ctx, max, { movie: true })
const { id: newsId } = await db
  .insertInto('news')
  .values({ authorId: max.id, clientId: randomUUID(), title: 'x', content: 'x', publishedAt: timeAt(0) })
  .returning('id')
  .executeTakeFirstOrThrow()
// A chat between the accounts of admins, as the migration to the team left it.
await db
  .insertInto('chats')
  .values({ creatorId: ada.accountId, invitedId: bea.accountId, state: 'ENDED', heldState: 'OPEN' })
  .execute()

describe('a gateway of the previous release, which does not know the team', () => {
  const byAda = () => ({ authorId: ada.accountId, clientId: randomUUID() })
  const event = {
    title: 'x',
    description: 'x',
    place: 'x',
    eventTime: timeAt(0),
    paidEvent: false,
    createdAt: timeAt(0),
  }
  const WRITES: [string, () => { execute: () => Promise<unknown> }][] = [
    ["a chat of an admin's account", () => insertChat(ada, max, 'OPEN')],
    ["a chat with an admin's account", () => insertChat(max, ada, 'OPEN')],
    ["an invite to an admin's account", () => insertChat(max, ada, 'INVITED')],
    [
      "a reopened chat with an admin's account",
      () => db.updateTable('chats').set({ state: 'OPEN', heldState: null }).where('creatorId', '=', ada.accountId),
    ],
    [
      'a membership in a group',
      () => db.insertInto('group_members').values({ groupId, memberId: ada.accountId, joinedAt: timeAt(0) }),
    ],
    [
      'a message in a group',
      () =>
        db
          .insertInto('group_messages')
          .values({ ...byAda(), groupId, message: 'x', sentAt: timeAt(0), lastUpdate: timeAt(0), version: 9 }),
    ],
    ["an invite to a group by an admin's account", () => insertGroupInvite(ada, max)],
    ["an invite to an admin's account to join a group", () => insertGroupInvite(max, ada)],
    [
      'an event',
      () => db.insertInto('events').values({ ...event, ...byAda(), changedAt: timeAt(0), participantsShownTo: 'ALL' }),
    ],
    [
      'an answer to an event',
      () =>
        db
          .insertInto('event_answers')
          .values({ eventId, memberId: ada.accountId, answer: 'YES' as const, answeredAt: timeAt(0) }),
    ],
    [
      'an ad',
      () =>
        db
          .insertInto('ads')
          .values({ ...byAda(), kind: 'SECRET' as const, title: 'x', content: 'x', publishedAt: timeAt(0) }),
    ],
    [
      'a film entry',
      () =>
        db.insertInto('movie_entries').values({
          ...{ ...byAda(), mediaId: photo, message: 'x', altText: 'x', publishedAt: timeAt(0) },
          ...{ zoom: 1, offsetX: 0, offsetY: 0 },
        }),
    ],
    [
      'a like',
      () => db.insertInto('movie_likes').values({ entryId, memberId: ada.accountId, stands: true, likedAt: timeAt(0) }),
    ],
    ['news', () => db.insertInto('news').values({ ...byAda(), title: 'x', content: 'x', publishedAt: timeAt(0) })],
    [
      'a comment on news',
      () => db.insertInto('news_comments').values({ ...byAda(), newsId, message: 'x', sentAt: timeAt(0) }),
    ],
    ['a kiss', () => db.insertInto('news_kisses').values({ newsId, memberId: ada.accountId, givenAt: timeAt(0) })],
  ]
  const insertChat = (creator: TestMember, invited: TestMember, state: 'OPEN' | 'INVITED') =>
    db.insertInto('chats').values({ creatorId: creator.accountId, invitedId: invited.accountId, state })
  const insertGroupInvite = (inviter: TestMember, recipient: TestMember) =>
    db
      .insertInto('group_invites')
      .values({ groupId, inviterId: inviter.accountId, recipientId: recipient.accountId, sentAt: timeAt(0) })

  test.each(WRITES)(
    'cannot store %s, which the database rejects with a code for a temporary failure',
    async (_, write) => {
      await expect(write().execute()).rejects.toMatchObject({ code: '53000' })
    },
  )

  test("still closes chats with an admin's account", async () => {
    await db.updateTable('chats').set({ state: 'ENDED' }).where('creatorId', '=', ada.accountId).execute()
    await db
      .insertInto('chats')
      .values({ creatorId: ada.accountId, invitedId: max.accountId, state: 'ENDED' })
      .execute()
  })
})

describe("the team's row", () => {
  test.each([
    ['a deletion', sql`update members set "deletedAt" = now() where id = 0`],
    ['another level', sql`update members set level = 'BASIC' where id = 0`],
    ['another name', sql`update members set "nameKey" = 'x' where id = 0`],
    ['an email address', sql`update members set "emailKey" = 'a@b.se' where id = 0`],
    ['a password', sql`update members set "passwordHash" = 'x' where id = 0`],
    ['email notifications', sql`update members set "wantsChatMail" = true where id = 0`],
    ['visibility in search', sql`update members set "hiddenFromSearch" = false where id = 0`],
    [
      'a session',
      sql`insert into sessions ("memberId", device, "createdAt", "lastSeenAt") values (0, 'x', now(), now())`,
    ],
    ['a person', sql`insert into persons ("memberId", ordinal, sex, "yearOfBirth") values (0, 1, 'MALE', 1980)`],
  ])('rejects %s', async (_, change) => {
    await expect(change.execute(db)).rejects.toThrow(/violates (check|not-null) constraint/)
  })
})
