import { DAY_MS } from '@app/contract/limits'
import type { Tx } from '@app/server/delivery/transact'
import { sql } from 'kysely'
import { IS_UNDECIDED, isAlertable } from '../safety/alert-recipients.ts'
import { issueToken } from './issue-token.ts'
import type { Draft } from './mail-content.ts'
import {
  createCaseAlertContent,
  createLogHeadContent,
  createPasskeyAddedContent,
  createViewLimitContent,
  type LogHead,
} from './mail-contents.ts'
import { findRecipient, type MailRow } from './queries.ts'

/**
 * Writes an email about a new passkey, even if the passkey is already deleted, since somebody else may have added it.
 * Takes the name from the team log if the owner is an admin, and otherwise from the passkey itself, if it still exists.
 * Returns null if the address no longer belongs to an account or is undeliverable.
 */
export async function writePasskeyMail(tx: Tx, publicUrl: string, mail: MailRow): Promise<Draft | null> {
  const { rows } = await sql<{ name: string }>`
    select about->>'name' as name from team_log where id = ${mail.aboutId}
    union all
    select name from passkeys where "memberId" = ${mail.memberId} and "createdAt" = ${mail.createdAt}
    limit 1`.execute(tx.db)
  const { member, isAddressUndeliverable } = await findRecipient(tx.db, mail)
  if (!member || member.isDeleted || isAddressUndeliverable) return null
  const token = await issueToken(tx, 'NEW_DEVICE', member.email)
  const facts = { name: rows[0]?.name ?? '', at: mail.createdAt, token }
  return { to: member.email, content: createPasskeyAddedContent(publicUrl, member.language, facts) }
}

/**
 * Writes an email with the head of the team log. Returns null if the recipient is no longer a lead or is unreachable.
 */
export async function writeLogHeadMail(tx: Tx, publicUrl: string, mail: MailRow): Promise<Draft | null> {
  const dayBefore = new Date(Date.parse(mail.createdAt) - DAY_MS)
  const { rows } = await sql<LogHead & { email: string; language: MailRow['language'] }>`
    select head.id, encode(head.hash, 'hex') as hash, lead.email, lead.language,
      (select count(*)::int from team_log where id <= head.id) as entries,
      (select encode(hash, 'hex') from team_log where at <= ${dayBefore} order by id desc limit 1) as "previousHash"
    from team_log head
    join members lead on lead.id = ${mail.memberId} and lead.level = 'ADMIN' and lead."deletedAt" is null
    join team_duties on team_duties."memberId" = lead.id and duty = 'LEAD'
    where head.id = ${mail.aboutId}
      and not exists (select from dead_addresses where "addressKey" = lead."emailKey")`.execute(tx.db)
  if (!rows[0]) return null
  const { email, language, ...head } = rows[0]
  return { to: email, content: createLogHeadContent(publicUrl, language, head) }
}

/**
 * Writes an email about an admin who has reached a limit of evidence views. Returns null if the recipient is no longer
 * a lead or is unreachable.
 */
export async function writeViewLimitMail(tx: Tx, publicUrl: string, mail: MailRow): Promise<Draft | null> {
  const { rows } = await sql<{ id: string; at: string; email: string; language: MailRow['language'] }>`
    select entry.id, entry.at, lead.email, lead.language
    from team_log entry
    join members lead on lead.id = ${mail.memberId} and lead.level = 'ADMIN' and lead."deletedAt" is null
    join team_duties on team_duties."memberId" = lead.id and duty = 'LEAD'
    where entry.id = ${mail.aboutId}
      and not exists (select from dead_addresses where "addressKey" = lead."emailKey")`.execute(tx.db)
  if (!rows[0]) return null
  const { email, language, ...entry } = rows[0]
  return { to: email, content: createViewLimitContent(publicUrl, language, entry) }
}

type AlertedCase = { id: string; dueAt: string; email: string; language: MailRow['language'] }

/**
 * Writes an email about a critical case. Returns null if the case is decided, or the recipient no longer works on
 * cases, now has an own interest in this one or is unreachable.
 */
export async function writeCaseAlertMail(tx: Tx, publicUrl: string, mail: MailRow): Promise<Draft | null> {
  const { rows } = await sql<AlertedCase>`
    select cases.id, cases."dueAt", moderator.email, moderator.language
    from cases join members moderator on moderator.id = ${mail.memberId}
    where cases.id = ${mail.aboutId} and ${IS_UNDECIDED} and ${isAlertable(sql`moderator.id`)}
      and not exists (select from dead_addresses where "addressKey" = moderator."emailKey")`.execute(tx.db)
  if (!rows[0]) return null
  const { email, language, ...alerted } = rows[0]
  return { to: email, content: createCaseAlertContent(publicUrl, language, alerted) }
}
