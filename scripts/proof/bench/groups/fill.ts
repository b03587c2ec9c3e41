import type pg from 'pg'

/** A group id that no other parameter of a statement equals, so that the recorder recognizes it. */
const FIRST_ID = 424_242
const MESSAGES = 200

/** Creates one group with these members, and messages that all of them have read. */
export async function fillGroup(pool: pg.Pool, memberIds: string[]): Promise<string> {
  await pool.query(`alter table groups alter column id restart with ${FIRST_ID}`)
  const { rows } = await pool.query<{ id: string }>(
    `insert into groups ("groupName", "nameKey", description, "isOpen", "creatorId", "ownerId", version, "memberCount", posts,
      "lastUpdate", "createdAt")
    values ('Alla', 'alla', 'Alla är med.', true, $1, $1, $2::int + 1, $3, $2, now(), now()) returning id`,
    [memberIds[0], MESSAGES, memberIds.length],
  )
  const groupId = String(rows[0]?.id)
  await pool.query(
    `with message as (
      insert into group_messages ("groupId", "authorId", "clientId", message, "sentAt", "lastUpdate", version)
      select $1, ($2::bigint[])[1 + n % cardinality($2::bigint[])], gen_random_uuid(), 'Meddelande ' || n, now(), now(), n + 1
      from generate_series(1, $3::int) n order by n returning id
    )
    insert into group_members ("groupId", "memberId", admin, "joinedAt", "lastReadId", "readPosts")
    select $1, member, member = ($2::bigint[])[1], now(), (select max(id) from message), $3
    from unnest($2::bigint[]) member`,
    [groupId, memberIds, MESSAGES],
  )
  await pool.query('vacuum (analyze) groups, group_members, group_messages')
  return groupId
}
