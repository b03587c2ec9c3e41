import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../lib/texts.ts'
import { Button } from '../ui/Button.tsx'
import styles from './list.module.css'
import { loadMore } from './loads.ts'
import type { ListName } from './state.ts'
import { useChats } from './store.ts'
import { chatsTexts } from './texts.ts'

/** So far beyond the edge the place of the next page is near. */
const NEAR = '400px'

/** Fetches the next page of a list when its place comes near; with a button when that has failed. */
export function More({ list }: { list: ListName }) {
  const t = useTexts(chatsTexts)
  const hasMore = useChats(({ lists }) => lists[list].data?.hasMore ?? false)
  const [failed, setFailed] = useState(false)
  const sentinel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!hasMore || !sentinel.current || failed) return
    const load = () => void loadMore(list).catch(() => setFailed(true))
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), { rootMargin: NEAR })
    observer.observe(sentinel.current)
    return () => observer.disconnect()
  }, [list, hasMore, failed])
  if (!hasMore) return null
  return (
    <div ref={sentinel} className={styles.more}>
      {failed && (
        <Button variant="quiet" onClick={() => setFailed(false)}>
          {t('list.more')}
        </Button>
      )}
    </div>
  )
}
