import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { moveDraft } from './filter/use-draft.ts'
import { resetPosition } from './scroll-positions.ts'
import { findFirstWithHits } from './store.ts'
import { filterUrl, type Search, searchUrl } from './urls.ts'

/** Replaces a URL without a search by the first default search that has hits, once they are loaded. */
export function useDefaultSearch(
  search: Search | null,
  defaultSearches: readonly Search[],
  isFilterOpen: boolean,
): void {
  const navigate = useNavigate()
  const show = useEffectEvent((found: Search) => {
    moveDraft(found)
    resetPosition(searchUrl(found))
    void navigate(isFilterOpen ? filterUrl(found) : searchUrl(found), { replace: true })
  })
  useEffect(() => {
    if (search) return
    let isCurrent = true
    void findFirstWithHits(defaultSearches).then((found) => {
      if (isCurrent && found) show(found)
    })
    return () => {
      isCurrent = false
    }
  }, [search, defaultSearches])
}
