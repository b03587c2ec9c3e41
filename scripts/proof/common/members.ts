import type { Session } from '@app/contract/members/members'
import { nameKey, nameSearch } from '@app/contract/text/names'
import type pg from 'pg'

/** The password of all members. */
export const PASSWORD = 'gul kanot 7'
/** A hash of this password with the cheapest argon2id parameters, so that a thousand logins do not take minutes. */
const CHEAP_HASH = '$argon2id$v=19$m=8,t=1,p=1$0ySkHoH8WK8A3qOy9dk8pQ$2sCDNOXCgo6MnHUNyC0nXHs5qOoQCbt7Os9cctjhFEE'

export type ProofMember = { id: string; userName: string; email: string }

/** Inserts members with one person each and no other rows. */
export async function insertMembers(pool: pg.Pool, count: number): Promise<ProofMember[]> {
  const names = Array.from({ length: count }, (_, index) => `Medlem ${index + 1}`)
  const { rows } = await pool.query<ProofMember>(
    `with stored as (
      insert into members (email, "emailKey", "userName", "nameKey", "nameSearch", "passwordHash", cities, "registeredAt", "lastActiveAt")
      select email, email, name, key, search, $4, '{Stockholm}', now() - interval '90 days', now()
      from unnest($1::text[], $2::text[], $3::text[]) with ordinality as given(name, key, search, ordinal)
      cross join lateral (select 'member-' || ordinal || '@example.test' as email)
      order by ordinal
      returning id, "userName", email
    ), person as (
      insert into persons ("memberId", ordinal, sex, "yearOfBirth") select id, 1, 'FEMALE', 1985 from stored
    )
    select * from stored`,
    [names, names.map(nameKey), names.map(nameSearch), CHEAP_HASH],
  )
  return rows
}

/** Logs in like a browser, and returns the session token. */
export async function login(url: string, { email }: Pick<ProofMember, 'email'>): Promise<string> {
  const response = await fetch(`${url}/api/v2/members/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  if (response.status !== 200) throw new Error(`${email} could not log in: ${response.status}`)
  return ((await response.json()) as Session).sessionId
}

/** Inserts an open chat with one message for each pair of members, as after an accepted invite. */
export async function insertOpenChats(
  pool: pg.Pool,
  pairs: [creatorId: string, invitedId: string][],
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `with chat as (
      insert into chats ("creatorId", "invitedId", state, version, "lastMessage", "lastSenderId")
      select creator, invited, 'OPEN', 2, 'Hej!', creator from unnest($1::bigint[], $2::bigint[]) as pair(creator, invited)
      returning id, "creatorId", "invitedId"
    ), message as (
      insert into chat_messages ("chatId", "senderId", "clientId", message, "sentAt", version)
      select id, "creatorId", gen_random_uuid(), 'Hej!', now(), 1 from chat
      returning id, "chatId"
    ), side as (
      insert into chat_members ("chatId", "memberId", "otherId", folder, "lastUpdate", "lastReadId", "lastReadAt")
      select chat.id, mine, theirs, 'CHATS', now(), message.id, now()
      from chat join message on message."chatId" = chat.id
      cross join lateral (values ("creatorId", "invitedId"), ("invitedId", "creatorId")) as both_sides(mine, theirs)
    )
    select id from chat order by id`,
    [pairs.map(([creatorId]) => creatorId), pairs.map(([, invitedId]) => invitedId)],
  )
  return rows.map(({ id }) => id)
}
