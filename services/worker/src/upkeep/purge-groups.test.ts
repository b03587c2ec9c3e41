import { randomUUID } from 'node:crypto'
import { emptyGroups } from '@app/server/groups/empty-groups'
import { aGroup, asOwner } from '@app/server/testing/context'
import { anAnswer, anEvent, DAY, readAnswers } from '@app/server/testing/events'
import { aMember } from '@app/server/testing/members'
import { aPhoto } from '@app/server/testing/photos'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestWorker, testWorker } from '../testing-worker.ts'
import { purgeGroups } from './purge-groups.ts'
import { tidy } from './tidy.ts'

let ctx: TestWorker
beforeAll(async () => {
  ctx = await testWorker({})
})
afterAll(() => ctx.close())

/** Creates a group with more messages, comments and answers than one batch, and with a photo by a member. */
async function aLargeGroup() {
  const [ann, group] = [await aMember(ctx.db), await aGroup(ctx.db, { members: [await aMember(ctx.db)] })]
  const { groupId } = group
  await sql`
    insert into group_messages ("groupId", "authorId", "clientId", message, "sentAt", "lastUpdate", version)
    select ${groupId}, ${ann.id}, gen_random_uuid(), 'hej', now(), now(), n from generate_series(1, 2500) n`.execute(
    ctx.db,
  )
  await sql`
    insert into group_messages ("groupId", "parentId", "authorId", "clientId", message, "sentAt", "lastUpdate", version)
    select ${groupId}, id, ${ann.id}, gen_random_uuid(), 'kommentar', now(), now(), 1
    from group_messages where "groupId" = ${groupId} order by id limit 2100`.execute(ctx.db)
  const photo = await aPhoto(ctx, ann, { groupId, attached: true })
  const at = ctx.now().toISOString()
  await ctx.db
    .insertInto('group_messages')
    .values({
      groupId,
      authorId: ann.id,
      clientId: randomUUID(),
      mediaId: photo,
      sentAt: at,
      lastUpdate: at,
      version: 9,
    })
    .execute()
  const event = await anEvent(ctx.db, { author: ann, groupId, startsInMs: -DAY })
  await anAnswer(ctx.db, event, ann)
  return { ...group, photo, event }
}

const endGroups = (...groupIds: string[]) => ctx.db.transaction().execute((tx) => emptyGroups(tx, groupIds))

async function countRemaining(groupId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from groups where id = ${groupId}) + (select count(*) from events where "groupId" = ${groupId})
      + (select count(*) from group_messages where "groupId" = ${groupId})
      + (select count(*) from media where "groupId" = ${groupId}) as count`.execute(ctx.db)
  return Number(rows[0]?.count)
}

const stateOf = (mediaId: string) => ctx.db.selectFrom('media').select('state').where('id', '=', mediaId).execute()

test('deletes all rows of an ended group of any size, and marks its files for removal', async () => {
  const [ended, active] = [await aLargeGroup(), await aLargeGroup()]
  const before = await countRemaining(active.groupId)
  await endGroups(ended.groupId)
  await tidy(ctx)
  expect(await countRemaining(ended.groupId)).toBe(0)
  expect(await stateOf(ended.photo)).toEqual([{ state: 'REMOVED' }])
  expect(await countRemaining(active.groupId)).toBe(before)
  expect(await stateOf(active.photo)).toEqual([{ state: 'READY' }])
})

test("deletes a purged member's texts, photos, events and answers in groups, and keeps those of others", async () => {
  const oldDate = new Date(ctx.now().getTime() - 40 * DAY)
  const [ann, bo] = [await aMember(ctx.db, { deletedAt: oldDate }), await aMember(ctx.db)]
  const { groupId } = await aGroup(ctx.db, { owner: bo, members: [ann] })
  const photos = [
    await aPhoto(ctx, ann, { groupId, attached: true }),
    await aPhoto(ctx, bo, { groupId, attached: true }),
  ]
  const at = ctx.now().toISOString()
  const write = (authorId: string, more: { parentId?: string; mediaId?: string } = {}) =>
    ctx.db
      .insertInto('group_messages')
      .values({
        groupId,
        authorId,
        message: 'hej',
        clientId: randomUUID(),
        sentAt: at,
        lastUpdate: at,
        version: 2,
        ...more,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  await write(ann.id, { mediaId: photos[0]! })
  const { id: parentId } = await write(bo.id, { mediaId: photos[1]! })
  await write(ann.id, { parentId })
  await write(bo.id, { parentId })
  await ctx.db.updateTable('group_messages').set({ commentCount: 2 }).where('id', '=', parentId).execute()
  await ctx.db.updateTable('groups').set({ posts: 2 }).where('id', '=', groupId).execute()
  await anEvent(ctx.db, { author: ann, groupId })
  const other = await anEvent(ctx.db, { author: bo, groupId })
  for (const member of [ann, bo]) await anAnswer(ctx.db, other, member)
  await tidy(ctx)
  const written = await ctx.db
    .selectFrom('group_messages')
    .select(['authorId', 'message', 'mediaId', 'commentCount'])
    .where('groupId', '=', groupId)
    .orderBy('id')
    .execute()
  const deletedPost = { authorId: null, message: null, mediaId: null, commentCount: 0 }
  const keptPost = { authorId: bo.id, message: 'hej', mediaId: null, commentCount: 0 }
  expect(written).toEqual([deletedPost, { ...keptPost, mediaId: photos[1], commentCount: 1 }, deletedPost, keptPost])
  expect([await stateOf(photos[0]!), await stateOf(photos[1]!)]).toEqual([[{ state: 'REMOVED' }], [{ state: 'READY' }]])
  const events = await ctx.db.selectFrom('events').select('id').where('groupId', '=', groupId).execute()
  expect(events).toEqual([{ id: other.id }])
  expect(await readAnswers(ctx.db, other)).toMatchObject({ yes: [bo.id], counts: { coming: 1 } })
})

test('keeps a group whose only members are deleted but not purged', async () => {
  const { groupId } = await aGroup(ctx.db)
  await ctx.db.updateTable('group_members').set({ held: true }).where('groupId', '=', groupId).execute()
  await ctx.db.updateTable('groups').set({ memberCount: 0 }).where('id', '=', groupId).execute()
  await purgeGroups(ctx)
  expect(await countRemaining(groupId)).toBe(1)
})

test('purges correctly with two concurrent workers, and continues after a failed group', async () => {
  const groups = await Promise.all(Array.from({ length: 8 }, () => aGroup(ctx.db)))
  const [stuck, ...others] = groups.map(({ groupId }) => groupId)
  await asOwner(ctx.db, sql`create table blocking_rows (to_group bigint references groups)`)
  await sql`insert into blocking_rows values (${stuck})`.execute(ctx.db)
  await endGroups(...groups.map(({ groupId }) => groupId))
  await Promise.all([purgeGroups(ctx), purgeGroups(ctx)])
  for (const groupId of others) expect(await countRemaining(groupId)).toBe(0)
  expect(await countRemaining(stuck ?? '')).toBe(1)
  await asOwner(ctx.db, sql`drop table blocking_rows`)
  expect(await purgeGroups(ctx)).toBe(1)
})
