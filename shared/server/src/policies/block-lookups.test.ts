import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { asOwner, testContext } from '../testing/context.ts'
import { someMembers } from '../testing/members.ts'
import { haveBlock } from './block-lookups.ts'

const ctx = await testContext()
afterAll(ctx.close)
const { db } = ctx

const BLOCKS = 300
const OTHERS = 1_500

type Plan = { 'Relation Name'?: string; 'Actual Rows': number; 'Actual Loops': number; Plans?: Plan[] } & {
  'Rows Removed by Filter'?: number
}

/** Returns the number of times that a plan has looked up rows of `ignores`. */
const countLookups = (plan: Plan): number =>
  (plan['Relation Name'] === 'ignores' ? plan['Actual Loops'] : 0) +
  (plan.Plans ?? []).reduce((sum, child) => sum + countLookups(child), 0)

/** Returns the number of rows of `ignores` that a plan has read. */
const countRead = (plan: Plan): number =>
  (plan['Relation Name'] === 'ignores'
    ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
    : 0) + (plan.Plans ?? []).reduce((sum, child) => sum + countRead(child), 0)

test('looking up pairs reads none of the other blocks of a member who has many, even if most members have few', async () => {
  const [viewer, ...others] = await someMembers(db, OTHERS)
  if (!viewer) throw new Error('a member is missing')
  const ids = others.map(({ id }) => id)
  await sql`
    insert into ignores ("ignorerId", "ignoredId", "lastActiveThen", kind, "blockedAt", "lastMessageId")
    select one, other, now(), 'BLOCK', now(), 0
    from (
      select case when n % 2 = 0 then ${viewer.id}::bigint else id end, case when n % 2 = 0 then id else ${viewer.id}::bigint end
      from unnest(${ids.slice(0, BLOCKS)}::bigint[]) with ordinality blocked(id, n)
      union all
      select id, lead(id) over (order by id) from unnest(${ids}::bigint[]) other(id)) pair(one, other)
    where other is not null on conflict do nothing`.execute(db)
  await asOwner(db, sql`analyze ignores`)
  const lookups = 20
  const { rows } = await db.connection().execute(async (session) => {
    await sql`set plan_cache_mode = force_generic_plan`.execute(session)
    const statement = sql.raw(
      `prepare lookups as select other, ${haveBlock('$1', 'other')} from unnest($2::bigint[]) other`,
    )
    await statement.execute(session)
    const values = `${viewer.id}, array[${ids.slice(BLOCKS, BLOCKS + lookups)}]`
    return sql
      .raw<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (analyze, format json) execute lookups(${values})`)
      .execute(session)
  })
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  expect(plan && countLookups(plan)).toBe(2 * lookups)
  expect(plan && countRead(plan)).toBe(0)
})
