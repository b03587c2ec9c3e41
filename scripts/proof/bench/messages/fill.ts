import type pg from 'pg'

/** The words of the messages. `RARE` is in one of `TEXTS` messages, `COMMON` in many. */
const WORDS =
  'vi ses vid vattnet på lördag kanske kommer ni också det blir middag hos oss med sill och nubbe sedan badar alla som vill och bilen står kvar till söndag vem tar med vedträ eller glögg jag hinner inte före sju men ringer när tåget har gått'.split(
    ' ',
  )
const TEXTS = 1_000
export const RARE = 'midsommarfest'
export const COMMON = 'middag'

/** Returns texts of 4 to 23 words, the same in every run. */
const createTexts = (): string[] =>
  Array.from({ length: TEXTS }, (_, text) => {
    const words = Array.from(
      { length: 4 + (text % 20) },
      (_, word) => WORDS[(text * 31 + word * (7 + (text % 11))) % WORDS.length],
    )
    return text === 0 ? [...words, RARE].join(' ') : words.join(' ')
  })

type Sizes = { messages: number; ownChats: number; ownMessages: number }

/**
 * Inserts chats of one member with `ownChats` others, further chats among the others, and messages into all of them.
 * Each round adds a message to every chat, so that the member's messages are spread over the whole table, as in
 * operation.
 */
export async function fillMessages(pool: pg.Pool, memberId: string, { messages, ownChats, ownMessages }: Sizes) {
  const rounds = Math.ceil(ownMessages / ownChats)
  const otherChats = Math.max(0, Math.ceil(messages / rounds) - ownChats)
  const client = await pool.connect()
  try {
    await client.query('delete from chats where $1 in ("creatorId", "invitedId")', [memberId])
    // The rows satisfy the foreign keys by construction; checking them would take millions of lookups.
    await client.query('set session_replication_role = replica; set statement_timeout = 0')
    await client.query(
      `create temporary table other as
        select id, row_number() over (order by id) - 1 as at, count(*) over () as n from members where id > 0 and id <> ${memberId};
      create temporary table new_chat as with added as (
        insert into chats ("creatorId", "invitedId", state)
        select ${memberId}, id, 'OPEN' from other where at < ${ownChats}
        union all
        select one.id, two.id, 'OPEN' from generate_series(0, ${otherChats} - 1) step
          join other one on one.at = step % one.n
          join other two on two.at = (step + 100 + step / one.n) % two.n
        on conflict do nothing returning id, "creatorId", "invitedId")
      select *, row_number() over (order by id) as at from added`,
    )
    await client.query(
      `create temporary table message_text as select * from unnest($1::text[]) with ordinality as t(text, at)`,
      [createTexts()],
    )
    for (let round = 1; round <= rounds; round++)
      await client.query(
        `insert into chat_messages ("chatId", "senderId", "clientId", message, "sentAt", version)
        select chat.id, case when (chat.at + $1) % 2 = 0 then "creatorId" else "invitedId" end, gen_random_uuid(),
          message_text.text, now() - make_interval(hours => ($2 - $1)::int), $1
        from new_chat chat join message_text on message_text.at = 1 + abs(hashint8(chat.at * 1000 + $1)::bigint) % ${TEXTS}`,
        [round, rounds],
      )
    await client.query(
      `insert into chat_members ("chatId", "memberId", "otherId", folder, "lastUpdate")
      select id, mine, theirs, 'CHATS', now() from new_chat
      cross join lateral (values ("creatorId", "invitedId"), ("invitedId", "creatorId")) sides(mine, theirs)`,
    )
    await client.query('drop table other, new_chat, message_text; reset session_replication_role')
    await client.query('vacuum analyze chat_messages, chats, chat_members')
  } finally {
    client.release()
  }
}
