import './styles/markdown.css'
import { useEffect } from 'react'
import { useMarkdownRenderer } from './markdown-renderer.ts'
import styles from './states.module.css'

function load(): void {
  if (useMarkdownRenderer.getState().Renderer) return
  import('./MarkdownBody.tsx').then(
    ({ MarkdownBody }) => useMarkdownRenderer.setState({ Renderer: MarkdownBody }),
    () => useMarkdownRenderer.setState({ failed: true }),
  )
}

/** Whether Markdown can be shown in its final form; loads the renderer where it is needed. */
export function useMarkdownReady(needed: boolean): boolean {
  const ready = useMarkdownRenderer(({ Renderer, failed }) => Renderer !== null || failed)
  useEffect(() => {
    if (needed) load()
  }, [needed])
  return ready || !needed
}

/**
 * Markdown on pages that seldom show any. Its place is held until the renderer has come; `plain`, as it was written, shows
 * only where the renderer cannot be loaded.
 */
export function LazyMarkdown({ text, plain }: { text: string; plain: string }) {
  const Renderer = useMarkdownRenderer((state) => state.Renderer)
  const ready = useMarkdownReady(true)
  return (
    <div className="markdown">
      {Renderer ? (
        <Renderer text={text} asPage={false} />
      ) : (
        <p className={ready ? undefined : styles.waiting}>{plain}</p>
      )}
    </div>
  )
}
