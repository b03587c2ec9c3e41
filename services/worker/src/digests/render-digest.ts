import { escapeHtml } from '@app/server/mails/html'
import type { Mail } from '../mail/mail.ts'
import type { MailContent } from '../mail/mail-content.ts'
import { renderMail } from '../mail/render-mail.ts'
import { createDigestContent } from './digest-content.ts'

/** The maximum number of cached templates: one for each combination of language, wanted kinds and lines. */
const TEMPLATES_MAX = 500
/** Returns the placeholder for the text of a line. */
const placeholderOf = (index: number): string => String.fromCodePoint(0xe000 + index)
const NAME_PLACEHOLDER = 'N'.repeat(43)

type Page = Omit<Mail, 'to'>

const templates = new Map<string, Promise<Page>>()

function renderTemplate(mailContent: MailContent): Promise<Page> {
  const key = JSON.stringify(mailContent)
  const cached = templates.get(key)
  if (cached) return cached
  if (templates.size >= TEMPLATES_MAX) templates.clear()
  const page = renderMail(mailContent)
  templates.set(key, page)
  return page
}

/** Renders a digest as `renderMail` does, from a template that all digests with the same lines share. */
export async function renderDigest(
  ...[url, recipient, contents]: Parameters<typeof createDigestContent>
): Promise<Page | null> {
  const mailContent = createDigestContent(url, { ...recipient, name: NAME_PLACEHOLDER }, contents)
  if (!mailContent) return null
  const { lines = [] } = mailContent
  const page = await renderTemplate({
    ...mailContent,
    lines: lines.map(({ href }, index) => ({ label: placeholderOf(index), href })),
  })
  const fill = (template: string, encode = (value: string) => value): string =>
    lines
      .reduce((text, { label }, index) => text.replace(placeholderOf(index), () => encode(label)), template)
      .replaceAll(NAME_PLACEHOLDER, recipient.name)
  return {
    subject: page.subject,
    html: fill(page.html, escapeHtml),
    text: fill(page.text),
    unsubscribe: page.unsubscribe && fill(page.unsubscribe),
  }
}
