import { type MemberTx, type Tx, transact } from '@app/server/delivery/transact'
import { insertEventMails } from '@app/server/events/mails'
import { listNotifiableAnswers, notifyEventChanges } from '@app/server/events/notifications'
import { emptyGroups } from '@app/server/groups/empty-groups'
import { lockGroup } from '@app/server/policies/groups'
import type { MemberCtx } from '../context.ts'
import { detachUpcomingEvents, markCanceled } from '../events/changes.ts'
import { listInviteRecipients } from './invite-queries.ts'
import { notifyInvitesRemoved } from './invites.ts'
import { listMemberIds } from './queries.ts'

/**
 * Cancels the group's upcoming events and detaches them from the group. They stay visible to their authors and to
 * members who answered, so that pushes, calendars and emails can report the cancellation.
 */
export async function cancelUpcomingEvents(
  tx: Tx,
  { groupId, admins, actorId }: { groupId: string; admins: string[]; actorId: string },
): Promise<void> {
  const upcoming = await detachUpcomingEvents(tx.db, groupId, tx.now())
  const eventIds = upcoming.map(({ id }) => id)
  const answers = await listNotifiableAnswers(tx.db, eventIds)
  const hosts = upcoming.flatMap(({ id, authorId }) =>
    [...admins, ...(authorId ? [authorId] : [])].map((memberId) => ({ eventId: id, memberId })),
  )
  await markCanceled(tx.db, eventIds, tx.now())
  await notifyEventChanges(tx, 'CANCELLED', [...hosts, ...answers])
  await insertEventMails(
    tx,
    'EVENT_CANCELLED',
    answers.filter(({ memberId }) => memberId !== actorId),
  )
}

/**
 * Deletes a group: removes all members and notifies them; a job purges the messages later. The caller holds the
 * group's lock.
 */
export async function deleteLockedGroup(tx: MemberTx, groupId: string): Promise<void> {
  const [members, admins] = [await listMemberIds(tx.db, groupId), await listMemberIds(tx.db, groupId, 'admins')]
  notifyInvitesRemoved(tx, groupId, await listInviteRecipients(tx.db, groupId))
  await emptyGroups(tx.db, [groupId])
  await cancelUpcomingEvents(tx, { groupId, admins, actorId: tx.member.id })
  if (members.length > 0) tx.notify(members, { type: 'group:changed', groupId, group: null })
}

/** Deletes a group on behalf of its owner. */
export const deleteGroup = (ctx: MemberCtx, groupId: string): Promise<void> =>
  transact(ctx, async (tx) => {
    await lockGroup(tx.db, groupId, tx.member, 'delete')
    await deleteLockedGroup(tx, groupId)
  })
