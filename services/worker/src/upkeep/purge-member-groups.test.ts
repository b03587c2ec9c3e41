import { aGroup } from '@app/server/testing/context'
import { aMember } from '@app/server/testing/members'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { purgeGroups } from './purge-groups.ts'
import { purgeMembers } from './purge-members.ts'
import { setUpPurge } from './testing.ts'

const { ctx, aDeletedMember, memberExists } = await setUpPurge()

test('deletes a group with the later of its last two members when both are purged concurrently', async () => {
  const [ann, bo] = [await aDeletedMember(40), await aDeletedMember(40)]
  const { groupId } = await aGroup(ctx.db, { owner: ann, members: [bo] })
  await Promise.all([purgeMembers(ctx), purgeMembers(ctx)])
  expect([await memberExists(ann), await memberExists(bo)]).toEqual([false, false])
  await purgeGroups(ctx)
  expect(await ctx.db.selectFrom('groups').select('id').where('id', '=', groupId).execute()).toEqual([])
})

test('turns all posts and comments in groups into tombstones, and corrects the counters', async () => {
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

test('counts purged posts that a block hid from a reader as read', { tags: 'blocks.group-numbers' }, async () => {
  const [ann, bo] = [await aDeletedMember(40), await aMember(ctx.db)]
  const { groupId } = await aGroup(ctx.db, { members: [ann, bo] })
  await sql`
    insert into group_messages ("groupId", "authorId", "clientId", message, "sentAt", "lastUpdate", version)
    select ${groupId}, ${ann.id}, gen_random_uuid(), 'hej', now(), now(), 1 from generate_series(1, 3)`.execute(ctx.db)
  await sql`update groups set posts = 3 where id = ${groupId}`.execute(ctx.db)
  await sql`
    insert into ignores ("ignorerId", "ignoredId", "lastActiveThen", kind, "blockedAt", "lastMessageId")
    select ${bo.id}, ${ann.id}, now(), 'BLOCK', now(), min(id) from group_messages where "groupId" = ${groupId}`.execute(
    ctx.db,
  )
  await sql`update group_members set "readPosts" = 2 where "groupId" = ${groupId} and "memberId" = ${bo.id}`.execute(
    ctx.db,
  )
  await purgeMembers(ctx)
  const { rows } = await sql`
    select g.posts, gm."readPosts" from groups g join group_members gm on gm."groupId" = g.id
    where g.id = ${groupId} and gm."memberId" = ${bo.id}`.execute(ctx.db)
  expect(rows).toEqual([{ posts: 0, readPosts: 0 }])
})
