import type { Ctx } from '@app/server/context'
import type { DatabaseTransaction } from '@app/server/db/database'
import { transact } from '@app/server/delivery/transact'
import { insertEventMails } from '@app/server/events/mails'
import { notifyEventChanges } from '@app/server/events/notifications'
import { getReminderHorizon } from '@app/server/events/seats'
import { listMemberEventStates } from '@app/server/events/views'
import { sql } from 'kysely'

const BATCH_SIZE = 500

type Reminder = { eventId: string; memberId: string }

/** Claims a batch of due reminders; only the claiming transaction sends them. */
async function claimReminders(db: DatabaseTransaction, now: Date): Promise<Reminder[]> {
  const { rows } = await sql<Reminder>`
    with due as (
      select a."eventId", a."memberId" from events e
      join event_answers a on a."eventId" = e.id and a.answer = 'YES' and a."remindedAt" is null
      where e."cancelledAt" is null and e."eventTime" > ${now} and e."eventTime" <= ${getReminderHorizon(now)}
      limit ${BATCH_SIZE} for update of a skip locked)
    update event_answers a set "remindedAt" = ${now} from due
    where a."eventId" = due."eventId" and a."memberId" = due."memberId"
    returning a."eventId", a."memberId"`.execute(db)
  return rows
}

/** Sends a batch of reminders, and returns the number of claimed ones. */
const sendReminderBatch = (ctx: Ctx): Promise<number> =>
  transact(ctx, async (tx) => {
    const reminders = await claimReminders(tx.db, tx.now())
    const recipients = await listMemberEventStates(tx.db, reminders)
    await notifyEventChanges(tx, 'REMINDER', recipients)
    await insertEventMails(tx, 'EVENT_REMINDER', recipients)
    return reminders.length
  })

/** Sends each attendee of an event that begins within a day one reminder, by push and, if wanted, by email. */
export async function sendReminders(ctx: Ctx): Promise<void> {
  let claimedCount: number
  do claimedCount = await sendReminderBatch(ctx)
  while (claimedCount === BATCH_SIZE)
}
