import { randomUUID } from 'node:crypto'
import { DAY_MS } from '@app/contract/limits'
import { emptyGroups } from '@app/server/groups/empty-groups'
import { aGroup, asOwner } from '@app/server/testing/context'
import { anAnswer, anEvent, readAnswers } from '@app/server/testing/events'
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

/** Creates a group with more posts and comments than one batch, a photo, and an event with an answer. */
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
  const sentAt = ctx.now().toISOString()
  await ctx.db
    .insertInto('group_messages')
    .values({
      groupId,
      authorId: ann.id,
      clientId: randomUUID(),
      mediaId: photo,
      sentAt,
      lastUpdate: sentAt,
      version: 9,
    })
    .execute()
  const event = await anEvent(ctx.db, { author: ann, groupId, startsInMs: -DAY_MS })
  await anAnswer(ctx.db, event, ann)
  return { ...group, photo, event }
}

/** Deletes groups as the gateway does when their last members leave. */
const deleteGroups = (...groupIds: string[]) => ctx.db.transaction().execute((tx) => emptyGroups(tx, groupIds))

/** Counts the remaining rows of a group: itself, its events, messages and photos. */
async function countRemaining(groupId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from groups where id = ${groupId}) + (select count(*) from events where "groupId" = ${groupId})
      + (select count(*) from group_messages where "groupId" = ${groupId})
      + (select count(*) from media where "groupId" = ${groupId}) as count`.execute(ctx.db)
  return Number(rows[0]?.count)
}

const readMediaState = (mediaId: string) =>
  ctx.db.selectFrom('media').select('state').where('id', '=', mediaId).execute()

test('deletes all rows of a deleted group of any size, and marks its files for removal', async () => {
  const [deletedGroup, activeGroup] = [await aLargeGroup(), await aLargeGroup()]
  const countBefore = await countRemaining(activeGroup.groupId)
  await deleteGroups(deletedGroup.groupId)
  await tidy(ctx)
  expect(await countRemaining(deletedGroup.groupId)).toBe(0)
  expect(await readMediaState(deletedGroup.photo)).toEqual([{ state: 'REMOVED' }])
  expect(await countRemaining(activeGroup.groupId)).toBe(countBefore)
  expect(await readMediaState(activeGroup.photo)).toEqual([{ state: 'READY' }])
})

test("deletes a purged member's texts, photos, events and answers in groups, and no others", async () => {
  const oldDate = new Date(ctx.now().getTime() - 40 * DAY_MS)
  const [ann, bo] = [await aMember(ctx.db, { deletedAt: oldDate }), await aMember(ctx.db)]
  const { groupId } = await aGroup(ctx.db, { owner: bo, members: [ann] })
  const photos = [
    await aPhoto(ctx, ann, { groupId, attached: true }),
    await aPhoto(ctx, bo, { groupId, attached: true }),
  ]
  const sentAt = ctx.now().toISOString()
  const write = (authorId: string, options: { parentId?: string; mediaId?: string } = {}) =>
    ctx.db
      .insertInto('group_messages')
      .values({
        groupId,
        authorId,
        message: 'hej',
        clientId: randomUUID(),
        sentAt,
        lastUpdate: sentAt,
        version: 2,
        ...options,
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
  const eventOfBo = await anEvent(ctx.db, { author: bo, groupId })
  for (const member of [ann, bo]) await anAnswer(ctx.db, eventOfBo, member)
  await tidy(ctx)
  const posts = await ctx.db
    .selectFrom('group_messages')
    .select(['authorId', 'message', 'mediaId', 'commentCount'])
    .where('groupId', '=', groupId)
    .orderBy('id')
    .execute()
  const deletedPost = { authorId: null, message: null, mediaId: null, commentCount: 0 }
  const keptPost = { authorId: bo.id, message: 'hej', mediaId: null, commentCount: 0 }
  expect(posts).toEqual([deletedPost, { ...keptPost, mediaId: photos[1], commentCount: 1 }, deletedPost, keptPost])
  expect([await readMediaState(photos[0]!), await readMediaState(photos[1]!)]).toEqual([
    [{ state: 'REMOVED' }],
    [{ state: 'READY' }],
  ])
  const events = await ctx.db.selectFrom('events').select('id').where('groupId', '=', groupId).execute()
  expect(events).toEqual([{ id: eventOfBo.id }])
  expect(await readAnswers(ctx.db, eventOfBo)).toMatchObject({ yes: [bo.id], counts: { coming: 1 } })
})

test('keeps a group whose only members are deleted but not purged', async () => {
  const { groupId } = await aGroup(ctx.db)
  await ctx.db.updateTable('group_members').set({ held: true }).where('groupId', '=', groupId).execute()
  await ctx.db.updateTable('groups').set({ memberCount: 0 }).where('id', '=', groupId).execute()
  await purgeGroups(ctx)
  expect(await countRemaining(groupId)).toBe(1)
})

test('purges groups with two concurrent workers, and leaves one that cannot be purged to a later round', async () => {
  const groups = await Promise.all(Array.from({ length: 8 }, () => aGroup(ctx.db)))
  const [blockedGroupId, ...otherGroupIds] = groups.map(({ groupId }) => groupId)
  await asOwner(ctx.db, sql`create table blocking_rows (to_group bigint references groups)`)
  await sql`insert into blocking_rows values (${blockedGroupId})`.execute(ctx.db)
  await deleteGroups(...groups.map(({ groupId }) => groupId))
  await Promise.all([purgeGroups(ctx), purgeGroups(ctx)])
  for (const groupId of otherGroupIds) expect(await countRemaining(groupId)).toBe(0)
  expect(await countRemaining(blockedGroupId ?? '')).toBe(1)
  await asOwner(ctx.db, sql`drop table blocking_rows`)
  expect(await purgeGroups(ctx)).toBe(1)
})
