import type { GroupInvite } from '@app/contract/groups'
import { useEffect } from 'react'
import type { Loadable } from '../../lib/http/loadable.ts'
import { loadInvites, useGroups } from '../store.ts'

/** Returns the member's group invites, reloaded by each component that mounts. */
export function useGroupInvites(): Loadable<readonly GroupInvite[]> {
  useEffect(() => {
    void loadInvites()
  }, [])
  return useGroups(({ invites }) => invites)
}
