import './styles/markdown.css'
import { lazy, Suspense } from 'react'

const MarkdownBody = lazy(async () => ({ default: (await import('./MarkdownBody.tsx')).MarkdownBody }))

/** Markdown by members, or of a page. Until the renderer has arrived the text stands as it was written. */
export const Markdown = ({ text, asPage = false }: { text: string; asPage?: boolean }) => (
  <div className="markdown">
    <Suspense fallback={<p>{text}</p>}>
      <MarkdownBody text={text} asPage={asPage} />
    </Suspense>
  </div>
)
