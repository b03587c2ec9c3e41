import { randomUUID } from 'node:crypto'
import type { FileNotice } from '@app/contract/safety/notices'
import { emailKey } from '@app/contract/text/emails'
import { type Tx, transact } from '@app/server/delivery/transact'
import type { CaseRecord } from '@app/server/policies/cases'
import { getNetwork } from '@app/server/process/network'
import { notifyCase } from '@app/server/safety/cases'
import { insertNoticeMail } from '@app/server/safety/mails'
import type { GatewayCtx } from '../context.ts'
import { computeUrgency } from './queries.ts'

/** Opens a case whose content the team has yet to find. */
const insertCase = (
  { db, now }: Tx,
  { category, severity, aimAt }: ReturnType<typeof computeUrgency>,
): Promise<Pick<CaseRecord, 'id' | 'version' | 'severity'>> =>
  db
    .insertInto('cases')
    .values({
      ...{ subjectKind: 'NOTICE', subjectId: randomUUID(), category, severity, source: 'REPORT', reports: 1 },
      ...{ openedAt: now().toISOString(), dueAt: aimAt },
    })
    .returning(['id', 'version', 'severity'])
    .executeTakeFirstOrThrow()

async function storeNotice(tx: Tx, { address, category, reason, name, email, language }: FileNotice): Promise<void> {
  const urgency = computeUrgency(category, false, tx.now())
  const opened = await insertCase(tx, urgency)
  const caseId = opened.id
  const { id: reportId } = await tx.db
    .insertInto('reports')
    .values({
      ...{ caseId, address, category, words: reason, illegal: true, language },
      ...{ noticeName: name || null, noticeEmail: email ?? null },
      ...{ filedAt: tx.now().toISOString(), aimAt: urgency.aimAt },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertNoticeMail(tx, { kind: 'NOTICE_RECEIVED', reportId })
  notifyCase(tx, opened)
  if (opened.severity === 'CRITICAL') tx.enqueue({ name: 'cases:alert', payload: { caseId } })
}

/** Files a notice by a visitor as a case of its own, and emails a receipt if there is an address. */
export async function fileNotice(ctx: GatewayCtx, input: FileNotice, ipAddress: string): Promise<void> {
  await ctx.limits.take('noticesPerNetwork', getNetwork(ipAddress))
  if (input.email) await ctx.limits.take('noticesPerEmail', emailKey(input.email))
  await transact(ctx, (tx) => storeNotice(tx, input))
}
