import { randomBytes, randomUUID } from 'node:crypto'
import { hashToken } from '@app/server/accounts/mail-tokens'
import { aGroup, anInvite, anOpenChat, asOwner } from '@app/server/testing/context'
import { anAnswer, anEvent, readAnswers } from '@app/server/testing/events'
import { aMember, type TestMember } from '@app/server/testing/members'
import { anEntry } from '@app/server/testing/movie'
import { aPhoto } from '@app/server/testing/photos'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMail, type TestWorker, testWorker } from '../testing-worker.ts'
import { purgeGroups } from './purge-groups.ts'
import { purgeMembers } from './purge-members.ts'
import { tidy } from './tidy.ts'

const DAY = 24 * 60 * 60 * 1_000

let ctx: TestWorker
beforeAll(async () => {
  ctx = await testWorker({})
})
afterAll(() => ctx.close())

const anId = () => randomBytes(16).toString('base64url')
const ago = (duration: number) => new Date(ctx.now().getTime() - duration)
const aDeletedMember = (days: number) => aMember(ctx.db, { deletedAt: ago(days * DAY) })
const exists = async ({ id }: { id: string }) =>
  (await ctx.db.selectFrom('members').select('id').where('id', '=', id).execute()).length > 0

/** Lists every column of every table that refers to a member. */
async function listColumnsToMembers(): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select k.table_name as "table", k.column_name as "column"
    from information_schema.referential_constraints r
    join information_schema.key_column_usage k on k.constraint_name = r.constraint_name
    join information_schema.constraint_column_usage u on u.constraint_name = r.unique_constraint_name
    where u.table_name = 'members'`.execute(ctx.db)
  return rows
}

async function countRowsOf(memberId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { table, column } of [...(await listColumnsToMembers()), { table: 'members', column: 'id' }]) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)} where ${sql.ref(column)} = ${memberId}`.execute(ctx.db)
    counts[`${table}.${column}`] = rows[0]?.count ?? 0
  }
  return counts
}

/** Inserts rows of the member into every table that refers to members. */
async function insertMemberRows(
  ann: TestMember,
  bo: TestMember,
): Promise<{ media: string[]; exportId: string; chatId: string }> {
  const at = ctx.now().toISOString()
  const chat = await anOpenChat(ctx.db, { ann, bo })
  await anInvite(ctx.db, { ann: await aMember(ctx.db), bo: ann })
  const inTheChat = { chatId: chat.chatId, attached: true }
  const media = [await aPhoto(ctx, ann), await aPhoto(ctx, ann, inTheChat), await aPhoto(ctx, bo, inTheChat)]
  const inChat = media.slice(1)
  const message = { chatId: chat.chatId, message: null, sentAt: at, version: 2 }
  for (const [index, mediaId] of inChat.entries())
    await ctx.db
      .insertInto('chat_messages')
      .values({ ...message, senderId: index === 0 ? ann.id : bo.id, clientId: randomUUID(), mediaId })
      .execute()
  const exportId = anId()
  await ctx.db
    .insertInto('exports')
    .values({ id: exportId, memberId: ann.id, requestedAt: at, state: 'READY', readyAt: at })
    .execute()
  const search = { kind: 1, p1Year: 1985, hasPhoto: true, verified: false, lastActiveAt: at, memberId: ann.id }
  await ctx.db
    .insertInto('search_profiles')
    .values(search)
    .onConflict((c) => c.doNothing())
    .execute()
  await ctx.db
    .insertInto('search_cities')
    .values({ ...search, city: 'Lund' })
    .onConflict((c) => c.doNothing())
    .execute()
  const photoOfBo = await aPhoto(ctx, bo)
  await ctx.db.insertInto('photo_confirmations').values({ mediaId: photoOfBo, verifierId: ann.id }).execute()
  for (const [one, other] of [
    [ann.id, bo.id],
    [bo.id, ann.id],
  ] as const) {
    await ctx.db.insertInto('ignores').values({ ignorerId: one, ignoredId: other, lastActiveThen: at }).execute()
    await ctx.db.insertInto('declines').values({ inviterId: one, declinerId: other }).execute()
    await ctx.db.insertInto('private_grants').values({ ownerId: one, viewerId: other, grantedAt: at }).execute()
    await ctx.db
      .insertInto('visits')
      .values({ ownerId: one, visitorId: other, lastCountedAt: at, lastVisit: at })
      .execute()
    await ctx.db.insertInto('kisses').values({ giverId: one, receiverId: other, day: '2026-01-01' }).execute()
    await ctx.db.insertInto('profile_notes').values({ writerId: one, aboutId: other, notes: 'x' }).execute()
    await ctx.db
      .insertInto('verifications')
      .values({ memberId: one, verifierId: other, state: 'CONFIRMED', at })
      .execute()
  }
  return { media, exportId, chatId: chat.chatId }
}

