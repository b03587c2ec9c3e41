import { type Kysely, sql } from 'kysely'

/** The columns that name the acting party, in every table in which admins become the team. */
const PARTIES: Record<string, string[]> = {
  group_members: ['memberId'],
  group_messages: ['authorId'],
  group_invites: ['inviterId', 'recipientId'],
  events: ['authorId'],
  event_answers: ['memberId'],
  ads: ['authorId'],
  movie_entries: ['authorId'],
  movie_likes: ['memberId'],
  news: ['authorId'],
  news_comments: ['authorId'],
  news_kisses: ['memberId'],
}

/** Outside of a transaction, so that each table is locked only briefly. */
export const outsideTransaction = true

/**
 * Rejects rows under the account of an admin, who acts as the team. Gateways of the previous release write such rows
 * until they are replaced, and the rows would show the account as their author once it is no longer an admin's.
 * Messages in chats, confirmations and grants need no trigger: they require an open chat, which such an account does
 * not have.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Gateways of all releases respond to this error code with 503, so clients repeat the request until the update has
  // replaced the gateway.
  await sql`
    create or replace function refuse_accounts_of_admins() returns trigger language plpgsql as $$
    begin
      if exists (
        select from members where level = 'ADMIN' and id <> 0 and id = any(array(
          select (to_jsonb(new) ->> party)::bigint from unnest(tg_argv) as party))
      ) then
        raise exception 'an admin acts as the team, not under an account of its own'
          using errcode = 'insufficient_resources';
      end if;
      return new;
    end $$`.execute(db)
  for (const [table, columns] of Object.entries(PARTIES))
    await sql`
      create or replace trigger ${sql.id(`${table}_of_team`)} before insert on ${sql.table(table)} for each row
      execute function refuse_accounts_of_admins(${sql.join(columns.map((column) => sql.lit(column)))})`.execute(db)
  // Includes updates, since restoring a deleted account reopens the chats that the deletion closed.
  await sql`
    create or replace trigger chats_of_team before insert or update of state on chats for each row
    when (new.state <> 'ENDED') execute function refuse_accounts_of_admins('creatorId', 'invitedId')`.execute(db)
}
