import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TestMember } from '../testing/members.ts'
import { setUpTeamMigration, timeAt } from '../testing/team-migration.ts'

const { db, ada, bea, mona, max, nils, dea, insertChatsOfDea, migrate } = await setUpTeamMigration()
const SHARED_CLIENT_ID = randomUUID()

let eventId: string
let entryId: string
let newsId: string

beforeAll(async () => {
  await insertChatsOfDea()
  const byAuthor = (author: TestMember) => ({ authorId: author.accountId, clientId: SHARED_CLIENT_ID })
  const groupId = (
    await db
      .insertInto('groups')
      .values({
        groupName: 'Norr',
        nameKey: 'norr',
        description: 'x',
        isOpen: true,
        lastUpdate: timeAt(0),
        createdAt: timeAt(0),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
  await db
    .updateTable('groups')
    .set({ creatorId: ada.accountId, ownerId: ada.accountId, lastSenderId: bea.accountId, memberCount: 3 })
    .execute()
  for (const [index, { accountId: memberId }] of [ada, bea, mona].entries())
    await db
      .insertInto('group_members')
      .values({ groupId, memberId, admin: index === 0, joinedAt: timeAt(index), readPosts: index })
      .execute()
  await db
    .insertInto('group_members')
    .values({ groupId, memberId: dea.accountId, held: true, joinedAt: timeAt(5) })
    .execute()
  for (const author of [ada, bea, dea])
    await db
      .insertInto('group_messages')
      .values({
        ...byAuthor(author),
        groupId,
        message: author.userName,
        sentAt: timeAt(0),
        lastUpdate: timeAt(0),
        version: 1,
      })
      .execute()
  for (const recipient of [max, nils])
    for (const inviter of [ada, bea])
      await db
        .insertInto('group_invites')
        .values({
          ...{ groupId, inviterId: inviter.accountId, recipientId: recipient.accountId, sentAt: timeAt(0) },
          declined: inviter === ada || recipient === nils,
        })
        .execute()

  const event = {
    title: 'x',
    description: 'x',
    place: 'x',
    eventTime: timeAt(0),
    paidEvent: false,
    createdAt: timeAt(0),
  }
  for (const author of [dea, ada, bea])
    eventId = (
      await db
        .insertInto('events')
        .values({
          ...event,
          ...byAuthor(author),
          changedAt: timeAt(0),
          participantsShownTo: 'ALL',
          coming: 2,
          interested: 1,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  for (const [author, answer] of [
    [ada, 'YES'],
    [bea, 'MAYBE'],
    [mona, 'YES'],
  ] as const)
    await db
      .insertInto('event_answers')
      .values({ eventId, memberId: author.accountId, answer, answeredAt: timeAt(0) })
      .execute()

  for (const author of [dea, ada, bea]) {
    await db
      .insertInto('ads')
      .values({ ...byAuthor(author), kind: 'FEMALE', title: 'x', content: 'x', publishedAt: timeAt(0) })
      .execute()
    const mediaId = author.userName.padEnd(22, 'm')
    await db
      .insertInto('media')
      .values({ id: mediaId, kind: 'MOVIE', ownerId: author.accountId, createdAt: timeAt(0) })
      .execute()
    entryId = (
      await db
        .insertInto('movie_entries')
        .values({
          ...byAuthor(author),
          mediaId,
          message: 'x',
          altText: 'x',
          zoom: 1,
          offsetX: 0,
          offsetY: 0,
          publishedAt: timeAt(0),
          likes: 2,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
    newsId = (
      await db
        .insertInto('news')
        .values({ ...byAuthor(author), title: 'x', content: 'x', publishedAt: timeAt(0), kisses: 3 })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  }
  for (const memberId of [ada.accountId, mona.accountId])
    await db
      .insertInto('movie_likes')
      .values({ entryId, memberId, stands: true, likedAt: timeAt(0) })
      .execute()
  for (const author of [ada, bea, mona]) {
    await db
      .insertInto('news_kisses')
      .values({ newsId, memberId: author.accountId, givenAt: timeAt(0) })
      .execute()
  }
  for (const author of [ada, bea, mona, dea])
    await db
      .insertInto('news_comments')
      .values({ ...byAuthor(author), newsId, message: author.userName, sentAt: timeAt(0) })
      .execute()
  for (const [author, member] of [
    [ada, mona],
    [bea, mona],
    [dea, max],
  ] as const)
    await db
      .insertInto('verifications')
      .values({ memberId: member.accountId, verifierId: author.accountId, state: 'CONFIRMED', at: timeAt(0) })
      .execute()
  for (const [owner, viewer] of [
    [ada, mona],
    [mona, bea],
    [mona, max],
  ] as const)
    await db
      .insertInto('private_grants')
      .values({ ownerId: owner.accountId, viewerId: viewer.accountId, grantedAt: timeAt(0) })
      .execute()
  await sql`insert into search_profiles ("memberId", kind, "p1Year", "hasPhoto", verified, "lastActiveAt")
    values (${ada.accountId}, 1, 1985, false, false, now()) on conflict do nothing`.execute(db)
  await migrate()
}, 60_000)

describe('in all tables, the migration', () => {
  test.each(['group_messages', 'events', 'ads', 'movie_entries', 'news', 'news_comments'] as const)(
    'assigns the rows of admins in %s to the team, each with a different client id',
    async (table) => {
      const rows = await db
        .selectFrom(table)
        .select(['authorId', 'clientId'])
        .where('authorId', '<>', mona.id)
        .execute()
      expect(rows.map(({ authorId }) => authorId)).toEqual(['0', '0', '0'])
      expect(new Set(rows.map(({ clientId }) => clientId)).size).toBe(3)
    },
  )

  test('removes admins from search, and assigns the pictures of their film entries to the team', async () => {
    expect(
      await db.selectFrom('search_profiles').select('memberId').where('memberId', '=', ada.accountId).execute(),
    ).toEqual([])
    expect(await db.selectFrom('media').select('ownerId').where('kind', '=', 'MOVIE').execute()).toEqual(
      Array(3).fill({ ownerId: '0' }),
    )
  })

  test('makes the team a member of a group once, as its owner and admin, with correct counts', async () => {
    expect(
      await db.selectFrom('groups').select(['creatorId', 'ownerId', 'lastSenderId', 'memberCount']).executeTakeFirst(),
    ).toEqual({ creatorId: '0', ownerId: '0', lastSenderId: '0', memberCount: 2 })
    expect(
      await db.selectFrom('group_members').select(['memberId', 'admin', 'readPosts']).orderBy('memberId').execute(),
    ).toEqual([
      { memberId: '0', admin: true, readPosts: 0 },
      { memberId: mona.id, admin: false, readPosts: 2 },
    ])
  })

  test('keeps one invite of the team per member: a pending one, if there is one', async () => {
    expect(
      await db
        .selectFrom('group_invites')
        .select(['inviterId', 'recipientId', 'declined'])
        .orderBy('recipientId')
        .execute(),
    ).toEqual([
      { inviterId: '0', recipientId: max.id, declined: false },
      { inviterId: '0', recipientId: nils.id, declined: true },
    ])
  })

  test('merges the answers, likes and kisses of admins, with matching counts', async () => {
    expect(
      await db.selectFrom('events').select(['coming', 'interested']).where('id', '=', eventId).executeTakeFirst(),
    ).toEqual({ coming: 2, interested: 0 })
    expect(await db.selectFrom('event_answers').select('memberId').orderBy('memberId').execute()).toEqual([
      { memberId: '0' },
      { memberId: mona.id },
    ])
    expect(await db.selectFrom('movie_likes').select('memberId').execute()).toEqual([{ memberId: mona.id }])
    expect(await db.selectFrom('movie_entries').select('likes').where('id', '=', entryId).execute()).toEqual([
      { likes: 1 },
    ])
    expect(await db.selectFrom('news').select(['kisses', 'comments']).where('id', '=', newsId).execute()).toEqual([
      { kisses: 2, comments: 4 },
    ])
  })

  test('keeps one confirmation by the team for each member, which gives the badge', async () => {
    const confirmations = db.selectFrom('verifications').innerJoin('members', 'members.id', 'memberId')
    expect(await confirmations.select(['memberId', 'verifierId', 'badges']).orderBy('memberId').execute()).toEqual([
      { memberId: mona.id, verifierId: '0', badges: ['VERIFIED'] },
      { memberId: max.id, verifierId: '0', badges: ['VERIFIED'] },
    ])
    const { rows } = await sql`
      select from search_profiles where "memberId" = any(${[mona.id, max.id]}::bigint[]) and verified`.execute(db)
    expect(rows).toHaveLength(2)
  })

  test('leaves no row, also in chats, under the account of an admin in the deletion period', async () => {
    for (const [table, column] of [
      ...(['group_messages', 'events', 'ads', 'movie_entries', 'news', 'news_comments'] as const).map(
        (table) => [table, 'authorId'] as const,
      ),
      ...(['group_members', 'event_answers', 'movie_likes', 'news_kisses', 'chat_members'] as const).map(
        (table) => [table, 'memberId'] as const,
      ),
      ...([
        ['chat_messages', 'senderId'],
        ['verifications', 'verifierId'],
        ['media', 'ownerId'],
        ['groups', 'creatorId'],
      ] as const),
    ]) {
      const { rows } = await sql`
        select from ${sql.table(table)} where ${sql.ref(column)} = ${dea.accountId}`.execute(db)
      expect([table, rows.length]).toEqual([table, 0])
    }
  })
})

test('removes grants of PRIVATE albums by and to admins, and keeps others', async () => {
  expect(await db.selectFrom('private_grants').select(['ownerId', 'viewerId']).execute()).toEqual([
    { ownerId: mona.id, viewerId: max.id },
  ])
})
