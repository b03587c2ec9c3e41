import { randomInt } from 'node:crypto'
import type { Encrypted, SearchCount, SearchHit } from '@app/contract/members/profiles'
import { createDatabase, createPool } from '@app/server/db/database'
import { testContext, testDatabase } from '@app/server/testing/context'
import { aMember, aSession, type TestMember } from '@app/server/testing/members'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestGateway } from '../testing.ts'
import { decryptHits } from './testing.ts'

const NAMES = ['Ann Sökande', 'Bo Replik', 'Cia Replik', 'Dan Replik', 'Eva Replik', 'Finn Replik', 'Gun Replik']

const ctx = await testContext()
const { url, drop } = await testDatabase()
/** A replica without replication: it never receives later changes to the database. */
const staleReplica = createDatabase(createPool(url, 2))
const members: TestMember[] = []
for (const userName of NAMES) {
  members.push(await aMember(ctx.db, { userName }))
  await aMember(staleReplica, { userName })
}
const gateway = await createTestGateway({
  ...ctx,
  readReplica: {
    read: async (query) => ({ result: await query(staleReplica), fresh: false }),
    isReplicaUsed: () => true,
    close: async () => {},
  },
})
afterAll(async () => {
  await gateway.app.close()
  await staleReplica.destroy()
  await drop()
  await ctx.close()
})

const [ann, bo, cia, dan, eva, finn] = members as [
  TestMember,
  TestMember,
  TestMember,
  TestMember,
  TestMember,
  TestMember,
]

const WOMEN = { couples: false, person1Selection: { sex: 'FEMALE' } }
const searchByName = () => gateway.as(ann).get<Encrypted>('/profiles/search-user-encrypted/replik')
const searchByFilter = () => gateway.as(ann).post<Encrypted>('/profiles/search-encrypted', WOMEN)

async function readHits(search: typeof searchByName): Promise<SearchHit[]> {
  const { status, body } = await search()
  expect(status).toBe(200)
  const hits = await decryptHits(body, gateway.tokenOf(ann))
  return hits.toSorted((a, b) => a.userName.localeCompare(b.userName))
}

test.each([
  ['by part of the name', searchByName],
  ['by a filter', searchByFilter],
])('a hit that a lagging replica finds %s is shown only if it is still visible', async (_, search) => {
  await ctx.db.deleteFrom('ignores').execute()
  await aMember(ctx.db, { userName: `Ny Replik ${randomInt(1e6)}` })
  expect((await readHits(search)).map(({ userName }) => userName)).toEqual(NAMES.slice(1))
  expect((await gateway.as(ann).post('/ignore', bo.userName)).status).toBe(204)
  expect((await gateway.as(cia).post('/ignore', ann.userName)).status).toBe(204)
  await gateway.as(dan).post('/members/settings', { hiddenFromSearch: true })
  await ctx.db.updateTable('members').set({ deletedAt: new Date().toISOString() }).where('id', '=', eva.id).execute()
  await ctx.db.insertInto('profile_notes').values({ writerId: ann.id, aboutId: finn.id, notes: 'Hej' }).execute()
  expect(await readHits(search)).toMatchObject([
    { userName: finn.userName, hasNotes: true },
    { userName: 'Gun Replik', hasNotes: false },
  ])
  await gateway.as(dan).post('/members/settings', { hiddenFromSearch: false })
  await ctx.db.updateTable('members').set({ deletedAt: null }).where('id', '=', eva.id).execute()
  await ctx.db.deleteFrom('profile_notes').execute()
})

test('the count of a filter is read from the replica', async () => {
  const { body } = await gateway.as(ann).post<SearchCount>('/profiles/search-count', WOMEN)
  const { rows } = await sql<{ hits: number }>`
    select count(*)::int as hits from search_profiles where "memberId" <> ${ann.id}`.execute(staleReplica)
  await aMember(ctx.db, { userName: `Ny Replik ${randomInt(1e6)}` })
  expect(body).toEqual(rows[0])
  expect((await gateway.as(ann).post('/profiles/search-count', WOMEN)).body).toEqual(body)
})

test('a session is verified against the database, not the replica', async () => {
  const revokedSession = await aSession(ctx.db, ann.id)
  const searchWithRevokedSession = () =>
    gateway.as({ ...ann, sessionId: revokedSession }).get('/profiles/search-user-encrypted/replik')
  expect((await searchWithRevokedSession()).status).toBe(200)
  await ctx.db.deleteFrom('sessions').where('id', '=', revokedSession).execute()
  expect((await searchWithRevokedSession()).status).toBe(401)
})
