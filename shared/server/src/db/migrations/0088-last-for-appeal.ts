import { type Kysely, sql } from 'kysely'

/**
 * Lets an admin who made or confirmed a decision answer its appeal a day later if no other moderator is left who could:
 * all of them made or confirmed it, too, or have an interest of their own in the case. Before, this applied only to a team
 * of one. The interests are those of `hasOwnInterest`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function has_other_moderator(decision bigint) returns boolean stable strict language sql as $$
      select exists (
        select from decisions d join cases c on c.id = d."caseId"
        join team_duties t on t.duty = 'MODERATE' join members m on m.id = t."memberId"
        where d.id = decision and m.level = 'ADMIN' and m."deletedAt" is null
          and m.id is distinct from d."byId" and m.id is distinct from d."confirmedById"
          and c."authorId" is distinct from m.id and c."writtenById" is distinct from m.id
          and not exists (select from reports r where r."caseId" = c.id and r."reporterId" = m.id)
          and not exists (select from ignores i where i."ignorerId" = m.id and i."ignoredId" = c."authorId")
          and not exists (select from ignores i where i."ignorerId" = c."authorId" and i."ignoredId" = m.id)
          and not exists (select from chat_members own where own."memberId" = m.id and own."otherId" = c."authorId")
          and not exists (
            select from group_members own where own."memberId" = m.id and own."groupId" = case c."subjectKind"
              when 'GROUP' then c."subjectId"::bigint
              when 'PHOTO' then (select media."groupId" from media where media.id = c."subjectId")
              when 'GROUP_MESSAGE' then c."parentId"
              when 'EVENT' then c."parentId"
              when 'GROUP_INVITE' then c."parentId" end))
    $$`.execute(db)
  await sql`
    create or replace function require_other_for_appeal() returns trigger language plpgsql as $$
    begin
      if new."byId" is null then return new; end if;
      if exists (select from decisions d where d.id = new."decisionId" and new."byId" in (d."byId", d."confirmedById"))
        and (new."decidedAt" < new.at + interval '24 hours' or has_other_moderator(new."decisionId")) then
        raise exception 'an appeal is decided by somebody else' using errcode = 'check_violation',
          constraint = 'appeals_other';
      end if;
      return new;
    end $$`.execute(db)
}
