import './styles/markdown.css'
import { MarkdownBody } from './MarkdownBody.tsx'
import { useMarkdownRenderer } from './markdown-renderer.ts'

useMarkdownRenderer.setState({ Renderer: MarkdownBody })

/** Markdown by members, or of a page. The renderer comes with the code of the page, so the first frame is rendered. */
export const Markdown = ({ text, asPage = false }: { text: string; asPage?: boolean }) => (
  <div className="markdown">
    <MarkdownBody text={text} asPage={asPage} />
  </div>
)
