import { afterAll, beforeAll, expect, test } from 'vitest'
import { memberFinder } from './auth.ts'
import type { OwnedCtx } from './context.ts'
import { aMember, aSession, testContext } from './testing.ts'
import { statementsOf } from './testing-statements.ts'

let ctx: OwnedCtx
beforeAll(async () => {
  ctx = await testContext()
})
afterAll(() => ctx.close())

test('calls that come in together are looked up together, and each is its own member or nobody', async () => {
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db, { level: 'ADMIN', language: 'ENGLISH' })]
  const other = await aSession(ctx.db, ann.id)
  const ended = await aSession(ctx.db, ann.id, new Date('2020-01-01'))
  const findMember = memberFinder(ctx)
  const statements = await statementsOf(async () => {
    const found = await Promise.all([
      findMember({ sessionId: bo.sessionId, memberId: bo.id }),
      findMember({ sessionId: ann.sessionId, memberId: ann.id }),
      findMember({ sessionId: bo.sessionId, memberId: ann.id }),
      findMember({ sessionId: ann.sessionId, memberId: ann.id }),
      findMember({ sessionId: other, memberId: ann.id }),
      findMember({ sessionId: ended, memberId: ann.id }),
      findMember({ sessionId: '900000000000000000', memberId: bo.id }),
    ])
    const isAnn = { id: ann.id, sessionId: ann.sessionId, level: 'BASIC', language: 'SWEDISH' }
    const isBo = { id: bo.id, sessionId: bo.sessionId, level: 'ADMIN', language: 'ENGLISH' }
    expect(found).toEqual([isBo, isAnn, null, isAnn, { ...isAnn, sessionId: other }, null, null])
  })
  expect(statements).toHaveLength(1)
})

test('a session that ends is over for the next call', async () => {
  const ann = await aMember(ctx.db)
  const findMember = memberFinder(ctx)
  const claims = { sessionId: ann.sessionId, memberId: ann.id }
  expect(await findMember(claims)).toMatchObject({ id: ann.id })
  await ctx.db.deleteFrom('sessions').where('id', '=', ann.sessionId).execute()
  expect(await findMember(claims)).toBeNull()
})
