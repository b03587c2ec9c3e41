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
import { createOnce } from '../limits/create-once.ts'
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

/** Returns whether an earlier request with the same `clientId` has stored the notice. */
async function isStored({ db }: GatewayCtx, { clientId }: FileNotice): Promise<boolean> {
  if (clientId === undefined) return false
  return (await db.selectFrom('reports').select('id').where('clientId', '=', clientId).executeTakeFirst()) !== undefined
}

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

/** Stores a notice, counted against the limit of its email address if it has one. */
async function storeCounted(ctx: GatewayCtx, input: FileNotice): Promise<boolean> {
  if (!input.email) return tryStoreNotice(ctx, input)
  const mailbox = emailKey(input.email)
  await ctx.limits.take('noticesPerEmail', mailbox)
  let isNew = false
  try {
    isNew = await tryStoreNotice(ctx, input)
    return isNew
  } finally {
    if (!isNew) await ctx.limits.refund('noticesPerEmail', mailbox)
  }
}

/**
 * Files a notice by a visitor as a case of its own, and emails a receipt if there is an address. A repeated request with
 * the same `clientId` does nothing.
 */
export async function fileNotice(ctx: GatewayCtx, input: FileNotice, ipAddress: string): Promise<void> {
  await createOnce(ctx, {
    rate: 'noticesPerNetwork',
    subject: getNetwork(ipAddress),
    find: async () => (await isStored(ctx, input)) || undefined,
    create: async () => ({ item: true, isNew: await storeCounted(ctx, input) }),
  })
}
