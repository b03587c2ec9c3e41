import { type RawBuilder, sql } from 'kysely'
import type { Ads } from './db/tables.ts'

/** For statements: what the filter of ads sees of a member. Two are a couple, one is what that person's sex is. */
export const adKindOf = (memberId: string): RawBuilder<Ads['kind']> => sql`
  (select case count(*) when 1 then min(sex) else 'COUPLE' end from persons where "memberId" = ${memberId}::bigint)`
