import { useEffect, useRef } from 'react'
import { useTexts } from '../lib/text/texts.ts'
import { ShowMore } from '../ui/lists/ShowMore.tsx'
import { loadMore } from './store.ts'
import { movieTexts } from './texts.ts'

/** How far below the viewport the end of the feed triggers loading the next page. */
const AHEAD = '1200px'

/** Marks the end of the feed: loads more when scrolled near, and offers a button for keyboard users. */
export function Sentinel() {
  const t = useTexts(movieTexts)
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = end.current
    if (!element) return
    const near = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && void loadMore().catch(() => undefined),
      { root: element.closest('[data-scroller]'), rootMargin: AHEAD },
    )
    near.observe(element)
    return () => near.disconnect()
  })
  return <ShowMore ref={end} label={t('more')} load={loadMore} />
}
