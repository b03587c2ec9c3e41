import { type Kysely, sql } from 'kysely'

/** Exceeds the number of changes that clients catch up on, so that they reload these conversations completely. */
const BEYOND_CATCH_UP = 501

/** Tables of texts by an author, other than chats. */
const TEXT_TABLES = ['group_messages', 'events', 'ads', 'movie_entries', 'news', 'news_comments']

/**
 * Assigns everything that admins have written so far to the team, and merges each member's chats with admins into one.
 * Keeps one of the rows that become duplicates. Includes admins in their deletion period: if they return as members,
 * nothing that they wrote as admins may appear under their own name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create temporary table admins on commit drop as
    select id, "deletedAt" is not null as held from members where level = 'ADMIN' and id <> 0`.execute(db)
  await sql`
    select from members where id in (select id from admins) order by id for update`.execute(db)
  await mergeChats(db)
  await holdOtherChats(db)
  await countHeldComments(db)
  await assignTextsToTeam(db)
  await mergeGroups(db)
  await mergeAnswers(db)
  await mergeConfirmations(db)
  for (const side of ['ownerId', 'viewerId'])
    await sql`delete from private_grants where ${sql.ref(side)} in (select id from admins)`.execute(db)
  await sql`delete from search_cities where "memberId" in (select id from admins)`.execute(db)
  await sql`delete from search_profiles where "memberId" in (select id from admins)`.execute(db)
  await sql`drop table admins`.execute(db)
}

/**
 * Merges the chats that each member has with admins into one chat with the team (`target`): the one that is open, or
 * else the one changed last. It is open unless the member has left all of them, since the team leaves no chat. Invites
 * stay with the admin. Chats that the deletion of an account has closed are treated as before that deletion.
 */
