import type { MemberAnswer } from '@app/contract/members'
import { create } from 'zustand'
import { failed, type Loadable, loaded, loading, notStarted } from '../lib/loadable.ts'
import { useSessionState } from '../lib/session.ts'
import { getMember } from './api.ts'

type Opened = { name: string; member: Loadable<MemberAnswer> }

type State = {
  /** The profile on show, or the last one that was. */
  opened: Opened | null
}

const EMPTY: State = { opened: null }

export const useProfiles = create<State>(() => EMPTY)

useSessionState.subscribe(({ session }, before) => {
  if (session?.sessionId !== before.session?.sessionId) useProfiles.setState(EMPTY)
})

const setOpened = (name: string, change: (member: Loadable<MemberAnswer>) => Loadable<MemberAnswer>): void =>
  useProfiles.setState(({ opened }) =>
    opened?.name === name ? { opened: { name, member: change(opened.member) } } : {},
  )

/** Fetches a profile for its page. What was known of it stays on show meanwhile. */
export async function openProfile(name: string): Promise<void> {
  const { opened } = useProfiles.getState()
  useProfiles.setState({ opened: { name, member: loading(opened?.name === name ? opened.member : notStarted) } })
  await getMember(name).then(
    (member) => setOpened(name, () => loaded(member)),
    (error: unknown) => setOpened(name, (before) => failed(before, error)),
  )
}
