import { render, toPlainText } from '@react-email/render'
import { createElement } from 'react'
import { MailLayout } from './MailLayout.tsx'
import type { Mail } from './mail.ts'
import type { MailContent } from './mail-content.ts'

const AS_TEXT = { selectors: [{ selector: 'h1', options: { uppercase: false } }] }

export async function renderMail(content: MailContent): Promise<Omit<Mail, 'to'>> {
  const html = await render(createElement(MailLayout, { content }))
  const { subject, unsubscribe } = content
  return { subject, html, text: toPlainText(html, AS_TEXT), unsubscribe }
}
