import { useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { filterUrl, isFilterOpen, type Search, searchUrl } from '../urls.ts'

/** Returns whether the filter of a search is open, and functions that open and close it as a step of the history. */
export function useFilter(search: Search | null) {
  const navigate = useNavigate()
  const { key, pathname, search: query, state } = useLocation()
  const [focusesType, setFocusesType] = useState(false)
  // Going back takes effect asynchronously; a second Escape in the meantime would leave the page.
  const closedAt = useRef<string>(undefined)
  const open = (atType = false) => {
    setFocusesType(atType)
    void navigate(filterUrl(search), { state: { from: pathname + query } })
  }
  const close = () => {
    if (closedAt.current === key) return
    closedAt.current = key
    if (state?.from) void navigate(-1)
    else void navigate(searchUrl(search), { replace: true })
  }
  return { isOpen: isFilterOpen(new URLSearchParams(query)), focusesType, open, close }
}
