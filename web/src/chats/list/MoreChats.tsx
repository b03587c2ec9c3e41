import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { loadMore } from '../loads.ts'
import type { ListName } from '../state.ts'
import { useChats } from '../store.ts'
import { chatsTexts } from '../texts.ts'
import styles from './list.module.css'

/** The distance from the visible edge at which the next page loads. */
const LOAD_MARGIN = '400px'

/** Loads the next page of a list when its end approaches the view; shows a button after a failure. */
export function MoreChats({ list }: { list: ListName }) {
  const t = useTexts(chatsTexts)
  const hasMore = useChats(({ lists }) => lists[list].data?.hasMore ?? false)
  const [hasFailed, setHasFailed] = useState(false)
  const sentinel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!hasMore || !sentinel.current || hasFailed) return
    const load = () => void loadMore(list).catch(() => setHasFailed(true))
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), { rootMargin: LOAD_MARGIN })
    observer.observe(sentinel.current)
    return () => observer.disconnect()
  }, [list, hasMore, hasFailed])
  const retry = () => {
    // The button disappears, so the focus moves to the end of the rows before it.
    const controls = sentinel.current?.previousElementSibling?.querySelectorAll<HTMLElement>('a, button') ?? []
    ;[...controls].at(-1)?.focus({ preventScroll: true })
    setHasFailed(false)
  }
  if (!hasMore) return null
  return (
    <div ref={sentinel} className={styles.more}>
      {hasFailed && (
        <Button variant="quiet" onClick={retry}>
          {t('list.more')}
        </Button>
      )}
    </div>
  )
}
