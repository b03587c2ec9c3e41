import { insertEventMails } from '@app/server/events/mails'
import { listAnswers, tellAll } from '@app/server/events/telling'
import { listEventInfos } from '@app/server/events/views'
import { emptyGroups } from '@app/server/group-ends'
import type { MemberTx } from '@app/server/transact'
import { detachComing, markCancelled } from '../events/changes.ts'
import { listRecipients } from './invite-queries.ts'
import { tellInvitesGone } from './invites.ts'
import { listMemberIds } from './queries.ts'

/**
 * What was to come is called off. From here on it stands alone, shown only to its author and to those who had answered, so
 * that they, their calendars and their mails learn of it.
 */
async function callOffComing(tx: MemberTx, groupId: string, admins: string[]): Promise<void> {
  const coming = await detachComing(tx.db, groupId, tx.now())
  const eventIds = coming.map(({ id }) => id)
  const answers = await listAnswers(tx.db, eventIds)
  const concerned = new Map(coming.map(({ id, authorId }) => [id, authorId ? [...admins, authorId] : [...admins]]))
  for (const { eventId, memberId } of answers) concerned.get(eventId)?.push(memberId)
  await markCancelled(tx.db, eventIds, tx.now())
  for (const event of await listEventInfos(tx.db, eventIds))
    tellAll(tx, 'CANCELLED', event, concerned.get(event.id) ?? [])
  await insertEventMails(
    tx,
    'EVENT_CANCELLED',
    answers.filter(({ memberId }) => memberId !== tx.member.id),
  )
}

/** Nobody is in the group any more, and everybody hears of it; what was written there is purged later. Caller holds its lock. */
export async function endGroup(tx: MemberTx, groupId: string): Promise<void> {
  const [members, admins] = [await listMemberIds(tx.db, groupId), await listMemberIds(tx.db, groupId, 'admins')]
  tellInvitesGone(tx, groupId, await listRecipients(tx.db, groupId))
  await emptyGroups(tx.db, [groupId])
  await callOffComing(tx, groupId, admins)
  if (members.length > 0) tx.notify(members, { type: 'group:changed', groupId, group: null })
}
