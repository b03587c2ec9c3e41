import type { GroupInvite } from '@app/contract/groups'
import { useEffect } from 'react'
import type { Loadable } from '../lib/loadable.ts'
import { loadInvites, useGroups } from './store.ts'

/** Invites of groups to me, asked for anew by whoever shows them. */
export function useGroupInvites(): Loadable<readonly GroupInvite[]> {
  useEffect(() => {
    void loadInvites()
  }, [])
  return useGroups(({ invites }) => invites)
}
