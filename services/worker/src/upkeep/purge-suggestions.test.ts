import { DAY_MS } from '@app/contract/limits'
import { aMember, type TestMember } from '@app/server/testing/members'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestWorker, testWorker } from '../testing-worker.ts'
import { tidy } from './tidy.ts'

/** Half past midnight in Stockholm, on the next day there. */
const NOW = new Date('2026-03-20T23:30:00.000Z')

let ctx: TestWorker
beforeAll(async () => {
  ctx = await testWorker({})
  ctx.advanceClock(NOW.getTime() - ctx.now().getTime())
})
afterAll(() => ctx.close())
beforeEach(async () => {
  await ctx.db.deleteFrom('suggestions').execute()
})

const createMembers = (count: number): Promise<TestMember[]> =>
  Promise.all(Array.from({ length: count }, () => aMember(ctx.db)))
const dayAgo = (days: number) => new Date(NOW.getTime() + DAY_MS - days * DAY_MS).toISOString().slice(0, 10)

test('deletes suggestions that were last made more than 90 days ago', async () => {
  const [ann, bo, cy] = await createMembers(3)
  if (!ann || !bo || !cy) throw new Error('three members are needed')
  const suggest = (suggested: TestMember, days: number) =>
    ctx.db
      .insertInto('suggestions')
      .values({ memberId: ann.id, suggestedId: suggested.id, day: dayAgo(days), position: 1, shownOn: dayAgo(days) })
      .execute()
  await suggest(bo, 91)
  await suggest(cy, 90)
  await tidy(ctx)
  expect(await ctx.db.selectFrom('suggestions').select('suggestedId').execute()).toEqual([{ suggestedId: cy.id }])
})

test('deletes more suggestions than one batch contains', async () => {
  const ids = (await createMembers(46)).map(({ id }) => id)
  await sql`
    insert into suggestions ("memberId", "suggestedId", day)
    select one.id, other.id, ${dayAgo(200)}::date
    from unnest(${ids}::bigint[]) one(id), unnest(${ids}::bigint[]) other(id) where one.id <> other.id`.execute(ctx.db)
  await tidy(ctx)
  expect(await ctx.db.selectFrom('suggestions').select('memberId').execute()).toEqual([])
})
