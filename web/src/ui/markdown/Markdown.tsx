import '../styles/markdown.css'
import { MarkdownBody } from './MarkdownBody.tsx'
import { markdownRenderer } from './markdown-renderer.ts'

markdownRenderer.provide({ MarkdownBody })

/**
 * Renders Markdown in a part of a page, or that of a whole page. Imports the renderer statically, so that the first
 * frame already contains the text.
 */
export const Markdown = ({ text, asPage = false }: { text: string; asPage?: boolean }) => (
  <div className="markdown">
    <MarkdownBody text={text} asPage={asPage} />
  </div>
)
