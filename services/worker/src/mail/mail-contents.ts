import {
  DELETION_PERIOD_MS,
  EMAIL_LINK_LIFETIME_MS,
  EMAIL_REVERT_PERIOD_MS,
  HOUR_MS,
  NEW_DEVICE_LINK_LIFETIME_MS,
  PASSWORD_LINK_LIFETIME_MS,
  PASSWORD_WAIT_MS,
  REGISTRATION_LINK_LIFETIME_MS,
} from '@app/contract/limits'
import { PRODUCT_NAME } from '@app/contract/product'
import { REASONS } from '@app/contract/safety/reason-texts'
import type { ReasonCode } from '@app/contract/safety/reasons'
import { type Language, translate } from '@app/contract/text/language'
import { toStockholmTime } from '@app/contract/time/stockholm-time'
import { createFooter } from './footer.ts'
import type { MailContent } from './mail-content.ts'
import type { EventMailKind, MailRow } from './queries.ts'
import { getTranslator } from './texts.ts'

/** A weekday with its date, but without the year. */
const DAY_FORMAT = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'Europe/Stockholm' } as const
const DAY_FORMATTERS = {
  SWEDISH: new Intl.DateTimeFormat('sv-SE', DAY_FORMAT),
  ENGLISH: new Intl.DateTimeFormat('en-GB', DAY_FORMAT),
} satisfies Record<Language, Intl.DateTimeFormat>

/** Returns the day and the time of an instant in Stockholm. */
const formatTime = (language: Language, instant: string): { day: string; time: string } => ({
  day: DAY_FORMATTERS[language].format(new Date(instant)),
  time: toStockholmTime(instant).time,
})

/** Asks a new member to confirm the email address of a registration. */
export function createConfirmAddressContent(publicUrl: string, language: Language, token: string): MailContent {
  const t = getTranslator(language)
  return {
    language,
    subject: t('CONFIRM_ADDRESS.subject'),
    lead: t('CONFIRM_ADDRESS.lead', { product: PRODUCT_NAME }),
    button: { label: t('CONFIRM_ADDRESS.button'), href: `${publicUrl}/registration/token/${token}` },
    notes: [
      t('CONFIRM_ADDRESS.validity', { hours: REGISTRATION_LINK_LIFETIME_MS / HOUR_MS }),
      t('CONFIRM_ADDRESS.notYou'),
    ],
  }
}

/** Informs a member who tries to register again that they already have an account. */
export function createAlreadyMemberContent(publicUrl: string, language: Language): MailContent {
  const t = getTranslator(language)
  return {
    language,
    subject: t('ALREADY_MEMBER.subject'),
    lead: t('ALREADY_MEMBER.lead', { product: PRODUCT_NAME }),
    button: { label: t('ALREADY_MEMBER.button'), href: `${publicUrl}/` },
    aside: {
      text: t('ALREADY_MEMBER.forgotten'),
      link: { label: t('ALREADY_MEMBER.choose'), href: `${publicUrl}/reset-pwd` },
    },
    notes: [t('ALREADY_MEMBER.notYou')],
  }
}

/** Sends a link for choosing a new password. */
export function createNewPasswordContent(publicUrl: string, language: Language, token: string): MailContent {
  const t = getTranslator(language)
  return {
    language,
    subject: t('NEW_PASSWORD.subject'),
    lead: t('NEW_PASSWORD.lead', { product: PRODUCT_NAME }),
    button: { label: t('NEW_PASSWORD.button'), href: `${publicUrl}/reset-pwd/token/${token}` },
    notes: [t('NEW_PASSWORD.validity', { hours: PASSWORD_LINK_LIFETIME_MS / HOUR_MS }), t('NEW_PASSWORD.notYou')],
  }
}