async function mergeChats(db: Kysely<unknown>): Promise<void> {
  await sql`
    create temporary table sources on commit drop as
    select c.id, theirs."memberId", ours."memberId" as "adminId", c.version, member."deletedAt" is not null as held,
      coalesce(theirs."heldFolder", theirs.folder) = 'GONE' as "left",
      first_value(c.id) over (
        partition by theirs."memberId"
        order by coalesce(theirs."heldFolder", theirs.folder) = 'GONE', coalesce(c."heldState", c.state) = 'OPEN' desc,
          ours."lastUpdate" desc, c.id desc) as target
    from chats c
    join chat_members ours on ours."chatId" = c.id and ours."memberId" in (select id from admins)
    join chat_members theirs on theirs."chatId" = c.id and theirs."memberId" = ours."otherId"
      and theirs."memberId" not in (select id from admins)
    join members member on member.id = theirs."memberId"
    where coalesce(c."heldState", c.state) <> 'INVITED'`.execute(db)
  await sql`select from chats where id in (select id from sources) order by id for update`.execute(db)

  // The reading position of each side, and the number of its unread messages in the chats that it has not left.
  await sql`
    create temporary table sides on commit drop as
    select s.target, cm."memberId" = s."memberId" as theirs, max(cm."lastUpdate") as "lastUpdate",
      max(cm."lastReadId") as "lastReadId", max(cm."lastReadAt") as "lastReadAt",
      sum(case when coalesce(cm."heldFolder", cm.folder) = 'GONE' then 0 else (
        select count(*) from chat_messages m where m."chatId" = s.id and m.id > coalesce(cm."lastReadId", 0)
          and m."senderId" <> cm."memberId" and m."deletedAt" is null) end)::integer as unread
    from sources s join chat_members cm on cm."chatId" = s.id
    group by 1, 2`.execute(db)

  await sql`
    update media set "chatId" = s.target from sources s where media."chatId" = s.id and s.target <> s.id`.execute(db)
  await sql`
    update media set "ownerId" = 0 from sources s where media."chatId" = s.target and media."ownerId" = s."adminId"`.execute(
    db,
  )
  await separateKeys(db, 'chat_messages', 'senderId', sql`"chatId" in (select id from sources)`)
  await sql`
    update chat_messages m set "chatId" = s.target, "writtenById" = case when m."senderId" = s."adminId" then s."adminId" end,
      "senderId" = case when m."senderId" = s."adminId" then 0 else m."senderId" end
    from sources s where m."chatId" = s.id`.execute(db)
  await sql`
    update chat_messages m set version = numbered.version
    from (
      select id, row_number() over (partition by "chatId" order by id) as version from chat_messages
      where "chatId" in (select target from sources)) numbered
    where numbered.id = m.id`.execute(db)

  await sql`delete from chats where id in (select id from sources where id <> target)`.execute(db)
  await sql`
    create temporary table merged on commit drop as
    select target, "memberId", bool_and("left") as "left", bool_or(held) as held, sum(version)::integer as versions
    from sources group by 1, 2`.execute(db)
  await sql`
    update chats c set
      "creatorId" = case when c."creatorId" = merged."memberId" then c."creatorId" else 0 end,
      "invitedId" = case when c."invitedId" = merged."memberId" then c."invitedId" else 0 end,
      state = case when merged."left" or merged.held then 'ENDED' else 'OPEN' end,
      "heldState" = case when merged.held and not merged."left" then 'OPEN' end,
      "creatorIgnores" = false, "invitedIgnores" = false,
      version = merged.versions + ${BEYOND_CATCH_UP}::integer
    from merged where merged.target = c.id`.execute(db)
  await sql`
    update chats set ("lastMessage", "lastSenderId") = (
      select left(message, 50), "senderId" from chat_messages
      where "chatId" = chats.id and "deletedAt" is null order by id desc limit 1)
    where id in (select target from merged)`.execute(db)

  await sql`
    update chat_members cm set "otherId" = 0, folder = case when merged."left" then 'GONE' else 'CHATS' end, "heldFolder" = null
    from merged where merged.target = cm."chatId" and cm."memberId" = merged."memberId"`.execute(db)
  await sql`
    update chat_members cm set "memberId" = 0, folder = case when merged.held then 'GONE' else 'CHATS' end,
      "heldFolder" = case when merged.held then 'CHATS' end
    from merged where merged.target = cm."chatId" and cm."memberId" <> merged."memberId"`.execute(db)
  // With unread messages, the reading position is at most the last message but one, so that reading the last message
  // marks the unread ones before it as read, too.
  await sql`
    update chat_members cm set "lastUpdate" = sides."lastUpdate", "lastReadAt" = sides."lastReadAt", unread = sides.unread,
      "lastReadId" = case when sides.unread = 0 then sides."lastReadId" else least(sides."lastReadId", (
        select id from chat_messages where "chatId" = sides.target order by id desc offset 1 limit 1)) end
    from sides where cm."chatId" = sides.target and (cm."memberId" <> 0) = sides.theirs`.execute(db)
  await sql`drop table sources, sides, merged`.execute(db)
}

/**
 * Closes invites, and chats between admins, like those of a member in the deletion period, until the admin is a member
 * again.
 */
async function holdOtherChats(db: Kysely<unknown>): Promise<void> {
  await sql`
    update chats set "heldState" = state, state = 'ENDED'
    where state <> 'ENDED' and id in (
      select id from chats where "creatorId" in (select id from admins)
      union all select id from chats where "invitedId" in (select id from admins))`.execute(db)
  await sql`
    update chat_members set "heldFolder" = folder, folder = 'GONE'
    where "otherId" in (select id from admins) and folder <> 'GONE'`.execute(db)
}

/**
 * Gives rows of different admins with the same client id different ones. Clients need a client id only briefly, to repeat
 * a request.
 */
const separateKeys = (db: Kysely<unknown>, table: string, author: string, condition = sql`true`) =>
  sql`
    update ${sql.table(table)} writing set "clientId" = gen_random_uuid()
    from (
      select id, row_number() over (partition by "clientId" order by id) as place from ${sql.table(table)}
      where ${sql.ref(author)} in (select id from admins) and ${condition}) same
    where same.id = writing.id and same.place > 1`.execute(db)

/**
 * Adds comments by admins in the deletion period to the counts of comments, which excluded them, since they become
 * comments of the team.
 */
