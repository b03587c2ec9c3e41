import {
  DELETION_PERIOD,
  EMAIL_LINK_LIFETIME,
  EMAIL_REVERT_PERIOD,
  PASSWORD_LINK_LIFETIME,
  REGISTRATION_LINK_LIFETIME,
} from '@app/contract/limits'
import { PRODUCT_NAME } from '@app/contract/product'
import type { Language } from '@app/contract/text/language'
import { toStockholmTime } from '@app/contract/time/stockholm-time'
import { createFooter } from './footer.ts'
import type { MailContent } from './mail-content.ts'
import { getTranslator } from './texts.ts'

const HOUR = 60 * 60 * 1_000

const DAY_FORMAT = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'Europe/Stockholm' } as const
const days = {
  SWEDISH: new Intl.DateTimeFormat('sv-SE', DAY_FORMAT),
  ENGLISH: new Intl.DateTimeFormat('en-GB', DAY_FORMAT),
} satisfies Record<Language, Intl.DateTimeFormat>

export function confirmAddress(publicUrl: string, language: Language, token: string): MailContent {
  const t = getTranslator(language)
  return {
    language,
    subject: t('CONFIRM_ADDRESS.subject'),
    lead: t('CONFIRM_ADDRESS.lead', { product: PRODUCT_NAME }),
    button: { label: t('CONFIRM_ADDRESS.button'), href: `${publicUrl}/registration/token/${token}` },
    notes: [t('CONFIRM_ADDRESS.validity', { hours: REGISTRATION_LINK_LIFETIME / HOUR }), t('CONFIRM_ADDRESS.notYou')],
  }
}

export function alreadyMember(publicUrl: string, language: Language): MailContent {
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

export function newPassword(publicUrl: string, language: Language, token: string): MailContent {
  const t = getTranslator(language)
  return {
    language,
    subject: t('NEW_PASSWORD.subject'),
    lead: t('NEW_PASSWORD.lead', { product: PRODUCT_NAME }),
    button: { label: t('NEW_PASSWORD.button'), href: `${publicUrl}/reset-pwd/token/${token}` },
    notes: [t('NEW_PASSWORD.validity', { hours: PASSWORD_LINK_LIFETIME / HOUR }), t('NEW_PASSWORD.notYou')],
  }
}

export function accountDeleted(publicUrl: string, language: Language, token: string): MailContent {
  const t = getTranslator(language)
  return {
    language,
    subject: t('ACCOUNT_DELETED.subject'),
    lead: t('ACCOUNT_DELETED.lead', { product: PRODUCT_NAME, days: String(DELETION_PERIOD / (24 * HOUR)) }),
    button: { label: t('ACCOUNT_DELETED.button'), href: `${publicUrl}/undelete/token/${token}` },
    notes: [t('ACCOUNT_DELETED.validity'), t('ACCOUNT_DELETED.notYou')],
  }
}

export function confirmNewAddress(publicUrl: string, language: Language, token: string): MailContent {
  const t = getTranslator(language)
  return {
    language,
    subject: t('CONFIRM_NEW_ADDRESS.subject'),
    lead: t('CONFIRM_NEW_ADDRESS.lead', { product: PRODUCT_NAME }),
    button: { label: t('CONFIRM_NEW_ADDRESS.button'), href: `${publicUrl}/email/token/${token}` },
    notes: [t('CONFIRM_NEW_ADDRESS.validity', { hours: EMAIL_LINK_LIFETIME / HOUR }), t('CONFIRM_NEW_ADDRESS.notYou')],
  }
}

/** Informs the owner of an email address that another member has tried to change to it. */
export function addressTaken(publicUrl: string, language: Language): MailContent {
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
export function addressChanged(publicUrl: string, language: Language, token: string): MailContent {
  const t = getTranslator(language)
  return {
    language,
    subject: t('ADDRESS_CHANGED.subject'),
    lead: t('ADDRESS_CHANGED.lead', { product: PRODUCT_NAME }),
    button: { label: t('ADDRESS_CHANGED.button'), href: `${publicUrl}/email-return/token/${token}` },
    notes: [t('ADDRESS_CHANGED.validity', { days: EMAIL_REVERT_PERIOD / (24 * HOUR) }), t('ADDRESS_CHANGED.wasYou')],
  }
}

type EventKind = 'EVENT_REMINDER' | 'EVENT_CHANGED' | 'EVENT_CANCELLED' | 'EVENT_SEAT'

/** Names only the time; title and place are only visible after login, so that no bystander reads them in the email. */
export function createEventContent(
  publicUrl: string,
  language: Language,
  kind: EventKind,
  { eventId, eventTime, name }: { eventId: string; eventTime: string; name: string },
): MailContent {
  const t = getTranslator(language)
  const eventTimeTexts = { day: days[language].format(new Date(eventTime)), time: toStockholmTime(eventTime).time }
  return {
    language,
    subject: t(`${kind}.subject`),
    lead: t(`${kind}.lead`, eventTimeTexts),
    button: { label: t('EVENT.button'), href: `${publicUrl}/events?id=${eventId}` },
    notes: [],
    ...createFooter(publicUrl, language, name, ['EVENTS'], 'EVENTS'),
  }
}
