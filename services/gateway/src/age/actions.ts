import type { AgeCheck, AgeCheckBegun, AgeCheckCallback } from '@app/contract/safety/age-checks'
import type { Database } from '@app/server/db/database'
import { AppError } from '@app/server/errors'
import { sql } from 'kysely'
import type { MemberCtx } from '../context.ts'
import type { AgeProvider } from './provider.ts'

/** Returns the result of the account's age check. */
export async function readAgeCheck(db: Database, memberId: string): Promise<AgeCheck> {
  const row = await db
    .selectFrom('age_checks')
    .select(['result', 'at'])
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  return row ?? { result: null, at: null }
}

/** Begins an age check of the account. Throws CONFLICT if it has passed one. */
export async function beginAgeCheck(ctx: MemberCtx, provider: AgeProvider): Promise<AgeCheckBegun> {
  const { accountId } = ctx.member
  await ctx.limits.take('ageChecks', accountId)
  if ((await readAgeCheck(ctx.db, accountId)).result === 'PASS') throw new AppError('CONFLICT')
  return { url: await provider.begin(accountId) }
}

/**
 * Stores the result with which the provider has sent the member back. A passed check stays passed: a further callback, such
 * as that of a reloaded page, returns it.
 */
export async function finishAgeCheck(
  ctx: MemberCtx,
  provider: AgeProvider,
  { query }: AgeCheckCallback,
): Promise<AgeCheck> {
  const { accountId } = ctx.member
  const earlierCheck = await readAgeCheck(ctx.db, accountId)
  if (earlierCheck.result === 'PASS') return earlierCheck
  await ctx.limits.take('ageChecks', accountId)
  const result = await provider.finish(accountId, new URLSearchParams(query))
  await sql`
    insert into age_checks ("memberId", result, provider, at)
    select id, ${result}, ${provider.name}, ${ctx.now().toISOString()}::timestamptz
    from members where id = ${accountId} and "deletedAt" is null
    on conflict ("memberId") do update set result = excluded.result, provider = excluded.provider, at = excluded.at
    where age_checks.result <> 'PASS'`.execute(ctx.db)
  return readAgeCheck(ctx.db, accountId)
}
