import { useEffect, useRef } from 'react'
import { useTexts } from '../lib/texts.ts'
import { ShowMore } from '../ui/ShowMore.tsx'
import { loadMore } from './store.ts'
import { movieTexts } from './texts.ts'

/** So far below the end of what is seen the next page is asked for. */
const AHEAD = '1200px'

/** The end of the feed: whoever comes near it gets more, and who uses no mouse can ask for it. */
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