/** Confirms that an account was deleted, with a link that restores it. */
export function createAccountDeletedContent(publicUrl: string, language: Language, token: string): MailContent {
  const t = getTranslator(language)
  return {
    language,
    subject: t('ACCOUNT_DELETED.subject'),
    lead: t('ACCOUNT_DELETED.lead', { product: PRODUCT_NAME, days: String(DELETION_PERIOD_MS / (24 * HOUR_MS)) }),
    button: { label: t('ACCOUNT_DELETED.button'), href: `${publicUrl}/undelete/token/${token}` },
    notes: [t('ACCOUNT_DELETED.validity'), t('ACCOUNT_DELETED.notYou')],
  }
}

/** Asks a member to confirm the new email address of their account. */
export function createConfirmNewAddressContent(publicUrl: string, language: Language, token: string): MailContent {
  const t = getTranslator(language)
  return {
    language,
    subject: t('CONFIRM_NEW_ADDRESS.subject'),
    lead: t('CONFIRM_NEW_ADDRESS.lead', { product: PRODUCT_NAME }),
    button: { label: t('CONFIRM_NEW_ADDRESS.button'), href: `${publicUrl}/email/token/${token}` },
    notes: [
      t('CONFIRM_NEW_ADDRESS.validity', { hours: EMAIL_LINK_LIFETIME_MS / HOUR_MS }),
      t('CONFIRM_NEW_ADDRESS.notYou'),
    ],
  }
}

/** Informs the owner of an email address that a member has tried to change to it. */
export function createAddressTakenContent(publicUrl: string, language: Language): MailContent {
  const t = getTranslator(language)
  return {
    language,
    subject: t('ADDRESS_TAKEN.subject'),
    lead: t('ADDRESS_TAKEN.lead', { product: PRODUCT_NAME }),
    button: { label: t('ADDRESS_TAKEN.button'), href: `${publicUrl}/` },
    notes: [t('ADDRESS_TAKEN.notYou')],
  }
}

/** Informs the previous email address of a change, with a link that reverts it. */
export function createAddressChangedContent(publicUrl: string, language: Language, token: string): MailContent {
  const t = getTranslator(language)
  return {
    language,
    subject: t('ADDRESS_CHANGED.subject'),
    lead: t('ADDRESS_CHANGED.lead', { product: PRODUCT_NAME }),
    button: { label: t('ADDRESS_CHANGED.button'), href: `${publicUrl}/email-return/token/${token}` },
    notes: [
      t('ADDRESS_CHANGED.validity', { days: EMAIL_REVERT_PERIOD_MS / (24 * HOUR_MS) }),
      t('ADDRESS_CHANGED.wasYou'),
    ],
  }
}

/** Returns the button that ends all sessions and deletes recently added passkeys and recovery codes, with its notes. */
function createUndoParts(publicUrl: string, language: Language, token: string): Pick<MailContent, 'button' | 'notes'> {
  const t = getTranslator(language)
  return {
    button: { label: t('NEW_DEVICE.button'), href: `${publicUrl}/new-device/token/${token}` },
    notes: [
      t('NEW_DEVICE.effect'),
      t('NEW_DEVICE.validity', { days: NEW_DEVICE_LINK_LIFETIME_MS / (24 * HOUR_MS) }),
      t('NEW_DEVICE.wasYou'),
    ],
  }
}

/**
 * Informs a member of a login from a new browser, with a link that ends all sessions and deletes recently added
 * passkeys and recovery codes.
 */
export function createNewDeviceContent(
  publicUrl: string,
  language: Language,
  { device, at, token }: { device: string; at: string; token: string },
): MailContent {
  const t = getTranslator(language)
  return {
    language,
    subject: t('NEW_DEVICE.subject'),
    lead: t('NEW_DEVICE.lead', { device: device || t('NEW_DEVICE.unknown'), ...formatTime(language, at) }),
    ...createUndoParts(publicUrl, language, token),
  }
}

/**
 * Informs a member of a changed way to log in, with a link that ends all sessions and deletes recently added passkeys
 * and recovery codes.
 */
