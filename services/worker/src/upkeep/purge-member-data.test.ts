import { randomBytes, randomUUID } from 'node:crypto'
import { DAY_MS } from '@app/contract/limits'
import { hashToken } from '@app/server/accounts/mail-tokens'
import { anAnswer, anEvent, readAnswers } from '@app/server/testing/events'
import { aMember, type TestMember } from '@app/server/testing/members'
import { anEntry } from '@app/server/testing/movie'
import { aPhoto } from '@app/server/testing/photos'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aMail } from '../testing-worker.ts'
import { purgeSafetyData } from './purge-cases.ts'
import { purgeMembers } from './purge-members.ts'
import { insertGroupRows, insertMemberRows, setUpPurge } from './testing.ts'
import { tidy } from './tidy.ts'

const { ctx, ago, aDeletedMember, memberExists } = await setUpPurge()

/** Lists all columns that refer to a member, with their tables. */
async function listColumnsToMembers(): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select k.table_name as "table", k.column_name as "column"
    from information_schema.referential_constraints r
    join information_schema.key_column_usage k on k.constraint_name = r.constraint_name
    join information_schema.constraint_column_usage u on u.constraint_name = r.unique_constraint_name
    where u.table_name = 'members'`.execute(ctx.db)
  return rows
}

/** Counts the rows that refer to a member, for each column that may do so. */
async function countRowsByColumn(memberId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { table, column } of [...(await listColumnsToMembers()), { table: 'members', column: 'id' }]) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)} where ${sql.ref(column)} = ${memberId}`.execute(ctx.db)
    counts[`${table}.${column}`] = rows[0]?.count ?? 0
  }
  return counts
}

/** Creates an event by the member, one that the member attends, an email about it, and a calendar feed. */
async function insertEventRows(ann: TestMember, bo: TestMember) {
  const [ownEvent, otherEvent] = [
    await anEvent(ctx.db, { author: ann }),
    await anEvent(ctx.db, { author: bo, startsInMs: -DAY_MS }),
  ]
  await anAnswer(ctx.db, ownEvent, bo)
  await anAnswer(ctx.db, otherEvent, ann)
  await anAnswer(ctx.db, otherEvent, bo)
  await aMail(ctx, { kind: 'EVENT_SEAT', address: ann.email, memberId: ann.id, eventId: otherEvent.id })
  const feed = { memberId: ann.id, hash: hashToken(ann.id), createdAt: ctx.now().toISOString() }
  await ctx.db.insertInto('calendar_feeds').values(feed).execute()
  return { ownEvent, otherEvent }
}

/** Creates a feed entry, and one by another member that this member and a third one like. */
async function insertMovieRows(ann: TestMember, bo: TestMember) {
  const [ownEntry, otherEntry] = [await anEntry(ctx, ann), await anEntry(ctx, bo)]
  const like = { entryId: otherEntry.id, likedAt: ctx.now().toISOString() }
  const fans = [ann, await aMember(ctx.db)].map(({ id: memberId }) => ({ ...like, memberId, stands: true }))
  const revokedLike = { ...like, entryId: ownEntry.id, memberId: bo.id, stands: false }
  await ctx.db
    .insertInto('movie_likes')
    .values([...fans, revokedLike])
    .execute()
  await ctx.db.updateTable('movie_entries').set({ likes: 2 }).where('id', '=', otherEntry.id).execute()
  return { ownEntry, otherEntry }
}

