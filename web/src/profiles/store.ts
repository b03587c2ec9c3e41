import type { MailPreferences, MemberResponse } from '@app/contract/members/members'
import { useEffect } from 'react'
import { create } from 'zustand'
import { showErrorToast } from '../lib/feedback/toasts.ts'
import { ApiError } from '../lib/http/api-error.ts'
import { failed, type Loadable, loaded, loading, mapData, notStarted } from '../lib/http/loadable.ts'
import { getSession, inSession, refreshSession, useSessionState } from '../lib/http/session.ts'
import { onBrokenUrls } from '../lib/photos/picture-urls.ts'
import { getMember, postMember, postVisit } from './api.ts'

type OpenedProfile = {
  /** The name as spelled in the URL. */
  name: string
  member: Loadable<MemberResponse>
  /** The stored name of a member who was removed from the page by a block. */
  removedName?: string
}

type State = {
  own: Loadable<MemberResponse>
  /** The profile currently or last shown. */
  opened: OpenedProfile | null
}

const EMPTY: State = { own: notStarted, opened: null }

export const useProfiles = create<State>(() => EMPTY)

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId !== previous.session?.sessionId) useProfiles.setState(EMPTY)
})

/**
 * Stores the member's own profile, and updates the session, because name and account type may have changed on another
 * device.
 */
function storeOwnProfile(member: MemberResponse): void {
  const session = getSession()
  const { userName, person2 } = member.profile
  if (session) refreshSession({ ...session, userName, couple: person2 !== null })
  useProfiles.setState({ own: loaded(member) })
}

/** Increments on each request for the member's own profile, so that an earlier response does not replace a later one. */
let ownRequestCount = 0

export async function loadOwnProfile(): Promise<void> {
  const session = getSession()
  if (!session) return
  ownRequestCount += 1
  const requestId = ownRequestCount
  const isCurrent = () => requestId === ownRequestCount && getSession()?.sessionId === session.sessionId
  useProfiles.setState(({ own }) => ({ own: loading(own) }))
  try {
    const member = await getMember(session.userName)
    if (isCurrent()) storeOwnProfile(member)
  } catch (error) {
    if (isCurrent()) useProfiles.setState(({ own }) => ({ own: failed(own, error) }))
  }
}

export const isOwnProfileLoaded = (): boolean => useProfiles.getState().own.data !== undefined

/** Returns the member's own profile; loads it on first use. */
export function useOwnProfile(): Loadable<MemberResponse> {
  const own = useProfiles((state) => state.own)
  const isNotStarted = own.state === 'notStarted'
  useEffect(() => {
    if (isNotStarted) void loadOwnProfile()
  }, [isNotStarted])
  return own
}

/** Changes an email setting optimistically; rolls back with a toast when the server rejects it. */
export async function setMailPreference(name: keyof MailPreferences, isOn: boolean): Promise<void> {
  const apply = (value: boolean) =>
    useProfiles.setState(({ own }) => ({
      own: mapData(own, (member) =>
        member.mailPreferences ? { ...member, mailPreferences: { ...member.mailPreferences, [name]: value } } : member,
      ),
    }))
  apply(isOn)
  const onRejected = inSession((error: unknown) => {
    apply(!isOn)
    showErrorToast(error)
  })
  await postMember({ mailPreferences: { [name]: isOn } }).catch(onRejected)
}

export const useOpenedProfile = (name: string): Loadable<MemberResponse> =>
  useProfiles(({ opened }) => (opened?.name === name ? opened.member : notStarted))

/** Returns the names of the opened profile: as spelled in the URL, and as stored. */
const namesOf = ({ name, member, removedName }: OpenedProfile): (string | undefined)[] => [
  name,
  member.data?.profile.userName,
  removedName,
]

/** Updates the opened profile if it is still the one with this name, as stored or as spelled in the URL. */
export const updateOpenedProfile = (
  name: string,
  change: (member: Loadable<MemberResponse>) => Loadable<MemberResponse>,
): void =>
  useProfiles.setState(({ opened }) =>
    opened && namesOf(opened).includes(name) ? { opened: { ...opened, member: change(opened.member) } } : {},
  )

/** Increments when a profile is opened or removed, so that an earlier response does not show it again. */
let openingCount = 0

/** Shows the opened profile as if its member did not exist, if it is the one with this name. */
export const removeProfile = (userName: string): void =>
  useProfiles.setState(({ opened }) => {
    if (!opened || !namesOf(opened).includes(userName)) return {}
    openingCount += 1
    const member = failed(notStarted, new ApiError('NOT_FOUND', ''))
    return { opened: { name: opened.name, member, removedName: userName } }
  })

/** Loads the opened profile of a member again after the block has ended. */
export function restoreProfile(userName: string): void {
  const { opened } = useProfiles.getState()
  if (opened?.member.state === 'failed' && namesOf(opened).includes(userName)) void openProfile(opened.name)
}

/** Loads another member's profile for its page, and records the visit. Earlier data stays on screen while loading. */
export async function openProfile(name: string): Promise<void> {
  const { opened } = useProfiles.getState()
  const sessionId = getSession()?.sessionId
  openingCount += 1
  const opening = openingCount
  const isCurrent = () => opening === openingCount && getSession()?.sessionId === sessionId
  useProfiles.setState({ opened: { name, member: loading(opened?.name === name ? opened.member : notStarted) } })
  try {
    const member = await getMember(name)
    if (!isCurrent()) return
    updateOpenedProfile(name, () => loaded(member))
    if (member.between) await postVisit(name).catch(() => undefined)
  } catch (error) {
    if (isCurrent()) updateOpenedProfile(name, (previous) => failed(previous, error))
  }
}

onBrokenUrls(() => {
  const { own, opened } = useProfiles.getState()
  if (own.data) void loadOwnProfile()
  if (!opened?.member.data) return
  const opening = openingCount
  void getMember(opened.name).then(
    inSession((member: MemberResponse) => {
      if (opening === openingCount) updateOpenedProfile(opened.name, () => loaded(member))
    }),
    () => undefined,
  )
})