export function createLoginChangedContent(
  publicUrl: string,
  language: Language,
  { change, at, token }: { change: NonNullable<MailRow['loginChange']>; at: string; token: string },
): MailContent {
  const t = getTranslator(language)
  const countsAt = new Date(Date.parse(at) + (change === 'PASSWORD_LATER' ? PASSWORD_WAIT_MS : 0)).toISOString()
  return {
    language,
    subject: t('LOGIN_CHANGED.subject'),
    lead: t(`LOGIN_CHANGED.${change}`, formatTime(language, countsAt)),
    ...createUndoParts(publicUrl, language, token),
  }
}

/**
 * Informs a member that a passkey was added to their account, with a link that ends all sessions and deletes recently
 * added passkeys and recovery codes. `name` is empty if the passkey is already deleted.
 */
export function createPasskeyAddedContent(
  publicUrl: string,
  language: Language,
  { name, at, token }: { name: string; at: string; token: string },
): MailContent {
  const t = getTranslator(language)
  return {
    language,
    subject: t('PASSKEY_ADDED.subject'),
    lead: t(name === '' ? 'PASSKEY_ADDED.leadUnnamed' : 'PASSKEY_ADDED.lead', { name, ...formatTime(language, at) }),
    ...createUndoParts(publicUrl, language, token),
  }
}

/** The link to a statement, and the time until which it works without a login. */
type StatementLink = { href: string; until: Date }

const DATE_FORMAT = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'Europe/Stockholm' } as const
const DATE_FORMATTERS = {
  SWEDISH: new Intl.DateTimeFormat('sv-SE', DATE_FORMAT),
  ENGLISH: new Intl.DateTimeFormat('en-GB', DATE_FORMAT),
} satisfies Record<Language, Intl.DateTimeFormat>

/** Informs a member of a decision about them. The email does not contain the decision itself. */
export function createDecisionContent(
  language: Language,
  { href, until, userName }: StatementLink & { userName: string },
): MailContent {
  const t = getTranslator(language)
  return {
    language,
    subject: t('DECISION.subject'),
    lead: t('DECISION.lead', { name: userName }),
    button: { label: t('DECISION.button'), href },
    notes: [t('DECISION.validity', { date: DATE_FORMATTERS[language].format(until) }), t('DECISION.hidden')],
  }
}

/** Answers an appeal, or informs a member that a decision no longer applies. */
export function createAppealDecidedContent(
  language: Language,
  { href, until, answer, isOverturned }: StatementLink & { answer: string | null; isOverturned: boolean },
): MailContent {
  const t = getTranslator(language)
  const outcome = isOverturned ? 'overturned' : 'upheld'
  return {
    language,
    subject: answer === null ? t('APPEAL_DECIDED.changed') : t('APPEAL_DECIDED.subject'),
    lead: answer === null ? t('APPEAL_DECIDED.undone') : t('APPEAL_DECIDED.lead', { outcome, answer }),
    button: { label: t('DECISION.button'), href },
    notes: [t('DECISION.validity', { date: DATE_FORMATTERS[language].format(until) })],
  }
}

type NoticeFacts = { number: string; filedAt: string; aimAt: string }

/** Confirms that a notice has arrived, with its number and the time by which the team aims to read it. */
export function createNoticeReceivedContent(
  publicUrl: string,
  language: Language,
  { number, filedAt, aimAt }: NoticeFacts,
): MailContent {
  const t = getTranslator(language)
  return {
    language,
    subject: t('NOTICE_RECEIVED.subject'),
    lead: t('NOTICE_RECEIVED.lead', { number, ...formatTime(language, filedAt) }),
    button: { label: t('NOTICE_RECEIVED.button'), href: `${publicUrl}/terms` },
    notes: [t('NOTICE_RECEIVED.aim', formatTime(language, aimAt)), t('NOTICE_RECEIVED.later')],
  }
}

type NoticeAnswer = {
  kind: 'NOTICE_DECIDED' | 'NOTICE_CHANGED'
  number: string
  removed: boolean
  reason: ReasonCode
  disputeAddress: string | null
}

