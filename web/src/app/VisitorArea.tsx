import { Suspense, useLayoutEffect } from 'react'
import { Outlet, useLocation, useNavigationType } from 'react-router-dom'
import { SkipLink } from './SkipLink.tsx'

/** The window scrolls here, and on the way back the browser restores its position. */
function useNewPageAtTop(): void {
  const { pathname } = useLocation()
  const type = useNavigationType()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page starts at its top
  useLayoutEffect(() => {
    if (type !== 'POP') document.documentElement.scrollTop = 0
  }, [pathname, type])
}

/** Around the pages that need no login. They have no navigation. */
export function VisitorArea() {
  useNewPageAtTop()
  return (
    <>
      <SkipLink />
      <Suspense>
        <Outlet />
      </Suspense>
    </>
  )
}
