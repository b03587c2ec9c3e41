import type { Statement } from '@app/contract/safety/decisions'
import { Suspense } from 'react'
import { lazy } from '../lib/device/chunks.ts'
import { useSession } from '../lib/http/session.ts'

const RemovedNotice = lazy(async () => ({ default: (await import('../decisions/RemovedNotice.tsx')).RemovedNotice }))

/** Lists the member's own content of these kinds that the team has removed, if there is any. */
export function RemovedContent({ kinds }: { kinds: readonly Statement['kind'][] }) {
  const hasRemovedContent = (useSession()?.removedContent ?? 0) > 0
  return <Suspense>{hasRemovedContent && <RemovedNotice kinds={kinds} />}</Suspense>
}
