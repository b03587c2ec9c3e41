import { REJECTION_PERIOD_MS } from '@app/contract/limits'
import type { MediaId } from '@app/contract/media'
import type { DatabaseTransaction } from '@app/server/db/database'
import { AppError } from '@app/server/errors'
import { isVisibleTo } from '@app/server/policies/blocking'
import { selectOpenChat } from '@app/server/policies/chats'
import { sql } from 'kysely'

/** The member who performs an action, and the other member. */
export type Pair = { actorId: string; otherId: string }

export type PairState = { hasOpenChat: boolean; isBlocked: boolean; actorName: string; otherName: string }

/**
 * Returns the state of the pair, and locks both members and their chat until the transaction ends. Throws NOT_FOUND if
 * the actor cannot see one of the two. The caller holds the pair's lock.
 */
export async function lockPairState(db: DatabaseTransaction, { actorId, otherId }: Pair): Promise<PairState> {
  const activeMembers = await sql`
    select from members where id in (${actorId}, ${otherId}) and ${isVisibleTo(sql`${actorId}::bigint`, 'members')} order by id for no key update`.execute(
    db,
  )
  if (activeMembers.rows.length < 2) throw new AppError('NOT_FOUND')
  const [actor, other] = [sql`${actorId}::bigint`, sql`${otherId}::bigint`]
  const { rows } = await sql<PairState>`
    with chat as (${selectOpenChat(actor, other)} for share)
    select exists (select from chat) as "hasOpenChat",
      exists (select from ignores where ("ignorerId", "ignoredId") in ((${actor}, ${other}), (${other}, ${actor}))) as "isBlocked",
      (select "userName" from members where id = ${actor}) as "actorName",
      (select "userName" from members where id = ${other}) as "otherName"`.execute(db)
  return rows[0] as PairState
}

const hasRows = ({ rows }: { rows: unknown[] }): boolean => rows.length > 0

/** Returns the time before which rejections have expired. */
const computeRejectionCutoff = (now: Date): Date => new Date(now.getTime() - REJECTION_PERIOD_MS)

/**
 * Stores a request by the actor; returns false if it is already open or answered. A rejected request can be repeated after
 * `REJECTION_PERIOD_MS`.
 */
export const upsertRequest = async (db: DatabaseTransaction, { actorId, otherId }: Pair, at: Date): Promise<boolean> =>
  hasRows(
    await sql`
      insert into verifications ("memberId", "verifierId", state, at) values (${actorId}, ${otherId}, 'ASKED', ${at})
      on conflict ("memberId", "verifierId") do update set state = 'ASKED', at = excluded.at
        where verifications.state = 'REJECTED' and verifications.at <= ${computeRejectionCutoff(at)}
      returning state`.execute(db),
  )

/** Rejects the other member's request to the actor; returns false if none is open. */
export const markRequestRejected = async (
  db: DatabaseTransaction,
  { actorId, otherId }: Pair,
  at: Date,
): Promise<boolean> =>
  hasRows(
    await sql`
      update verifications set state = 'REJECTED', at = ${at}
      where "memberId" = ${otherId} and "verifierId" = ${actorId} and state = 'ASKED'
      returning state`.execute(db),
  )

/** Deletes the actor's request; returns false if none is open. */
export const deleteRequest = async (db: DatabaseTransaction, { actorId, otherId }: Pair): Promise<boolean> =>
  hasRows(
    await sql`
      delete from verifications where "memberId" = ${actorId} and "verifierId" = ${otherId} and state = 'ASKED'
      returning state`.execute(db),
  )

/** Stores the actor's confirmation of the other member; returns false if it exists already. */
export const upsertConfirmation = async (
  db: DatabaseTransaction,
  { actorId, otherId }: Pair,
  at: Date,
): Promise<boolean> =>
  hasRows(
    await sql`
      insert into verifications ("memberId", "verifierId", state, at) values (${otherId}, ${actorId}, 'CONFIRMED', ${at})
      on conflict ("memberId", "verifierId") do update set state = 'CONFIRMED', at = excluded.at
        where verifications.state <> 'CONFIRMED'
      returning state`.execute(db),
  )

/** Stores the actor's confirmations of photos; returns the number of those that are new. */
export async function insertPhotoConfirmations(
  db: DatabaseTransaction,
  actorId: string,
  mediaIds: MediaId[],
): Promise<number> {
  const { rows } = await sql`
    insert into photo_confirmations ("mediaId", "verifierId")
    select unnest(${mediaIds}::text[]), ${actorId} on conflict do nothing returning "mediaId"`.execute(db)
  return rows.length
}

/**
 * Deletes the actor's confirmations of the other member and of this member's photos; returns false if the member was
 * not confirmed.
 */
export const deleteConfirmation = async (db: DatabaseTransaction, { actorId, otherId }: Pair): Promise<boolean> =>
  hasRows(
    await sql`
      with deleted_photos as (
        delete from photo_confirmations using photos
        where photo_confirmations."mediaId" = photos."mediaId" and photos."memberId" = ${otherId} and "verifierId" = ${actorId}
      )
      delete from verifications where "memberId" = ${otherId} and "verifierId" = ${actorId} and state = 'CONFIRMED'
      returning state`.execute(db),
  )
