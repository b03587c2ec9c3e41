import type { GroupCount } from '@app/contract/groups'
import type { PushOf } from '@app/contract/pushes'
import { create } from 'zustand'
import { createReadingCount } from '../conversation/reading.ts'
import { getSession, useSessionState } from '../lib/session.ts'
import { getGroupCount } from './api.ts'

const EMPTY: GroupCount = { groups: 0, messages: 0, invites: 0 }

/** What waits in groups, as the server counts it: on every page, so kept apart from the groups themselves. */
export const useGroupCount = create<GroupCount>(() => EMPTY)

/** Told by the groups, where they are loaded. */
export const useReadingCount = createReadingCount()

useSessionState.subscribe(({ session }, before) => {
  if (session?.sessionId !== before.session?.sessionId) useGroupCount.setState(EMPTY)
})

export const onGroupCount = ({ count }: PushOf<'group:count'>): void => useGroupCount.setState(count)

export async function loadGroupCount(): Promise<void> {
  const login = getSession()?.sessionId
  const count = await getGroupCount()
  if (getSession()?.sessionId === login) useGroupCount.setState(count)
}
