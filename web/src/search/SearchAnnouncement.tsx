import { useTexts } from '../lib/texts.ts'
import { addressOf, type Search } from './address.ts'
import { useSearches } from './store.ts'
import { searchTexts } from './texts.ts'

/** Says how many were found, wherever the focus is. Stays while pages come and go, so that it is heard. */
export function SearchAnnouncement({ search }: { search: Search | null }) {
  const t = useTexts(searchTexts)
  const hits = useSearches(({ pages }) => pages.get(addressOf(search))?.hits)
  return (
    <p role="status" className="visually-hidden">
      {hits?.state === 'loaded' && hits.data.length > 0 && t('hits', { count: hits.data.length })}
    </p>
  )
}
