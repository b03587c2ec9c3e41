import { type ComponentType, useEffect } from 'react'
import { lazy, useCanLoadChunks, waitUntilLoadable } from '../lib/device/chunks.ts'
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

/**
 * Defines a page whose chunk loads on the first visit. Until it is loaded, shows a notice if the chunk requires a
 * network: a fallback would not replace the previous page, which stays visible while the router waits for the next one.
 */
export function lazyPage(load: () => Promise<ComponentType>): ComponentType {
  let isLoaded = false
  const Page = lazy(async () => {
    const page = await load()
    isLoaded = true
    return { default: page }
  })
  return function LazyPage() {
    const canLoad = useCanLoadChunks()
    return canLoad || isLoaded ? <Page /> : <NeedsNetwork />
  }
}
