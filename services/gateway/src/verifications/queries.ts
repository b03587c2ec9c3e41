import { PAGE_MAX, REJECTION_PERIOD_MS } from '@app/contract/limits'
import type { Unsigned } from '@app/contract/media'
import type { Verification, VerificationRelationship, VerificationRequest } from '@app/contract/members/verifications'
import type { Database } from '@app/server/db/database'
import { isCouple } from '@app/server/members/persons'
import { profilePhotoUrl } from '@app/server/photos/pictures'
import { hasBlocked, memberNamed } from '@app/server/policies/blocking'
import { selectOpenChat } from '@app/server/policies/chats'
import { ignores, isBlockedPair } from '@app/server/policies/ignoring'
import { isVisibleMember } from '@app/server/policies/team'
import { type RawBuilder, sql } from 'kysely'

type Expression = RawBuilder<unknown>

/** The owner of a list of verifications, with the data that a viewer's access depends on. */
export type Owner = {
  id: string
  userName: string
  verified: boolean
  ignoresViewer: boolean
}

export async function findOwner(db: Database, viewerId: string, userName: string): Promise<Owner | undefined> {
  const viewer = sql`${viewerId}::bigint`
  const { rows } = await sql<Owner>`
    select id, "userName", 'VERIFIED' = any(badges) as verified, ${ignores(sql`members.id`, viewer)} as "ignoresViewer"
    from members where id = ${memberNamed(viewer, userName)}`.execute(db)
  return rows[0]
}

/**
 * Returns a `from` clause with the confirmations `given` of a member by every `verifier` who is visible, has not blocked
 * that member and is not in a blocked pair with the viewer. Counts use it, too: a count larger than its list would
 * disclose that somebody ignores the viewer.
 */
export const selectConfirmations = (memberId: Expression, viewerId: string) => sql`
  verifications given join members verifier on verifier.id = given."verifierId" and ${sql.raw(isVisibleMember('verifier'))}
  where given."memberId" = ${memberId} and given.state = 'CONFIRMED'
    and not ${hasBlocked(sql`verifier.id`, sql`given."memberId"`)}
    and not ${isBlockedPair(sql`verifier.id`, sql`${viewerId}::bigint`)}`

export type ConfirmationRow = Unsigned<typeof Verification> & { verifierId: string }

/** Lists the newest confirmations of a member that the viewer may see. */
export async function listConfirmations(db: Database, ownerId: string, viewerId: string): Promise<ConfirmationRow[]> {
  const { rows } = await sql<ConfirmationRow>`
    select listed.*,
      (select count(*)::int from ${selectConfirmations(sql`listed."verifierId"`, viewerId)}) as "verifierVerifications"
    from (
      select verifier.id as "verifierId", given.at as "verificationTime",
        verifier."userName" as "verifiedBy", ${sql.raw(isCouple('verifier'))} as couple,
        ${profilePhotoUrl('verifier', 'small')} as "profilePhotoUrl"
      from ${selectConfirmations(sql`${ownerId}`, viewerId)}
      order by given.at desc, verifier.id desc limit ${PAGE_MAX}
    ) listed
    order by "verificationTime" desc, "verifierId" desc`.execute(db)
  return rows
}

/** Lists the open requests that a member has received or sent, newest first. */
export async function listRequests(
  db: Database,
  memberId: string,
  direction: 'received' | 'sent',
): Promise<Unsigned<typeof VerificationRequest>[]> {
  const [ownColumn, otherColumn] = direction === 'received' ? ['verifierId', 'memberId'] : ['memberId', 'verifierId']
  const { rows } = await sql<Unsigned<typeof VerificationRequest>>`
    select other."userName", ${sql.raw(isCouple('other'))} as couple, ${profilePhotoUrl('other', 'small')} as "profilePhotoUrl", request.at as "askedAt"
    from verifications request join members other on other.id = request.${sql.ref(otherColumn ?? '')}
    where request.${sql.ref(ownColumn ?? '')} = ${memberId} and request.state = 'ASKED' and ${sql.raw(isVisibleMember('other'))}
      and not ${isBlockedPair(sql`other.id`, sql`${memberId}::bigint`)}
    order by request.at desc, other.id desc limit ${PAGE_MAX}`.execute(db)
  return rows
}

/** Returns the time from which a request may be repeated after its rejection; null if it already may. */
function getAskAgainTime(rejectedAt: string | null, now: Date): string | null {
  const askAgainMs = rejectedAt ? Date.parse(rejectedAt) + REJECTION_PERIOD_MS : 0
  return askAgainMs > now.getTime() ? new Date(askAgainMs).toISOString() : null
}

/** Returns the relationship between a viewer and the owner of the profile that they view. */
export async function readRelationship(
  db: Database,
  viewerId: string,
  otherId: string,
  now: Date,
): Promise<VerificationRelationship> {
  const [viewer, other] = [sql`${viewerId}::bigint`, sql`${otherId}::bigint`]
  const hasVerification = (
    memberId: Expression,
    verifierId: Expression,
    state: 'ASKED' | 'CONFIRMED',
  ) => sql<boolean>`exists (
    select from verifications where "memberId" = ${memberId} and "verifierId" = ${verifierId} and state = ${state})`
  const { rows } = await sql<Omit<VerificationRelationship, 'askAgainAt'> & { rejectedAt: string | null }>`
    select exists (${selectOpenChat(viewer, other)}) as "mayVerify",
      ${hasVerification(viewer, other, 'ASKED')} as "iAsked", ${hasVerification(other, viewer, 'ASKED')} as "theyAsked",
      (select at from verifications where "memberId" = ${viewer} and "verifierId" = ${other} and state = 'REJECTED') as "rejectedAt",
      ${hasVerification(other, viewer, 'CONFIRMED')} as "iConfirmed", ${hasVerification(viewer, other, 'CONFIRMED')} as "theyConfirmed",
      array(select "mediaId" from photo_confirmations join photos using ("mediaId")
        where "verifierId" = ${viewer} and "memberId" = ${other} order by "mediaId") as "confirmedPhotoIds"`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the query of a relationship returned no row')
  const { rejectedAt, ...relationship } = row
  return { ...relationship, askAgainAt: getAskAgainTime(rejectedAt, now) }
}
