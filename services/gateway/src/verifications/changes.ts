import type { MediaId } from '@app/contract/media'
import type { DatabaseTransaction } from '@app/server/db/database'
import { openChat } from '@app/server/policies/chats'
import { sql } from 'kysely'

/** Two members of whom one acts on the other. */
export type Pair = { meId: string; otherId: string }

export type Standing = { open: boolean; ignoring: boolean; myName: string; otherName: string }

/**
 * What stands between the two. Until the transaction ends their chat stays as it is, and nobody else changes what stands
 * for the other. Caller holds the pair's lock.
 */
export async function lockStanding(db: DatabaseTransaction, { meId, otherId }: Pair): Promise<Standing> {
  await sql`select from members where id = ${otherId} for no key update`.execute(db)
  const [me, other] = [sql`${meId}::bigint`, sql`${otherId}::bigint`]
  const { rows } = await sql<Standing>`
    with chat as (${openChat(me, other)} for share)
    select exists (select from chat) as open,
      exists (select from ignores where ("ignorerId", "ignoredId") in ((${me}, ${other}), (${other}, ${me}))) as ignoring,
      (select "userName" from members where id = ${me}) as "myName",
      (select "userName" from members where id = ${other}) as "otherName"`.execute(db)
  return rows[0] as Standing
}

const happened = ({ rows }: { rows: unknown[] }): boolean => rows.length > 0

/** False when it has been asked already, or answered. */
export const insertQuestion = async (db: DatabaseTransaction, { meId, otherId }: Pair, at: Date): Promise<boolean> =>
  happened(
    await sql`
      insert into verifications ("memberId", "verifierId", state, at) values (${meId}, ${otherId}, 'ASKED', ${at})
      on conflict do nothing returning state`.execute(db),
  )

export const deleteQuestion = async (
  db: DatabaseTransaction,
  { memberId, verifierId }: { memberId: string; verifierId: string },
): Promise<boolean> =>
  happened(
    await sql`
      delete from verifications where "memberId" = ${memberId} and "verifierId" = ${verifierId} and state = 'ASKED'
      returning state`.execute(db),
  )

/** False when I have confirmed them before. Whoever goes at this moment confirms nobody any more. */
export const upsertConfirmation = async (
  db: DatabaseTransaction,
  { meId, otherId }: Pair,
  at: Date,
): Promise<boolean> =>
  happened(
    await sql`
      with me as (select id from members where id = ${meId} and "deletedAt" is null for share)
      insert into verifications ("memberId", "verifierId", state, at)
      select ${otherId}, id, 'CONFIRMED', ${at}::timestamptz from me
      on conflict ("memberId", "verifierId") do update set state = 'CONFIRMED', at = excluded.at
        where verifications.state = 'ASKED'
      returning state`.execute(db),
  )

/** How many of the photos I had not confirmed before. */
export async function insertPhotoConfirmations(
  db: DatabaseTransaction,
  meId: string,
  mediaIds: MediaId[],
): Promise<number> {
  const { rows } = await sql`
    insert into photo_confirmations ("mediaId", "verifierId")
    select unnest(${mediaIds}::text[]), ${meId} on conflict do nothing returning "mediaId"`.execute(db)
  return rows.length
}

/** The photos of theirs that I have confirmed go with it. */
export const deleteConfirmation = async (db: DatabaseTransaction, { meId, otherId }: Pair): Promise<boolean> =>
  happened(
    await sql`
      with gone_photos as (
        delete from photo_confirmations using photos
        where photo_confirmations."mediaId" = photos."mediaId" and photos."memberId" = ${otherId} and "verifierId" = ${meId}
      )
      delete from verifications where "memberId" = ${otherId} and "verifierId" = ${meId} and state = 'CONFIRMED'
      returning state`.execute(db),
  )
