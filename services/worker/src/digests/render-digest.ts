import { escapeHtml } from '@app/server/mails/html'
import type { RenderedMail } from '../mail/mail.ts'
import type { MailContent } from '../mail/mail-content.ts'
import { renderMail } from '../mail/render-mail.ts'
import { createDigestContent } from './digest-content.ts'

/** The maximum number of cached templates: one for each combination of language, wanted kinds and lines. */
const TEMPLATES_MAX = 500
/** The start of a block of characters for private use, which no text contains. */
const PRIVATE_USE_START = 0xe000
/** A placeholder with the length of an unsubscribe key. */
const KEY_PLACEHOLDER = 'N'.repeat(43)

/** Returns the placeholder for the text of a line. */
const getLinePlaceholder = (index: number): string => String.fromCodePoint(PRIVATE_USE_START + index)

const templates = new Map<string, Promise<RenderedMail>>()

function renderTemplate(mailContent: MailContent): Promise<RenderedMail> {
  const key = JSON.stringify(mailContent)
  const cachedTemplate = templates.get(key)
  if (cachedTemplate) return cachedTemplate
  if (templates.size >= TEMPLATES_MAX) templates.clear()
  const template = renderMail(mailContent)
  templates.set(key, template)
  // Otherwise all digests with the same lines would fail, too.
  template.catch(() => templates.delete(key))
  return template
}

/** Renders a digest as `renderMail` does, from a template that all digests with the same lines share. */
export async function renderDigest(
  ...[publicUrl, recipient, counts]: Parameters<typeof createDigestContent>
): Promise<RenderedMail | null> {
  const mailContent = createDigestContent(publicUrl, { ...recipient, unsubscribeKey: KEY_PLACEHOLDER }, counts)
  if (!mailContent) return null
  const { lines = [] } = mailContent
  const template = await renderTemplate({
    ...mailContent,
    lines: lines.map(({ href }, index) => ({ label: getLinePlaceholder(index), href })),
  })
  const fillIn = (part: string, encode = (label: string) => label): string =>
    lines
      .reduce((text, { label }, index) => text.replace(getLinePlaceholder(index), () => encode(label)), part)
      .replaceAll(KEY_PLACEHOLDER, recipient.unsubscribeKey)
  return {
    subject: template.subject,
    html: fillIn(template.html, escapeHtml),
    text: fillIn(template.text),
    unsubscribe: template.unsubscribe && fillIn(template.unsubscribe),
  }
}
