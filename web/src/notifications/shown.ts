import { createTags, type Subject } from './tags.ts'

const listShown = async (): Promise<Notification[]> =>
  (await (await navigator.serviceWorker.getRegistration())?.getNotifications()) ?? []

/** Closes the notifications about these subjects. */
export async function closeRead(read: Subject[]): Promise<void> {
  const shown = await listShown()
  if (shown.length === 0) return
  const tags = new Set(await createTags(read))
  for (const notification of shown) if (tags.has(notification.tag)) notification.close()
}

/** Tags of the notifications that `closeAllExcept` has left open. It does not load the unread subjects again for them. */
const keptTags = new Set<string>()

/** Closes all notifications except those about unread subjects, which are loaded only if they are needed. */
export async function closeAllExcept(loadUnread: () => Promise<Subject[]>): Promise<void> {
  const shown = (await listShown()).filter(({ tag }) => !keptTags.has(tag))
  if (shown.length === 0) return
  const unreadTags = new Set(await createTags(await loadUnread()))
  for (const notification of shown) {
    if (unreadTags.has(notification.tag)) keptTags.add(notification.tag)
    else notification.close()
  }
}

/** Returns which of these subjects the notification with this tag is about, or null if it is about none of them. */
export async function findSubject(tag: string, subjects: Subject[]): Promise<Subject | null> {
  const tags = await createTags(subjects)
  return subjects[tags.indexOf(tag)] ?? null
}
