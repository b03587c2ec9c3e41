import { sql } from 'kysely'
import type { DB } from '../db/tables.ts'
import type { Tx } from '../delivery/transact.ts'

type EventMail = Extract<DB['mails']['kind'], `EVENT_${string}`>

/**
 * Inserts an email for each of these pairs, except for members who are deleted or do not want emails about events. The
 * worker enqueues the jobs in batches, so that a large event does not delay emails that a member is waiting for.
 */
export async function insertEventMails(
  { db, now }: Pick<Tx, 'db' | 'now'>,
  kind: EventMail,
  pairs: { eventId: string; memberId: string }[],
): Promise<void> {
  if (pairs.length === 0) return
  await sql`
    insert into mails (kind, address, language, "memberId", "eventId", "createdAt", "nextAttemptAt")
    select ${kind}, m.email, m.language, m.id, pair."eventId", ${now()}, ${now()}
    from unnest(${pairs.map(({ eventId }) => eventId)}::bigint[], ${pairs.map(({ memberId }) => memberId)}::bigint[])
      as pair("eventId", "memberId")
    join members m on m.id = pair."memberId"
    where m."wantsEventMail" and m."deletedAt" is null`.execute(db)
}