/** Creates a group of only this member, one with another member, and invites in both directions. */
async function insertGroupRows(ann: TestMember, bo: TestMember): Promise<{ soleMemberGroup: string; shared: string }> {
  const soleMemberGroup = await aGroup(ctx.db, { owner: ann })
  const shared = await aGroup(ctx.db, { owner: bo, admins: [ann] })
  const sentAt = ctx.now().toISOString()
  await ctx.db
    .updateTable('groups')
    .set({ lastSenderId: ann.id, lastMessage: 'mina ord' })
    .where('id', '=', shared.groupId)
    .execute()
  for (const { id: authorId } of [ann, bo])
    await ctx.db
      .insertInto('group_messages')
      .values({
        groupId: shared.groupId,
        authorId,
        clientId: randomUUID(),
        message: authorId === ann.id ? 'mina ord' : 'Bos ord',
        sentAt,
        lastUpdate: sentAt,
        version: 2,
      })
      .execute()
  await ctx.db.updateTable('groups').set({ posts: 2 }).where('id', '=', shared.groupId).execute()
  const invite = { groupId: shared.groupId, sentAt }
  await ctx.db
    .insertInto('group_invites')
    .values([
      { ...invite, inviterId: ann.id, recipientId: (await aMember(ctx.db)).id },
      { ...invite, groupId: (await aGroup(ctx.db, { owner: bo })).groupId, inviterId: bo.id, recipientId: ann.id },
    ])
    .execute()
  return { soleMemberGroup: soleMemberGroup.groupId, shared: shared.groupId }
}

/** Creates an event of the member, one that the member attends, and related rows. */
async function insertEventRows(ann: TestMember, bo: TestMember) {
  const [own, other] = [await anEvent(ctx.db, { author: ann }), await anEvent(ctx.db, { author: bo, startsInMs: -DAY })]
  await anAnswer(ctx.db, own, bo)
  await anAnswer(ctx.db, other, ann)
  await anAnswer(ctx.db, other, bo)
  await aMail(ctx, { kind: 'EVENT_SEAT', address: ann.email, memberId: ann.id, eventId: other.id })
  const feed = { memberId: ann.id, hash: hashToken(ann.id), createdAt: ctx.now().toISOString() }
  await ctx.db.insertInto('calendar_feeds').values(feed).execute()
  return { own, other }
}

/** Creates a feed entry, and one by another member that this member and a third one like. */
async function insertMovieRows(ann: TestMember, bo: TestMember) {
  const [own, other] = [await anEntry(ctx, ann), await anEntry(ctx, bo)]
  const like = { entryId: other.id, likedAt: ctx.now().toISOString() }
  const fans = [ann, await aMember(ctx.db)].map(({ id: memberId }) => ({ ...like, memberId, stands: true }))
  const revokedLike = { ...like, entryId: own.id, memberId: bo.id, stands: false }
  await ctx.db
    .insertInto('movie_likes')
    .values([...fans, revokedLike])
    .execute()
  await ctx.db.updateTable('movie_entries').set({ likes: 2 }).where('id', '=', other.id).execute()
  return { own, other }
}

