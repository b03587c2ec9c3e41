import { type RawBuilder, sql } from 'kysely'

type Id = RawBuilder<unknown>

export const ignores = (one: Id, other: Id): RawBuilder<boolean> => sql`exists (
  select from ignores where "ignorerId" = ${one} and "ignoredId" = ${other})`

/** Nothing passes between these two. */
export const isBlockedPair = (one: Id, other: Id): RawBuilder<boolean> =>
  sql`(${ignores(one, other)} or ${ignores(other, one)})`
