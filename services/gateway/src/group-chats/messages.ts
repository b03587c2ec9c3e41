import type { Id } from '@app/contract/base'
import type { GroupMessage } from '@app/contract/groups'
import type { Ctx, Member } from '@app/server/context'
import { type Database, runNamed } from '@app/server/db/database'
import { asGroupMessage, selectMessages } from '@app/server/group-messages'
import { sql } from 'kysely'

type Where = { groupId: Id; viewer: Pick<Member, 'id'> }
type Rows = ReturnType<typeof selectMessages>

const isPostIn = ({ groupId }: Where) => sql`m."groupId" = ${groupId} and m."parentId" is null`

const shown = async (db: Database, query: Rows): Promise<GroupMessage[]> =>
  (await query.execute(db)).rows.map(({ message }) => asGroupMessage(message))

/** The newest page, or the one before an id; oldest first. */
export async function listNewest(
  { pool, db }: Pick<Ctx, 'pool' | 'db'>,
  where: Where,
  { before, limit }: { before?: Id | undefined; limit: number },
): Promise<GroupMessage[]> {
  const older = before === undefined ? sql`` : sql`and m.id < ${before}`
  const query = selectMessages(where.viewer.id, sql`${isPostIn(where)} ${older} order by m.id desc limit ${limit}`)
  const rows = await runNamed(pool, `group-messages-${before ? 'before' : 'newest'}`, query.compile(db))
  return rows.map(({ message }) => asGroupMessage(message)).reverse()
}

/** What follows an id. */
export const listAfter = (db: Database, where: Where, after: Id, limit: number) =>
  shown(db, selectMessages(where.viewer.id, sql`${isPostIn(where)} and m.id > ${after} order by m.id limit ${limit}`))

/** What is new or changed since a version, tombstones and comments included. */
export const listSince = (db: Database, where: Where, since: number) =>
  shown(
    db,
    selectMessages(where.viewer.id, sql`${isPostIn(where)} and m.version > ${since} order by m.id`, {
      along: 'since',
      since,
    }),
  )

/** A message with half a page on each side. */
export const listAround = (db: Database, where: Where, around: Id, limit: number) =>
  shown(
    db,
    selectMessages(
      where.viewer.id,
      sql`m.id in (
        (select id from group_messages where "groupId" = ${where.groupId} and "parentId" is null and id <= ${around}
          order by id desc limit ${Math.ceil(limit / 2)})
        union all
        (select id from group_messages where "groupId" = ${where.groupId} and "parentId" is null and id > ${around}
          order by id limit ${Math.floor(limit / 2)}))
      order by m.id`,
    ),
  )

/** One message, with the comments of a list or, alone, with all of them. */
export const findMessage = async (
  db: Database,
  where: Where,
  messageId: Id,
  along: 'list' | 'alone',
): Promise<GroupMessage | undefined> =>
  (await shown(db, selectMessages(where.viewer.id, sql`${isPostIn(where)} and m.id = ${messageId}`, { along })))[0]
