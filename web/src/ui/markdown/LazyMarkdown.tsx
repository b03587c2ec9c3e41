import '../styles/markdown.css'
import styles from '../feedback/states.module.css'
import { markdownRenderer } from './markdown-renderer.ts'

/**
 * Renders Markdown on pages that rarely contain any. Until the renderer is loaded, `plain` invisibly reserves the
 * space; it is shown only if the renderer cannot be loaded.
 */
export function LazyMarkdown({ text, plain }: { text: string; plain: string }) {
  const renderer = markdownRenderer.useModule()
  const ready = markdownRenderer.useReady(true)
  return (
    <div className="markdown">
      {renderer ? (
        <renderer.MarkdownBody text={text} asPage={false} />
      ) : (
        <p className={ready ? undefined : styles.waiting}>{plain}</p>
      )}
    </div>
  )
}
