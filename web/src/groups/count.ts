import type { GroupCount } from '@app/contract/groups'
import type { PushOf } from '@app/contract/pushes'
import { create } from 'zustand'
import { createReadingCount } from '../conversation/reading.ts'
import { getSession, useSessionState } from '../lib/http/session.ts'
import { getGroupCount } from './api.ts'

/** The count, and whether the server has sent it in this session. */
type GroupCountState = GroupCount & { isLoaded: boolean }

const EMPTY: GroupCountState = { groups: 0, messages: 0, invites: 0, isLoaded: false }

/**
 * The server's count of unread posts and waiting invites. Every page shows it, so it is separate from the groups'
 * store.
 */
export const useGroupCount = create<GroupCountState>(() => EMPTY)

/** The number of unread posts of the group that is being read; `chat/reading.ts` updates it once it is loaded. */
export const useReadingCount = createReadingCount()

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId !== previous.session?.sessionId) useGroupCount.setState(EMPTY)
})

export const onGroupCount = ({ count }: PushOf<'group:count'>): void =>
  useGroupCount.setState({ ...count, isLoaded: true })

export async function loadGroupCount(): Promise<void> {
  const sessionId = getSession()?.sessionId
  const count = await getGroupCount()
  if (getSession()?.sessionId === sessionId) useGroupCount.setState({ ...count, isLoaded: true })
}
