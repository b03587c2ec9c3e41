import type { GroupInvite, SentGroupInvite } from '@app/contract/groups'
import type { Unsigned } from '@app/contract/media'
import type { Database, DatabaseTransaction } from '@app/server/db/database'
import { countHiddenFrom, groupInfoColumns } from '@app/server/group-views/group-views'
import { isCouple } from '@app/server/members/persons'
import { profilePhotoUrl } from '@app/server/photos/pictures'
import { eitherHasBlocked, isVisibleTo, memberNamed } from '@app/server/policies/blocking'
import { isInviteOpen } from '@app/server/policies/group-invites'
import { isVisibleMember } from '@app/server/policies/team'
import { type RawBuilder, sql } from 'kysely'

type Page = { before?: string | undefined; limit: number }
/** An invite as its recipient sees it. */
type AddressedInvite = { recipientId: string; groupId: string; invite: Unsigned<typeof GroupInvite> }

/** Reads the open invites `i` that match `condition`, as their recipients see them. */
async function readInvites(db: Database, condition: RawBuilder<unknown>, limit = sql``): Promise<AddressedInvite[]> {
  const { rows } = await sql<
    GroupInvite['group'] & Omit<Unsigned<typeof GroupInvite>, 'group'> & { recipientId: string }
  >`
    select ${groupInfoColumns({
      memberCount: sql`g."memberCount" - ${countHiddenFrom(sql`i."recipientId"`)}`,
      isCreatorHidden: eitherHasBlocked(sql`i."recipientId"`, sql`creator.id`),
    })}, i."recipientId", inviter."userName" as "inviterName",
      ${profilePhotoUrl('inviter', 'small')} as "inviterPhotoUrl", i.message, i."sentAt"
    from group_invites i join groups g on g.id = i."groupId" join members inviter on inviter.id = i."inviterId"
    where ${isInviteOpen} and ${condition}
    order by i."sentAt" desc, i."groupId" desc ${limit}`.execute(db)
  return rows.map(({ recipientId, inviterName, inviterPhotoUrl, message, sentAt, ...group }) => ({
    recipientId,
    groupId: group.groupId,
    invite: { group, inviterName, inviterPhotoUrl, message, sentAt },
  }))
}

/** Lists the open invites to a member, newest first; `before` is a group's id. */
export async function listInvitesTo(
  db: Database,
  memberId: string,
  { before, limit }: Page,
): Promise<Unsigned<typeof GroupInvite>[]> {
  const older = before
    ? sql`and (i."sentAt", i."groupId") < (select i."sentAt", i."groupId" from group_invites i
        where i."groupId" = ${before} and i."recipientId" = ${memberId} and ${isInviteOpen})`
    : sql``
  const rows = await readInvites(db, sql`i."recipientId" = ${memberId} ${older}`, sql`limit ${limit}`)
  return rows.map(({ invite }) => invite)
}

/** Lists the open invites to one member from the admins of a group. */
export const listOpenInvites = (db: Database, groupId: string, recipientId: string): Promise<AddressedInvite[]> =>
  readInvites(db, sql`i."groupId" = ${groupId} and i."recipientId" = ${recipientId}`)

/** Lists the open invites from one member. */
export const listInvitesBy = (db: Database, inviterId: string): Promise<AddressedInvite[]> =>
  readInvites(db, sql`i."inviterId" = ${inviterId}`)

/** Lists the open invites between two members. */
export const listInvitesBetween = (db: Database, memberId: string, otherId: string): Promise<AddressedInvite[]> =>
  readInvites(db, sql`(i."inviterId", i."recipientId") in ((${memberId}, ${otherId}), (${otherId}, ${memberId}))`)

/**
 * Lists invites as an admin of the group sees them, newest first: a declined one looks open. Omits invites to members with
 * whom this admin has a block, or who are being deleted.
 */
export async function listSentInvites(
  db: Database,
  { groupId, adminId }: { groupId: string; adminId: string },
  { from, limit }: { from: number; limit: number },
  recipientId?: string,
): Promise<Unsigned<typeof SentGroupInvite>[]> {
  const { rows } = await sql<Unsigned<typeof SentGroupInvite>>`
    select recipient."userName" as "recipientName", ${profilePhotoUrl('recipient', 'small')} as "recipientPhotoUrl",
      ${sql.raw(isCouple('recipient'))} as couple, inviter."userName" as "inviterName", i."sentAt"
    from (
      select distinct on ("recipientId") * from group_invites
      where "groupId" = ${groupId} and not withdrawn
        and (${recipientId ?? null}::bigint is null or "recipientId" = ${recipientId ?? null})
      order by "recipientId", declined, "sentAt" desc
    ) i
    join members recipient on recipient.id = i."recipientId" and ${isVisibleTo(sql`${adminId}::bigint`, 'recipient')}
    join group_members gm on gm."groupId" = i."groupId" and gm."memberId" = i."inviterId" and gm.admin and not gm.held
    join members inviter on inviter.id = i."inviterId"
    order by i."sentAt" desc, i."recipientId" offset ${from} limit ${limit}`.execute(db)
  return rows
}

