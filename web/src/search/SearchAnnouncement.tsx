import { useTexts } from '../lib/text/texts.ts'
import { useSearches } from './store.ts'
import { searchTexts } from './texts.ts'
import { type Search, searchUrl } from './urls.ts'

/** Announces the number of hits. Stays mounted across pages, because a new live region may not be announced. */
export function SearchAnnouncement({ search }: { search: Search | null }) {
  const t = useTexts(searchTexts)
  const hits = useSearches(({ pages }) => pages.get(searchUrl(search))?.hits)
  return (
    <p role="status" className="visually-hidden">
      {hits?.state === 'loaded' && hits.data.length > 0 && t('hits', { count: hits.data.length })}
    </p>
  )
}
