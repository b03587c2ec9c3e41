import type { ReactNode } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'

const LINK = /^(https?:\/\/|mailto:)/i
/** A path on this site. */
const PATH = /^\/(?![/\\])/

const Link: Components['a'] = ({ href, children }) => {
  if (href && PATH.test(href)) return <a href={href}>{children}</a>
  return href ? (
    <a href={href} target="_blank" rel="noopener nofollow noreferrer">
      {children}
    </a>
  ) : (
    children
  )
}

const Bold = ({ children }: { children?: ReactNode }) => (
  <p>
    <strong>{children}</strong>
  </p>
)

const common: Components = { a: Link, img: ({ alt }) => alt }

/** In texts within a page, headings are rendered as bold text, because they would break the page's outline. */
const embedded: Components = { ...common, h1: Bold, h2: Bold, h3: Bold, h4: Bold, h5: Bold, h6: Bold }

/** The page's title is the only h1, so the outline continues with h2. */
const page: Components = { ...common, h1: 'h2', h5: 'h4', h6: 'h4' }

/**
 * Renders Markdown without pictures. Links lead only to web URLs and email addresses; those of a page also to paths on
 * this site. HTML is shown as text.
 */
export const MarkdownBody = ({ text, asPage }: { text: string; asPage: boolean }) => (
  <ReactMarkdown
    components={asPage ? page : embedded}
    urlTransform={(url) => (LINK.test(url) || (asPage && PATH.test(url)) ? url : '')}
  >
    {text}
  </ReactMarkdown>
)