const countHeldComments = (db: Kysely<unknown>) =>
  sql`
    update news n set comments = n.comments + counted.count
    from (
      select "newsId", count(*)::integer as count from news_comments
      where "authorId" in (select id from admins where held) group by "newsId") counted
    where n.id = counted."newsId"`.execute(db)

async function assignTextsToTeam(db: Kysely<unknown>): Promise<void> {
  for (const table of TEXT_TABLES) {
    await separateKeys(db, table, 'authorId')
    await sql`update ${sql.table(table)} set "authorId" = 0 where "authorId" in (select id from admins)`.execute(db)
  }
  await sql`update ads set kind = 'SECRET' where "authorId" = 0`.execute(db)
  await sql`
    update media set "ownerId" = 0 where kind in ('GROUP', 'MOVIE') and "ownerId" in (select id from admins)`.execute(
    db,
  )
}

/**
 * Replaces the admins in each group by the team, which is an admin of the group if one of them was, and has read only
 * the messages that all of them had read. Deletes the memberships of admins in the deletion period, so that none of
 * them returns to a group under their own name.
 */
async function mergeGroups(db: Kysely<unknown>): Promise<void> {
  await sql`
    create temporary table places on commit drop as
    select "groupId", bool_or(admin) as admin, min("joinedAt") as "joinedAt", min("lastReadId") as "lastReadId",
      min("readPosts") as "readPosts", count(*)::integer as members
    from group_members where "memberId" in (select id from admins) and not held group by "groupId"`.execute(db)
  const affectedGroups = sql`select "groupId" from places
    union select id from groups where "creatorId" in (select id from admins) or "ownerId" in (select id from admins)
      or "lastSenderId" in (select id from admins)
    union select "groupId" from group_messages where "authorId" = 0`
  await sql`select from groups where id in (${affectedGroups}) order by id for update`.execute(db)
  await sql`
    update groups set version = version + ${BEYOND_CATCH_UP}::integer,
      "memberCount" = "memberCount" - coalesce((select members - 1 from places where "groupId" = groups.id), 0),
      "creatorId" = case when "creatorId" in (select id from admins) then 0 else "creatorId" end,
      "ownerId" = case when "ownerId" in (select id from admins) then 0 else "ownerId" end,
      "lastSenderId" = case when "lastSenderId" in (select id from admins) then 0 else "lastSenderId" end
    where id in (${affectedGroups})`.execute(db)
  await sql`
    delete from group_members where "memberId" in (select id from admins)`.execute(db)
  await sql`
    insert into group_members ("groupId", "memberId", admin, "joinedAt", "lastReadId", "readPosts")
    select "groupId", 0, admin, "joinedAt", "lastReadId", "readPosts" from places`.execute(db)

  await sql`
    delete from group_invites i where i."recipientId" in (select id from admins)
      and (i."inviterId" in (select id from admins) or exists (select from places where "groupId" = i."groupId"))`.execute(
    db,
  )
  // Of several invites to the team or from it, keeps one that waits for an answer, else the latest.
  for (const [ours, theirs] of [
    ['recipientId', 'inviterId'],
    ['inviterId', 'recipientId'],
  ] as const) {
    await sql`
      delete from group_invites i using (
        select ctid, row_number() over (
          partition by "groupId", ${sql.ref(theirs)} order by declined, "sentAt" desc) as place
        from group_invites where ${sql.ref(ours)} in (select id from admins)) same
      where same.ctid = i.ctid and same.place > 1`.execute(db)
  }
  await sql`
    delete from group_invites i using (
      select ctid, row_number() over (partition by "groupId" order by "sentAt" desc) as place
      from group_invites where "recipientId" in (select id from admins) and not declined) same
    where same.ctid = i.ctid and same.place > 1`.execute(db)
  await sql`update group_invites set "recipientId" = 0 where "recipientId" in (select id from admins)`.execute(db)
  await sql`update group_invites set "inviterId" = 0 where "inviterId" in (select id from admins)`.execute(db)
  await sql`drop table places`.execute(db)
}

