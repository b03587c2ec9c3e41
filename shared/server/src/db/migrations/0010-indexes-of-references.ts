import { type Kysely, sql } from 'kysely'

/** Whoever removes a member or a picture finds what leads there without reading whole tables. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Also for what stands in no list, instead of an index more: each message moves the row in all of them.
  await sql`drop index chat_members_list`.execute(db)
  await sql`
    create index chat_members_list on chat_members ("memberId", folder, "lastUpdate" desc, "chatId" desc)`.execute(db)
  await sql`create index declines_of_decliner on declines ("declinerId")`.execute(db)
  await sql`
    create index members_of_profile_photo on members ("profilePhotoId") where "profilePhotoId" is not null`.execute(db)
}
