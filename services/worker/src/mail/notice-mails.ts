import { ReasonCode } from '@app/contract/safety/reasons'
import type { Tx } from '@app/server/delivery/transact'
import { sql } from 'kysely'
import type { MailConfig } from './event-mails.ts'
import type { Draft } from './mail-content.ts'
import { createNoticeDecidedContent, createNoticeReceivedContent } from './mail-contents.ts'
import { findRecipient, type MailRow } from './queries.ts'

type Notice = { number: string; filedAt: string; aimAt: string; reason: string | null; removed: boolean }

/** Writes the receipt of a notice, or an answer to it. Returns null if it no longer applies. */
export async function writeNoticeMail(
  tx: Tx,
  { publicUrl, disputeAddress }: MailConfig,
  mail: MailRow,
): Promise<Draft | null> {
  const { rows } = await sql<Notice>`
    select c.id as number, r."filedAt", r."aimAt", c.reason, c.removed from reports r join cases c on c.id = r."caseId"
    where r.id = ${mail.aboutId} and r."noticeEmail" is not null`.execute(tx.db)
  const [notice] = rows
  const { isAddressUndeliverable } = await findRecipient(tx.db, mail)
  if (!notice || isAddressUndeliverable) return null
  const { address: to, language } = mail
  if (mail.kind === 'NOTICE_RECEIVED') return { to, content: createNoticeReceivedContent(publicUrl, language, notice) }
  const reason = ReasonCode.safeParse(notice.reason)
  if (!reason.success) return null
  const kind = mail.kind === 'NOTICE_CHANGED' ? 'NOTICE_CHANGED' : 'NOTICE_DECIDED'
  return {
    to,
    content: createNoticeDecidedContent(publicUrl, language, { ...notice, kind, reason: reason.data, disputeAddress }),
  }
}
