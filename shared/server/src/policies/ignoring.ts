import { type RawBuilder, sql } from 'kysely'

type Id = RawBuilder<unknown>

export const ignores = (one: Id, other: Id): RawBuilder<boolean> => sql`exists (
  select from ignores where "ignorerId" = ${one} and "ignoredId" = ${other})`

/** Returns SQL for whether one of these two members ignores the other. */
export const isBlockedPair = (one: Id, other: Id): RawBuilder<boolean> =>
  sql`(${ignores(one, other)} or ${ignores(other, one)})`
