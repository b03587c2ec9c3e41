import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawSessionId, listLivingSessions, memberFinder, type Proof, proofOf } from './auth.ts'
import type { OwnedCtx } from './context.ts'
import { hashToken } from './mail-tokens.ts'
import { asOwner, testContext } from './testing.ts'
import { aMember, aSession, sidOf } from './testing-members.ts'
import { statementsOf } from './testing-statements.ts'

let ctx: OwnedCtx
beforeAll(async () => {
  ctx = await testContext()
})
afterAll(() => ctx.close())

type Who = { accountId: string; sessionId: string }

const proofFor = ({ accountId, sessionId }: Who): Proof =>
  proofOf({ sid: sidOf(sessionId), sessionId, memberId: accountId })
/** The proof in a token of the release before. */
const proofByNumber = ({ accountId, sessionId }: Who): Proof => proofOf({ sessionId, memberId: accountId })

test('calls that come in together are looked up together, and each is its own member or nobody', async () => {
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db, { level: 'ADMIN', language: 'ENGLISH' })]
  const other = await aSession(ctx.db, ann.id)
  const ended = await aSession(ctx.db, ann.id, new Date('2020-01-01'))
  const findMember = memberFinder(ctx)
  const statements = await statementsOf(async () => {
    const found = await Promise.all([
      findMember(proofFor(bo)),
      findMember(proofFor(ann)),
      findMember(proofFor({ ...ann, sessionId: bo.sessionId })),
      findMember(proofFor(ann)),
      findMember(proofFor({ ...ann, sessionId: other })),
      findMember(proofFor({ ...ann, sessionId: ended })),
      findMember(proofFor({ ...bo, sessionId: '900000000000000000' })),
    ])
    const isAnn = {
      id: ann.id,
      accountId: ann.id,
      sessionId: ann.sessionId,
      level: 'BASIC',
      language: 'SWEDISH',
      registeredAt: ann.registeredAt,
    }
    const isBo = {
      id: '0',
      accountId: bo.accountId,
      sessionId: bo.sessionId,
      level: 'ADMIN',
      language: 'ENGLISH',
      registeredAt: bo.registeredAt,
    }
    expect(found).toEqual([isBo, isAnn, null, isAnn, { ...isAnn, sessionId: other }, null, null])
  })
  expect(statements).toHaveLength(1)
})

test('a session that ends is over for the next call', async () => {
  const ann = await aMember(ctx.db)
  const findMember = memberFinder(ctx)
  const proof = proofFor(ann)
  expect(await findMember(proof)).toMatchObject({ id: ann.id })
  await ctx.db.deleteFrom('sessions').where('id', '=', ann.sessionId).execute()
  expect(await findMember(proof)).toBeNull()
})

test('lists which of many sessions are alive, and lets none of them live longer', async () => {
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
  const lastSeenAt = new Date(Date.now() - 7_200_000)
  const older = { ...ann, sessionId: await aSession(ctx.db, ann.id, lastSeenAt) }
  const proofs = [ann, older, bo].map(proofFor)
  await ctx.db.deleteFrom('sessions').where('id', '=', bo.sessionId).execute()
  expect(await listLivingSessions(ctx, proofs)).toEqual(new Set([proofFor(ann).hash, proofFor(older).hash]))
  const row = await ctx.db
    .selectFrom('sessions')
    .select('lastSeenAt')
    .where('id', '=', older.sessionId)
    .executeTakeFirst()
  expect(row).toEqual({ lastSeenAt: lastSeenAt.toISOString() })
})

describe('when the sequences start over', () => {
  async function rewind(): Promise<void> {
    await ctx.pool.query('delete from members')
    await asOwner(ctx.db, sql`alter table members alter column id restart`)
    await asOwner(ctx.db, sql`alter table sessions alter column id restart`)
  }

  test('an earlier token matches neither the new member of its numbers nor a session that the release before opened', async () => {
    await rewind()
    const earlier = await aMember(ctx.db)
    await rewind()
    const later = await aMember(ctx.db)
    expect([later.id, later.sessionId]).toEqual([earlier.id, earlier.sessionId])
    const drawn = hashToken(drawSessionId())
    await ctx.db.updateTable('sessions').set({ hash: drawn }).where('id', '=', later.sessionId).execute()
    const findMember = memberFinder(ctx)
    expect(await findMember(proofFor(earlier))).toBeNull()
    expect(await findMember(proofByNumber(earlier))).toBeNull()
    await ctx.db.updateTable('sessions').set({ hash: null }).where('id', '=', later.sessionId).execute()
    expect(await findMember(proofFor(earlier))).toBeNull()
  })
})

describe('a session of the release before, which has no hash', () => {
  test('is found by a token without `sid`, and no other session is', async () => {
    const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
    await ctx.db.updateTable('sessions').set({ hash: null }).where('id', '=', ann.sessionId).execute()
    const findMember = memberFinder(ctx)
    expect(await findMember(proofByNumber(ann))).toMatchObject({ id: ann.id })
    expect(await findMember(proofByNumber({ ...bo, sessionId: ann.sessionId }))).toBeNull()
    expect(await findMember(proofByNumber(bo))).toBeNull()
  })
})

test('a lookup uses the index, however many sessions there are', async () => {
  const ann = await aMember(ctx.db)
  await sql`
    insert into sessions ("memberId", device, hash, "createdAt", "lastSeenAt")
    select ${ann.id}, 'Test', sha256(('filler ' || number)::bytea), now(), now() from generate_series(1, 20000) as number`.execute(
    ctx.db,
  )
  await asOwner(ctx.db, sql`analyze sessions`)
  const [text] = await statementsOf(() => memberFinder(ctx)(proofFor(ann)))
  const values = [[proofFor(ann).hash], [ann.id], new Date(0), new Date(0)]
  const { rows } = await ctx.pool.query(`explain ${text}`, values)
  expect(JSON.stringify(rows)).toContain('Index Scan using sessions_by_hash')
})
