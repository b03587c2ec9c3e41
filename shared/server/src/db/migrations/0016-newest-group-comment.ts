import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Finds the previous comment for a group's preview when the last one is deleted.
  await sql`create index group_messages_newest_comment on group_messages ("groupId", id desc) where "parentId" is not null`.execute(
    db,
  )
}
