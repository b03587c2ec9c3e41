import type pg from 'pg'
import { insertMembers, login, type ProofMember } from '../common/members.ts'
import type { BenchOptions } from './options.ts'

/** A member who sends requests, with a session token and the ids of their chats. */
export type Caller = { id: string; token: string; chatIds: string[] }

/** All members, and those who send requests. */
export type World = { members: ProofMember[]; callers: Caller[] }

/** A caller, and the chat that they share with the caller of the next id. */
export type Pair = { from: Caller; chatId: string }

const LOGIN_CONCURRENCY = 8

/** Inserts members with chats and messages, as if the members had written to each other. */
export async function fillWorld(
  pool: pg.Pool,
  options: Pick<BenchOptions, 'members' | 'chatsEach' | 'messagesEach'>,
): Promise<ProofMember[]> {
  const { chatsEach, messagesEach } = options
  const members = await insertMembers(pool, options.members)
  const client = await pool.connect()
  try {
    // The rows satisfy the foreign keys by construction; checking them would take millions of lookups.
    await client.query(`set session_replication_role = replica; set statement_timeout = 0`)
    await client.query(
      `with numbered as (select id, row_number() over (order by id) - 1 as at, count(*) over () as n from members where id > 0)
      insert into chats ("creatorId", "invitedId", state, version)
      select one.id, other.id, 'OPEN', $2::int + 1
      from numbered one cross join generate_series(1, $1::int / 2) as step
      join numbered other on other.at = (one.at + step) % one.n`,
      [chatsEach, messagesEach],
    )
    for (let position = 1; position <= messagesEach; position++) {
      await client.query(
        `insert into chat_messages ("chatId", "senderId", "clientId", message, "sentAt", version)
        select id, case when (id + $1::int) % 3 = 0 then "creatorId" else "invitedId" end,
          lpad(to_hex(id * 1000 + $1::int), 32, '0')::uuid,
          'Meddelande ' || $1::int || ': ' || repeat('vi ses vid vattnet ', (id % 5)::int + 1),
          now() - make_interval(mins => ($2::int - $1::int) * 60 + (id % 60)::int), $1::int + 1
        from chats`,
        [position, messagesEach],
      )
    }
    await client.query(
      `update chats set ("lastMessage", "lastSenderId") = (
        select left(message, 50), "senderId" from chat_messages where "chatId" = chats.id order by id desc limit 1
      )`,
    )
    await client.query(
      `insert into chat_members ("chatId", "memberId", "otherId", folder, unread, "lastUpdate", "lastReadId", "lastReadAt")
      select chats.id, mine, theirs, 'CHATS', 0, last."sentAt", last.id, last."sentAt"
      from chats
      cross join lateral (values ("creatorId", "invitedId"), ("invitedId", "creatorId")) as both_sides(mine, theirs)
      cross join lateral (
        select id, "sentAt" from chat_messages where "chatId" = chats.id order by id desc limit 1
      ) last`,
    )
    await client.query('reset session_replication_role')
    await client.query('vacuum (analyze, freeze)')
  } finally {
    // Discards the connection, which may still have the changed settings.
    client.release(true)
  }
  return members
}

/** Logs in members, and returns them with their tokens and chats. */
export async function logInCallers(pool: pg.Pool, url: string, members: ProofMember[]): Promise<Caller[]> {
  const { rows } = await pool.query<{ id: string; chatIds: string[] }>(
    `select "memberId" as id, array_agg("chatId"::text) as "chatIds" from chat_members
    where "memberId" = any($1::bigint[]) group by "memberId"`,
    [members.map(({ id }) => id)],
  )
  const chatIdsByMember = new Map(rows.map(({ id, chatIds }) => [id, chatIds]))
  const queue = [...members]
  const callers: Caller[] = []
  const work = async () => {
    for (let member = queue.shift(); member; member = queue.shift())
      callers.push({ id: member.id, token: await login(url, member), chatIds: chatIdsByMember.get(member.id) ?? [] })
  }
  await Promise.all(Array.from({ length: LOGIN_CONCURRENCY }, work))
  return callers
}

/** Finds for each caller, except the last, the chat with the caller of the next id. */
export async function findPairs(pool: pg.Pool, callers: Caller[]): Promise<Pair[]> {
  const byId = new Map(callers.map((caller) => [caller.id, caller]))
  const { rows } = await pool.query<{ id: string; creatorId: string }>(
    `select id, "creatorId" from chats
    where "creatorId" = any($1::bigint[]) and "invitedId" = any($1::bigint[]) and "invitedId" = "creatorId" + 1`,
    [[...byId.keys()]],
  )
  return rows.flatMap(({ id, creatorId }) => {
    const from = byId.get(creatorId)
    return from ? [{ from, chatId: id }] : []
  })
}
