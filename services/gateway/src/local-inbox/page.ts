import { escapeHtml } from '@app/server/mails/html'
import type { LocalMail } from './queries.ts'

const linkify = (text: string): string =>
  escapeHtml(text).replace(/https?:\/\/[^\s<>]+/g, (url) => `<a href="${url}">${url}</a>`)

const renderMail = ({ to, subject, text, html, at }: LocalMail): string => `
  <article style="border: 1px solid #8886; border-radius: 12px; padding: 16px 20px; margin: 16px 0">
    <h2 style="margin: 0; font-size: 1.1rem">${escapeHtml(subject)}</h2>
    <p style="margin: 4px 0 12px; opacity: .75">${escapeHtml(to)} · <time datetime="${at}">${at}</time></p>
    <p style="white-space: pre-wrap; overflow-wrap: anywhere">${linkify(text)}</p>
    <details>
      <summary style="cursor: pointer">HTML version</summary>
      <iframe title="${escapeHtml(subject)}" sandbox="allow-popups allow-popups-to-escape-sandbox"
        srcdoc="${escapeHtml(`<base target="_blank">${html}`)}"
        style="width: 100%; height: 480px; border: 0; background: #fff; border-radius: 8px"></iframe>
    </details>
  </article>`

type Page = { title: string; lead: string; mails: LocalMail[] }

const renderPage = ({ title, lead, mails }: Page): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title}</title>
    <link rel="icon" href="/favicon.svg">
  </head>
  <body style="max-width: 720px; margin: 0 auto; padding: 24px 16px; font: 16px/1.5 system-ui, sans-serif">
    <h1 style="font-size: 1.5rem">${title}</h1>
    <p>${lead}</p>${mails.map(renderMail).join('')}
    ${mails.length === 0 ? '<p>No email yet.</p>' : ''}
  </body>
</html>
`

/** Renders the emails of the local inbox as a page without scripts. */
export const renderInbox = (mails: LocalMail[]): string =>
  renderPage({
    title: 'Local inbox',
    lead: `Emails arrive here while no mail server is configured, newest first.
      <a href="/dev/mails/examples">Examples of every email</a> have made-up contents.`,
    mails,
  })

/** Renders the examples of emails as a page without scripts. */
export const renderExamples = (mails: LocalMail[]): string =>
  renderPage({
    title: 'Every email',
    lead: 'In both languages, with made-up contents. <a href="/dev/mails">The local inbox</a> contains those that were sent.',
    mails,
  })
