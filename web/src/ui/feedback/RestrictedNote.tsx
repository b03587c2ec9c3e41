import { Suspense } from 'react'
import { lazy } from '../../lib/device/chunks.ts'
import { PREVENTING_SCOPES, type RestrictableAction, useRestrictedUntil } from '../../lib/http/restrictions.ts'

const RestrictionBanner = lazy(async () => ({
  default: (await import('./RestrictionBanner.tsx')).RestrictionBanner,
}))

/** Shows beside the form for an action that a restriction prevents it, and until when. */
export function RestrictedNote({ action }: { action: RestrictableAction }) {
  const until = useRestrictedUntil(...PREVENTING_SCOPES[action])
  return until ? (
    <Suspense>
      <RestrictionBanner action={action} until={until} />
    </Suspense>
  ) : null
}
