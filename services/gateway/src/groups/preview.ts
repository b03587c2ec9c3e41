import { GROUP_PREVIEW_LENGTH } from '@app/contract/limits'
import type { DatabaseTransaction } from '@app/server/db/database'
import { isVisibleMember } from '@app/server/policies/team'
import { type RawBuilder, sql } from 'kysely'

const isAuthorVisible = sql`exists (
  select from members author where author.id = m."authorId" and ${sql.raw(isVisibleMember('author'))})`

const selectNewest = (kind: RawBuilder<unknown>) => sql`
  (select id, message, "authorId" from group_messages m
    where "groupId" = groups.id and ${kind} and "deletedAt" is null and ${isAuthorVisible}
    order by id desc limit 1)`

/**
 * Recomputes the previews of groups from the last post or comment that is not deleted and whose author is visible.
 * The caller holds the groups' locks.
 */
export const recomputePreviews = (db: DatabaseTransaction, groupIds: string[]) =>
  sql`
    update groups set ("lastMessage", "lastSenderId") = (
      select left(message, ${GROUP_PREVIEW_LENGTH}), "authorId"
      from (${selectNewest(sql`"parentId" is null`)} union all ${selectNewest(sql`"parentId" is not null`)}) newest
      order by id desc limit 1)
    where id = any(${groupIds}::bigint[])`.execute(db)
