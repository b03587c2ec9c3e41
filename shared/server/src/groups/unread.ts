import { type RawBuilder, sql } from 'kysely'
import { selectBlockStarts } from '../policies/group-blocks.ts'

/**
 * Returns SQL for the number of posts after a read position that are not deleted and not absent for the member, for
 * statements with a group `g` and its membership `gm`. A position of null precedes all posts.
 */
export const countUnreadPosts = (lastReadId: RawBuilder<unknown>): RawBuilder<number> => sql`(
  select count(*)::integer from group_messages post
  where post."groupId" = g.id and post."parentId" is null and post."deletedAt" is null
    and post.id > coalesce(${lastReadId}::bigint, 0)
    and (gm.admin or not exists (
      select from (${selectBlockStarts(sql`gm."memberId"`)}) block
      where block.id = post."authorId" and block."lastMessageId" < post.id)))`