/** Answers a notice, or corrects the answer: whether the content was removed, why, and how to disagree. */
export function createNoticeDecidedContent(
  publicUrl: string,
  language: Language,
  { kind, number, removed, reason, disputeAddress }: NoticeAnswer,
): MailContent {
  const t = getTranslator(language)
  const lead = { removed: removed ? 'yes' : 'no', reason: translate(REASONS[reason].sentence, language) }
  return {
    language,
    subject: t(`${kind}.subject`, { number }),
    lead: t(`${kind}.lead`, lead),
    button: { label: t('BARRED.button'), href: `${publicUrl}/about` },
    notes: [
      t('NOTICE_DECIDED.person'),
      disputeAddress ? t('NOTICE_DECIDED.disagreeWithBody', { body: disputeAddress }) : t('NOTICE_DECIDED.disagree'),
    ],
  }
}

/** Informs a banned person that their email address cannot register again. `number` is the number of the case. */
export function createBarredContent(publicUrl: string, language: Language, number: string): MailContent {
  const t = getTranslator(language)
  return {
    language,
    subject: t('BARRED.subject'),
    lead: t('BARRED.lead', { product: PRODUCT_NAME, number }),
    button: { label: t('BARRED.button'), href: `${publicUrl}/about` },
    notes: [t('BARRED.appeal')],
  }
}

/** The newest entry of the team log, the number of entries, and the hash of the entry that was newest a day earlier. */
export type LogHead = { id: string; hash: string; entries: number; previousHash: string | null }

/** Sends a lead the hash of the newest entry of the team log, which proves any later change to the log. */
export function createLogHeadContent(
  publicUrl: string,
  language: Language,
  { id, hash, entries, previousHash }: LogHead,
): MailContent {
  const t = getTranslator(language)
  return {
    language,
    subject: t('LOG_HEAD.subject'),
    lead: t('LOG_HEAD.lead', { entries, id, hash, previous: previousHash ?? '–' }),
    button: { label: t('LOG_HEAD.button'), href: `${publicUrl}/moderation` },
    notes: [t('LOG_HEAD.keep')],
  }
}

/**
 * Informs a lead that an admin has reached a limit of evidence views. Does not name the admin: only the log does, which
 * requires a login.
 */
export function createViewLimitContent(
  publicUrl: string,
  language: Language,
  { id, at }: { id: string; at: string },
): MailContent {
  const t = getTranslator(language)
  return {
    language,
    subject: t('VIEW_LIMIT.subject'),
    lead: t('VIEW_LIMIT.lead', formatTime(language, at)),
    button: { label: t('VIEW_LIMIT.button'), href: `${publicUrl}/moderation?tab=log` },
    notes: [t('VIEW_LIMIT.log', { id })],
  }
}

/** Alerts an admin to a critical case, without names or reported content, which require a login. */
export function createCaseAlertContent(
  publicUrl: string,
  language: Language,
  { id, dueAt }: { id: string; dueAt: string },
): MailContent {
  const t = getTranslator(language)
  return {
    language,
    subject: t('CASE_ALERT.subject', { id }),
    lead: t('CASE_ALERT.lead', { id, ...formatTime(language, dueAt) }),
    button: { label: t('CASE_ALERT.button'), href: `${publicUrl}/moderation?case=${id}` },
    notes: [],
  }
}

/** Creates an email about an event, with the time but without title and place, which require a login. */
export function createEventContent(
  publicUrl: string,
  language: Language,
  kind: EventMailKind,
  { eventId, eventTime, unsubscribeKey }: { eventId: string; eventTime: string; unsubscribeKey: string },
): MailContent {
  const t = getTranslator(language)
  return {
    language,
    subject: t(`${kind}.subject`),
    lead: t(`${kind}.lead`, formatTime(language, eventTime)),
    button: { label: t('EVENT.button'), href: `${publicUrl}/events?id=${eventId}` },
    notes: [],
    ...createFooter(publicUrl, { language, unsubscribeKey, kinds: ['EVENTS'], oneClickKind: 'EVENTS' }),
  }
}
