import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OwnedCtx } from '../context.ts'
import { asOwner, testContext } from '../testing/context.ts'
import { aMember, aSession, sidOf } from '../testing/members.ts'
import { recordStatements } from '../testing/statements.ts'
import { createMemberFinder, generateSid, listActiveSessionHashes, type SessionProof, toSessionProof } from './auth.ts'
import { hashToken } from './mail-tokens.ts'

let ctx: OwnedCtx
beforeAll(async () => {
  ctx = await testContext()
})
afterAll(() => ctx.close())

type SessionOwner = { accountId: string; sessionId: string }

const proofFor = ({ accountId, sessionId }: SessionOwner): SessionProof =>
  toSessionProof({ sid: sidOf(sessionId), sessionId, memberId: accountId })
/** Returns the proof in a token of the previous release. */
const legacyProofFor = ({ accountId, sessionId }: SessionOwner): SessionProof =>
  toSessionProof({ sessionId, memberId: accountId })

test('looks up the members of concurrent requests with one statement', async () => {
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db, { level: 'ADMIN', language: 'ENGLISH' })]
  const otherSessionId = await aSession(ctx.db, ann.id)
  const expiredSessionId = await aSession(ctx.db, ann.id, new Date('2020-01-01'))
  const findMember = createMemberFinder(ctx)
  const statements = await recordStatements(async () => {
    const members = await Promise.all([
      findMember(proofFor(bo)),
      findMember(proofFor(ann)),
      findMember(proofFor({ ...ann, sessionId: bo.sessionId })),
      findMember(proofFor(ann)),
      findMember(proofFor({ ...ann, sessionId: otherSessionId })),
      findMember(proofFor({ ...ann, sessionId: expiredSessionId })),
      findMember(proofFor({ ...bo, sessionId: '900000000000000000' })),
    ])
    const annExpected = {
      id: ann.id,
      accountId: ann.id,
      sessionId: ann.sessionId,
      level: 'BASIC',
      language: 'SWEDISH',
      registeredAt: ann.registeredAt,
    }
    const boExpected = {
      id: '0',
      accountId: bo.accountId,
      sessionId: bo.sessionId,
      level: 'ADMIN',
      language: 'ENGLISH',
      registeredAt: bo.registeredAt,
    }
    expect(members).toEqual([
      boExpected,
      annExpected,
      null,
      annExpected,
      { ...annExpected, sessionId: otherSessionId },
      null,
      null,
    ])
  })
  expect(statements).toHaveLength(1)
})

test('rejects a revoked session at the next request', async () => {
  const ann = await aMember(ctx.db)
  const findMember = createMemberFinder(ctx)
  const proof = proofFor(ann)
  expect(await findMember(proof)).toMatchObject({ id: ann.id })
  await ctx.db.deleteFrom('sessions').where('id', '=', ann.sessionId).execute()
  expect(await findMember(proof)).toBeNull()
})

test('lists active sessions without extending them', async () => {
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
  const lastSeenAt = new Date(Date.now() - 7_200_000)
  const olderSession = { ...ann, sessionId: await aSession(ctx.db, ann.id, lastSeenAt) }
  const proofs = [ann, olderSession, bo].map(proofFor)
  await ctx.db.deleteFrom('sessions').where('id', '=', bo.sessionId).execute()
  const statements = await recordStatements(async () => {
    const hashes = await listActiveSessionHashes(ctx, proofs)
    expect(hashes).toEqual(new Set([proofFor(ann).hash, proofFor(olderSession).hash]))
    // An update that nobody awaits would begin before this.
    await setImmediate()
  })
  expect(statements).toEqual([expect.stringMatching(/^\s*select/)])
  const row = await ctx.db
    .selectFrom('sessions')
    .select('lastSeenAt')
    .where('id', '=', olderSession.sessionId)
    .executeTakeFirst()
  expect(row).toEqual({ lastSeenAt: lastSeenAt.toISOString() })
})

describe('after the sequences restart', () => {
  async function resetSequences(): Promise<void> {
    await ctx.pool.query('delete from members')
    await asOwner(ctx.db, sql`alter table members alter column id restart`)
    await asOwner(ctx.db, sql`alter table sessions alter column id restart`)
  }

  test('an earlier token matches neither a later member with the same ids nor a session without a hash', async () => {
    await resetSequences()
    const earlierMember = await aMember(ctx.db)
    await resetSequences()
    const laterMember = await aMember(ctx.db)
    expect([laterMember.id, laterMember.sessionId]).toEqual([earlierMember.id, earlierMember.sessionId])
    const newHash = hashToken(generateSid())
    await ctx.db.updateTable('sessions').set({ hash: newHash }).where('id', '=', laterMember.sessionId).execute()
    const findMember = createMemberFinder(ctx)
    expect(await findMember(proofFor(earlierMember))).toBeNull()
    expect(await findMember(legacyProofFor(earlierMember))).toBeNull()
    await ctx.db.updateTable('sessions').set({ hash: null }).where('id', '=', laterMember.sessionId).execute()
    expect(await findMember(proofFor(earlierMember))).toBeNull()
  })
})

describe('a session of the previous release, without a hash', () => {
  test('is the only kind of session that a token without `sid` matches', async () => {
    const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
    await ctx.db.updateTable('sessions').set({ hash: null }).where('id', '=', ann.sessionId).execute()
    const findMember = createMemberFinder(ctx)
    expect(await findMember(legacyProofFor(ann))).toMatchObject({ id: ann.id })
    expect(await findMember(legacyProofFor({ ...bo, sessionId: ann.sessionId }))).toBeNull()
    expect(await findMember(legacyProofFor(bo))).toBeNull()
  })
})

test('looks up a session through the index', async () => {
  const ann = await aMember(ctx.db)
  await sql`
    insert into sessions ("memberId", device, hash, "createdAt", "lastSeenAt")
    select ${ann.id}, 'Test', sha256(('filler ' || number)::bytea), now(), now() from generate_series(1, 20000) as number`.execute(
    ctx.db,
  )
  await asOwner(ctx.db, sql`analyze sessions`)
  const [text] = await recordStatements(() => createMemberFinder(ctx)(proofFor(ann)))
  const values = [[proofFor(ann).hash], [ann.id], new Date(0), new Date(0)]
  const { rows } = await ctx.pool.query(`explain ${text}`, values)
  expect(JSON.stringify(rows)).toContain('Index Scan using sessions_by_hash')
})
