import '../styles/markdown.css'
import { useEffect } from 'react'
import styles from '../feedback/states.module.css'
import { useMarkdownRenderer } from './markdown-renderer.ts'

function load(): void {
  if (useMarkdownRenderer.getState().Renderer) return
  import('./MarkdownBody.tsx').then(
    ({ MarkdownBody }) => useMarkdownRenderer.setState({ Renderer: MarkdownBody }),
    () => useMarkdownRenderer.setState({ failed: true }),
  )
}

/** Returns whether Markdown can be rendered; loads the renderer if needed. */
export function useMarkdownReady(needed: boolean): boolean {
  const ready = useMarkdownRenderer(({ Renderer, failed }) => Renderer !== null || failed)
  useEffect(() => {
    if (needed) load()
  }, [needed])
  return ready || !needed
}

/**
 * Renders Markdown on pages that rarely contain any. Reserves its space until the renderer is loaded; shows the source
 * text as `plain` only if the renderer cannot be loaded.
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
