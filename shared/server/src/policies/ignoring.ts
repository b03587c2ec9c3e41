import { type RawBuilder, sql } from 'kysely'

type MemberId = RawBuilder<unknown>

/** Returns a SQL predicate that checks whether a member ignores or has blocked another. */
export const ignores = (ignorer: MemberId, ignored: MemberId): RawBuilder<boolean> => sql`exists (
  select from ignores where "ignorerId" = ${ignorer} and "ignoredId" = ${ignored})`

/** Returns a SQL predicate that checks whether one of these two members ignores or has blocked the other. */
export const isBlockedPair = (one: MemberId, other: MemberId): RawBuilder<boolean> =>
  sql`(${ignores(one, other)} or ${ignores(other, one)})`
