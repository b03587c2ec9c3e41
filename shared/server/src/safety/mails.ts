import { sql } from 'kysely'
import type { Tx } from '../delivery/transact.ts'

type DecisionMail = { kind: 'DECISION' | 'APPEAL_DECIDED'; decisionId: string; memberId: string }

/**
 * Inserts the email about a decision to its addressee, whose account may be deleted or held. A decision has at most one
 * email of each kind to an address. Does nothing for a purged member and for the team.
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

type NoticeMail = { kind: 'NOTICE_RECEIVED' | 'NOTICE_DECIDED' | 'NOTICE_CHANGED'; reportId: string }

/** Inserts the email about a notice to the email address in the notice, once. Does nothing for a notice without one. */
export async function insertNoticeMail(
  { db, now, enqueue }: Pick<Tx, 'db' | 'now' | 'enqueue'>,
  { kind, reportId }: NoticeMail,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into mails (kind, address, language, "aboutId", "createdAt", "nextAttemptAt")
    select ${kind}, "noticeEmail", language, id, ${now()}, ${now()} from reports
    where id = ${reportId} and "noticeEmail" is not null
    on conflict do nothing returning id`.execute(db)
  for (const { id } of rows) enqueue({ name: 'mail:send', payload: { mailId: id } })
}

/**
 * Enqueues the emails that answer the notices of a case once a decision takes effect. `removed` states whether the
 * decision removes the content. A notice that has been answered gets a second email, once, if the content was removed
 * or restored since.
 */
export async function answerNotices(
  tx: Pick<Tx, 'db' | 'now' | 'enqueue'>,
  { caseId, removed, wasRemoved }: { caseId: string; removed: boolean; wasRemoved: boolean },
): Promise<void> {
  const { rows } = await sql<{ id: string; isAnswered: boolean }>`
    select id, exists (select from mails where kind = 'NOTICE_DECIDED' and "aboutId" = reports.id) as "isAnswered"
    from reports where "caseId" = ${caseId} and "noticeEmail" is not null order by id`.execute(tx.db)
  for (const { id: reportId, isAnswered } of rows) {
    if (!isAnswered) await insertNoticeMail(tx, { kind: 'NOTICE_DECIDED', reportId })
    else if (removed !== wasRemoved) await insertNoticeMail(tx, { kind: 'NOTICE_CHANGED', reportId })
  }
}
