import type { Tx } from '@app/server/delivery/transact'
import { hashForPurpose } from '@app/server/safety/keys'
import { createStatementToken } from '@app/server/safety/statement-links'
import { computeLinkEnd, hasStatement, type StatementRow, selectStatements } from '@app/server/safety/statements'
import { sql } from 'kysely'
import type { MailConfig } from './event-mails.ts'
import type { Draft } from './mail-content.ts'
import { createAppealDecidedContent, createDecisionContent } from './mail-contents.ts'
import { findRecipient, type MailRow } from './queries.ts'

/**
 * Returns the link to a statement and the time of its expiry; null if it has expired. Each attempt to send the email
 * has the same link and Message-ID, so that a second copy after a crash can be recognized as a duplicate.
 */
function createLink({ publicUrl, sessionSecret }: MailConfig, statement: StatementRow, now: Date) {
  const { id, decidedAt } = statement
  const until = computeLinkEnd(statement)
  if (!until || until <= now) return null
  return { href: `${publicUrl}/statement/token/${createStatementToken(sessionSecret, { id, decidedAt })}`, until }
}

/** Writes an email about a decision or about the answer to an appeal. Returns null if it no longer applies. */
export async function writeSafetyMail(tx: Tx, config: MailConfig, mail: MailRow): Promise<Draft | null> {
  const [statement] = await selectStatements(tx.db, sql`d.id = ${mail.aboutId} and ${hasStatement}`)
  const link = statement && createLink(config, statement, tx.now())
  const { isAddressUndeliverable } = await findRecipient(tx.db, mail)
  if (!statement || !link || isAddressUndeliverable) return null
  const { language, userName, answer, undoneAt } = statement
  const messageKey = hashForPurpose(config.sessionSecret, 'message-ids', mail.id).toString('base64url')
  if (mail.kind === 'APPEAL_DECIDED') {
    const content = createAppealDecidedContent(language, { ...link, answer, isOverturned: undoneAt !== null })
    return { to: mail.address, content: { ...content, messageKey } }
  }
  if (undoneAt) return null
  return { to: mail.address, content: { ...createDecisionContent(language, { ...link, userName }), messageKey } }
}
