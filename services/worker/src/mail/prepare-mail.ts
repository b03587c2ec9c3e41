import { Email } from '@app/contract/members/members'
import { generateToken, hashToken, type TokenPurpose } from '@app/server/accounts/mail-tokens'
import type { Tx } from '@app/server/delivery/transact'
import { findBar } from '@app/server/safety/mail-bars'
import { type MailConfig, writeEventMail } from './event-mails.ts'
import { issueToken, LIFETIMES } from './issue-token.ts'
import type { Draft } from './mail-content.ts'
import {
  createAccountDeletedContent,
  createAddressChangedContent,
  createAddressTakenContent,
  createAlreadyMemberContent,
  createBarredContent,
  createConfirmAddressContent,
  createConfirmNewAddressContent,
  createLoginChangedContent,
  createNewDeviceContent,
  createNewPasswordContent,
} from './mail-contents.ts'
import { writeNoticeMail } from './notice-mails.ts'
import {
  claimMail,
  type EventMailKind,
  findDevice,
  findRecipient,
  finishMail,
  lockAddress,
  type MailRow,
  type Recipient,
  storeAddressToken,
} from './queries.ts'
import { writeSafetyMail } from './safety-mails.ts'
import { writeCaseAlertMail, writeLogHeadMail, writePasskeyMail, writeViewLimitMail } from './team-mails.ts'

type TokenMail = MailRow & { kind: Exclude<TokenPurpose, 'NEW_DEVICE'> }

/** A claimed email with its recipient; no other process may send it now. */
export type PreparedMail = Draft & { mailId: string; kind: MailRow['kind'] }

/**
 * Writes an email whose content depends on whether the email address has an account: only the recipient learns that,
 * not the requester. A registration with the address of a banned member gets the number of the case instead of a token.
 */
async function writeForRecipient(
  tx: Tx,
  { publicUrl, sessionSecret }: MailConfig,
  mail: TokenMail,
  { member }: Recipient,
): Promise<Draft | null> {
  if (mail.kind === 'REGISTRATION') {
    // This attempt is a retry: the member has registered with the link of an earlier one.
    if (member && Date.parse(member.registeredAt) > Date.parse(mail.createdAt)) return null
    if (member) return { to: member.email, content: createAlreadyMemberContent(publicUrl, member.language) }
    const barredNumber = await findBar(tx.db, sessionSecret, mail.address, tx.now())
    if (barredNumber) return { to: mail.address, content: createBarredContent(publicUrl, mail.language, barredNumber) }
    const token = await issueToken(tx, mail.kind, mail.address)
    return { to: mail.address, content: createConfirmAddressContent(publicUrl, mail.language, token) }
  }
  if (!member || member.isDeleted !== (mail.kind === 'DELETION')) return null
  const token = await issueToken(tx, mail.kind, member.email)
  const createContent = mail.kind === 'DELETION' ? createAccountDeletedContent : createNewPasswordContent
  return { to: member.email, content: createContent(publicUrl, member.language, token) }
}

async function writeTokenMail(tx: Tx, config: MailConfig, mail: TokenMail): Promise<Draft | null> {
  await lockAddress(tx.db, mail.address)
  const recipient = await findRecipient(tx.db, mail)
  const isExpired = Date.parse(mail.createdAt) + LIFETIMES[mail.kind] <= tx.now().getTime()
  const isObsolete =
    isExpired || recipient.isAddressUndeliverable || recipient.isSuperseded || !Email.safeParse(mail.address).success
  return isObsolete ? null : writeForRecipient(tx, config, mail, recipient)
}

/** Writes an email about a login from a new browser, even if its session has already ended. */
async function writeNewDeviceMail(tx: Tx, { publicUrl }: MailConfig, mail: MailRow): Promise<Draft | null> {
  const { member, isAddressUndeliverable } = await findRecipient(tx.db, mail)
  if (!member || member.isDeleted || isAddressUndeliverable) return null
  const device = await findDevice(tx.db, mail.aboutId)
  const token = await issueToken(tx, 'NEW_DEVICE', member.email)
  const content = createNewDeviceContent(publicUrl, member.language, { device, at: mail.createdAt, token })
  return { to: member.email, content }
}

/** Writes an email about a changed way to log in, with the link that ends all logins and deletes recent credentials. */
async function writeLoginChangedMail(tx: Tx, { publicUrl }: MailConfig, mail: MailRow): Promise<Draft | null> {
  const { member, isAddressUndeliverable } = await findRecipient(tx.db, mail)
  if (!mail.loginChange || !member || member.isDeleted || isAddressUndeliverable) return null
  const token = await issueToken(tx, 'NEW_DEVICE', member.email)
  const facts = { change: mail.loginChange, at: mail.createdAt, token }
  return { to: member.email, content: createLoginChangedContent(publicUrl, member.language, facts) }
}

