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
  if (session?.sessionId === previous.session?.sessionId) return
  changes = null
  useNotificationSettings.setState(EMPTY)
})

/** Loads the settings. Pending changes stay on screen, since the response may not contain them. */
export const loadNotificationSettings = (): Promise<void> =>
  loadInSession(getNotificationSettings, (change) =>
    useNotificationSettings.setState(({ settings }) => {
      const next = change(settings)
      const isResponse = next.state === 'loaded' && next !== settings
      return { settings: isResponse && changes ? loaded(withPending(next.data, changes)) : next }
    }),
  )

type Change = {
  apply: (settings: NotificationSettings) => NotificationSettings
  post: (changed: NotificationSettings) => Promise<unknown>
}

/** The changes of one session that await a response, oldest first, and the settings that the server has stored. */
type Changes = { pending: readonly Change[]; stored: NotificationSettings; lastRequest: Promise<void> }

let changes: Changes | null = null

const withPending = (settings: NotificationSettings, { pending }: Changes): NotificationSettings =>
  pending.reduce((current, { apply }) => apply(current), settings)

const showSettings = (queue: Changes): void =>
  useNotificationSettings.setState({ settings: loaded(withPending(queue.stored, queue)) })

/** Sends a change, based on the settings that the server has stored. If it is rejected, only this change is undone. */
async function send(queue: Changes, change: Change): Promise<void> {
  if (changes !== queue) return
  const changed = change.apply(queue.stored)
  try {
    await change.post(changed)
    queue.stored = changed
  } catch (error) {
    if (changes === queue) showErrorToast(error)
  }
  if (changes !== queue) return
  queue.pending = queue.pending.filter((other) => other !== change)
  showSettings(queue)
  if (queue.pending.length === 0) changes = null
}

/**
 * Applies a change optimistically; rolls it back with a toast if the server rejects it. Sends one request at a time, since
 * each contains all preferences.
 */
function change(next: Change): Promise<void> {
  const { data } = useNotificationSettings.getState().settings
  if (!data) return Promise.resolve()
  changes ??= { pending: [], stored: data, lastRequest: Promise.resolve() }
  const current = changes
  current.pending = [...current.pending, next]
  showSettings(current)
  current.lastRequest = current.lastRequest.then(() => send(current, next))
  return current.lastRequest
}

export const changePreferences = (preferences: Partial<NotificationPreferences>): Promise<void> =>
  change({
    apply: (settings) => ({ ...settings, ...preferences }),
    post: ({ groupIds: _, ...changed }) => postPreferences(changed),
  })

/** Turns notifications about a group's posts on or off. */
export const notifyAboutGroup = (groupId: Id, on: boolean): Promise<void> =>
  change({
    apply: (settings) => {
      const others = settings.groupIds.filter((id) => id !== groupId)
      return { ...settings, groupIds: on ? [...others, groupId] : others }
    },
    post: () => postGroupNotifications(groupId, { on }),
  })
