import type { Event } from '@app/contract/events'
import type { MemberCtx } from '@app/server/context'
import { moveQueuesUp, reminderBegins } from '@app/server/events/seats'
import { listHosts, tellAll } from '@app/server/events/telling'
import { type EventRow, lockEvent } from '@app/server/policies/events'
import { type MemberTx, transact } from '@app/server/transact'
import { moveAnswer } from './changes.ts'
import { readEvent, splitEvent } from './queries.ts'

type Wish = 'YES' | 'MAYBE' | null

/** Who has a seat or stands in the queue keeps it; a full event puts everybody else at the end of the queue. */
function answerTo({ answer, capacity, coming, waiting }: EventRow, wish: Wish): EventRow['answer'] {
  if (wish !== 'YES' || answer === 'YES' || answer === 'WAITING') return wish === 'YES' ? answer : wish
  return capacity !== null && (coming >= capacity || waiting > 0) ? 'WAITING' : 'YES'
}

/** My own devices hear it all, the hosts the new numbers. */
async function tellAnswered(tx: MemberTx, { id, groupId, authorId }: EventRow): Promise<Event> {
  const view = await readEvent(tx.db, id, tx.member.id)
  const { event, mine } = splitEvent(view)
  tx.notify([tx.member.id], { type: 'event:changed', change: 'ANSWERED', event, mine })
  const hosts = groupId ? await listHosts(tx.db, id) : [authorId].filter((host) => host !== null)
  tellAll(
    tx,
    'ANSWERED',
    event,
    hosts.filter((host) => host !== tx.member.id),
  )
  return view
}

/** Says whether I come; null takes the answer back. The same answer again changes nothing. */
export const answerEvent = (ctx: MemberCtx, eventId: string, wish: Wish): Promise<Event> =>
  transact(ctx, async (tx) => {
    const now = tx.now()
    const event = await lockEvent(tx.db, eventId, tx.member, 'answer', now)
    const to = answerTo(event, wish)
    if (to === event.answer) return readEvent(tx.db, eventId, tx.member.id)
    const remindedAt = Date.parse(event.eventTime) <= reminderBegins(now).getTime() ? now : null
    await moveAnswer(tx.db, { eventId, memberId: tx.member.id, from: event.answer, to, remindedAt }, now)
    if (event.answer === 'YES' && event.waiting > 0) await moveQueuesUp(tx, [eventId])
    return tellAnswered(tx, event)
  })
