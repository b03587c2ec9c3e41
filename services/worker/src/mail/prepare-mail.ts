import { DELETION_PERIOD, PASSWORD_LINK_LIFETIME, REGISTRATION_LINK_LIFETIME } from '@app/contract/limits'
import { Email } from '@app/contract/members'
import { drawToken, hashToken } from '@app/server/mail-tokens'
import type { Tx } from '@app/server/transact'
import { type EventMail, type House, writeEventMail } from './event-mails.ts'
import {
  accountDeleted,
  addressChanged,
  addressTaken,
  alreadyMember,
  confirmAddress,
  confirmNewAddress,
  type Letter,
  newPassword,
} from './letters.ts'
import {
  claimMail,
  endMail,
  findReceiver,
  lockAddress,
  type MailRow,
  type Receiver,
  storeLink,
  storeToken,
  type TokenPurpose,
} from './queries.ts'

type TokenMail = MailRow & { kind: TokenPurpose }

const isTokenMail = (mail: MailRow): mail is TokenMail => mail.kind in LIFETIMES

const LIFETIMES = {
  REGISTRATION: REGISTRATION_LINK_LIFETIME,
  PASSWORD_RESET: PASSWORD_LINK_LIFETIME,
  DELETION: DELETION_PERIOD,
} as const

/** A mail that this process alone may send now, and to whom. */
export type Prepared = { mailId: string; kind: MailRow['kind']; to: string; letter: Letter }
type Written = Omit<Prepared, 'mailId' | 'kind'>

/** Draws a token for a link; its hash is stored with the claim, the token itself only travels in the mail. */
async function issueToken(tx: Tx, purpose: TokenPurpose, address: string): Promise<string> {
  const token = drawToken()
  const expiresAt = new Date(tx.now().getTime() + LIFETIMES[purpose])
  await storeToken(tx.db, { hash: hashToken(token), purpose, address, expiresAt })
  return token
}

/** Who is known decides which letter it is, and only here: the one who asked never learns of it. */
async function write(tx: Tx, publicUrl: string, mail: TokenMail, { member }: Receiver): Promise<Written | null> {
  if (mail.kind === 'REGISTRATION') {
    if (member) return { to: member.email, letter: alreadyMember(publicUrl, member.language) }
    const token = await issueToken(tx, mail.kind, mail.address)
    return { to: mail.address, letter: confirmAddress(publicUrl, mail.language, token) }
  }
  if (!member || member.deleted !== (mail.kind === 'DELETION')) return null
  const token = await issueToken(tx, mail.kind, member.email)
  const letter = mail.kind === 'DELETION' ? accountDeleted : newPassword
  return { to: member.email, letter: letter(publicUrl, member.language, token) }
}

async function writeTokenMail(tx: Tx, publicUrl: string, mail: TokenMail): Promise<Written | null> {
  await lockAddress(tx.db, mail.address)
  const receiver = await findReceiver(tx.db, mail)
  const tooOld = Date.parse(mail.createdAt) + LIFETIMES[mail.kind] <= tx.now().getTime()
  const pointless = tooOld || receiver.deadAddress || receiver.overtaken || !Email.safeParse(mail.address).success
  return pointless ? null : write(tx, publicUrl, mail, receiver)
}

type AddressMail = MailRow & { kind: 'EMAIL_CHANGE' | 'EMAIL_RETURN' }

const isAddressMail = (mail: MailRow): mail is AddressMail =>
  mail.kind === 'EMAIL_CHANGE' || mail.kind === 'EMAIL_RETURN'

/** An address that has an account gets no link: its owner reads that somebody tried, and the member who asked learns nothing. */
async function writeAddressMail(tx: Tx, publicUrl: string, mail: AddressMail): Promise<Written | null> {
  const { member, deadAddress } = await findReceiver(tx.db, mail)
  if (deadAddress) return null
  if (mail.kind === 'EMAIL_CHANGE' && member)
    return { to: member.email, letter: addressTaken(publicUrl, member.language) }
  const token = drawToken()
  const table = mail.kind === 'EMAIL_CHANGE' ? 'email_changes' : 'email_returns'
  if (!(await storeLink(tx.db, table, mail.id, hashToken(token), tx.now()))) return null
  const letter = mail.kind === 'EMAIL_CHANGE' ? confirmNewAddress : addressChanged
  return { to: mail.address, letter: letter(publicUrl, mail.language, token) }
}

async function writeMail(tx: Tx, house: House, mail: MailRow): Promise<Written | null> {
  if (isTokenMail(mail)) return writeTokenMail(tx, house.publicUrl, mail)
  if (isAddressMail(mail)) return writeAddressMail(tx, house.publicUrl, mail)
  return writeEventMail(tx, house, mail as MailRow & { kind: EventMail })
}

/** Claims the mail and writes its letter. Null when there is nothing to send, now or ever. */
export async function prepareMail(tx: Tx, house: House, mailId: string): Promise<Prepared | null> {
  const mail = await claimMail(tx.db, mailId, tx.now())
  if (!mail) return null
  const written = await writeMail(tx, house, mail)
  if (written) return { mailId, kind: mail.kind, ...written }
  await endMail(tx.db, mailId, 'DROPPED', tx.now())
  return null
}
