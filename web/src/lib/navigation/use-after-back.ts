import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

/**
 * Calls `run` after the browser's Back or Forward has changed the page, for dialogs that are rendered beside the pages
 * and not by one of them.
 */
export function useAfterBack(run: () => void): void {
  const { key } = useLocation()
  const type = useNavigationType()
  const previous = useRef(key)
  useEffect(() => {
    if (previous.current === key) return
    previous.current = key
    if (type === 'POP') run()
  }, [key, type, run])
}
