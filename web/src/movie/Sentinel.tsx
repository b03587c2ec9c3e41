import { useEffect, useRef } from 'react'
import { useTexts } from '../lib/text/texts.ts'
import { ShowMore } from '../ui/lists/ShowMore.tsx'
import { loadMore } from './store.ts'
import { movieTexts } from './texts.ts'

/** The distance of the feed's end below the viewport at which the next page loads. */
const PRELOAD_MARGIN = '1200px'

/** Marks the end of the feed: loads more when the member scrolls near it, and offers a button for keyboard users. */
export function Sentinel() {
  const t = useTexts(movieTexts)
  const sentinel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = sentinel.current
    if (!element) return
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && void loadMore().catch(() => undefined),
      { root: element.closest('[data-scroller]'), rootMargin: PRELOAD_MARGIN },
    )
    observer.observe(element)
    return () => observer.disconnect()
  })
  return <ShowMore ref={sentinel} label={t('more')} load={loadMore} />
}
