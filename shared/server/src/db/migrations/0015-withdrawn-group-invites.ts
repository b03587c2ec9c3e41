import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // A declined invite that its inviter has withdrawn: stored, but in no list.
  await sql`
    alter table group_invites
      add withdrawn boolean not null default false,
      add constraint group_invites_withdrawn check (declined or not withdrawn)`.execute(db)
}
