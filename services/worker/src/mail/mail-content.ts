import type { Language } from '@app/contract/text/language'

export type Link = { label: string; href: string }

/**
 * The content of an email without its layout. Each of the `lines` is a link; `notes` follow below the button, `footer`
 * at the end. `unsubscribe` is the URL for one-click unsubscription by email programs.
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
}
