import { escapeHtml } from '@app/server/mails/html'
import type { Letter } from '../mail/letter.ts'
import type { Mail } from '../mail/mail.ts'
import { renderLetter } from '../mail/render-letter.ts'
import { digestLetter } from './letter.ts'

/** The maximum number of cached templates: one for each combination of language, wanted kinds and lines. */
const CACHE_SIZE = 500
/** Returns the placeholder for the text of a line. */
const placeholderOf = (index: number): string => String.fromCodePoint(0xe000 + index)
const NAME_PLACEHOLDER = 'N'.repeat(43)

type Page = Omit<Mail, 'to'>

const templates = new Map<string, Promise<Page>>()

function renderTemplate(letter: Letter): Promise<Page> {
  const key = JSON.stringify(letter)
  const cached = templates.get(key)
  if (cached) return cached
  if (templates.size >= CACHE_SIZE) templates.clear()
  const page = renderLetter(letter)
  templates.set(key, page)
  return page
}

/** Renders a digest as `renderLetter` does, from a template that all digests with the same lines share. */
export async function renderDigest(
  ...[url, recipient, contents]: Parameters<typeof digestLetter>
): Promise<Page | null> {
  const letter = digestLetter(url, { ...recipient, name: NAME_PLACEHOLDER }, contents)
  if (!letter) return null
  const { lines = [] } = letter
  const page = await renderTemplate({
    ...letter,
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
