import { type Kysely, sql } from 'kysely'

/** Adds indexes, so that deleting a member or a picture finds the references to it without reading whole tables. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Covers chats in no list, too, since a second index would have to be updated with each message.
  await sql`drop index chat_members_list`.execute(db)
  await sql`
    create index chat_members_list on chat_members ("memberId", folder, "lastUpdate" desc, "chatId" desc)`.execute(db)
  await sql`create index declines_of_decliner on declines ("declinerId")`.execute(db)
  await sql`
    create index members_of_profile_photo on members ("profilePhotoId") where "profilePhotoId" is not null`.execute(db)
}
