import { type Kysely, sql } from 'kysely'
import { buildIndex, changeInBatches } from '../online-changes.ts'

/** Each statement commits on its own, so that it only briefly locks its table. */
export const outsideTransaction = true

/**
 * Stores for each membership the number of members of the group with whom this member has a block, except held ones.
 * Triggers count them, since many actions change blocks or memberships. All of these actions hold the group's lock.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table group_members add column if not exists "hiddenMembers" integer not null default 0`.execute(db)
  await sql`
    create or replace function count_hidden_members(bigint, bigint) returns integer stable language sql as $$
      select count(*)::integer from (
        select "ignoredId" as id from ignores where "ignorerId" = $2 and kind = 'BLOCK'
        union all select "ignorerId" from ignores where "ignoredId" = $2 and kind = 'BLOCK') block
      join group_members other on other."groupId" = $1 and other."memberId" = block.id and not other.held
    $$`.execute(db)
  await sql`
    create or replace function count_hidden_after_membership() returns trigger language plpgsql as $$
    declare
      changed group_members;
      blocks bigint[];
    begin
      if tg_op = 'DELETE' then changed := old; else changed := new; end if;
      blocks := array(
        select "ignoredId" from ignores where "ignorerId" = changed."memberId" and kind = 'BLOCK'
        union all select "ignorerId" from ignores where "ignoredId" = changed."memberId" and kind = 'BLOCK');
      if blocks <> '{}' then
        update group_members gm set "hiddenMembers" = count_hidden_members(gm."groupId", gm."memberId")
        where gm."groupId" = changed."groupId" and gm."memberId" = any(blocks || changed."memberId");
      end if;
      return null;
    end $$`.execute(db)
  await sql`
    create or replace function count_hidden_after_block() returns trigger language plpgsql as $$
    declare
      step integer := case when tg_op = 'DELETE' or new.kind <> 'BLOCK' then -1 else 1 end;
      pair bigint[];
    begin
      if tg_op = 'DELETE' then pair := array[old."ignorerId", old."ignoredId"];
      else pair := array[new."ignorerId", new."ignoredId"]; end if;
      update group_members gm set "hiddenMembers" = gm."hiddenMembers" + step
      from group_members other
      where gm."memberId" = any(pair) and other."memberId" = any(pair) and other."memberId" <> gm."memberId"
        and other."groupId" = gm."groupId" and not other.held;
      return null;
    end $$`.execute(db)
  await sql`
    create or replace trigger group_members_hidden_more after insert on group_members for each row
    execute function count_hidden_after_membership()`.execute(db)
  await sql`
    create or replace trigger group_members_hidden_fewer after delete on group_members for each row
    when (not old.held) execute function count_hidden_after_membership()`.execute(db)
  await sql`
    create or replace trigger group_members_hidden_held after update of held on group_members for each row
    when (old.held <> new.held) execute function count_hidden_after_membership()`.execute(db)
  await sql`
    create or replace trigger ignores_hidden_more after insert on ignores for each row
    when (new.kind = 'BLOCK') execute function count_hidden_after_block()`.execute(db)
  await sql`
    create or replace trigger ignores_hidden_fewer after delete on ignores for each row
    when (old.kind = 'BLOCK') execute function count_hidden_after_block()`.execute(db)
  await sql`
    create or replace trigger ignores_hidden_changed after update of kind on ignores for each row
    when (old.kind <> new.kind) execute function count_hidden_after_block()`.execute(db)
  await changeInBatches(
    db,
    sql`
      update group_members gm set "hiddenMembers" = counted.count
      from (
        select blocking."groupId", blocking."memberId", count_hidden_members(blocking."groupId", blocking."memberId") as count
        from group_members blocking
        where blocking."memberId" in (
            select "ignorerId" from ignores where kind = 'BLOCK' union select "ignoredId" from ignores where kind = 'BLOCK')
          and blocking."hiddenMembers" <> count_hidden_members(blocking."groupId", blocking."memberId")
        limit 1000) counted
      where gm."groupId" = counted."groupId" and gm."memberId" = counted."memberId"`,
  )
  // Finds the members from whom others may be hidden.
  await buildIndex(db, 'group_members_hidden', {
    definition: sql`on group_members ("groupId") where "hiddenMembers" > 0`,
  })
}
