import type { Tx } from '@app/server/delivery/transact'
import { listHostIds, listRespondentIds, notifyEventChange } from '@app/server/events/notifications'
import { isVisibleMember } from '@app/server/policies/team'
import { sql } from 'kysely'
import { cancelAndNotify, mailRespondents, notifyEventGroup } from '../../events/actions.ts'
import { markCanceled } from '../../events/changes.ts'
import { type HiddenMessage, hideGroupMessage, showGroupMessage } from './group-messages.ts'
import type { Remover } from './removal.ts'

type EventRow = {
  authorId: string | null
  groupId: string | null
  groupMessageId: string | null
  eventTime: string
  cancelledAt: string | null
  removedBy: string | null
  isAuthorAbsent: boolean
}

/**
 * A SQL predicate that checks whether the author has become an admin, or their account is deleted or held when the event
 * begins. Each would have canceled the event if the team had not removed it before.
 */
const isAuthorAbsent = sql<boolean>`exists (
  select from members author where author.id = events."authorId" and not ${sql.raw(isVisibleMember('author'))}
    and (author."heldUntil" is null or author."heldUntil" >= events."eventTime"))`

const findEvent = ({ db }: Tx, id: string): Promise<EventRow | undefined> =>
  db
    .selectFrom('events')
    .select(['authorId', 'groupId', 'groupMessageId', 'eventTime', 'cancelledAt', 'removedBy'])
    .select(isAuthorAbsent.as('isAuthorAbsent'))
    .where('id', '=', id)
    .executeTakeFirst()

/** The time at which the event was canceled before its removal, and the post that announces it. */
type Content = {
  cancelledAt: string | null
  post: { groupId: string; messageId: string; hidden: HiddenMessage } | null
}

const isOver = ({ eventTime }: EventRow, { now }: Tx): boolean => Date.parse(eventTime) <= now().getTime()

/**
 * An event. It is canceled, which notifies everybody who answered unless the event is over, and hidden from all but its
 * author, together with the post that announces it. Its answers stay stored. When it is restored, it stays canceled if its
 * author is absent, and if its group was deleted or removed meanwhile, which canceled its other events and detached them
 * all: it would otherwise become public. The caller holds the locks of the event and of its group.
 */
export const eventRemover: Remover = {
  async remove(tx, { contentId }, hiding) {
    const event = await findEvent(tx, contentId)
    if (!event || event.removedBy) return null
    if (!event.cancelledAt && isOver(event, tx)) await markCanceled(tx.db, [contentId], tx.now())
    else if (!event.cancelledAt) await cancelAndNotify(tx, contentId, event.authorId ?? '')
    await sql`update events set "removedBy" = ${hiding.decisionId} where id = ${contentId}`.execute(tx.db)
    const { groupId, groupMessageId: messageId } = event
    const hidden = groupId && messageId ? await hideGroupMessage(tx, groupId, messageId, hiding) : null
    const post = groupId && messageId && hidden ? { groupId, messageId, hidden } : null
    return JSON.stringify({ cancelledAt: event.cancelledAt, post } satisfies Content)
  },
  async restore(tx, { content, contentId, parentId, decisionId }) {
    const { cancelledAt: canceledBefore, post } = content as unknown as Content
    const event = await findEvent(tx, contentId)
    if (!event || event.removedBy !== decisionId) return false
    const isDetached = parentId !== null && event.groupId === null
    const cancelledAt = canceledBefore ?? (isDetached || event.isAuthorAbsent ? event.cancelledAt : null)
    await sql`
      update events set "removedBy" = null, "cancelledAt" = ${cancelledAt}, "changedAt" = ${tx.now()}, sequence = sequence + 1
      where id = ${contentId}`.execute(tx.db)
    if (post) await showGroupMessage(tx, post.groupId, post.messageId, { hidden: post.hidden, decisionId })
    if (cancelledAt || isOver(event, tx)) return true
    await notifyEventGroup(tx, contentId)
    const respondentIds = await listRespondentIds(tx.db, contentId)
    const hostIds = await listHostIds(tx.db, contentId)
    await notifyEventChange(tx, 'CHANGED', contentId, [...hostIds, ...respondentIds])
    await mailRespondents(tx, event.authorId ?? '', 'EVENT_CHANGED', contentId, respondentIds)
    return true
  },
}
