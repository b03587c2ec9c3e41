import { nameKey } from '@app/contract/text/names'
import { type Kysely, sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { getOwnerUrl, testContext } from '../testing/context.ts'
import { someMembers, type TestMember } from '../testing/members.ts'
import { createDatabase, createPool } from './database.ts'
import { up } from './migrations/0084-blocker-names.ts'

const ctx = await testContext()
afterAll(ctx.close)
const { db } = ctx
const ownerDb = createDatabase(createPool(await getOwnerUrl(db), 1))
afterAll(() => ownerDb.destroy())
const migrate = () => ownerDb.connection().execute((session) => up(session as unknown as Kysely<unknown>))

/** Stores a block as a gateway of the previous release does. */
const block = (blocker: TestMember, blocked: TestMember) =>
  sql`
    insert into ignores ("ignorerId", "ignoredId", "lastActiveThen", kind, "blockedAt", "lastMessageId")
    values (${blocker.id}, ${blocked.id}, now(), 'BLOCK', now(), 0)
    on conflict ("ignorerId", "ignoredId") do update set kind = 'BLOCK', "blockedAt" = now(), "lastMessageId" = 0`.execute(
    db,
  )
const readName = async (blocker: TestMember, blocked: TestMember) =>
  db
    .selectFrom('ignores')
    .select(['blockerName', 'blockerNameKey'])
    .where('ignorerId', '=', blocker.id)
    .where('ignoredId', '=', blocked.id)
    .executeTakeFirstOrThrow()
const namesOf = ({ userName }: TestMember) => ({ blockerName: userName, blockerNameKey: nameKey(userName) })
const UNNAMED = { blockerName: null, blockerNameKey: null }

const [ann, bo, cia, dan] = (await someMembers(db, 4)) as [TestMember, TestMember, TestMember, TestMember]

test('the migration stores the names of recent blockers, and can be repeated without changing them', async () => {
  await block(ann, bo)
  await block(ann, cia)
  await sql`update ignores set "blockedAt" = now() - interval '30 days' where "ignoredId" = ${cia.id}`.execute(db)
  await sql`update ignores set "blockerName" = null, "blockerNameKey" = null`.execute(db)
  await migrate()
  expect(await readName(ann, bo)).toEqual(namesOf(ann))
  expect(await readName(ann, cia)).toEqual(UNNAMED)
  await sql`update members set "userName" = 'Nytt namn', "nameKey" = 'nytt namn' where id = ${ann.id}`.execute(db)
  await migrate()
  expect(await readName(ann, bo)).toEqual(namesOf(ann))
})

test('a block stores the name also where it replaces an ignore flag, which has none', async () => {
  await sql`
    insert into ignores ("ignorerId", "ignoredId", "lastActiveThen") values (${dan.id}, ${bo.id}, now())`.execute(db)
  expect(await readName(dan, bo)).toEqual(UNNAMED)
  await block(dan, bo)
  expect(await readName(dan, bo)).toEqual(namesOf(dan))
})
