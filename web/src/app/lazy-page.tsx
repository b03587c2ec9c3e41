import { type ComponentType, lazy, useEffect } from 'react'
import { canLoadChunks, loadChunk, useCanLoadChunks, waitUntilLoadable } from '../lib/device/chunks.ts'
import { useSession } from '../lib/http/session.ts'
import { useTexts } from '../lib/text/texts.ts'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { PageHeading } from '../ui/layout/PageHeading.tsx'
import { uiTexts } from '../ui/texts.ts'
import styles from './lazy-page.module.css'

/** Shows that a page requires a network. */
function NeedsNetwork() {
  const t = useTexts(uiTexts)
  const isLoggedIn = useSession() !== null
  useEffect(() => void waitUntilLoadable(), [])
  const title = t('needsNetwork')
  const notice = (
    <div role="alert" className={styles.notice}>
      <EmptyState motif="broken" title={title} heading={<PageHeading className={styles.heading}>{title}</PageHeading>}>
        {t('needsNetworkText')}
      </EmptyState>
    </div>
  )
  return isLoggedIn ? (
    notice
  ) : (
    <main id="content" tabIndex={-1} className={styles.alone}>
      {notice}
    </main>
  )
}

export type LazyPage = ComponentType & {
  /** Loads the page's chunk, if that is possible, without showing the page. */
  preload: () => void
}

/**
 * Defines a page whose chunk loads on the first visit or preload. Until it is loaded, shows a notice if the chunk
 * requires a network: a fallback would not replace the previous page, which stays visible while the router waits for
 * the next one.
 */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let isLoaded = false
  let loading: Promise<{ default: ComponentType }> | null = null
  const loadPage = async () => {
    const page = await load()
    isLoaded = true
    return { default: page }
  }
  /** Loads the page once, and again if that failed. */
  const loadOnce = () => {
    loading ??= loadPage().catch((error: unknown) => {
      loading = null
      throw error
    })
    return loading
  }
  const Page = lazy(() => (isLoaded ? loadOnce() : loadChunk(loadOnce)))
  function LazyPage() {
    const canLoad = useCanLoadChunks()
    return canLoad || isLoaded ? <Page /> : <NeedsNetwork />
  }
  return Object.assign(LazyPage, {
    preload: () => {
      if (canLoadChunks()) loadOnce().catch(() => undefined)
    },
  })
}
