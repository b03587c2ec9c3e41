import type { Language } from '@app/contract/text/language'

export type Link = { label: string; href: string }

/**
 * The content of an email without its layout, from top to bottom. `unsubscribe` is the URL with which email programs
 * unsubscribe in one click. `messageKey` is set for emails whose content is the same in every attempt to send them, and
 * identifies the email.
 */
export type MailContent = {
  language: Language
  subject: string
  lead: string
  lines?: Link[]
  button: Link
  aside?: { text: string; link: Link }
  notes: string[]
  footer?: { text: string; links: Link[] }
  unsubscribe?: string
  messageKey?: string
}

/** The recipient and content of an email. */
export type Draft = { to: string; content: MailContent }
