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

type NoticeMail = { kind: 'NOTICE_RECEIVED' | 'NOTICE_DECIDED'; reportId: string }

/** Inserts the email about a notice to the address that it gives. Does nothing if it gives none. */
export async function insertNoticeMail(
  { db, now, enqueue }: Pick<Tx, 'db' | 'now' | 'enqueue'>,
  { kind, reportId }: NoticeMail,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into mails (kind, address, language, "aboutId", "createdAt", "nextAttemptAt")
    select ${kind}, "noticeEmail", language, id, ${now()}, ${now()} from reports
    where id = ${reportId} and "noticeEmail" is not null
    on conflict (kind, "aboutId", lower(address))
      where kind in ('DECISION', 'APPEAL_DECIDED', 'NOTICE_RECEIVED', 'NOTICE_DECIDED') do nothing
    returning id`.execute(db)
  for (const { id } of rows) enqueue({ name: 'mail:send', payload: { mailId: id } })
}

/** Enqueues the emails that answer the notices of a decided case. */
export async function answerNotices(tx: Pick<Tx, 'db' | 'now' | 'enqueue'>, caseId: string): Promise<void> {
  const notices = await tx.db
    .selectFrom('reports')
    .select('id')
    .where('caseId', '=', caseId)
    .where('noticeEmail', 'is not', null)
    .orderBy('id')
    .execute()
  for (const { id: reportId } of notices) await insertNoticeMail(tx, { kind: 'NOTICE_DECIDED', reportId })
}
