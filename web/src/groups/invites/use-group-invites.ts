import type { GroupInvite } from '@app/contract/groups'
import { useEffect } from 'react'
import type { Loadable } from '../../lib/http/loadable.ts'
import { loadInvites, useGroups } from '../store.ts'

/** Returns the group invites that the member has received, and reloads them when the component mounts. */
export function useGroupInvites(): Loadable<readonly GroupInvite[]> {
  useEffect(() => {
    void loadInvites()
  }, [])
  return useGroups(({ invites }) => invites)
}
