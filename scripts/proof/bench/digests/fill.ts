import type pg from 'pg'

const EVENTS = 20

/**
 * Inserts members with all emails enabled, each with unread messages in a chat, unseen events and an unseen news item.
 * No digest has been sent today. Each statement uses the number of members, `$1`, since all get it as a parameter.
 */
const STATEMENTS = [
  `insert into members (email, "emailKey", "userName", "nameKey", "nameSearch", "passwordHash", cities, "registeredAt",
    "lastActiveAt", "wantsChatMail", "wantsEventMail", "wantsNewsMail")
  select email, email, 'Läsare ' || n, 'läsare ' || n, 'lasare ' || n, 'none', '{Lund}', now() - interval '90 days', now(), true, true, true
  from generate_series(1, $1::int) n cross join lateral (select 'reader-' || n || '@example.test' as email) named`,
  `with reader as (select id, coalesce(lead(id) over (order by id), min(id) over ()) as "otherId" from members where "wantsChatMail"),
  chat as (
    insert into chats ("creatorId", "invitedId", state) select id, "otherId", 'OPEN' from reader where $1::int > 1
    returning id, "creatorId", "invitedId")
  insert into chat_members ("chatId", "memberId", "otherId", folder, unread, "lastUpdate")
  select id, mine, theirs, 'CHATS', unread, now() from chat
  cross join lateral (values ("creatorId", "invitedId", 1 + id % 5), ("invitedId", "creatorId", 0)) sides(mine, theirs, unread)`,
  `insert into events ("authorId", title, description, place, "eventTime", "paidEvent", "participantsShownTo", "createdAt", "changedAt")
  select (select max(id) from members), 'Picknick', 'Ta med en filt.', 'Parken', now() + interval '9 days', false, 'ALL', now(), now()
  from generate_series(1, ${EVENTS}) where $1::int > 1`,
  `insert into news ("authorId", "clientId", title, content, "publishedAt")
  select max(id), gen_random_uuid(), 'Nytt', 'Hej', now() from members where $1::int > 1`,
  'delete from digest_days where $1::int > 1',
]

export async function fillDigests(pool: pg.Pool, readers: number): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set session_replication_role = replica; set statement_timeout = 0')
    for (const statement of STATEMENTS) await client.query(statement, [readers])
    await client.query('vacuum (analyze) members, chats, chat_members, events, news')
  } finally {
    client.release(true)
  }
}
