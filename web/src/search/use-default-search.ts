import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { resetPosition } from './scroll-positions.ts'
import { filterUrl, type Search, searchUrl } from './urls.ts'
import { moveDraft } from './use-draft.ts'

/** Replaces a URL without a search by the member's default search, once that is known. */
export function useDefaultSearch(search: Search | null, defaultSearch: Search | null, isFilterOpen: boolean): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (search || !defaultSearch) return
    moveDraft(defaultSearch)
    resetPosition(searchUrl(defaultSearch))
    void navigate(isFilterOpen ? filterUrl(defaultSearch) : searchUrl(defaultSearch), { replace: true })
  }, [search, defaultSearch, isFilterOpen, navigate])
}
