import { escaped } from '@app/server/html'
import type { Letter } from '../mail/letters.ts'
import { renderLetter } from '../mail/render-letter.ts'
import type { Mail } from '../mail/transport.ts'
import { digestLetter } from './letter.ts'

/** So many looks are kept: a language, the kinds that are wanted, and what there is to tell of. */
const KEPT = 500
/** What stands for the words of a line, and for the name of the receiver, where they will be. */
const lineAt = (at: number): string => String.fromCodePoint(0xe000 + at)
const NAME = 'N'.repeat(43)

type Page = Omit<Mail, 'to'>

const looks = new Map<string, Promise<Page>>()

function layOut(letter: Letter): Promise<Page> {
  const key = JSON.stringify(letter)
  const known = looks.get(key)
  if (known) return known
  if (looks.size >= KEPT) looks.clear()
  const page = renderLetter(letter)
  looks.set(key, page)
  return page
}

/** The page of a digest, as `renderLetter` makes it: laid out once for all that tell of the same, however much of it. */
export async function renderDigest(
  ...[url, receiver, contents]: Parameters<typeof digestLetter>
): Promise<Page | null> {
  const letter = digestLetter(url, { ...receiver, name: NAME }, contents)
  if (!letter) return null
  const { lines = [] } = letter
  const page = await layOut({ ...letter, lines: lines.map(({ href }, at) => ({ label: lineAt(at), href })) })
  const fill = (blank: string, write = (words: string) => words): string =>
    lines
      .reduce((text, { label }, at) => text.replace(lineAt(at), () => write(label)), blank)
      .replaceAll(NAME, receiver.name)
  return {
    subject: page.subject,
    html: fill(page.html, escaped),
    text: fill(page.text),
    unsubscribe: page.unsubscribe && fill(page.unsubscribe),
  }
}
