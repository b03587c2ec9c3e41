import { DELETION_PERIOD, PASSWORD_LINK_LIFETIME, REGISTRATION_LINK_LIFETIME } from '@app/contract/limits'
import { Email } from '@app/contract/members/members'
import { generateToken, hashToken } from '@app/server/accounts/mail-tokens'
import type { Tx } from '@app/server/delivery/transact'
import { type EventMail, type MailConfig, writeEventMail } from './event-mails.ts'
import type { MailContent } from './mail-content.ts'
import {
  accountDeleted,
  addressChanged,
  addressTaken,
  alreadyMember,
  confirmAddress,
  confirmNewAddress,
  newPassword,
} from './mail-contents.ts'
import {
  claimMail,
  endMail,
  findRecipient,
  lockAddress,
  type MailRow,
  type Recipient,
  storeLink,
  storeToken,
  type TokenPurpose,
} from './queries.ts'

type TokenMail = MailRow & { kind: TokenPurpose }

const LIFETIMES = {
  REGISTRATION: REGISTRATION_LINK_LIFETIME,
  PASSWORD_RESET: PASSWORD_LINK_LIFETIME,
  DELETION: DELETION_PERIOD,
} as const

/** A claimed mail with its recipient; no other process may send it now. */
export type Prepared = { mailId: string; kind: MailRow['kind']; to: string; content: MailContent }
type Draft = Omit<Prepared, 'mailId' | 'kind'>

/** Generates a token for a link; its hash is stored with the claim, the token itself is only in the email. */
async function issueToken(tx: Tx, purpose: TokenPurpose, address: string): Promise<string> {
  const token = generateToken()
  const expiresAt = new Date(tx.now().getTime() + LIFETIMES[purpose])
  await storeToken(tx.db, { hash: hashToken(token), purpose, address, expiresAt })
  return token
}

/**
 * Chooses the content by whether the email address has an account; this is revealed only to the recipient, not to the
 * requester.
 */
async function writeForMember(
  tx: Tx,
  publicUrl: string,
  mail: TokenMail,
  { member }: Recipient,
): Promise<Draft | null> {
  if (mail.kind === 'REGISTRATION') {
    // The mail is a retry: the member has registered with the link of an earlier attempt.
    if (member && Date.parse(member.registeredAt) > Date.parse(mail.createdAt)) return null
    if (member) return { to: member.email, content: alreadyMember(publicUrl, member.language) }
    const token = await issueToken(tx, mail.kind, mail.address)
    return { to: mail.address, content: confirmAddress(publicUrl, mail.language, token) }
  }
  if (!member || member.deleted !== (mail.kind === 'DELETION')) return null
  const token = await issueToken(tx, mail.kind, member.email)
  const createContent = mail.kind === 'DELETION' ? accountDeleted : newPassword
  return { to: member.email, content: createContent(publicUrl, member.language, token) }
}

async function writeTokenMail(tx: Tx, publicUrl: string, mail: TokenMail): Promise<Draft | null> {
  await lockAddress(tx.db, mail.address)
  const recipient = await findRecipient(tx.db, mail)
  const isExpired = Date.parse(mail.createdAt) + LIFETIMES[mail.kind] <= tx.now().getTime()
  const isPointless =
    isExpired || recipient.deadAddress || recipient.superseded || !Email.safeParse(mail.address).success
  return isPointless ? null : writeForMember(tx, publicUrl, mail, recipient)
}

type AddressMail = MailRow & { kind: 'EMAIL_CHANGE' | 'EMAIL_RETURN' }

/**
 * Sends no link to an address with an account: its owner is informed of the attempt, and nothing is revealed to the
 * requester. The link is still stored first: this fails if the change no longer waits, because the link of an earlier
 * attempt was opened, and it shows that this release has prepared the email (see `requeueUnknownMails`).
 */
async function writeAddressMail(tx: Tx, publicUrl: string, mail: AddressMail): Promise<Draft | null> {
  const token = generateToken()
  const table = mail.kind === 'EMAIL_CHANGE' ? 'email_changes' : 'email_returns'
  if (!(await storeLink(tx.db, table, mail.id, hashToken(token), tx.now()))) return null
  const { member, deadAddress } = await findRecipient(tx.db, mail)
  if (deadAddress) return null
  if (mail.kind === 'EMAIL_CHANGE' && member)
    return { to: member.email, content: addressTaken(publicUrl, member.language) }
  const createContent = mail.kind === 'EMAIL_CHANGE' ? confirmNewAddress : addressChanged
  return { to: mail.address, content: createContent(publicUrl, mail.language, token) }
}

type Writer = (tx: Tx, config: MailConfig, mail: MailRow) => Promise<Draft | null>

const writeToken: Writer = (tx, { publicUrl }, mail) => writeTokenMail(tx, publicUrl, mail as TokenMail)
const writeAddress: Writer = (tx, { publicUrl }, mail) => writeAddressMail(tx, publicUrl, mail as AddressMail)
const writeEvent: Writer = (tx, config, mail) => writeEventMail(tx, config, mail as MailRow & { kind: EventMail })

const WRITERS: Record<MailRow['kind'], Writer> = {
  REGISTRATION: writeToken,
  PASSWORD_RESET: writeToken,
  DELETION: writeToken,
  EMAIL_CHANGE: writeAddress,
  EMAIL_RETURN: writeAddress,
  EVENT_REMINDER: writeEvent,
  EVENT_CHANGED: writeEvent,
  EVENT_CANCELLED: writeEvent,
  EVENT_SEAT: writeEvent,
}

/** The kinds that this release sends. During a rolling update other kinds wait for a worker of the newer release. */
export const MAIL_KINDS = Object.keys(WRITERS) as MailRow['kind'][]

/** Claims the email and writes its content. Returns null if there is nothing to send, now or ever. */
export async function prepareMail(tx: Tx, config: MailConfig, mailId: string): Promise<Prepared | null> {
  const mail = await claimMail(tx.db, mailId, MAIL_KINDS, tx.now())
  if (!mail) return null
  const draft = await WRITERS[mail.kind](tx, config, mail)
  if (draft) return { mailId, kind: mail.kind, ...draft }
  await endMail(tx.db, mailId, 'DROPPED', tx.now())
  return null
}
