import type { MemberCtx } from '@app/server/context'
import { AppError } from '@app/server/errors'
import { dropAnswersOfMember } from '@app/server/events/seats'
import { listAnswerers, listHosts, readEventInfo, tellAll } from '@app/server/events/telling'
import { lockGroup } from '@app/server/policies/groups'
import { type MemberTx, type Tx, transact } from '@app/server/transact'
import { markCancelled } from '../events/changes.ts'
import { removePhotos } from '../photos/queries.ts'
import { listRecipients } from './invite-queries.ts'
import { endInvitesBy, tellInvitesGone } from './invites.ts'
import { settle } from './membership.ts'
import {
  deleteGroupRow,
  deleteMembership,
  findInGroup,
  hasMembers,
  listComingEvents,
  listMemberIds,
  listPhotosOfGroup,
} from './queries.ts'

/** Whoever would have come to something of the group hears that it is off. */
async function callOffEvents(tx: Tx, groupId: string): Promise<void> {
  const eventIds = await listComingEvents(tx.db, groupId, tx.now())
  await markCancelled(tx.db, eventIds, tx.now())
  for (const eventId of eventIds) {
    const concerned = [...(await listHosts(tx.db, eventId)), ...(await listAnswerers(tx.db, eventId))]
    tellAll(tx, 'CANCELLED', await readEventInfo(tx.db, eventId), concerned)
  }
}

/** Everything of the group goes, and everybody hears of it. Caller holds its lock. */
async function endGroup(tx: Tx, groupId: string): Promise<void> {
  const members = await listMemberIds(tx.db, groupId)
  await callOffEvents(tx, groupId)
  tellInvitesGone(tx, groupId, await listRecipients(tx.db, groupId))
  await removePhotos(tx, await listPhotosOfGroup(tx.db, groupId))
  await deleteGroupRow(tx.db, groupId)
  if (members.length > 0) tx.notify(members, { type: 'group:changed', groupId, group: null })
}

async function takeOut(tx: MemberTx, groupId: string, memberId: string): Promise<void> {
  await deleteMembership(tx.db, groupId, memberId)
  await endInvitesBy(tx, groupId, memberId)
  await dropAnswersOfMember(tx, { memberId, groupId })
  tx.notify([memberId], { type: 'group:changed', groupId, group: null })
  if (await hasMembers(tx.db, groupId)) await settle(tx, [groupId], -1)
  else await endGroup(tx, groupId)
}

/** The last one who leaves ends the group; somebody else takes over from the owner. */
export const leaveGroup = (ctx: MemberCtx, groupId: string): Promise<void> =>
  transact(ctx, async (tx) => {
    await lockGroup(tx.db, groupId, tx.member, 'read')
    await takeOut(tx, groupId, tx.member.id)
  })

/** Puts a member out, at once; the owner stays, and who wants to go oneself leaves. */
export const removeMember = (ctx: MemberCtx, groupId: string, userName: string): Promise<void> =>
  transact(ctx, async (tx) => {
    await lockGroup(tx.db, groupId, tx.member, 'admin')
    const target = await findInGroup(tx.db, groupId, userName)
    if (!target) throw new AppError('NOT_FOUND')
    if (target.owner || target.memberId === tx.member.id) throw new AppError('FORBIDDEN')
    await takeOut(tx, groupId, target.memberId)
  })

export const deleteGroup = (ctx: MemberCtx, groupId: string): Promise<void> =>
  transact(ctx, async (tx) => {
    await lockGroup(tx.db, groupId, tx.member, 'end')
    await endGroup(tx, groupId)
  })
