import { randomUUID } from 'node:crypto'
import type { FileNotice } from '@app/contract/safety/notices'
import { emailKey } from '@app/contract/text/emails'
import { findViolatedConstraint } from '@app/server/db/database'
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

async function storeNotice(
  tx: Tx,
  { address, category, reason, name, email, language, clientId }: FileNotice,
): Promise<void> {
  const urgency = computeUrgency(category, false, tx.now())
  const opened = await insertCase(tx, urgency)
  const caseId = opened.id
  const { id: reportId } = await tx.db
    .insertInto('reports')
    .values({
      ...{ caseId, address, category, words: reason, illegal: true, language },
      ...{ noticeName: name || null, noticeEmail: email ?? null, clientId: clientId ?? null },
      ...{ filedAt: tx.now().toISOString(), aimAt: urgency.aimAt },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertNoticeMail(tx, { kind: 'NOTICE_RECEIVED', reportId })
  notifyCase(tx, opened)
  if (opened.severity === 'CRITICAL') tx.enqueue({ name: 'cases:alert', payload: { caseId } })
}

/** Finds the report that an earlier request with the same `clientId` stored. */
const findNotice = ({ db }: GatewayCtx, clientId: string | undefined) =>
  clientId === undefined
    ? undefined
    : db.selectFrom('reports').select('id').where('clientId', '=', clientId).executeTakeFirst()

/** Stores a notice. Returns false if a concurrent request with the same `clientId` has stored it. */
async function tryStoreNotice(ctx: GatewayCtx, input: FileNotice): Promise<boolean> {
  try {
    await transact(ctx, (tx) => storeNotice(tx, input))
    return true
  } catch (error) {
    if (findViolatedConstraint(error) === 'notices_once') return false
    throw error
  }
}

/**
 * Files a notice by a visitor as a case of its own, and emails a receipt if there is an address. A repeated request with
 * the same `clientId` does nothing.
 */
export async function fileNotice(ctx: GatewayCtx, input: FileNotice, ipAddress: string): Promise<void> {
  const { limits } = ctx
  if (await findNotice(ctx, input.clientId)) return
  const network = getNetwork(ipAddress)
  await limits.take('noticesPerNetwork', network)
  if (input.email) await limits.take('noticesPerEmail', emailKey(input.email))
  if (await tryStoreNotice(ctx, input)) return
  await limits.refund('noticesPerNetwork', network)
  if (input.email) await limits.refund('noticesPerEmail', emailKey(input.email))
}
