import { type Kysely, sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { aGroup, getOwnerUrl, testContext } from '../testing/context.ts'
import { someMembers, type TestMember } from '../testing/members.ts'
import { createDatabase, createPool } from './database.ts'
import { up } from './migrations/0071-hidden-members.ts'

const ctx = await testContext()
afterAll(ctx.close)
const { db } = ctx
const ownerDb = createDatabase(createPool(await getOwnerUrl(db), 1))
afterAll(() => ownerDb.destroy())
const migrate = () => ownerDb.connection().execute((session) => up(session as unknown as Kysely<unknown>))

const block = (blocker: TestMember, blocked: TestMember) =>
  sql`
    insert into ignores ("ignorerId", "ignoredId", "lastActiveThen", kind, "blockedAt", "lastMessageId")
    values (${blocker.id}, ${blocked.id}, now(), 'BLOCK', now(), 0)
    on conflict ("ignorerId", "ignoredId") do update set kind = 'BLOCK', "blockedAt" = now(), "lastMessageId" = 0`.execute(
    db,
  )

/** Returns the numbers of hidden members in the order of the members' ids. */
async function readCounts(groupId: string): Promise<number[]> {
  const memberships = db.selectFrom('group_members').select('hiddenMembers').where('groupId', '=', groupId)
  return (await memberships.orderBy('memberId').execute()).map(({ hiddenMembers }) => hiddenMembers)
}

const [ann, bo, cia, dan] = (await someMembers(db, 4)) as [TestMember, TestMember, TestMember, TestMember]

test('the migration counts existing blocks, and can be repeated', async () => {
  const { groupId } = await aGroup(db, { owner: ann, members: [bo, cia] })
  await block(ann, bo)
  await sql`update group_members set "hiddenMembers" = 0`.execute(db)
  await migrate()
  expect(await readCounts(groupId)).toEqual([1, 1, 0])
  await migrate()
  expect(await readCounts(groupId)).toEqual([1, 1, 0])
  await sql`delete from ignores`.execute(db)
  expect(await readCounts(groupId)).toEqual([0, 0, 0])
})

test('the triggers keep the counts correct after each change to blocks and memberships', async () => {
  const { groupId } = await aGroup(db, { owner: ann, members: [bo, cia] })
  await sql`
    insert into ignores ("ignorerId", "ignoredId", "lastActiveThen") values (${cia.id}, ${ann.id}, now())`.execute(db)
  expect(await readCounts(groupId)).toEqual([0, 0, 0])
  await block(cia, ann)
  await block(ann, bo)
  expect(await readCounts(groupId)).toEqual([2, 1, 1])
  const setHeld = (held: boolean) =>
    db.updateTable('group_members').set({ held }).where('memberId', '=', bo.id).where('groupId', '=', groupId).execute()
  await setHeld(true)
  expect(await readCounts(groupId)).toEqual([1, 1, 1])
  await setHeld(false)
  expect(await readCounts(groupId)).toEqual([2, 1, 1])
  await block(dan, bo)
  await sql`
    insert into group_members ("groupId", "memberId", "joinedAt") values (${groupId}, ${dan.id}, now())`.execute(db)
  expect(await readCounts(groupId)).toEqual([2, 2, 1, 1])
  await sql`delete from group_members where "groupId" = ${groupId} and "memberId" = ${cia.id}`.execute(db)
  expect(await readCounts(groupId)).toEqual([1, 2, 1])
  await sql`update ignores set kind = 'IGNORE', "blockedAt" = null, "lastMessageId" = null`.execute(db)
  expect(await readCounts(groupId)).toEqual([0, 0, 0])
})
