import { useMemo } from 'react'
import { useSession } from '../../lib/http/session.ts'
import type { PostContext } from './post-context.ts'

/** Returns the current member as shown at their own posts and comments. */
export function useMe(photoUrl: string | null): PostContext['me'] {
  const session = useSession()
  const name = session?.userName ?? ''
  const couple = session?.couple ?? false
  return useMemo(() => ({ name, shape: couple ? 'couple' : 'person', photoUrl }), [name, couple, photoUrl])
}
