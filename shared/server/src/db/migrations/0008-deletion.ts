import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // While one of its two members is on the way out, a chat is ENDED, which closes it for every write; here is what it was.
  await sql`alter table chats add "heldState" text check ("heldState" in ('INVITED', 'OPEN'))`.execute(db)

  // An archive that cannot be built is given up.
  await sql`alter table exports add attempts smallint not null default 0`.execute(db)
}
