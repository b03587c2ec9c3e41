import type { Event } from '@app/contract/events'
import type { MemberCtx } from '@app/server/context'
import { type MemberTx, transact } from '@app/server/delivery/transact'
import { listHostIds, notifyEventChange } from '@app/server/events/notifications'
import { advanceQueues, getReminderHorizon } from '@app/server/events/seats'
import { type EventRow, lockEvent } from '@app/server/policies/events'
import { changeAnswer } from './changes.ts'
import { readEvent, splitEvent } from './queries.ts'

type RequestedAnswer = 'YES' | 'MAYBE' | null

/**
 * Returns the answer to store. A member with a seat or a queue position keeps it; at a full event any other YES goes to
 * the end of the queue.
 */
function resolveAnswer(
  { answer, capacity, coming, waiting }: EventRow,
  requested: RequestedAnswer,
): EventRow['answer'] {
  if (requested !== 'YES' || answer === 'YES' || answer === 'WAITING') return requested === 'YES' ? answer : requested
  return capacity !== null && (coming >= capacity || waiting > 0) ? 'WAITING' : 'YES'
}

/** Notifies the caller's own devices of the event and the answer, and the hosts of the new counts. */
async function notifyAnswered(tx: MemberTx, { id, groupId, authorId }: EventRow): Promise<Event> {
  const view = await readEvent(tx.db, id, tx.member.id)
  const { event, mine } = splitEvent(view)
  tx.notify([tx.member.id], { type: 'event:changed', change: 'ANSWERED', event, mine })
  const hostIds = groupId ? await listHostIds(tx.db, id) : [authorId].filter((hostId) => hostId !== null)
  notifyEventChange(
    tx,
    'ANSWERED',
    event,
    hostIds.filter((hostId) => hostId !== tx.member.id),
  )
  return view
}

/** Stores the caller's answer; null withdraws it. A repeated answer changes nothing. */
export const answerEvent = (ctx: MemberCtx, eventId: string, requested: RequestedAnswer): Promise<Event> =>
  transact(ctx, async (tx) => {
    const now = tx.now()
    const event = await lockEvent(tx.db, eventId, tx.member, 'answer', now)
    const to = resolveAnswer(event, requested)
    if (to === event.answer) return readEvent(tx.db, eventId, tx.member.id)
    const remindedAt = Date.parse(event.eventTime) <= getReminderHorizon(now).getTime() ? now : null
    await changeAnswer(tx.db, { eventId, memberId: tx.member.id, from: event.answer, to, remindedAt }, now)
    if (event.answer === 'YES' && event.waiting > 0) await advanceQueues(tx, [eventId])
    return notifyAnswered(tx, event)
  })
