import '../styles/markdown.css'
import { MarkdownBody } from './MarkdownBody.tsx'
import { useMarkdownRenderer } from './markdown-renderer.ts'

useMarkdownRenderer.setState({ Renderer: MarkdownBody })

/**
 * Renders Markdown of members, or of a page. The renderer is part of the page's code, so the first frame is already
 * rendered.
 */
export const Markdown = ({ text, asPage = false }: { text: string; asPage?: boolean }) => (
  <div className="markdown">
    <MarkdownBody text={text} asPage={asPage} />
  </div>
)