/** Creates news by the member with kisses by the member and another one, and a comment. */
async function insertNewsRows(ann: TestMember, bo: TestMember): Promise<string> {
  const at = ctx.now().toISOString()
  const { id: newsId } = await ctx.db
    .insertInto('news')
    .values({ authorId: ann.id, clientId: randomUUID(), title: 'Nytt', content: 'Hej', kisses: 2, publishedAt: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const kisses = [ann, bo].map(({ id: memberId }) => ({ newsId, memberId, givenAt: at }))
  await ctx.db.insertInto('news_kisses').values(kisses).execute()
  await ctx.db
    .insertInto('news_comments')
    .values({ newsId, authorId: ann.id, clientId: randomUUID(), message: 'Så bra', sentAt: at })
    .execute()
  return newsId
}

/** Creates an ad, an ad filter, a game, and rows of emails and digests. */
async function insertRemainingRows({ id: memberId }: TestMember): Promise<void> {
  const at = ctx.now().toISOString()
  const { db } = ctx
  const all = { showCouples: true, showSingleMen: true, showSingleWomen: true, showSingleNonBinary: true }
  const ad = { authorId: memberId, clientId: randomUUID(), kind: 'FEMALE', title: 'Bad', content: 'Vem vill?' } as const
  await db
    .insertInto('ads')
    .values({ ...ad, publishedAt: at })
    .execute()
  await db
    .insertInto('ad_filters')
    .values({ memberId, ...all })
    .execute()
  await db.insertInto('game_states').values({ memberId, gameState: '{}', savedAt: at }).execute()
  await db.insertInto('digests').values({ memberId, day: '2026-01-01', toldAt: at, nextAttemptAt: at }).execute()
  await db
    .insertInto('unsubscribe_links')
    .values({ memberId, hash: hashToken(`${memberId} digests`) })
    .execute()
}

test('deletes all rows of a member thirty days after deletion, and marks files for removal', async () => {
  const [ann, bo] = [await aDeletedMember(30), await aMember(ctx.db)]
  const { media, exportId, chatId } = await insertMemberRows(ann, bo)
  const { own, other } = await insertEventRows(ann, bo)
  const movie = await insertMovieRows(ann, bo)
  const { soleMemberGroup, shared } = await insertGroupRows(ann, bo)
  const newsId = await insertNewsRows(ann, bo)
  await insertRemainingRows(ann)
  const inGroup = await aPhoto(ctx, bo, { groupId: soleMemberGroup, attached: true })
  for (const [columnName, count] of Object.entries(await countRowsOf(ann.id)))
    expect(`${columnName} ${count}`).not.toBe(`${columnName} 0`)
  await tidy(ctx)
  for (const [columnName, count] of Object.entries(await countRowsOf(ann.id)))
    expect(`${columnName} ${count}`).toBe(`${columnName} 0`)
  const remaining = await ctx.db.selectFrom('media').select(['id', 'state']).where('id', 'in', media).execute()
  expect(remaining.map(({ state }) => state)).toEqual(['REMOVED', 'REMOVED', 'REMOVED'])
  const archive = await ctx.db.selectFrom('exports').selectAll().where('id', '=', exportId).executeTakeFirst()
  expect(archive).toMatchObject({ state: 'REMOVED', memberId: null })
  expect(await ctx.db.selectFrom('chats').select('id').where('id', '=', chatId).execute()).toEqual([])
  expect(await exists(bo)).toBe(true)
  expect(await ctx.db.selectFrom('events').select('id').where('id', '=', own.id).execute()).toEqual([])
  expect(await readAnswers(ctx.db, other)).toMatchObject({ yes: [bo.id], counts: { coming: 1 } })
  const entries = ctx.db.selectFrom('movie_entries').select(['id', 'likes'])
  expect(await entries.where('id', 'in', [movie.own.id, movie.other.id]).execute()).toEqual([
    { id: movie.other.id, likes: 1 },
  ])
  const news = ctx.db.selectFrom('news').select(['authorId', 'kisses']).where('id', '=', newsId)
  expect(await news.execute()).toEqual([{ authorId: null, kisses: 1 }])
  const picture = ctx.db.selectFrom('media').select('state').where('id', '=', movie.own.mediaId)
  expect(await picture.execute()).toEqual([{ state: 'REMOVED' }])
  const groups = ctx.db
    .selectFrom('groups')
    .select(['id', 'posts', 'lastMessage'])
    .where('id', 'in', [soleMemberGroup, shared])
  expect(await groups.execute()).toEqual([{ id: shared, posts: 1, lastMessage: null }])
  const posts = ctx.db.selectFrom('group_messages').select(['message']).where('groupId', '=', shared).orderBy('id')
  expect(await posts.execute()).toEqual([{ message: null }, { message: 'Bos ord' }])
  expect(await ctx.db.selectFrom('media').select('state').where('id', '=', inGroup).execute()).toEqual([
    { state: 'REMOVED' },
  ])
})

test('deletes the emails, links and marks of the email address, which may register again', async () => {
  const ann = await aDeletedMember(31)
  const address = ann.email.toUpperCase()
  const at = ctx.now().toISOString()
  await aMail(ctx, { address, kind: 'DELETION' })
  await ctx.db.insertInto('local_inbox').values({ to: address, subject: 's', text: 't', html: 'h', at }).execute()
  await ctx.db.insertInto('dead_addresses').values({ addressKey: ann.email, since: at }).execute()
  const token = { hash: hashToken(ann.email), purpose: 'DELETION', address, addressKey: ann.email } as const
  await ctx.db
    .insertInto('mail_tokens')
    .values({ ...token, expiresAt: ago(-DAY).toISOString() })
    .execute()
  await tidy(ctx)
  const remainingRows = await sql<{ text: string }>`
    select mails::text as text from mails union all select local_inbox::text from local_inbox
    union all select dead_addresses::text from dead_addresses union all select mail_tokens::text from mail_tokens`.execute(
    ctx.db,
  )
  expect(remainingRows.rows.filter(({ text }) => text.toLowerCase().includes(ann.email))).toEqual([])
  expect((await aMember(ctx.db, { email: ann.email })).id).not.toBe(ann.id)
})

test('keeps members who may still restore their account, and active members', async () => {
  const [recentlyDeleted, activeMember] = [
    await aMember(ctx.db, { deletedAt: ago(30 * DAY - 1) }),
    await aMember(ctx.db),
  ]
  await tidy(ctx)
  expect([await exists(recentlyDeleted), await exists(activeMember)]).toEqual([true, true])
})

test('deletes more members and messages than one batch contains', async () => {
  const deletedMembers = await Promise.all(Array.from({ length: 130 }, () => aDeletedMember(40)))
  const memberWithMessages = await aDeletedMember(50)
  const { chatId, bo } = await anOpenChat(ctx.db, { ann: memberWithMessages })
  await sql`
    insert into chat_messages ("chatId", "senderId", "clientId", message, "sentAt", version)
    select ${chatId}, ${bo.id}, gen_random_uuid(), 'hej', now(), n from generate_series(2, 4500) n`.execute(ctx.db)
  expect(await purgeMembers(ctx)).toBe(131)
  for (const member of [...deletedMembers, memberWithMessages]) expect(await exists(member)).toBe(false)
  expect(await exists(bo)).toBe(true)
})

test('ends a group with the later of its last two members when both are purged concurrently', async () => {
  const [ann, bo] = [await aDeletedMember(40), await aDeletedMember(40)]
  const { groupId } = await aGroup(ctx.db, { owner: ann, members: [bo] })
  await Promise.all([purgeMembers(ctx), purgeMembers(ctx)])
  expect([await exists(ann), await exists(bo)]).toEqual([false, false])
  await purgeGroups(ctx)
  expect(await ctx.db.selectFrom('groups').select('id').where('id', '=', groupId).execute()).toEqual([])
})

test('leaves tombstones of all posts and comments in groups, and correct counters', async () => {
  const [ann, bo] = [await aDeletedMember(40), await aMember(ctx.db)]
  const { groupId } = await aGroup(ctx.db, { owner: bo, members: [ann] })
  await sql`
    insert into group_messages ("groupId", "authorId", "clientId", message, "sentAt", "lastUpdate", version)
    select ${groupId}, case when n % 10 = 0 then ${bo.id}::bigint else ${ann.id}::bigint end, gen_random_uuid(), 'hej', now(), now(), 1
    from generate_series(1, 2500) n`.execute(ctx.db)
  await sql`
    insert into group_messages ("groupId", "parentId", "authorId", "clientId", message, "sentAt", "lastUpdate", version)
    select ${groupId}, min(id), ${ann.id}, gen_random_uuid(), 'kommentar', now(), now(), 1
    from group_messages where "groupId" = ${groupId} and "authorId" = ${bo.id}`.execute(ctx.db)
  await sql`
    update group_messages set "commentCount" = 1
    where id in (select "parentId" from group_messages where "groupId" = ${groupId})`.execute(ctx.db)
  await sql`update groups set posts = 2500 where id = ${groupId}`.execute(ctx.db)
  await sql`
    update group_members set "readPosts" = 2500, "lastReadId" = (select max(id) from group_messages where "parentId" is null)
    where "groupId" = ${groupId} and "memberId" = ${bo.id}`.execute(ctx.db)
  await purgeMembers(ctx)
  const { rows } = await sql`
    select g.posts, gm."readPosts", (select count(*)::int from group_messages where "groupId" = g.id) as messages,
      (select count(*)::int from group_messages where "groupId" = g.id and message is not null) as "messagesWithText",
      (select sum("commentCount")::int from group_messages where "groupId" = g.id) as comments
    from groups g join group_members gm on gm."groupId" = g.id where g.id = ${groupId}`.execute(ctx.db)
  expect(rows).toEqual([{ posts: 250, readPosts: 250, messages: 2501, messagesWithText: 250, comments: 0 }])
})

test('purges correctly with two concurrent workers', async () => {
  const members = await Promise.all(Array.from({ length: 20 }, () => aDeletedMember(40)))
  await Promise.all([purgeMembers(ctx), purgeMembers(ctx), purgeMembers(ctx)])
  for (const member of members) expect(await exists(member)).toBe(false)
})

test('purges the other members when one cannot be purged', async () => {
  const [stuck, other] = [await aDeletedMember(60), await aDeletedMember(40)]
  await asOwner(ctx.db, sql`create table blocking_rows (to_member bigint references members)`)
  await sql`insert into blocking_rows values (${stuck.id})`.execute(ctx.db)
  expect(await purgeMembers(ctx)).toBe(1)
  expect([await exists(stuck), await exists(other)]).toEqual([true, false])
  await asOwner(ctx.db, sql`drop table blocking_rows`)
  expect(await purgeMembers(ctx)).toBe(1)
})
