import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // What a group's preview goes back to when its last comment is taken away.
  await sql`create index group_messages_newest_comment on group_messages ("groupId", id desc) where "parentId" is not null`.execute(
    db,
  )
}
