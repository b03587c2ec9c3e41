import { render, toPlainText } from '@react-email/render'
import { createElement } from 'react'
import { MailLayout } from './MailLayout.tsx'
import type { RenderedMail } from './mail.ts'
import type { MailContent } from './mail-content.ts'

/** Keeps the case of the heading, which is in capitals by default. */
const PLAIN_TEXT_OPTIONS = { selectors: [{ selector: 'h1', options: { uppercase: false } }] }

/** Renders an email as HTML and, derived from that, as plain text. */
export async function renderMail(content: MailContent): Promise<RenderedMail> {
  const html = await render(createElement(MailLayout, { content }))
  const { subject, unsubscribe, messageKey } = content
  return { subject, html, text: toPlainText(html, PLAIN_TEXT_OPTIONS), unsubscribe, messageKey }
}
