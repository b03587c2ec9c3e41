import { render, toPlainText } from '@react-email/render'
import { createElement } from 'react'
import { LetterPage } from './LetterPage.tsx'
import type { Letter } from './letter.ts'
import type { Mail } from './mail.ts'

const AS_TEXT = { selectors: [{ selector: 'h1', options: { uppercase: false } }] }

export async function renderLetter(letter: Letter): Promise<Omit<Mail, 'to'>> {
  const html = await render(createElement(LetterPage, { letter }))
  const { subject, unsubscribe } = letter
  return { subject, html, text: toPlainText(html, AS_TEXT), unsubscribe }
}
