import { Suspense, useLayoutEffect } from 'react'
import { Outlet, useLocation, useNavigationType } from 'react-router-dom'
import { SkipLink } from './SkipLink.tsx'

/** Scrolls the window to the top on a new page; on the way back or forward the browser restores the scroll position. */
function useScrollToTop(): void {
  const { pathname } = useLocation()
  const type = useNavigationType()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path triggers the scroll to the top
  useLayoutEffect(() => {
    if (type !== 'POP') document.documentElement.scrollTop = 0
  }, [pathname, type])
}

/** Wraps the pages that need no login. They have no navigation. */
export function VisitorArea() {
  useScrollToTop()
  return (
    <>
      <SkipLink />
      <Suspense>
        <Outlet />
      </Suspense>
    </>
  )
}
