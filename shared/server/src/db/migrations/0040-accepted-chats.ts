import { type Kysely, sql } from 'kysely'

/** Stores when the invite to a chat was accepted; null in chats with the team and in those accepted before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table chats add column "acceptedAt" timestamptz`.execute(db)
}