/** Assigns answers, likes and kisses of admins to the team, one per item, and updates the counters. */
async function mergeAnswers(db: Kysely<unknown>): Promise<void> {
  const deleteDuplicates = (table: string, key: string, preference = sql`true`) => sql`
    delete from ${sql.table(table)} t using (
      select ctid, row_number() over (partition by ${sql.ref(key)} order by ${preference} desc) as place
      from ${sql.table(table)} where "memberId" in (select id from admins)) same
    where same.ctid = t.ctid and same.place > 1`

  await sql`
    with dropped as (${deleteDuplicates('event_answers', 'eventId', sql`case answer when 'YES' then 2 when 'MAYBE' then 1 else 0 end`)} returning t."eventId", t.answer)
    update events e set coming = e.coming - yes, interested = e.interested - maybe, waiting = e.waiting - queued
    from (
      select "eventId", count(*) filter (where answer = 'YES') as yes, count(*) filter (where answer = 'MAYBE') as maybe,
        count(*) filter (where answer = 'WAITING') as queued
      from dropped group by "eventId") less
    where less."eventId" = e.id`.execute(db)
  await sql`update event_answers set "memberId" = 0 where "memberId" in (select id from admins)`.execute(db)

  // Members do not like their own entries.
  await sql`
    with dropped as (
      delete from movie_likes l using movie_entries e
      where e.id = l."entryId" and e."authorId" = 0 and l."memberId" in (select id from admins)
      returning l."entryId", l.stands)
    update movie_entries e set likes = e.likes - less.likes
    from (select "entryId", count(*) filter (where stands) as likes from dropped group by "entryId") less
    where less."entryId" = e.id`.execute(db)
  await sql`
    with dropped as (${deleteDuplicates('movie_likes', 'entryId', sql`stands`)} returning t."entryId", t.stands)
    update movie_entries e set likes = e.likes - less.likes
    from (select "entryId", count(*) filter (where stands) as likes from dropped group by "entryId") less
    where less."entryId" = e.id`.execute(db)
  await sql`update movie_likes set "memberId" = 0 where "memberId" in (select id from admins)`.execute(db)

  await sql`
    with dropped as (${deleteDuplicates('news_kisses', 'newsId')} returning t."newsId")
    update news n set kisses = n.kisses - less.kisses
    from (select "newsId", count(*) as kisses from dropped group by "newsId") less
    where less."newsId" = n.id`.execute(db)
  await sql`update news_kisses set "memberId" = 0 where "memberId" in (select id from admins)`.execute(db)
}

/**
 * Turns confirmations by admins, including those in the deletion period, into confirmations by the team, which give the
 * badge. Open requests stay with the admin.
 */
async function mergeConfirmations(db: Kysely<unknown>): Promise<void> {
  const ours = sql`"verifierId" in (select id from admins)`
  const ofMembers = sql`${ours} and state = 'CONFIRMED' and "memberId" not in (select id from admins)`
  await sql`
    delete from verifications v using (
      select ctid, row_number() over (partition by "memberId" order by at) as place from verifications where ${ofMembers}) same
    where same.ctid = v.ctid and same.place > 1`.execute(db)
  await sql`update verifications set "verifierId" = 0 where ${ofMembers}`.execute(db)
  await sql`
    delete from photo_confirmations p using (
      select ctid, row_number() over (partition by "mediaId" order by "verifierId") as place
      from photo_confirmations where ${ours}) same
    where same.ctid = p.ctid and same.place > 1`.execute(db)
  await sql`update photo_confirmations set "verifierId" = 0 where ${ours}`.execute(db)
  await sql`
    create temporary table verified on commit drop as
    select id from members where id in (
      select "memberId" from verifications where "verifierId" = 0 and state = 'CONFIRMED') and badges = '{}'`.execute(
    db,
  )
  await sql`update members set badges = '{VERIFIED}' where id in (select id from verified)`.execute(db)
  for (const table of ['search_profiles', 'search_cities'])
    await sql`update ${sql.table(table)} set verified = true where "memberId" in (select id from verified)`.execute(db)
  await sql`drop table verified`.execute(db)
}
