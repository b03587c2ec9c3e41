import type { Group } from '@app/contract/groups'
import type { MemberCtx } from '@app/server/context'
import { keepActorAlone } from '@app/server/policies/actors'
import { lockGroup } from '@app/server/policies/groups'
import { transact } from '@app/server/transact'
import { deleteInvitesTo } from './invite-queries.ts'
import { tellInvitesGone } from './invites.ts'
import { requireRoomForMe, settle } from './membership.ts'
import { insertMembership } from './queries.ts'
import { readGroup } from './summaries.ts'

const enter = (ctx: MemberCtx, groupId: string, by: 'join' | 'answer'): Promise<Group> =>
  transact(ctx, async (tx) => {
    const memberId = tx.member.id
    await keepActorAlone(tx.db, tx.member.id)
    await lockGroup(tx.db, groupId, tx.member, by)
    await requireRoomForMe(ctx, tx)
    await insertMembership(tx.db, { groupId, memberId, admin: false }, tx.now())
    if (await deleteInvitesTo(tx.db, groupId, memberId)) tellInvitesGone(tx, groupId, [memberId])
    await settle(tx, [groupId], 1, [{ groupId, memberId }])
    return readGroup(tx.db, groupId, memberId)
  })

/** Enters an open group, whether invited or not. */
export const joinGroup = (ctx: MemberCtx, groupId: string): Promise<Group> => enter(ctx, groupId, 'join')

export const acceptGroupInvite = (ctx: MemberCtx, groupId: string): Promise<Group> => enter(ctx, groupId, 'answer')
