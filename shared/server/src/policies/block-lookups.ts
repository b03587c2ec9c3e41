/** Returns a SQL query for the ids of all members whom a member has blocked, or who have blocked the member. */
export const selectBlocks = (member: string): string => `
  select "ignoredId" from ignores where "ignorerId" = ${member} and kind = 'BLOCK'
  union all select "ignorerId" from ignores where "ignoredId" = ${member} and kind = 'BLOCK'`

/**
 * Returns a SQL predicate that checks whether a member has blocked another, with a row `block` that meets a condition.
 * Without `offset`, PostgreSQL would read all blocks of a member for a few lookups, because it expects few of them.
 */
const hasBlock = (blocker: string, blocked: string, condition = 'true'): string => `exists (
  select from ignores block where block."ignorerId" = ${blocker} and block."ignoredId" = ${blocked}
    and block.kind = 'BLOCK' and ${condition} offset 0)`

/** Returns a SQL predicate that checks whether one of two members has blocked the other, with such a row `block`. */
export const haveBlock = (one: string, other: string, condition?: string): string =>
  `(${hasBlock(one, other, condition)} or ${hasBlock(other, one, condition)})`