type AddressMail = MailRow & { kind: 'EMAIL_CHANGE' | 'EMAIL_RETURN' }

/**
 * Writes an email about an email address change. If the new address has an account, the email informs its owner of the
 * attempt instead of containing a link, and the requester learns nothing. The token is stored in either case, since
 * storing it fails if the change is no longer pending, and records that this release has prepared the email (see
 * `requeueUnknownMails`).
 */
async function writeAddressMail(
  tx: Tx,
  { publicUrl, sessionSecret }: MailConfig,
  mail: AddressMail,
): Promise<Draft | null> {
  const token = generateToken()
  const table = mail.kind === 'EMAIL_CHANGE' ? 'email_changes' : 'email_returns'
  if (!(await storeAddressToken(tx.db, table, mail.id, hashToken(token), tx.now()))) return null
  const { member, isAddressUndeliverable } = await findRecipient(tx.db, mail)
  if (isAddressUndeliverable) return null
  if (mail.kind === 'EMAIL_CHANGE' && (await findBar(tx.db, sessionSecret, mail.address, tx.now()))) return null
  if (mail.kind === 'EMAIL_CHANGE' && member)
    return { to: member.email, content: createAddressTakenContent(publicUrl, member.language) }
  const createContent = mail.kind === 'EMAIL_CHANGE' ? createConfirmNewAddressContent : createAddressChangedContent
  return { to: mail.address, content: createContent(publicUrl, mail.language, token) }
}

/** A function that writes an email, or returns null if there is nothing to send. */
type Writer = (tx: Tx, config: MailConfig, mail: MailRow) => Promise<Draft | null>

const tokenMailWriter: Writer = (tx, config, mail) => writeTokenMail(tx, config, mail as TokenMail)
const addressMailWriter: Writer = (tx, config, mail) => writeAddressMail(tx, config, mail as AddressMail)
const eventMailWriter: Writer = (tx, config, mail) =>
  writeEventMail(tx, config, mail as MailRow & { kind: EventMailKind })

const passkeyMailWriter: Writer = (tx, { publicUrl }, mail) => writePasskeyMail(tx, publicUrl, mail)
const logHeadWriter: Writer = (tx, { publicUrl }, mail) => writeLogHeadMail(tx, publicUrl, mail)
const viewLimitWriter: Writer = (tx, { publicUrl }, mail) => writeViewLimitMail(tx, publicUrl, mail)
const caseAlertWriter: Writer = (tx, { publicUrl }, mail) => writeCaseAlertMail(tx, publicUrl, mail)

const WRITERS: Record<MailRow['kind'], Writer> = {
  REGISTRATION: tokenMailWriter,
  PASSWORD_RESET: tokenMailWriter,
  DELETION: tokenMailWriter,
  EMAIL_CHANGE: addressMailWriter,
  EMAIL_RETURN: addressMailWriter,
  PASSKEY_ADDED: passkeyMailWriter,
  NEW_DEVICE: writeNewDeviceMail,
  LOGIN_CHANGED: writeLoginChangedMail,
  LOG_HEAD: logHeadWriter,
  CASE_ALERT: caseAlertWriter,
  VIEW_LIMIT: viewLimitWriter,
  DECISION: writeSafetyMail,
  APPEAL_DECIDED: writeSafetyMail,
  NOTICE_RECEIVED: writeNoticeMail,
  NOTICE_DECIDED: writeNoticeMail,
  NOTICE_CHANGED: writeNoticeMail,
  EVENT_REMINDER: eventMailWriter,
  EVENT_CHANGED: eventMailWriter,
  EVENT_CANCELLED: eventMailWriter,
  EVENT_SEAT: eventMailWriter,
}

/** The kinds that this release sends. During a rolling update other kinds wait for a worker of the newer release. */
export const MAIL_KINDS = Object.keys(WRITERS) as MailRow['kind'][]

/**
 * Claims the email and writes its content. Returns null if the email cannot be claimed now, or if there is nothing to
 * send; it is dropped then.
 */
export async function prepareMail(tx: Tx, config: MailConfig, mailId: string): Promise<PreparedMail | null> {
  const mail = await claimMail(tx.db, mailId, MAIL_KINDS, tx.now())
  if (!mail) return null
  const draft = await WRITERS[mail.kind](tx, config, mail)
  if (draft) return { mailId, kind: mail.kind, ...draft }
  await finishMail(tx.db, mailId, 'DROPPED', tx.now())
  return null
}
