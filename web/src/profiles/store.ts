import type { MailPreferences, MemberResponse } from '@app/contract/members/members'
import { useEffect } from 'react'
import { create } from 'zustand'
import { showErrorToast } from '../lib/feedback/toasts.ts'
import { failed, type Loadable, loaded, loading, mapData, notStarted } from '../lib/http/loadable.ts'
import { getSession, refreshSession, useSessionState } from '../lib/http/session.ts'
import { onBrokenUrls } from '../lib/photos/picture-urls.ts'
import { getMember, postMember, postVisit } from './api.ts'

type Opened = { name: string; member: Loadable<MemberResponse> }

type State = {
  own: Loadable<MemberResponse>
  /** The profile currently or last shown. */
  opened: Opened | null
}

const EMPTY: State = { own: notStarted, opened: null }

export const useProfiles = create<State>(() => EMPTY)

useSessionState.subscribe(({ session }, before) => {
  if (session?.sessionId !== before.session?.sessionId) useProfiles.setState(EMPTY)
})

/**
 * Stores the own profile, and updates the session, because name and account type may have changed on another device.
 */
function storeOwnProfile(member: MemberResponse): void {
  const session = getSession()
  const { userName, person2 } = member.profile
  if (session) refreshSession({ ...session, userName, couple: person2 !== null })
  useProfiles.setState({ own: loaded(member) })
}

export async function loadOwn(name = getSession()?.userName): Promise<void> {
  const session = getSession()
  if (!session || !name) return
  useProfiles.setState(({ own }) => ({ own: loading(own) }))
  try {
    const member = await getMember(name)
    if (getSession()?.sessionId === session.sessionId) storeOwnProfile(member)
  } catch (error) {
    useProfiles.setState(({ own }) => ({ own: failed(own, error) }))
  }
}

/** Returns whether the own profile is loaded, and so worth reloading. */
export const isOwnKnown = (): boolean => useProfiles.getState().own.data !== undefined

/** Returns the own profile; loads it on first use. */
export function useOwn(): Loadable<MemberResponse> {
  const own = useProfiles((state) => state.own)
  const missing = own.state === 'notStarted'
  useEffect(() => {
    if (missing) void loadOwn()
  }, [missing])
  return own
}

/** Changes a mail setting optimistically; rolls back with a toast when the server rejects it. */
export async function setMailPreference(name: keyof MailPreferences, on: boolean): Promise<void> {
  const show = (value: boolean) =>
    useProfiles.setState(({ own }) => ({
      own: mapData(own, (member) =>
        member.mailPreferences ? { ...member, mailPreferences: { ...member.mailPreferences, [name]: value } } : member,
      ),
    }))
  show(on)
  await postMember({ mailPreferences: { [name]: on } }).catch((error: unknown) => {
    show(!on)
    showErrorToast(error)
  })
}

export const useOpened = (name: string): Loadable<MemberResponse> =>
  useProfiles(({ opened }) => (opened?.name === name ? opened.member : notStarted))

/** Changes the profile on screen, if it is still this one; the name in the address may be spelled differently. */
export const changeOpened = (
  name: string,
  change: (member: Loadable<MemberResponse>) => Loadable<MemberResponse>,
): void =>
  useProfiles.setState(({ opened }) =>
    opened && [opened.name, opened.member.data?.profile.userName].includes(name)
      ? { opened: { ...opened, member: change(opened.member) } }
      : {},
  )

/** Loads a profile for its page, which also records the visit. Earlier data stays on screen while loading. */
export async function openProfile(name: string): Promise<void> {
  const { opened } = useProfiles.getState()
  useProfiles.setState({ opened: { name, member: loading(opened?.name === name ? opened.member : notStarted) } })
  try {
    const member = await getMember(name)
    changeOpened(name, () => loaded(member))
    if (member.between) await postVisit(name).catch(() => undefined)
  } catch (error) {
    changeOpened(name, (before) => failed(before, error))
  }
}

onBrokenUrls(() => {
  const { own, opened } = useProfiles.getState()
  if (own.data) void loadOwn()
  if (!opened?.member.data) return
  void getMember(opened.name).then(
    (member) => changeOpened(opened.name, () => loaded(member)),
    () => undefined,
  )
})
