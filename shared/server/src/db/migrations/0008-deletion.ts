import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // While one of its two members is in the deletion period, a chat is ENDED, which blocks every write. This column
  // stores its previous state.
  await sql`alter table chats add "heldState" text check ("heldState" in ('INVITED', 'OPEN'))`.execute(db)

  // Counts attempts, so that an archive that cannot be built is abandoned.
  await sql`alter table exports add attempts smallint not null default 0`.execute(db)
}
