import type { Id } from '@app/contract/base'
import type { GroupComment, GroupMessage } from '@app/contract/groups'
import { PAGE_DEFAULT } from '@app/contract/limits'
import type { Unsigned } from '@app/contract/media'
import type { Ctx } from '@app/server/context'
import { type Database, runNamed } from '@app/server/db/database'
import {
  isMessagePresent,
  type MessageScope,
  selectMessages,
  toGroupComment,
  toGroupMessage,
} from '@app/server/groups/messages'
import { sql } from 'kysely'

type MessageQuery = ReturnType<typeof selectMessages>

/** Matches the posts of the group: messages that are not comments. */
const isPostIn = ({ groupId }: MessageScope) => sql`m."groupId" = ${groupId} and m."parentId" is null`

const runMessageQuery = async (db: Database, query: MessageQuery): Promise<Unsigned<typeof GroupMessage>[]> =>
  (await query.execute(db)).rows.map(({ message }) => toGroupMessage(message))

/**
 * Lists the newest page of posts, or the page before an id, oldest first. The usual limit is part of the statement:
 * with a parameter instead, PostgreSQL plans it for each request, which takes as long as running it.
 */
export async function listNewestPosts(
  { pool, db }: Pick<Ctx, 'pool' | 'db'>,
  scope: MessageScope,
  { before, limit }: { before?: Id | undefined; limit: number },
): Promise<Unsigned<typeof GroupMessage>[]> {
  const older = before === undefined ? sql`` : sql`and m.id < ${before}`
  const isUsual = limit === PAGE_DEFAULT
  const rowLimit = isUsual ? sql.lit(limit) : sql`${limit}`
  const query = selectMessages(scope, sql`${isPostIn(scope)} ${older} order by m.id desc limit ${rowLimit}`)
  const name = `group-messages-${before ? 'before' : 'newest'}${isUsual ? '' : '-limited'}`
  const rows = await runNamed(pool, name, query.compile(db))
  return rows.map(({ message }) => toGroupMessage(message)).reverse()
}

/** Lists the page of posts after an id, oldest first. */
export const listPostsAfter = (db: Database, scope: MessageScope, after: Id, limit: number) =>
  runMessageQuery(db, selectMessages(scope, sql`${isPostIn(scope)} and m.id > ${after} order by m.id limit ${limit}`))

/** Lists the posts added or changed since a version, including tombstones, with their newest and changed comments. */
export const listPostsSince = (db: Database, scope: MessageScope, since: number) =>
  runMessageQuery(
    db,
    selectMessages(scope, sql`${isPostIn(scope)} and m.version > ${since} order by m.id`, {
      commentRange: 'since',
      since,
    }),
  )

/** Lists half a page of posts up to and including an id, and half a page after it. */
export const listPostsAround = (db: Database, scope: MessageScope, around: Id, limit: number) =>
  runMessageQuery(
    db,
    selectMessages(
      scope,
      sql`m.id in (
        (select id from group_messages m where ${isPostIn(scope)} and id <= ${around} and ${isMessagePresent('m')}
          order by id desc limit ${Math.ceil(limit / 2)})
        union all
        (select id from group_messages m where ${isPostIn(scope)} and id > ${around} and ${isMessagePresent('m')}
          order by id limit ${Math.floor(limit / 2)}))
      order by m.id`,
    ),
  )

/** Finds a comment. */
export const findComment = async (
  db: Database,
  scope: MessageScope,
  commentId: Id,
): Promise<Unsigned<typeof GroupComment> | undefined> => {
  const [comment] = await runMessageQuery(db, selectMessages(scope, sql`m.id = ${commentId}`))
  return comment && toGroupComment(comment)
}

/** Finds a post with its newest comments: as many as in a list of posts, or as many as for a single post. */
export const findPost = async (
  db: Database,
  scope: MessageScope,
  messageId: Id,
  commentRange: 'list' | 'single',
): Promise<Unsigned<typeof GroupMessage> | undefined> =>
  (
    await runMessageQuery(db, selectMessages(scope, sql`${isPostIn(scope)} and m.id = ${messageId}`, { commentRange }))
  )[0]
