import type { Event } from '@app/contract/events'
import { type MemberTx, transact } from '@app/server/delivery/transact'
import { listHostIds, notifyEventChange } from '@app/server/events/notifications'
import { advanceQueues, getReminderHorizon } from '@app/server/events/seats'
import { type EventRow, lockEvent } from '@app/server/policies/events'
import type { MemberCtx } from '../context.ts'
import { changeAnswer } from './changes.ts'
import { readEvent, splitEvent } from './queries.ts'

type RequestedAnswer = 'YES' | 'MAYBE' | null

/**
 * Returns the answer to store. A repeated YES keeps the member's seat or queue position; any other YES to an event
 * that is full or has a queue is stored as WAITING.
 */
function resolveAnswer(
  { answer, capacity, coming, waiting }: EventRow,
  requested: RequestedAnswer,
): EventRow['answer'] {
  if (requested !== 'YES') return requested
  if (answer === 'YES' || answer === 'WAITING') return answer
  return capacity !== null && (coming >= capacity || waiting > 0) ? 'WAITING' : 'YES'
}

/**
 * Notifies the caller's devices of the answer and the hosts of the new counts. Returns the event as the caller sees it.
 */
async function notifyAnswered(tx: MemberTx, { id, groupId, authorId }: EventRow): Promise<Event> {
  const view = await readEvent(tx.db, id, tx.member.id)
  const { event, mine } = splitEvent(view)
  tx.notify([tx.member.id], { type: 'event:changed', change: 'ANSWERED', event, mine })
  const hostIds = groupId ? await listHostIds(tx.db, id) : [authorId].filter((hostId) => hostId !== null)
  await notifyEventChange(
    tx,
    'ANSWERED',
    id,
    hostIds.filter((hostId) => hostId !== tx.member.id),
  )
  return view
}

/** Stores the caller's answer; null withdraws it. A repeated answer changes nothing. */
export const answerEvent = (ctx: MemberCtx, eventId: string, requested: RequestedAnswer): Promise<Event> =>
  transact(ctx, async (tx) => {
    const now = tx.now()
    const event = await lockEvent(tx.db, eventId, tx.member, 'answer', now)
    const answer = resolveAnswer(event, requested)
    if (answer === event.answer) return readEvent(tx.db, eventId, tx.member.id)
    // A member who answers this close to the event needs no reminder.
    const remindedAt = Date.parse(event.eventTime) <= getReminderHorizon(now).getTime() ? now : null
    await changeAnswer(
      tx.db,
      { eventId, memberId: tx.member.id, previousAnswer: event.answer, answer, remindedAt },
      now,
    )
    if (event.answer === 'YES' && event.waiting > 0) await advanceQueues(tx, [eventId])
    return notifyAnswered(tx, event)
  })
