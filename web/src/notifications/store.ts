import type { Id } from '@app/contract/base'
import type { NotificationPreferences, NotificationSettings } from '@app/contract/notifications'
import { create } from 'zustand'
import { showErrorToast } from '../lib/feedback/toasts.ts'
import { loadInSession } from '../lib/http/load-in-session.ts'
import { type Loadable, loaded, notStarted } from '../lib/http/loadable.ts'
import { useSessionState } from '../lib/http/session.ts'
import { getNotificationSettings, postGroupNotifications, postPreferences } from './api.ts'

const EMPTY: { settings: Loadable<NotificationSettings> } = { settings: notStarted }

/** The kinds of notifications that the member wants, the groups, and the quiet hours. */
export const useNotificationSettings = create(() => EMPTY)

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId !== previous.session?.sessionId) useNotificationSettings.setState(EMPTY)
})

export const loadNotificationSettings = (): Promise<void> =>
  loadInSession(getNotificationSettings, (change) =>
    useNotificationSettings.setState(({ settings }) => ({ settings: change(settings) })),
  )

/** Applies a change optimistically; rolls back with a toast when the server rejects it. */
async function change(next: NotificationSettings, post: () => Promise<unknown>): Promise<void> {
  const { settings: previous } = useNotificationSettings.getState()
  const optimistic = loaded(next)
  useNotificationSettings.setState({ settings: optimistic })
  await post().catch((error: unknown) => {
    if (useNotificationSettings.getState().settings === optimistic)
      useNotificationSettings.setState({ settings: previous })
    showErrorToast(error)
  })
}

export const changePreferences = (
  { groupIds, ...preferences }: NotificationSettings,
  changes: Partial<NotificationPreferences>,
): Promise<void> => {
  const next = { ...preferences, ...changes }
  return change({ ...next, groupIds }, () => postPreferences(next))
}

/** Turns notifications about a group's posts on or off. */
export function notifyAboutGroup(settings: NotificationSettings, groupId: Id, on: boolean): Promise<void> {
  const others = settings.groupIds.filter((id) => id !== groupId)
  const groupIds = on ? [...others, groupId] : others
  return change({ ...settings, groupIds }, () => postGroupNotifications(groupId, { on }))
}
