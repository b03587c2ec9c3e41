import { sql } from 'kysely'
import type { Tx } from '../delivery/transact.ts'

type DecisionMail = { kind: 'DECISION' | 'APPEAL_DECIDED'; decisionId: string; memberId: string }

/**
 * Inserts the email about a decision to its addressee, whose account may be deleted or held. A decision has at most one
 * email of each kind to an address. Does nothing for a member who is purged, and for the team.
 */
export async function insertDecisionMail(
  { db, now, enqueue }: Pick<Tx, 'db' | 'now' | 'enqueue'>,
  { kind, decisionId, memberId }: DecisionMail,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into mails (kind, address, language, "memberId", "aboutId", "createdAt", "nextAttemptAt")
    select ${kind}, email, language, id, ${decisionId}, ${now()}, ${now()} from members
    where id = ${memberId} and id <> 0
    on conflict (kind, "aboutId", lower(address))
      where kind in ('DECISION', 'APPEAL_DECIDED', 'NOTICE_RECEIVED', 'NOTICE_DECIDED') do nothing
    returning id`.execute(db)
  for (const { id } of rows) enqueue({ name: 'mail:send', payload: { mailId: id } })
}
