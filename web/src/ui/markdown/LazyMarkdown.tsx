import '../styles/markdown.css'
import { useEffect } from 'react'
import { canLoadChunks, loadChunk } from '../../lib/device/chunks.ts'
import styles from '../feedback/states.module.css'
import { useMarkdownRenderer } from './markdown-renderer.ts'

function loadRenderer(): void {
  if (useMarkdownRenderer.getState().Renderer) return
  if (!canLoadChunks()) useMarkdownRenderer.setState({ failed: true })
  loadChunk(() => import('./MarkdownBody.tsx')).then(
    ({ MarkdownBody }) => useMarkdownRenderer.setState({ Renderer: MarkdownBody }),
    () => useMarkdownRenderer.setState({ failed: true }),
  )
}

/**
 * Loads the Markdown renderer if it is `needed`. Returns whether the texts can be shown: the renderer is loaded, is not
 * needed, or could not be loaded.
 */
export function useMarkdownReady(needed: boolean): boolean {
  const ready = useMarkdownRenderer(({ Renderer, failed }) => Renderer !== null || failed)
  useEffect(() => {
    if (needed) loadRenderer()
  }, [needed])
  return ready || !needed
}

/**
 * Renders Markdown on pages that rarely contain any. Until the renderer is loaded, `plain` invisibly reserves the
 * space; it is shown only if the renderer cannot be loaded.
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