/**
 * Returns whether an invite to the member exists that an admin can withdraw, even if declined. Invites by a member whose
 * membership is held are hidden from all admins. The caller holds the group's lock.
 */
export async function hasInvite(db: DatabaseTransaction, groupId: string, recipientId: string): Promise<boolean> {
  const rows = await db
    .selectFrom('group_invites as invite')
    .innerJoin('group_members as inviter', (join) =>
      join.onRef('inviter.groupId', '=', 'invite.groupId').onRef('inviter.memberId', '=', 'invite.inviterId'),
    )
    .select('inviterId')
    .where('invite.groupId', '=', groupId)
    .where('recipientId', '=', recipientId)
    .where('withdrawn', '=', false)
    .where('inviter.admin', '=', true)
    .where('inviter.held', '=', false)
    .limit(1)
    .execute()
  return rows.length > 0
}

export type NewInvite = { groupId: string; inviterId: string; recipientId: string; message: string }

/**
 * Stores an invite. If the recipient has declined one from this inviter before, it stays declined and is not delivered.
 */
export const upsertInvite = (db: DatabaseTransaction, invite: NewInvite, now: Date) =>
  db
    .insertInto('group_invites')
    .values({ ...invite, sentAt: now.toISOString() })
    .onConflict((conflict) =>
      conflict
        .columns(['groupId', 'recipientId', 'inviterId'])
        .doUpdateSet({ withdrawn: false, message: invite.message, sentAt: now.toISOString() }),
    )
    .execute()

/** Marks all invites of the group to a member as declined. */
export const markDeclined = (db: DatabaseTransaction, groupId: string, recipientId: string) =>
  db
    .updateTable('group_invites')
    .set({ declined: true })
    .where('groupId', '=', groupId)
    .where('recipientId', '=', recipientId)
    .where('declined', '=', false)
    .execute()

/** Deletes all invites to a member who has joined. Returns whether one of them was open. */
export async function deleteInvitesTo(db: DatabaseTransaction, groupId: string, recipientId: string): Promise<boolean> {
  const rows = await db
    .deleteFrom('group_invites')
    .where('groupId', '=', groupId)
    .where('recipientId', '=', recipientId)
    .returning('declined')
    .execute()
  return rows.some(({ declined }) => !declined)
}

type InviteFilter = { groupId: string; inviterId?: string; recipientId?: string }

/** Withdraws invites: deletes open ones and marks declined ones as withdrawn. Returns their recipients. */
export async function withdrawInvites(
  db: DatabaseTransaction,
  { groupId, inviterId, recipientId }: InviteFilter,
): Promise<{ recipientId: string; declined: boolean }[]> {
  const condition = sql`"groupId" = ${groupId}
    and (${inviterId ?? null}::bigint is null or "inviterId" = ${inviterId ?? null})
    and (${recipientId ?? null}::bigint is null or "recipientId" = ${recipientId ?? null})`
  const { rows } = await sql<{ recipientId: string; declined: boolean }>`
    with deleted as (delete from group_invites where ${condition} and not declined returning "recipientId", declined),
    hidden as (
      update group_invites set withdrawn = true where ${condition} and declined and not withdrawn
      returning "recipientId", declined)
    select * from deleted union all select * from hidden`.execute(db)
  return rows
}

/** Lists the recipients of the group's open invites. */
export async function listInviteRecipients(db: Database, groupId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('group_invites')
    .select('recipientId')
    .where('groupId', '=', groupId)
    .where('declined', '=', false)
    .execute()
  return rows.map(({ recipientId }) => recipientId)
}

/** Finds the id of the recipient of a sent invite by name. */
export async function findInviteRecipient(
  db: Database,
  groupId: string,
  { adminId, userName }: { adminId: string; userName: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select m.id from group_invites i join members m on m.id = i."recipientId" and ${sql.raw(isVisibleMember('m'))}
    where i."groupId" = ${groupId} and not i.withdrawn and m.id = ${memberNamed(sql`${adminId}::bigint`, userName)} limit 1`.execute(
    db,
  )
  return rows[0]?.id
}