/** Creates news by the member with kisses by the member and another one, and a comment. */
async function insertNewsRows(ann: TestMember, bo: TestMember): Promise<string> {
  const timestamp = ctx.now().toISOString()
  const { id: newsId } = await ctx.db
    .insertInto('news')
    .values({
      authorId: ann.id,
      clientId: randomUUID(),
      title: 'Nytt',
      content: 'Hej',
      kisses: 2,
      publishedAt: timestamp,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const kisses = [ann, bo].map(({ id: memberId }) => ({ newsId, memberId, givenAt: timestamp }))
  await ctx.db.insertInto('news_kisses').values(kisses).execute()
  await ctx.db
    .insertInto('news_comments')
    .values({ newsId, authorId: ann.id, clientId: randomUUID(), message: 'Så bra', sentAt: timestamp })
    .execute()
  return newsId
}

/** Creates an ad, an ad filter, age checks, a game, a digest and an unsubscribe link. */
async function insertRemainingRows({ id: memberId }: TestMember): Promise<void> {
  const timestamp = ctx.now().toISOString()
  const { db } = ctx
  const filterColumns = { showCouples: true, showSingleMen: true, showSingleWomen: true, showSingleNonBinary: true }
  const ad = { authorId: memberId, clientId: randomUUID(), kind: 'FEMALE', title: 'Bad', content: 'Vem vill?' } as const
  await db
    .insertInto('ads')
    .values({ ...ad, publishedAt: timestamp })
    .execute()
  await db
    .insertInto('ad_filters')
    .values({ memberId, ...filterColumns })
    .execute()
  await db
    .insertInto('age_checks')
    .values({ memberId, result: 'PASS', provider: 'age.example', at: timestamp })
    .execute()
  await db
    .insertInto('age_check_requests')
    .values({ memberId, stateHash: randomBytes(32), expiresAt: new Date(ctx.now().getTime() + DAY_MS).toISOString() })
    .execute()
  await db.insertInto('game_states').values({ memberId, gameState: '{}', savedAt: timestamp }).execute()
  await db
    .insertInto('digests')
    .values({ memberId, day: '2026-01-01', toldAt: timestamp, nextAttemptAt: timestamp })
    .execute()
  await db
    .insertInto('unsubscribe_links')
    .values({ memberId, hash: hashToken(`${memberId} digests`) })
    .execute()
}

/** Creates a case about the member, claimed by them, with a report by them and one by another member. */
async function insertReportRows(ann: TestMember, bo: TestMember): Promise<string> {
  const timestamp = ctx.now().toISOString()
  const { id: caseId } = await ctx.db
    .insertInto('cases')
    .values({
      ...{ subjectKind: 'PROFILE', subjectId: ann.id, authorId: ann.id, claimedBy: ann.id, category: 'SPAM' },
      ...{ severity: 'MEDIUM', source: 'REPORT', openedAt: timestamp, dueAt: timestamp },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const report = { caseId, category: 'SPAM', language: 'SWEDISH', filedAt: timestamp, aimAt: timestamp } as const
  await ctx.db
    .insertInto('reports')
    .values([ann, bo].map(({ id: reporterId }) => ({ ...report, reporterId })))
    .execute()
  await sql`
    with decided as (
      insert into decisions ("caseId", "byId", reason, facts, kind, evidence, "decidedAt")
      values (${caseId}, ${bo.id}, 'TERMS_SPAM', 'Reklam', 'ACTED', '{}', ${timestamp}) returning id),
    imposed as (
      insert into measures ("decisionId", "memberId", kind, "from") select id, ${ann.id}, 'WARN', ${timestamp} from decided)
    insert into removals ("decisionId", kind, "contentId", "authorId", content, "removedAt")
    select id, 'PROFILE', ${ann.id}, ${ann.id}, '{"description": "Anns ord"}', ${timestamp} from decided`.execute(
    ctx.db,
  )
  return caseId
}

test('deletes all rows of a member thirty days after deletion, and marks files for removal', {
  tags: 'age-checks.purge',
}, async () => {
  const [ann, bo] = [await aDeletedMember(30), await aMember(ctx.db)]
  const { media, exportId, chatId } = await insertMemberRows(ctx, ann, bo)
  const { ownEvent, otherEvent } = await insertEventRows(ann, bo)
  const { ownEntry, otherEntry } = await insertMovieRows(ann, bo)
  const { soleMemberGroup, sharedGroup } = await insertGroupRows(ctx, ann, bo)
  const newsId = await insertNewsRows(ann, bo)
  await insertRemainingRows(ann)
  const caseId = await insertReportRows(ann, bo)
  const groupPhoto = await aPhoto(ctx, bo, { groupId: soleMemberGroup, attached: true })
  for (const [columnName, count] of Object.entries(await countRowsByColumn(ann.id)))
    expect(`${columnName} ${count}`).not.toBe(`${columnName} 0`)
  await tidy(ctx)
  for (const [columnName, count] of Object.entries(await countRowsByColumn(ann.id)))
    expect(`${columnName} ${count}`).toBe(`${columnName} 0`)
  const remainingMedia = await ctx.db.selectFrom('media').select(['id', 'state']).where('id', 'in', media).execute()
  expect(remainingMedia.map(({ state }) => state)).toEqual(['REMOVED', 'REMOVED', 'REMOVED'])
  const archive = await ctx.db.selectFrom('exports').selectAll().where('id', '=', exportId).executeTakeFirst()
  expect(archive).toMatchObject({ state: 'REMOVED', memberId: null })
  expect(await ctx.db.selectFrom('chats').select('id').where('id', '=', chatId).execute()).toEqual([])
  expect(await memberExists(bo)).toBe(true)
  expect(await ctx.db.selectFrom('events').select('id').where('id', '=', ownEvent.id).execute()).toEqual([])
  expect(await readAnswers(ctx.db, otherEvent)).toMatchObject({ yes: [bo.id], counts: { coming: 1 } })
  const entries = ctx.db.selectFrom('movie_entries').select(['id', 'likes'])
  expect(await entries.where('id', 'in', [ownEntry.id, otherEntry.id]).execute()).toEqual([
    { id: otherEntry.id, likes: 1 },
  ])
  const news = ctx.db.selectFrom('news').select(['authorId', 'kisses']).where('id', '=', newsId)
  expect(await news.execute()).toEqual([{ authorId: null, kisses: 1 }])
  const picture = ctx.db.selectFrom('media').select('state').where('id', '=', ownEntry.mediaId)
  expect(await picture.execute()).toEqual([{ state: 'REMOVED' }])
  const groups = ctx.db
    .selectFrom('groups')
    .select(['id', 'posts', 'lastMessage'])
    .where('id', 'in', [soleMemberGroup, sharedGroup])
  expect(await groups.execute()).toEqual([{ id: sharedGroup, posts: 1, lastMessage: null }])
  const reports = ctx.db.selectFrom('reports').select('reporterId').where('caseId', '=', caseId).orderBy('id')
  expect(await reports.execute()).toEqual([{ reporterId: null }, { reporterId: bo.id }])
  expect(await ctx.db.selectFrom('removals').select('content').execute()).toEqual([{ content: {} }])
  expect(await ctx.db.selectFrom('earlier_words').selectAll().execute()).toEqual([])
  const posts = ctx.db.selectFrom('group_messages').select(['message']).where('groupId', '=', sharedGroup).orderBy('id')
  expect(await posts.execute()).toEqual([{ message: null }, { message: 'Bos ord' }])
  const reactions = ctx.db
    .selectFrom('group_reactions')
    .innerJoin('group_messages as m', 'm.id', 'group_reactions.messageId')
    .select(['m.message', 'group_reactions.memberId'])
    .where('m.groupId', '=', sharedGroup)
  expect(await reactions.execute()).toEqual([{ message: 'Bos ord', memberId: bo.id }])
  expect(await ctx.db.selectFrom('media').select('state').where('id', '=', groupPhoto).execute()).toEqual([
    { state: 'REMOVED' },
  ])
})

test('deletes all data about the email address, which can then register again', async () => {
  const ann = await aDeletedMember(31)
  const address = ann.email.toUpperCase()
  const timestamp = ctx.now().toISOString()
  await aMail(ctx, { address, kind: 'DELETION' })
  await ctx.db
    .insertInto('local_inbox')
    .values({ to: address, subject: 's', text: 't', html: 'h', at: timestamp })
    .execute()
  await ctx.db.insertInto('dead_addresses').values({ addressKey: ann.email, since: timestamp }).execute()
  const token = { hash: hashToken(ann.email), purpose: 'DELETION', address, addressKey: ann.email } as const
  await ctx.db
    .insertInto('mail_tokens')
    .values({ ...token, expiresAt: ago(-DAY_MS).toISOString() })
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

test('keeps the blocks against a purged member, and the name, as hashes for two years', {
  tags: 'blocks.echoes',
}, async () => {
  const [ann, bo, gone] = [await aMember(ctx.db), await aMember(ctx.db), await aDeletedMember(40)]
  const flags = { ignoredId: gone.id, lastActiveThen: ctx.now().toISOString() }
  await ctx.db
    .insertInto('ignores')
    .values({ ...flags, ignorerId: ann.id, kind: 'BLOCK', blockedAt: ctx.now().toISOString(), lastMessageId: '0' })
    .execute()
  await ctx.db
    .insertInto('ignores')
    .values({ ...flags, ignorerId: bo.id })
    .execute()
  await sql`delete from retired_names`.execute(ctx.db)
  await sql`delete from block_echoes`.execute(ctx.db)
  await purgeMembers(ctx)
  const listEchoes = async () =>
    (await ctx.db.selectFrom('block_echoes').selectAll().execute()).map((row) => row.blockerId)
  const countNames = async () => (await ctx.db.selectFrom('retired_names').selectAll().execute()).length
  expect([await listEchoes(), await countNames()]).toEqual([[ann.id], 1])
  const daysLater = (days: number) => ({ ...ctx, now: () => new Date(ctx.now().getTime() + days * DAY_MS) })
  await purgeSafetyData(daysLater(729))
  expect([await listEchoes(), await countNames()]).toEqual([[ann.id], 1])
  await purgeSafetyData(daysLater(730))
  expect([await listEchoes(), await countNames()]).toEqual([[], 0])
})
