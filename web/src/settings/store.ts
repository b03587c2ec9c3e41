import type { Id } from '@app/contract/base'
import type { ChangeEmail, ChangePassword, EmailAddress } from '@app/contract/members/credentials'
import type { MemberSettings, PasswordConfirmation } from '@app/contract/members/members'
import type { SessionEntry } from '@app/contract/members/sessions'
import type { Language } from '@app/contract/text/language'
import { create } from 'zustand'
import { memberKeyOf } from '../lib/device/claims.ts'
import { showErrorToast, showToast } from '../lib/feedback/toasts.ts'
import { loadInSession } from '../lib/http/load-in-session.ts'
import { type Loadable, mapData, notStarted } from '../lib/http/loadable.ts'
import { savePending } from '../lib/http/log-out.ts'
import {
  endSession,
  expectEnding,
  getSession,
  inSession,
  refreshSession,
  useSessionState,
} from '../lib/http/session.ts'
import { setLanguage } from '../lib/text/language.ts'
import { getTexts } from '../lib/text/texts.ts'
import {
  getEmail,
  getSessions,
  getSettings,
  postDeletion,
  postEmail,
  postEmailCancel,
  postLanguage,
  postLogoutEverywhere,
  postPassword,
  postSessionRevocation,
  postSettings,
} from './api.ts'
import { settingsToastTexts } from './toast-texts.ts'

type State = {
  settings: Loadable<MemberSettings>
  sessions: Loadable<readonly SessionEntry[]>
  email: Loadable<EmailAddress>
}

const EMPTY: State = { settings: notStarted, sessions: notStarted, email: notStarted }

export const useSettings = create<State>(() => EMPTY)

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId !== previous.session?.sessionId) useSettings.setState(EMPTY)
})

/** A message with changed settings, from one tab to the others. */
type TabMessage = { member: string; settings: MemberSettings }

/** Returns the key of the logged-in member, with which a tab ignores messages from tabs of another member. */
function findMemberKey(): string | null {
  const session = getSession()
  return session && memberKeyOf(session)
}

// Pages of an earlier release, which expect the settings alone, do not subscribe to this channel.
const tabs = new BroadcastChannel('salong.settings.2')
tabs.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
  if (data.member === findMemberKey()) onSettingsChanged(data.settings)
})

function notifyTabs(settings: MemberSettings): void {
  const member = findMemberKey()
  if (member !== null) tabs.postMessage({ member, settings } satisfies TabMessage)
}

/** Applies settings that were changed on another device or in another tab. */
export const onSettingsChanged = (changed: MemberSettings): void =>
  useSettings.setState(({ settings }) => ({ settings: mapData(settings, () => changed) }))

export const loadSettings = (): Promise<void> =>
  loadInSession(getSettings, (change) => useSettings.setState(({ settings }) => ({ settings: change(settings) })))

export const loadSessions = (): Promise<void> =>
  loadInSession<readonly SessionEntry[]>(getSessions, (change) =>
    useSettings.setState(({ sessions }) => ({ sessions: change(sessions) })),
  )

export const loadEmail = (): Promise<void> =>
  loadInSession(getEmail, (change) => useSettings.setState(({ email }) => ({ email: change(email) })))

const showPending = (pending: string | null): void =>
  useSettings.setState(({ email }) => ({ email: mapData(email, (current) => ({ ...current, pending })) }))

/** Requests a new email address; throws when the server rejects it. */
export async function changeEmail(change: ChangeEmail): Promise<void> {
  const onAccepted = inSession(showPending)
  await postEmail(change)
  onAccepted(change.email)
}

export const cancelEmailChange = (): Promise<void> =>
  postEmailCancel().then(
    inSession(() => showPending(null)),
    inSession(showErrorToast),
  )

/** Changes the password; throws when the server rejects it. */
export async function changePassword(change: ChangePassword): Promise<void> {
  const onChanged = inSession(() => {
    showToast({ text: getTexts(settingsToastTexts)('passwordChanged') })
    void loadSessions()
  })
  await postPassword(change)
  onChanged()
}

/** Changes a setting optimistically; rolls back with a toast when the server rejects it. */
export async function setSetting(name: keyof MemberSettings, isOn: boolean): Promise<void> {
  const apply = (value: boolean) => {
    useSettings.setState(({ settings }) => ({ settings: mapData(settings, (data) => ({ ...data, [name]: value })) }))
    const { data } = useSettings.getState().settings
    if (data) notifyTabs(data)
  }
  apply(isOn)
  const onRejected = inSession((error: unknown) => {
    apply(!isOn)
    showErrorToast(error)
  })
  await postSettings({ [name]: isOn }).catch(onRejected)
}

/** Revokes another session; `device` is its name for the toast. */
export async function revokeOtherSession(id: Id, device: string): Promise<void> {
  const onRevoked = inSession(() => {
    useSettings.setState(({ sessions }) => ({
      sessions: mapData(sessions, (list) => list.filter((entry) => entry.id !== id)),
    }))
    showToast({ text: getTexts(settingsToastTexts)('ended', { device }) })
  })
  await postSessionRevocation(id).then(onRevoked, inSession(showErrorToast))
}

/**
 * Changes the language on this device immediately, and on the server for the member's emails. A failed request shows a
 * toast and is not retried; the server keeps its language until the next change.
 */
export async function chooseLanguage(language: Language): Promise<void> {
  setLanguage(language)
  const session = getSession()
  if (!session) return
  refreshSession({ ...session, language })
  await postLanguage(language).catch(showErrorToast)
}

/** Runs a request that also revokes this session; the push about that may arrive before the response. */
async function endSessionBy(reason: 'loggedOut' | 'deleted', request: () => Promise<void>): Promise<void> {
  expectEnding(reason)
  try {
    await request()
    endSession(reason)
  } finally {
    expectEnding(null)
  }
}

export async function logOutEverywhere(): Promise<void> {
  await savePending()
  await endSessionBy('loggedOut', postLogoutEverywhere).catch(showErrorToast)
}

/** Deletes the account; throws when the server rejects it. */
export const deleteAccount = (proof: PasswordConfirmation): Promise<void> =>
  endSessionBy('deleted', () => postDeletion(proof))
