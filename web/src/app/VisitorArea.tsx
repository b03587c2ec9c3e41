import { Suspense } from 'react'
import { Outlet } from 'react-router-dom'
import { SkipLink } from './SkipLink.tsx'

/** Around the pages that need no login. They have no navigation. */
export const VisitorArea = () => (
  <>
    <SkipLink />
    <Suspense>
      <Outlet />
    </Suspense>
  </>
)
