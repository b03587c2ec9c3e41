import { PAGE_MAX, REJECTION_PERIOD } from '@app/contract/limits'
import type { Verification, VerificationRelationship, VerificationRequest } from '@app/contract/members/verifications'
import type { Database } from '@app/server/db/database'
import { isCouple } from '@app/server/members/persons'
import { profilePhotoUrl } from '@app/server/photos/pictures'
import { selectOpenChat } from '@app/server/policies/chats'
import { ignores, isBlockedPair } from '@app/server/policies/ignoring'
import { isVisibleMember, partyByName } from '@app/server/policies/team'
import { type RawBuilder, sql } from 'kysely'

type Expression = RawBuilder<unknown>

/** The owner of a list of verifications, as the viewer's access check needs it. */
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
    from members where id = ${partyByName(userName)}`.execute(db)
  return rows[0]
}

/** Selects the confirmations of a member by members who are still visible. */
export const selectConfirmations = (memberId: Expression) => sql`
  verifications given join members verifier on verifier.id = given."verifierId" and ${sql.raw(isVisibleMember('verifier'))}
  where given."memberId" = ${memberId} and given.state = 'CONFIRMED'`

export type ConfirmationRow = Verification & { verifierId: string }

/** Lists the newest confirmations, except by members in a blocked pair with the viewer. */
export async function listConfirmations(db: Database, ownerId: string, viewerId: string): Promise<ConfirmationRow[]> {
  const { rows } = await sql<ConfirmationRow>`
    select listed.*,
      (select count(*)::int from ${selectConfirmations(sql`listed."verifierId"`)}) as "verifierVerifications"
    from (
      select verifier.id as "verifierId", given.at as "verificationTime",
        verifier."userName" as "verifiedBy", ${sql.raw(isCouple('verifier'))} as couple,
        ${profilePhotoUrl('verifier', 'small')} as "profilePhotoUrl"
      from ${selectConfirmations(sql`${ownerId}`)} and not ${isBlockedPair(sql`verifier.id`, sql`${viewerId}::bigint`)}
      order by given.at desc, verifier.id desc limit ${PAGE_MAX}
    ) listed
    order by "verificationTime" desc, "verifierId" desc`.execute(db)
  return rows
}

/** Lists one member's open questions, received or sent; newest first. */
export async function listQuestions(
  db: Database,
  memberId: string,
  side: 'received' | 'asked',
): Promise<VerificationRequest[]> {
  const [ownColumn, otherColumn] = side === 'received' ? ['verifierId', 'memberId'] : ['memberId', 'verifierId']
  const { rows } = await sql<VerificationRequest>`
    select other."userName", ${sql.raw(isCouple('other'))} as couple, ${profilePhotoUrl('other', 'small')} as "profilePhotoUrl", question.at as "askedAt"
    from verifications question join members other on other.id = question.${sql.ref(otherColumn ?? '')}
    where question.${sql.ref(ownColumn ?? '')} = ${memberId} and question.state = 'ASKED' and ${sql.raw(isVisibleMember('other'))}
      and not ${isBlockedPair(sql`other.id`, sql`${memberId}::bigint`)}
    order by question.at desc, other.id desc limit ${PAGE_MAX}`.execute(db)
  return rows
}

function getAskAgainTime(rejectedAt: string | null, now: Date): string | null {
  const at = rejectedAt ? Date.parse(rejectedAt) + REJECTION_PERIOD : 0
  return at > now.getTime() ? new Date(at).toISOString() : null
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
  if (!row) throw new Error('the query returned no row')
  const { rejectedAt, ...relationship } = row
  return { ...relationship, askAgainAt: getAskAgainTime(rejectedAt, now) }
}
