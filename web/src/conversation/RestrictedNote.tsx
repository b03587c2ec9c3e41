import type { Scope } from '@app/contract/safety/decisions'
import { Suspense } from 'react'
import { lazy } from '../lib/device/chunks.ts'
import { useRestrictedUntil } from '../lib/http/restrictions.ts'

const RestrictionBanner = lazy(async () => ({
  default: (await import('./RestrictionBanner.tsx')).RestrictionBanner,
}))

/** Says beside a form that a restriction will reject what the member writes there, and until when. */
export function RestrictedNote({ scope }: { scope: Exclude<Scope, 'UPLOAD'> }) {
  const until = useRestrictedUntil(scope)
  return until ? (
    <Suspense>
      <RestrictionBanner scope={scope} until={until} />
    </Suspense>
  ) : null
}
